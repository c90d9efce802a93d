"""Fair dice. Rolled dice are told apart by nothing, so outcomes are multisets."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import factorial

from shared.requests import Chance

FACES = range(1, 7)


def text(values):
    return "".join(str(value) for value in sorted(values))


def parse(outcome):
    return [int(digit) for digit in outcome.removeprefix("dice ")]


def chance(number):
    outcomes = {}
    for values in combinations_with_replacement(FACES, number):
        ways = factorial(number)
        for count in Counter(values).values():
            ways //= factorial(count)
        outcomes[f"dice {text(values)}"] = Fraction(ways, 6**number)
    return Chance(outcomes)


def subsets(values):
    """The non-empty sub-multisets."""
    return sorted({tuple(sorted(c)) for size in range(1, len(values) + 1) for c in combinations(values, size)})


def reroll(game, window, subset):
    """These dice of the window are rolled again; the same window D opens again afterwards."""
    outcome = yield chance(len(subset))
    for value in subset:
        window.dice.remove(value)
    window.dice = sorted(window.dice + parse(outcome))
