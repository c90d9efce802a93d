"""The worked examples of section 11, with the numbers of the text."""

import unittest
from collections import Counter
from fractions import Fraction

from ..loot import Card
from ..requests import NobodyLeft
from ..rules import action, arrival, crises, end_action, escape, events, gates, noise, turn
from .helpers import act, guard, options, put, run, small_game, team, until

LINE = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]
EVENTS_ONLY = ["E1"] * 30


def with_deck(deck, **fields):
    game = small_game(LINE, **fields)
    game.deck = list(deck)
    put(game, 1, (0, 0))
    put(game, 2, (0, 0))
    put(game, 3, (0, 0))
    return game


class Examples(unittest.TestCase):
    def test_mh11_1_noise(self):
        game = with_deck(EVENTS_ONLY)
        game.marker, game.owed = 9, 6
        run(noise.apply_owed(game))
        self.assertEqual(game.marker, 15)
        self.assertEqual(len(game.deck), 27)
        self.assertEqual(game.owed, 0)

    def test_mh11_2_final_slot(self):
        game = with_deck(EVENTS_ONLY)
        game.marker, game.owed = 36, 4
        run(noise.apply_owed(game))
        self.assertEqual(game.marker, 38)
        self.assertEqual(len(game.deck), 28)

    def test_mh11_3_same_phase_crisis(self):
        game = with_deck(["E15", "C2", "E16", "E17"])
        rule = turn.event_phase(game)
        run(rule)
        self.assertEqual(game.queue, ["C2"])
        self.assertEqual(game.deck, ["E16", "E17"])
        run(turn.crises_phase(game))
        self.assertEqual(game.queue, [])
        self.assertEqual(game.deck, ["E16", "E17"])

    def test_mh11_4_alert_past_a_crisis(self):
        game = with_deck(["E4", "C3", "E5", "E6"])
        noise.raise_alert(game)
        self.assertEqual((game.deck, game.queue), (["E5", "E6"], ["C3"]))
        noise.raise_alert(game)
        self.assertEqual((game.deck, game.queue), (["E6"], ["C3"]))
        turn.take_active_event(game)
        self.assertEqual(game.active_event, "E6")

    def test_mh11_5_empty_deck(self):
        game = with_deck(["E23", "E24", "Z1"])
        for c in game.players[:3]:
            c.ideas = 3
        for _ in range(3):
            noise.raise_alert(game)
        self.assertEqual((game.deck, game.queue, game.overshoot), ([], ["Z1"], True))
        turn.take_active_event(game)
        self.assertEqual(game.active_event, "E24")
        run(turn.event_phase(game))
        run(turn.crises_phase(game))
        self.assertTrue(game.escape_follows)

    def test_mh11_6_die_change(self):
        game = small_game(LINE)
        c = put(game, 2, (0, 0), die=1, ideas=1)
        commits = {name for name in options(game, c) if name.startswith("commit")}
        self.assertEqual(
            commits,
            {
                "commit walk",
                "commit pick",
                "commit smash-n-grab 1",
                "commit wing-it 1",
                "commit smash-n-grab 2",
                "commit wing-it 2",
                "commit smash-n-grab 6",
                "commit wing-it 6",
            },
        )

    def test_mh11_7_interleaving(self):
        game = small_game([(0, 0), (1, 0), (2, 0), (3, 0), (1, -1)], exits=[((-1, 0), "e")])
        game.hexes[2, 0].unrevealed = True
        game.bag = Counter(lock=1)
        sprinter = put(game, 1, (0, 0), die=5, tokens=[(1, 0), (2, 0), (3, 0)])
        locksmith = put(game, 2, (1, -1), ideas=1, tokens=[(1, 0)])
        act(game, sprinter, "commit hurry 5")
        self.assertEqual(sprinter.letters, Counter("MMM"))
        act(game, sprinter, "move 1,0", "chit lock")
        self.assertNotIn("move 2,0", options(game, sprinter))
        act(game, locksmith, "commit pick")
        act(game, locksmith, "efficient-picker")
        act(game, locksmith, "move 1,0")
        act(game, locksmith, "unlock 2,0")
        act(game, sprinter, "move 2,0")
        act(game, sprinter, "move 3,0")
        self.assertEqual(game.owed, 4)

    def test_mh11_8_guard(self):
        game = small_game(LINE)
        guard(game, (1, 0))
        c = put(game, 1, (0, 0), letters="MM", tokens=LINE)
        other = put(game, 2, (2, 0), letters="S")
        act(game, c, "move 1,0")
        self.assertFalse([name for name in options(game, c) if name.startswith("move")])
        act(game, other, "subdue 1,0 guard")
        self.assertIn("move 2,0", options(game, c))

    def test_mh11_9_two_cameras(self):
        for disabled, alerts in ((0, 2), (1, 1)):
            game = with_deck(EVENTS_ONLY)
            game.hexes[1, 0].cameras = [2 - disabled, disabled]
            c = put(game, 1, (0, 0), letters="M", tokens=[(1, 0)])
            act(game, c, "move 1,0")
            self.assertEqual(len(game.deck), 30 - alerts)

    def test_mh11_10_bag_odds(self):
        game = small_game(LINE)
        for tile in LINE[:3]:
            game.hexes[tile].unrevealed = True
        game.bag = Counter(guard=2, lock=1, camera=1)
        rule = arrival.reveal(game, (0, 0))
        request = next(rule)
        self.assertEqual(request.outcomes["chit guard"], Fraction(1, 2))
        self.assertEqual(request.outcomes["chit lock"], Fraction(1, 4))
        with self.assertRaises(StopIteration):
            rule.send("chit guard")
        request = next(arrival.reveal(game, (1, 0)))
        self.assertEqual(request.outcomes["chit guard"], Fraction(1, 3))

    def test_mh11_11_dog(self):
        game = small_game(LINE)
        game.hexes[2, 0].unrevealed = True
        game.bag = Counter(dog=1)
        c = put(game, 1, (0, 0), letters="M", tokens=LINE)
        run(arrival.reveal(game, (2, 0)), "chit dog")
        self.assertEqual(len(game.hexes[2, 0].guards), 1)
        act(game, c, "move 1,0")
        self.assertEqual(len(game.hexes[1, 0].guards), 1)
        self.assertEqual(len(game.hexes[2, 0].guards), 0)

    def test_mh11_11_street_urchin_and_dog(self):
        for moves, dog_at in ((["move 2,0"], (2, 0)), (["move 2,0", "move 3,0"], (1, 0))):
            game = small_game(LINE, team=team("street-urchin"))
            guard(game, (1, 0), "dog")
            c = put(game, 1, (1, 0), die=1, ideas=1, tokens=LINE)
            self.assertNotIn("move 2,0", options(game, c))
            act(game, c, "better-ways")
            act(game, c, "commit hurry 1")  # Run
            for move in moves:
                act(game, c, move)
            run(action.phase_ends(game))
            self.assertEqual([h.tile for h in game.all_hexes() if h.guards], [dog_at])

    def test_mh11_12_escape_arithmetic(self):
        for die, out in (("die 2", False), ("die 3", True)):
            game = small_game(LINE, exits=[((5, 0), "w")], phase="escape")
            guard(game, (2, 0))
            c = put(game, 1, (0, 0), ideas=3)
            route = ["step 1,0", "step 2,0", "step 3,0", "step 4,0", "step 5,0"]
            run(escape.perform(game, c, "last-ditch"), *route, "roll", die)
            self.assertEqual(c.at == (5, 0), out)
            self.assertEqual(c.busted, not out)

    def test_mh11_13_loot_rescue(self):
        game = small_game(LINE, exits=[((5, 0), "w")], phase="escape")
        holder = put(game, 1, (0, 0), ideas=2)
        holder.loot.add_text("documents")
        mate = put(game, 2, (5, 0), ideas=2)
        route = ["step 1,0", "step 2,0", "step 3,0", "step 4,0", "step 5,0"]
        run(escape.perform(game, holder, "last-ditch"), *route, "roll", "die 2")
        self.assertTrue(holder.busted)
        self.assertEqual(holder.at, (4, 0))
        for name in ("step 4,0", "take documents", "step 5,0"):
            self.assertIn(name, escape.micro_actions(game, mate))
            run(escape.perform(game, mate, name))
        self.assertEqual(run(escape.finish(game)), "won")
        self.assertTrue(holder.busted)

    def test_mh11_14_gates(self):
        game = small_game(LINE)
        game.hexes[2, 0].fixture = "gate:B"
        c = put(game, 1, (2, 0))
        c.loot.add_text("jewel")
        put(game, 2, (0, 0), tokens=[(2, 0), (1, 0)])
        put(game, 3, (0, 0), tokens=[(2, 0)])
        game.phase = "crises"
        rule = crises.resolve(game, "C3")
        request = next(rule)
        self.assertEqual(set(request.legal()), {"token 0,0", "token 3,0", "token 4,0", "off"})
        request = rule.send("token 4,0")
        self.assertEqual(set(request.legal()), {"token 0,0", "token 1,0", "token 3,0", "token 4,0", "off"})
        with self.assertRaises(StopIteration):
            rule.send("off")
        self.assertTrue(c.busted)
        self.assertFalse(c.loot)
        self.assertNotIn((2, 0), game.hexes)
        self.assertEqual(game.players[1].tokens, {(4, 0), (1, 0)})
        self.assertEqual(game.players[2].tokens, set())

    def test_mh11_15_safe(self):
        for moves, owed in (([], 0), (["move 1,0"], 2)):
            game = small_game(LINE)
            game.hexes[0, 0].fixture = "safe"
            game.safe, game.safe_needs = (0, 0), 6
            c = put(game, 1, (0, 0), die=1, tokens=LINE)
            c.loot.cards.append(Card("safecracking-tools"))
            act(game, c, "commit bypass 1")  # Bump
            act(game, c, "crack tools")
            self.assertEqual(game.cracks, 1)
            act(game, c, "crack tools")
            self.assertEqual(game.cracks, 3)
            for move in moves:
                act(game, c, move)
            end_action.cancel_noise(game)
            self.assertEqual(game.owed, owed)

    def test_mh11_16_watchtower(self):
        game = small_game([*LINE, (2, -1), (1, -1)])
        game.hexes[0, 0].fixture = "watchtower"
        put(game, 1, (3, 0))
        put(game, 2, (2, -1))
        run(crises.resolve(game, "C2"))
        self.assertEqual([h.tile for h in game.all_hexes() if h.guards], [(3, 0)])
        self.assertEqual(len(game.hexes[3, 0].guards), 1)

    def test_mh11_17_reinforcements(self):
        game = small_game([(0, 0), (1, 0), (0, 1), (-1, 0)])
        game.hexes[0, 0].fixture = "reinforcements"
        game.hexes[1, 0].locks = [0, 1]
        game.hexes[0, 1].unrevealed = True
        put(game, 1, (-1, 0))
        run(crises.resolve(game, "C1"))
        self.assertEqual(game.hexes[1, 0].locks, [1, 0])
        self.assertEqual(len(game.hexes[1, 0].guards), 0)
        self.assertEqual(len(game.hexes[-1, 0].guards), 1)
        self.assertEqual(len(game.hexes[0, 0].guards), 2)
        self.assertEqual(len(game.hexes[0, 1].guards), 0)
        self.assertTrue(game.hexes[0, 1].unrevealed)
        self.assertIsNone(game.hexes[0, 0].fixture)

    def test_mh11_18_cameras_rotate(self):
        game = with_deck(EVENTS_ONLY)
        put(game, 3, (4, 0))
        game.hexes[1, 0].cameras = [1, 0]
        run(events.resolve(game, "E16"))
        self.assertEqual(len(game.deck), 28)

    def test_mh11_19_hostage(self):
        game = with_deck(EVENTS_ONLY, scenario="hotel-basement")
        for c in game.players[:3]:
            c.ideas = 0
        put(game, 1, (1, 0), ideas=0)
        game.npc.active = True
        game.npc.at = (2, 0)
        game.marker = 21
        run(end_action.npc_tests(game))
        self.assertEqual(game.owed, 2)
        run(noise.apply_owed(game))
        self.assertEqual((game.marker, len(game.deck)), (23, 28))

    def test_mh11_20_i_know_a_way(self):
        game = small_game(LINE, team=team("lookout"))
        game.hexes[4, 0].unrevealed = True
        game.bag = Counter(lock=1, guard=1)
        c = put(game, 1, (0, 0), ideas=0)
        act(game, c, "commit discover")
        act(game, c, "reveal 4,0", "chit lock")
        self.assertEqual(sum(game.bag.values()), 1)
        act(game, c, "reveal", "chit guard")
        self.assertEqual(sum(game.bag.values()), 0)
        self.assertEqual(c.ideas, 0)
        c.new_round()
        c.die = 1
        game.owed = 0
        act(game, c, "commit discover")
        act(game, c, "reveal")
        act(game, c, "reveal")
        self.assertEqual((c.ideas, game.owed), (2, 1))


class Nobody(unittest.TestCase):
    def test_mh4a_nobody_left(self):
        game = small_game(LINE)
        game.hexes[2, 0].fixture = "gate:A"
        put(game, 1, (2, 0))
        with self.assertRaises(NobodyLeft):
            until(gates.close_next(game))


if __name__ == "__main__":
    unittest.main()
