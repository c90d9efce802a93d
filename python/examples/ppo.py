r"""PPO in one file, on games side by side, in the manner of CleanRL: self-play from nothing to a network in the arena.

All seats play the same network, from random weights; nothing is imitated::

    pip install "./python[torch]"
    python python/examples/ppo.py caper-cards --seats 4 --minutes 30
    python python/examples/ppo.py burgle-bros --scenario office-job --seats 1 --minutes 60 --entropy 0.003 \
        --minibatch 2048 --progress "tiles seen=0.01" "safes opened=0.15" --curriculum 1000 --easier stealth 0 8

The network is written to ``--out`` (``ppo.safetensors``), the learning curve beside it as CSV, and the network plays
``--deals`` deals that it did not see, from the real start, with the game's own rewards. Ctrl-C ends the training early.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from functools import partial
from pathlib import Path
from typing import Any

import heistlab
import numpy as np
import torch
from heistlab import Batch, Buffers, Game, Shaping, starts
from heistlab.nn import PolicyValue, legal_lists
from torch.distributions import Categorical
from torch.nn import functional

UNSEEN = 1_000_000_007
"""The first seed of the deals in the arena."""
DISTANCES = (0, 4, 8, 13, 20, 30, 42, 56, 75, 100, 130, 170, 1000)
"""Decisions from the end between which the levels of a curriculum lie."""
BEGIN_WITHIN = 0.6
"""The share of games that begin in a level of a curriculum; the others begin as in the arena."""
STATES = 400
"""States in each level."""


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="such as caper-cards")
    parser.add_argument("--scenario", help="such as office-job, in games that have scenarios")
    parser.add_argument("--seats", type=int, default=1, help="players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30.0, help="how long to train")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cpu", help="where the network learns: cpu or cuda")
    parser.add_argument("--envs", type=int, default=512, help="games side by side")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each game between updates")
    parser.add_argument("--minibatch", type=int, default=4096, help="decisions for each gradient step")
    parser.add_argument("--epochs", type=int, default=2, help="passes over the decisions of an update")
    parser.add_argument("--hidden", type=int, nargs="+", default=[256, 64], help="widths of the layers")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at first; it falls to 0")
    parser.add_argument("--discount", type=float, default=0.999)
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of the advantages (GAE)")
    parser.add_argument("--clip", type=float, default=0.2, help="how far a probability moves in an update")
    parser.add_argument(
        "--entropy", type=float, default=0.01, help="weight of the entropy at first; it falls to a tenth"
    )
    parser.add_argument(
        "--shaping", action="store_true", help="add the expert's estimate to the rewards, as a potential"
    )
    parser.add_argument(
        "--progress",
        nargs="+",
        default=[],
        metavar="FIGURE=WEIGHT",
        help="also reward what steps add to figures of the state; weights fall to 0, so that in the end wins count",
    )
    parser.add_argument(
        "--curriculum",
        type=int,
        default=0,
        metavar="GAMES",
        help="begin within games that the teacher won; how many it plays",
    )
    parser.add_argument("--teacher", default="heuristic", help="who plays the games of --curriculum")
    parser.add_argument(
        "--easier",
        nargs="+",
        metavar=("FIELD", "N"),
        help="for each N, also begin with N more of what players have in positions, such as stealth",
    )
    parser.add_argument("--deals", type=int, default=1000, help="deals in the arena")
    parser.add_argument("--out", type=Path, default=Path("ppo.safetensors"), help="the file of the network")
    options = parser.parse_args()
    if options.easier and not (options.easier[1:] and all(number.isdigit() for number in options.easier[1:])):
        parser.error(f"--easier: found {' '.join(options.easier)!r}; expected a field and whole numbers")
    return options


def progress_weights(game: Game, given: list[str]) -> np.ndarray:
    """A weight for every figure of a state."""
    weights = np.zeros(len(game.state_figures), np.float32)
    for text in given:
        name, _, weight = text.partition("=")
        try:
            weights[game.state_figures.index(name)] = float(weight)
        except ValueError:
            names = ", ".join(game.state_figures)
            raise SystemExit(f"--progress: found {text!r}; expected NAME=NUMBER with one of: {names}") from None
    return weights


def with_more(field: str, number: int, position: dict[str, Any]) -> dict[str, Any]:
    """A position in which every player has more of something."""
    for player in position["players"]:
        player[field] = player.get(field, 0) + number
    return position


def levels_of(game: Game, options: argparse.Namespace) -> starts.Levels:
    """Where games begin: at several distances from the end of games that the teacher won, and at their beginning, each
    with more of what makes the game easier. Only states are taken from the teacher, no moves."""
    draw = random.Random(options.seed)
    won = starts.played(game, options.teacher, options.curriculum, seed=options.seed, won=True)
    pools = starts.by_distance(won, DISTANCES) | {"beginning": [states[0] for states in won]}
    levels = {}
    for name, pool in pools.items():
        some = draw.sample(pool, min(len(pool), STATES))
        if not options.easier:
            levels[name] = some
        else:
            field, *numbers = options.easier
            for number in map(int, numbers):
                levels[f"{name}, {number} more {field}"] = starts.changed(game, some, partial(with_more, field, number))
    return starts.Levels(levels)


class Rollout:
    """The decisions between two updates: arrays (steps, envs, ...) that the batch writes into, a row a step."""

    def __init__(self, game: Game, steps: int, envs: int, shaped: bool) -> None:
        shape = (steps + 1, envs)
        self.sparse = np.zeros((*shape, game.max_active_features()), np.int32)
        self.counts = np.zeros(shape, np.int32)
        self.mask = np.zeros((envs, game.num_distinct_actions()), np.bool_)
        # Of hundreds of actions a few are legal: kept is the list of them.
        self.legal = np.full((*shape, 1), -1, np.int32)
        self.rewards = np.zeros(shape, np.float32)
        self.shaping = np.zeros(shape, np.float32)
        self.ended = np.zeros(shape, np.bool_)
        self.starts = np.zeros(shape, np.int32)
        self.lengths = np.zeros(shape, np.int32)
        self.figures = np.zeros((*shape, len(game.state_figures)), np.int32)
        self.final_figures = np.zeros((*shape, len(game.state_figures)), np.int32)
        self.chosen = np.zeros(shape, np.int64)
        self.outputs = [
            Buffers(
                sparse=self.sparse[step],
                counts=self.counts[step],
                mask=self.mask,
                rewards=self.rewards[step],
                shaping=self.shaping[step] if shaped else None,
                terminated=self.ended[step],
                starts=self.starts[step],
                lengths=self.lengths[step],
                figures=self.figures[step],
                final_figures=self.final_figures[step],
            )
            for step in range(steps + 1)
        ]

    def observations(self, steps: slice | int) -> np.ndarray:
        """The sparse observations of steps, without columns that none of them fills."""
        width = int(self.counts[steps].max())
        return np.ascontiguousarray(self.sparse[steps][..., :width])

    def list_legal(self, step: int) -> np.ndarray:
        """The legal actions of the step that was played last."""
        lists = legal_lists(torch.from_numpy(self.mask)).numpy()
        if (missing := lists.shape[-1] - self.legal.shape[-1]) > 0:
            self.legal = np.pad(self.legal, ((0, 0), (0, 0), (0, missing)), constant_values=-1)
        self.legal[step] = -1
        self.legal[step, :, : lists.shape[-1]] = lists
        return lists

    def progress(self, weights: np.ndarray) -> np.ndarray:
        """What the steps added to figures, each times its weight."""
        after = np.where(self.ended[1:, :, np.newaxis], self.final_figures[1:], self.figures[1:])
        return (after - self.figures[:-1]).astype(np.float32) @ weights

    def begin_next(self) -> None:
        """Makes the last row of this update the first of the next."""
        for array in (self.sparse, self.counts, self.rewards, self.shaping, self.ended, self.starts, self.figures):
            array[0] = array[-1]


def advantages(
    rewards: np.ndarray, ended: np.ndarray, values: np.ndarray, *, discount: float, trace: float
) -> np.ndarray:
    """Generalized advantage estimates (Schulman et al., 2016), (steps, envs), from the values around the steps."""
    found = np.zeros_like(rewards)
    ahead = np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        goes_on = 1.0 - ended[step]
        surprise = rewards[step] + discount * values[step + 1] * goes_on - values[step]
        ahead = surprise + discount * trace * goes_on * ahead
        found[step] = ahead
    return found


def main() -> None:
    options = parsed()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    device = torch.device(options.device)
    setup = {"seats": options.seats} | ({"scenario": options.scenario} if options.scenario else {})
    game = heistlab.load_game(options.game, setup)
    weights = progress_weights(game, options.progress)
    shaping = Shaping("estimate", discount=options.discount) if options.shaping else None
    batch = Batch(game, options.envs, threads=options.threads, autoreset="same-step", shaping=shaping)
    begun = time.monotonic()
    curriculum = None
    if options.curriculum:
        curriculum = levels_of(game, options)
        batch.set_starts(curriculum.states, BEGIN_WITHIN, curriculum.weights())
        print(f"{len(curriculum.names)} levels, {time.monotonic() - begun:.0f} s")
    net = PolicyValue(game, tuple(options.hidden)).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=options.rate, eps=1e-5)
    rollout = Rollout(game, options.steps, options.envs, options.shaping)
    seeds = np.random.default_rng(options.seed).integers(UNSEEN, size=options.envs, dtype=np.uint64)
    batch.reset(seeds, rollout.outputs[0])
    curve = csv.writer(options.out.with_suffix(".csv").open("w", buffering=1, newline=""))
    curve.writerow(
        ["seconds", "decisions", "games", "won", "from_starts", "won_from_starts", "entropy", "loss", "levels"]
    )
    decisions = 0
    recent = np.zeros(4, np.int64)
    told = begun
    try:
        while (elapsed := time.monotonic() - begun) < options.minutes * 60:
            left = 1.0 - elapsed / (options.minutes * 60)
            optimizer.param_groups[0]["lr"] = options.rate * left
            values = np.zeros((options.steps + 1, options.envs), np.float32)
            log_odds = np.zeros((options.steps, options.envs), np.float32)
            for step in range(options.steps + 1):
                with torch.no_grad():
                    seen = torch.from_numpy(rollout.observations(step)).to(device)
                    legal = torch.from_numpy(rollout.list_legal(step)).to(device)
                    logits, value = net(seen, legal)
                    values[step] = value.cpu().numpy()
                    if step == options.steps:
                        break
                    policy = Categorical(logits=logits, validate_args=False)
                    chosen = policy.sample()
                    log_odds[step] = policy.log_prob(chosen).cpu().numpy()
                    action = legal.gather(1, chosen.unsqueeze(1)).squeeze(1)
                rollout.chosen[step] = chosen.cpu().numpy()
                batch.step(action.cpu().numpy().astype(np.int64), rollout.outputs[step + 1])
            rewards, ended = rollout.rewards[1:], rollout.ended[1:]
            shaped = rewards + rollout.shaping[1:] + np.float32(left) * rollout.progress(weights)
            gains = advantages(shaped, ended, values, discount=options.discount, trace=options.trace)
            from_starts = ended & (rollout.starts[1:] >= 0)
            counts = np.array(
                [ended.sum(), (rewards >= 1).sum(), from_starts.sum(), (from_starts & (rewards >= 1)).sum()]
            )
            recent += counts
            if curriculum:
                curriculum.record(rollout.starts[1:][ended], rewards[ended] >= 1, rollout.lengths[1:][ended])
                batch.set_starts(curriculum.states, BEGIN_WITHIN, curriculum.weights())

            def flat(rows: np.ndarray) -> torch.Tensor:
                return torch.from_numpy(rows.reshape(options.steps * options.envs, *rows.shape[2:])).to(device)

            sparse, legal = flat(rollout.observations(slice(options.steps))), flat(rollout.legal[:-1])
            chosen = flat(rollout.chosen[:-1])
            before, gained, returns = flat(log_odds), flat(gains), flat(gains + values[:-1])
            for _ in range(options.epochs):
                for rows in torch.randperm(len(chosen), device=device).split(options.minibatch):
                    logits, value = net(sparse[rows], legal[rows])
                    policy = Categorical(logits=logits, validate_args=False)
                    gain = gained[rows]
                    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                    ratio = (policy.log_prob(chosen[rows]) - before[rows]).exp()
                    bounded = ratio.clamp(1.0 - options.clip, 1.0 + options.clip)
                    # What fills the lists up has no odds, and adds nothing.
                    entropy = -(policy.probs * policy.logits.masked_fill(legal[rows] < 0, 0.0)).sum(-1).mean()
                    weight = options.entropy * (0.1 + 0.9 * left)
                    loss = (
                        -torch.min(ratio * gain, bounded * gain).mean()
                        + 0.5 * functional.mse_loss(value, returns[rows])
                        - weight * entropy
                    )
                    optimizer.zero_grad()
                    loss.backward()
                    torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                    optimizer.step()
            rollout.begin_next()
            decisions += options.steps * options.envs
            now = time.monotonic()
            if now - told > 10 or now - begun > options.minutes * 60:
                row = [f"{now - begun:.0f}", decisions, *recent, f"{entropy.item():.3f}", f"{loss.item():.4f}"]
                mostly_won = sum(won > 0.5 for won in curriculum.shares().values()) if curriculum else ""
                curve.writerow([*row, mostly_won])
                share = recent[1] / max(1, recent[0])
                real = (recent[1] - recent[3], recent[0] - recent[2])
                where = f", {real[0]} of {real[1]} from the beginning; {mostly_won} levels" if curriculum else ""
                print(
                    f"{now - begun:6.0f} s  {decisions:11,} decisions  {share:6.1%} of {recent[0]} games won{where}",
                    flush=True,
                )
                recent[:] = 0
                told = now
    except KeyboardInterrupt:
        print("stopped")
    card = {"data": f"PPO, self-play, {decisions} decisions, seed {options.seed}"}
    network = heistlab.export_network(options.out, game, **net.cpu().exported(), card=card)
    print(heistlab.arena(game, [network.spec], options.deals, seed=UNSEEN, progress=False))


if __name__ == "__main__":
    main()
