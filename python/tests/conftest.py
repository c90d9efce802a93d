"""Games that the tests play."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Iterator
from typing import Any

import heistlab
import pytest
from heistlab import Game, State


@pytest.fixture(autouse=True, scope="session")
def ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard, also where whoever started the tests had it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("burgle-bros", {"scenario": "bank-job", "seats": 3}),
    ("burgle-bros", {"scenario": "office-job", "seats": 1, "sides": "both", "lost-visual": True}),
    ("burgle-bros", {"scenario": "fort-knox", "seats": 4, "walls": "random"}),
    ("caper-cards", {"seats": 2}),
    ("caper-cards", {"seats": 4, "risk": 12}),
]
"""A setup of every scenario; a game that is not here is played with two seats."""

KNOWN = {name for name, _ in SETUPS}
ALL = SETUPS + [(game["id"], {"seats": 2}) for game in heistlab.games() if game["id"] not in KNOWN]


@pytest.fixture(params=ALL, ids=lambda setup: f"{setup[0]} {'-'.join(map(str, setup[1].values()))}")
def game(request: pytest.FixtureRequest) -> Game:
    """Every game, in several setups."""
    name, setup = request.param
    return heistlab.load_game(name, setup)


@pytest.fixture
def bank_job() -> Game:
    return heistlab.load_game("burgle-bros", scenario="bank-job", seats=3)


@pytest.fixture
def capers() -> Game:
    return heistlab.load_game("caper-cards", seats=3)


Visit = Callable[[State], None]


def random_game(game: Game, seed: int, visit: Visit | None = None, steps: int = 2000) -> State:
    """A game of random choices; ``visit`` sees every state but the last."""
    rng = random.Random(seed)
    state = game.new_initial_state(seed)
    for _ in range(steps):
        if state.is_terminal():
            break
        if visit is not None:
            visit(state)
        if state.is_chance_node():
            state.apply_action(state.sample_outcome(rng.random))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state
