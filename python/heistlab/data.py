"""Recorded games: self-play, labels, and rows of shards as Python, NumPy or Arrow has them.

    from heistlab import data, load_game

    game = load_game("burgle-bros", scenario="bank-job", seats=3)
    games = data.selfplay(game, "improve:sims=60", 1000, "games")
    for batch in games.batches(1024, shuffle=1):
        train(batch["features"], batch["features_offsets"], batch["value"])

A row is a decision that a search looked into: a state, what was found out about its moves, and what came of it. Only
the steps of a game are stored; states and features are made when they are read, by this version of the game.
docs/formats.md describes the columns. :mod:`heistlab.data_torch` has a PyTorch dataset, :mod:`heistlab.minari` writes
Minari datasets.
"""

from __future__ import annotations

import json
import os
import random
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heistlab import _core
from heistlab._arena import Progress, ProgressLine
from heistlab._core import Game, State
from heistlab._errors import require
from heistlab._pickles import Reduced, restored

if TYPE_CHECKING:
    import pyarrow as pa

Paths: TypeAlias = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
"""Shards: a file, a folder that has some, a pattern such as ``games/*.shard``, or a list of these."""

LISTS = {
    "features": "features",
    "legal": "legal",
    **dict.fromkeys(
        ("moves", "alike", "visits", "values", "errors", "differences", "difference_errors"),
        "moves",
    ),
}
"""The columns with a list in each row, and the list whose offsets say where those of a row are."""


class DamagedShardWarning(UserWarning):
    """A block of a shard is damaged; its games are left out, or made again in a shard that is not complete."""


@dataclass(frozen=True)
class Row:
    """A decision of a recorded game."""

    state: State
    """The state before it, with nothing hidden. ``state.information_state(seat)`` is what the player saw."""
    seat: int
    """Who decides."""
    legal: NDArray[np.uint32]
    """The legal actions, in the game's order."""
    played: int
    """The action that was played."""
    columns: Mapping[str, Any]
    """Every column of the row: numbers, and arrays for lists."""

    @property
    def value(self) -> float:
        """The value of the game's result, 0 to 1."""
        return float(self.columns["value"])

    @property
    def moves(self) -> dict[int, float]:
        """The moves that were looked at, with their values; the one that the search chose comes first."""
        return dict(zip(self.columns["moves"].tolist(), self.columns["values"].tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Batch:
    """Rows as NumPy arrays: ``batch["value"]`` has a number for each row.

    Lists lie one after the other: row ``i`` has
    ``batch["features"][batch["features_offsets"][i] : batch["features_offsets"][i + 1]]``. This is the form that sparse
    matrices (CSR) and ``torch.nn.EmbeddingBag`` take.
    """

    game: Game
    columns: Mapping[str, NDArray[Any]]

    def __len__(self) -> int:
        return len(self.columns["value"])

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]

    def row(self, place: int) -> dict[str, Any]:
        """The columns of one row: numbers, and arrays for lists."""
        return {name: cell for name, cell in self._cells(place)}

    def _cells(self, place: int) -> Iterator[tuple[str, Any]]:
        for name, values in self.columns.items():
            if name in LISTS:
                offsets = self.columns[f"{LISTS[name]}_offsets"]
                yield name, values[int(offsets[place]) : int(offsets[place + 1])]
            elif not name.endswith("_offsets"):
                yield name, values[place]

    def take(self, places: NDArray[np.integer[Any]]) -> Batch:
        """Some rows, in this order."""
        columns: dict[str, NDArray[Any]] = {}
        picks: dict[str, NDArray[np.int64]] = {}
        for name in dict.fromkeys(LISTS.values()):
            offsets = self.columns[f"{name}_offsets"].astype(np.int64)
            starts, lengths = offsets[places], np.diff(offsets)[places]
            ends = np.cumsum(lengths)
            picks[name] = np.repeat(starts - (ends - lengths), lengths) + np.arange(ends[-1] if len(ends) else 0)
            columns[f"{name}_offsets"] = np.concatenate([[0], ends]).astype(np.uint64)
        for name, values in self.columns.items():
            if not name.endswith("_offsets"):
                columns[name] = values[picks[LISTS[name]] if name in LISTS else places]
        return Batch(self.game, columns)

    @staticmethod
    def concatenate(batches: Sequence[Batch]) -> Batch:
        """The rows of one or more batches of one game."""
        columns = {}
        for name in batches[0].columns:
            parts = [batch[name] for batch in batches]
            if name.endswith("_offsets"):
                ends = np.cumsum([0, *(part[-1] for part in parts)]).astype(np.uint64)
                parts = [parts[0][:1], *(part[1:] + end for part, end in zip(parts, ends, strict=False))]
            columns[name] = np.concatenate(parts)
        return Batch(batches[0].game, columns)

    def features(self) -> NDArray[np.float32]:
        """The active features as a matrix of 0 and 1, (rows, features)."""
        return self._marked("features", self.game.information_state_tensor_size()).astype(np.float32)

    def legal_mask(self) -> NDArray[np.bool_]:
        """The legal actions, (rows, actions)."""
        return self._marked("legal", self.game.num_distinct_actions())

    def _marked(self, name: str, width: int) -> NDArray[np.bool_]:
        lengths = np.diff(self.columns[f"{name}_offsets"]).astype(np.int64)
        marks = np.zeros((len(self), width), np.bool_)
        marks[np.repeat(np.arange(len(self)), lengths), self.columns[name]] = True
        return marks

    def to_arrow(self) -> pa.Table:
        """The rows as an Arrow table, with list columns."""
        import pyarrow as pa

        columns: dict[str, Any] = {}
        for name, values in self.columns.items():
            if name in LISTS:
                offsets = self.columns[f"{LISTS[name]}_offsets"].astype(np.int32)
                columns[name] = pa.ListArray.from_arrays(offsets, values)
            elif not name.endswith("_offsets"):
                columns[name] = values
        return pa.table(columns)


class Shards:
    """Files of recorded games of one game, from :func:`open_shards`. Pickles."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = list(paths)
        """The files."""
        self._core = _core.Shards(self.paths)

    @property
    def game(self) -> Game:
        """The game, with the setup of the first run."""
        return self._core.game

    @property
    def headers(self) -> list[dict[str, Any]]:
        """What the shards say about themselves: setups, agents, seeds; docs/formats.md describes the fields."""
        headers: list[dict[str, Any]] = json.loads(self._core.headers)
        return headers

    def __len__(self) -> int:
        """How many games there are."""
        return len(self._core)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game.id} in {len(self.paths)} shards>"

    def __reduce__(self) -> Reduced:
        return restored, (Shards, self.paths)

    def rows(self, *, every: bool = False) -> Iterator[Row]:
        """The rows with their states, game by game. ``every``: a row for every decision, not only for those that a
        search looked into."""
        for _, rows, _ in self.games(every=every):
            yield from rows

    def games(self, *, every: bool = True) -> Iterator[tuple[dict[str, Any], list[Row], State]]:
        """Every game: what it is (``shard``, ``run``, ``game``, the number of its deal; empty for one without rows),
        its rows, and its last state."""
        for read in self._read(1, states=True, every=every):
            batch, states = Batch(self.game, read["columns"]), read["states"]
            start = 0
            for length, end in zip(read["lengths"].tolist(), read["ends"], strict=True):
                rows = [_row(batch, place, states[place]) for place in range(start, start + length)]
                what = {name: int(rows[0].columns[name]) for name in ("shard", "run", "game")} if rows else {}
                yield what, rows, end
                start += length

    def batches(
        self,
        size: int,
        *,
        every: bool = False,
        shuffle: int | None = None,
        pool: int = 65_536,
        part: int = 0,
        parts: int = 1,
    ) -> Iterator[Batch]:
        """The rows in batches of ``size``; the last one may be smaller. The memory needed does not grow with the
        shards.

        ``every``: a row for every decision, not only for those that a search looked into.
        ``shuffle``: a seed. Shards come in random order, and batches are drawn from ``pool`` rows at a time.
        ``part``, ``parts``: for several readers that share the rows, each of which reads other blocks.
        """
        for name, number in (("size", size), ("pool", pool)):
            require(name, number, int, "a whole number from 1")
            if number < 1:
                raise ValueError(f"{name}: found {number}; expected 1 or more")
        rng = None if shuffle is None else np.random.default_rng(shuffle)
        order = list(range(len(self.paths)))
        if shuffle is not None:
            random.Random(shuffle).shuffle(order)
        held: list[Batch] = []
        count, wanted = 0, size if rng is None else max(size, pool)
        for read in self._read(min(wanted, 8192), every=every, order=order, part=part, parts=parts):
            held.append(Batch(self.game, read["columns"]))
            count += len(held[-1])
            if count >= wanted:
                *full, rest = _cut(Batch.concatenate(held), size, rng)
                yield from full
                # What is left over is mixed with what comes next.
                held, count = [rest], len(rest)
        if count:
            yield from (batch for batch in _cut(Batch.concatenate(held), size, rng) if len(batch))

    def to_arrow(self, *, every: bool = False) -> pa.Table:
        """All rows as an Arrow table. For more than memory holds, see :meth:`batches` and ``heist export``."""
        import pyarrow as pa

        tables = [batch.to_arrow() for batch in self.batches(8192, every=every)]
        return pa.concat_tables(tables) if tables else pa.table({})

    def export(
        self,
        path: str | os.PathLike[str],
        format: Literal["parquet", "npz"] | None = None,
        *,
        every: bool = False,
        threads: int = 0,
        progress: Progress = None,
    ) -> None:
        """Writes the rows as a Parquet or NPZ file, in the place of what is there, as ``heist export`` does; whole or
        not at all. ``format``: by default what the extension says. ``threads``: 0 for one a core."""
        path = os.fspath(path)
        kind = format or path.rpartition(".")[2].lower()
        if kind not in ("parquet", "npz"):
            raise ValueError(f"format: found {kind!r}; expected 'parquet' or 'npz', or a path that ends so")
        unfinished = f"{path}.{os.getpid()}.part"
        try:
            with ProgressLine.of(progress) as on_progress:
                for damage in self._core.export(unfinished, kind, every, threads, on_progress):
                    warnings.warn(damage, DamagedShardWarning, stacklevel=2)
            os.replace(unfinished, path)
        finally:
            if os.path.exists(unfinished):
                os.remove(unfinished)

    def _read(
        self,
        rows: int,
        *,
        states: bool = False,
        every: bool = False,
        order: list[int] | None = None,
        part: int = 0,
        parts: int = 1,
    ) -> Iterator[dict[str, Any]]:
        reader = self._core.reader(every, order, part, parts)
        while (read := reader.read(rows, states)) is not None:
            for damage in read["damage"]:
                warnings.warn(damage, DamagedShardWarning, stacklevel=3)
            yield read


def _row(batch: Batch, place: int, state: State) -> Row:
    columns = batch.row(place)
    return Row(state, int(columns["seat"]), columns["legal"], int(columns["played"]), columns)


def _cut(rows: Batch, size: int, rng: np.random.Generator | None) -> list[Batch]:
    """Batches of a size; the last one has what is left over, which may be nothing."""
    places = np.arange(len(rows)) if rng is None else rng.permutation(len(rows))
    return [rows.take(places[start : start + size]) for start in range(0, len(rows) + 1, size)]


def open_shards(paths: Paths) -> Shards:
    """Opens shards: a file, a folder that has some, a pattern such as ``games/*.shard``, or a list of these.

    Raises FileNotFoundError when there are none, and ValueError when a file is no shard or they are of several games.
    """
    given = [paths] if isinstance(paths, str | os.PathLike) else paths
    require("paths", given, Sequence, "a path or a list of paths")
    found: list[str] = []
    for path in given:
        require("paths", path, str | os.PathLike, "a path or a list of paths")
        text = os.fspath(path)
        if os.path.isdir(text):
            files = sorted(str(file) for file in Path(text).glob("*.shard"))
        elif os.path.exists(text):
            files = [text]
        else:
            files = sorted(glob(text))
        if not files:
            raise FileNotFoundError(f"{text}: found no shards; expected a file, a folder that has some, or a pattern")
        found += files
    return Shards(found)


def selfplay(
    game: Game,
    agents: str | Sequence[str],
    games: int,
    folder: str | os.PathLike[str],
    *,
    seed: int = 1,
    first: int = 0,
    fast: str | None = None,
    full_one_in: int = 8,
    temperature: float = 0.0,
    games_per_shard: int = 1024,
    threads: int = 0,
    progress: Progress = None,
) -> Shards:
    """Plays games of agents, one for all seats or one a seat, and records them in shards of a folder.

    What the searches find out is recorded with their decisions. The shards are those of ``heist selfplay``: a function
    of the arguments, for any number of threads. The same call goes on from the games that are there.

    ``first``: the number of the first deal. ``fast``: a spec that plays the decisions that are not searched in full,
    all but one in ``full_one_in`` (playout cap randomisation). ``temperature``: above 0, a search plays any of its
    moves, with a probability in proportion to the exponential of its value divided by this.
    ``threads``: games side by side; 0 for one a core.

    Ctrl-C raises KeyboardInterrupt as soon as the decisions under way are taken.
    """
    specs = [agents] if isinstance(agents, str) else list(agents)
    run = _core.Selfplay(
        game,
        specs,
        games,
        seed,
        first=first,
        fast=fast,
        full_one_in=full_one_in,
        temperature=temperature,
        games_per_shard=games_per_shard,
        threads=threads,
    )
    with ProgressLine.of(progress) as on_progress:
        for damage in run.run(folder, on_progress):
            warnings.warn(damage, DamagedShardWarning, stacklevel=2)
    return open_shards([os.path.join(folder, name) for name, _ in run.shards()])


def label(
    shards: Shards | Paths,
    folder: str | os.PathLike[str],
    rollouts: str,
    *,
    worlds: int = 8,
    moves: int = 8,
    share: float = 1.0,
    per_game: int | None = None,
    seed: int = 1,
    threads: int = 0,
    progress: Progress = None,
) -> Shards:
    """Labels decisions of recorded games: what several of their moves are worth, each tried in the same worlds.

    The new shards, in another folder, have the same names and games; their annotations are the labels, whose
    ``differences`` are those to the mean of the decision's moves. The same call goes on from what is there.

    ``rollouts``: a spec of ``flat`` or ``improve``, by which simulations go on after a move. ``worlds``: how many every
    move is tried in. ``moves``: how many at most of a decision; that which was played is among them. ``share``: each
    decision is labelled with this probability; ``per_game``: so many of a game instead.
    """
    source = shards if isinstance(shards, Shards) else open_shards(shards)
    labeller = _core.Labeller(
        rollouts, worlds=worlds, moves=moves, share=share, per_game=per_game, seed=seed, threads=threads
    )
    made = []
    for path in source.paths:
        with ProgressLine.of(progress) as on_progress:
            for damage in labeller.run(path, folder, on_progress):
                warnings.warn(damage, DamagedShardWarning, stacklevel=2)
        made.append(os.path.join(folder, os.path.basename(path)))
    return open_shards(made)
