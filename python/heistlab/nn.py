"""PyTorch layers for sparse observations (``observation="sparse"`` of the environments, the buffer ``sparse`` of
batches) and for the numbers of actions (``Batch.move_inputs``).

::

    from heistlab.nn import PolicyValue

    net = PolicyValue(game, hidden=(256, 64))
    logits, value = net(torch.from_numpy(sparse), torch.from_numpy(mask))
    heistlab.export_network("own.safetensors", game, **net.exported())     # plays as policy:net=own.safetensors
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from heistlab._core import Game

try:
    import torch
except ImportError as error:
    raise ImportError("heistlab.nn needs PyTorch: pip install heistlab[torch]") from error
from torch import Tensor, nn
from torch.nn import functional


class _SumOfRows(torch.autograd.Function):
    """``embedding_bag`` with ``mode="sum"``, whose gradient is one as well: a row of weights gets the sum of the
    gradients of the outputs that it is part of. On CPUs that is many times faster than PyTorch's own gradient."""

    @staticmethod
    def forward(ctx: Any, weight: Tensor, indices: Tensor, offsets: Tensor) -> Tensor:
        ctx.save_for_backward(indices, offsets)
        ctx.rows = len(weight)
        return functional.embedding_bag(indices, weight, offsets, mode="sum", include_last_offset=True)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        indices, offsets = ctx.saved_tensors
        order = torch.argsort(indices, stable=True)
        outputs = torch.arange(len(offsets) - 1, dtype=indices.dtype, device=indices.device)
        outputs = outputs.repeat_interleave(offsets.diff())[order]
        counts = torch.bincount(indices, minlength=ctx.rows)
        by_row = _offsets(counts, indices.dtype)
        gradient = gradients[0].contiguous()
        summed = functional.embedding_bag(outputs, gradient, by_row, mode="sum", include_last_offset=True)
        return summed, None, None


def _offsets(counts: Tensor, dtype: torch.dtype) -> Tensor:
    """Where each of so many parts begins, and where the last ends."""
    return functional.pad(counts.cumsum(0), (1, 0)).to(dtype)


class SparseLinear(nn.Module):
    """A linear layer over flags of which few are 1: the sum of a row of weights for each, and a bias.

    ``forward`` takes the numbers of the flags that are 1, int of shape (..., K), ascending and filled up with -1,
    and gives float of shape (..., width). It is what ``nn.Linear`` is on dense flags, at the cost of the rows that
    are summed rather than of all.
    """

    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(features, width))
        self.bias = nn.Parameter(torch.zeros(width))
        # For about 50 flags that are 1: the outputs then vary by about 1.
        nn.init.normal_(self.weight, std=0.15)

    def forward(self, active: Tensor) -> Tensor:
        rows = active.reshape(-1, active.shape[-1])
        is_active = rows >= 0
        counts = is_active.sum(1)
        indices = rows[is_active]
        summed: Tensor = _SumOfRows.apply(self.weight, indices, _offsets(counts, indices.dtype))  # type: ignore[no-untyped-call]
        return (summed + self.bias).reshape(*active.shape[:-1], -1)


def legal_lists(mask: Tensor) -> Tensor:
    """Masks of legal actions, bool (..., A), as lists of them: int32 (..., K), ascending and filled up with -1.

    K is the number of actions of the row that has most.
    """
    flat = mask.reshape(-1, mask.shape[-1])
    rows, actions = flat.nonzero(as_tuple=True)
    counts = torch.bincount(rows, minlength=len(flat))
    places = torch.arange(len(rows), device=mask.device) - (counts.cumsum(0) - counts)[rows]
    lists = torch.full((len(flat), int(counts.max())), -1, dtype=torch.int32, device=mask.device)
    lists[rows, places] = actions.to(torch.int32)
    return lists.reshape(*mask.shape[:-1], -1)


class PolicyValue(nn.Module):
    """An actor and a critic on common layers, of the form that :func:`heistlab.export_network` writes.

    ``hidden``: the widths of the layers, the first of them sparse.

    ``forward`` takes sparse observations, int (B, K), and the legal actions: masks, bool (B, A), or the lists of
    :func:`legal_lists`, int (B, L), which take far less time where a game has many actions of which few are legal. It
    gives log odds, float of the same shape as the legal actions, -inf where there is none, and values, (B,). The value
    has layers of its own behind the first, and only the actor is exported.
    """

    def __init__(self, game: Game, hidden: tuple[int, ...] = (256, 64)) -> None:
        super().__init__()
        self.hidden = hidden
        self.first = SparseLinear(game.information_state_tensor_size(), hidden[0])
        widths = list(pairwise(hidden))
        self.actor_layers = nn.ModuleList(nn.Linear(*width) for width in widths)
        self.critic_layers = nn.ModuleList(nn.Linear(*width) for width in widths)
        self.policy = nn.Linear(hidden[-1], game.num_distinct_actions())
        self.value = nn.Linear(hidden[-1], 1)
        for layer in [*self.actor_layers, *self.critic_layers]:
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        for head, gain in ((self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)

    def forward(self, active: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        first = torch.relu(self.first(active))
        actor, critic = first, first
        for layer in self.actor_layers:
            actor = torch.relu(layer(actor))
        for layer in self.critic_layers:
            critic = torch.relu(layer(critic))
        value = self.value(critic).squeeze(-1)
        if legal.dtype == torch.bool:
            return self.policy(actor).masked_fill(~legal, -torch.inf), value
        is_listed = legal >= 0
        rows, actions = is_listed.nonzero()[:, 0], legal[is_listed]
        weights = functional.embedding(actions, self.policy.weight)
        odds = (actor[rows] * weights).sum(-1) + self.policy.bias[actions]
        return odds.new_full(legal.shape, -torch.inf).masked_scatter(is_listed, odds), value

    def exported(self) -> dict[str, Any]:
        """Arguments of :func:`heistlab.export_network`: the actor."""
        tensors: dict[str, Any] = {"first.weight": self.first.weight, "first.bias": self.first.bias}
        for number, layer in enumerate(self.actor_layers, start=1):
            tensors |= {f"dense{number}.weight": layer.weight, f"dense{number}.bias": layer.bias}
        tensors |= {"policy.weight": self.policy.weight, "policy.bias": self.policy.bias}
        return {"tensors": tensors, "hidden": self.hidden, "heads": ("policy",), "activation": "relu"}


class MovePolicy(nn.Module):
    """An actor that scores legal actions one by one by numbers of each, and a critic that reads the numbers of the
    decision. What it learns of a corridor, a Guard or a Safe holds for every square, and so it needs far fewer games
    than an actor with weights for each action.

    ``hidden``: the width of the actor's hidden layer; ``critic``: the widths of the critic's.

    ``forward`` takes what :meth:`heistlab.Batch.move_inputs` gives, as tensors: the numbers of decisions, (B, C), those
    of their legal actions, (T, M), and how many each has, (B,). It gives log odds, (B, L), of the legal actions in
    ascending order, -inf behind the last, and values, (B,). Only the actor is exported.

    Raises ValueError in a game that computes no numbers of actions.
    """

    def __init__(self, game: Game, hidden: int = 64, critic: tuple[int, ...] = (128, 64)) -> None:
        super().__init__()
        self.hidden = hidden
        decision, move = len(game.decision_inputs), len(game.move_inputs)
        if not move:
            raise ValueError(f"game: {game.name} computes no numbers of actions; expected a game with move_inputs")
        self.of_decision = nn.Linear(decision, hidden)
        self.of_move = nn.Linear(move, hidden, bias=False)
        self.score = nn.Linear(hidden, 1, bias=False)
        self.direct = nn.Linear(move, 1, bias=False)
        widths = list(pairwise((decision, *critic)))
        self.critic_layers = nn.ModuleList(nn.Linear(*width) for width in widths)
        self.value = nn.Linear(critic[-1], 1)
        for layer in (self.of_decision, self.of_move, *self.critic_layers):
            nn.init.orthogonal_(layer.weight, 2**0.5)
        for layer in (self.of_decision, *self.critic_layers, self.value):
            nn.init.zeros_(layer.bias)
        for head, gain in ((self.score, 0.01), (self.direct, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(head.weight, gain)

    def forward(self, decisions: Tensor, moves: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        rows = torch.arange(len(counts), device=counts.device).repeat_interleave(counts)
        hidden = torch.relu(self.of_move(moves) + self.of_decision(decisions)[rows])
        odds = (self.score(hidden) + self.direct(moves)).squeeze(-1)
        is_legal = torch.arange(int(counts.max()), device=counts.device) < counts.unsqueeze(1)
        critic = decisions
        for layer in self.critic_layers:
            critic = torch.relu(layer(critic))
        padded = odds.new_full(is_legal.shape, -torch.inf).masked_scatter(is_legal, odds)
        return padded, self.value(critic).squeeze(-1)

    def exported(self) -> dict[str, Any]:
        """Arguments of :func:`heistlab.export_network`: the actor."""
        tensors = {
            "moves.weight": torch.cat((self.of_decision.weight, self.of_move.weight), 1),
            "moves.bias": self.of_decision.bias,
            "score.weight": torch.cat((self.score.weight, self.direct.weight), 1),
        }
        return {"tensors": tensors, "heads": ("policy",), "moves": self.hidden}


def select_moves(decisions: Tensor, moves: Tensor, counts: Tensor, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """What :class:`MovePolicy` reads of some decisions, out of what it reads of all; ``rows``, int64, says which."""
    chosen = counts[rows]
    firsts = (counts.cumsum(0) - counts)[rows] - (chosen.cumsum(0) - chosen)
    places = firsts.repeat_interleave(chosen)
    return decisions[rows], moves[places + torch.arange(len(places), device=places.device)], chosen
