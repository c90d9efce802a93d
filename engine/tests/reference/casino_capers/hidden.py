"""Hidden information (section 8): exact distributions given what everybody knows.

A hidden place is described by the pool it belongs to: the multiset of things that lie, in uniformly random
order, on all the places of that pool. Drawing from any place of a pool is drawing uniformly from the multiset.
"""

# ruff: noqa: SIM108

from collections import Counter
from fractions import Fraction
from math import perm

from shared.requests import uniform

from . import data


class Pool:
    """A multiset of cards spread in random order over some places (and perhaps the box)."""

    def __init__(self, things):
        self.things = Counter(things)

    def size(self):
        return sum(self.things.values())

    def outcomes(self, prefix):
        return uniform(prefix, self.things)

    def take(self, thing):
        assert self.things[thing] > 0, f"{thing} is not in the pool"
        self.things[thing] -= 1
        self.things += Counter()  # drops zero counts


class PatrolDeck:
    """[info.patrol], [info.distracted] The deck as a list of places, the top first; each entry is the pool
    whose cards may lie there. Cards moved under the deck keep the pool they came from."""

    def __init__(self, pool, size):
        self.places = [pool] * size
        self.discards = []

    def top(self):
        return self.places[0]

    def known_top(self):
        """The name of the top card if everybody knows it."""
        things = self.places[0].things
        return next(iter(things)) if len(things) == 1 else None


def tile_distribution(state, cell):
    """[info.tiles] What a face-down cell may hold.

    The unseen fixed tiles of a floor lie on uniformly random face-down cells of that floor; the unseen part of the
    26 others is shuffled over all other face-down cells of both floors.
    """
    seen = Counter(state.tiles.values())
    face_down = {f: 16 - sum(1 for c in state.tiles if c.floor == f) for f in (1, 2)}
    assert cell not in state.tiles

    unseen_fixed = {1: {}, 2: {}}  # floor -> kind -> {face: probability of the number}
    for floor in (1, 2):
        fixed = data.FIXED[floor]
        if not seen[fixed]:
            unseen_fixed[floor][fixed] = {fixed: Fraction(1)}
        for kind, faces in data.ONE_PER_FLOOR.items():
            here = [t for c, t in state.tiles.items() if c.floor == floor and t in faces]
            elsewhere = [t for c, t in state.tiles.items() if c.floor != floor and t in faces]
            if here:
                continue
            if elsewhere:  # seeing one fixes the other
                possible = [t for t in faces if t != elsewhere[0]]
            else:
                possible = faces
            unseen_fixed[floor][kind] = {t: Fraction(1, len(possible)) for t in possible}

    others = data.POOL_OF_26 - seen
    result = Counter()
    places = face_down[cell.floor]
    for numbers in unseen_fixed[cell.floor].values():
        for face, p in numbers.items():
            result[face] += p / places
    free = places - len(unseen_fixed[cell.floor])
    total = sum(others.values())
    assert total == sum(face_down[f] - len(unseen_fixed[f]) for f in (1, 2))
    for face, count in others.items():
        result[face] += Fraction(free, places) * Fraction(count, total)
    return {f"tile {face}": p for face, p in result.items()}


class ChipKnowledge:
    """[info.chips], [info.fin1] The unseen chips, including the removed one with 3 or 4 players."""

    def __init__(self, two_players):
        self.unseen = Counter(data.CHIPS)
        self.finale_started = False
        if two_players:
            self.unseen["saleswoman"] -= 1  # [set.chips] known and back in the box
        self.all = Counter(self.unseen)  # the chips that may be in this game

    def regather(self):
        """Finale 1: 16 chips are shuffled and laid again. The chip in the box, if its kind is hidden, is one of those
        that were unseen, uniformly; what is turned up later counts as evidence."""
        self.finale_started = True
        if sum(self.all.values()) == 16:
            self.removed_prior = {None: 1}
        else:
            self.removed_prior = dict(+self.unseen)
        self.turned_up = Counter()

    def distribution(self):
        if not self.finale_started:
            return uniform("chip", self.unseen)
        weights = {}
        for removed, prior in self.removed_prior.items():
            # The chance of what was turned up, in its order, is a product of falling factorials over a constant.
            likelihood = 1
            for kind, seen in self.turned_up.items():
                likelihood *= perm(self._in_game(kind, removed), seen)
            weights[removed] = prior * likelihood
        total = sum(weights.values())
        left = 16 - sum(self.turned_up.values())
        result = {}
        for kind in self.all:
            p = sum(
                Fraction(weight, total) * Fraction(self._in_game(kind, removed) - self.turned_up[kind], left)
                for removed, weight in weights.items()
                if weight
            )
            result[f"chip {kind}"] = p
        return result

    def _in_game(self, kind, removed):
        return self.all[kind] - (1 if kind == removed else 0)

    def saw(self, kind):
        if self.finale_started:
            self.turned_up[kind] += 1
        else:
            assert self.unseen[kind] > 0
            self.unseen[kind] -= 1
