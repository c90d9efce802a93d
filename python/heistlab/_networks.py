"""Networks that were trained elsewhere, as files that play."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from heistlab._core import Game, Network, network_config, write_network


def export_network(
    path: str | os.PathLike[str],
    game: Game,
    tensors: Mapping[str, Any],
    *,
    hidden: Sequence[int] = (),
    heads: Sequence[str] = ("value", "policy"),
    dense: Sequence[str] = (),
    base: Literal["none", "estimate"] = "none",
    activation: Literal["crelu", "relu"] = "relu",
    moves: int | None = None,
    card: Mapping[str, Any] | None = None,
    half: bool = False,
) -> Network:
    """Writes a network as a safetensors file that every agent loads: ``policy:net=PATH`` plays it.

    The network is that of docs/formats.md: ``hidden`` are the widths of its layers. The first is a sum of rows
    (``torch.nn.EmbeddingBag`` with ``mode="sum"``, and a bias) over the active features, the others are linear, and an
    activation follows each: ``relu``, or ``crelu``, which clips to 0 to 1. The heads are linear on the last layer:
    ``value`` gives log odds of the result, ``policy`` a number for every action, of which the softmax over the legal
    ones is taken.

    ``tensors``, NumPy arrays or PyTorch tensors by name: ``first.weight`` (features, hidden[0]) and ``first.bias``;
    ``dense1.weight`` (hidden[1], hidden[0]) and ``dense1.bias``, and so on; ``value.weight`` (1, last), ``value.bias``,
    ``policy.weight`` (actions, last), ``policy.bias``.
    ``dense``: names of numbers of the game that are inputs of the second layer beside the first; ``base``: what the
    value adds to, ``estimate`` for the log odds of the game's estimate.
    ``moves``: the width of the hidden layer of a policy that scores actions one by one, by what ``Batch.move_inputs``
    gives (``heistlab.nn.MovePolicy``). Its tensors are ``moves.weight`` (moves, C + M), ``moves.bias`` and
    ``score.weight`` (1, moves + M); it has no layers, and no head but ``policy``.
    ``card``: what people should know of the network. ``half``: weights of 16 bits, for files half the size.

    Raises ValueError, which names the tensor or field that does not fit, or OSError, which names the file that cannot
    be written; no file is left then.
    """
    path = os.fspath(path)
    if not path.endswith(".safetensors"):
        raise ValueError(f"path: found {path!r}; expected one that ends in .safetensors")
    config = json.loads(network_config(game, moves))
    if moves is not None and (hidden or dense or list(heads) != ["policy"]):
        raise ValueError(
            f"moves: found with hidden={list(hidden)}, dense={list(dense)}, heads={list(heads)}; expected hidden=(), "
            "dense=(), heads=('policy',)"
        )
    known = {name: factor for name, factor in config["dense"]}
    unknown = [name for name in dense if name not in known]
    if unknown:
        raise ValueError(f"dense: found {unknown[0]!r}; expected some of: {', '.join(known) or 'none in this game'}")
    config |= {
        "hidden": list(hidden),
        "heads": list(heads),
        "dense": [[name, known[name]] for name in dense],
        "base": base,
        "activation": activation,
        "card": dict(card or {}),
    }
    arrays = {name: _array(tensor) for name, tensor in tensors.items()}
    data = write_network(game, json.dumps(config), arrays, half)
    unfinished = f"{path}.{os.getpid()}.part"
    try:
        with open(unfinished, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        # Who calls knows this path and not that of the unfinished file.
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
    return Network(game, path)


def _array(tensor: Any) -> NDArray[np.float32]:
    """An array, or a tensor of PyTorch wherever it lies."""
    if hasattr(tensor, "detach"):
        tensor = tensor.detach().cpu().numpy()
    return np.ascontiguousarray(tensor, np.float32)
