"""Steps a second of random play in the Bank Job for three, in every way Python offers. A step is one decision.

Every way is measured in turn, and all again, so that whatever disturbs the machine disturbs all. Shown are medians, the
best (what an undisturbed machine does), and ratios of medians to the first. The actions are random legal ones, drawn by
the batch; drawing them counts.

    python benches/batch.py
"""

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from heistlab import Batch, Buffers, Game, load_game
from heistlab.gym import Observation
from heistlab.vector import HeistVectorEnv

Steps = Callable[[float], float]
"""Plays for some seconds: steps a second."""


def timed(step: Callable[[], object], games: int, seconds: float) -> float:
    start, steps = perf_counter(), 0
    while perf_counter() - start < seconds:
        step()
        steps += games
    return steps / (perf_counter() - start)


def batch(game: Game, games: int, threads: int, observation: str) -> Steps:
    """A batch that writes masks, rewards and ends, and observations if named; every mask a byte or a bit an action."""
    width = game.num_distinct_actions()
    actions = np.zeros(games, np.int64)
    arrays: dict[str, Any] = {
        "samples": actions,
        "players": np.zeros(games, np.int8),
        "rewards": np.zeros(games, np.float32),
        "terminated": np.zeros(games, np.bool_),
        "truncated": np.zeros(games, np.bool_),
    }
    if observation == "masks in bits":
        arrays["packed_mask"] = np.zeros((games, -(-width // 8)), np.uint8)
    else:
        arrays["mask"] = np.zeros((games, width), np.bool_)
    if observation == "sparse":
        arrays |= {
            "sparse": np.zeros((games, game.max_active_features()), np.int32),
            "counts": np.zeros(games, np.int32),
        }
    if observation == "dense":
        arrays["dense"] = np.zeros((games, game.information_state_tensor_size()), np.uint8)
    out = Buffers(**arrays)
    envs = Batch(game, games, threads=threads, autoreset="same-step")
    envs.reset(np.arange(games, dtype=np.uint64), out)
    return lambda seconds: timed(lambda: envs.step(actions, out), games, seconds)


def vector_env(game: Game, games: int, threads: int, observation: Observation, copy: bool) -> Steps:
    envs = HeistVectorEnv(game, games, threads=threads, observation=observation, copy=copy)
    envs.reset(seed=0)
    return lambda seconds: timed(lambda: envs.step(envs.sample_actions()), games, seconds)


def states(game: Game) -> Steps:
    """One state after another, as with OpenSpiel."""
    rng = np.random.default_rng(0)

    def play(seconds: float) -> float:
        start, steps = perf_counter(), 0
        while perf_counter() - start < seconds:
            state = game.new_initial_state(int(rng.integers(2**63)))
            state.play_chance(rng.random)
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                state.play_chance(rng.random)
                steps += 1
        return steps / (perf_counter() - start)

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[1024, 4096], help="games side by side")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=0.3, help="of one measurement")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    game = load_game("burgle-bros", scenario="bank-job", seats=3)
    ways: dict[str, Steps] = {}
    for observation in ("masks", "masks in bits", "sparse", "dense"):
        for games in options.games:
            for threads in options.threads:
                name = f"batch, {observation}, {games} games, {threads} threads"
                ways[name] = batch(game, games, threads, observation)
    games, threads = options.games[0], max(options.threads)
    kinds: tuple[Observation, ...] = ("sparse", "dense")
    for kind in kinds:
        for copy in (True, False):
            name = f"vector env, {kind}, {'copies' if copy else 'no copies'}, {games} games, {threads} threads"
            ways[name] = vector_env(game, games, threads, kind, copy)
    ways["states, one after another"] = states(game)

    speeds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(options.repeats):
        for name, play in ways.items():
            speeds[name].append(play(options.seconds))
    first = median(next(iter(speeds.values())))
    print(f"{game.num_distinct_actions()} actions, {game.information_state_tensor_size()} features\n")
    print(f"| {'way':<56} | {'steps a second':>14} | {'undisturbed':>14} | {'ratio':>6} |")
    print(f"| {'-' * 56} | {'-' * 13}: | {'-' * 13}: | {'-' * 5}: |")
    for name, measured in speeds.items():
        middle, best = median(measured), max(measured)
        print(f"| {name:<56} | {middle:>14,.0f} | {best:>14,.0f} | {middle / first:>6.3f} |")


if __name__ == "__main__":
    main()
