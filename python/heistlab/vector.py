"""Many games at once as a Gymnasium vector environment, stepped in Rust on several threads."""

import operator
from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from heistlab import Batch, Buffers, Game, Shaping, State

# Before Gymnasium: it says what to install if Gymnasium is missing.
from heistlab.gym import (
    METADATA,
    Illegal,
    Observation,
    Observed,
    Observer,
    RenderFrame,
    checked_game,
    checked_options,
    draw,
)
from heistlab.starts import as_state

# isort: split
from gymnasium import logger, spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

_AUTORESET: dict[AutoresetMode, Literal["next-step", "same-step", "disabled"]] = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}

_RENDER_MODES = ("ansi", "svg", "rgb_array")


class Rows:
    """The arrays that a :class:`heistlab.Batch` of N games writes; :class:`heistlab.Buffers` says what they hold.

    ``observation`` is the dense or the sparse array, as the observer wants it; ``final`` asks for those of
    ``same-step`` too, ``shaping`` for what shaping adds to rewards.
    """

    def __init__(self, game: Game, count: int, observer: Observer, final: bool, shaping: bool) -> None:
        space, observation = observer.flat, observer.written
        actions = game.num_distinct_actions()
        self.observation: NDArray[Any] = np.zeros((count, *space.shape), space.dtype)
        self.mask = np.zeros((count, actions), np.bool_)
        self.players = np.zeros(count, np.int8)
        self.rewards = np.zeros(count, np.float32)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)
        self.endings = np.zeros(count, np.int8)
        self.figures = np.zeros((count, len(game.state_figures)), np.int32)
        if shaping:
            self.shaping = np.zeros(count, np.float32)
        arrays: dict[str, NDArray[Any]] = {observation: self.observation} | {
            name: array for name, array in vars(self).items() if name != "observation"
        }
        if final:
            self.final_observation = np.zeros_like(self.observation)
            self.final_mask = np.zeros_like(self.mask)
            self.final_players = np.zeros_like(self.players)
            self.final_figures = np.zeros_like(self.figures)
            arrays |= {
                f"final_{observation}": self.final_observation,
                "final_mask": self.final_mask,
                "final_players": self.final_players,
                "final_figures": self.final_figures,
            }
        self._arrays = arrays
        self.out = Buffers(**arrays)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "out"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.out = Buffers(**self._arrays)


class HeistVectorEnv(VectorEnv[Observed, NDArray[np.int64], NDArray[Any]]):
    """What Gymnasium's SyncVectorEnv of :class:`heistlab.gym.HeistEnv` is, many times faster.

    ``game``, ``observation``, ``illegal``, ``max_decisions``, ``shaping``, ``render_mode`` (without ``human``) and
    fields of the setup are as there; ``max_episode_steps`` is Gymnasium's name for ``max_decisions``.

    ``autoreset_mode``: as Gymnasium defines them. ``threads``: 0 for one a core.

    ``copy``: whether observations and action masks are the caller's to keep; if not, the next step overwrites them.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        observation: Observation = "dense",
        illegal: Illegal = "raise",
        max_decisions: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 0,
        copy: bool = True,
        shaping: Shaping | None = None,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        self.game = checked_game(
            game,
            setup,
            observation=(observation, get_args(Observation)),
            illegal=(illegal, get_args(Illegal)),
            render_mode=(render_mode, (None, *_RENDER_MODES)),
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.copy = copy
        self._mode = AutoresetMode(autoreset_mode)
        self._batch = Batch(
            self.game,
            num_envs,
            threads=threads,
            autoreset=_AUTORESET[self._mode],
            max_decisions=max_episode_steps if max_decisions is None else max_decisions,
            shaping=shaping,
        )
        self.metadata = METADATA | {"render_modes": list(_RENDER_MODES), "autoreset_mode": self._mode}
        self._observer = Observer(self.game, observation)
        self.single_observation_space = self._observer.space
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_shaped = shaping is not None
        is_same_step = self._mode == AutoresetMode.SAME_STEP
        self._rows = Rows(self.game, num_envs, self._observer, final=is_same_step, shaping=self._is_shaped)
        self._endings = np.array(self.game.endings, object)
        self._random = illegal == "random"
        self._seeded = np.zeros(num_envs, np.bool_)
        self._over = np.zeros(num_envs, np.bool_)
        """Games (N,) that ended and were not yet reset."""

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Starts new games, all or those of ``options["reset_mask"]``, bool of shape (N,).

        A seed n gives the games seeds n, n + 1 and so on; a list one to each, where None goes on from the last.

        With ``options["state"]`` games begin in the middle: all in one state, or each in its own of a list, where None
        begins as the setup says. :func:`heistlab.starts.as_state` says what may be given.
        """
        if seed is not None and not isinstance(seed, list | tuple):
            first = operator.index(seed)
            super().reset(seed=first)
            seed = [first + row for row in range(self.num_envs)]
        seeds = [None] * self.num_envs if seed is None else seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: found {len(seeds)} seeds; expected one for each of {self.num_envs} games")
        for row, one in enumerate(seeds):
            if one is not None and not 0 <= operator.index(one) < 2**64:
                raise ValueError(f"seed: found {one} for game {row}; expected 0 to 2**64 - 1")
        options = checked_options(options, "reset_mask", "state")
        where = self._reset_mask(options)
        states = self._states(options.get("state"), where)
        drawn = self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)
        numbers = np.array([drawn[row] if one is None else one for row, one in enumerate(seeds)], np.uint64)
        given = np.array([one is not None for one in seeds])
        seeded, going_on = where & (given | ~self._seeded), where & ~given & self._seeded
        self._begin(numbers, seeded, states)
        self._begin(None, going_on, states)
        self._seeded |= where
        self._over &= ~where
        return self._look(None if where.all() else where)

    def _states(self, given: Any, where: NDArray[np.bool_]) -> list[State | None]:
        """The state that each game is to begin in, of those that begin."""
        if isinstance(given, list):
            if len(given) != self.num_envs:
                expected = f"one for each of {self.num_envs} games"
                raise ValueError(f"options['state']: found {len(given)} states; expected {expected}")
        else:
            given = [given] * self.num_envs
        wanted = [state if where[row] else None for row, state in enumerate(given)]
        read: dict[int, State] = {}
        for state in wanted:
            if state is not None and id(state) not in read:
                read[id(state)] = as_state(self.game, state)
        return [None if state is None else read[id(state)] for state in wanted]

    def _begin(self, seeds: NDArray[np.uint64] | None, where: NDArray[np.bool_], states: list[State | None]) -> None:
        """Starts new games in some rows (N,)."""
        chosen = [state if where[row] else None for row, state in enumerate(states)]
        plain = where & np.array([state is None for state in chosen])
        if plain.any():
            self._batch.reset(seeds, self._rows.out, plain)
        if (where & ~plain).any():
            self._batch.set_states(chosen, self._rows.out, seeds)

    def set_starts(
        self, states: Sequence[State], share: float = 1.0, weights: Sequence[float] | NDArray[Any] | None = None
    ) -> None:
        """Lets a share of the games from now on begin in one of some states, as :meth:`heistlab.Batch.set_starts`."""
        self._batch.set_starts(states, share, weights)

    def _reset_mask(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = options.get("reset_mask", np.ones(self.num_envs, np.bool_))
        is_mask = isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,)
        if not is_mask or not mask.any():
            raise ValueError(
                f"options['reset_mask']: found {mask!r}; expected a bool array of shape ({self.num_envs},) with a True"
            )
        return mask

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observed, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        if not self._seeded.all():
            raise ResetNeeded(f"games {np.flatnonzero(~self._seeded)} have not begun: call reset()")
        if self._mode == AutoresetMode.DISABLED and self._over.any():
            raise ResetNeeded(f"games {np.flatnonzero(self._over)} are over: reset them with the option reset_mask")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            found = f"{actions.dtype} of shape {actions.shape}"
            raise ValueError(f"actions: found {found}; expected integers of shape ({self.num_envs},)")
        actions = np.ascontiguousarray(actions, np.int64)
        if self._random:
            actions = self._replaced(actions)
        rows, began = self._rows, self._over
        self._batch.step(actions, rows.out)
        over = rows.terminated | rows.truncated
        observation, infos = self._look(None)
        rewards = rows.rewards.astype(np.float64)
        shaped = rewards + rows.shaping if self._is_shaped else rewards
        if self._mode != AutoresetMode.SAME_STEP:
            self._over = over
            if over.any():
                infos |= self._end(over)
        elif over.any():
            final_obs = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(over):
                final_obs[row] = self._observer(rows.final_observation[row], copy=True)
            final_info = self._info(rows.final_mask, rows.final_players, rows.final_figures, over) | self._end(over)
            if self._is_shaped:
                final_info |= _rows_that_have(over, game_reward=rewards * over)
            infos |= _rows_that_have(over, final_obs=final_obs, final_info=final_info)
        # Not where these infos are those of a game that only began.
        stepped = ~over if self._mode == AutoresetMode.SAME_STEP else ~began
        if self._is_shaped and stepped.any():
            infos |= _rows_that_have(stepped, game_reward=rewards * stepped)
        return observation, shaped, rows.terminated.copy(), rows.truncated.copy(), infos

    def _replaced(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The actions (N,), with legal ones in place of illegal ones."""
        mask = self._rows.mask
        known = actions.clip(0, mask.shape[1] - 1)
        legal = (known == actions) & mask[np.arange(self.num_envs), known]
        replace = ~legal & ~self._over
        if replace.any():
            actions = actions.copy()
            self._batch.sample_actions(actions, replace)
        return actions

    def _look(self, where: NDArray[np.bool_] | None) -> tuple[Observed, dict[str, Any]]:
        """The observations, and the infos that games have at every step; of some rows (N,) or of all."""
        rows = self._rows
        observation = self._observer(rows.observation, copy=self.copy)
        return observation, self._info(rows.mask, rows.players, rows.figures, where)

    def _info(
        self,
        mask: NDArray[np.bool_],
        players: NDArray[np.int8],
        figures: NDArray[np.int32],
        where: NDArray[np.bool_] | None,
    ) -> dict[str, Any]:
        flags, numbers, counts = mask.view(np.int8), players.astype(np.int64), figures.T.astype(np.int64)
        if where is None:
            where = np.ones(self.num_envs, np.bool_)
            flags = flags.copy() if self.copy else flags
        else:
            flags, numbers, counts = flags * where[:, None], numbers * where, counts * where
        by_name = dict(zip(self.game.state_figures, counts, strict=True))
        named = _rows_that_have(where, **by_name)
        return _rows_that_have(where, action_mask=flags, player=numbers, figures=named)

    def _end(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """The infos of games that ended in this step, rows (N,)."""
        rows = self._rows
        infos = _rows_that_have(over, is_success=over & (rows.rewards >= 1))
        won_or_lost = rows.terminated
        if won_or_lost.any():
            ending = np.full(self.num_envs, None, object)
            ending[won_or_lost] = self._endings[rows.endings[won_or_lost]]
            infos |= _rows_that_have(won_or_lost, ending=ending)
        return infos

    def sample_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game, (N,), from streams of the games' own seeds; 0 where a game is over."""
        actions = np.zeros(self.num_envs, np.int64)
        self._batch.sample_actions(actions)
        return actions

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, (N, A)."""
        return self._rows.mask.copy()

    def state(self, row: int) -> State:
        """A copy of a game's whole state, with everything that players do not know: for analysis, not for agents."""
        return self._batch.state(row)

    def render(self) -> tuple[RenderFrame | None, ...] | None:  # type: ignore[override]
        if self.render_mode is None:
            logger.warn('render() needs a render_mode, such as gymnasium.make_vec(..., render_mode="ansi")')
            return None
        return tuple(draw(self.state(row), self.render_mode) for row in range(self.num_envs))


def _rows_that_have(where: NDArray[np.bool_], **infos: Any) -> dict[str, Any]:
    """Infos as Gymnasium has them: beside every value, under its name with ``_`` before it, the rows that have it."""
    return infos | {f"_{name}": where.copy() for name in infos}
