"""Commits, sub-actions, arrival, noise: section 5 and rulings of section 10."""

import unittest
from collections import Counter

from ..loot import Card
from ..rules import action, arrival, end_action, noise, turn
from .helpers import act, guard, options, put, run, small_game, team, until

LINE = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]


def moves(game, c):
    return {name for name in options(game, c) if name.startswith("move")}


class Commits(unittest.TestCase):
    def test_mh5_1a_the_die_wraps(self):
        game = small_game(LINE)
        c = put(game, 1, (0, 0), die=6, ideas=1)
        act(game, c, "commit hurry 1")
        self.assertEqual((c.ideas, c.die), (0, 1))

    def test_mh5_1b_letters_and_noise(self):
        game = small_game(LINE)
        c = put(game, 1, (0, 0), die=2)
        act(game, c, "commit punch")
        self.assertEqual(c.letters, Counter("MS"))
        self.assertEqual(game.owed, 2)
        self.assertFalse([name for name in options(game, c) if name.startswith("commit")])

    def test_mh5_2i_alert_at_once(self):
        game = small_game(LINE, team=team("thug", skills=("blast", "hurry")))
        game.deck = ["E1", "C5", "E2"]
        c = put(game, 1, (0, 0), die=3)
        act(game, c, "commit blast 3")  # Detonate, USSDNA
        self.assertEqual((game.deck, game.queue), (["E2"], ["C5"]))
        self.assertEqual(game.owed, 1)

    def test_mh5_1b_patch_in_needs_a_camera_next_to_it(self):
        game = small_game(LINE, team=team("shutter-bug"))
        c = put(game, 1, (0, 0))
        game.hexes[0, 0].cameras = [1, 0]
        self.assertNotIn("commit patch-in", options(game, c))
        game.hexes[1, 0].cameras = [0, 1]
        self.assertNotIn("commit patch-in", options(game, c))
        game.hexes[1, 0].cameras = [1, 0]
        act(game, c, "commit patch-in")
        self.assertEqual(c.letters, Counter("IIR"))

    def test_mh10_24_everybody_commits(self):
        game = small_game(LINE)
        game.players = game.players[:2]
        game.characters = game.players
        put(game, 1, (0, 0), letters="M")
        c = put(game, 2, (0, 0))
        self.assertNotIn("end", until(action.play(game)).legal())
        c.action = "walk"
        self.assertIn("end", until(action.play(game)).legal())
        self.assertIn("escape", until(action.play(game)).legal())


class SubActions(unittest.TestCase):
    def test_mh5_2a_move_needs_a_token_and_no_lock(self):
        game = small_game(LINE, exits=[((-1, 0), "e")])
        c = put(game, 1, (0, 0), letters="M")
        self.assertEqual(moves(game, c), {"move -1,0"})
        c.tokens = {(1, 0), (2, 0)}
        self.assertEqual(moves(game, c), {"move -1,0", "move 1,0"})
        game.hexes[1, 0].locks = [1, 1]
        self.assertEqual(moves(game, c), {"move -1,0"})
        game.hexes[1, 0].locks = [0, 2]
        self.assertEqual(moves(game, c), {"move -1,0", "move 1,0"})
        game.hexes[1, 0].ring = "X"
        self.assertEqual(moves(game, c), {"move -1,0"})

    def test_mh6_7a_inside_a_ring(self):
        game = small_game(LINE, team=team("angry-locksmith"))
        c = put(game, 1, (1, 0), letters="MUSDIRL", tokens=LINE)
        guard(game, (1, 0))
        game.hexes[1, 0].cameras = [1, 0]
        game.hexes[2, 0].locks = [1, 0]
        game.hexes[3, 0].unrevealed = True
        game.hexes[1, 0].ring = "X"
        game.hexes[1, 0].loot.cash = 2
        c.loot.cash = 1
        names = {name.split()[0] for name in options(game, c)}
        self.assertFalse(names & {"move", "unlock", "subdue", "disable", "take"})
        self.assertTrue({"idea", "reveal", "loot", "drop"} <= names)

    def test_mh5_2k_each_letter_handles_one_chit(self):
        game = small_game(LINE)
        guard(game, (1, 0))
        guard(game, (1, 0))
        guard(game, (1, 0), "dog")
        game.hexes[2, 0].locks = [2, 0]
        c = put(game, 1, (1, 0), letters="SSSUUM", tokens=LINE)
        ideas = c.ideas
        act(game, c, "subdue 1,0 guard")
        act(game, c, "subdue 1,0 dog")
        self.assertFalse(moves(game, c))
        act(game, c, "subdue 1,0 guard")
        self.assertEqual(c.ideas, ideas + 3)  # Adrenaline
        act(game, c, "unlock 2,0")
        self.assertNotIn("move 2,0", moves(game, c))
        act(game, c, "unlock 2,0")
        self.assertIn("move 2,0", moves(game, c))

    def test_mh5_2b_not_the_own_lock(self):
        game = small_game(LINE)
        game.hexes[1, 0].locks = [1, 0]
        c = put(game, 1, (1, 0), letters="UM", tokens=LINE)
        self.assertNotIn("unlock 1,0", options(game, c))
        self.assertIn("move 0,0", options(game, c))

    def test_mh5_2f_surplus(self):
        game = small_game(LINE)
        game.bag = Counter(guard=1)
        c = put(game, 1, (0, 0), letters="RR", ideas=0)
        act(game, c, "reveal", "chit guard")
        self.assertFalse(any(h.guards for h in game.all_hexes()))
        act(game, c, "reveal")
        self.assertEqual(c.ideas, 0)

    def test_mh5_2g_loot_outdoors(self):
        game = small_game(LINE, exits=[((-1, 0), "e")])
        c = put(game, 1, (-1, 0), letters="L")
        act(game, c, "loot")
        self.assertEqual(c.loot.cash, 1)
        act(game, c, "bank cash:1")
        self.assertEqual((c.loot.cash, game.banked.cash), (0, 1))

    def test_mh5_3h_held_by_guard(self):
        game = small_game(LINE, scenario="the-lair")
        game.hexes[4, 0].unrevealed = True
        game.bag = Counter(documents=1)
        run(arrival.reveal(game, (4, 0)), "chit documents")
        self.assertTrue(game.hexes[4, 0].loot.has("documents"))
        self.assertEqual(len(game.hexes[4, 0].active_guards()), 1)
        game = small_game(LINE)
        game.hexes[4, 0].unrevealed = True
        game.bag = Counter(jewel=1)
        run(arrival.reveal(game, (4, 0)), "chit jewel")
        self.assertFalse(game.hexes[4, 0].guards)

    def test_mh5_3g_empty_bag(self):
        game = small_game(LINE)
        game.hexes[4, 0].unrevealed = True
        run(arrival.reveal(game, (4, 0)))
        self.assertFalse(game.hexes[4, 0].unrevealed)

    def test_mh5_3c_order_of_reveals(self):
        game = small_game([(0, 0), (1, 0), (2, 0), (2, -1)])
        game.hexes[2, 0].unrevealed = game.hexes[2, -1].unrevealed = True
        game.bag = Counter(lock=1, camera=1)
        c = put(game, 1, (0, 0), letters="M", tokens=[(1, 0)])
        act(game, c, "move 1,0", "next 2,0", "chit lock", "chit camera")
        self.assertEqual(game.hexes[2, 0].locks, [1, 0])
        self.assertEqual(game.hexes[2, -1].cameras, [1, 0])

    def test_mh5_3j_consultant(self):
        game = small_game(LINE)
        game.hexes[4, 0].unrevealed = True
        game.bag = Counter(guard=1, blank=1)
        game.blanks = 1
        put(game, 1, (0, 0), ideas=0)
        payer = put(game, 2, (0, 0), ideas=1)
        run(arrival.reveal(game, (4, 0)), "chit guard", "blank 2")
        self.assertFalse(game.hexes[4, 0].guards)
        self.assertEqual((payer.ideas, game.owed, game.blanks), (0, 1, 0))
        self.assertEqual(sum(game.bag.values()), 1)

    def test_mh5_4a_passing_on_an_exit(self):
        game = small_game(LINE, exits=[((-1, 0), "e")])
        a = put(game, 1, (-1, 0), letters="M")
        b = put(game, 2, (-1, 0), letters="M")
        a.loot.cash = 3
        self.assertNotIn("drop cash:1", options(game, a))
        act(game, a, "pass cash:2 2")
        self.assertEqual((a.loot.cash, b.loot.cash), (1, 2))

    def test_mh5_4a_cash_is_split_when_dropped_only(self):
        game = small_game(LINE)
        c = put(game, 1, (1, 0), letters="M")
        c.loot.cash = 3
        act(game, c, "drop cash:2")
        self.assertIn("take cash", options(game, c))
        self.assertNotIn("take cash:1", options(game, c))

    def test_mh5_4b_server(self):
        game = small_game(LINE)
        game.hexes[0, 0].fixture = "server:X"
        game.hexes[1, 0].ring = game.hexes[3, 0].ring = "X"
        game.hexes[4, 0].ring = "Y"
        c = put(game, 1, (0, 0), letters="M")
        act(game, c, "server")
        self.assertEqual([h.ring for h in game.all_hexes()], [None, None, None, None, "Y"])
        self.assertNotIn("server", options(game, c))

    def test_mh5_4c_door(self):
        game = small_game(LINE)
        game.hexes[1, 0].fixture = "door"
        c = put(game, 1, (0, 0), letters="M", tokens=LINE)
        self.assertNotIn("door 1,0", options(game, c))
        c.loot.add_text("keycard")
        self.assertNotIn("move 1,0", options(game, c))
        act(game, c, "door 1,0")
        self.assertTrue(c.loot.has("keycard"))
        self.assertIn("move 1,0", options(game, c))


class Safe(unittest.TestCase):
    def game(self, needs=9):
        game = small_game(LINE, scenario="the-vault")
        game.hexes[0, 0].fixture = "safe"
        game.safe, game.safe_needs = (0, 0), needs
        return game

    def test_mh5_5b_rates_of_the_tools(self):
        game = self.game(99)
        c = put(game, 1, (0, 0), letters="UUUU")
        c.loot.cards.append(Card("safecracking-tools"))
        for total in (1, 3, 4, 6):
            act(game, c, "crack tools")
            self.assertEqual(game.cracks, total)

    def test_mh5_5c_torch(self):
        game = self.game()
        holder = put(game, 1, (0, 0), letters="U")
        lender = put(game, 2, (1, 0), letters="U")
        far = put(game, 3, (2, 0), letters="U")
        self.assertNotIn("crack torch", options(game, lender))
        holder.loot.cards.append(Card("plasma-torch"))
        self.assertNotIn("crack torch", options(game, far))
        act(game, lender, "crack torch")
        act(game, holder, "crack torch")
        self.assertEqual(game.cracks, 2)

    def test_mh5_5c_with_both_the_tools_rate_holds(self):
        game = self.game()
        holder = put(game, 1, (0, 0), letters="U")
        holder.loot.cards += [Card("plasma-torch"), Card("safecracking-tools")]
        self.assertEqual([name for name in options(game, holder) if name.startswith("crack")], ["crack tools"])

    def test_mh5_4e_contents_at_once(self):
        game = self.game(1)
        holder = put(game, 1, (0, 0), letters="U")
        holder.loot.cards.append(Card("plasma-torch"))
        act(game, holder, "crack torch")
        self.assertIsNone(game.hexes[0, 0].fixture)
        self.assertIn("take documents", options(game, holder))

    def test_mh5_5d_what_breaks_the_silence(self):
        for breaker in (None, "idea", "torch", "better", "grant"):
            game = self.game()
            c = put(game, 1, (0, 0), letters="UUI")
            c.loot.cards.append(Card("safecracking-tools"))
            c.printed_noise = game.owed = 2
            act(game, c, "crack tools")
            if breaker == "idea":
                act(game, c, "idea")
            if breaker == "torch":
                put(game, 2, (0, 0)).loot.cards.append(Card("plasma-torch"))
                act(game, c, "crack torch")
            if breaker == "better":
                c.abilities |= {"larcenist"}
                c.ideas = 1
                act(game, c, "larcenist")
            if breaker == "grant":
                game.owed += 1  # somebody's Autopwn
            end_action.cancel_noise(game)
            self.assertEqual(game.owed, {None: 0, "grant": 1}.get(breaker, 2), breaker)


class Noise(unittest.TestCase):
    def test_mh5_6a_diversion(self):
        game = small_game(LINE)
        game.deck = ["E1"] * 5
        game.marker, game.owed, game.diversions = 3, 3, 1
        run(noise.apply_owed(game), "noise", "divert")
        self.assertEqual((game.marker, len(game.deck), game.diversions), (5, 4, 0))

    def test_mh4_4d_overshoot_is_of_this_round(self):
        game = small_game(LINE)
        game.deck = ["E1", "Z1"]
        noise.raise_alert(game)
        self.assertTrue(game.overshoot)
        run(turn.roll(game))
        self.assertFalse(game.overshoot)

    def test_mh4_5_alerts_of_the_event(self):
        game = small_game(LINE, exits=[((-1, 0), "e")])
        game.deck = ["E2", "E3", "C5", "E4", "E5"]
        put(game, 1, (-1, 0))
        put(game, 2, (-1, 0))
        run(turn.event_phase(game))
        self.assertEqual((game.deck, game.queue), (["E5"], ["C5"]))

    def test_mh10_13(self):
        game = small_game(LINE, exits=[((-1, 0), "e")])
        game.deck = ["E2", "Z1"]
        put(game, 1, (-1, 0))
        put(game, 2, (-1, 0))
        run(turn.event_phase(game))
        self.assertEqual((game.deck, game.queue), ([], ["Z1"]))


if __name__ == "__main__":
    unittest.main()
