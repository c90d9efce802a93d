"""Hints: what to do in a state, and how sure that is.

>>> import heistlab
>>> state = heistlab.load_game("burgle-bros", seats=2).new_initial_state(seed=7)
>>> state.play_chance(7)
>>> hint = heistlab.analyse(state, level="quick")
>>> hint.best.action                          # doctest: +SKIP
'enter 1:C1'

A search is shown what the deciding player knows and nothing else. The figures are those of ``heist analyse``
(docs/protocol.md): values are 0 to 1, the win probability in a game that is won or lost.
"""

from __future__ import annotations

import html
import json
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import nan
from numbers import Real
from typing import Any, SupportsIndex

from heistlab._core import State
from heistlab._errors import require

__all__ = [
    "Analysis",
    "Branch",
    "Change",
    "LineStep",
    "Move",
    "Next",
    "Purpose",
    "Reason",
    "Shown",
    "Totals",
    "analyse",
    "analyse_stream",
]


@dataclass(frozen=True)
class LineStep:
    """A step of what is expected to follow a move."""

    step: str
    """The action or outcome, in notation."""
    chance: float
    """The probability of the outcome; 1 for a decision."""
    player: int | None
    """Who decides, from 0; None where chance does."""


@dataclass(frozen=True)
class Branch:
    """What is expected to follow some of the outcomes that a line may come to."""

    outcomes: tuple[str, ...]
    """The outcomes in notation, the likeliest first."""
    chance: float
    """The probability of all of them together."""
    rest: bool
    """Whether it is what remains after the branches before it."""
    line: tuple[LineStep, ...]
    """What is expected then."""


@dataclass(frozen=True)
class Reason:
    """Why the first move is recommended, by games that the expert played on."""

    kind: str
    """What sort of reason it is (docs/protocol.md)."""
    text: str
    """In one sentence."""
    against: str | None = None
    """The move that it is compared with, in notation."""
    ending: str | None = None
    figure: str | None = None
    deed: str | None = None
    chances: tuple[float, float] | None = None
    """After the first move and after the other."""
    amount: float | None = None
    """By how much."""
    amount_error: float | None = None
    """The standard error of that."""


@dataclass(frozen=True)
class Next:
    """What the next player should do."""

    player: int
    """Who, from 0."""
    actions: tuple[str, ...]
    """In notation."""
    chance: float
    """In what share of games that were played on."""
    text: str
    """In one sentence."""


@dataclass(frozen=True)
class Change:
    """What would change the advice, if it came to light after the first move."""

    outcome: str
    """In notation."""
    chance: float
    """How likely it is."""
    better: str
    """The move that would be better."""
    kind: str
    """In what way: a kind of :class:`Reason`."""
    text: str
    """In one sentence."""


@dataclass(frozen=True)
class Shown:
    """The figures of a move as every page and text shows them: in percent and percentage points, rounded once."""

    value: str
    """``46.9%``, or ``~41%`` where it is only roughly known."""
    value_interval: str
    """``45.9 to 47.9``, or ``certain``."""
    difference: str
    """Empty for the first move."""
    difference_interval: str
    """Empty for the first move, or ``the same``."""
    note: str
    """How the move compares with the first: ``best``, ``same``, ``ahead`` (so far), ``unclear`` (it may be as good),
    ``worse``; or ``roughly`` where its figures are only roughly known."""


@dataclass(frozen=True)
class Move:
    """A legal move and what was found out about it."""

    action: str
    """In notation."""
    alike: tuple[str, ...]
    """Moves that lead to the same state: all figures are theirs too."""
    standing: str
    """``first``, or ``same``, ``better``, ``equal`` or ``worse`` compared with that. ``better``: so far; ``equal``: the
    simulations cannot distinguish them."""
    visits: int
    """Simulations that began with it."""
    rough: bool
    """Whether it dropped out of the search early, so that its figures are only roughly known."""
    certain: bool
    """Whether everything that may follow was looked at: its value is no estimate."""
    value: float
    """The expected value of the result, 0 to 1: where the analysis is ``calibrated`` the chance to win of a team that
    goes on as the recommended agent plays, else what the search found."""
    value_error: float
    """Its standard error."""
    value_interval95: tuple[float, float]
    """Its 95% interval, within 0 to 1."""
    simulated: float
    """The mean result of the simulations that began with it: the chance of a team that plays on as they do."""
    simulated_error: float
    """Its standard error."""
    difference: float
    """Its value less that of the first move, over the worlds in which both were tried."""
    difference_error: float
    """Its standard error; 0 for the first move."""
    difference_interval95: tuple[float, float]
    """Its 95% interval. Where it holds 0 the simulations cannot tell the move from the first one."""
    best: float
    """The chance that it is the best of all, as far as the simulations tell."""
    loss: float | None
    """How much of the game's stake the team is expected to lose until the player's next turn; None if not sampled."""
    loss_error: float | None
    """Its standard error."""
    line: tuple[LineStep, ...]
    """What is expected to follow."""
    played: float | None = None
    """From ``random``, ``heuristic`` and ``policy``, which estimate no values (NaN): the chance that it is played."""
    score: float | None = None
    """The score by which ``heuristic`` prefers it, where it chooses by scores; from ``policy`` its log odds."""
    reason: Reason | None = None
    """Why the first move is better; None for the first, and where nothing was found."""
    branches: tuple[Branch, ...] = ()
    """Where the line ends at a draw that may come in several ways, what follows each."""

    @property
    def is_equal_to_the_first(self) -> bool:
        """Whether the simulations cannot tell it from the first move."""
        low, high = self.difference_interval95
        return low <= 0.0 <= high


@dataclass(frozen=True)
class Purpose:
    """What something that a plan places is for, by how it was used in games that the expert played from the plan on."""

    place: int
    """The decision that places it: 0 for the first move, 1 for the first step of its line."""
    decision: str
    """That decision in notation."""
    games: int
    """Games that were played."""
    used: int
    """Games in which it was used."""
    turn: int | None = None
    """The turn in which it was first used most often; None if it was never used."""
    action: str | None = None
    """What was done with it most often, in notation; None if nothing was."""


@dataclass(frozen=True)
class Totals:
    """What an analysis cost."""

    simulations: int
    worlds: int
    """Sampled worlds that they were made in; 0 for searches that draw as they go."""
    nodes: int
    depth: int
    memory_bytes: int
    seconds: float


@dataclass(frozen=True, repr=False)
class Analysis:
    """The moves of a decision in the order of advice: the one the search would play first."""

    moves: tuple[Move, ...]
    totals: Totals
    partial: bool
    """Whether the search was still under way."""
    stopped: bool
    """Whether it was ended before its budget was spent."""
    player: int
    """Who decides, from 0."""
    turn: int
    agent: str
    """The search, as a spec."""
    seed: int
    key: int
    """The key of the state."""
    stake: str
    """What ``loss`` counts; empty in a game without such a thing."""
    shown: tuple[Shown, ...]
    """The figures of the moves as they are shown, in the same order."""
    repeat: str | None = None
    """The agent that gives the same moves and values with ``seed``, also after a limit of time; None where another run
    may differ."""
    doubted: str | None = None
    """Where doubt keeps the first move, the move that has the better value so far."""
    confidence: str | None = None
    """How sure the advice is: ``sure``, ``likely`` or ``open``."""
    reason: Reason | None = None
    """Why the first move is recommended."""
    next: Next | None = None
    """What the next player should do."""
    change: Change | None = None
    """What would change the advice."""
    purposes: tuple[Purpose, ...] = ()
    """Where the first move begins a plan, what the things are for that the plan places."""
    calibrated: bool = False
    """Whether values are chances to win of a team that goes on as the recommended agent plays."""

    @property
    def best(self) -> Move:
        """The move that the search would play."""
        return self.moves[0]

    def __str__(self) -> str:
        lines = [f"Player {self.player + 1}, turn {self.turn}: {self.totals.simulations:,} simulations of {self.agent}"]
        rows = [
            (f"{number}", move.action, *_cells(move, shown, self.stake))
            for number, (move, shown) in enumerate(zip(self.moves, self.shown, strict=True), start=1)
        ]
        rows.insert(0, ("", "", *_HEADINGS, "", ""))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            # Names and words begin, and numbers end, below each other.
            aligned = (
                text.ljust(width) if column in (1, 6, 7) else text.rjust(width)
                for column, (text, width) in enumerate(zip(row, widths, strict=True))
            )
            lines.append("  ".join(aligned).rstrip())
        if self.reason is not None:
            lines.append(self.reason.text)
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _table(self)


def _of_json(text: str) -> Analysis:
    report: dict[str, Any] = json.loads(text)
    return Analysis(
        moves=tuple(_move(move) for move in report["moves"]),
        totals=Totals(**report["totals"]),
        partial=report["partial"],
        stopped=report["stopped"],
        player=report["seat"] - 1,
        turn=report["turn"],
        agent=report["agent"],
        seed=report["seed"],
        key=int(report["key"], 16),
        stake=report["stake"],
        shown=tuple(Shown(**shown) for shown in report["shown"]),
        repeat=report["repeat"],
        doubted=report.get("doubted"),
        confidence=report.get("confidence"),
        reason=_reason(report.get("reason")),
        next=_next(report.get("next")),
        change=None if report.get("change") is None else Change(**report["change"]),
        purposes=tuple(Purpose(**purpose) for purpose in report.get("purposes", [])),
        calibrated=report.get("calibrated", False),
    )


_ESTIMATES = ("value", "value_error", "simulated", "simulated_error", "difference", "difference_error", "best")
"""What ``random``, ``heuristic`` and ``policy`` leave open."""


def _move(move: dict[str, Any]) -> Move:
    changed = {
        "alike": tuple(move["alike"]),
        "value_interval95": tuple(move["value_interval95"] or (nan, nan)),
        "difference_interval95": tuple(move["difference_interval95"] or (nan, nan)),
        "line": tuple(_step(step) for step in move["line"]),
        "reason": _reason(move.get("reason")),
        "branches": tuple(_branch(branch) for branch in move.get("branches", [])),
    }
    known = {name: nan if move[name] is None else move[name] for name in _ESTIMATES}
    return Move(**{**move, **known, **changed})


def _reason(reason: dict[str, Any] | None) -> Reason | None:
    if reason is None:
        return None
    chances = reason.get("chances")
    return Reason(**{**reason, "chances": None if chances is None else tuple(chances)})


def _branch(branch: dict[str, Any]) -> Branch:
    line = tuple(_step(step) for step in branch["line"])
    return Branch(tuple(branch["outcomes"]), branch["chance"], branch["rest"], line)


def _next(found: dict[str, Any] | None) -> Next | None:
    return None if found is None else Next(found["seat"] - 1, tuple(found["actions"]), found["chance"], found["text"])


def _step(step: dict[str, Any]) -> LineStep:
    seat = step.get("seat")
    return LineStep(step["step"], step["chance"], None if seat is None else seat - 1)


_HEADINGS = ("to win", "95%", "differs", "95%")
"""What stands over the columns of figures, everywhere."""


def _cells(move: Move, shown: Shown, stake: str) -> tuple[str, ...]:
    """The columns of a move: its figures, how it compares, and what it may cost."""
    loss = "" if move.loss is None else f"loses {move.loss:.2f} {stake}"
    if move.played is not None:
        return (f"played {100 * move.played:.0f}%", "", "", "", "", loss)
    return (shown.value, shown.value_interval, shown.difference, shown.difference_interval, shown.note, loss)


def _query(fields: dict[str, Any]) -> str:
    return json.dumps({name: value for name, value in fields.items() if value is not None})


def analyse(
    state: State,
    agent: str | None = None,
    *,
    level: str | None = None,
    seed: int = 0,
    samples: int | None = None,
    allow: Sequence[str] | None = None,
    avoid: Sequence[str] | None = None,
    why_not: Sequence[str] | None = None,
    report_every: float = 0.25,
    on_report: Callable[[Analysis], bool | None] | None = None,
) -> Analysis:
    """What the player who decides should do, and how sure that is.

    ``agent``: a search as a spec, such as ``"mcts:sims=10000"``; with a number of simulations and no time limit the
    answer is a function of the arguments. ``level`` instead: ``instant``, ``quick`` (the default), ``strong``,
    ``proof``, with time limits.
    ``samples``: in how many sampled worlds losses are estimated, 0 to 100000; by default as the level has it, else 200.
    ``allow``, ``avoid``: moves to compare or to leave out, in notation.
    ``why_not``: moves that get a reason why they are not the advice, and what would follow them.
    ``on_report`` is called every ``report_every`` seconds with the state of things; if it answers False the search
    ends.

    Ctrl-C raises KeyboardInterrupt. Raises ValueError where nobody decides, or an option is wrong.
    """
    require("state", state, State, "a State")
    for name, text in (("agent", agent), ("level", level)):
        require(name, text, str | None, "a text")
    for name, moves in (("allow", allow), ("avoid", avoid), ("why_not", why_not)):
        require(name, moves, Sequence | None, "a list of moves in notation")
    for name, number in (("seed", seed), ("samples", samples), ("report_every", report_every)):
        require(name, number, Real | SupportsIndex | None, "a number")
    require("on_report", on_report, Callable | None, "a function")
    fields: dict[str, Any] = {"agent": agent, "level": level, "seed": seed, "samples": samples}
    lists = {"allow": allow, "avoid": avoid, "why_not": why_not}
    fields |= {name: None if moves is None else list(moves) for name, moves in lists.items()}
    if on_report is None:
        return _of_json(state.analyse(_query(fields)))
    fields["report_every"] = report_every
    return _of_json(state.analyse(_query(fields), lambda report: on_report(_of_json(report))))


def analyse_stream(state: State, agent: str | None = None, **options: Any) -> Iterator[Analysis]:
    """As :func:`analyse`, report by report: partial ones as they come, the last one at the end.

    Closing the iterator, as leaving a ``for`` loop does, ends the search. ``options`` are those of :func:`analyse` but
    ``on_report``.
    """
    reports: queue.SimpleQueue[Analysis | BaseException] = queue.SimpleQueue()
    wanted = threading.Event()
    wanted.set()
    # The caller may play on while the search goes on.
    asked = state.clone()

    def pass_on(report: Analysis) -> bool:
        reports.put(report)
        return wanted.is_set()

    def search() -> None:
        try:
            reports.put(analyse(asked, agent, on_report=pass_on, **options))
        except BaseException as error:  # whatever it is, the thread that iterates raises it
            reports.put(error)

    worker = threading.Thread(target=search, name="heistlab analysis", daemon=True)
    worker.start()
    try:
        while True:
            report = reports.get()
            if isinstance(report, BaseException):
                raise report
            yield report
            if not report.partial:
                return
    finally:
        wanted.clear()
        worker.join()


def _table(analysis: Analysis) -> str:
    """The moves as an HTML table: bars of value with their 95% intervals, and the figures that are shown everywhere."""
    if any(move.played is not None for move in analysis.moves):
        return f"<pre>{html.escape(str(analysis))}</pre>"
    loses = f"<th>loses {html.escape(analysis.stake)}</th>" if analysis.stake else ""
    headings = "".join(f"<th>{heading}</th>" for heading in _HEADINGS)
    moves = zip(analysis.moves, analysis.shown, strict=True)
    rows = [_row(number, move, shown, bool(loses)) for number, (move, shown) in enumerate(moves, start=1)]
    totals = analysis.totals
    reason = "" if analysis.reason is None else f"<p>{html.escape(analysis.reason.text)}</p>"
    return (
        "<table><thead><tr><th></th><th style='text-align:left'>move</th><th></th>"
        f"{headings}<th></th>{loses}</tr></thead><tbody>{''.join(rows)}</tbody></table>{reason}"
        f"<small>Player {analysis.player + 1}, turn {analysis.turn}. {totals.simulations:,} simulations in "
        f"{totals.seconds:.2f} s by <code>{html.escape(analysis.agent)}</code>, seed {analysis.seed}.</small>"
    )


def _row(number: int, move: Move, shown: Shown, has_stake: bool) -> str:
    alike = "".join(f", {html.escape(action)}" for action in move.alike)
    loss = "" if move.loss is None else f"{move.loss:.2f}"
    loses = f"<td>{loss}</td>" if has_stake else ""
    figures = (shown.value, shown.value_interval, shown.difference, shown.difference_interval, shown.note)
    cells = "".join(f"<td>{html.escape(text)}</td>" for text in figures)
    return (
        f"<tr><td>{number}</td><td style='text-align:left'><b>{html.escape(move.action)}</b>{alike}</td>"
        f"<td>{_bar(move, shown)}</td>{cells}{loses}</tr>"
    )


def _bar(move: Move, shown: Shown) -> str:
    """A bar of 120 pixels for 0 to 1, with its interval as a line."""
    value, low, high = (120 * min(max(at, 0.0), 1.0) for at in (move.value, *move.value_interval95))
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' width='120' height='10' viewBox='0 0 120 10' role='img' "
        f"aria-label='{html.escape(shown.value)}'><rect width='120' height='10' rx='2' fill='#e6e8ec'/>"
        f"<rect width='{value:.1f}' height='10' rx='2' fill='#4c78a8'/>"
        f"<path d='M{low:.1f} 5H{high:.1f}' stroke='#1b1f24' stroke-width='2'/></svg>"
    )
