"""Events, crises and gates: 6.3 to 6.5, 7.4, 7.5."""

import unittest
from collections import Counter

from ..loot import Card
from ..rules import crises, end_action, events, npcs, turn
from .helpers import act, guard, options, put, run, small_game, team, until

LINE = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]


class Base(unittest.TestCase):
    def game(self, tiles=LINE, **fields):
        game = small_game(tiles, phase="event", **fields)
        game.deck = ["E1"] * 20
        return game

    def alerts(self, game, event, *answers):
        before = len(game.deck)
        run(events.resolve(game, event), *answers)
        return before - len(game.deck)


class Alerts(Base):
    def test_e1_e6_bag(self):
        game = self.game()
        run(events.resolve(game, "E1"))
        run(events.resolve(game, "E6"))
        self.assertEqual(game.bag, Counter(camera=3, lock=2))

    def test_e2_exits(self):
        game = self.game(exits=[((-1, 0), "e"), ((5, 0), "w")])
        for number, tile in ((1, (-1, 0)), (2, (-1, 0)), (3, (5, 0))):
            put(game, number, tile)
        self.assertEqual(self.alerts(game, "E2"), 2)
        put(game, 4, (5, 0))
        self.assertEqual(self.alerts(game, "E2"), 4)

    def test_e3_e4_never_the_own_tile(self):
        game = self.game()
        put(game, 1, (0, 0))
        guard(game, (0, 0))
        game.hexes[0, 0].cameras = [1, 0]
        self.assertEqual(self.alerts(game, "E3") + self.alerts(game, "E4"), 0)
        guard(game, (1, 0), "dog")
        game.hexes[1, 0].cameras = [1, 0]
        self.assertEqual((self.alerts(game, "E3"), self.alerts(game, "E4"), self.alerts(game, "E10")), (1, 1, 2))
        game.loop_footage = True
        self.assertEqual((self.alerts(game, "E3"), self.alerts(game, "E4"), self.alerts(game, "E10")), (0, 1, 1))

    def test_e4_from_an_exit(self):
        game = self.game(exits=[((-1, 0), "e")])
        put(game, 1, (-1, 0))
        guard(game, (0, 0))
        self.assertEqual(self.alerts(game, "E4"), 1)

    def test_e7_external_side(self):
        game = self.game([(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, 0)])
        put(game, 1, (0, 0))
        self.assertEqual(self.alerts(game, "E7"), 0)
        put(game, 2, (1, 0))
        self.assertEqual(self.alerts(game, "E7"), 1)

    def test_e8_reboot(self):
        game = self.game()
        game.hexes[0, 0].cameras = [0, 2]
        game.hexes[1, 0].cameras = [0, 1]
        game.hexes[3, 0].cameras = [0, 2]
        put(game, 1, (0, 0))
        put(game, 2, (0, 0))
        self.assertEqual(self.alerts(game, "E8"), 4)
        self.assertEqual([h.cameras for h in game.all_hexes()], [[2, 0], [1, 0], [0, 0], [0, 2], [0, 0]])


class Placements(Base):
    def test_e5_guard_locks_himself_in(self):
        game = self.game()
        guard(game, (1, 0))
        guard(game, (1, 0))
        guard(game, (3, 0))
        put(game, 1, (0, 0))
        put(game, 2, (3, 0))
        run(events.resolve(game, "E5"))
        self.assertEqual([h.locks[0] for h in game.all_hexes()], [0, 1, 0, 0, 0])

    def test_e5_v24_three_locks(self):
        tiles = [(0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0)]
        game = self.game(tiles, edition="v24")
        for tile in tiles[1:]:
            guard(game, tile)
        put(game, 1, (0, 0))
        rule = events.resolve(game, "E5")
        self.assertEqual(set(next(rule).legal()), {"lock -1,0", "lock 1,0"})
        run(events.resolve(game, "E5"), "lock -1,0", "lock -1,1", "lock 0,1")
        self.assertEqual([h.locks[0] for h in game.all_hexes()], [1, 0, 0, 1, 1])

    def test_e9_e11_e14(self):
        game = self.game()
        put(game, 1, (1, 0))
        game.hexes[0, 0].cameras = [2, 0]
        game.hexes[2, 0].cameras = [0, 1]
        game.hexes[2, 0].locks = [0, 2]
        game.hexes[1, 0].locks = [0, 1]
        game.hexes[1, 0].cameras = [1, 0]
        run(events.resolve(game, "E9"))
        self.assertEqual([h.cameras for h in game.all_hexes()][:3], [[3, 0], [1, 0], [0, 1]])
        run(events.resolve(game, "E11"))
        self.assertEqual([h.locks for h in game.all_hexes()][:3], [[0, 0], [0, 1], [2, 0]])
        run(events.resolve(game, "E14"))
        self.assertEqual([len(h.guards) for h in game.all_hexes()], [0, 0, 1, 0, 0])

    def test_e19_one_guard_per_hex(self):
        game = self.game(exits=[((-1, 0), "e")])
        game.hexes[0, 0].cameras = [1, 0]
        for number, tile in ((1, (1, 0)), (2, (1, 0)), (3, (-1, 0))):
            put(game, number, tile)
        run(events.resolve(game, "A1"))
        self.assertEqual([len(h.guards) for h in game.all_hexes()], [0, 1, 0, 0, 0])

    def test_a2(self):
        game = self.game()
        game.hexes[1, 0].cameras = [1, 0]
        game.hexes[3, 0].cameras = [0, 1]
        guard(game, (2, 0), "dog", active=False)
        run(events.resolve(game, "A2"))
        self.assertEqual(len(game.hexes[1, 0].guards), 1)
        self.assertEqual(len(game.hexes[3, 0].guards), 0)

    def test_g3_g4(self):
        game = self.game()
        game.hexes[3, 0].fixture = "gate:C"
        game.hexes[1, 0].fixture = "gate:D"
        run(events.resolve(game, "G3"))
        run(events.resolve(game, "G4"))
        self.assertEqual((game.hexes[3, 0].locks, len(game.hexes[3, 0].guards)), ([1, 0], 1))

    def test_g2_closes_what_is_left(self):
        game = self.game()
        put(game, 1, (0, 0))
        game.hexes[3, 0].fixture = "gate:C"
        run(events.resolve(game, "G2"))
        self.assertEqual(game.gone, [(3, 0)])


class Ideas(Base):
    def test_e12_blabbing(self):
        game = self.game()
        guard(game, (0, 0), active=False)
        guard(game, (1, 0), active=False)
        for number, tile in ((1, (0, 0)), (2, (1, 0)), (3, (2, 0))):
            put(game, number, tile, ideas=0)
        game.marker = 3
        self.assertEqual(self.alerts(game, "E12", "accept", "decline"), 1)
        self.assertEqual([c.ideas for c in game.players[:3]], [1, 0, 0])

    def test_e13_overwhelmed(self):
        game = self.game()
        game.hexes[0, 0].locks = [1, 1]
        game.hexes[1, 0].cameras = [0, 1]
        game.hexes[2, 0].fixture = "kennel"
        game.hexes[3, 0].locks = [1, 0]
        game.hexes[4, 0].cameras = [1, 0]
        put(game, 1, (0, 0), ideas=1)
        put(game, 2, (4, 0), ideas=1)
        run(events.resolve(game, "E13"))
        self.assertEqual([c.ideas for c in game.players[:2]], [1, 0])

    def test_e15_one_idea_for_noise(self):
        game = self.game()
        put(game, 1, (0, 0), ideas=0)
        put(game, 2, (1, 0), ideas=0)
        run(events.resolve(game, "E15"))  # nothing changed: no offer
        chit = guard(game, (0, 0), active=False)
        guard(game, (3, 0), active=False)
        run(events.resolve(game, "E15"), "give 2")
        self.assertTrue(chit.active)
        self.assertEqual((game.players[1].ideas, game.marker), (1, 1))

    def test_mh7_2q_pressure_points(self):
        game = self.game(team=team("operative"))
        chit = guard(game, (1, 0), active=False)
        far = guard(game, (2, 0), active=False)
        put(game, 1, (0, 0))
        put(game, 2, (1, 0))
        put(game, 3, (2, 0))
        run(events.resolve(game, "E23"))
        self.assertEqual((chit.active, far.active), (False, True))

    def test_e17_one_transfer_per_pair(self):
        game = self.game()
        put(game, 1, (0, 0), ideas=2)
        put(game, 2, (1, 0), ideas=1)
        put(game, 3, (3, 0), ideas=5)
        rule = events.resolve(game, "E17")
        request = next(rule)
        self.assertEqual(set(request.legal()), {"transfer 1 2 1", "transfer 1 2 2", "transfer 2 1 1", "done"})
        with self.assertRaises(StopIteration):
            rule.send("transfer 1 2 2")
        self.assertEqual([c.ideas for c in game.players[:3]], [0, 3, 5])
        self.assertEqual(game.marker, 2)

    def test_e18_alone(self):
        game = self.game(exits=[((-1, 0), "e")])
        put(game, 1, (-1, 0), ideas=1)
        put(game, 2, (0, 0), ideas=1)
        put(game, 3, (4, 0), ideas=1)
        run(events.resolve(game, "E18"))
        self.assertEqual([c.ideas for c in game.players[:3]], [1, 1, 0])

    def test_e20_e21_a4(self):
        game = self.game()
        game.hexes[4, 0].unrevealed = True
        guard(game, (1, 0))
        guard(game, (3, 0), active=False)
        put(game, 1, (1, 0), ideas=3, tokens=[(0, 0)])
        put(game, 2, (3, 0), ideas=3, tokens=[(4, 0)])
        put(game, 3, (2, 0), ideas=3)
        run(events.resolve(game, "E20"))
        self.assertEqual([c.ideas for c in game.players[:3]], [2, 3, 3])
        run(events.resolve(game, "E21"))
        self.assertEqual([c.ideas for c in game.players[:3]], [2, 2, 3])
        run(events.resolve(game, "A4"))
        self.assertEqual([c.ideas for c in game.players[:3]], [1, 2, 2])
        game.hexes[2, 0].cameras = [1, 0]
        run(events.resolve(game, "A4"))
        self.assertEqual([c.ideas for c in game.players[:3]], [1, 2, 2])

    def test_mh7_6g_lucky_penny(self):
        game = self.game()
        guard(game, (1, 0))
        c = put(game, 1, (1, 0), ideas=1)
        c.loot.cards.append(Card("lucky-penny"))
        run(events.resolve(game, "E20"), "penny")
        self.assertEqual((c.ideas, c.loot.cards), (1, []))
        c.ideas = 0
        c.loot.cards.append(Card("lucky-penny"))
        run(events.resolve(game, "E20"))  # nothing to lose
        self.assertEqual(len(c.loot.cards), 1)

    def test_e22_fumble(self):
        game = self.game(scenario="estate-basement")  # asks for jewels
        guard(game, (0, 0))
        guard(game, (4, 0))
        a, b = put(game, 1, (1, 0)), put(game, 2, (3, 0))
        a.loot.cash = 3
        a.loot.add_text("jewel")
        b.loot.cards.append(Card("radio"))
        guard(game, (2, 0), active=False)
        run(events.resolve(game, "E22"), "put cash e", "put radio w")
        self.assertEqual(game.hexes[2, 0].loot.texts(), ["cash:3", "radio"])
        self.assertEqual(a.loot.texts(), ["jewel"])
        a.loot.add_text("documents")
        guard(game, (2, 0))
        run(events.resolve(game, "E22"))
        self.assertEqual(a.loot.texts(), ["jewel"])

    def test_e24(self):
        game = self.game()
        put(game, 1, (0, 0), ideas=1)
        put(game, 2, (4, 0), ideas=0)
        self.assertEqual(set(until(events.resolve(game, "E24")).legal()), {"transfer 1 2 1", "decline"})
        game.overshoot = True
        run(events.resolve(game, "E24"))

    def test_m2_m3(self):
        game = self.game(exits=[((-1, 0), "e")])  # asks for the documents
        put(game, 1, (-1, 0), ideas=0)
        put(game, 2, (0, 0), ideas=2)
        put(game, 3, (0, 0), ideas=3)
        run(events.resolve(game, "M2"))
        self.assertEqual([c.ideas for c in game.players[:3]], [0, 4, 3])
        run(events.resolve(game, "M3"))
        self.assertEqual([c.ideas for c in game.players[:3]], [0, 4, 3])
        game.banked.add_text("documents")
        run(events.resolve(game, "M3"))
        self.assertEqual([c.ideas for c in game.players[:3]], [0, 5, 4])


class Crises(Base):
    def test_c1_camera_penalty_and_order(self):
        game = self.game()
        game.hexes[0, 0].fixture = game.hexes[2, 0].fixture = "reinforcements"
        game.hexes[1, 0].cameras = [0, 2]
        put(game, 1, (1, 0))
        before = len(game.deck)
        run(crises.resolve(game, "C1"), "reinforce 2,0")
        self.assertEqual(before - len(game.deck), 2)
        self.assertEqual([len(h.guards) for h in game.all_hexes()], [2, 0, 2, 1, 0])

    def test_c2_the_tower_with_a_character(self):
        game = self.game()
        game.hexes[0, 0].fixture = game.hexes[4, 0].fixture = "watchtower"
        put(game, 1, (0, 0))
        put(game, 2, (2, 0))
        put(game, 3, (2, 0))
        run(crises.resolve(game, "C2"))
        self.assertIsNone(game.hexes[0, 0].fixture)
        self.assertEqual([len(h.guards) for h in game.all_hexes()], [1, 0, 1, 0, 0])

    def test_mh7_10e_the_mayor_and_the_tower(self):
        game = self.game(scenario="interior-ministry-north")
        game.hexes[0, 0].fixture = "watchtower"
        game.npc.active, game.npc.at = True, (2, 0)
        run(crises.resolve(game, "C2"))
        self.assertFalse(game.hexes[2, 0].guards)
        game.npc.at = (0, 0)
        run(crises.resolve(game, "C2"))  # [H75]
        self.assertIsNone(game.hexes[0, 0].fixture)

    def test_c4_goods(self):
        game = self.game()
        game.hexes[0, 0].loot.cash = 1
        game.hexes[1, 0].loot.add_text("radio")
        game.hexes[2, 0].fixture = "safe"
        game.hexes[3, 0].ring = "X"
        game.hexes[3, 0].loot.add_text("jewel")
        put(game, 1, (4, 0)).loot.cash = 2
        run(crises.resolve(game, "C4"))
        self.assertEqual([h.locks[0] for h in game.all_hexes()], [1, 1, 0, 1, 0])

    def test_mh4_6a_crises_behind_a_final_one(self):
        game = self.game()
        put(game, 1, (0, 0))
        game.queue = ["Z1", "C5"]
        run(turn.crises_phase(game))
        self.assertTrue(game.panic and game.escape_follows)

    def test_z2_closes_all_gates(self):
        game = self.game()
        put(game, 1, (0, 0))
        game.hexes[1, 0].fixture, game.hexes[2, 0].fixture = "gate:B", "gate:A"
        run(crises.resolve(game, "Z2"))
        self.assertEqual(game.gone, [(2, 0), (1, 0)])

    def test_mh6_5a_exit_of_a_closed_gate(self):
        game = self.game(exits=[((-1, 0), "e")])
        game.hexes[0, 0].fixture = "gate:A"
        c = put(game, 1, (-1, 0), letters="M")
        run(crises.resolve(game, "C3"))
        self.assertFalse(c.busted)
        self.assertEqual(game.board.adjacent((-1, 0)), [])

    def test_h54_inactive_npc_on_a_gate(self):
        game = self.game(scenario="hotel-basement")
        game.hexes[0, 0].fixture = "gate:A"
        game.npc.at = (0, 0)
        put(game, 1, (1, 0))
        run(crises.resolve(game, "C3"))
        self.assertIsNone(game.npc.at)
        self.assertFalse(game.npc.busted)

    def test_mh6_2f_no_kennel(self):
        game = self.game()
        put(game, 1, (0, 0))
        run(crises.resolve(game, "C6"))
        self.assertFalse(any(h.guards for h in game.all_hexes()))


class Scenarios(Base):
    def garage(self):
        game = small_game([(q, 0) for q in range(8)], scenario="parking-garage")
        game.scenario["story_hexes"] = [[7, 0]]
        game.deck = ["E1", "C1", "Z1"]
        for tile in ((0, 0), (0, 0), (2, 0), (2, 0)):
            guard(game, tile).starting = True
        game.npc.at = (1, 0)
        return game

    def test_mh7_10d_ambush(self):
        game = self.garage()
        chit = game.hexes[0, 0].guards[0]
        chit.active, chit.subdued_in = False, game.round
        run(end_action.play(game))
        self.assertEqual((game.deck, game.queue), (["E1", "Z1"], ["C1"]))

    def test_mh7_10d_freed_when_all_are_subdued_in_one_round(self):
        game = self.garage()
        chits = [chit for h in game.all_hexes() for chit in h.guards]
        for chit in chits:
            chit.active, chit.subdued_in = False, game.round
        self.assertTrue(npcs.prisoner_is_free(game))
        chits[0].subdued_in -= 1
        self.assertFalse(npcs.prisoner_is_free(game))
        chits[0].subdued_in += 1
        game.phase = "escape"
        self.assertFalse(npcs.prisoner_is_free(game))

    def test_mh7_10d_moving_target(self):
        game = self.garage()
        game.hexes[2, 0].guards[0].active = False
        guard(game, (7, 0))
        run(turn.end_event(game))
        self.assertEqual(game.npc.at, (2, 0))
        self.assertEqual([len(h.guards) for h in game.all_hexes()], [0, 2, 1, 1, 0, 0, 0, 1])
        game.npc.at = (6, 0)
        run(turn.end_event(game))
        self.assertTrue(game.van_reached)

    def test_mh7_10e_meal_ticket(self):
        game = small_game([(0, 0), (1, 0), (4, 0)], scenario="interior-ministry-north")
        game.npc.at = (0, 0)
        for at in ((1, 0), (4, 0), None):
            run(turn.end_event(game))
            self.assertEqual(game.npc.at, at)

    def test_server_farm_usb(self):
        game = small_game(LINE, scenario="server-farm")
        game.hexes[4, 0].ring = "Y"
        game.npc.at, game.npc.die = (0, 0), 1
        game.hexes[0, 0].loot.add_text("usb")
        act(game, game.npc, "take usb")
        self.assertIsNone(game.hexes[4, 0].ring)

    def test_the_lair_story(self):
        game = small_game([(8, 0), (8, 1), (8, 2)], scenario="the-lair")
        game.hexes[8, 0].unrevealed = game.hexes[8, 2].unrevealed = True
        game.bag = Counter(lock=2)
        c = put(game, 1, (8, 1), letters="M")
        self.assertNotIn("story", options(game, c))
        c.loot.add_text("usb")
        act(game, c, "story", "reveal 8,2", "chit lock", "reveal 8,0", "chit lock")
        self.assertEqual(c.loot.cash, 3)
        self.assertNotIn("story", options(game, c))

    def test_study_schematics(self):
        game = small_game(LINE, scenario="the-lair")
        game.hexes[0, 0].fixture, game.hexes[1, 0].fixture = "kennel", "reinforcements"
        npc = game.npc
        npc.at, npc.die = (4, 0), 1
        npc.loot.add_text("documents")
        act(game, npc, "commit study-schematics")
        self.assertEqual([h.loot.cash for h in game.all_hexes()], [2, 2, 0, 0, 0])
        npc.action = None
        act(game, npc, "commit study-schematics")  # [H84] without effect
        self.assertEqual([h.loot.cash for h in game.all_hexes()], [2, 2, 0, 0, 0])

    def test_fancy_card_flick(self):
        game = small_game([*LINE, (0, 1), (0, 2)], scenario="museum-of-antiquity")
        game.hexes[2, 0].locks = [1, 0]
        game.hexes[0, 2].unrevealed = True
        npc = game.npc
        npc.at, npc.die = (0, 0), 1
        kept = "commit fancy-card-flick 0,0"  # [H84]
        self.assertEqual([name for name in options(game, npc) if "flick" in name], [kept])
        npc.loot.add_text("keycard")
        flicks = {name for name in options(game, npc) if "flick" in name}
        self.assertEqual(flicks, {"commit fancy-card-flick 1,0", "commit fancy-card-flick 0,1", kept})


if __name__ == "__main__":
    unittest.main()
