"""Section 7.3: every event, named by its id."""

from fractions import Fraction

from ..board import cell
from ..rules import events
from .helpers import (
    RuleTest,
    all_tiles,
    bouncer,
    empty_deck,
    give,
    hidden_chip,
    new_game,
    no_gear,
    open_chip,
    player,
    tiles,
)


class Events(RuleTest):
    def table(self, characters=("acrobat", "hacker", "rook"), at="1:B2", **setup):
        game = new_game(characters=characters, **setup)
        no_gear(game)
        player(game, 1, at, actions_left=3)
        return game

    def event(self, game, name, *answers):
        deck = "pool" if name in game.event_decks["pool"] else "lounge"
        return self.run_rule(events.draw(game, game.players[0], deck), f"event {name}", *answers)

    def test_event_draw(self):
        game = self.table()
        for name in ("happy-hour", "chatterbox", "tipsy", "espresso-bar", "share-a-drink", "thirsty", "directions"):
            game.event_decks["lounge"].discard(name)
            game.event_discards["lounge"].append(name)
        self.start(events.draw(game, game.players[0], "lounge"))
        self.assertEqual({"event dubious-meeting": 1}, self.asked.outcomes)
        self.answer("event dubious-meeting")
        self.assertEqual(7, len(game.event_discards["lounge"]))  # it lies in front of the player
        self.start(events.draw(game, game.players[0], "lounge"))
        self.assertEqual({Fraction(1, 7)}, set(self.asked.outcomes.values()))

    def test_event_splash_zone(self):
        game = self.table(characters=("juicer", "hacker"))
        give(game, 1, "bingo")
        give(game, 1, "fainting")
        give(game, 1, "crybaby", prepped=False)
        self.start(events.draw(game, game.players[0], "pool"))
        self.answer("event splash-zone")
        self.answer("pass")  # window V
        self.assert_asks("discard bingo", "discard fainting")
        self.answer("discard bingo")
        self.assertEqual(21, len(self.asked.outcomes))
        self.answer("gear caw")
        self.assertIsNone(self.asked)
        self.assertEqual("prepped 0", game.players[0].gear["caw"].describe())
        self.assertNotIn("bingo", game.players[0].gear)

    def test_event_splash_zone_nothing_prepped(self):
        game = self.table()
        give(game, 1, "vault", prepped=False)
        self.event(game, "splash-zone", "gear caw")

    def test_event_splash_zone_ghost_uses_spotters_cards(self):
        game = self.table(characters=("ghost", "hacker"), abilities=True)
        self.start(events.draw(game, game.players[0], "pool"))
        self.answer("event splash-zone")
        self.assertNotIn("gear lookout", self.asked.outcomes)

    def test_event_cannonball(self):
        game = self.table()
        self.event(game, "cannonball")
        self.assertEqual(["1:B2", "2:B2"], [str(game.bouncers[floor].marker) for floor in (1, 2)])
        self.assertEqual(["1:C4", "2:C4"], [str(game.bouncers[floor].at) for floor in (1, 2)])

    def test_event_cannonball_bouncer_there(self):
        game = self.table()
        bouncer(game, "1:B2", "1:A4")
        self.event(game, "cannonball")
        self.assertEqual(["1:A4", "2:B2"], [str(game.bouncers[floor].marker) for floor in (1, 2)])

    def test_event_pool_prank(self):
        game = self.table()
        game.decks[1].discards = ["1:B1", "2:C3", "distracted"]
        bouncer(game, "1:D4", None)
        bouncer(game, "2:C3", "2:A1")
        self.event(game, "pool-prank", "patrol 2:C3", "patrol 2:D1")
        self.assertEqual(["1:C3", "2:D1"], [str(game.bouncers[floor].marker) for floor in (1, 2)])
        self.assertIn("2:C3", game.decks[1].discards)

    def test_event_pool_prank_no_card(self):
        game = self.table()
        game.decks[1].discards = ["distracted"]
        self.event(game, "pool-prank")

    def test_event_trade_shifts(self):
        game = self.table()
        pool = game.decks[1].top()
        self.event(game, "trade-shifts")
        self.assertEqual((15, 18), (len(game.decks[1].places), len(game.decks[2].places)))
        self.assertIs(pool, game.decks[2].places[-1])

    def test_event_trade_shifts_tie(self):
        game = self.table(suspicion=2)
        self.event(game, "trade-shifts", "deck 2")
        self.assertEqual((21, 17), (len(game.decks[1].places), len(game.decks[2].places)))

    def test_event_trade_shifts_small_and_empty(self):
        game = self.table()
        empty_deck(game, 2)
        game.decks[1].places[1:] = []
        self.event(game, "trade-shifts")
        self.assertEqual((0, 1), (len(game.decks[1].places), len(game.decks[2].places)))
        game = self.table()
        empty_deck(game, 1)
        empty_deck(game, 2)
        self.event(game, "trade-shifts")

    def test_event_identity_theft(self):
        game = self.table()
        game.players[0].heat = 4
        game.players[2].heat = 1
        game.players[1].at = "exited"
        self.event(game, "identity-theft")
        self.assertEqual([1, 0, 4], [p.heat for p in game.players])

    def test_event_identity_theft_not_yet_in_the_casino(self):
        game = self.table()
        game.players[0].heat = 4
        self.event(game, "identity-theft")
        self.assertEqual([0, 4, 0], [p.heat for p in game.players])

    def test_event_go_for_a_swim(self):
        game = self.table()
        tiles(game, A2_2="surveillance-3")
        self.event(game, "go-for-a-swim", "deck 2", "patrol 2:A2")
        self.assertEqual(("2:A2", "2:A4"), (str(game.bouncers[2].at), str(game.bouncers[2].marker)))
        self.assertEqual(1, game.cubes[cell("2:A2")])
        self.assertEqual(["2:A2"], game.decks[2].discards)

    def test_event_go_for_a_swim_marker(self):
        game = self.table()
        self.event(game, "go-for-a-swim", "deck 2", "patrol 2:A4", "patrol 2:B1")
        self.assertEqual("2:B1", str(game.bouncers[2].marker))

    def test_event_go_for_a_swim_own_cell(self):
        game = self.table()
        self.event(game, "go-for-a-swim", "deck 2", "patrol 2:D4")
        self.assertEqual("2:D4", str(game.bouncers[2].at))

    def test_event_go_for_a_swim_distracted(self):
        game = self.table()
        tiles(game, A1_1="slots-4")
        self.event(game, "go-for-a-swim", "deck 1", "patrol distracted", "distract 1:A1")
        self.assertEqual("1:A1", str(game.bouncers[1].at))
        game = self.table()
        self.event(game, "go-for-a-swim", "deck 1", "patrol distracted", "patrol 1:C1")
        self.assertEqual("1:C1", str(game.bouncers[1].at))

    def test_event_go_for_a_swim_decks(self):
        game = self.table()
        empty_deck(game, 1)
        self.start(events.draw(game, game.players[0], "pool"))
        self.answer("event go-for-a-swim")
        self.assert_asks("deck 2")

    def test_event_lifeguard_tip(self):
        game = self.table(walls=(("B2-B3",), ()))
        bouncer(game, "1:A2", "1:D4")
        self.start(events.draw(game, game.players[0], "pool"))
        self.answer("event lifeguard-tip")
        self.assert_asks("tile 1:B1", "tile 1:C2")
        self.answer("tile 1:C2")
        self.assertEqual("1:C2", str(game.bouncers[1].at))

    def test_event_lifeguard_tip_only_his_tile(self):
        game = self.table(at="1:A1", walls=(("A1-B1",), ()))
        bouncer(game, "1:A2", "1:D4")
        self.event(game, "lifeguard-tip", "tile 1:A2")
        self.assertEqual("1:A2", str(game.bouncers[1].at))

    def test_event_no_running(self):
        game = self.table()
        self.event(game, "no-running")
        self.assertTrue(game.no_running)

    def test_event_directions(self):
        game = self.table()
        tiles(game, B2_1="count-room-1", A1_1="slots-3")
        game.players[0].dubious = True
        game.event_decks["lounge"].discard("dubious-meeting")
        hidden_chip(game, "2:C3")
        bouncer(game, "2:D4", "2:A4")
        self.event(game, "directions", "tile 2:C3", "chip undercover", "tile slots-4")
        self.assertEqual("2:C3", str(game.bouncers[2].at))

    def test_event_directions_choices(self):
        game = self.table()
        tiles(game, B2_1="count-room-1", A1_1="slots-3")
        hidden_chip(game, "1:A1")
        self.start(events.draw(game, game.players[0], "lounge"))
        self.answer("event directions")
        self.assertIn("tile 1:A1", self.asked.options)
        self.assertNotIn("tile 1:B2", self.asked.options)
        self.assertEqual(31, len(self.asked.options))

    def test_event_happy_hour(self):
        game = self.table()
        tiles(game, A1_1="buffet-5", A2_1="surveillance-3", A3_2="cashier-cages-6", A4_1="buffet-5", B1_1="slots-3")
        game.out_of_order = cell("1:A4")
        game.cubes.update({cell("2:A3"): 5, cell("1:A2"): 1})
        self.event(game, "happy-hour")
        self.assertEqual({cell("1:A1"): 2, cell("1:A2"): 2, cell("2:A3"): 2}, dict(game.cubes))

    def test_event_chatterbox(self):
        game = self.table()
        self.event(game, "chatterbox", "patrol 1:C1")
        self.assertEqual(("1:A4", "1:C1"), (str(game.bouncers[1].at), str(game.bouncers[1].marker)))
        bouncer(game, "1:D4", None)
        game.event_decks["lounge"].add("chatterbox")
        game.event_discards["lounge"].remove("chatterbox")
        self.event(game, "chatterbox")
        self.assertEqual("1:D4", str(game.bouncers[1].at))

    def test_event_espresso_bar(self):
        game = self.table()
        self.event(game, "espresso-bar")
        self.assertEqual("1:B4", str(game.bouncers[1].at))

    def test_event_espresso_bar_no_standing_heat(self):
        game = self.table()
        bouncer(game, "1:B2", None)
        self.event(game, "espresso-bar")
        self.assertEqual(0, game.players[0].heat)

    def test_event_share_a_drink(self):
        game = self.table()
        player(game, 2, "1:B2")
        player(game, 3, "2:C3")
        tiles(game, B2_1="front-desk-1")
        bouncer(game, "1:B2", "1:A4")
        open_chip(game, "2:C3", "saleswoman")
        self.event(game, "share-a-drink", "player 3")
        self.assertEqual(("1:B2", 2), (self.at(game, 3), game.players[2].heat))
        self.assertEqual({}, game.chips)

    def test_event_share_a_drink_same_tile(self):
        game = self.table()
        player(game, 2, "1:B2")
        self.event(game, "share-a-drink", "player 2")
        game = self.table()
        self.event(game, "share-a-drink")

    def test_event_tipsy(self):
        game = self.table()
        self.event(game, "tipsy")
        self.assertEqual(("1:A4", "1:D4"), (str(game.bouncers[1].at), str(game.bouncers[1].marker)))
        self.assertEqual([], game.decks[1].discards)

    def test_event_thirsty(self):
        game = self.table()
        bouncer(game, "1:D4", None)
        self.event(game, "thirsty")
        self.assertEqual("1:B2", str(game.bouncers[1].marker))

    def test_event_thirsty_bouncer_there(self):
        game = self.table()
        bouncer(game, "1:B2", "1:A4")
        self.event(game, "thirsty", "patrol 1:D1")
        self.assertEqual("1:D1", str(game.bouncers[1].marker))

    def test_event_dubious_meeting(self):
        game = self.table()
        self.event(game, "dubious-meeting")
        self.assertTrue(game.players[0].dubious)
        self.assert_no_word(game, "peek")
        self.start(events.draw(game, game.players[0], "pool"))
        self.answer("event no-running")
        self.assertFalse(game.players[0].dubious)
        self.assertEqual(["dubious-meeting"], game.event_discards["lounge"])

    def test_event_who(self):
        game = self.table(at="2:B2")
        q = player(game, 2, "1:C3")
        self.run_rule(events.draw(game, q, "lounge"), "event thirsty")
        self.assertEqual("1:C3", str(game.bouncers[1].marker))  # H33

    def test_win_V_carried_out_where_the_drawer_is(self):
        game = self.table()
        give(game, 2, "trapeze")
        all_tiles(game, 2)
        self.event(game, "thirsty", "trapeze")
        self.assertEqual(["1:A4", "2:B2"], [str(game.bouncers[floor].marker) for floor in (1, 2)])
