"""Games by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from heistlab._core import Game, State
from heistlab._core import games as known_games


def load_game(name: str, setup: Mapping[str, Any] | None = None, **fields: Any) -> Game:
    """A game with a setup: ``load_game("burgle-bros", scenario="bank-job", seats=3)``.

    ``setup`` is a mapping of setup fields; ``fields`` are more of them, with ``_`` for ``-`` in names. What is left
    open (characters, random walls) is drawn from the seed of ``Game.new_initial_state``. Without ``seats`` two play.

    Raises ValueError when there is no such game or the setup is not playable, with every problem found.
    """
    named = {field.replace("_", "-"): value for field, value in fields.items()}
    twice = sorted(named.keys() & dict(setup or {}).keys())
    if twice:
        raise ValueError(f"{twice[0]}: given twice, in setup and by itself; expected it once")
    return Game(name, json.dumps({**(setup or {}), **named}))


def read_position(position: str | Mapping[str, Any], game: str | None = None, *, override: bool = False) -> State:
    """A state from a position: JSON text or what ``json.load`` makes of it. docs/formats.md describes the fields.

    ``game`` names the game for a position that does not. ``override`` waives the contradictions that may be waived.

    Raises PositionError, which lists every contradiction.
    """
    text = position if isinstance(position, str) else json.dumps(position)
    try:
        fields = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"position: {error}") from None
    if not isinstance(fields, dict):
        raise ValueError(f"position: found {text[:60]}; expected an object with the fields of a position")
    named = fields.get("game") if game is None else game
    if not isinstance(named, str):
        names = ", ".join(known["id"] for known in known_games())
        raise ValueError(f"game: the position does not name it; expected one of: {names}")
    return Game(named).read_position(text, override)
