"""Games that begin in the middle (`start` in the setup of a trace)."""

import unittest

from ..facts import facts
from ..session import Session

START = {
    "turn": 9,
    "current": 2,
    "actions": 4,
    "entrances": ["1:A1", "1:D4"],
    "walls": [["A1-B1"], []],
    "tiles": {"1:A2": "pool-1", "2:A2": "slots-3", "2:B1": "pool-2", "2:B2": "safe", "2:B3": "slots-4"},
    "chips": {"1:C3": "?", "2:D4": "?"},
    "players": [
        {"character": "hacker", "at": "1:A2", "heat": 2, "gear": {"hack": "prepped 1", "out-of-order": "unprepped"}},
        {"character": "acrobat", "at": "2:B2", "gear": {"tumble": "prepped 0", "trapeze": "back"}},
    ],
    "bouncers": [{"at": "1:D4", "marker": "1:D1"}, {"at": "2:D1"}],
    # With suspicion 6 one distracted card is added on floor 1, none on floor 2.
    "decks": [{"size": 15, "discards": ["1:D1", "1:D4"]}, {"size": 15, "discards": ["2:D1"]}],
    "cracked": ["2:A2", "2:B1"],
    "dice": {"safe": 3, "supply": 2},
}


def begin(**changes):
    setup = {
        "scenario": "random-finale",
        "finales": ["the-raid"],
        "suspicion": 6,
        "characters": ["hacker", "acrobat"],
        "first": 1,
        "walls": START["walls"],
        "chips": "dots",
        "alternates": ["hack", "tumble", "crybaby"],
        "start": START,
    }
    return Session({**setup, **changes})


class Start(unittest.TestCase):
    def test_the_facts_hold(self):
        self.assertEqual(START, facts(begin().game))

    def test_the_turn_goes_on(self):
        session = begin()
        self.assertEqual(2, session.game.current.number)
        self.assertIn("roll", session.request.options)
        session.take("end")
        # The bouncer upstairs hunts and stands away from the acrobat; then it is the hacker's turn.
        while session.game.turn == 9:
            session.take(next(iter(session.request.legal())))
        self.assertEqual((10, 1, 4), (session.game.turn, session.game.current.number, session.game.actions))

    def test_what_is_not_named_is_unseen(self):
        game = begin().game
        self.assertEqual(1 / 15, float(game.decks[1].top().outcomes("patrol")["patrol 1:A1"]))
        self.assertNotIn("patrol 1:D4", game.decks[1].top().outcomes("patrol"))
        self.assertEqual(16, sum(game.chip_knowledge.unseen.values()))
        self.assertEqual(0, game.dice_office)

    def test_dead_drops_take_gear_from_the_pile(self):
        game = begin(**{"dead-drops": [1, 2]}).game
        for gone in ("hack", "loop-footage", "tumble", "vault", "trapeze", "out-of-order"):
            self.assertNotIn(gone, game.gear_pile)
        self.assertLessEqual({"crybaby", "bingo", "contortion"}, game.gear_pile)
