"""Runs a heist step by step: what it waits for, and what happens when a notation is taken."""

from .requests import Decision
from .rules import turn
from .state import Game


class Session:
    """A heist in progress. `request` is a Decision or a Chance, or None when it is over: `over` is won or lost."""

    def __init__(self, setup):
        self.game = Game(setup)
        self.over = None
        self.request = None
        self._rules = turn.play(self.game)
        self._advance(None)

    def take(self, notation):
        assert notation in self.request.legal(), f"{notation} is not possible here"
        self._advance(notation)

    def _advance(self, notation):
        try:
            self.request = self._rules.send(notation)
        except StopIteration as end:
            self.request = None
            self.over = end.value

    @property
    def is_decision(self):
        return isinstance(self.request, Decision)
