"""Networks that were trained elsewhere: written, read, evaluated and played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import heistlab
import numpy as np
import pytest
from conftest import random_game
from heistlab import Game, Network, State, export_network
from numpy.typing import NDArray

HIDDEN = (16, 8)


def random_tensors(game: Game, seed: int = 1) -> dict[str, NDArray[np.float32]]:
    rng = np.random.default_rng(seed)
    features, actions = game.information_state_tensor_size(), game.num_distinct_actions()
    shapes = {
        "first.weight": (features, HIDDEN[0]),
        "first.bias": (HIDDEN[0],),
        "dense1.weight": (HIDDEN[1], HIDDEN[0]),
        "dense1.bias": (HIDDEN[1],),
        "value.weight": (1, HIDDEN[1]),
        "value.bias": (1,),
        "policy.weight": (actions, HIDDEN[1]),
        "policy.bias": (actions,),
    }
    return {name: rng.normal(0.0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}


def by_numpy(tensors: dict[str, NDArray[np.float32]], state: State) -> tuple[float, NDArray[np.float64]]:
    """The same network in NumPy."""
    active = state.information_state_indices()
    layer = np.maximum(tensors["first.weight"][active].sum(axis=0) + tensors["first.bias"], 0)
    layer = np.maximum(tensors["dense1.weight"] @ layer + tensors["dense1.bias"], 0)
    value = float((tensors["value.weight"] @ layer + tensors["value.bias"])[0])
    policy = (tensors["policy.weight"] @ layer + tensors["policy.bias"]).astype(np.float64)
    policy = np.where(state.legal_actions_mask(), np.exp(policy - policy.max()), 0)
    return 1 / (1 + np.exp(-value)), policy / policy.sum()


def decisions(game: Game, seed: int = 2) -> list[State]:
    states: list[State] = []
    random_game(game, seed, lambda state: None if state.is_chance_node() else states.append(state.clone()), steps=60)
    return states


def test_a_network_answers_as_the_same_one_in_numpy(game: Game, tmp_path: Path) -> None:
    tensors = random_tensors(game)
    path = tmp_path / "net.safetensors"
    export_network(path, game, tensors, hidden=HIDDEN, card={"note": "random"})
    states = decisions(game)
    for precision, near in (("single", 1e-4), ("quantised", 0.05)):
        network = Network(game, str(path), precision)  # type: ignore[arg-type]
        values, priors = network.evaluate(states)
        assert values.shape == (len(states),) and priors.shape == (len(states), game.num_distinct_actions())
        for state, value, prior in zip(states, values, priors, strict=True):
            expected_value, expected_priors = by_numpy(tensors, state)
            assert abs(value - expected_value) < near
            assert np.abs(prior - expected_priors).max() < near
    assert json.loads(network.config)["card"] == {"note": "random"}


def test_a_network_plays_in_the_arena_and_alone(capers: Game, tmp_path: Path) -> None:
    network = export_network(tmp_path / "net.safetensors", capers, random_tensors(capers), hidden=HIDDEN)
    result = heistlab.arena(capers, ["random", network.spec], 5, progress=False)
    assert result.contestants["name"].to_pylist()[1].startswith("policy:net=")
    assert result.contestants["faults"].to_pylist() == [0, 0]
    agent = heistlab.Agent(capers, network.spec)
    for state in decisions(capers):
        _, [priors] = network.evaluate([state])
        assert priors[agent.choose(state)] == priors.max()


def test_weights_of_16_bits_make_files_half_the_size(capers: Game, tmp_path: Path) -> None:
    paths = [tmp_path / "half.safetensors", tmp_path / "whole.safetensors"]
    tensors = random_tensors(capers)
    half, whole = (
        export_network(path, capers, tensors, hidden=HIDDEN, half=path is paths[0]).evaluate(decisions(capers))[0]
        for path in paths
    )
    assert np.abs(half - whole).max() < 0.01
    assert paths[0].stat().st_size < 0.7 * paths[1].stat().st_size


def test_states_where_nobody_decides_need_a_player(capers: Game, tmp_path: Path) -> None:
    network = export_network(tmp_path / "net.safetensors", capers, random_tensors(capers), hidden=HIDDEN)
    chance, last = capers.new_initial_state(1), random_game(capers, 3)
    with pytest.raises(ValueError, match="player: nobody decides in one of the states"):
        network.evaluate([chance])
    result = last.result()
    assert result is not None
    values, priors = network.evaluate([chance, last], player=0)
    assert 0 < values[0] < 1 and values[1] == result["value"] and not priors.any()


def test_what_does_not_fit_is_refused_and_no_file_is_left(capers: Game, tmp_path: Path) -> None:
    good = random_tensors(capers)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"tensors": {name: good[name] for name in good if name != "value.bias"}}, r"value\.bias"),
        ({"tensors": {**good, "first.bias": good["first.bias"][1:]}}, r"first\.bias"),
        ({"tensors": {**good, "more": good["first.bias"]}}, "more"),
        ({"tensors": {**good, "first.bias": good["first.bias"] * np.float32(np.nan)}}, r"first\.bias"),
        ({"hidden": ()}, "hidden"),
        ({"heads": ("value", "nothing")}, "heads|nothing"),
        ({"dense": ("nothing",)}, "dense: found 'nothing'"),
        ({"activation": "tanh"}, "tanh"),
        ({"path": tmp_path / "net.bin"}, r"path: found .*; expected one that ends in \.safetensors"),
    ]
    for changes, message in wrong:
        arguments = {"path": tmp_path / "net.safetensors", "game": capers, "tensors": good, "hidden": HIDDEN}
        with pytest.raises(ValueError, match=message):
            export_network(**(arguments | changes))
        assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_one_error_and_leaves_nothing(capers: Game, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    tensors = random_tensors(capers)
    for folder, kind in (("nowhere", FileNotFoundError), ("file", NotADirectoryError)):
        path = tmp_path / folder / "net.safetensors"
        with pytest.raises(kind) as refused:
            export_network(path, capers, tensors, hidden=HIDDEN)
        assert refused.value.filename == str(path) and str(refused.value).endswith(f": '{path}'")
        assert refused.value.__cause__ is None and refused.value.__suppress_context__


def test_a_file_that_no_room_is_left_for_is_one_error_and_leaves_what_was_there(capers: Game, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="files have no limit on this system")
    path = tmp_path / "net.safetensors"
    path.write_text("mine")
    tensors = random_tensors(capers)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, limits[1]))
    try:
        with pytest.raises(OSError, match=r"net\.safetensors'$") as refused:
            export_network(path, capers, tensors, hidden=HIDDEN)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert refused.value.filename == str(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["net.safetensors"] and path.read_text() == "mine"


def test_networks_that_are_not_there_or_of_another_game_are_refused(
    capers: Game, bank_job: Game, tmp_path: Path
) -> None:
    path = tmp_path / "net.safetensors"
    export_network(path, capers, random_tensors(capers), hidden=HIDDEN)
    with pytest.raises(ValueError, match="caper-cards"):
        Network(bank_job, str(path))
    with pytest.raises(ValueError, match=r"none\.safetensors"):
        Network(capers, str(tmp_path / "none.safetensors"))
    with pytest.raises(ValueError, match="nobody"):
        Network(capers, "nobody")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(ValueError, match=r"net\.safetensors: the checksum of its contents is"):
        Network(capers, str(path))
    path.write_bytes(whole[:-9])
    with pytest.raises(ValueError, match=r"net\.safetensors"):
        Network(capers, str(path))
    with pytest.raises(ValueError, match="precision: found 'double'; expected one of: quantised, single"):
        Network(capers, str(path), "double")  # type: ignore[arg-type]


SHIPPED = "caper-cards-4"
"""A network that is part of the package."""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game that it plays, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return heistlab.load_game("caper-cards", seats=4)


def test_a_shipped_network_is_found_by_its_name_from_any_folder(elsewhere: Game) -> None:
    network = Network(elsewhere, SHIPPED)
    assert network.spec == f"policy:net={SHIPPED}"
    states = decisions(elsewhere)
    values, priors = network.evaluate(states)
    assert ((values > 0) & (values < 1)).all() and np.allclose(priors.sum(axis=1), 1, atol=1e-5)
    agent = heistlab.Agent(elsewhere, network.spec)
    for state, prior in zip(states, priors, strict=True):
        assert prior[agent.choose(state)] == prior.max()
        chances = dict(zip(state.legal_action_strings(), prior[state.legal_actions()], strict=True))
        hint = heistlab.analyse(state, f"{network.spec},temperature=1", samples=0)
        for move in hint.moves:
            assert move.played == pytest.approx(sum(chances[action] for action in (move.action, *move.alike)), abs=1e-4)


@pytest.mark.parametrize(
    ("agent", "without"),
    [
        (f"improve:sims=24,margin=0,net={SHIPPED},rollout=net", "improve:sims=24,margin=0"),
        (f"improve:sims=24,turns=1,margin=0,net={SHIPPED},leaf=net", "improve:sims=24,turns=1,margin=0"),
        (f"puct:sims=24,net={SHIPPED}", "mcts:sims=24"),
    ],
)
def test_searches_ask_a_shipped_network(elsewhere: Game, agent: str, without: str) -> None:
    state = elsewhere.new_initial_state(1)
    state.play_chance(1)
    found, other = (heistlab.analyse(state, spec, samples=0) for spec in (agent, without))
    assert found.agent == agent and found.totals.simulations > 0
    named = {action for move in found.moves for action in (move.action, *move.alike)}
    assert named == set(state.legal_action_strings())
    assert found.moves != other.moves
    assert found.moves == heistlab.analyse(state, agent, samples=0).moves


def test_a_shipped_network_wins_in_the_arena(elsewhere: Game) -> None:
    agents = ["random", f"policy:net={SHIPPED}", f"improve:sims=8,net={SHIPPED},rollout=net"]
    result = heistlab.arena(elsewhere, agents, 40, 7, progress=False)
    random, policy, search = result.contestants["wins"].to_pylist()
    assert result.contestants["faults"].to_pylist() == [0, 0, 0]
    assert policy > random + 20 and search > random + 20


def test_a_name_that_no_network_has_is_answered_with_the_known_ones(elsewhere: Game) -> None:
    state = elsewhere.new_initial_state(1)
    state.play_chance(1)
    known = f"no network `{SHIPPED}5`; there are: {SHIPPED}"
    for agent in (f"policy:net={SHIPPED}5", f"improve:net={SHIPPED}5,rollout=net", f"puct:net={SHIPPED}5"):
        with pytest.raises(ValueError, match=known):
            heistlab.analyse(state, agent)
        with pytest.raises(ValueError, match=known):
            heistlab.Agent(elsewhere, agent)
        with pytest.raises(ValueError, match=known):
            heistlab.arena(elsewhere, [agent], 1, progress=False)
    with pytest.raises(ValueError, match=known):
        Network(elsewhere, f"{SHIPPED}5")
    assert list(Path.cwd().iterdir()) == []
