"""The hex board: coordinates, adjacency, distances, straight lines and external sides.

A tile is a pair (q, r), for hexes and Exits alike.
"""

from collections import deque

# [MH1c] Directions of pointy-top hexes in axial coordinates.
SIDES = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
OPPOSITE = {"e": "w", "w": "e", "ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}


def text(tile):
    return f"{tile[0]},{tile[1]}"


def tile(name):
    q, r = name.split(",")
    return int(q), int(r)


def step(place, side, times=1):
    dq, dr = SIDES[side]
    return place[0] + dq * times, place[1] + dr * times


def side_to(place, other):
    """The side of a tile that an adjacent tile lies across."""
    return next(side for side in SIDES if step(place, side) == other)


def around(place):
    return [step(place, side) for side in SIDES]


def plain_distance(a, b):
    """Hex distance that counts gaps, too."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def on_a_line(a, b):
    """[MH1c] Whether b is reached from a by repeated steps in one direction."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return a != b and (dq == 0 or dr == 0 or dq == -dr)


class Board:
    """Which hexes and Exits there are. Hexes and Exits keep the order of the scenario file."""

    def __init__(self, hexes, exits=()):
        self.hexes = list(hexes)
        self.exits = dict(exits)  # tile -> side that it opens to
        self._index = {place: i for i, place in enumerate(self.hexes)}

    def index(self, place):
        """[MH1c] Index order; Exits stand after the hexes."""
        if place in self._index:
            return self._index[place]
        return len(self._index) + list(self.exits).index(place)

    def in_order(self, places):
        return sorted(places, key=self.index)

    def is_hex(self, place):
        return place in self._index

    def is_exit(self, place):
        return place in self.exits

    def opened_hex(self, exit_tile):
        """[MH1b] The only hex that an Exit is adjacent to, None if it is gone."""
        hex_tile = step(exit_tile, self.exits[exit_tile])
        return hex_tile if hex_tile in self._index else None

    def adjacent_hexes(self, place):
        """[MH1a, MH1b] In index order."""
        if self.is_exit(place):
            hex_tile = self.opened_hex(place)
            return [hex_tile] if hex_tile else []
        return self.in_order(other for other in around(place) if other in self._index)

    def adjacent(self, place):
        """[MH1a, MH1b] Hexes and Exits."""
        tiles = self.adjacent_hexes(place)
        if self.is_hex(place):
            tiles += [exit_tile for exit_tile in self.exits if self.opened_hex(exit_tile) == place]
        return tiles

    def distances(self, start):
        """[MH1c] Distances from a hex over present hexes."""
        found = {start: 0}
        waiting = deque([start])
        while waiting:
            place = waiting.popleft()
            for other in around(place):
                if other in self._index and other not in found:
                    found[other] = found[place] + 1
                    waiting.append(other)
        return found

    def distance(self, a, b):
        """[MH1c] Distance between two tiles, None without a path; an Exit counts one more than its hex."""
        extra = 0
        ends = []
        for place in (a, b):
            if self.is_exit(place):
                extra += 1
                place = self.opened_hex(place)
                if place is None:
                    return None
            ends.append(place)
        length = self.distances(ends[0]).get(ends[1])
        return None if length is None else length + extra

    def line_sides(self, place):
        """[MH7.2r] The directions of straight lines: from an Exit only the one it opens to."""
        if self.is_exit(place):
            return [self.exits[place]]
        return list(SIDES)

    def outside(self):
        """[MH1d] The empty spaces near the hexes that the fill from infinity reaches."""
        qs = [q for q, _ in self.hexes]
        rs = [r for _, r in self.hexes]
        if not qs:
            return set()
        low_q, high_q, low_r, high_r = min(qs) - 2, max(qs) + 2, min(rs) - 2, max(rs) + 2
        start = (low_q, low_r)
        found = {start}
        waiting = [start]
        while waiting:
            for other in around(waiting.pop()):
                inside = low_q <= other[0] <= high_q and low_r <= other[1] <= high_r
                if inside and other not in found and other not in self._index:
                    found.add(other)
                    waiting.append(other)
        return found

    def external_sides(self, place):
        """[MH1d] The sides of a hex that face the outside."""
        outside = self.outside()
        return [side for side in SIDES if step(place, side) in outside]

    def connected(self, places):
        """Whether these hexes are connected among themselves."""
        places = set(places)
        found = {min(places)}
        waiting = list(found)
        while waiting:
            for other in around(waiting.pop()):
                if other in places and other not in found:
                    found.add(other)
                    waiting.append(other)
        return found == places
