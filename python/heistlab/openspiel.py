"""OpenSpiel: every game of Heistlab as a ``pyspiel`` game.

Importing this module registers the games, each as ``python_`` and its name with ``_`` for ``-``::

    import random

    import heistlab.openspiel
    import pyspiel

    game = pyspiel.load_game("python_burgle_bros(seats=3,scenario=bank-job,seed=7)")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, odds)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

**Parameters** are the simple fields of the game's setup, with ``_`` for ``-``, and three more:

``setup``
    The other fields, as JSON; they go before the parameters: ``{"characters":["hacker-basic","hawk-basic"]}``.
    OpenSpiel splits a game string at commas, brackets and equals signs: :func:`game_string` writes ``%2C`` and the
    like for them.
``seed``
    What the setup leaves open (characters, random walls) is drawn from it: 0 to 2**31 - 1. All other chance is in
    chance nodes.
``max_game_length``
    A game that takes so many steps (decisions and draws) ends there, with nothing won. Rules may bound the turns of
    a game, not the steps of a turn. Experts take hundreds of steps in a game; the longest of 540 had 1359.

**Chance** is explicit. What nobody knows yet is drawn when it is revealed, from the exact distribution. So a game
in which nobody has secrets is one of perfect information here (Burgle Bros.); one with hands is not (Caper Cards).

**Observations.** ``observation_string`` is the position as its player knows it, in JSON, and ``observation_tensor``
the same as features (1 or 0; ``game.heist.feature_name`` says what they mean). They hold all that a player knows
about the present, but not how it came about: they are Markov, not perfect recall. ``information_state_string`` has
perfect recall: the position and then every step as the player saw it. There is no tensor with perfect recall; what
learns should learn from observations.

``str(state)`` is the whole position in JSON. ``state.heist`` is the :class:`heistlab.State` within, with its
pictures, explanations and analyses, and ``game.heist`` the :class:`heistlab.Game`; they are for reading. A position
from a table becomes a state with ``HeistState(game, game.heist.read_position(text))``, in a game of as many
players.

**Limits.** Steps cannot be undone. Public and private parts are not observed apart: ``make_observation`` gives
None. A resampled state has no history, and its information states tell of the steps before only what the player saw
that it was made for. OpenSpiel's compiled bots are not made for games in Python: ``pyspiel.ISMCTSBot`` cannot call
``resample_from_infostate``, and ``step`` of ``pyspiel.MCTSBot`` releases the GIL and crashes (2.0.2; ``mcts_search``
works). Its bots in Python work: ``open_spiel.python.algorithms.mcts`` and ``ismcts``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

import heistlab
from heistlab._pickles import Reduced, restored

try:
    import pyspiel  # type: ignore[import-not-found]
except ImportError as error:
    raise ImportError("heistlab.openspiel needs OpenSpiel: pip install heistlab[openspiel]") from error

__all__ = ["HeistGame", "HeistObserver", "HeistState", "game_string", "short_name"]

MAX_GAME_LENGTH = 10_000
"""The default of the parameter ``max_game_length``."""


def short_name(game_id: str) -> str:
    """The name in OpenSpiel of a game of Heistlab: ``python_burgle_bros``."""
    return "python_" + game_id.replace("-", "_")


def game_string(game_id: str, setup: dict[str, Any] | None = None, **parameters: bool | int | str) -> str:
    """A text for ``pyspiel.load_game`` with any setup: ``game_string("burgle-bros", {"walls": "random"}, seats=2)``."""
    if setup:
        parameters["setup"] = _quoted(json.dumps(setup))
    return f"{short_name(game_id)}({','.join(f'{name}={value}' for name, value in parameters.items())})"


def _quoted(text: str) -> str:
    return quote(text, safe=' {}[]":')


def _object(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text or "{}")
    except ValueError as error:
        raise ValueError(f"the parameter setup is not JSON: {error}: {text}") from error
    if not isinstance(fields, dict):
        raise ValueError(f"the parameter setup is no JSON object: {text}")
    return fields


def _load_game(text: str) -> HeistGame:
    """``pyspiel.load_game`` for pickles: who finds it here has the games registered."""
    game: HeistGame = pyspiel.load_game(text)
    return game


class HeistGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a setup. Made by ``pyspiel.load_game``; each game of Heistlab has a subclass."""

    game_id: str
    game_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any]) -> None:
        fields = {name.replace("_", "-"): value for name, value in params.items()}
        rest, self._seed, length = unquote(fields.pop("setup")), fields.pop("seed"), fields.pop("max-game-length")
        if length < 1:
            raise ValueError(f"the parameter max_game_length is {length}; a game has at least 1 step")
        self.heist = heistlab.load_game(self.game_id, fields | _object(rest))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.heist.num_distinct_actions(),
            max_chance_outcomes=self.heist.max_chance_outcomes(),
            num_players=self.heist.num_players(),
            min_utility=self.heist.min_utility(),
            max_utility=self.heist.max_utility(),
            max_game_length=length,
        )
        super().__init__(self.game_type, info, params | {"setup": _quoted(rest)})

    def __reduce__(self) -> Reduced:
        return restored, (_load_game, str(self))

    def new_initial_state(self) -> HeistState:
        """The first state."""
        return HeistState(self, self.heist.new_initial_state(self._seed))

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> HeistObserver | None:
        """An observer of all that one player knows, with or without perfect recall; None for other observations."""
        if params:
            raise ValueError(f"observations have no parameters; given {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return HeistObserver(self, kind.perfect_recall)


class HeistState(pyspiel.State):  # type: ignore[misc]
    """A state of a game, with each player's record of what he saw."""

    def __init__(self, game: HeistGame, state: heistlab.State) -> None:
        super().__init__(game)
        self.heist = state
        self._records = ("",) * game.num_players()
        self._steps_left = game.max_game_length()

    def current_player(self) -> int:
        """Who decides; CHANCE or TERMINAL."""
        return self.heist.current_player() if self._steps_left else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._steps_left or self.heist.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.heist.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of a chance node with its exact probability."""
        return self.heist.chance_outcomes()

    def _action_to_string(self, player: int, action: int) -> str:
        return self.heist.action_to_string(player, action)

    def _apply_action(self, action: int) -> None:
        if self.heist.is_chance_node():
            seen = [self.heist.observed(action, player) for player in range(self.num_players())]
        else:
            seen = [self.heist.action_to_string(action)] * self.num_players()
        self.heist.apply_action(action)
        self._records = tuple(f"{record}\n{step}" for record, step in zip(self._records, seen, strict=True))
        self._steps_left -= 1

    def returns(self) -> list[float]:
        """The team's value, the same for all; 0 before the end."""
        return self.heist.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HeistState:
        """A state that the player cannot tell from this one, drawn by the exact posterior given what he knows."""
        other = HeistState(self.get_game(), self.heist.resample_from_infostate(player, sampler))
        other._records = (self._records[player],) * self.num_players()
        other._steps_left = self._steps_left
        return other

    def __str__(self) -> str:
        return self.heist.position()


class HeistObserver:
    """What one player knows, as a text and, without perfect recall, as features."""

    def __init__(self, game: HeistGame, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(game.heist.information_state_tensor_size(), np.float32)
        self.dict = {} if perfect_recall else {"observation": self.tensor}

    def set_from(self, state: HeistState, player: int) -> None:
        """Writes the features into ``tensor``."""
        if self.tensor is None:
            raise ValueError("no tensor has perfect recall; observation_tensor holds what a player knows now")
        self.tensor.fill(0)
        self.tensor[state.heist.information_state_indices(player)] = 1

    def string_from(self, state: HeistState, player: int) -> str:
        """The position as the player knows it and, with perfect recall, the steps as he saw them."""
        position = state.heist.information_state_string(player)
        return position + state._records[player] if self._perfect_recall else position


def _has_secrets(game: heistlab.Game) -> bool:
    """Whether some player knows at the first decision what another does not."""
    state = game.new_initial_state()
    state.play_chance(0)
    known = state.information_state()
    return not all(known.is_holding(player) for player in range(game.num_players()))


def _register(game: dict[str, Any]) -> None:
    """Registers a game with OpenSpiel. Its parameters are the simple fields of a usual setup.

    A class is registered, no function: OpenSpiel frees it after the interpreter's end, which crashes for a function.
    """
    usual = heistlab.load_game(game["id"])
    fields = json.loads(usual.setup)
    simple = {name.replace("-", "_"): value for name, value in fields.items() if isinstance(value, bool | int | str)}
    players = next(field for field in game["setup_fields"] if field["json_name"] == "seats")
    information = pyspiel.GameType.Information
    game_type = pyspiel.GameType(
        short_name=short_name(game["id"]),
        long_name=game["name"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if _has_secrets(usual) else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.IDENTICAL,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players["least"],
        max_num_players=players["most"],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=simple | {"setup": "", "seed": 0, "max_game_length": MAX_GAME_LENGTH},
    )
    members = {"game_id": game["id"], "game_type": game_type, "__doc__": f"{game['name']} with a setup."}
    pyspiel.register_game(game_type, type(game["id"].title().replace("-", "") + "Game", (HeistGame,), members))


for _game in heistlab.games():
    _register(_game)
