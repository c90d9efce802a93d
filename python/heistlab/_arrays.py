"""Arrays of other packages as NumPy's, in the same memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_PROCESSOR = 1
"""DLPack's number of the processor's memory."""


def shared(name: str, array: Any) -> NDArray[Any]:
    """The NumPy array of a tensor's memory, for whatever has ``__dlpack__``.

    Raises TypeError, which names the argument, where that memory is another device's.
    """
    try:
        device, _ = array.__dlpack_device__()
    except (BufferError, RuntimeError, ValueError):
        # A device that DLPack has no number for.
        device = None
    if device != _PROCESSOR:
        raise TypeError(
            f"{name}: found {type(array).__name__} on another device; expected one in the processor's memory"
        )
    if hasattr(array, "detach"):
        # Works for tensors that are learned as well, and gives an array that can be written.
        shared_array: NDArray[Any] = array.detach().numpy()
        return shared_array
    return np.from_dlpack(array)
