"""PyTorch layers for sparse observations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import heistlab
import numpy as np
import pytest
from heistlab import Batch, Buffers, Game

torch = pytest.importorskip("torch")
from heistlab.nn import MovePolicy, PolicyValue, SparseLinear, legal_lists, select_moves


def observations(game: Game, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sparse and dense observations, and masks, in the middle of games."""
    sparse = np.zeros((count, game.max_active_features()), np.int32)
    dense = np.zeros((count, game.information_state_tensor_size()), np.float32)
    mask = np.zeros((count, game.num_distinct_actions()), np.bool_)
    actions = np.zeros(count, np.int64)
    out = Buffers(sparse=sparse, dense=dense, mask=mask, samples=actions)
    batch = Batch(game, count, autoreset="same-step")
    batch.reset(np.arange(count, dtype=np.uint64), out)
    for _ in range(9):
        batch.step(actions, out)
    return sparse, dense, mask


def test_a_sparse_layer_is_a_linear_one_on_dense_flags_gradients_included(game: Game) -> None:
    sparse, dense, _ = observations(game, 40)
    ours, theirs = SparseLinear(dense.shape[1], 8), torch.nn.Linear(dense.shape[1], 8)
    with torch.no_grad():
        theirs.weight.copy_(ours.weight.T)
        theirs.bias.copy_(ours.bias)
    outputs = ours(torch.from_numpy(sparse)), theirs(torch.from_numpy(dense))
    assert torch.allclose(*outputs, atol=1e-4)
    gradient = torch.randn_like(outputs[0])
    for output in outputs:
        output.backward(gradient)
    assert torch.allclose(ours.weight.grad, theirs.weight.grad.T, atol=1e-4)
    assert torch.allclose(ours.bias.grad, theirs.bias.grad, atol=1e-4)


def test_shapes_before_the_last_are_kept_and_rows_may_be_empty() -> None:
    layer = SparseLinear(10, 3)
    active = torch.full((2, 4, 5), -1, dtype=torch.int32)
    active[1, 2, :2] = torch.tensor([3, 7], dtype=torch.int32)
    found = layer(active)
    assert found.shape == (2, 4, 3)
    assert torch.allclose(found[0, 0], layer.bias)
    assert torch.allclose(found[1, 2], layer.weight[3] + layer.weight[7] + layer.bias)


def test_an_exported_actor_plays_as_it_did_in_pytorch(capers: Game, tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = PolicyValue(capers, hidden=(32, 16))
    with torch.no_grad():
        net.policy.weight.mul_(100)
    spec = heistlab.export_network(tmp_path / "own.safetensors", capers, **net.exported()).spec
    network = heistlab.Network(capers, str(tmp_path / "own.safetensors"), precision="single")
    states = []
    for seed in range(20):
        state = capers.new_initial_state(seed)
        state.play_chance(seed)
        states.append(state)
    width = capers.max_active_features()
    indices = [state.information_state_indices() for state in states]
    sparse = np.stack([np.pad(one, (0, width - len(one)), constant_values=-1) for one in indices])
    mask = np.stack([state.legal_actions_mask() for state in states])
    with torch.no_grad():
        logits, values = net(torch.from_numpy(sparse), torch.from_numpy(mask))
    assert values.shape == (20,) and bool(torch.isinf(logits).eq(torch.from_numpy(~mask)).all())
    _, priors = network.evaluate(states)
    assert np.allclose(logits.softmax(1).numpy(), priors, atol=1e-3)
    agent = heistlab.Agent(capers, spec)
    assert [agent.choose(state) for state in states] == logits.argmax(1).tolist()


def test_lists_of_legal_actions_give_what_masks_give_gradients_included(game: Game) -> None:
    torch.manual_seed(1)
    net = PolicyValue(game, hidden=(16, 8))
    sparse, _, masks = observations(game, 40)
    active, mask = torch.from_numpy(sparse), torch.from_numpy(masks)
    lists = legal_lists(mask)
    assert lists.shape == (40, mask.sum(1).max()) and lists.dtype == torch.int32
    for row, listed in zip(masks, lists.tolist(), strict=True):
        legal = row.nonzero()[0].tolist()
        assert listed == legal + [-1] * (len(listed) - len(legal))
    is_listed = lists >= 0
    found = []
    for legal in (mask, lists):
        logits, values = net(active, legal)
        assert logits.shape == legal.shape
        assert bool(torch.isneginf(logits).eq(~mask if legal is mask else ~is_listed).all())
        # Row by row in ascending order both hold the same actions.
        odds = logits.log_softmax(1)[mask if legal is mask else is_listed]
        net.zero_grad()
        (odds.sum() + values.sum()).backward()
        found.append([odds.detach(), values.detach(), *(parameter.grad.clone() for parameter in net.parameters())])
    for one, other in zip(*found, strict=True):
        assert torch.allclose(one, other, atol=1e-4)


def test_lists_of_masks_keep_the_shape_before_the_last() -> None:
    mask = torch.zeros((2, 3, 5), dtype=torch.bool)
    mask[0, 1, [1, 4]] = True
    lists = legal_lists(mask)
    assert lists.shape == (2, 3, 2) and lists[0, 1].tolist() == [1, 4]
    assert bool((lists[1] == -1).all())


@pytest.mark.parametrize(
    ("name", "setup"),
    [
        ("burgle-bros", {"scenario": "office-job", "seats": 1}),
        ("burgle-bros", {"seats": 3}),
        ("masters-of-the-heist", {"seats": 2}),
    ],
)
def test_an_exported_actor_that_scores_actions_plays_as_it_did_in_pytorch(
    name: str, setup: dict[str, Any], tmp_path: Path
) -> None:
    game = heistlab.load_game(name, setup)
    torch.manual_seed(1)
    net = MovePolicy(game, hidden=16)
    with torch.no_grad():
        net.score.weight.mul_(100)
        net.direct.weight.mul_(100)
        net.of_decision.bias.normal_()
    count = 20
    batch, actions = Batch(game, count, autoreset="same-step"), np.zeros(count, np.int64)
    out = Buffers(samples=actions)
    batch.reset(np.arange(count, dtype=np.uint64), out)
    network = heistlab.export_network(tmp_path / "own.safetensors", game, **net.exported())
    single = heistlab.Network(game, str(tmp_path / "own.safetensors"), precision="single")
    agent = heistlab.Agent(game, network.spec)
    for _ in range(4):
        for _ in range(15):
            batch.step(actions, out)
        seen = tuple(map(torch.from_numpy, batch.move_inputs()))
        with torch.no_grad():
            logits, values = net(*seen)
        assert values.shape == (count,) and logits.shape == (count, int(seen[2].max()))
        states = [batch.state(row) for row in range(count)]
        _, priors = single.evaluate(states)
        for row, (state, prior) in enumerate(zip(states, priors, strict=True)):
            legal = state.legal_actions()
            assert seen[2][row] == len(legal) and bool(torch.isneginf(logits[row, len(legal) :]).all())
            assert np.allclose(logits[row, : len(legal)].softmax(0).numpy(), prior[legal], atol=1e-3)
        if name != "masters-of-the-heist":  # whose planner plays the planning part
            best = [
                state.legal_actions()[place] for state, place in zip(states, logits.argmax(1).tolist(), strict=True)
            ]
            assert [agent.choose(state) for state in states] == best


def test_numbers_of_some_decisions_are_scored_as_among_all(bank_job: Game) -> None:
    torch.manual_seed(1)
    net = MovePolicy(bank_job, hidden=8)
    batch = Batch(bank_job, 40)
    batch.reset(np.arange(40, dtype=np.uint64), Buffers())
    seen = tuple(map(torch.from_numpy, batch.move_inputs()))
    rows = torch.tensor([7, 0, 39, 7])
    logits, values = net(*seen)
    few, few_values = net(*select_moves(*seen, rows))
    assert torch.allclose(few, logits[rows, : few.shape[1]]) and torch.allclose(few_values, values[rows])
    assert bool(torch.isneginf(logits[rows, few.shape[1] :]).all())


def test_games_without_numbers_of_actions_have_no_such_actor(capers: Game, tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="game: Caper Cards computes no numbers of actions; expected a game with move_inputs"
    ):
        MovePolicy(capers)
    with pytest.raises(ValueError, match="Caper Cards computes none"):
        heistlab.export_network(tmp_path / "own.safetensors", capers, {}, heads=("policy",), moves=8)
    assert list(tmp_path.iterdir()) == []


def test_actors_that_score_actions_have_no_layers(bank_job: Game, tmp_path: Path) -> None:
    exported = MovePolicy(bank_job, hidden=8).exported()
    for changes in ({"hidden": (8,)}, {"heads": ("value", "policy")}, {"dense": ("turns",)}):
        with pytest.raises(ValueError, match=r"^moves: found with .*; expected hidden=\(\), dense=\(\), heads="):
            heistlab.export_network(tmp_path / "own.safetensors", bank_job, **(exported | changes))
