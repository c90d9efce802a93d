"""Campaigns: heists in a row, each set up by what the earlier ones left."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from heistlab._arena import Progress, ProgressLine
from heistlab._core import Campaign, CampaignRun
from heistlab._core import games as known_games
from heistlab._games import setup_text
from heistlab._tables import Section, between, percent

__all__ = ["CampaignResult", "begin_campaign", "play_campaigns"]


def begin_campaign(name: str, setup: Mapping[str, Any] | None = None, **fields: Any) -> Campaign:
    """A campaign of a game before its first heist: ``begin_campaign("casino-capers", seats=2)``.

    ``setup`` and ``fields`` are those of :func:`heistlab.load_game`, and apply to all heists. What the campaign decides
    itself, such as the finale of each heist, is left out; what may change from heist to heist is the first choice.

    >>> from heistlab import Agent, begin_campaign
    >>> campaign = begin_campaign("casino-capers", seats=2)
    >>> while (game := campaign.next_game()) is not None:
    ...     heist = len(campaign.log)
    ...     state, agent = game.new_initial_state(seed=heist), Agent(game, "heuristic", seed=heist)
    ...     state.play_chance(heist)
    ...     while not state.is_terminal():
    ...         state.apply_action(agent.choose(state))
    ...         state.play_chance(state.move_number())
    ...     campaign.record(state)
    >>> len(campaign.log)
    9

    Raises ValueError when there is no such game, it has no campaign, or a field is not the team's to decide.
    """
    return Campaign.begin(name, setup_text(name, setup, fields))


def play_campaigns(
    campaign: Campaign | str,
    agent: str,
    campaigns: int = 100,
    seed: int = 1,
    *,
    threads: int = 0,
    folder: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> CampaignResult:
    """Plays a campaign many times with ``agent`` in every seat, as ``heist campaign`` does (docs/campaigns.md).

    ``campaign``: one before its first heist, or the name of a game. ``agent``: a spec, as ``heistlab.agents()`` lists
    them; an agent written in Python plays heist by heist as :func:`begin_campaign` shows.

    The result is a function of campaign, agent, campaigns and seed, for any number of threads; two agents with the same
    seed meet the same buildings and dice.

    ``threads``: campaigns side by side; 0 for one a core.
    ``folder``: keeps finished campaigns there; the same call goes on from them, however the run was ended, and so does
    ``heist campaign --out``.

    Ctrl-C raises KeyboardInterrupt as soon as the decisions under way are taken.
    """
    begun = begin_campaign(campaign) if isinstance(campaign, str) else campaign
    run = CampaignRun(begun, agent, campaigns, seed, threads=threads)
    with ProgressLine.of(progress, "heists") as on_progress:
        return CampaignResult.of(run.run(folder, on_progress))


@dataclass(frozen=True, eq=False, repr=False)
class CampaignResult:
    """What a run of campaigns found. :attr:`heists` is an Arrow table, which ``polars.from_arrow`` takes as it is."""

    heists: pa.Table
    """A row for every place in a campaign: ``heist`` (from 1), ``name``, ``played``, ``wins``, ``win_rate`` with its
    95% Wilson interval ``low`` to ``high``, and the mean ``level`` before it with its 95% interval ``level_low`` to
    ``level_high``, null for a single campaign."""

    report: dict[str, Any]
    """Everything as ``heist campaign --json`` has it."""

    @classmethod
    def of(cls, report: str) -> CampaignResult:
        """From what the compiled run gives: a report as JSON."""
        found: dict[str, Any] = json.loads(report)
        rows = [_row(position) for position in found["positions"]]
        return cls(heists=pa.Table.from_pylist(rows, schema=pa.schema(list(_HEIST.items()))), report=found)

    @property
    def win_rate(self) -> float:
        """The mean over the campaigns of the share of heists won."""
        return float(self.report["win_rate"])

    def __str__(self) -> str:
        return "\n\n".join([_title(self.report), "\n".join(_section(self.report).lines()), _whole(self.report)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        title, whole = (f"<p>{text}</p>" for text in (_title(self.report), _whole(self.report)))
        return f'<div class="heistlab-campaigns">{title}{_section(self.report).html()}{whole}</div>'


_HEIST = {
    "heist": pa.int64(),
    "name": pa.string(),
    "played": pa.int64(),
    "wins": pa.int64(),
    "win_rate": pa.float64(),
    "low": pa.float64(),
    "high": pa.float64(),
    "level": pa.float64(),
    "level_low": pa.float64(),
    "level_high": pa.float64(),
}


def _row(position: dict[str, Any]) -> dict[str, Any]:
    low, high = position["wilson95"]
    level_low, level_high = position["level"]["interval95"] or (None, None)
    same = {name: position[name] for name in ("heist", "name", "played", "wins", "win_rate")}
    level = {"level": position["level"]["mean"], "level_low": level_low, "level_high": level_high}
    return same | {"low": low, "high": high} | level


def _title(report: dict[str, Any]) -> str:
    name = next(game["name"] for game in known_games() if game["id"] == report["game"])
    setup = json.dumps(report["setup"], separators=(",", ":"))
    campaigns, agent, seed = report["campaigns"], report["agent"], report["seed"]
    return f"{name}, {campaigns} campaigns by {agent} with seed {seed}, setup {setup}"


def _section(report: dict[str, Any]) -> Section:
    def level(level: dict[str, Any]) -> list[str]:
        interval = level["interval95"]
        return [f"{level['mean']:.2f}", between(lambda bound: f"{bound:.2f}", interval) if interval else "-"]

    rows = [
        [
            f"{position['heist']} {position['name'] or ''}".strip(),
            str(position["wins"]),
            percent(position["win_rate"]),
            between(percent, position["wilson95"]),
            *level(position["level"]),
        ]
        for position in report["positions"]
    ]
    rows.append(["at the end", "-", "-", "-", *level(report["level_at_end"])])
    return Section(["heist", "wins", "win rate", "95% interval", report["level"], "95% interval"], rows)


def _whole(report: dict[str, Any]) -> str:
    interval = report["win_rate_interval95"]
    shown = f" ({between(percent, interval)})" if interval else ""
    return f"Heists won: {report['wins']} of {report['heists']}, {percent(report['win_rate'])}{shown}"
