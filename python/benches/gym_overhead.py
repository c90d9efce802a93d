"""What a step of HeistEnv costs, beside a step of an environment that does nothing.

Both have the same spaces and infos and come from ``gymnasium.make`` with its wrappers; both play the same actions, one
game of the one after one of the other, so that whatever disturbs the machine disturbs both. Resets are not counted, and
time is that of the processor. What the game itself costs, with its mask and observation, is measured in a batch of many
rows, where nothing else counts; a step less that is the overhead.

    python benches/gym_overhead.py
"""

import argparse
from statistics import median
from time import thread_time
from typing import Any

import gymnasium
import numpy as np
from heistlab import Batch
from heistlab.gym import Observation, Observer
from heistlab.vector import Rows
from numpy.typing import NDArray

ROWS = 256
OBSERVATIONS: tuple[Observation, ...] = ("dense", "sparse")
"""Those that Rust writes; planes are made of them in Python."""


class Idle(gymnasium.Env[NDArray[Any], np.int64]):
    """The spaces and infos of a HeistEnv, and steps that do nothing but give new arrays."""

    def __init__(self, like: str, observation: Observation) -> None:
        heist = gymnasium.make(like, observation=observation)
        self.observation_space, self.action_space = heist.observation_space, heist.action_space
        self._observation, self._info = heist.reset(seed=0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        return self._observation.copy(), self._new_info()

    def step(self, action: np.int64) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        return self._observation.copy(), 0.0, False, False, self._new_info()

    def _new_info(self) -> dict[str, Any]:
        return {"action_mask": self._info["action_mask"].copy(), "player": 0, "figures": self._info["figures"].copy()}


def recorded(env: gymnasium.Env, seeds: range) -> list[list[int]]:
    """The actions of random games, a list a game."""
    rng = np.random.default_rng(0)
    games = []
    for seed in seeds:
        _, info = env.reset(seed=seed)
        actions: list[int] = []
        over = False
        while not over:
            actions.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            *_, terminated, truncated, info = env.step(actions[-1])
            over = terminated or truncated
        games.append(actions)
    return games


def timed(env: gymnasium.Env, seed: int, actions: list[int]) -> float:
    env.reset(seed=seed)
    step = env.step
    start = thread_time()
    for action in actions:
        step(action)
    return thread_time() - start


def timed_batch(batch: Batch, rows: Rows, steps: int) -> float:
    """Seconds a step of one row."""
    actions = np.zeros(batch.num_envs, np.int64)
    seconds = 0.0
    for _ in range(steps):
        batch.sample_actions(actions)
        start = thread_time()
        batch.step(actions, rows.out)
        seconds += thread_time() - start
    return seconds / steps / batch.num_envs


def main() -> None:
    gymnasium.register("Idle-v0", entry_point=f"{__name__}:Idle")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games a repeat")
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    head = f"{'idle us':>9}{'heist us':>10}{'ratio':>7}{'game us':>9}{'overhead us':>13}{'ratio':>7}"
    print(f"{'environment':<31}{'observation':<13}{head}")
    for id in sorted(spec for spec in gymnasium.registry if spec.startswith("heistlab/")):
        for observation in OBSERVATIONS:
            heist = gymnasium.make(id, observation=observation)
            idle = gymnasium.make("Idle-v0", like=id, observation=observation)
            game = heist.get_wrapper_attr("game")
            batch = Batch(game, ROWS, threads=1, autoreset="same-step")
            rows = Rows(game, ROWS, Observer(game, observation), final=True, shaping=False)
            batch.reset(np.arange(ROWS, dtype=np.uint64), rows.out)
            games = recorded(heist, range(options.games))
            steps = sum(map(len, games))
            times: list[tuple[float, float, float]] = []
            for _ in range(options.repeats):
                base = whole = 0.0
                for seed, actions in enumerate(games):
                    base += timed(idle, seed, actions)
                    whole += timed(heist, seed, actions)
                times.append((base / steps * 1e6, whole / steps * 1e6, timed_batch(batch, rows, 50) * 1e6))
            base, whole, alone = (median(column) for column in zip(*times, strict=True))
            figures = f"{base:>9.2f}{whole:>10.2f}{whole / base:>7.2f}{alone:>9.2f}{whole - alone:>13.2f}"
            print(f"{id:<31}{observation:<13}{figures}{(whole - alone) / base:>7.2f}")


if __name__ == "__main__":
    main()
