"""Steps a second of random play in batches, beside fastcatan 2.0.0, the fastest peer in this.

Both step 1024 games of random legal actions on arrays of the caller: heistlab the Bank Job for three, fastcatan Catan
for four. What is timed is a step of all games, new games where some ended, and the masks of what is legal next, in
bits. Drawing the actions is not timed, since fastcatan leaves it to the caller. A step is one decision of one player;
chance is played within.

Windows alternate, each a process of its own with its number of threads, so that other work on the machine slows down
both; compared are medians of ten windows.

fastcatan needs Python 3.12 or later, and a C++ compiler where it has no wheel. heistlab is built like published wheels;
without the setting pip takes less time to build it, and its steps take more::

    python -m pip install fastcatan==2.0.0
    python -m pip install --config-settings "build-args=--profile dist" ./python
    python benches/peers/batched_stepping.py

It prints a table in Markdown and exits with 1 if heistlab does not reach 0.95 of the peer with one thread, or 0.9 with
two.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

GAMES = 1024
WARM_UP = 200
"""Steps of all games before a window, by which games are at different stages."""
REQUIRED = {1: 0.95, 2: 0.9}
"""The share of the peer's steps a second that must be reached, by the number of threads."""


def heistlab_steps(threads: int) -> tuple[Callable[[], None], Callable[[], None]]:
    from heistlab import Batch, Buffers, load_game

    game = load_game("burgle-bros", scenario="bank-job", seats=3)
    batch, actions = Batch(game, GAMES, threads=threads, autoreset="same-step"), np.zeros(GAMES, np.int64)
    out = Buffers(
        packed_mask=np.zeros((GAMES, -(-game.num_distinct_actions() // 8)), np.uint8),
        terminated=np.zeros(GAMES, np.bool_),
    )
    batch.reset(np.arange(GAMES, dtype=np.uint64), out)
    return lambda: batch.sample_actions(actions), lambda: batch.step(actions, out)


def fastcatan_steps(_: int) -> tuple[Callable[[], None], Callable[[], None]]:
    import fastcatan

    games = fastcatan.BatchedEnv(GAMES, 0)
    games.reset()
    masks = np.zeros((GAMES, fastcatan.MASK_WORDS), np.uint64)
    actions, ended = np.zeros(GAMES, np.uint32), np.zeros(GAMES, np.uint8)
    rng = np.random.default_rng(0)

    def draw() -> None:
        bits: NDArray[np.uint8] = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
        actions[:] = (bits * rng.random(bits.shape, np.float32)).argmax(axis=1)

    def step() -> None:
        games.step_autoreset(actions, ended)
        games.write_masks(masks)

    games.write_masks(masks)
    return draw, step


WAYS = {"heistlab": heistlab_steps, "fastcatan": fastcatan_steps}


def window(way: str, threads: int, seconds: float) -> float:
    """Steps a second of a window in which as many seconds are timed."""
    draw, step = WAYS[way](threads)
    for _ in range(WARM_UP):
        draw()
        step()
    spent, steps = 0.0, 0
    while spent < seconds:
        draw()
        start = perf_counter()
        step()
        spent += perf_counter() - start
        steps += GAMES
    return steps / spent


def measure(way: str, threads: int, seconds: float) -> float:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--window", way, "--threads", str(threads), "--seconds", str(seconds)]
    # fastcatan's threads are those of OpenMP.
    environment = os.environ | {"OMP_NUM_THREADS": str(threads)}
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--windows", type=int, default=10, help="windows of each kind (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds timed in a window (default: %(default)s)")
    parser.add_argument("--window", choices=WAYS, help="measure one window of a kind and print its steps a second")
    parser.add_argument("--threads", type=int, default=1, help="threads of that window (default: %(default)s)")
    options = parser.parse_args()
    if options.window:
        print(window(options.window, options.threads, options.seconds))
        return
    print("| threads | heistlab, million steps a second | fastcatan | ratio of medians | required |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    is_reached = True
    for threads, required in REQUIRED.items():
        rates: dict[str, list[float]] = {way: [] for way in WAYS}
        for _ in range(options.windows):
            for way, found in rates.items():
                found.append(measure(way, threads, options.seconds))
        ours, peers = (median(found) / 1e6 for found in rates.values())
        is_reached &= ours / peers >= required
        print(f"| {threads} | {ours:.2f} | {peers:.2f} | {ours / peers:.2f} | {required} |", flush=True)
    sys.exit(0 if is_reached else 1)


if __name__ == "__main__":
    main()
