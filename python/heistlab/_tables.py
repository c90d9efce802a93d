"""Tables of texts, for terminals and notebooks."""

from __future__ import annotations

import html
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    """A table of texts: the first column to the left, all others to the right."""

    headings: list[str]
    rows: list[list[str]]

    def lines(self) -> list[str]:
        rows = [self.headings, *self.rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return ["  ".join(_align(row, widths)).rstrip() for row in rows]

    def html(self, intervals: Sequence[tuple[float, float, float]] | None = None) -> str:
        """As HTML; with a bar a row for shares with their intervals."""
        head = [_cell("th", text, place) for place, text in enumerate(self.headings)]
        if intervals is not None:
            head.append('<th aria-hidden="true"></th>')
        lines = [f"<thead><tr>{''.join(head)}</tr></thead><tbody>"]
        for place, row in enumerate(self.rows):
            cells = [_cell("td", text, column) for column, text in enumerate(row)]
            if intervals is not None:
                cells.append(f'<td aria-hidden="true">{_bar(*intervals[place])}</td>')
            lines.append(f"<tr>{''.join(cells)}</tr>")
        return f'<table style="margin-bottom:1em">{"".join(lines)}</tbody></table>'


def _align(row: Sequence[str], widths: Sequence[int]) -> Iterable[str]:
    sides = itertools.chain([str.ljust], itertools.repeat(str.rjust))
    return [side(text, width) for side, text, width in zip(sides, row, widths, strict=False)]


def _cell(tag: str, text: str, column: int) -> str:
    side = "right" if column else "left"
    return f'<{tag} style="text-align:{side};white-space:nowrap">{html.escape(text)}</{tag}>'


def _bar(share: float, low: float, high: float) -> str:
    """A share as a bar from 0 to 1, and its interval as a line on it; readable on light and dark pages."""
    share, low, high = (round(100 * number, 2) for number in (share, low, high))
    return (
        '<svg width="160" height="14" viewBox="0 0 100 14" preserveAspectRatio="none" style="display:block">'
        '<rect width="100" height="14" fill="currentColor" fill-opacity="0.1"/>'
        f'<rect width="{share}" height="14" fill="#5b8db8"/>'
        f'<path d="M{low} 7H{high}M{low} 3V11M{high} 3V11" stroke="currentColor" stroke-width="1.5" fill="none"'
        ' vector-effect="non-scaling-stroke"/></svg>'
    )


def percent(share: float) -> str:
    """A share in per cent."""
    return f"{100 * share:.1f}%"


def points(difference: float) -> str:
    """A difference of shares in points, with its sign."""
    return f"{100 * difference:+.1f}"


def between(text: Callable[[float], str], interval: Sequence[float]) -> str:
    """An interval."""
    low, high = interval
    return f"{text(low)} to {text(high)}"
