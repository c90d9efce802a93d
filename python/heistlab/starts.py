"""States to begin games in: curricula, and training where random play never gets.

::

    from heistlab import load_game, starts

    game = load_game("burgle-bros", scenario="office-job", seats=1)
    won = starts.played(game, "improve:sims=60", 20, seed=1, won=True)    # the decisions of games, game by game
    curriculum = starts.Curriculum(won)
    batch.set_starts(curriculum.states(), share=0.8)                      # near the end at first
    if curriculum.record(wins, games):                                    # what the learner did from there
        batch.set_starts(curriculum.states(), share=0.8)                  # farther from it

:class:`Levels` chooses among levels of difficulty by how often the learner wins each.

Lists of states go to ``set_starts`` of :class:`heistlab.Batch`, of the environments and of
:class:`heistlab.sb3.HeistVecEnv`; one state to ``reset(options={"state": ...})``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heistlab._core import Agent, Game, Replay, State
from heistlab._errors import require
from heistlab._games import load_game

_MOST_BYTES = 16 << 20

Given = State | Replay | Mapping[str, Any] | str | bytes
"""What can be made into a state."""


def as_state(game: Game, given: Given) -> State:
    """A state of a game: itself; the last of a Replay; or read from a position or a serialized state.

    ``given``: a State, a Replay, a mapping as ``json.load`` makes of a position, or text or bytes of either file:
    a position (:meth:`heistlab.State.position`) or :meth:`heistlab.State.serialize`.

    Raises ValueError for what cannot be read, PositionError for a position that contradicts itself.
    """
    if isinstance(given, State):
        return given
    if isinstance(given, Replay):
        return given.state()
    if isinstance(given, bytes | bytearray):
        try:
            given = bytes(given).decode()
        except UnicodeDecodeError as error:
            raise ValueError(f"state: found bytes that are no text ({error}); expected those of a file") from None
    if isinstance(given, Mapping):
        given = json.dumps(given)
    require("state", given, str, "a State, a Replay, a position, or the text or bytes of a file with one")
    try:
        fields = json.loads(given)
    except ValueError as error:
        raise ValueError(f"state: {error}; expected a position or what State.serialize gave") from None
    is_serialized = isinstance(fields, dict) and "start" in fields and "steps" in fields
    return game.deserialize_state(given) if is_serialized else game.read_position(given)


def of_positions(game: Game, paths: Iterable[str | PathLike[str]]) -> list[State]:
    """The positions in files, one each, at their next decision: as :meth:`heistlab.State.play_chance` draws it.

    Raises OSError for a file that cannot be read, and ValueError, which names the file, for one that holds no position
    with a decision to come.
    """
    return [_at_decision(game, _read(Path(path)), fspath(path), number) for number, path in enumerate(paths)]


def _read(path: Path) -> bytes:
    """A file of a position, which is not longer than on the command line."""
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise ValueError(f"{path}: is too long; expected at most {_MOST_BYTES} bytes")
    return data


def changed(
    game: Game, states: Iterable[State], change: Callable[[dict[str, Any]], Mapping[str, Any]], *, seed: int = 0
) -> list[State]:
    """States with other positions: with more Stealth than in any setup, say, so that a beginner wins now and then.

    ``change`` is called with each state's position, as ``json.load`` makes it of :meth:`heistlab.State.position`, and
    returns the position to begin in: the same object, changed, or another one. Chance is played up to a decision.

    Raises PositionError, which names the place among the states, for a position that contradicts itself or the rules.
    """
    positions = (change(json.loads(state.position())) for state in states)
    return [
        _at_decision(game, position, f"states[{number}]", seed + number) for number, position in enumerate(positions)
    ]


def _at_decision(game: Game, given: Given, name: str, seed: int) -> State:
    """A state at its next decision, as :meth:`heistlab.State.play_chance` draws it; errors name where it is from."""
    try:
        state = as_state(game, given).clone()
    except ValueError as error:
        error.args = (f"{name}: {error.args[0]}", *error.args[1:])
        raise
    state.play_chance(seed)
    if state.is_terminal():
        raise ValueError(f"{name}: the game is over; expected a position in which somebody decides")
    return state


def of_replays(replays: Iterable[Replay | str | PathLike[str]], *, won: bool | None = None) -> list[list[State]]:
    """The states of recorded games in which somebody decided, game by game, in their order.

    ``replays``: Replays or the paths of their files. ``won``: only games that were fully won, or only others.
    """
    found = []
    for replay in replays:
        if not isinstance(replay, Replay):
            replay = Replay.read(replay)
        result = replay.result
        if won is None or won == bool(result and result["win"]):
            states = map(replay.state, range(len(replay) + 1))
            found.append([state for state in states if state.current_player() >= 0])
    return found


def played(game: Game, agent: str, games: int, *, seed: int = 0, won: bool | None = None) -> list[list[State]]:
    """The states of new games in which somebody decides, game by game, in their order.

    ``agent``: the spec of the agent that plays for everybody. ``won``: only games that are fully won, or only others;
    then there may be fewer than ``games``. The same seed gives the same games.
    """
    require("games", games, int, "how many games are played")
    found = []
    for number in range(games):
        state = game.new_initial_state(seed + number)
        player = Agent(game, agent, seed=seed + number)
        decisions = []
        chance = random.Random(seed + number)
        state.play_chance(chance.random)
        while not state.is_terminal():
            decisions.append(state.clone())
            state.apply_action(player.choose(state))
            state.play_chance(chance.random)
        result = state.result()
        if won is None or won == bool(result and result["win"]):
            found.append(decisions)
    return found


def of_setups(
    name: str, setups: Iterable[Mapping[str, Any]], count: int, *, seed: int = 0, **common: Any
) -> list[State]:
    """First decisions of other setups of a game, such as easier ones: ``count`` for each.

    ``setups``: fields as :func:`heistlab.load_game` takes them, beside those they have in ``common``. All must be
    for as many players as the game that is trained.
    """
    found = []
    for setup in setups:
        game = load_game(name, **common, **setup)
        for number in range(count):
            state = game.new_initial_state(seed + number)
            state.play_chance(seed + number)
            found.append(state)
    return found


def at_turn(games: Iterable[Sequence[State]], turn: int) -> list[State]:
    """The first decision of a turn in each game that has one; :meth:`heistlab.State.turn` numbers them."""
    firsts = (next((state for state in states if state.turn() >= turn), None) for states in games)
    return [state for state in firsts if state is not None]


def near_end(games: Iterable[Sequence[State]], decisions: int) -> list[State]:
    """The last decisions of each game."""
    if decisions < 1:
        raise ValueError(f"decisions: found {decisions}; expected at least 1")
    return [state for states in games for state in states[-decisions:]]


def by_distance(games: Iterable[Sequence[State]], distances: Sequence[int]) -> dict[str, list[State]]:
    """Decisions by how far they are from the end of their game, for :class:`Levels`.

    ``distances``: numbers of decisions, rising from 0; (0, 4, 10) gives ``{"1 to 4": [...], "5 to 10": [...]}``. The
    last decision of a game is 1 from the end. Distances that no game has are left out.
    """
    if len(distances) < 2 or distances[0] != 0 or any(near >= far for near, far in pairwise(distances)):
        raise ValueError(f"distances: found {distances!r}; expected two or more numbers, rising from 0")
    games = list(games)
    bands = {
        f"{near + 1} to {far}": [state for states in games for state in states[-far : max(0, len(states) - near)]]
        for near, far in pairwise(distances)
    }
    return {name: states for name, states in bands.items() if states}


class Curriculum:
    """A reverse curriculum: games begin near the end of recorded ones, and farther from it as the learner wins more
    (Florensa et al., "Reverse curriculum generation for reinforcement learning", 2017; Salimans and Chen, "Learning
    Montezuma's Revenge from a single demonstration", 2018).

    ``games``: their decisions, as :func:`played` and :func:`of_replays` give them. Only states are taken from them:
    a learner sees no move.

    ``target``: the share of wins at which games begin farther away. ``first``: how many decisions from the end they
    begin at first, and ``factor``: how many times as many afterwards. ``window``: how many results a share is
    measured with. States are those of the last ``distance`` decisions of each game, so what was learned is not
    forgotten.
    """

    def __init__(
        self,
        games: Sequence[Sequence[State]],
        *,
        target: float = 0.5,
        first: int = 4,
        factor: float = 1.5,
        window: int = 500,
    ) -> None:
        if not any(games):
            raise ValueError("games: found no states; expected at least one game with decisions")
        for name, value, is_right, expected in (
            ("target", target, 0 < target < 1, "a number between 0 and 1"),
            ("first", first, first >= 1, "at least 1"),
            ("factor", factor, factor > 1, "a number above 1"),
            ("window", window, window >= 1, "at least 1"),
        ):
            if not is_right:
                raise ValueError(f"{name}: found {value}; expected {expected}")
        self.games = games
        self.target = target
        self.factor = factor
        self.window = window
        self.distance = first
        """From how many decisions before the end games begin at most."""
        self._longest = max(map(len, games))
        self._wins = self._results = 0

    @property
    def is_done(self) -> bool:
        """Whether games begin anywhere up to their first decision."""
        return self.distance >= self._longest

    def states(self) -> list[State]:
        """Where games begin now."""
        return near_end(self.games, self.distance)

    def record(self, wins: int, games: int) -> bool:
        """Counts results of games from :meth:`states`; whether these have changed."""
        self._wins += wins
        self._results += games
        if self._results < self.window:
            return False
        moves_on = self._wins >= self.target * self._results and not self.is_done
        if moves_on:
            self.distance = min(self._longest, max(self.distance + 1, int(self.distance * self.factor)))
        self._wins = self._results = 0
        return moves_on

    def __repr__(self) -> str:
        return f"Curriculum({len(self.games)} games, distance={self.distance} of {self._longest})"


class Levels:
    """Start states in levels of difficulty: played most are levels that the learner wins now and then.

    ::

        levels = starts.Levels({"easy": [...], "hard": [...]})
        batch.set_starts(levels.states, 0.9, levels.weights())
        levels.record(starts[ended], rewards[ended] >= 1, lengths[ended])     # from the buffers of a step
        batch.set_starts(levels.states, 0.9, levels.weights())

    A level of whose games a share p is won gets a share of all decisions in proportion to p (1 - p): what is always won
    or never won teaches least (Florensa et al., "Automatic goal generation for reinforcement learning agents", 2018:
    goals of intermediate difficulty). p is estimated by Laplace's rule, with one win and one loss more than there were;
    therefore levels without results are tried first, and none is given up.

    ``levels``: states by the names of their levels. ``window``: how many of the last results of a level count, about.
    """

    def __init__(self, levels: Mapping[str, Sequence[State]], *, window: int = 300) -> None:
        if not levels or not all(levels.values()):
            empty = next((name for name, states in levels.items() if not states), None)
            where = "levels: found none" if empty is None else f"levels[{empty!r}]: found no states"
            raise ValueError(f"{where}; expected levels with at least one state each")
        if window < 1:
            raise ValueError(f"window: found {window}; expected at least 1")
        self.names = list(levels)
        self.window = window
        self.states = [state for states in levels.values() for state in states]
        """Where games begin, level by level."""
        self._sizes = np.array([len(states) for states in levels.values()])
        self._level = np.repeat(np.arange(len(levels)), self._sizes)
        # Games, games won and decisions of each level.
        self._results = np.zeros((len(levels), 3))

    def record(
        self, starts: NDArray[np.integer[Any]], won: NDArray[np.bool_], lengths: NDArray[np.integer[Any]]
    ) -> None:
        """Counts games that ended: where each began, as the buffer ``starts`` has it, whether it was won, and its
        decisions, as the buffer ``lengths`` has them. Games that began elsewhere (-1) do not count."""
        is_ours = starts >= 0
        levels = self._level[starts[is_ours]]
        np.add.at(self._results, levels, np.stack([np.ones(len(levels)), won[is_ours], lengths[is_ours]], axis=1))
        games = self._results[:, :1]
        self._results *= np.minimum(1.0, self.window / np.maximum(games, 1.0))

    def shares(self) -> dict[str, float]:
        """The share of wins of each level, by Laplace's rule: 0.5 where there are no results."""
        return dict(zip(self.names, self._shares().tolist(), strict=True))

    def weights(self) -> NDArray[np.float64]:
        """How often games begin in each of ``states``, relative to the others: for ``set_starts``."""
        games, _, decisions = self._results.T
        played = games > 0
        # Levels without results pass for as long as the others.
        usual = decisions.sum() / games.sum() if played.any() else 1.0
        lengths = np.where(played, decisions / np.where(played, games, 1.0), usual)
        shares = self._shares()
        by_level: NDArray[np.float64] = shares * (1.0 - shares) / np.maximum(lengths, 1.0) / self._sizes
        return by_level[self._level]

    def _shares(self) -> NDArray[np.float64]:
        games, wins, _ = self._results.T
        shares: NDArray[np.float64] = (wins + 1.0) / (games + 2.0)
        return shares

    def __repr__(self) -> str:
        return f"Levels({', '.join(f'{name}: {share:.0%}' for name, share in self.shares().items())})"
