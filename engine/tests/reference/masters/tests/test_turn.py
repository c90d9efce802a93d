"""Whole rounds: section 4, and what ends a heist early."""

import unittest

from ..loot import Card
from ..rules import escape, gates, turn
from ..session import Session
from .helpers import guard, put, run, setup, small_game, team, until

LINE = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]
EAST = [((5, 0), "w")]


def started(**fields):
    """A heist in the Tech Lab whose first Action phase has begun, with dice of 1."""
    session = Session(setup(**fields))
    for answer in ("start 1 5,7", "start 2 5,7", "start 3 2,8", "start 4 2,8", *["done"] * 4, "begin"):
        session.take(answer)
    roll(session)
    return session


def roll(session):
    while session.game.phase == "roll":
        session.take("die 1")


def everybody_walks(session):
    """One noise each; the Lookout has no Walk."""
    for number, action in ((1, "walk"), (2, "walk"), (3, "walk"), (4, "stride")):
        session.take(f"act {number}")
        session.take(f"commit {action}")


class Rounds(unittest.TestCase):
    def test_a_round(self):
        session = started()
        game = session.game
        self.assertEqual((game.phase, game.round), ("action", 1))
        everybody_walks(session)
        session.take("end")
        # Four noise bring the marker to 4, an alert: E1 is discarded, E2 resolves: two Exits with two characters.
        self.assertEqual((game.marker, game.round, game.phase), (4, 2, "roll"))
        self.assertEqual(game.events_gone, ["E1", "E2", "E3", "E4", "E5", "E6"])
        self.assertEqual(game.deck[0], "E7")

    def test_mh4_2c_escape_is_declared(self):
        session = started()
        game = session.game
        session.take("act 1")
        session.take("commit punch")
        session.take("escape")
        self.assertEqual((game.phase, game.marker, game.owed), ("escape", 2, 0))
        self.assertEqual(game.events_gone[0], "E1")  # the Event was played
        self.assertEqual(game.bag.total(), 18)  # 15 chits and the 3 Cameras of E1
        while session.request.legal()[0].startswith("chit"):
            session.take(session.request.legal()[0])
        self.assertIn("finish", session.request.legal())
        session.take("finish")
        self.assertEqual(session.over, "lost")

    def test_mh7_2c_breach_skips_the_rest_of_the_round(self):
        session = started(team=team("demolitions-guy"))
        game = session.game
        c = game.players[0]
        c.at, c.ideas = (5, 6), 4
        game.players[1].loot.cards.append(Card("radio"))
        session.take("act 2")
        session.take("commit tweak-plan")
        self.assertEqual(game.owed, 1)
        session.take("act 1")
        breach = next(name for name in session.request.legal() if name.startswith("commit breach"))
        session.take(breach)
        self.assertEqual((game.phase, game.owed, game.marker), ("escape", 0, 0))
        self.assertEqual(game.deck[0], "E1")
        self.assertEqual(len(game.board.exits), 3)
        self.assertFalse(game.players[1].loot.cards)  # [H66]

    def test_mh4a_the_round_ends_when_nobody_is_left(self):
        session = started()
        game = session.game
        for c in game.players:
            c.at = (5, 6)
        game.hexes[5, 6].fixture = "gate:A"
        game.deck = ["G1", "E2", "Z1"]
        everybody_walks(session)
        session.take("end")
        self.assertEqual(game.phase, "escape")
        self.assertIsNone(game.active_event)
        self.assertTrue(all(c.busted for c in game.players))
        self.assertEqual(game.round, 1)

    def test_mh4_1a_the_busted_do_not_roll(self):
        game = small_game(LINE)
        put(game, 1, (0, 0))
        game.players[1].busted = True
        self.assertIsNone(run(turn.roll(game), "die 3"))
        self.assertEqual(game.players[0].die, 3)

    def test_mh4_7a_flashbang_and_dogs(self):
        game = small_game(LINE)
        dog = guard(game, (1, 0), "dog", active=False)
        game.flashbang = [dog]
        put(game, 1, (2, 0))
        run(turn.end_event(game))
        self.assertIn(dog, game.hexes[2, 0].guards)
        self.assertEqual(game.flashbang, [])


class Early(unittest.TestCase):
    def test_h71_master_plan_copy_and_a_gate(self):
        game = small_game(LINE, exits=EAST)
        game.hexes[0, 0].fixture = "gate:A"
        put(game, 1, (0, 0)).loot.cards.append(Card("master-plan-copy"))
        put(game, 2, (5, 0)).loot.add_text("documents")
        run(gates.close_next(game))
        game.phase = "escape"
        self.assertEqual(run(escape.finish(game)), "lost")
        self.assertTrue(game.players[1].busted)

    def test_h37_hostage_in_escape(self):
        game = small_game(LINE, exits=EAST, scenario="hotel-basement", phase="escape")
        game.npc.at = (4, 0)
        c = put(game, 1, (4, 0), ideas=0)
        self.assertIn("capture", escape.micro_actions(game, c))
        run(escape.perform(game, c, "capture"))
        self.assertEqual((game.npc.active, game.npc.ideas, game.npc.die), (True, 3, None))
        self.assertIn("step 5,0", escape.micro_actions(game, game.npc))

    def test_h37_prisoner_in_escape(self):
        game = small_game(LINE, exits=EAST, scenario="estate-basement", phase="escape")
        game.hexes[1, 0].ring = "X"
        game.hexes[3, 0].fixture = "server:X"
        game.npc.at = (1, 0)
        c = put(game, 1, (2, 0), ideas=0)
        route = ["step 3,0", "server", "step 4,0", "step 5,0"]
        run(escape.perform(game, c, "last-ditch"), *route, "roll", "die 3")
        self.assertTrue(game.npc.active)
        self.assertEqual(c.at, (5, 0))

    def test_h37_the_garage_forbids_it(self):
        game = small_game(LINE, exits=EAST, scenario="parking-garage", phase="escape")
        game.npc.at = (1, 0)
        request = until(escape.play(game))
        self.assertEqual(request.legal(), ["finish"])
        self.assertFalse(game.npc.active)

    def test_mh6_6h_the_keycard_that_the_route_needs(self):
        game = small_game(LINE, exits=EAST, phase="escape")
        game.hexes[3, 0].fixture = "door"
        c = put(game, 1, (1, 0), ideas=0)
        c.loot.add_text("keycard")
        request = until(escape.perform(game, c, "last-ditch"))
        self.assertIn("drop keycard", request.legal())  # it can be taken again
        put(game, 2, (5, 0))
        game.hexes[1, 0].ring = "X"
        self.assertFalse(escape.can_finish(game, c, (1, 0), stepped=False))


class HideoutsAndOffice(unittest.TestCase):
    def test_h51_hideouts_without_part_1(self):
        session = Session(setup("interior-ministry-north"))
        self.assertEqual(session.request.legal(), ["start 1 0,7", "start 1 3,7"])
        session.take("start 1 0,7")
        session.take("start 2 0,7")
        self.assertEqual(session.request.legal(), ["start 3 3,7"])

    def test_mh7_8e_connoisseur(self):
        session = Session(setup("delinquent-jeweler", fixers=["connoisseur"]))
        session.take("connoisseur")
        shown = [h.loot.texts() for h in session.game.all_hexes() if h.loot]
        self.assertEqual(sum(h.loot.cash for h in session.game.all_hexes()), 2 + 1 + 1 + 1 + 7)
        self.assertEqual(len(shown), 7)

    def test_mh5_6a_diversion_tokens_cost(self):
        session = Session(setup(fixers=["diversion"], cash=2))
        session.take("done")
        self.assertEqual(
            {name for name in session.request.legal() if name.startswith("diversion")}, {"diversion 1", "diversion 2"}
        )
        session.take("diversion 2")
        self.assertEqual((session.game.cash, session.game.diversions), (0, 2))

    def test_mh7_8f_stake(self):
        session = Session(setup(fixers=["bookie"], cash=9))
        for answer in ("done", "done", "start 1 5,7", "start 2 5,7", "start 3 2,8", "start 4 2,8", *["done"] * 4):
            session.take(answer)
        self.assertEqual(session.request.legal(), [f"stake {number}" for number in range(9)])
        session.take("stake 8")
        self.assertEqual((session.game.cash, session.game.stake), (1, 8))

    def test_mh3_3e_discovered_items(self):
        session = Session(setup(cash=10, discovered=["camouflage"]))
        session.take("done")
        self.assertIn("buy camouflage 1", session.request.legal())
        session.take("buy camouflage 1")
        self.assertNotIn("buy camouflage 2", session.request.legal())
        self.assertNotIn("buy flashbang 1", session.request.legal())  # not in the shop yet


if __name__ == "__main__":
    unittest.main()
