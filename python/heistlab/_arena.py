"""The arena: agents over common deals; who is better, by how much, and how sure that is.

Every contestant plays the same deals: the same building, the same decks and, as far as its choices allow, the same
dice. Differences are taken deal by deal and are much sharper than those of unrelated games.

>>> from heistlab import arena, load_game
>>> game = load_game("burgle-bros", scenario="bank-job", seats=3)
>>> result = arena(game, ["random", "heuristic"], games=1000, seed=7)
>>> print(result)                     # tables for people
>>> result.to_pandas()                # a row per game

A contestant is a spec, as ``heistlab.agents()`` lists them, or written in Python: see :class:`PlayerAgent`.
"""

from __future__ import annotations

import functools
import html
import json
import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import pyarrow as pa

from heistlab._core import Arena, Game, State
from heistlab._core import games as known_games
from heistlab._errors import require
from heistlab._tables import Section, between, percent, points

__all__ = ["AgentLike", "ArenaResult", "PlayerAgent", "Progress", "arena"]


class PlayerAgent(ABC):
    """An agent written in Python: one object for one seat and one game.

    Deriving from this class is a convenience. Any object with a method ``choose`` will do; of the other methods those
    are called that it has. The arena makes an object for every seat of every game by calling the class, or whatever
    callable without arguments was given in its place, so nothing is carried over between games unless the callable
    does so.

    To give the same games again an agent draws all its randomness from ``start["seed"]``.
    """

    def begin(self, start: dict[str, Any]) -> None:  # noqa: B027
        """The game begins. ``start``: ``setup`` (the deal's), ``seats``, ``seat`` (from 0) and ``seed`` (64 bits)."""

    def observe(self, step: str) -> None:  # noqa: B027
        """A step that was taken, in notation, as this seat saw it: its own, another's, or chance."""

    @abstractmethod
    def choose(self, state: State, legal: list[int]) -> int:
        """One of ``legal``, the legal actions' indices in ascending order.

        ``state`` is the information state of the seat: the truth with a hole wherever the seat does not know. It is a
        copy, and may be played on.
        """

    def end(self, result: dict[str, Any]) -> None:  # noqa: B027
        """The game is over, by the rules; ``result`` is that of :meth:`heistlab.State.result`."""


AgentLike: TypeAlias = str | Callable[[], Any] | tuple[str, Callable[[], Any]]
"""A spec; a class or function that makes an agent for one seat and one game; or that with the name to show."""

Progress: TypeAlias = bool | Callable[[int, int], None] | None
"""A function of games done and games in all; True or False for a line on stderr or none; None for one in a terminal."""


def arena(
    game: Game,
    agents: AgentLike | Sequence[AgentLike],
    games: int = 100,
    seed: int = 1,
    *,
    threads: int = 0,
    luck: bool = False,
    sprt: tuple[float, float] | tuple[float, float, float, float] | None = None,
    cross: bool = False,
    folder: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    faults: Literal["raise", "count"] = "raise",
) -> ArenaResult:
    """Plays ``games`` deals of ``seed`` with every contestant and compares the others with the first.

    Everything in the result but the times of decisions is a function of game, agents, games and seed, for any number of
    threads; with agents written in Python, if these depend on nothing but what they are given.

    ``threads``: games side by side; 0 for one a core. Agents written in Python take turns in any case.
    ``luck``: also gives luck-adjusted values: what came at each draw and roll is compared with what might have come.
    ``sprt``: ``(elo0, elo1)`` or ``(elo0, elo1, alpha, beta)``; ends the run as soon as a sequential test can tell
    which of the two is the second contestant's advantage over the first. ``alpha`` and ``beta``, the chances of
    error, are 0.05.
    ``cross``: every agent in one seat, which goes round, among every agent in the others.
    ``folder``: keeps finished games there; the same call goes on from them, however the run was ended. An agent
    written in Python is known there by its name alone: take another folder after changing it.
    ``faults``: what an agent written in Python does wrong (an exception, an illegal action) is raised, or costs it
    the game and is counted and quoted in the report. What happens after its last decision costs nothing.

    Ctrl-C raises KeyboardInterrupt as soon as the decisions under way are taken.
    """
    if sprt is not None and cross:
        raise ValueError("sprt: a sequential test compares two contestants, cross-play all; expected one of the two")
    contestants = contestants_of(agents)
    test = None if sprt is None else _whole_test(sprt)
    core = Arena(game, contestants, games, seed, threads=threads, luck=luck, sprt=test, cross=cross, faults=faults)
    with ProgressLine.of(progress) as on_progress:
        report, columns = core.run(folder, on_progress)
    return ArenaResult.of(report, columns)


def contestants_of(agents: AgentLike | Sequence[AgentLike]) -> list[str | tuple[str, Callable[[], Any]]]:
    """The contestants as the compiled arena takes them: each a spec, or a name with what makes its agents."""
    if isinstance(agents, str) or callable(agents):
        agents = [agents]
    require("agents", agents, Iterable, "a list of specs, classes or functions that make agents, or (name, function)")
    return [_contestant(agent, place) for place, agent in enumerate(agents)]


def _contestant(agent: AgentLike, place: int) -> str | tuple[str, Callable[[], Any]]:
    if isinstance(agent, str):
        return agent
    expected = (
        "expected a spec, a class or function that makes an agent for one seat and one game, or (name, such a function)"
    )
    if isinstance(agent, tuple):
        match agent:
            case (str(name), make) if name and callable(make):
                return name, make
        raise TypeError(f"agents[{place}]: found {agent!r}; {expected}")
    if not callable(agent):
        found = "an agent" if hasattr(agent, "choose") else "no agent"
        raise TypeError(f"agents[{place}]: found {found}, {agent!r}; {expected}")
    name = getattr(agent, "__name__", "<nameless>")
    if name.startswith("<"):
        raise TypeError(f"agents[{place}]: {agent!r} has no name of its own; expected (name, function)")
    return name, agent


def _whole_test(
    sprt: tuple[float, float] | tuple[float, float, float, float],
) -> tuple[float, float, float, float]:
    match sprt if isinstance(sprt, Iterable) else ():
        case (elo0, elo1):
            return float(elo0), float(elo1), 0.05, 0.05
        case (elo0, elo1, alpha, beta):
            return float(elo0), float(elo1), float(alpha), float(beta)
    raise ValueError(f"sprt: found {sprt!r}; expected (elo0, elo1) or (elo0, elo1, alpha, beta)")


class ProgressLine:
    """What :data:`Progress` asks for, as a function or None; a line on stderr is ended in the end."""

    def __init__(self, function: Callable[[int, int], None] | None, writes: bool = False) -> None:
        self._function = function
        self._writes = writes

    @classmethod
    def of(cls, progress: Progress, what: str = "games") -> ProgressLine:
        """Reads what a caller gave. ``what`` is counted."""
        if callable(progress):
            return cls(progress)
        if progress is None:
            progress = sys.stderr.isatty()
        return cls(functools.partial(_write_progress, what), True) if progress else cls(None)

    def __enter__(self) -> Callable[[int, int], None] | None:
        return self._function

    def __exit__(self, *_: object) -> None:
        if self._writes:
            print(file=sys.stderr)


def _write_progress(what: str, done: int, of: int) -> None:
    print(f"\r{done} of {of} {what} ({100 * done // max(of, 1)}%)", end="", file=sys.stderr, flush=True)


@dataclass(frozen=True, eq=False, repr=False)
class ArenaResult:
    """What a run found. Tables are Arrow, which ``polars.from_arrow`` takes as they are; :meth:`to_pandas` converts
    them."""

    games: pa.Table
    """A row for every game, deal by deal: the columns of ``heist arena --parquet`` (docs/formats.md, section 11).

    Times are in seconds; ``luck`` and ``luck_adjusted_value`` are null where luck was not measured.
    """

    contestants: pa.Table
    """A row for every contestant: ``name``, ``games``, ``wins``, ``win_rate`` with its 95% Wilson interval ``low`` to
    ``high``, ``mean_value`` and ``mean_decisions`` of a game, ``decision_us`` (mean microseconds), ``faults`` (games
    lost because the agent failed), and the means of the figures that the game puts first, over the games without a
    fault: ``mean_turns`` in Burgle Bros. If luck was measured: ``luck_adjusted`` (``mean_value`` without luck),
    ``luck_adjusted_low``, ``luck_adjusted_high``, and ``variance_ratio``: how many times as many games the
    unadjusted figure needs."""

    paired: pa.Table
    """A row for every comparison over the same deals: ``name``, ``to``, ``difference`` of the mean values with its 95%
    bootstrap interval ``low`` to ``high``; if luck was measured the same four columns more as in
    :attr:`contestants`."""

    sprt: dict[str, Any] | None
    """The sequential test: hypotheses ``elo0`` and ``elo1``, ``alpha``, ``beta``, ``llr``, ``bounds``, ``verdict``
    (``elo0``, ``elo1`` or ``undecided``), ``deals``, ``score``, ``elo``, ``elo_interval95``."""

    cross: pa.Table | None
    """Cross-play, a row for every entry: ``guest`` (in one seat), ``hosts`` (in the others), ``win_rate`` with ``low``
    and ``high``, and the ``difference`` to the hosts among themselves with ``difference_low`` and
    ``difference_high`` (0 on the diagonal)."""

    report: dict[str, Any]
    """Everything as ``heist arena --json`` has it: docs/formats.md, section 6."""

    @classmethod
    def of(cls, report: str, columns: Mapping[str, Any]) -> ArenaResult:
        """From what the compiled arena gives: a report as JSON, and the games' columns."""
        found: dict[str, Any] = json.loads(report)
        games = _games(columns)
        headline = found["contestants"][0]["headline"] if found["contestants"] else {}
        means = {_mean_column(figure): pa.float64() for figure in headline}
        has_luck = games["luck"].null_count < games.num_rows
        return cls(
            games=games,
            contestants=_table(map(_contestant_row, found["contestants"]), _CONTESTANT | means, has_luck),
            paired=_table(map(_paired_row, found["paired"]), _PAIRED, has_luck),
            sprt=found.get("sprt"),
            cross=_table(_cross_rows(found["cross"]), _CROSS, False) if "cross" in found else None,
            report=found,
        )

    def to_pandas(self, table: Literal["games", "contestants", "paired", "cross"] = "games") -> Any:
        """One of the tables as a pandas DataFrame. Needs ``pip install heistlab[pandas]``."""
        if table not in ("games", "contestants", "paired", "cross"):
            raise ValueError(f"table: found {table!r}; expected one of: games, contestants, paired, cross")
        try:
            import pandas  # noqa: F401
        except ImportError as error:
            raise ImportError("to_pandas needs pandas: pip install heistlab[pandas]") from error
        found = getattr(self, table)
        if found is None:
            raise ValueError("table: this run has no cross-play; expected arena(..., cross=True)")
        return found.to_pandas()

    def __str__(self) -> str:
        paragraphs = [_title(self.report)]
        for section in _sections(self.report):
            paragraphs.append(section if isinstance(section, str) else "\n".join(section.lines()))
        return "\n\n".join(paragraphs)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        contestants, *others = _sections(self.report)
        assert isinstance(contestants, Section)
        intervals = [(entry["win_rate"], *entry["wilson95"]) for entry in self.report["contestants"]]
        parts = [f"<p>{html.escape(_title(self.report))}</p>", contestants.html(intervals)]
        for section in others:
            parts.append(f"<p>{html.escape(section)}</p>" if isinstance(section, str) else section.html())
        return f'<div class="heistlab-arena">{"".join(parts)}</div>'


_NULLABLE = ("luck", "luck_adjusted_value")


def _games(columns: Mapping[str, Any]) -> pa.Table:
    arrays, fields = [], []
    for name, values in columns.items():
        nullable = name in _NULLABLE
        type = pa.string() if isinstance(values, list) else None
        arrays.append(pa.array(values, type=type, from_pandas=nullable))
        fields.append(pa.field(name, arrays[-1].type, nullable=nullable))
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


_CONTESTANT = {
    "name": pa.string(),
    "games": pa.int64(),
    "wins": pa.int64(),
    "win_rate": pa.float64(),
    "low": pa.float64(),
    "high": pa.float64(),
    "mean_value": pa.float64(),
    "mean_decisions": pa.float64(),
    "decision_us": pa.float64(),
    "faults": pa.int64(),
}
_PAIRED = {
    "name": pa.string(),
    "to": pa.string(),
    "difference": pa.float64(),
    "low": pa.float64(),
    "high": pa.float64(),
}
_ADJUSTED = {
    "luck_adjusted": pa.float64(),
    "luck_adjusted_low": pa.float64(),
    "luck_adjusted_high": pa.float64(),
    "variance_ratio": pa.float64(),
}
_CROSS = {
    "guest": pa.string(),
    "hosts": pa.string(),
    "win_rate": pa.float64(),
    "low": pa.float64(),
    "high": pa.float64(),
    "difference": pa.float64(),
    "difference_low": pa.float64(),
    "difference_high": pa.float64(),
}


def _table(rows: Iterable[dict[str, Any]], columns: dict[str, pa.DataType], has_luck: bool) -> pa.Table:
    schema = pa.schema(list((columns | _ADJUSTED if has_luck else columns).items()))
    return pa.Table.from_pylist(list(rows), schema=schema)


def _contestant_row(entry: dict[str, Any]) -> dict[str, Any]:
    low, high = entry["wilson95"]
    same = ("games", "wins", "win_rate", "mean_value", "mean_decisions", "faults")
    row = {name: entry[name] for name in same}
    row |= {"name": entry["agent"], "low": low, "high": high, "decision_us": entry["decision_us_mean"]}
    row |= {_mean_column(figure): mean for figure, mean in entry["headline"].items()}
    return row | _adjusted_row(entry)


def _mean_column(figure: str) -> str:
    """The column of a figure's mean, named as the columns of ``games`` are."""
    return f"mean_{re.sub('[ -]', '_', figure)}"


def _paired_row(entry: dict[str, Any]) -> dict[str, Any]:
    low, high = entry["interval95"]
    row = {"name": entry["agent"], "to": entry["to"], "difference": entry["difference"], "low": low, "high": high}
    return row | _adjusted_row(entry)


def _adjusted_row(entry: dict[str, Any]) -> dict[str, Any]:
    adjusted = entry.get("luck_adjusted")
    if adjusted is None:
        return {}
    low, high = adjusted["interval95"]
    return {
        "luck_adjusted": adjusted["mean"],
        "luck_adjusted_low": low,
        "luck_adjusted_high": high,
        "variance_ratio": adjusted["variance_ratio"],
    }


def _cross_rows(cross: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for row, guest in enumerate(cross["agents"]):
        for column, hosts in enumerate(cross["agents"]):
            low, high = cross["wilson95"][row][column]
            least, most = cross["intervals95"][row][column]
            yield {
                "guest": guest,
                "hosts": hosts,
                "win_rate": cross["win_rates"][row][column],
                "low": low,
                "high": high,
                "difference": cross["differences"][row][column],
                "difference_low": least,
                "difference_high": most,
            }


def _title(report: dict[str, Any]) -> str:
    name = next((game["name"] for game in known_games() if game["id"] == report["game"]), report["game"])
    setup = json.dumps(report["setup"], separators=(",", ":"))
    title = f"{name}, {report['games']} deals with seed {report['seed']}, setup {setup}"
    is_decided = report.get("sprt", {}).get("verdict", "undecided") != "undecided"
    if report["games"] < report["requested"] and not is_decided:
        title += f"\nStopped after {report['games']} of {report['requested']} deals."
    return title


def _sections(report: dict[str, Any]) -> list[Section | str]:
    """What a report says, table by table; the contestants first."""
    sections: list[Section | str] = [_contestants_section(report)]
    if "cross" in report:
        sections += _cross_sections(report["cross"])
    elif report["paired"]:
        sections.append(_paired_section(report["paired"]))
    sections += _luck_sections(report)
    if "sprt" in report:
        sections.append(_sprt_sentences(report))
    return sections + _loss_sections(report["contestants"])


def _contestants_section(report: dict[str, Any]) -> Section:
    def row(entry: dict[str, Any]) -> list[str]:
        return [
            entry["agent"],
            str(entry["wins"]),
            percent(entry["win_rate"]),
            between(percent, entry["wilson95"]),
            *(f"{mean:.1f}" for mean in entry["headline"].values()),
            f"{entry['mean_decisions']:.1f}",
            f"{entry['decision_us_mean']:.2f}",
        ]

    figures = report["contestants"][0]["headline"]
    headings = ["agent", "wins", "win rate", "95% interval", *figures, "decisions", "us per decision"]
    return Section(headings, [row(entry) for entry in report["contestants"]])


def _paired_section(paired: list[dict[str, Any]]) -> Section:
    headings = [f"compared to {paired[0]['to']}", "difference", "95% interval"]
    return Section(
        headings,
        [[pair["agent"], points(pair["difference"]), between(points, pair["interval95"])] for pair in paired],
    )


def _cross_sections(cross: dict[str, Any]) -> list[Section | str]:
    agents = cross["agents"]
    places = range(len(agents))

    def compared(row: int, column: int) -> str:
        if row == column:
            return "-"
        interval = between(points, cross["intervals95"][row][column])
        return f"{points(cross['differences'][row][column])} ({interval})"

    rates = [[agents[row], *(percent(cross["win_rates"][row][column]) for column in places)] for row in places]
    differences = [[agents[row], *(compared(row, column) for column in places)] for row in places]
    return [
        Section(["win rate of one among", *agents], rates),
        Section(["points for one among", *agents], differences),
    ]


def _luck_sections(report: dict[str, Any]) -> list[Section | str]:
    rows = []

    def add(name: str, adjusted: dict[str, Any], text: Callable[[float], str]) -> None:
        ratio = adjusted["variance_ratio"]
        games = "-" if ratio is None else f"{ratio:.2f} x"
        rows.append([name, text(adjusted["mean"]), between(text, adjusted["interval95"]), games])

    for entry in report["contestants"]:
        if "luck_adjusted" in entry:
            add(entry["agent"], entry["luck_adjusted"], percent)
    for pair in report["paired"]:
        if "luck_adjusted" in pair:
            add(f"{pair['agent']} less {pair['to']}", pair["luck_adjusted"], points)
    return [Section(["luck-adjusted", "win rate", "95% interval", "as games"], rows)] if rows else []


def _sprt_sentences(report: dict[str, Any]) -> str:
    test = report["sprt"]
    verdict = test["verdict"]
    found = verdict if verdict == "undecided" else f"Elo {test[verdict]:g} is accepted"
    low, high = test["bounds"]
    text = (
        f"SPRT of Elo {test['elo0']:g} or {test['elo1']:g} (errors {test['alpha']:g}, {test['beta']:g}): {found} "
        f"after {test['deals']} deals; LLR {test['llr']:.2f} ({low:.2f} to {high:.2f})"
    )
    for pair in report["paired"]:
        least, most = (_elo(elo, sign) for elo, sign in zip(test["elo_interval95"], "-+", strict=True))
        elo = _elo(test["elo"], "+" if test["score"] > 0.5 else "-")
        text += f"\nElo of {pair['agent']} over {pair['to']}: {elo} ({least} to {most})"
    return text


def _elo(elo: float | None, sign: str) -> str:
    """JSON has no infinite numbers: those are null."""
    return f"{sign}inf" if elo is None else f"{elo:+.1f}"


def _loss_sections(contestants: list[dict[str, Any]]) -> list[Section | str]:
    endings = [
        ending for ending in contestants[0]["endings"] if any(ending in entry["losses"] for entry in contestants)
    ]
    has_faults = any(entry["faults"] for entry in contestants)
    if not endings and not has_faults:
        return []
    rows = []
    for entry in contestants:
        counts = [entry["losses"].get(ending, 0) for ending in endings]
        if has_faults:
            counts.append(entry["faults"])
        rows.append([entry["agent"], *map(str, counts)])
    sections: list[Section | str] = [Section(["not won", *endings, *(["fault"] if has_faults else [])], rows)]
    for entry in contestants:
        if first := entry["first_fault"]:
            count = "1 game" if entry["faults"] == 1 else f"{entry['faults']} games"
            sections.append(
                f"{entry['agent']}: {count} lost because the agent failed; first in deal {first['deal']}, "
                f"seat {first['seat']}: {first['text']}"
            )
    return sections
