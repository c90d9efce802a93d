"""Recorded games as a PyTorch dataset."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import heistlab
import pytest
from heistlab import data
from heistlab.data import Shards

torch = pytest.importorskip("torch")

from heistlab.data_torch import ShardDataset
from torch.utils.data import DataLoader


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Shards:
    game = heistlab.load_game("caper-cards", seats=3)
    return data.selfplay(game, "improve:sims=20", 12, tmp_path_factory.mktemp("games"), games_per_shard=3)


def places(loader: DataLoader[dict[str, torch.Tensor]]) -> list[tuple[int, int]]:
    return [place for batch in loader for place in zip(batch["game"].tolist(), batch["step"].tolist(), strict=True)]


@pytest.mark.filterwarnings("ignore:This DataLoader will create")
@pytest.mark.parametrize("workers", [0, 1, 2])
def test_workers_share_the_rows(shards: Shards, workers: int) -> None:
    expected = Counter((int(row.columns["game"]), int(row.columns["step"])) for row in shards.rows())
    dataset = ShardDataset(shards, 16, shuffle=1)
    first = places(DataLoader(dataset, batch_size=None, num_workers=workers))
    assert Counter(first) == expected
    dataset.set_epoch(1)
    second = places(DataLoader(dataset, batch_size=None, num_workers=workers))
    assert Counter(second) == expected and second != first
    halves = [ShardDataset(shards, 16, shuffle=1, part=part, parts=2) for part in (0, 1)]
    shared = [place for half in halves for place in places(DataLoader(half, batch_size=None, num_workers=workers))]
    assert Counter(shared) == expected


def test_an_embedding_bag_takes_a_batch(shards: Shards) -> None:
    [batch] = shards.batches(1000)
    [tensors] = ShardDataset(shards, 1000)
    weight = torch.randn(shards.game.information_state_tensor_size(), 4)
    sums = torch.nn.functional.embedding_bag(
        tensors["features"], weight, tensors["features_offsets"], mode="sum", include_last_offset=True
    )
    assert torch.allclose(sums, torch.from_numpy(batch.features()) @ weight, atol=1e-4)
    assert tensors["value"].dtype == torch.float64 and tensors["values"].dtype == torch.float32


def test_what_is_no_shards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="shards: found .*; expected Shards, from open_shards"):
        ShardDataset(str(tmp_path), 16)  # type: ignore[arg-type]
