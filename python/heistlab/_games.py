"""Games by name."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from typing import Any

from heistlab._core import Game, State
from heistlab._core import games as known_games
from heistlab._errors import KeywordError


def load_game(name: str, setup: Mapping[str, Any] | None = None, **fields: Any) -> Game:
    """A game with a setup: ``load_game("burgle-bros", scenario="bank-job", seats=3)``.

    Each game describes its own keywords, ``fields``: the entry ``setup_fields`` of :func:`heistlab.games`, or
    :attr:`heistlab.Game.setup_fields`, lists them with their values, defaults and what they are for::

        for field in load_game("burgle-bros").setup_fields:
            print(field["name"], field["default"], field["expected"], field["help"], sep=" | ")

    ``setup`` is a mapping of the same fields as JSON has them, with ``-`` instead of ``_`` in names. A field that is
    left out, or None, has its default; what is drawn (characters, random walls) is drawn from the seed of
    :meth:`heistlab.Game.new_initial_state`.

    Raises ValueError when there is no such game, a field is unknown (that is a TypeError as well) or its value is not
    one of those expected, or when the setup as a whole is not playable, with every problem found.
    """
    return Game(name, setup_text(name, setup, fields))


def setup_text(name: str, setup: Mapping[str, Any] | None, fields: Mapping[str, Any]) -> str:
    """The setup of :func:`load_game`'s arguments as JSON."""
    if not isinstance(name, str):
        raise TypeError(f"name: found {name!r}; expected the name of a game")
    if not isinstance(setup, Mapping | None):
        raise TypeError(f"setup: found {setup!r}; expected a mapping of fields")
    named = _json_names(name, fields)
    twice = sorted(named.keys() & dict(setup or {}).keys())
    if twice:
        raise ValueError(f"{twice[0]}: given twice, in setup and by itself; expected it once")
    given = {**(setup or {}), **named}
    return json.dumps({field: _plain(field, value) for field, value in given.items()})


def _plain(field: str, value: Any) -> Any:
    """A value as JSON has it: NumPy's numbers as Python's."""
    try:
        return json.loads(json.dumps(value, default=lambda found: found.item()))
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"{field}: found {value!r}; expected a number, a text, a bool or a list") from None


def _json_names(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Keywords of a game by their names in JSON."""
    described = next((game["setup_fields"] for game in known_games() if game["id"] == name), None)
    if described is None:
        return dict(fields)
    names = {field["name"]: field["json_name"] for field in described}
    for keyword in fields:
        # Game says where a seed belongs.
        if keyword not in names and keyword != "seed":
            near = difflib.get_close_matches(keyword, names, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            expected = f"a field of {name}: {', '.join(names)}{hint}"
            raise KeywordError(f"got an unexpected keyword argument '{keyword}'; expected {expected}")
    return {names.get(keyword, keyword): value for keyword, value in fields.items()}


def read_position(position: str | Mapping[str, Any], game: str | None = None, *, override: bool = False) -> State:
    """A state from a position: JSON text or what ``json.load`` makes of it. docs/games describes the fields.

    ``game`` names the game for a position that does not. ``override`` waives the contradictions that may be waived.

    Raises PositionError, which lists every contradiction.
    """
    if not isinstance(override, bool):
        raise TypeError(f"override: found {override!r}; expected True or False")
    try:
        text = position if isinstance(position, str) else json.dumps(position)
        fields = json.loads(text)
    except (TypeError, ValueError) as error:
        raise ValueError(f"position: {error}") from None
    if not isinstance(fields, dict):
        raise ValueError(f"position: found {text[:60]}; expected an object with the fields of a position")
    named = fields.get("game") if game is None else game
    if not isinstance(named, str):
        names = ", ".join(known["id"] for known in known_games())
        raise ValueError(f"game: the position does not name it; expected one of: {names}")
    return Game(named).read_position(text, override)
