r"""PPO in one file, on games side by side, in the manner of CleanRL: self-play from nothing to a network in the arena.

All seats play the same network, from random weights; nothing is imitated::

    pip install "./python[torch]"
    python python/examples/ppo.py caper-cards --seats 4 --minutes 30
    python python/examples/ppo.py burgle-bros --scenario office-job --seats 1 --minutes 20 --moves --shaping \
        --curriculum 300 --entropy 0.003 --minibatch 2048

The first network has weights for each feature and action (``PolicyValue``). The second scores actions one by one, by
numbers of each (``MovePolicy``), which Burgle Bros and Masters of the Heist compute.

The network is written to ``--out`` (``ppo.safetensors``), the learning curve beside it as CSV, and the network plays
``--deals`` deals that it did not see, from the real start, with the game's own rewards. Ctrl-C ends the training early.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from collections.abc import Sequence
from pathlib import Path

import heistlab
import numpy as np
import torch
from heistlab import Batch, Buffers, Game, Shaping, starts
from heistlab.nn import MovePolicy, PolicyValue, legal_lists, select_moves
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
    parser.add_argument(
        "--hidden", type=int, nargs="+", default=[256, 64], help="widths of the layers, without --moves"
    )
    parser.add_argument(
        "--moves", action="store_true", help="score actions by numbers of each: distances, dangers, what lies there"
    )
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
        "--curriculum",
        type=int,
        default=0,
        metavar="GAMES",
        help="begin within games that the teacher won; how many it plays",
    )
    parser.add_argument("--teacher", default="heuristic", help="who plays the games of --curriculum")
    parser.add_argument("--deals", type=int, default=1000, help="deals in the arena")
    parser.add_argument("--out", type=Path, default=Path("ppo.safetensors"), help="the file of the network")
    return parser.parse_args()


def levels_of(game: Game, options: argparse.Namespace) -> starts.Levels:
    """Where games begin: at several distances from the end of games that the teacher won, and at their beginning. Only
    states are taken from the teacher, no moves."""
    draw = random.Random(options.seed)
    won = starts.played(game, options.teacher, options.curriculum, seed=options.seed, won=True)
    pools = starts.by_distance(won, DISTANCES) | {"beginning": [states[0] for states in won]}
    return starts.Levels({name: draw.sample(pool, min(len(pool), STATES)) for name, pool in pools.items()})


class Flags:
    """Observations for :class:`PolicyValue`: the active features, and lists of the legal actions."""

    def __init__(self, game: Game, envs: int) -> None:
        self.sparse = np.zeros((envs, game.max_active_features()), np.int32)
        self.counts = np.zeros(envs, np.int32)
        self.buffers = {"sparse": self.sparse, "counts": self.counts}

    def now(self, _: Batch, legal: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """What the network reads of the games as they are now."""
        return torch.from_numpy(self.sparse[:, : int(self.counts.max())].copy()), legal

    @staticmethod
    def joined(steps: list[tuple[torch.Tensor, ...]]) -> tuple[torch.Tensor, ...]:
        """Those of all steps, one after the other."""
        return tuple(torch.cat(filled_up(lists)) for lists in zip(*steps, strict=True))

    @staticmethod
    def select(seen: tuple[torch.Tensor, ...], rows: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Those of some decisions."""
        return tuple(part[rows] for part in seen)


class Numbers:
    """Observations for :class:`MovePolicy`: the numbers of decisions and of their legal actions."""

    def __init__(self) -> None:
        self.buffers: dict[str, np.ndarray] = {}

    def now(self, batch: Batch, _: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """What the network reads of the games as they are now."""
        return tuple(torch.from_numpy(part) for part in batch.move_inputs())

    @staticmethod
    def joined(steps: list[tuple[torch.Tensor, ...]]) -> tuple[torch.Tensor, ...]:
        """Those of all steps, one after the other."""
        return tuple(torch.cat(part) for part in zip(*steps, strict=True))

    @staticmethod
    def select(seen: tuple[torch.Tensor, ...], rows: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Those of some decisions."""
        return select_moves(*seen, rows)


class Rollout:
    """The decisions between two updates: arrays (steps, envs) that the batch writes into, a row per step."""

    def __init__(self, game: Game, steps: int, envs: int, shaped: bool, buffers: dict[str, np.ndarray]) -> None:
        shape = (steps, envs)
        self.mask = np.zeros((envs, game.num_distinct_actions()), np.bool_)
        self.rewards = np.zeros(shape, np.float32)
        self.shaping = np.zeros(shape, np.float32)
        self.ended = np.zeros(shape, np.bool_)
        self.starts = np.zeros(shape, np.int32)
        self.lengths = np.zeros(shape, np.int32)
        self.chosen = np.zeros(shape, np.int64)
        self.log_odds = np.zeros(shape, np.float32)
        self.first = Buffers(mask=self.mask, **buffers)
        self.outputs = [
            Buffers(
                mask=self.mask,
                rewards=self.rewards[step],
                shaping=self.shaping[step] if shaped else None,
                terminated=self.ended[step],
                starts=self.starts[step],
                lengths=self.lengths[step],
                **buffers,
            )
            for step in range(steps)
        ]


def filled_up(lists: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Lists that end in -1, all of the same width."""
    width = max(part.shape[-1] for part in lists)
    return [functional.pad(part, (0, width - part.shape[-1]), value=-1) for part in lists]


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
    if options.moves and not game.move_inputs:
        raise SystemExit(
            f"--moves: {game.name} computes no numbers of actions; expected burgle-bros or masters-of-the-heist"
        )
    shaping = Shaping("estimate", discount=options.discount) if options.shaping else None
    batch = Batch(game, options.envs, threads=options.threads, autoreset="same-step", shaping=shaping)
    begun = time.monotonic()
    curriculum = None
    if options.curriculum:
        curriculum = levels_of(game, options)
        batch.set_starts(curriculum.states, BEGIN_WITHIN, curriculum.weights())
        print(f"{len(curriculum.names)} levels, {time.monotonic() - begun:.0f} s")
    net = (MovePolicy(game) if options.moves else PolicyValue(game, tuple(options.hidden))).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=options.rate, eps=1e-5)
    observer = Numbers() if options.moves else Flags(game, options.envs)
    rollout = Rollout(game, options.steps, options.envs, options.shaping, observer.buffers)
    seeds = np.random.default_rng(options.seed).integers(UNSEEN, size=options.envs, dtype=np.uint64)
    batch.reset(seeds, rollout.first)
    legal = legal_lists(torch.from_numpy(rollout.mask))
    seen = [observer.now(batch, legal)]
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
            for step in range(options.steps + 1):
                with torch.no_grad():
                    logits, value = net(*(part.to(device) for part in seen[-1]))
                values[step] = value.cpu().numpy()
                if step == options.steps:
                    break
                policy = Categorical(logits=logits.cpu(), validate_args=False)
                chosen = policy.sample()
                rollout.chosen[step] = chosen.numpy()
                rollout.log_odds[step] = policy.log_prob(chosen).numpy()
                actions = legal.gather(1, chosen.unsqueeze(1)).squeeze(1)
                batch.step(actions.numpy().astype(np.int64), rollout.outputs[step])
                legal = legal_lists(torch.from_numpy(rollout.mask))
                seen.append(observer.now(batch, legal))
            rewards, ended = rollout.rewards, rollout.ended
            gains = advantages(rewards + rollout.shaping, ended, values, discount=options.discount, trace=options.trace)
            from_starts = ended & (rollout.starts >= 0)
            counts = np.array(
                [ended.sum(), (rewards >= 1).sum(), from_starts.sum(), (from_starts & (rewards >= 1)).sum()]
            )
            recent += counts
            if curriculum:
                curriculum.record(rollout.starts[ended], rewards[ended] >= 1, rollout.lengths[ended])
                batch.set_starts(curriculum.states, BEGIN_WITHIN, curriculum.weights())

            played = tuple(part.to(device) for part in observer.joined(seen[:-1]))
            seen = seen[-1:]
            chosen, before, gained, returns = (
                torch.from_numpy(rows.reshape(-1)).to(device)
                for rows in (rollout.chosen, rollout.log_odds, gains, gains + values[:-1])
            )
            for _ in range(options.epochs):
                for rows in torch.randperm(len(chosen), device=device).split(options.minibatch):
                    logits, value = net(*observer.select(played, rows))
                    policy = Categorical(logits=logits, validate_args=False)
                    gain = gained[rows]
                    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                    ratio = (policy.log_prob(chosen[rows]) - before[rows]).exp()
                    bounded = ratio.clamp(1.0 - options.clip, 1.0 + options.clip)
                    # What fills rows up has no odds, and adds nothing.
                    entropy = -(policy.probs * policy.logits.masked_fill(logits.isinf(), 0.0)).sum(-1).mean()
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
