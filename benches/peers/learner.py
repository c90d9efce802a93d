"""Positions a second of ``heist learn`` beside plain PyTorch on the same data.

The peer is what one writes with PyTorch alone: ``nn.EmbeddingBag`` and ``nn.Linear`` layers of the same widths, the
same losses, batches of as many decisions, fused AdamW, clipped gradients and averaged weights, on arrays that a
generator reads from a file and puts into batches. Both load their data within the time that is measured: the learner
reads shards, plays their games again and lists all features, the peer reads arrays in which that has been done. Windows
alternate, so that other work on the machine slows down both.

From the root of a checkout, with the environment that ``cargo xtask test python`` makes::

    P=target/venv/bin/python
    $P python/tools/with_torch.py cargo build --release --features torch -p heist-training --example learner_speed
    target/release/heist selfplay burgle-bros --seats 3 --agents improve:sims=60,turns=3 --games 40 --out target/games
    $P python/tools/with_torch.py $P benches/peers/learner.py burgle-bros target/games

It prints a table in Markdown and exits with 1 if the learner does not reach 0.95 of the peer.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

#: The learner of a release build, as ``cargo build --example`` leaves it.
LEARNER = Path("target/release/examples/learner_speed")
HIDDEN = [64, 32, 32]
BATCH, RATE, WARM_UP = 256, 1e-3, 200
FLOOR, HUBER, AUXILIARY, AVERAGE = 0.02, 3.0, 0.1, 0.999
#: The share of the peer's positions a second that the learner must reach.
REQUIRED = 0.95


class Network(nn.Module):
    """The network of the learner."""

    def __init__(self, features: int, dense: int, later: int) -> None:
        super().__init__()
        first, *others = HIDDEN
        self.embed = nn.EmbeddingBag(features, first, mode="sum", include_last_offset=True)
        self.bias = nn.Parameter(torch.full((first,), 0.5))
        widths = [first + dense, *others]
        self.layers = nn.ModuleList(nn.Linear(*pair) for pair in zip(widths, others, strict=False))
        self.value = nn.Linear(others[-1], 1)
        self.later = nn.Linear(others[-1], later)
        nn.init.uniform_(self.embed.weight, -0.06, 0.06)

    def forward(self, features: torch.Tensor, ends: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
        layer = (self.embed(features, ends) + self.bias).clamp(0, 1)
        layer = torch.cat([layer, dense], 1)
        for linear in self.layers:
            layer = linear(layer).clamp(0, 1)
        return layer


def batches(arrays: dict[str, np.ndarray], epochs: int) -> Iterator[dict[str, torch.Tensor]]:
    """Shuffled batches: the positions of each decision stand together, its own first."""
    positions, ends = arrays["positions"], np.concatenate([[0], arrays["ends"]])
    last = np.cumsum(positions)
    moves = last - np.arange(1, len(last) + 1)
    rng = np.random.default_rng(1)
    for _ in range(epochs):
        order = rng.permutation(len(positions))
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            rows = ranges(last[chosen] - positions[chosen], positions[chosen])
            lengths = ends[rows + 1] - ends[rows]
            valued = ranges((moves - positions + 1)[chosen], positions[chosen] - 1)
            batch = {
                "features": arrays["features"][ranges(ends[rows], lengths)],
                "ends": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
                "dense": arrays["dense"][rows],
                "base": arrays["base"][rows],
                "roots": np.cumsum(positions[chosen]) - positions[chosen],
                "siblings": np.repeat(np.arange(len(chosen)), positions[chosen] - 1),
            }
            for name in ("differences", "errors", "references"):
                batch[name] = arrays[name][valued]
            for name in ("results", "later"):
                batch[name] = arrays[name][chosen]
            yield {name: torch.from_numpy(array) for name, array in batch.items()}


def ranges(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The numbers of all ranges, one after the other."""
    offsets = np.cumsum(lengths) - lengths
    return np.arange(lengths.sum()) + np.repeat(starts - offsets, lengths)


def learn(path: Path, features: int, epochs: int) -> float:
    """The seconds that the peer takes."""
    start = time.perf_counter()
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    network = Network(features, arrays["dense"].shape[1], arrays["later"].shape[1])
    parameters = list(network.parameters())
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.01, fused=True)
    average = [parameter.detach().clone() for parameter in parameters]
    for step, batch in enumerate(batches(arrays, epochs)):
        optimizer.param_groups[0]["lr"] = RATE * min(1.0, (step + 1) / WARM_UP)
        layer = network(batch["features"], batch["ends"], batch["dense"])
        logits = network.value(layer).squeeze(1) + batch["base"]
        is_sibling = torch.ones(len(logits), dtype=torch.bool)
        is_sibling[batch["roots"]] = False
        values, siblings = logits[is_sibling].sigmoid(), batch["siblings"]
        decisions = len(batch["results"])
        reference = torch.zeros(decisions).index_add(0, siblings, values * batch["references"])
        errors = (values - reference[siblings] - batch["differences"]) / (batch["errors"] ** 2 + FLOOR**2).sqrt()
        loss = nn.functional.huber_loss(errors, torch.zeros_like(errors), reduction="sum", delta=HUBER) / decisions
        roots = batch["roots"]
        loss = loss + nn.functional.binary_cross_entropy_with_logits(logits[roots], batch["results"])
        later = network.later(layer[roots]) - batch["later"]
        loss = loss + AUXILIARY * 0.5 * (later**2).sum() / decisions
        if not loss.item() < float("inf"):
            sys.exit("the peer diverges")
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        with torch.no_grad():
            torch._foreach_lerp_(average, parameters, 1 - AVERAGE)
    return time.perf_counter() - start


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("game")
    reader.add_argument("shards", type=Path)
    reader.add_argument("--epochs", type=int, default=3)
    reader.add_argument("--windows", type=int, default=5)
    reader.add_argument("--threads", type=int, default=1)
    reader.add_argument("--learner", type=Path, default=LEARNER)
    options = reader.parse_args()
    if not options.learner.is_file():
        sys.exit(f"{options.learner} is missing; the beginning of this file says how to build it")
    torch.set_num_threads(options.threads)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        config = folder / "learn.toml"
        config.write_text(
            f"[network]\nhidden = {HIDDEN}\n[data]\nheld-out = 0.0\n[loss]\nerror-floor = {FLOOR}\nhuber = {HUBER}\n"
            f"[schedule]\nepochs = {options.epochs}\nbatch = {BATCH}\nrate = {RATE}\nwarm-up = {WARM_UP}\n"
        )

        def learner(what: str, out: Path) -> list[str]:
            words = [options.learner, options.game, config, str(options.threads), options.shards, what, out]
            return subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()

        features, decisions, positions = map(int, learner("dump", folder / "arrays"))
        print(f"{decisions} decisions, {positions} positions, {options.epochs} epochs, {options.threads} threads\n")
        print("| window | heist learn, positions/s | plain PyTorch, positions/s | ratio |\n|---|---|---|---|")
        ratios = []
        for window in range(options.windows):
            ours = float(learner("learn", folder / f"run-{window}")[0])
            theirs = learn(folder / "arrays.npz", features, options.epochs)
            ratios.append(theirs / ours)
            speeds = [positions * options.epochs / seconds for seconds in (ours, theirs)]
            print(f"| {window + 1} | {speeds[0]:,.0f} | {speeds[1]:,.0f} | {ratios[-1]:.2f} |", flush=True)
    median = statistics.median(ratios)
    print(f"\nmedian ratio {median:.2f}, required {REQUIRED}")
    sys.exit(0 if median >= REQUIRED else 1)


if __name__ == "__main__":
    main()
