"""Abilities, items, dogs and NPCs: 6.2, 7.2, 7.6 to 7.9."""

import unittest
from collections import Counter

from ..loot import Card
from ..requests import Breached
from ..rules import action, dogs, end_action, npcs, turn
from .helpers import act, guard, options, put, run, small_game, team, until

LINE = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]


def at_dogs(game):
    return sorted(h.tile for h in game.all_hexes() for g in h.guards if g.kind == "dog")


class Abilities(unittest.TestCase):
    def test_mh7_2a_efficient_picker_counts_granted_unlocks(self):
        game = small_game(LINE, team=team("angry-locksmith", "black-hat"))
        c = put(game, 1, (0, 0), ideas=5)
        hacker = put(game, 2, (0, 0), ideas=1)
        act(game, hacker, "commit exploit 1 U")
        self.assertNotIn("efficient-picker", options(game, c))  # not committed yet
        self.assertEqual(c.letters, Counter("UU"))
        act(game, c, "commit walk")
        act(game, c, "efficient-picker")
        act(game, c, "efficient-picker")
        self.assertNotIn("efficient-picker", options(game, c))
        self.assertEqual(c.letters, Counter("UUMMM"))
        self.assertEqual(game.owed, 1 + 1 + 2)

    def test_mh7_2g_who_may_be_given_s(self):
        game = small_game(LINE, scenario="estate-basement", team=team("script-kiddie", "street-urchin"))
        c = put(game, 1, (0, 0), ideas=1)
        for number in (2, 3, 4):
            put(game, number, (0, 0))
        game.npc.at, game.npc.active, game.npc.die = (1, 0), True, 1
        names = options(game, c)
        self.assertIn("commit autopwn 3 S", names)
        self.assertIn("commit autopwn 2 U", names)
        self.assertNotIn("commit autopwn 2 S", names)
        self.assertNotIn("commit autopwn npc S", names)
        self.assertFalse([name for name in names if name.startswith("commit autopwn 1")])
        game.panic = True
        self.assertIn("commit autopwn npc S", options(game, c))

    def test_mh7_2c_breach(self):
        game = small_game(LINE, exits=[((4, -1), "se")], team=team("demolitions-guy"))
        c = put(game, 1, (4, 0), ideas=4)
        sides = {name for name in options(game, c) if name.startswith("commit breach")}
        self.assertEqual(sides, {f"commit breach {side}" for side in ("e", "ne", "sw", "se")})
        rule = action.perform(game, c, "commit breach e")
        with self.assertRaises(Breached):
            next(rule)
        self.assertEqual(game.board.exits[5, 0], "w")
        self.assertEqual(c.ideas, 0)

    def test_mh7_2h_codes(self):
        game = small_game(LINE, team=team("black-hat"))
        c = put(game, 1, (0, 0), ideas=0)
        game.hexes[3, 0].cameras = [1, 0]
        game.hexes[1, 0].cameras = [0, 1]
        game.hexes[2, 0].unrevealed = game.hexes[4, 0].unrevealed = True
        game.bag = Counter(guard=2)
        self.assertEqual([name for name in options(game, c) if name.startswith("codes")], ["codes 3,0"])
        act(game, c, "codes 3,0", "next 4,0", "chit guard", "chit guard")
        self.assertEqual(c.used, {"has-the-code"})
        self.assertNotIn("codes 3,0", options(game, c))

    def test_mh7_2j_vent_crawl(self):
        game = small_game([(0, 0), (2, 0), (3, 0)], team=team("grease-man"))
        game.hexes[2, 0].unrevealed = True
        game.bag = Counter(lock=1)
        c = put(game, 1, (0, 0), letters="MU", tokens=[(2, 0)])
        act(game, c, "vent-crawl 2,0", "chit lock")
        self.assertEqual(game.owed, 4)
        self.assertNotIn("move 2,0", options(game, c))
        act(game, c, "unlock 2,0")
        self.assertNotIn("move 2,0", options(game, c))  # it was one sub-action
        act(game, c, "vent-crawl 2,0")
        act(game, c, "move 2,0")
        self.assertEqual((c.at, game.owed), ((2, 0), 8))

    def test_h85_vent_crawl_stays_paid(self):
        game = small_game([(0, 0), (2, 0), (0, 2), (-1, 0)], team=team("grease-man"))
        guard(game, (2, 0))
        c = put(game, 1, (0, 0), letters="MMSD", tokens=[(-1, 0), (0, 0)])
        game.hexes[0, 2].cameras = [1, 0]
        act(game, c, "vent-crawl 2,0")
        act(game, c, "vent-crawl 0,2")  # side by side
        act(game, c, "move -1,0")
        self.assertFalse({"subdue 2,0 guard", "disable 0,2"} & set(options(game, c)))  # not from another hex
        act(game, c, "move 0,0")
        self.assertLessEqual({"subdue 2,0 guard", "disable 0,2"}, set(options(game, c)))
        act(game, c, "subdue 2,0 guard")
        self.assertIn("disable 0,2", options(game, c))
        self.assertEqual(game.owed, 8)

    def test_mh7_2m_larcenist(self):
        game = small_game(LINE, team=team("pickpocket"))
        c = put(game, 1, (1, 0), ideas=1, letters="M")
        guard(game, (0, 0))
        game.hexes[0, 0].loot.add_text("jewel")
        game.hexes[2, 0].loot.add_text("jewel")
        game.hexes[2, 0].locks = [1, 0]
        self.assertNotIn("take jewel w", options(game, c))
        act(game, c, "larcenist")
        self.assertNotIn("take jewel e", options(game, c))
        act(game, c, "take jewel w")
        self.assertNotIn("drop jewel w", options(game, c))

    def test_mh7_2n_toss_loot(self):
        game = small_game([*LINE, (0, 1)], team=team("con-artist"))
        c = put(game, 1, (0, 0))
        c.loot.cash = 2
        c.loot.add_text("jewel")
        game.hexes[2, 0].locks = [0, 1]
        rule = action.perform(game, c, "commit toss-loot")
        request = next(rule)
        expected = {f"toss cash:{n} {way}" for n in (1, 2) for way in ("e 1", "e 2", "se 1")}
        expected |= {f"toss jewel {way}" for way in ("e 1", "e 2", "se 1")} | {"done"}
        self.assertEqual(set(request.legal()), expected)
        request = rule.send("toss cash:1 e 1")
        self.assertEqual(set(request.legal()), {"toss cash:1 e 2", "toss jewel e 1", "toss jewel e 2", "done"})
        with self.assertRaises(StopIteration):
            rule.send("toss jewel e 2")
        self.assertEqual(c.loot.cash, 1)

    def test_mh7_2o_loop_footage(self):
        game = small_game(LINE, team=team("technician"))
        game.deck = ["E1"] * 5
        game.hexes[1, 0].cameras = [1, 0]
        tech = put(game, 1, (0, 0), ideas=2)
        c = put(game, 2, (2, 0), letters="M", tokens=LINE)
        act(game, tech, "commit loop-footage")
        act(game, c, "move 1,0")
        self.assertEqual(len(game.deck), 5)

    def test_mh7_2p_rewire(self):
        game = small_game(LINE, team=team("tinkerer"))
        game.hexes[1, 0].cameras = [2, 0]
        guard(game, (1, 0))
        guard(game, (1, 0), "dog")
        guard(game, (0, 0))
        c = put(game, 1, (0, 0), ideas=2)
        names = {name for name in options(game, c) if "rewire" in name}
        self.assertEqual(names, {"commit rewire-character"})
        act(game, c, "commit rewire-character", "rewire 1,0", "done")
        self.assertEqual(game.hexes[1, 0].cameras, [1, 1])
        self.assertFalse(game.hexes[1, 0].active_guards())
        self.assertTrue(game.hexes[0, 0].active_guards())
        self.assertEqual(game.owed, 1)

    def test_mh7_2f_new_plan(self):
        game = small_game(LINE, team=team("mastermind"))
        c = put(game, 1, (0, 0), ideas=6, tokens=[(1, 0)])
        other = put(game, 2, (0, 0), ideas=0, tokens=[(2, 0)])
        answers = ["lift 2 2,0", "token 3,0", "lift 1 1,0", "token 2,0", "done", "give 2 2", "give 3 1"]
        put(game, 3, (0, 0), ideas=0)
        act(game, c, "new-plan", *answers)
        self.assertEqual((c.tokens, other.tokens), ({(2, 0)}, {(3, 0)}))
        self.assertEqual((c.ideas, other.ideas, game.owed), (1, 2, 1))

    def test_mh2a_change_of_plans_costs_noise_in_v24(self):
        for edition, owed in (("v22", 0), ("v24", 1)):
            game = small_game(LINE, team=team("street-urchin"), edition=edition)
            c = put(game, 1, (0, 0), ideas=2, tokens=[(1, 0)])
            act(game, c, "change-of-plans", "done")
            self.assertEqual(game.owed, owed)

    def test_mh7_8a_old_friend(self):
        game = small_game(LINE, exits=[((-1, 0), "e")], fixers=["old-friend"])
        c = put(game, 1, (-1, 0), ideas=4)
        put(game, 2, (3, 0), ideas=0)
        act(game, c, "old-friend 2")
        act(game, c, "old-friend 2")  # [MH10.28]
        self.assertEqual((c.ideas, game.players[1].ideas), (0, 2))


class Items(unittest.TestCase):
    def give(self, game, c, *ids):
        c.loot.cards += [Card(id_) for id_ in ids]

    def test_mh7_6b_cheap_picks(self):
        for face, left in ((5, 1), (4, 0)):
            game = small_game(LINE)
            c = put(game, 1, (0, 0), die=5, ideas=1)
            self.give(game, c, "cheap-picks")
            act(game, c, f"commit rake {face}")
            end_action.discard_used(game)
            self.assertEqual(len(c.loot.cards), left)

    def test_h15_one_commit_per_card(self):
        game = small_game(LINE)
        a, b = put(game, 1, (0, 0)), put(game, 2, (0, 0))
        self.give(game, a, "dog-whistle")
        act(game, a, "commit blow-whistle")
        act(game, a, "drop dog-whistle")
        act(game, b, "take dog-whistle")
        self.assertNotIn("commit blow-whistle", options(game, b))

    def test_mh7_6c_kill_pixels(self):
        game = small_game([(0, 0), (2, 0), (3, 0), (4, 0)])
        for tile in ((0, 0), (2, 0), (3, 0), (4, 0)):
            game.hexes[tile].cameras = [2, 0]
        c = put(game, 1, (0, 0))
        self.give(game, c, "laser-burst")
        act(game, c, "commit kill-pixels e")
        self.assertEqual([h.cameras for h in game.all_hexes()], [[2, 0], [0, 2], [0, 2], [2, 0]])
        self.assertEqual(game.owed, 2)
        c.action = None
        end_action.discard_used(game)
        self.assertFalse([name for name in options(game, c) if "kill-pixels" in name])

    def test_mh7_6d_flashbang(self):
        game = small_game(LINE, team=team("thug", "operative"))
        for tile in LINE[:3]:
            guard(game, tile)
        old = guard(game, (1, 0), active=False)
        c = put(game, 1, (1, 0), ideas=0)
        put(game, 2, (4, 0))
        self.give(game, c, "flashbang")
        act(game, c, "commit toss-flashbang")
        self.assertEqual((game.owed, c.ideas), (3, 0))  # no Adrenaline [H40]
        self.assertFalse(any(h.active_guards() for h in game.all_hexes()))
        end_action.discard_used(game)
        self.assertFalse(c.loot.cards)
        put(game, 2, (3, 0))  # Pressure Points next to 2,0
        run(turn.end_event(game))
        self.assertEqual([h.tile for h in game.all_hexes() if h.active_guards()], [(0, 0), (1, 0)])
        self.assertFalse(old.active)

    def test_mh7_6e_radio(self):
        game = small_game(LINE)
        c = put(game, 1, (0, 0), tokens=[(1, 0), (2, 0)])
        other = put(game, 2, (0, 0), tokens=[(4, 0)], letters="M")
        self.give(game, c, "radio")
        act(game, c, "commit tweak-plan")
        shifts = {name for name in options(game, c) if name.startswith("shift")}
        self.assertEqual(shifts, {"shift 1,0 w", "shift 2,0 e"})
        act(game, other, "shift 4,0 w")
        self.assertFalse([name for name in options(game, other) if name.startswith("shift")])

    def test_h77_perfect_picks(self):
        for unlock, move, owed in ((True, False, 0), (True, True, 1), (False, False, 1)):
            game = small_game(LINE, edition="v24")
            game.hexes[1, 0].locks = [1, 0]
            c = put(game, 1, (0, 0), tokens=LINE)
            self.give(game, c, "perfect-picks")
            act(game, c, "commit perfect-pick")
            if unlock:
                act(game, c, "unlock 1,0")
            if move:
                act(game, c, "move 1,0")
            end_action.cancel_noise(game)
            self.assertEqual(game.owed, owed)


class Dogs(unittest.TestCase):
    def test_mh10_27_two_dogs_jump(self):
        game = small_game(LINE)
        guard(game, (1, 0), "dog")
        guard(game, (1, 0), "dog")
        put(game, 1, (2, 0))
        run(dogs.chase(game))
        self.assertEqual(at_dogs(game), [(2, 0), (2, 0)])

    def test_mh6_2a_the_team_chooses(self):
        game = small_game(LINE)
        guard(game, (1, 0), "dog")
        put(game, 1, (0, 0))
        put(game, 2, (2, 0))
        run(dogs.chase(game), "chase 1,0 e")
        self.assertEqual(at_dogs(game), [(2, 0)])

    def test_mh6_2a_outdoors_is_safe(self):
        game = small_game(LINE, exits=[((-1, 0), "e")])
        guard(game, (0, 0), "dog")
        put(game, 1, (-1, 0))
        run(dogs.chase(game))
        self.assertEqual(at_dogs(game), [(0, 0)])

    def test_mh6_2c_other_characters_are_tested_normally(self):
        game = small_game(LINE, team=team("street-urchin"))
        guard(game, (1, 0), "dog")
        c = put(game, 1, (1, 0), ideas=1, letters="MM", tokens=LINE)
        put(game, 2, (0, 0))
        act(game, c, "better-ways")
        act(game, c, "move 2,0")
        self.assertEqual(at_dogs(game), [(0, 0)])

    def test_mh6_2d_whistle(self):
        game = small_game(LINE)
        c = put(game, 1, (0, 0), tokens=LINE)
        c.loot.cards.append(Card("dog-whistle"))
        guard(game, (2, 0), "dog")
        act(game, c, "commit blow-whistle")
        act(game, c, "move 1,0")
        self.assertEqual(at_dogs(game), [(2, 0)])
        run(action.phase_ends(game))
        end_action.end_effects(game)
        self.assertFalse(game.whistle)
        self.assertEqual(at_dogs(game), [(2, 0)])
        run(dogs.chase(game))
        self.assertEqual(at_dogs(game), [(1, 0)])

    def test_mh6_2e_event_dog(self):
        game = small_game([*LINE, (5, 0), (6, 0)])
        game.hexes[0, 0].fixture = "kennel"
        put(game, 1, (6, 0))
        run(dogs.event_dog(game, "D1"))
        self.assertEqual(at_dogs(game), [(3, 0)])

    def test_mh6_2e_the_last_step_is_a_chase(self):
        game = small_game(LINE)
        game.hexes[0, 0].fixture = "kennel"
        put(game, 1, (4, 0), ideas=0)
        put(game, 2, (2, 0), ideas=3)
        run(dogs.event_dog(game, "D3"))
        self.assertEqual(at_dogs(game), [(2, 0)])

    def test_mh6_2e_an_outdoors_target(self):
        game = small_game(LINE, exits=[((5, 0), "w")])
        game.hexes[2, 0].fixture = "kennel"
        put(game, 1, (5, 0))
        run(dogs.event_dog(game, "D1"))
        self.assertEqual(at_dogs(game), [(4, 0)])

    def test_mh6_2e_d2_goes_for_loot(self):
        game = small_game(LINE)
        game.hexes[2, 0].fixture = "kennel"
        game.hexes[0, 0].loot.cash = 1
        game.hexes[4, 0].loot.add_text("jewel")
        run(dogs.event_dog(game, "D2"), "target 0,0")
        self.assertEqual(at_dogs(game), [(0, 0)])

    def test_mh6_2e_path_ties(self):
        game = small_game([(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (3, 1)])
        game.hexes[0, 0].fixture = "kennel"
        put(game, 1, (2, 1))
        request = until(dogs.event_dog(game, "D1"))
        self.assertEqual(set(request.legal()), {"dog 1,0", "dog 0,1"})

    def test_h59_hounds(self):
        tiles = [(q, 0) for q in range(-9, 10)]
        game = small_game(tiles)
        game.hexes[0, 0].fixture = "kennel"
        put(game, 1, (9, 0))
        put(game, 2, (-8, 0))
        run(dogs.hounds(game))
        self.assertEqual(at_dogs(game), [(-3, 0), (-3, 0), (3, 0)])


class Npcs(unittest.TestCase):
    def test_mh7_9a_prisoner_is_freed(self):
        game = small_game(LINE, scenario="estate-basement")
        game.npc.at = (2, 0)
        game.hexes[2, 0].ring = "X"
        game.hexes[0, 0].fixture = "server:X"
        game.hexes[3, 0].unrevealed = True
        game.bag = Counter(dog=1)
        c = put(game, 1, (0, 0), letters="M")
        self.assertFalse(npcs.prisoner_is_free(game))
        act(game, c, "server")
        self.assertTrue(npcs.prisoner_is_free(game))
        run(npcs.prisoner_test(game), "die 4", "chit dog")
        self.assertEqual((game.npc.active, game.npc.die), (True, 4))
        self.assertEqual(at_dogs(game), [(2, 0)])

    def test_mh7_9a_guards_and_doors(self):
        game = small_game(LINE, scenario="estate-basement")
        game.npc.at = (2, 0)
        chit = guard(game, (2, 0))
        self.assertFalse(npcs.prisoner_is_free(game))
        chit.active = False
        self.assertTrue(npcs.prisoner_is_free(game))
        game.hexes[1, 0].fixture = "door"
        self.assertTrue(npcs.prisoner_is_free(game))
        game.hexes[3, 0].fixture = "door"
        self.assertFalse(npcs.prisoner_is_free(game))

    def test_mh5_7a_npc_actions(self):
        game = small_game(LINE, scenario="estate-basement")
        npc = game.npc
        npc.at, npc.active, npc.die = (2, 0), True, 4
        commits = [name for name in options(game, npc) if name.startswith("commit")]
        self.assertEqual(commits, ["commit crawl", "commit pause"])
        npc.ideas = 2
        act(game, npc, "commit dash")
        self.assertEqual((npc.ideas, npc.die), (0, 6))
        self.assertIn("move 3,0", options(game, npc))  # no tokens needed

    def test_mh7_9b_capture(self):
        for panic, ideas in ((False, 3), (True, 0)):
            game = small_game(LINE, scenario="hotel-basement")
            game.npc.at = (2, 0)
            game.panic = panic
            c = put(game, 1, (2, 0), letters="M")
            act(game, c, "capture", "die 1")
            self.assertEqual((game.npc.ideas, game.npc.active), (ideas, True))
            self.assertNotIn("capture", options(game, c))

    def test_mh7_9c_panicked_hostage(self):
        for edition, owed in (("v22", 2), ("v24", 0)):
            game = small_game(LINE, scenario="hotel-basement", edition=edition)
            game.panic = True
            game.npc.at, game.npc.active, game.npc.ideas = (0, 0), True, 0
            put(game, 1, (1, 0), ideas=1)
            put(game, 2, (2, 0), ideas=1)
            run(end_action.npc_tests(game), "lose-idea")
            self.assertEqual((game.players[0].ideas, game.owed), (0, owed))

    def test_mh7_9c_ties(self):
        game = small_game(LINE, scenario="hotel-basement")
        game.npc.at, game.npc.active = (1, 0), True
        put(game, 1, (0, 0), ideas=1)
        put(game, 2, (2, 0), ideas=1)
        run(end_action.npc_tests(game), "victim 2", "take-noise")
        self.assertEqual(game.owed, 2)

    def test_mh7_9d_panicked_guide(self):
        for panic, at, owed in ((True, (1, 0), 1), (True, (2, 0), 0), (False, (1, 0), 0)):
            game = small_game(LINE, scenario="museum-of-antiquity")
            game.panic = panic
            game.npc.at = (0, 0)
            put(game, 1, at)
            run(end_action.npc_tests(game))
            self.assertEqual(game.owed, owed)

    def test_h69_the_own_hex_first(self):
        game = small_game(LINE, scenario="hotel-basement")
        game.npc.at = (2, 0)
        game.hexes[2, 0].unrevealed = True
        game.bag = Counter(lock=1)
        put(game, 1, (2, 0))
        run(npcs.capture(game), "chit lock", "die 6")
        self.assertEqual(game.hexes[2, 0].locks, [1, 0])


if __name__ == "__main__":
    unittest.main()
