"""What a rule function can ask for while it runs.

Rule functions are generators. They yield a Decision or a Chance and are sent the notation that was taken.
One rule calls another by `yield from`, so that Python's own stack is the stack of what is still to be resolved.
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


def uniform(prefix, counter):
    """Outcomes of drawing one thing from a multiset, each named "prefix thing"."""
    total = sum(counter.values())
    return {f"{prefix} {thing}": Fraction(count, total) for thing, count in counter.items() if count}
