"""The arena, the making of replays, self-play and labels on many machines, by Ray.

Deals are a pure function of (game, agents, seed, number), so a range of deals is a task that any machine can do. Ray
hands the tasks out, and does those again whose worker or machine was lost. Every task leaves one file, a shard, in a
folder that all machines reach: on a shared disk, or in an object store by its fsspec URL. Called again, a run goes on
with what is missing there.

>>> import ray
>>> from heistlab import distributed, load_game
>>> ray.init(address="auto")
>>> game = load_game("burgle-bros", scenario="bank-job", seats=3)
>>> agents = ["heuristic", "mcts:sims=20000,leaf=heuristic"]
>>> result = distributed.arena(game, agents, 10_000, 7, "s3://lab/runs/bank-job")

The workers need this release of Heistlab (``ray_options={"runtime_env": {"pip": [...]}}`` is one way); agents written
in Python travel to them by cloudpickle.

The folder
----------
``run.json`` says what is played: game, format, setup, seed, agents, luck, cross-play, and the release. A folder of
another run is refused with the field that differs. The number of deals is not among them: the same folder serves
more deals or fewer.

``games-FIRST-END-CHECKSUM.jsonl.zst`` holds the games of deals FIRST to END - 1: a line of JSON for every game, as in
the ``games.jsonl`` of a run's folder (docs/formats.md, section 10), compressed by Zstandard.
``replays-FIRST-END-CHECKSUM.jsonl.zst`` holds replays: ``{"deal": ..., "contestant": ..., "replay": ...}`` a line,
the replay being the text of a replay's file. CHECKSUM is the first 16 hexadecimal digits of the SHA-256 of the file
as it is, so a shard is whole if its name says so. One that is not is reported, removed, and its deals are played
again. On a disk a shard is written to a temporary name, which begins with a dot, and renamed; in an object store it
is put in one piece. What begins with a dot in the folder of a run that is over was left behind by a lost worker.

``index.parquet``, beside replays, has a row for each of them: see :func:`generate`.

:func:`selfplay` and :func:`label` leave shards of recorded games (docs/formats.md), the same files with the same names
as ``heist selfplay`` and ``heist label`` do on one machine. What is there already is known by the headers of its
shards, by the rules of those commands; a folder that they began goes on here.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import tempfile
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet

from heistlab._arena import AgentLike, ArenaResult, Progress, ProgressLine, contestants_of
from heistlab._core import (
    Arena,
    Game,
    Labeller,
    Replay,
    Selfplay,
    __version__,
    is_same_shard,
    readable_games,
)
from heistlab.data import DamagedShardWarning

try:
    import fsspec
    import ray
    from fsspec.implementations.local import LocalFileSystem
except ImportError as error:
    raise ImportError("heistlab.distributed needs Ray and fsspec: pip install heistlab[ray]") from error

__all__ = ["arena", "generate", "label", "replays", "selfplay"]

FORMAT = 1
"""Version of ``run.json`` and of the shards."""

RUN = "run.json"
INDEX = "index.parquet"

HEADER_LIMIT = 2**24
"""No header of a shard of recorded games is longer, in bytes."""

RETRIES = 10
"""How often Ray does a task again whose worker or machine was lost."""

Holds = Literal["games", "replays", "selfplay", "labels"]
T = TypeVar("T")


def arena(
    game: Game,
    agents: AgentLike | Sequence[AgentLike],
    games: int,
    seed: int,
    path: str | os.PathLike[str],
    *,
    luck: bool = False,
    cross: bool = False,
    faults: Literal["raise", "count"] = "raise",
    deals_per_task: int | None = None,
    max_in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> ArenaResult:
    """Does as :func:`heistlab.arena` does, on a Ray cluster. All figures are the same, but for the times of decisions.

    ``path``: the run's folder, a path or fsspec URL that every machine reaches, with ``storage_options`` for its file
    system.
    ``deals_per_task``: how many deals a task plays, each with every contestant. A task should take some seconds at
    least. If not given, a 256th of the deals, which keeps as many CPUs busy.
    ``max_in_flight``: how many tasks are handed to Ray and not done; if not given, twice the cluster's CPUs at the
    time.
    ``ray_options``: options of the tasks, such as ``num_cpus`` (1), ``max_retries`` (10), ``runtime_env``,
    ``scheduling_strategy``.

    An exception in an agent written in Python ends the run at once, and is raised with its traceback, unless
    ``faults`` is ``count``. Ctrl-C ends the tasks and raises KeyboardInterrupt. The same call goes on from the shards
    that are there. An agent written in Python is known by its name alone: take another folder after changing it. A
    sequential test is not offered: a run that is to end early is best played in one place.
    """
    work = _Work(game, contestants_of(agents), games, seed, luck, cross, faults, "games", __version__)
    whole = work.arena(threads=0)
    folder = _Folder.open(path, storage_options, work)
    found = folder.check(lambda shard, lines: lines)
    for shard in _play(work, folder, found, deals_per_task, max_in_flight, progress, ray_options):
        found[shard] = folder.read(shard)
    lines = [line for shard in sorted(found) for line in _within(games, shard, found[shard])]
    return ArenaResult.of(*whole.report(lines))


def generate(
    game: Game,
    agents: AgentLike | Sequence[AgentLike],
    games: int,
    seed: int,
    path: str | os.PathLike[str],
    *,
    cross: bool = False,
    faults: Literal["raise", "count"] = "raise",
    deals_per_task: int | None = None,
    max_in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> pa.Table:
    """Plays deals on a Ray cluster and keeps a replay of every game; arguments are those of :func:`arena`.

    Gives the index, which is also written to ``index.parquet``: a row for every replay, deal by deal, with ``shard``
    (the file) and ``line`` (in it, from 0), ``deal``, ``seed``, ``contestant``, ``steps``, and ``value``, ``win``,
    ``ending`` and ``figure_NAME`` of the result, which are null for a game lost to a fault. :func:`replays` reads the
    replays.
    """
    work = _Work(game, contestants_of(agents), games, seed, False, cross, faults, "replays", __version__)
    work.arena(threads=0)
    folder = _Folder.open(path, storage_options, work)
    parts = folder.check(lambda shard, lines: _index(work, shard, lines))
    parts |= _play(work, folder, parts, deals_per_task, max_in_flight, progress, ray_options)
    index = pa.concat_tables([parts[shard] for shard in sorted(parts)])
    index = index.filter(pa.compute.less(index["deal"], games))
    sink = pa.BufferOutputStream()
    pa.parquet.write_table(index, sink, compression="zstd")
    folder.write(INDEX, sink.getvalue().to_pybytes())
    return index


def replays(
    path: str | os.PathLike[str], storage_options: Mapping[str, Any] | None = None
) -> Iterator[tuple[int, str, Replay]]:
    """Every replay in a folder of :func:`generate`, deal by deal: deal, contestant, replay. ValueError if damaged."""
    folder = _Folder.at(path, storage_options, "replays")
    if not folder.has(RUN):
        raise FileNotFoundError(f"{folder.file(RUN)}: not found; expected a folder of heistlab.distributed.generate")
    for shard in _disjoint(folder.shards()):
        for line in folder.read(shard):
            row = json.loads(line)
            yield row["deal"], row["contestant"], Replay.parse(row["replay"])


def selfplay(
    game: Game,
    agents: str | Sequence[str],
    games: int,
    seed: int,
    path: str | os.PathLike[str],
    *,
    fast: str | None = None,
    full_one_in: int = 8,
    temperature: float = 0.0,
    games_per_shard: int = 256,
    max_in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> list[str]:
    """Does as :func:`heistlab.data.selfplay` does, on a Ray cluster: the same shards, whose paths it gives.

    A task plays a shard, on one thread. The other arguments are those of :func:`arena`. The same call goes on from the
    shards that are there, whose headers say what they are: those of another run are refused, as ``heist selfplay``
    refuses them, before anything is played. More games may be asked for; a shard that had fewer is then played again,
    and takes the place of the shorter one once it is whole. No shard is replaced by one with fewer games.
    """
    specs = [agents] if isinstance(agents, str) else list(agents)
    options: dict[str, Any] = {"fast": fast, "full_one_in": full_one_in, "temperature": temperature}
    options["games_per_shard"] = games_per_shard
    # What cannot be played is known before anything is begun.
    expected = dict(Selfplay(game, specs, games, seed, **options).shards())
    run = _Recording("selfplay", game.id, game.format, {"setup": json.loads(game.setup), "seed": seed, "agents": specs})
    run.about.update(options)
    folder, left = _Folder.resume(path, storage_options, run, expected)
    work = [(name, game, specs, seed, _deals(expected[name]), options) for name in left]
    _record(_selfplay_task, work, folder, len(expected), max_in_flight, progress, ray_options)
    return [folder.file(name) for name in expected]


def label(
    shards: str | os.PathLike[str],
    path: str | os.PathLike[str],
    rollouts: str,
    *,
    worlds: int = 8,
    moves: int = 8,
    share: float = 1.0,
    per_game: int | None = None,
    seed: int = 1,
    max_in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> list[str]:
    """Does as :func:`heistlab.data.label` does, on a Ray cluster, with every shard of the folder ``shards``: the same
    new shards, whose paths it gives.

    A task labels a shard, on one thread. The other arguments are those of :func:`arena`. The same call goes on from the
    shards that are there, whose headers say what they are: labels of other games or by other rollouts are refused, as
    ``heist label`` refuses them, before anything is labelled. Games that were added to a shard get their labels: it is
    labelled again.
    """
    options: dict[str, Any] = {"worlds": worlds, "moves": moves, "share": share, "per_game": per_game, "seed": seed}
    labeller = Labeller(rollouts, **options)
    source = _Folder.at(shards, storage_options, "selfplay")
    names = source.recorded()
    if not names:
        raise FileNotFoundError(f"{source.path}: found no shards; expected a folder that has some")
    expected = {name: _named(source, name, labeller.header) for name in names}
    header = json.loads(expected[names[0]])
    # What cannot be labelled is known before anything is begun.
    labeller.check(header["game"])
    run = _Recording("labels", header["game"], header["format"], {"rollouts": rollouts, **options})
    folder, left = _Folder.resume(path, storage_options, run, expected)
    work = [(name, source, rollouts, options) for name in left]
    _record(_label_task, work, folder, len(names), max_in_flight, progress, ray_options)
    return [folder.file(name) for name in names]


def _named(folder: _Folder, name: str, use: Callable[[str], T]) -> T:
    """What is made of the header of a shard, whose name errors begin with."""
    header = folder.header_of(name)
    if header is None:
        raise FileNotFoundError(f"{folder.file(name)}: not found; expected a shard")
    try:
        return use(header)
    except ValueError as error:
        raise ValueError(f"{folder.file(name)}: {error}") from None


def _deals(header: str) -> tuple[int, int]:
    """The first deal of a shard of self-play, and how many there are."""
    (run,) = json.loads(header)["runs"]
    return run["first"], run["games"]


@dataclass(frozen=True)
class _Recording:
    """What is recorded, for the description of its folder."""

    holds: Holds
    game: str
    format: int
    about: dict[str, Any]

    def header(self) -> dict[str, Any]:
        """Everything that the shards depend on beside their games."""
        what = {"heistlab": "shards", "shards-format": FORMAT, "holds": self.holds, "version": __version__}
        return what | {"game": self.game, "format": self.format} | self.about


@dataclass(frozen=True)
class _Work:
    """What is played. Travels to the workers."""

    game: Game
    contestants: list[str | tuple[str, Callable[[], Any]]]
    games: int
    seed: int
    luck: bool
    cross: bool
    faults: Literal["raise", "count"]
    holds: Holds
    version: str

    def arena(self, threads: int) -> Arena:
        return Arena(
            self.game,
            self.contestants,
            self.games,
            self.seed,
            threads=threads,
            luck=self.luck,
            cross=self.cross,
            faults=self.faults,
        )

    def games_a_deal(self) -> int:
        agents = len(self.contestants)
        return agents**2 if self.cross else agents

    def header(self) -> dict[str, Any]:
        """Everything that a shard depends on beside its deals."""
        return {
            "heistlab": "shards",
            "shards-format": FORMAT,
            "holds": self.holds,
            "version": self.version,
            "game": self.game.id,
            "format": self.game.format,
            "setup": json.loads(self.game.setup),
            "seed": self.seed,
            "luck": self.luck,
            "cross": self.cross,
            "agents": [agent if isinstance(agent, str) else {"python": agent[0]} for agent in self.contestants],
        }


@dataclass(frozen=True, order=True)
class _Shard:
    """A file with deals ``first`` to ``end`` - 1."""

    first: int
    end: int
    checksum: str
    holds: Holds

    def name(self) -> str:
        return f"{self.holds}-{self.first:010}-{self.end:010}-{self.checksum}.jsonl.zst"

    @classmethod
    def named(cls, name: str, holds: Holds) -> _Shard | None:
        parts = re.fullmatch(rf"{holds}-(\d{{10,}})-(\d{{10,}})-([0-9a-f]{{16}})\.jsonl\.zst", name)
        return cls(int(parts[1]), int(parts[2]), parts[3], holds) if parts else None


class _Damaged(ValueError):
    """A shard that is not what was written."""


@dataclass(frozen=True)
class _Folder:
    """The folder of a run. Travels to the workers."""

    files: fsspec.AbstractFileSystem
    path: str
    holds: Holds

    @classmethod
    def at(cls, path: str | os.PathLike[str], storage_options: Mapping[str, Any] | None, holds: Holds) -> _Folder:
        files, root = fsspec.core.url_to_fs(os.fspath(path), **(storage_options or {}))
        return cls(files, root.rstrip("/"), holds)

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], storage_options: Mapping[str, Any] | None, work: _Work | _Recording
    ) -> _Folder:
        """Opens the folder of a run, or makes it; ValueError if it is that of another run."""
        folder = cls.at(path, storage_options, work.holds)
        if not folder.compare(work) and folder.shards():
            raise ValueError(
                f"{folder.path}: there are {work.holds} but no {RUN} that says what they are; expected a new folder"
            )
        folder.begin(work)
        return folder

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike[str],
        storage_options: Mapping[str, Any] | None,
        run: _Recording,
        expected: Mapping[str, str],
    ) -> tuple[_Folder, list[str]]:
        """The folder of a run, and the shards of recorded games, by name, that are not whole in it; made if it is
        missing. ``expected``: the headers of all. ValueError if what is there is of another run; nothing is changed
        then.
        """
        folder = cls.at(path, storage_options, run.holds)
        folder.compare(run)
        left = []
        for name, header in expected.items():
            found = folder.header_of(name)
            if found is None or not is_same_shard(folder.file(name), found, header):
                left.append(name)
        folder.begin(run)
        return folder, left

    def compare(self, work: _Work | _Recording) -> bool:
        """Whether the folder says what it holds; ValueError if that is another run."""
        try:
            found = self.files.cat_file(self.file(RUN))
        except FileNotFoundError:
            return False
        _compare(self.file(RUN), found, work.header())
        return True

    def begin(self, work: _Work | _Recording) -> None:
        """Makes the folder and lets it say what it holds, unless it does."""
        if not self.has(RUN):
            self.files.makedirs(self.path, exist_ok=True)
            self.write(RUN, (json.dumps(work.header(), indent=2) + "\n").encode())

    def file(self, name: str) -> str:
        return f"{self.path}/{name}"

    def has(self, name: str) -> bool:
        # Object stores remember what they listed.
        self.files.invalidate_cache()
        there: bool = self.files.exists(self.file(name))
        return there

    def require(self, name: str) -> None:
        """An error if a file is missing that a worker wrote."""
        if not self.has(name):
            raise FileNotFoundError(
                f"{self.file(name)}: a worker wrote it and it is not here; expected a folder that every machine "
                "reaches, on a shared disk or in an object store"
            )

    def shards(self) -> list[_Shard]:
        """All shards by their names, in order."""
        self.files.invalidate_cache()
        try:
            listed = self.files.ls(self.path, detail=False)
        except FileNotFoundError:
            return []
        shards = (_Shard.named(name.rsplit("/", 1)[-1], self.holds) for name in listed)
        return sorted(shard for shard in shards if shard is not None)

    def recorded(self) -> list[str]:
        """The names of shards of recorded games, in order."""
        self.files.invalidate_cache()
        listed = (name.rsplit("/", 1)[-1] for name in self.files.ls(self.path, detail=False))
        return sorted(name for name in listed if name.endswith(".shard"))

    def header_of(self, name: str) -> str | None:
        """What a shard of recorded games says about itself, its first line; None if there is no such shard."""
        self.files.invalidate_cache()
        try:
            with self.files.open(self.file(name), "rb") as file:
                line: bytes = file.readline(HEADER_LIMIT)
        except FileNotFoundError:
            return None
        return line.decode(errors="replace")

    def check(self, use: Callable[[_Shard, list[str]], T]) -> dict[_Shard, T]:
        """What can be used of whole shards, no deal twice. Damaged ones are reported and removed."""
        whole = {}
        for shard in self.shards():
            try:
                whole[shard] = use(shard, self.read(shard))
            except _Damaged as damage:
                warnings.warn(f"{damage}; it is removed and its deals are played again", RuntimeWarning, stacklevel=3)
                self.files.rm_file(self.file(shard.name()))
        return {shard: whole[shard] for shard in _disjoint(whole)}

    def add(self, first: int, end: int, lines: Iterable[str]) -> _Shard:
        """Writes a shard."""
        text = "".join(f"{line}\n" for line in lines)
        data = pa.Codec("zstd").compress(text.encode(), asbytes=True)
        shard = _Shard(first, end, _checksum(data), self.holds)
        self.write(shard.name(), data)
        return shard

    def read(self, shard: _Shard) -> list[str]:
        """The lines of a shard. Raises _Damaged."""
        path = self.file(shard.name())
        data = self.files.cat_file(path)
        if (found := _checksum(data)) != shard.checksum:
            raise _Damaged(f"{path}: damaged: {len(data)} bytes with checksum {found}; expected {shard.checksum}")
        with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
            text: str = stream.read().decode()
        return _lines(text)

    def take(self, name: str, here: str) -> None:
        """Takes over a file of a folder of this machine."""
        with open(os.path.join(here, name), "rb") as file:
            self.write(name, file.read())

    def write(self, name: str, data: bytes) -> None:
        """Writes a file whole or not at all."""
        path = self.file(name)
        if not isinstance(self.files, LocalFileSystem):
            self.files.pipe_file(path, data)
            return
        temporary = self.file(f".{name}.{uuid.uuid4().hex}")
        try:
            with open(temporary, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            if os.path.exists(temporary):
                os.remove(temporary)
            raise


def _lines(text: str) -> list[str]:
    """The lines of JSON Lines. Not by ``splitlines``: JSON allows in a text what that takes for a line's end."""
    return text.split("\n")[:-1]


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _compare(path: str, text: bytes, expected: dict[str, Any]) -> None:
    try:
        found = json.loads(text)
        if not isinstance(found, dict):
            raise ValueError("expected an object")
    except ValueError as error:
        raise ValueError(f"{path}: no description of a run: {error}") from None
    for field in [*expected, *found]:
        # As JSON has them: 0 and 0.0 are one number there.
        if (field in found) != (field in expected) or found[field] != expected[field]:
            here, wanted = (json.dumps(header[field]) if field in header else "nothing" for header in (found, expected))
            raise ValueError(
                f"{path}: field `{field}`: the folder has {here}, this run has {wanted}; "
                "expected the same run, or another folder"
            )


def _disjoint(shards: Iterable[_Shard]) -> list[_Shard]:
    """Shards that have no deal in common, in order. Two runs at once can leave others, of the same games."""
    chosen: list[_Shard] = []
    for shard in sorted(shards):
        if not chosen or shard.first >= chosen[-1].end:
            chosen.append(shard)
    return chosen


def _missing(shards: Iterable[_Shard], deals: int, most: int) -> Iterator[tuple[int, int]]:
    """What disjoint shards lack of so many deals, in ranges of at most ``most`` deals that end at its multiples."""
    first = 0
    for held, end in [*((shard.first, shard.end) for shard in sorted(shards)), (deals, deals)]:
        while first < min(held, deals):
            last = min(held, deals, (first // most + 1) * most)
            yield first, last
            first = last
        first = max(first, end)


def _within(deals: int, shard: _Shard, lines: list[str]) -> list[str]:
    """The lines of the first so many deals."""
    if shard.end <= deals:
        return lines
    return [line for line in lines if json.loads(line)["deal"] < deals]


def _play(
    work: _Work,
    folder: _Folder,
    present: Iterable[_Shard],
    deals_per_task: int | None,
    max_in_flight: int | None,
    progress: Progress,
    ray_options: Mapping[str, Any] | None,
) -> dict[_Shard, pa.Table | None]:
    """Has the missing deals played: the new shards, each with its part of the index."""
    for name, number in [("deals_per_task", deals_per_task), ("max_in_flight", max_in_flight)]:
        if number is not None and number < 1:
            raise ValueError(f"{name}: found {number}; expected 1 or more")
    ranges = list(_missing(present, work.games, deals_per_task or -(-work.games // 256)))
    left = sum(end - first for first, end in ranges)
    played: dict[_Shard, pa.Table | None] = {}
    with ProgressLine.of(progress) as on_progress, _Tasks(work.holds, _task, (work, folder), ray_options) as tasks:
        waiting = iter(ranges)
        while True:
            if on_progress:
                on_progress((work.games - left) * work.games_a_deal(), work.games * work.games_a_deal())
            if not left:
                return played
            tasks.fill(waiting, max_in_flight)
            shard, part = tasks.next()
            folder.require(shard.name())
            played[shard] = part
            left -= shard.end - shard.first


class _Tasks:
    """The tasks in Ray's hands. They end with this."""

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        given: Any,
        ray_options: Mapping[str, Any] | None,
    ) -> None:
        """``function`` gets what is ``given`` to all tasks, and what each is :meth:`fill`-ed with."""
        options: dict[str, Any] = {"name": f"heistlab {name}", "num_cpus": 1, "max_retries": RETRIES}
        # What a task raises itself would come again.
        options["retry_exceptions"] = False
        self._task = ray.remote(**options | dict(ray_options or {}))(function)
        self._given = given
        self._shared: ray.ObjectRef[Any] | None = None
        self._tasks: list[ray.ObjectRef[Any]] = []

    def fill(self, waiting: Iterator[tuple[Any, ...]], most: int | None) -> None:
        """Hands over tasks until there are so many, or no more of them. Ray connects or starts by itself if need be."""
        if self._shared is None:
            self._shared = ray.put(self._given)
        room = (most or _twice_the_cpus()) - len(self._tasks)
        for arguments in itertools.islice(waiting, max(room, 0)):
            self._tasks.append(self._task.remote(self._shared, *arguments))

    def next(self) -> Any:
        """Waits for a task to be done. Raises what it raised."""
        ready, self._tasks = ray.wait(self._tasks)
        return ray.get(ready[0])

    def __enter__(self) -> _Tasks:
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the tasks at once: what they have not written they had not done."""
        for task in self._tasks:
            ray.cancel(task, force=True)
        if self._tasks:
            ray.wait(self._tasks, num_returns=len(self._tasks), timeout=10)


def _twice_the_cpus() -> int:
    return max(2, 2 * int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]


def _task(shared: tuple[_Work, _Folder], first: int, end: int) -> tuple[_Shard, pa.Table | None]:
    """Plays a range of deals and writes its shard."""
    work, _ = shared
    folder = _checked((shared[1], work.version))
    core = work.arena(threads=1)
    if work.holds == "games":
        return folder.add(first, end, core.play(first, end)), None
    lines = [
        json.dumps({"deal": deal, "contestant": contestant, "replay": replay.text()}, separators=(",", ":"))
        for deal, contestant, replay in core.replays(first, end)
    ]
    shard = folder.add(first, end, lines)
    return shard, _index(work, shard, lines)


def _record(
    function: Callable[..., Any],
    work: list[tuple[Any, ...]],
    folder: _Folder,
    shards: int,
    max_in_flight: int | None,
    progress: Progress,
    ray_options: Mapping[str, Any] | None,
) -> None:
    """Has shards of recorded games made: ``work`` are the arguments of the tasks that are left of them."""
    if max_in_flight is not None and max_in_flight < 1:
        raise ValueError(f"max_in_flight: found {max_in_flight}; expected 1 or more")
    given = (folder, __version__)
    with (
        ProgressLine.of(progress, "shards") as on_progress,
        _Tasks(folder.holds, function, given, ray_options) as tasks,
    ):
        waiting = iter(work)
        for left in range(len(work), -1, -1):
            if on_progress:
                on_progress(shards - left, shards)
            if left:
                tasks.fill(waiting, max_in_flight)
                name, damage = tasks.next()
                folder.require(name)
                for what in damage:
                    warnings.warn(what, DamagedShardWarning, stacklevel=3)


def _selfplay_task(
    given: tuple[_Folder, str],
    name: str,
    game: Game,
    agents: list[str],
    seed: int,
    deals: tuple[int, int],
    options: dict[str, Any],
) -> tuple[str, list[str]]:
    """Plays a shard."""
    folder = _checked(given)
    first, games = deals
    run = Selfplay(game, agents, games, seed, first=first, threads=1, **options)
    with tempfile.TemporaryDirectory() as here:
        run.run(here)
        folder.take(name, here)
    return name, []


def _label_task(
    given: tuple[_Folder, str], name: str, source: _Folder, rollouts: str, options: dict[str, Any]
) -> tuple[str, list[str]]:
    """Labels a shard, unless all of its games that can be read have their labels."""
    folder = _checked(given)
    labeller = Labeller(rollouts, threads=1, **options)
    with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as made:
        copy = os.path.join(here, name)
        source.files.get_file(source.file(name), copy)
        if (found := folder.header_of(name)) is not None:
            games = readable_games(copy)
            expected = _named(source, name, lambda header: labeller.header(header, games))
            if is_same_shard(folder.file(name), found, expected):
                return name, []
        damage = labeller.run(copy, made)
        folder.take(name, made)
    return name, [what.replace(copy, source.file(name)) for what in damage]


def _checked(given: tuple[_Folder, str]) -> _Folder:
    """The folder, if the worker has the driver's release."""
    folder, version = given
    if __version__ != version:
        raise RuntimeError(f"a worker has heistlab {__version__}; expected {version}, as the driver has")
    return folder


def _index(work: _Work, shard: _Shard, lines: list[str]) -> pa.Table:
    """The rows of a shard of replays."""
    figures = {f"figure_{re.sub('[ -]', '_', name)}": name for name in work.game.figures}
    rows = []
    for number, line in enumerate(lines):
        row = json.loads(line)
        text = _lines(row.pop("replay"))
        row |= {"shard": shard.name(), "line": number, "seed": work.seed, "steps": len(text) - 2}
        if result := json.loads(text[-1])["result"]:
            row |= {"value": result["value"], "win": result["value"] >= 1.0, "ending": result["ending"]}
            row |= {column: result["figures"][name] for column, name in figures.items()}
        rows.append(row)
    columns = {
        "shard": pa.string(),
        "line": pa.int32(),
        "deal": pa.uint64(),
        "seed": pa.uint64(),
        "contestant": pa.string(),
        "steps": pa.int32(),
        "value": pa.float64(),
        "win": pa.bool_(),
        "ending": pa.string(),
        **dict.fromkeys(figures, pa.int32()),
    }
    return pa.Table.from_pylist(rows, schema=pa.schema(list(columns.items())))
