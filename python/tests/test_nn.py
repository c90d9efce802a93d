"""PyTorch layers for sparse observations."""

from __future__ import annotations

from pathlib import Path

import heistlab
import numpy as np
import pytest
from heistlab import Batch, Buffers, Game

torch = pytest.importorskip("torch")
from heistlab.nn import PolicyValue, SparseLinear


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
