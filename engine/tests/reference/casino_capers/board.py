"""Cells, directions, walls and the bouncers' paths (rules 1 and 6.2).

The natural order of cells is floor 1 first, rows from north to south, columns from west to east.
Walls are frozensets of the two cells they separate.
"""

from functools import cache
from typing import NamedTuple

SIDE = 4


class Cell(NamedTuple):
    floor: int
    row: int  # 0 is the north row, y
    col: int  # 0 is the west column, x

    def __str__(self):
        return f"{self.floor}:{self.square}"

    @property
    def square(self):
        return "ABCD"[self.col] + str(self.row + 1)

    @property
    def other(self):
        """The same cell of the other floor."""
        return Cell(3 - self.floor, self.row, self.col)


def cell(text):
    """The cell called "1:B3"."""
    floor, square = text.split(":")
    return square_on(int(floor), square)


def square_on(floor, square):
    return Cell(floor, int(square[1]) - 1, "ABCD".index(square[0]))


CELLS = [Cell(floor, row, col) for floor in (1, 2) for row in range(SIDE) for col in range(SIDE)]
CORNERS = [Cell(1, row, col) for row in (0, SIDE - 1) for col in (0, SIDE - 1)]

# Directions as (rows southwards, columns eastwards).
DIRECTIONS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
DIAGONALS = {"ne": (-1, 1), "se": (1, 1), "sw": (1, -1), "nw": (-1, -1)}
VERTICAL = "vertical"
NONE = "none"


def floor_cells(floor):
    return [c for c in CELLS if c.floor == floor]


def ahead(c, direction):
    """The next cell in this direction, or None beyond the edge or without a direction on the floor."""
    step = DIRECTIONS.get(direction) or DIAGONALS.get(direction)
    if step is None:
        return None
    row, col = c.row + step[0], c.col + step[1]
    if 0 <= row < SIDE and 0 <= col < SIDE:
        return Cell(c.floor, row, col)
    return None


def direction_of(start, end):
    """The direction of a step between cells that touch by an edge or a corner."""
    delta = (end.row - start.row, end.col - start.col)
    for name, step in {**DIRECTIONS, **DIAGONALS}.items():
        if step == delta:
            return name
    raise ValueError(f"{start} and {end} do not touch")


def touching(c):
    """Cells sharing an edge, walls ignored."""
    return [n for n in (ahead(c, d) for d in DIRECTIONS) if n is not None]


def corner_cells(c):
    """Cells sharing only a corner."""
    return [n for n in (ahead(c, d) for d in DIAGONALS) if n is not None]


def is_edge(c):
    return c.row in (0, SIDE - 1) or c.col in (0, SIDE - 1)


def edge(a, b):
    return frozenset((a, b))


def wall_name(wall):
    """ "A1-B1", without the floor."""
    a, b = sorted(wall)
    return f"{a.square}-{b.square}"


def wall_on(floor, text):
    a, b = (square_on(floor, part) for part in text.split("-"))
    if b not in touching(a):
        raise ValueError(f"no edge {text}")
    return edge(a, b)


def interior_edges(floor):
    return [edge(c, n) for c in floor_cells(floor) for n in touching(c) if c < n]


def adjacent(walls, c):
    """Cells sharing an edge with no wall between. Never diagonal."""
    return [n for n in touching(c) if edge(c, n) not in walls]


def behind_walls(walls, c):
    """Cells on the other side of the walls bordering this cell."""
    return [n for n in touching(c) if edge(c, n) in walls]


@cache
def distances(walls, start):
    """[path.short] Breadth-first distances over adjacent cells. `walls` is a frozenset."""
    found = {start: 0}
    layer = [start]
    while layer:
        following = []
        for c in layer:
            for n in adjacent(walls, c):
                if n not in found:
                    found[n] = found[c] + 1
                    following.append(n)
        layer = following
    return found


def connected(walls, floor):
    return len(distances(walls, floor_cells(floor)[0])) == SIDE * SIDE


def best_path(walls, start, end):
    """[path.clockwise] Of all shortest paths the one with the greatest sum of x*y' - x'*y, as a list of
    the cells after `start`; None if there is no path."""
    to_end = distances(walls, end)
    if start not in to_end:
        return None

    def best(c):
        if c == end:
            return (0, [])
        candidates = []
        for n in adjacent(walls, c):
            if to_end[n] == to_end[c] - 1:
                area, rest = best(n)
                candidates.append((area + c.col * n.row - n.col * c.row, [n, *rest]))
        candidates.sort(reverse=True)
        # H16 says that the maximum is unique.
        assert len(candidates) < 2 or candidates[0][0] != candidates[1][0], (sorted(map(wall_name, walls)), c, end)
        return candidates[0]

    return best(start)[1]
