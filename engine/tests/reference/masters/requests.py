"""Draws and rolls of this game, and what breaks off a part of it."""

from fractions import Fraction

from shared.requests import Chance, uniform


def chit_chance(bag):
    """[MH5.3f] A uniform draw from the bag."""
    return Chance(uniform("chit", bag))


def die_chance():
    """[MH8c] One six-sided die."""
    return Chance({f"die {value}": Fraction(1, 6) for value in range(1, 7)})


class NobodyLeft(Exception):
    """[MH4a] The last active player character is Busted: the rest of the round is skipped."""


class Breached(Exception):
    """[MH7.2c] A Breach opens ESCAPE and skips everything else of the round."""
