"""What a rule function can ask for while it runs.

Rule functions are generators. They yield a Decision or a Chance and are sent the notation that was taken.
One rule calls another by `yield from`.
"""

from fractions import Fraction


class Decision:
    def __init__(self, options):
        self.options = list(options)
        assert self.options, "a decision needs at least one option"
        assert len(set(self.options)) == len(self.options), f"options named twice: {self.options}"

    def legal(self):
        return self.options


class Chance:
    """Outcomes with their exact probabilities."""

    def __init__(self, outcomes):
        self.outcomes = {name: p for name, p in outcomes.items() if p}
        assert sum(self.outcomes.values()) == 1, f"probabilities do not sum to 1: {self.outcomes}"

    def legal(self):
        return list(self.outcomes)


def chit_chance(bag):
    """[MH5.3f] A uniform draw from the bag."""
    total = sum(bag.values())
    return Chance({f"chit {kind}": Fraction(count, total) for kind, count in bag.items() if count})


def die_chance():
    """[MH8c] One six-sided die."""
    return Chance({f"die {value}": Fraction(1, 6) for value in range(1, 7)})


class NobodyLeft(Exception):
    """[MH4a] The last active player character is Busted: the rest of the round is skipped."""


class Breached(Exception):
    """[MH7.2c] A Breach opens ESCAPE and skips everything else of the round."""
