"""A heist that is played step by step."""

import shared.session

from .rules import turn
from .state import Game


class Session(shared.session.Session):
    def __init__(self, setup):
        game = Game(setup)
        super().__init__(game, turn.play(game))
