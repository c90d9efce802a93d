"""Recorded games as rows, batches, tables and files."""

from __future__ import annotations

import json
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import heistlab
import numpy as np
import polars
import pyarrow.parquet
import pytest
from heistlab import Game, data
from heistlab.data import LISTS, Batch, DamagedShardWarning, Shards

GAMES = 12


@pytest.fixture(scope="module")
def capers() -> Game:
    return heistlab.load_game("caper-cards", seats=3)


@pytest.fixture(scope="module")
def shards(capers: Game, tmp_path_factory: pytest.TempPathFactory) -> Shards:
    """Games of a search, in shards of five games."""
    folder = tmp_path_factory.mktemp("games")
    return data.selfplay(capers, "improve:sims=20", GAMES, folder, seed=3, games_per_shard=5)


def same(one: Any, other: Any) -> bool:
    return bool(np.array_equal(np.asarray(one), np.asarray(other), equal_nan=np.asarray(one).dtype.kind == "f"))


def test_self_play_leaves_shards_that_a_second_call_finds(shards: Shards, capers: Game) -> None:
    assert [Path(path).name for path in shards.paths] == [f"games-0000000{first}.shard" for first in (0, 5)] + [
        "games-00000010.shard"
    ]
    assert len(shards) == GAMES and shards.game == capers
    assert [header["kind"] for header in shards.headers] == ["selfplay"] * 3
    before = [Path(path).read_bytes() for path in shards.paths]
    folder, told = Path(shards.paths[0]).parent, []
    again = data.selfplay(
        capers,
        "improve:sims=20",
        GAMES,
        folder,
        seed=3,
        games_per_shard=5,
        progress=lambda done, of: told.append((done, of)),
    )
    assert [Path(path).read_bytes() for path in again.paths] == before and told[-1] == (GAMES, GAMES)
    with pytest.raises(ValueError, match="seed"):
        data.selfplay(capers, "improve:sims=20", GAMES, folder, seed=4, games_per_shard=5)


def test_parts_of_a_run_have_the_shards_of_the_whole(shards: Shards, capers: Game, tmp_path: Path) -> None:
    for first, games in ((0, 5), (5, 7)):
        data.selfplay(capers, "improve:sims=20", games, tmp_path, seed=3, first=first, games_per_shard=5)
    assert sorted(path.name for path in tmp_path.iterdir()) == [Path(path).name for path in shards.paths]
    for path in shards.paths:
        assert (tmp_path / Path(path).name).read_bytes() == Path(path).read_bytes()


def test_rows_are_decisions_with_their_states(shards: Shards) -> None:
    count = 0
    for row in shards.rows():
        count += 1
        state = row.state
        assert state.current_player() == row.seat == row.columns["seat"]
        assert sorted(row.legal.tolist()) == state.legal_actions() and row.played in row.legal
        assert same(row.columns["features"], state.information_state_indices(row.seat))
        assert set(row.moves) <= set(row.legal.tolist()) and row.columns["turn"] == state.turn()
        # The search plays what it chose.
        assert row.played == next(iter(row.moves))
        assert 0 <= row.value <= 1
    assert count == sum(len(batch) for batch in shards.batches(50))


def test_games_go_from_decision_to_decision_to_their_end(shards: Shards) -> None:
    deals = []
    for what, rows, end in shards.games():
        deals.append(what["game"])
        assert end.is_terminal()
        result = end.result()
        assert result is not None
        for row, later in zip(rows, [*rows[1:], None], strict=True):
            assert row.value == result["value"]
            assert row.columns["turns_left"] == end.turn() - row.state.turn()
            figures = {name: row.columns[f"figure_{name.replace(' ', '_')}"] for name in result["figures"]}
            assert figures == result["figures"]
            assert shards.game.endings[row.columns["ending"]] == result["ending"]
            state = row.state.child(row.played)
            state.play_chance(1)
            # Decisions that nobody searched are among the rows: the next one comes next.
            assert later is None or later.columns["step"] > row.columns["step"]
            if later is None or later.columns["step"] == row.columns["step"] + 1:
                assert state == (end if later is None else later.state)
    assert deals == list(range(GAMES))


def test_every_decision_has_a_row_if_wanted(shards: Shards) -> None:
    annotated = {(int(row.columns["game"]), int(row.columns["step"])) for row in shards.rows()}
    every = {(int(row.columns["game"]), int(row.columns["step"])): row for row in shards.rows(every=True)}
    assert annotated < set(every)
    for place, row in every.items():
        assert (place in annotated) == bool(row.moves)


def test_batches_hold_the_rows_in_order(shards: Shards) -> None:
    rows = list(shards.rows())
    for size in (1, 7, 1000):
        batches = list(shards.batches(size))
        assert [len(batch) for batch in batches[:-1]] == [size] * (len(batches) - 1)
        cells = [batch.row(place) for batch in batches for place in range(len(batch))]
        assert len(cells) == len(rows)
        for cell, row in zip(cells, rows, strict=True):
            assert cell.keys() == row.columns.keys()
            assert all(same(cell[name], row.columns[name]) for name in cell)


def test_shuffled_batches_hold_the_same_rows_in_an_order_of_the_seed(shards: Shards) -> None:
    def places(**options: Any) -> list[tuple[int, int]]:
        batches = shards.batches(16, **options)
        return [
            (int(game), int(step)) for batch in batches for game, step in zip(batch["game"], batch["step"], strict=True)
        ]

    plain, first, second = places(), places(shuffle=1), places(shuffle=2)
    assert first == places(shuffle=1) != second and first != plain
    assert sorted(first) == sorted(second) == sorted(places(shuffle=3, pool=32)) == sorted(plain)
    for parts in (2, 3, 7):
        shared = [place for part in range(parts) for place in places(part=part, parts=parts, shuffle=1)]
        assert sorted(shared) == sorted(plain)


def test_matrices_mark_what_is_active_and_legal(shards: Shards) -> None:
    [batch] = shards.batches(1000)
    features, legal = batch.features(), batch.legal_mask()
    assert features.shape == (len(batch), shards.game.information_state_tensor_size())
    for place, row in enumerate(shards.rows()):
        assert same(features[place], row.state.information_state_tensor(row.seat))
        assert same(legal[place], row.state.legal_actions_mask())


def test_rows_are_taken_and_put_together(shards: Shards) -> None:
    [batch] = shards.batches(1000)
    places = np.array([5, 0, 5, len(batch) - 1])
    taken = batch.take(places)
    whole = Batch.concatenate([taken, batch, batch.take(places[:0])])
    for place, origin in enumerate([*places, *range(len(batch))]):
        one, other = whole.row(place), batch.row(int(origin))
        assert all(same(one[name], other[name]) for name in other)


def compare(batch: Batch, read: Callable[[str], list[Any]]) -> None:
    for name in batch.row(0):
        expected = [batch.row(place)[name] for place in range(len(batch))]
        found = read(name)
        assert len(found) == len(expected)
        assert all(same(cell, given) for cell, given in zip(found, expected, strict=True)), name


def cell_type(kind: pyarrow.DataType) -> tuple[bool, pyarrow.DataType]:
    """Whether a column has lists, and of what: Parquet also says that nothing in them is null."""
    is_list = pyarrow.types.is_list(kind)
    return is_list, kind.value_type if is_list else kind


@pytest.mark.parametrize("every", [False, True])
def test_parquet_files_are_read_by_pyarrow_and_polars(shards: Shards, tmp_path: Path, every: bool) -> None:
    path = tmp_path / "rows.parquet"
    shards.export(path, every=every)
    [batch] = shards.batches(10_000, every=every)
    table = pyarrow.parquet.read_table(path)
    compare(batch, lambda name: table[name].to_pylist())
    assert table.to_pydict().keys() == batch.to_arrow().to_pydict().keys() == shards.to_arrow().to_pydict().keys()
    assert [cell_type(kind) for kind in table.schema.types] == [
        cell_type(kind) for kind in batch.to_arrow().schema.types
    ]
    frame = polars.read_parquet(path)
    compare(batch, lambda name: frame[name].to_list())
    about = json.loads(table.schema.metadata[b"heistlab"])
    assert about["game"] == "caper-cards" and about["shards"] == shards.headers
    assert about["endings"] == shards.game.endings


@pytest.mark.parametrize("every", [False, True])
def test_npz_files_are_read_by_numpy(shards: Shards, tmp_path: Path, every: bool) -> None:
    path = tmp_path / "rows.npz"
    shards.export(path, every=every, threads=1)
    first = path.read_bytes()
    shards.export(path, every=every, threads=3)
    assert path.read_bytes() == first
    [batch] = shards.batches(10_000, every=every)
    with np.load(path) as read:
        assert json.loads(read["metadata"].tobytes())["features"] == shards.game.information_state_tensor_size()
        assert set(read.files) == {*batch.columns, "metadata"}
        for name, values in batch.columns.items():
            assert read[name].dtype == values.dtype and same(read[name], values), name
    assert [file.name for file in tmp_path.iterdir()] == ["rows.npz"]


def test_the_columns_are_documented() -> None:
    formats = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
    names = {*LISTS, *LISTS.values(), "shard", "run", "game", "step", "seat", "turn", "played", "expert", "surprise"}
    for name in {*names, "value", "ending", "stake_lost", "turns_left", "figure_NAME", "features_offsets"}:
        assert f"`{name}`" in formats, name


def test_labels_have_differences_to_the_mean_of_the_moves(shards: Shards, tmp_path: Path) -> None:
    labelled = data.label(shards, tmp_path / "labels", "improve:turns=2", worlds=4, moves=3, per_game=2)
    assert [header["kind"] for header in labelled.headers] == ["label"] * 3
    rows = list(labelled.rows())
    assert len(rows) == 2 * GAMES
    for row in rows:
        assert 2 <= len(row.moves) <= 3 and row.played == next(iter(row.moves))
        assert abs(float(np.mean(row.columns["differences"]))) < 1e-6
        assert set(row.columns["visits"]) == {4}


def test_a_damaged_block_is_named_and_left_out(shards: Shards, tmp_path: Path) -> None:
    path = tmp_path / "damaged.shard"
    content = bytearray(Path(shards.paths[0]).read_bytes())
    content[-20] ^= 255
    path.write_bytes(bytes(content))
    with pytest.warns(DamagedShardWarning, match=r"damaged\.shard: block 0 .* games 0 to 4 of the shard are lost"):
        assert list(data.open_shards(path).batches(8)) == []
    with pytest.warns(DamagedShardWarning, match=r"damaged\.shard: block 0"):
        data.open_shards([path, shards.paths[1]]).export(tmp_path / "rows.parquet")
    assert set(pyarrow.parquet.read_table(tmp_path / "rows.parquet")["game"].to_pylist()) == set(range(5, 10))


def test_shards_are_found_and_pickled(shards: Shards) -> None:
    folder = Path(shards.paths[0]).parent
    for paths in (folder, str(folder / "*.shard"), shards.paths, [folder]):
        assert data.open_shards(paths).paths == shards.paths
    copy = pickle.loads(pickle.dumps(shards))
    assert copy.paths == shards.paths and "12 games of caper-cards in 3 shards" in repr(copy)


def test_what_is_no_shard_is_refused(shards: Shards, tmp_path: Path) -> None:
    other = tmp_path / "other.shard"
    other.write_text("{}\n")
    burgle = heistlab.load_game("burgle-bros", scenario="bank-job", seats=1)
    two = data.selfplay(burgle, "heuristic", 1, tmp_path / "two")
    wrong: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: data.open_shards(other), ValueError, r"other\.shard: line 1: .*; expected the header of a shard"),
        (lambda: data.open_shards(tmp_path / "none"), FileNotFoundError, "found no shards"),
        (lambda: data.open_shards([shards.paths[0], two.paths[0]]), ValueError, "burgle-bros"),
        (lambda: data.open_shards(3), TypeError, "paths: found 3; expected a path"),  # type: ignore[arg-type]
        (lambda: data.open_shards([]), ValueError, "paths: found none; expected one or more"),
        (lambda: next(shards.batches(0)), ValueError, "size: found 0; expected 1 or more"),
        (lambda: next(shards.batches("x")), TypeError, "size: found 'x'; expected a whole"),  # type: ignore[arg-type]
        (lambda: next(shards.batches(1, part=2, parts=2)), ValueError, "part: found 2 of 2"),
        (lambda: shards.export(tmp_path / "rows"), ValueError, "format: found .*; expected 'parquet' or 'npz'"),
        (lambda: shards.export(tmp_path / "no" / "rows.npz"), ValueError, "No such file"),
        (lambda: data.selfplay(burgle, "nobody", 1, tmp_path), ValueError, "nobody"),
        (lambda: data.selfplay(burgle, ["random"] * 3, 1, tmp_path), ValueError, "found 3 agents for 1 seat"),
        (lambda: data.label(shards, tmp_path, "random"), ValueError, "random"),
    ]
    for call, kind, message in wrong:
        with pytest.raises(kind, match=message):
            call()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not (tmp_path / "rows").exists()
