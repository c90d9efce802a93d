"""Heistlab: exact, fast states of cooperative heist board games, agents that play them, and an arena that compares agents."""

from heistlab._core import (
    CHANCE_PLAYER,
    TERMINAL_PLAYER,
    Agent,
    Batch,
    Buffers,
    Game,
    IllegalActionError,
    PositionError,
    Replay,
    State,
    __version__,
    agents,
    games,
    levels,
)

__all__ = [
    "CHANCE_PLAYER",
    "TERMINAL_PLAYER",
    "Agent",
    "Batch",
    "Buffers",
    "Game",
    "IllegalActionError",
    "PositionError",
    "Replay",
    "State",
    "__version__",
    "agents",
    "games",
    "levels",
    "load_game",
]


def load_game(name: str, setup=None, **fields) -> Game:
    """A game with a setup: ``load_game("burgle-bros", scenario="bank-job", seats=3)``.

    ``setup`` is a mapping of setup fields; ``fields`` are more of them, with ``_`` for ``-`` in names. What is left open
    (characters, random walls) is drawn from the seed of ``Game.new_initial_state``.
    """
    import json

    merged = dict(setup or {}) | {key.replace("_", "-"): value for key, value in fields.items()}
    return Game(name, json.dumps(merged))
