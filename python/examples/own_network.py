"""A network of one's own, from recorded games to the arena.

A search plays games; a small PyTorch network learns its choices and the results; :func:`heistlab.export_network` writes
it as a file, and the arena lets it play as ``policy:net=FILE``, in plain Rust and without PyTorch::

    pip install ./python torch
    python python/examples/own_network.py --games 300 --epochs 10
"""

from __future__ import annotations

import argparse
import os
import tempfile

import heistlab
import torch
from heistlab import data
from heistlab.data_torch import ShardDataset
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader

HIDDEN = (128, 32)


class Net(nn.Module):
    """A sum of rows for the active features, a layer, and two heads."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.first = nn.EmbeddingBag(features, HIDDEN[0], mode="sum", include_last_offset=True)
        nn.init.normal_(self.first.weight, std=0.05)
        self.bias = nn.Parameter(torch.zeros(HIDDEN[0]))
        self.dense = nn.Linear(*HIDDEN)
        self.value = nn.Linear(HIDDEN[1], 1)
        self.policy = nn.Linear(HIDDEN[1], actions)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Log odds of the value, and a number for every action."""
        first = functional.relu(self.first(batch["features"], batch["features_offsets"]) + self.bias)
        last = functional.relu(self.dense(first))
        return self.value(last).squeeze(1), self.policy(last)

    def tensors(self) -> dict[str, Tensor]:
        """The weights by the names that files have."""
        return {
            "first.weight": self.first.weight,
            "first.bias": self.bias,
            "dense1.weight": self.dense.weight,
            "dense1.bias": self.dense.bias,
            "value.weight": self.value.weight,
            "value.bias": self.value.bias,
            "policy.weight": self.policy.weight,
            "policy.bias": self.policy.bias,
        }


def loss_of(net: Net, batch: dict[str, Tensor]) -> Tensor:
    """The cross-entropy of the results and of the moves that were played, among the legal ones."""
    value, policy = net(batch)
    rows = torch.repeat_interleave(torch.arange(len(value)), batch["legal_offsets"].diff())
    legal = torch.full_like(policy, -torch.inf)
    legal[rows, batch["legal"]] = 0.0
    results = functional.binary_cross_entropy_with_logits(value, batch["value"].float())
    return results + functional.cross_entropy(policy + legal, batch["played"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="games that are recorded")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--deals", type=int, default=200, help="deals in the arena")
    parser.add_argument("--out", default="own.safetensors", help="the file of the network")
    options = parser.parse_args()
    torch.manual_seed(1)
    game = heistlab.load_game("caper-cards", seats=2)
    with tempfile.TemporaryDirectory() as folder:
        games = data.selfplay(game, "improve:sims=40", options.games, os.path.join(folder, "games"), progress=False)
        dataset = ShardDataset(games, 128, shuffle=1)
        net = Net(game.information_state_tensor_size(), game.num_distinct_actions())
        optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3)
        for epoch in range(options.epochs):
            dataset.set_epoch(epoch)
            losses = []
            for batch in DataLoader(dataset, batch_size=None):
                loss = loss_of(net, batch)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
            print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}")
    network = heistlab.export_network(
        options.out, game, net.tensors(), hidden=HIDDEN, card={"data": f"{options.games} games of improve:sims=40"}
    )
    print(heistlab.arena(game, ["random", network.spec], options.deals, progress=False))


if __name__ == "__main__":
    main()
