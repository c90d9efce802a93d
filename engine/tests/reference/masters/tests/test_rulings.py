"""Rulings for edge cases: section 10."""

import unittest
from collections import Counter

from ..loot import Card
from ..rules import crises, escape, events, gates, result, turn
from .helpers import act, guard, options, put, run, small_game, team

LINE = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]


class Rulings(unittest.TestCase):
    def test_mh10_1_walk_without_moving(self):
        game = small_game(LINE)
        c = put(game, 1, (0, 0))
        act(game, c, "commit walk")
        self.assertEqual(game.owed, 1)
        self.assertFalse(options(game, c))

    def test_mh10_2_two_guards(self):
        game = small_game(LINE)
        for tile in ((1, 0), (1, 0), (2, 0)):
            guard(game, tile)
        c = put(game, 1, (1, 0), letters="MMSS", tokens=LINE)
        act(game, c, "subdue 1,0 guard")
        self.assertNotIn("move 2,0", options(game, c))
        act(game, c, "subdue 1,0 guard")
        act(game, c, "move 2,0")  # a second guarded hex
        self.assertNotIn("move 3,0", options(game, c))

    def test_mh10_4_a_lock_stops_a_move(self):
        game = small_game(LINE)
        c = put(game, 1, (0, 0), letters="M", tokens=LINE)
        game.hexes[1, 0].locks = [0, 1]
        put(game, 2, (2, 0))
        run(events.resolve(game, "E11"))
        self.assertNotIn("move 1,0", options(game, c))

    def test_mh10_5_staying_under_a_camera(self):
        game = small_game(LINE)
        game.deck = ["E1"] * 5
        game.hexes[1, 0].cameras = [1, 1]
        c = put(game, 1, (1, 0), letters="MM", tokens=LINE)
        act(game, c, "move 0,0")
        self.assertEqual(len(game.deck), 5)
        act(game, c, "move 1,0")
        self.assertEqual(len(game.deck), 4)

    def test_mh10_6_reveals_through_locks_and_from_exits(self):
        game = small_game(LINE, exits=[((5, 0), "w")])
        game.hexes[4, 0].unrevealed = True
        game.hexes[2, 0].unrevealed = True
        game.hexes[2, 0].locks = [1, 0]
        game.hexes[2, 0].ring = "X"
        game.bag = Counter(lock=2)
        c = put(game, 1, (0, 0), letters="M", tokens=LINE)
        act(game, c, "move 1,0", "chit lock")
        self.assertEqual(game.hexes[2, 0].locks, [2, 0])
        game.phase = "start"
        put(game, 2, (5, 0))
        run(turn.start(game), "chit lock")
        self.assertFalse(game.hexes[4, 0].unrevealed)

    def test_mh10_8_bank_and_walk_back(self):
        game = small_game(LINE, exits=[((5, 0), "w")])
        c = put(game, 1, (5, 0), letters="M", tokens=LINE)
        c.loot.add_text("jewel")
        act(game, c, "bank jewel")
        act(game, c, "move 4,0")
        self.assertEqual(game.banked.texts(), ["jewel"])

    def test_mh10_10_a_locked_gate_with_chits(self):
        game = small_game(LINE)
        put(game, 1, (0, 0))
        game.hexes[2, 0].fixture = "gate:A"
        game.hexes[2, 0].locks = [1, 0]
        game.hexes[2, 0].loot.add_text("jewel")
        guard(game, (2, 0))
        run(gates.close_next(game))
        self.assertNotIn((2, 0), game.hexes)
        self.assertFalse(any(loot.has("jewel") for loot in game.all_loot()))
        self.assertEqual(game.board.distance((0, 0), (4, 0)), None)

    def test_mh10_14_the_final_event_first(self):
        game = small_game(LINE)
        put(game, 1, (0, 0))
        put(game, 2, (0, 0))
        game.deck = ["E6", "C5", "Z1"]
        run(turn.event_phase(game))
        self.assertEqual((game.bag["lock"], game.queue, game.panic), (2, ["C5", "Z1"], False))
        run(turn.crises_phase(game))
        self.assertTrue(game.panic and game.escape_follows)

    def test_mh10_21_pick_ii(self):
        game = small_game(LINE, team=team("safecracker"))
        c = put(game, 1, (0, 0), ideas=4)
        act(game, c, "commit pick-ii")
        act(game, c, "efficient-picker")
        act(game, c, "efficient-picker")
        self.assertNotIn("efficient-picker", options(game, c))
        self.assertEqual((c.letters, game.owed, c.ideas), (Counter("UUMM"), 3, 2))

    def test_mh10_22_granted_letters_before_the_commit(self):
        game = small_game(LINE, team=team("script-kiddie"))
        game.hexes[1, 0].locks = [1, 0]
        hacker, c = put(game, 1, (4, 0), ideas=1), put(game, 2, (0, 0))
        act(game, hacker, "commit autopwn 2 U")
        act(game, c, "unlock 1,0")
        self.assertIn("commit walk", options(game, c))

    def test_mh10_25_dogs_are_guards(self):
        game = small_game(LINE)
        guard(game, (1, 0), "dog")
        put(game, 1, (0, 0))
        put(game, 2, (1, 0))
        run(events.resolve(game, "E5"))
        self.assertEqual(game.hexes[1, 0].locks, [1, 0])
        game.hexes[1, 0].guards[0].active = False
        run(events.resolve(game, "E12"), "accept")
        run(events.resolve(game, "E15"), "decline")
        self.assertTrue(game.hexes[1, 0].guards[0].active)

    def test_mh10_29_inside_starts_need_no_token(self):
        game = small_game(LINE, scenario="county-bricks")
        c = put(game, 1, (2, 0), letters="M", tokens=[(3, 0)])
        self.assertEqual([name for name in options(game, c) if name.startswith("move")], ["move 3,0"])

    def test_mh10_30_chits_on_ringed_hexes(self):
        game = small_game(LINE)
        game.hexes[1, 0].ring = "X"
        game.hexes[0, 0].fixture = "reinforcements"
        run(crises.resolve(game, "C1"))
        self.assertEqual(len(game.hexes[1, 0].guards), 1)

    def test_mh7_6a_items_are_loot(self):
        game = small_game(LINE)
        c, other = put(game, 1, (0, 0)), put(game, 2, (0, 0))
        c.loot.cards.append(Card("radio"))
        act(game, c, "drop radio")
        act(game, other, "take radio")
        self.assertIn("commit tweak-plan", options(game, other))

    def test_mh6_2b_subdued_dogs_stay(self):
        game = small_game(LINE)
        guard(game, (1, 0), "dog", active=False)
        c = put(game, 1, (3, 0), letters="M", tokens=LINE)
        act(game, c, "move 2,0")
        self.assertTrue(game.hexes[1, 0].guards)

    def test_mh6_1b_a_guard_that_becomes_active_holds(self):
        game = small_game(LINE)
        guard(game, (1, 0), active=False)
        c = put(game, 1, (1, 0), letters="M", tokens=LINE)
        self.assertIn("move 0,0", options(game, c))
        run(events.resolve(game, "E23"))
        self.assertNotIn("move 0,0", options(game, c))

    def test_h82_a_county_job_is_a_rescue(self):
        for inside, out, over in (([1], 1, "won"), ([1], 2, "lost"), ([1, 2], 2, "won")):
            game = small_game(LINE, exits=[((-1, 0), "e")], scenario="county-bricks", phase="escape", inside=inside)
            put(game, out, (-1, 0))
            put(game, 3, (4, 0))
            self.assertEqual(run(result.resolve(game)), over, (inside, out))

    def test_h83_which_guard_is_subdued(self):
        for answer, starting in (("accept", [False, True]), ("decline", [True, False])):
            game = small_game(LINE, scenario="parking-garage")
            chits = [guard(game, (1, 0)), guard(game, (1, 0))]
            chits[0].starting = True
            c = put(game, 1, (0, 0), letters="S")
            act(game, c, "subdue 1,0 guard", answer)
            self.assertEqual([chit.active for chit in chits], starting)
        game = small_game(LINE, scenario="parking-garage")
        for _ in range(2):
            guard(game, (1, 0)).starting = True
        c = put(game, 1, (0, 0), letters="S")
        act(game, c, "subdue 1,0 guard")  # equal ones: nothing is asked

    def test_h84_special_actions_without_effect(self):
        game = small_game(LINE, scenario="museum-of-antiquity")
        npc = game.npc
        npc.at, npc.die = (1, 0), 1
        flicks = [name for name in options(game, npc) if "flick" in name]
        self.assertEqual(flicks, ["commit fancy-card-flick 1,0"])
        npc.loot.add_text("keycard")
        self.assertIn("commit fancy-card-flick 3,0", options(game, npc))
        act(game, npc, "commit fancy-card-flick 1,0")
        self.assertEqual((npc.loot.texts(), game.owed), (["keycard"], 0))
        game = small_game(LINE, scenario="the-lair")
        game.npc.at, game.npc.die, game.studied = (1, 0), 1, True
        self.assertIn("commit study-schematics", options(game, game.npc))

    def test_mh6_6j_loot_on_an_exit(self):
        game = small_game(LINE, exits=[((-1, 0), "e")], phase="escape")
        busted, c = put(game, 1, (-1, 0)), put(game, 2, (-1, 0), ideas=4)
        busted.busted = True
        busted.loot.add_text("documents")
        self.assertIn("take documents", escape.micro_actions(game, c))
        escape.advance(game, c, "take documents")
        self.assertEqual((busted.loot.texts(), c.loot.texts()), ([], ["documents"]))


if __name__ == "__main__":
    unittest.main()
