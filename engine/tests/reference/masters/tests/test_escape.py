"""The Escape part and the end: 6.6 and section 9."""

import unittest
from collections import Counter

from ..loot import Card
from ..rules import escape, result
from ..session import Session
from .helpers import guard, put, run, setup, small_game, team, until

LINE = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]
EAST = [((5, 0), "w")]


def options(game, c):
    return escape.micro_actions(game, c)


def act(game, c, notation, *answers):
    assert notation in options(game, c), f"{notation} is not among {options(game, c)}"
    run(escape.perform(game, c, notation), *answers)


class Base(unittest.TestCase):
    def game(self, tiles=LINE, exits=EAST, **fields):
        return small_game(tiles, exits=exits, phase="escape", **fields)


class Start(Base):
    def test_mh6_6a(self):
        game = small_game(LINE, exits=EAST, team=team("bruiser"))
        game.hexes[4, 0].fixture = "gate:A"
        game.hexes[1, 0].unrevealed = game.hexes[2, 0].unrevealed = True
        game.bag = Counter(dog=2)
        game.blanks = 2
        put(game, 1, (0, 0), ideas=2)
        put(game, 2, (5, 0))
        run(escape.start(game), "chit dog", "chit dog")
        self.assertEqual(game.gone, [(4, 0)])
        self.assertEqual(len(game.hexes[0, 0].subdued_guards("dog")), 1)  # chased, then Anger Therapy
        self.assertEqual(len(game.hexes[2, 0].active_guards("dog")), 1)
        self.assertEqual(game.blanks, 0)


class Steps(Base):
    def test_mh6_6c_guards_cost(self):
        game = self.game(team=team("thug", "street-urchin"))
        guard(game, (1, 0))
        guard(game, (1, 0), "dog")
        guard(game, (1, 0), active=False)
        c = put(game, 1, (1, 0), ideas=2)
        urchin = put(game, 2, (1, 0), ideas=1)
        self.assertNotIn("step 2,0", options(game, c))
        c.ideas = 3
        act(game, c, "step 2,0")
        self.assertEqual(c.ideas, 0)
        act(game, urchin, "step 2,0")

    def test_mh6_6c_what_bars(self):
        game = self.game()
        game.hexes[1, 0].locks = [1, 0]
        c = put(game, 1, (2, 0), ideas=9)
        self.assertNotIn("step 1,0", options(game, c))
        self.assertIn("step 3,0", options(game, c))
        game.hexes[2, 0].ring = "X"  # [H63]
        self.assertFalse([name for name in options(game, c) if name.startswith("step") or name == "last-ditch"])

    def test_mh6_6d_door(self):
        game = self.game()
        game.hexes[3, 0].fixture = "door"
        c = put(game, 1, (2, 0), ideas=2)
        self.assertNotIn("last-ditch", options(game, c))
        c.loot.add_text("keycard")
        self.assertIn("last-ditch", options(game, c))
        act(game, c, "door 3,0")
        act(game, c, "step 3,0")
        self.assertEqual(c.ideas, 0)

    def test_mh7_2b_pick_under_pressure(self):
        game = self.game(team=team("angry-locksmith"))
        game.hexes[3, 0].locks = [2, 0]
        c = put(game, 1, (2, 0), ideas=2)
        act(game, c, "pick-under-pressure 3,0")
        act(game, c, "pick-under-pressure 3,0")
        self.assertEqual(game.hexes[3, 0].locks, [0, 2])
        self.assertEqual(c.ideas, 0)

    def test_mh7_2l_pinch(self):
        for card, again in (("lookout", False), ("sentinel", True)):
            game = self.game(team=team(card))
            c = put(game, 1, (0, 0), ideas=4)
            other = put(game, 2, (4, 0), ideas=0)
            act(game, c, "pinch 2")
            self.assertEqual((c.ideas, other.ideas), (2, 1))
            self.assertEqual("pinch 2" in options(game, c), again)

    def test_mh6_6i_back_in(self):
        game = self.game()
        game.hexes[4, 0].loot.add_text("jewel")
        c = put(game, 1, (5, 0), ideas=2)
        act(game, c, "step 4,0")
        act(game, c, "take jewel")
        act(game, c, "step 5,0")
        act(game, c, "bank jewel")
        self.assertEqual(game.banked.texts(), ["jewel"])


class LastDitch(Base):
    def test_mh6_6h_free_things_on_the_route(self):
        game = self.game()
        game.hexes[1, 0].loot.add_text("keycard")
        game.hexes[2, 0].fixture = "door"
        game.hexes[1, 0].idea = True
        c = put(game, 1, (0, 0), ideas=0)
        route = ["step 1,0", "take keycard", "idea-token", "door 2,0", "step 2,0"]
        route += ["step 3,0", "step 4,0", "step 5,0"]
        act(game, c, "last-ditch", *route, "roll", "die 6")
        self.assertEqual((c.at, c.ideas, c.busted), ((5, 0), 1, False))  # [H64] the idea is kept
        self.assertTrue(c.ditched)

    def test_mh6_6h_short(self):
        game = self.game()
        game.hexes[1, 0].loot.add_text("keycard")
        game.hexes[2, 0].fixture = "door"
        c = put(game, 1, (0, 0), ideas=0)
        route = ["step 1,0", "take keycard", "door 2,0", "step 2,0", "step 3,0", "step 4,0", "step 5,0"]
        act(game, c, "last-ditch", *route, "roll", "die 1")
        self.assertEqual((c.at, c.busted), ((1, 0), True))
        self.assertTrue(c.loot.has("keycard"))
        self.assertTrue(game.hexes[2, 0].door)

    def test_mh6_6h_nothing_happens_before_the_roll(self):
        game = self.game()
        c = put(game, 1, (4, 0), ideas=3)
        request = until(escape.perform(game, c, "last-ditch"), "step 5,0")
        self.assertEqual((c.at, c.ideas), ((4, 0), 3))
        self.assertIn("roll", request.legal())
        self.assertIn("step 4,0", request.legal())  # [H64] over an Exit and in again

    def test_mh6_6h_no_way_back_onto_a_locked_hex(self):
        game = self.game()
        game.hexes[2, 0].locks = [1, 0]
        c = put(game, 1, (2, 0), ideas=0)
        request = until(escape.perform(game, c, "last-ditch"))
        self.assertEqual(request.legal(), ["step 3,0"])

    def test_mh6_6j_busted_receive_nothing(self):
        game = self.game(team=team("sentinel"))
        c = put(game, 1, (5, 0), ideas=2)
        other = put(game, 2, (0, 0))
        other.busted = True
        self.assertNotIn("pinch 2", options(game, c))


class End(Base):
    def end(self, game, *answers):
        return run(escape.finish(game), *answers)

    def test_mh6_6k_loot_is_banked_or_lost(self):
        game = self.game(scenario="delinquent-jeweler")
        a, b = put(game, 1, (5, 0)), put(game, 2, (4, 0))
        a.loot.add_text("jewel")
        a.loot.add_text("jewel")
        b.loot.add_text("jewel")
        self.assertEqual(self.end(game), "lost")
        self.assertTrue(b.busted)
        self.assertEqual(game.banked.texts(), ["jewel", "jewel"])

    def test_h55_camouflage(self):
        for near_guard, busted in ((False, False), (True, True)):
            game = self.game()
            c = put(game, 1, (2, 0))
            c.busted = True  # stopped by a failed last ditch
            c.loot.cards.append(Card("camouflage"))
            c.loot.add_text("documents")
            if near_guard:
                guard(game, (3, 0))
            over = self.end(game)
            self.assertEqual((c.busted, over), (busted, "lost" if busted else "won"))
            self.assertEqual(game.escaped, [])

    def test_h65_master_plan_copy(self):
        game = self.game()
        a, b = put(game, 1, (5, 0)), put(game, 2, (2, 0))
        a.loot.add_text("documents")
        b.loot.cards.append(Card("master-plan-copy"))
        self.assertEqual(self.end(game), "lost")
        self.assertTrue(a.busted)
        self.assertEqual(game.banked.texts(), [])

    def test_mh10_34_one_per_exit(self):
        game = self.game(scenario="county-river", exits=[((5, 0), "w"), ((-1, 0), "e")])
        put(game, 1, (5, 0))
        put(game, 2, (5, 0))
        put(game, 3, (-1, 0))
        self.assertEqual(self.end(game, "counts 2"), "won")
        self.assertEqual([c.name for c in game.escaped], ["2", "3"])
        self.assertTrue(game.players[0].busted)

    def test_mh6_6m_hideouts(self):
        game = self.game(scenario="interior-ministry-south")
        game.scenario["story_hexes"] = [[0, 0], [4, 0]]
        for number in (1, 2, 3):
            put(game, number, (4, 0))
        game.players[2].loot.add_text("documents")
        put(game, 4, (5, 0))
        self.assertEqual(self.end(game, "counts 2", "counts 3"), "won")
        self.assertEqual([c.busted for c in game.players], [True, False, False, True])
        self.assertEqual(game.banked.texts(), ["documents"])

    def test_mh6_6m_a_last_ditch_ends_on_a_hideout(self):
        game = self.game(scenario="interior-ministry-south")
        game.scenario["story_hexes"] = [[3, 0]]
        c = put(game, 1, (1, 0), ideas=0)
        act(game, c, "last-ditch", "step 2,0", "step 3,0", "roll", "die 2")
        self.assertFalse(c.busted)

    def test_npc_escaped(self):
        for at, over in (((5, 0), "won"), ((4, 0), "lost")):
            game = self.game(scenario="hotel-basement")
            game.npc.active, game.npc.at = True, at
            put(game, 1, (4, 0))
            self.assertEqual(self.end(game), over)

    def test_mh7_8f_bookie_and_rewards(self):
        game = self.game(scenario="hotel-basement")
        game.cash, game.stake = 1, 2
        self.assertEqual(result.campaign_cash(game, "lost"), 1)
        self.assertEqual(result.campaign_cash(game, "won"), 1 + 7 + 4)


class Planning(unittest.TestCase):
    def session(self, *answers, **fields):
        session = Session(setup(**fields))
        for answer in answers:
            session.take(answer)
        return session

    def test_first_heist(self):
        session = self.session(fixers=["old-friend"])
        self.assertEqual(set(session.request.legal()), {"start 1 5,7", "start 1 2,8"})
        for answer in ("start 1 5,7", "start 2 5,7"):
            session.take(answer)
        self.assertEqual(session.request.legal(), ["start 3 2,8"])  # [MH3.3c]
        session.take("start 3 2,8")
        session.take("start 4 2,8")
        for _ in range(4):
            session.take("done")
        self.assertEqual(session.request.legal(), ["begin"])
        session.take("begin")
        self.assertEqual(session.game.phase, "roll")

    def test_mh3_3b_tokens_ascend_and_end(self):
        session = self.session("start 1 5,7", "start 2 5,7", "start 3 2,8", "start 4 2,8")
        session.take("token 5,6")
        self.assertEqual(session.request.legal(), ["token 2,7", "done"])
        session.take("token 2,7")
        self.assertIn("token 4,0", session.request.legal())  # the next character

    def test_mh3_3g_visage_and_shell(self):
        session = self.session("visage 2,2", "chit camera", "done", "shell", fixers=["visage", "shell"], cash=4)
        self.assertEqual(session.game.hexes[2, 2].cameras, [0, 1])
        self.assertEqual(session.game.cash, 0)

    def test_mh7_6j_schematics_again_and_again(self):
        answers = ["building-schematics 2,2", "chit guard", "building-schematics 4,2", "chit lock"]
        session = self.session(*answers, cash=4)
        self.assertEqual((session.game.cash, session.game.players[0].loot.cards), (0, []))

    def test_mh3_3e_prices(self):
        session = self.session("done", cash=2, fixers=["fence"])
        self.assertIn("buy radio 1", session.request.legal())
        session.take("buy radio 4")
        self.assertEqual(session.game.cash, 1)
        self.assertNotIn("buy building-schematics 1", session.request.legal())  # stands before it
        self.assertNotIn("sell radio", session.request.legal())

    def test_mh3_3e_sales(self):
        session = self.session(items=[["flashbang", 2], ["radio", 1]], jewels=1)
        self.assertEqual(set(session.request.legal()), {"sell flashbang", "sell radio", "done"})  # [H7]
        session.take("sell flashbang")
        self.assertEqual(session.game.cash, 1)
        session = self.session("sell flashbang", "sell jewel", items=[["flashbang", 2]], jewels=1, fixers=["curator"])
        self.assertEqual(session.game.cash, 6)

    def test_h68_a_starting_item_is_not_sold(self):
        session = self.session(team=team("safecracker"))
        self.assertTrue(session.request.legal()[0].startswith("start"))

    def test_h81_copies(self):
        session = self.session(team=team("thief"), cash=5)
        self.assertNotIn("buy plasma-torch 1", session.request.legal())

    def test_mh7_8b_beat_cop(self):
        session = self.session(fixers=["beat-cop"], cash=3, scenario="estate-basement")
        names = {name for name in session.request.legal() if name.startswith("beat")}
        self.assertEqual(
            names,
            {"beat-cop guard", "beat-cop dog", "beat-cop guard guard", "beat-cop guard dog", "beat-cop dog dog"},
        )
        session.take("beat-cop guard dog")
        self.assertEqual(session.game.bag, Counter(guard=1, dog=1, camera=6, lock=5, blank=2))

    def test_mh7_8b_prison_guard_only_with_somebody_inside(self):
        for scenario, offered in (("tech-lab", False), ("county-bricks", True), ("museum-of-antiquity", False)):
            session = self.session(fixers=["prison-guard"], cash=3, scenario=scenario)
            self.assertEqual("prison-guard" in session.request.legal(), offered)

    def test_mh7_8c_machinist(self):
        answers = ["visage 2,2", "chit lock", "visage 4,2", "chit lock", "machinist 2"]
        session = self.session(*answers, fixers=["visage", "machinist"], cash=2)
        self.assertEqual(session.request.legal(), ["machinist 2", "machinist 3", "machinist 4", "done"])

    def test_mh7_8g_architect(self):
        session = self.session("done", "architect 2", "idea-token 7,1", fixers=["architect"], cash=3)
        self.assertEqual(set(session.request.legal()), {"idea-token 8,1", "idea-token 6,2", "idea-token 7,2"})

    def test_mh7_8i_retiree(self):
        session = self.session("done", "retiree 2", fixers=["retiree"], cash=5)
        self.assertIn("insert M1 0", session.request.legal())
        self.assertIn("insert M2 26", session.request.legal())
        self.assertNotIn("insert M3 0", session.request.legal())
        self.assertNotIn("insert M1 27", session.request.legal())
        session.take("insert M2 26")
        self.assertIn("insert M3 27", session.request.legal())

    def test_mh7_8h_mayor(self):
        session = self.session("mayor 1 6,2", fixers=["mayor"])
        self.assertEqual((session.game.hexes[6, 2].guards, session.game.hexes[6, 2].locks), ([], [1, 0]))
        self.assertTrue(session.request.legal()[0].startswith("start 2"))

    def test_h60_tunnels_that_are_needed(self):
        session = self.session(scenario="the-lair")
        self.assertNotIn("done", session.request.legal())
        session.take("tunnel 5,3 e")
        self.assertIn("done", session.request.legal())
        self.assertNotIn("tunnel 6,2 e", session.request.legal())
        self.assertIn("tunnel 7,3 w", session.request.legal())
        session = self.session(scenario="server-farm")
        self.assertIn("done", session.request.legal())

    def test_server_farm_of_january(self):
        session = self.session(scenario="server-farm@2021-01")
        self.assertIn("tunnel 6,0 se", session.request.legal())
        self.assertNotIn("tunnel 5,7 nw", session.request.legal())

    def test_h52_inside(self):
        session = self.session(scenario="county-bricks", inside=[2])
        self.assertIn("start 1 2,0", session.request.legal())
        session.take("start 1 2,0")
        self.assertEqual(session.request.legal(), ["start 2 1,7", "start 2 3,7", "start 2 5,7"])

    def test_final_score_part_2(self):
        fields = {"scenario": "interior-ministry-north", "ideas": [0, 4, 2, 2], "cash": 20, "fixers": ["mayor"]}
        session = self.session(hideouts=["0,7", "0,7", "3,7", "3,7"], **fields)
        self.assertEqual(session.request.legal(), ["initial", "leftover"])  # Angry Locksmith: 3 or 4
        session.take("leftover")
        self.assertEqual(set(session.request.legal()), {f"transfer 2 1 {n}" for n in (1, 2, 3, 4)} | {"done"})

    def test_mh3_3c_the_guide_counts(self):
        starts = ["start 1 3,0", "start 2 3,0", "start 3 8,0", "start 4 6,7"]
        session = self.session(*starts, scenario="museum-of-antiquity")
        self.assertEqual(session.request.legal(), ["start npc 8,0", "start npc 6,7"])

    def test_mh7_6i_two_more_tokens(self):
        session = self.session(items=[["master-plan-copy", 1]])
        game = session.game
        for answer in ("done", "done", "start 1 5,7", "start 2 5,7", "start 3 2,8", "start 4 2,8"):
            session.take(answer)
        placed = 0
        while session.request.legal()[0].startswith("token") and placed < 9:
            session.take(session.request.legal()[0])
            placed += 1
        self.assertEqual(len(game.players[0].tokens), 9)
        self.assertEqual(session.request.legal()[0], "token 4,0")  # the next character


if __name__ == "__main__":
    unittest.main()
