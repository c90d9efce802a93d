"""Recorded games as a PyTorch dataset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from heistlab._errors import require
from heistlab.data import Batch, Shards

try:
    import torch
    from torch.utils.data import IterableDataset, get_worker_info
except ImportError as error:
    raise ImportError("heistlab.data_torch needs PyTorch: pip install heistlab[torch]") from error


class ShardDataset(IterableDataset[dict[str, torch.Tensor]]):
    """Batches of rows of shards as tensors, for a ``DataLoader`` with ``batch_size=None``::

        dataset = ShardDataset(heistlab.data.open_shards("games"), 1024, shuffle=1)
        loader = DataLoader(dataset, batch_size=None, num_workers=2)

    Its workers share the blocks of the shards: no row comes twice. Several processes that train together share them
    likewise, with ``part`` and ``parts``.

    Every batch has the columns that docs/formats.md describes: one tensor a column, with the values of all rows one
    after the other for lists and their offsets beside them, as ``torch.nn.functional.embedding_bag`` takes them with
    ``include_last_offset=True``. Whole numbers are int64, for PyTorch indexes with nothing else.

    ``shuffle``: a seed. With :meth:`set_epoch` every epoch has an order of its own.
    """

    def __init__(
        self,
        shards: Shards,
        batch_size: int,
        *,
        every: bool = False,
        shuffle: int | None = None,
        pool: int = 65_536,
        part: int = 0,
        parts: int = 1,
    ) -> None:
        require("shards", shards, Shards, "Shards, from open_shards")
        self.shards = shards
        self.batch_size = batch_size
        self.every = every
        self.shuffle = shuffle
        self.pool = pool
        self.part = part
        self.parts = parts
        self.epoch = 0

    def set_epoch(self, epoch: int) -> None:
        """Chooses the order of the next pass; before the workers start, as ``DistributedSampler`` asks for it."""
        self.epoch = epoch

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        worker = get_worker_info()
        number, count = (0, 1) if worker is None else (worker.id, worker.num_workers)
        shuffle = None
        if self.shuffle is not None:
            # One order of shards for all; what each part draws from its pool is its own.
            shuffle = int(np.random.SeedSequence([self.shuffle, self.epoch]).generate_state(1)[0])
        batches = self.shards.batches(
            self.batch_size,
            every=self.every,
            shuffle=shuffle,
            pool=self.pool,
            part=self.part * count + number,
            parts=self.parts * count,
        )
        return map(tensors, batches)


def tensors(batch: Batch) -> dict[str, torch.Tensor]:
    """A batch as tensors by name."""
    return {name: torch.from_numpy(_signed(values)) for name, values in batch.columns.items()}


def _signed(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return values.astype(np.int64) if values.dtype.kind in "iu" else values
