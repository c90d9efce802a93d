"""Runs a game step by step: what it waits for, and what happens when a notation is taken."""

from .requests import Decision


class Session:
    """A game in progress. `request` is a Decision or a Chance, or None when the game is over for `over`."""

    def __init__(self, game, rules):
        """`rules` plays the whole game: a generator that returns why it is over."""
        self.game = game
        self.over = None
        self.request = None
        self._rules = rules
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
