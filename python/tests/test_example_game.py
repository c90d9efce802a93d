"""The example game of docs/adding-a-game.md, where the package was built with the feature ``example-game``."""

from __future__ import annotations

import copy
import pickle

import heistlab
import numpy as np
import pytest
from conftest import random_game
from heistlab import Game, State

if "example-game" not in {game["id"] for game in heistlab.games()}:
    pytest.skip("the package was built without the feature example-game", allow_module_level=True)


@pytest.fixture(params=[1, 2])
def example(request: pytest.FixtureRequest) -> Game:
    """With one person for both characters, and with two."""
    return heistlab.load_game("example-game", seats=request.param, noise=6)


def test_its_setup_has_a_field_of_every_kind(example: Game) -> None:
    kinds = {field["kind"] for field in example.setup_fields}
    assert kinds == {"choice", "number", "yes-no", "seat", "each", "several", "word", "drawing"}


def test_two_characters_are_played_by_those_who_are_there(example: Game) -> None:
    """EG-SEATS."""
    state = example.new_initial_state(1)
    assert [player for _, player in state.characters()] == [0, 1 % example.num_players()]


def test_characters_act_and_the_team_decides_together(example: Game) -> None:
    """EG-ROUTE is chosen together, everything else by a character; its player answers."""
    actors = set()

    def visit(state: State) -> None:
        actor = state.actor()
        actors.add(actor)
        assert (actor is None) == state.is_chance_node()
        if isinstance(actor, int):
            assert state.characters()[actor][1] == state.current_player()

    for seed in range(30):
        random_game(example, seed, visit)
    assert actors == {None, 0, 1, "team"}


def test_closed_windows_leave_the_decision_at_hand(example: Game) -> None:
    """EG-RADIO."""
    assert example.windows == ["full", "reduced", "off"]
    seen = []

    def visit(state: State) -> None:
        other = state.clone()
        other.set_windows("off")
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == ([] if other != state else state.history())
        seen.append(other != state)

    random_game(example, 3, visit)
    assert any(seen)


def test_agents_hints_batches_and_the_arena_play_it(example: Game) -> None:
    state = example.new_initial_state(7)
    state.play_chance(7)
    assert heistlab.analyse(state, level="quick").best.action in state.legal_action_strings()
    assert heistlab.Agent(example, "mcts:sims=20", 7).choose(state) in state.legal_actions()
    result = heistlab.arena(example, ["random", "mcts:sims=10"], games=4, progress=False)
    assert result.contestants["games"].to_pylist() == [4, 4]
    batch = heistlab.Batch(example, 3)
    mask = np.zeros((3, example.num_distinct_actions()), np.bool_)
    batch.reset(np.arange(3, dtype=np.uint64), heistlab.Buffers(mask=mask))
    assert mask.any(axis=1).all()
    assert "<svg" in state.to_svg() and state.to_text()


def test_states_pickle_and_copy(example: Game) -> None:
    state = random_game(example, 5, steps=8)
    for same in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert same == state and same.history() == state.history()
