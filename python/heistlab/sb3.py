"""Many games at once as a vector environment of Stable-Baselines3, stepped in Rust on several threads.

::

    from heistlab.sb3 import HeistVecEnv
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor

    env = VecMonitor(HeistVecEnv("caper-cards", 64, seats=2))
    MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=1024).learn(200_000)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from heistlab import Batch, Game, Shaping, State
from heistlab._pictures import pixels
from heistlab.gym import Observation, Observed, Observer, checked_game
from heistlab.vector import Rows

try:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv
except ImportError as error:
    raise ImportError("heistlab.sb3 needs Stable-Baselines3: pip install heistlab[sb3]") from error
from gymnasium import spaces


class HeistVecEnv(VecEnv):
    """What Stable-Baselines3's ``DummyVecEnv`` of :class:`heistlab.gym.HeistEnv` is, many times faster.

    ``game``, ``observation``, ``max_decisions``, ``shaping`` and fields of the setup are as there. ``threads``: 0
    for one a core. sb3-contrib's ``MaskablePPO`` finds ``action_masks``. An illegal action raises
    IllegalActionError.

    Infos are those of Stable-Baselines3: where a game ended ``terminal_observation`` and ``TimeLimit.truncated``,
    and beside them ``is_success``, ``figures`` and, unless truncated, ``ending``; with shaping ``game_reward``.
    Other rows have none.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        *,
        observation: Observation = "dense",
        max_decisions: int | None = None,
        shaping: Shaping | None = None,
        threads: int = 0,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        self.game = checked_game(
            game,
            setup,
            observation=(observation, get_args(Observation)),
            render_mode=(render_mode, (None, "rgb_array")),
        )
        self._batch = Batch(
            self.game, num_envs, threads=threads, autoreset="same-step", max_decisions=max_decisions, shaping=shaping
        )
        self._is_shaped = shaping is not None
        self._observer = Observer(self.game, observation)
        self._rows = Rows(self.game, num_envs, self._observer, final=True, shaping=self._is_shaped)
        self._actions = np.zeros(num_envs, np.int64)
        self._is_begun = False
        # What VecEnv reads from its environments.
        self.render_mode = render_mode
        super().__init__(
            num_envs,
            self._observer.space,
            spaces.Discrete(self.game.num_distinct_actions()),
        )

    def reset(self) -> Observed:
        """Starts new games, of the seeds that :meth:`seed` set, or else the next ones."""
        seeds, options = self._seeds, self._options
        self._reset_seeds()
        self._reset_options()
        wrong = next((option for option in options if option), None)
        if wrong is not None:
            raise ValueError(f"options: found {wrong!r}; expected none: set_starts() says where games begin")
        if seeds[0] is not None:
            self._batch.reset(np.array(seeds, np.uint64), self._rows.out)
        elif self._is_begun:
            self._batch.reset(None, self._rows.out)
        else:
            drawn = np.random.default_rng().integers(2**64, size=self.num_envs, dtype=np.uint64)
            self._batch.reset(drawn, self._rows.out)
        self._is_begun = True
        return self._seen()

    def _seen(self) -> Observed:
        seen: Observed = self._observer(self._rows.observation, copy=True)
        return seen

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self._actions = np.ascontiguousarray(actions, np.int64)

    def step_wait(self) -> tuple[Observed, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        rows = self._rows
        self._batch.step(self._actions, rows.out)
        over = rows.terminated | rows.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(over):
            figures = dict(zip(self.game.state_figures, rows.final_figures[row].tolist(), strict=True))
            infos[row] = {
                "terminal_observation": self._observer(rows.final_observation[row], copy=True),
                "TimeLimit.truncated": bool(rows.truncated[row]),
                "is_success": bool(rows.rewards[row] >= 1),
                "figures": figures,
            }
            if rows.terminated[row]:
                infos[row]["ending"] = self.game.endings[rows.endings[row]]
            if self._is_shaped:
                infos[row]["game_reward"] = float(rows.rewards[row])
        rewards = rows.rewards + rows.shaping if self._is_shaped else rows.rewards.copy()
        return self._seen(), rewards, over, infos

    def set_starts(
        self, states: Sequence[State], share: float = 1.0, weights: Sequence[float] | NDArray[Any] | None = None
    ) -> None:
        """Lets a share of the games from now on begin in one of some states, as :meth:`heistlab.Batch.set_starts`."""
        self._batch.set_starts(states, share, weights)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, (N, A)."""
        return self._rows.mask.copy()

    def state(self, row: int) -> State:
        """A copy of a game's whole state, with everything that players do not know: for analysis, not for agents."""
        return self._batch.state(row)

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        return [pixels(self.state(row).to_svg(max(0, self._rows.players[row]))) for row in range(self.num_envs)]

    def close(self) -> None:
        """Nothing is open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "action_masks":
            masks = self._rows.mask
            return [lambda row=row: masks[row].copy() for row in self._get_indices(indices)]
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name}: the games of a batch have no attributes of their own")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        rows = self._get_indices(indices)
        if method_name == "action_masks":
            return [self._rows.mask[row].copy() for row in rows]
        if method_name == "state":
            return [self.state(row) for row in rows]
        raise AttributeError(f"{method_name}: expected action_masks or state")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
