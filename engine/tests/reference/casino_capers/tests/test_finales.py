"""Section 7.4 and finales.toml: tests named by the ids of the finales' lines."""

from fractions import Fraction

from .. import board, data
from ..board import cell
from ..rules import bouncers, events, finales, moving, turn
from .helpers import RuleTest, all_tiles, bouncer, give, hidden_chip, new_game, no_gear, open_chip, player, tiles

CAST = ("acrobat", "hacker", "rook", "hawk")


class FinaleTest(RuleTest):
    finale = ""

    def table(self, size=2, walls=((), ()), running=True, **setup):
        heist = data.FINALES[self.finale].heist
        game = new_game(characters=CAST[:size], scenario=f"finale-{heist}", walls=walls, **setup)
        no_gear(game)
        tiles(game, B2_2="safe", C2_1="owners-office")
        player(game, 1, "2:B2", actions_left=3)
        for number in range(2, size + 1):
            player(game, number, "1:C2")
        game.cracker = game.players[0]
        if running:
            game.finale = self.finale
        return game

    def set_up(self, game, *answers):
        game.finale = None
        return self.run_rule(finales.start(game, game.players[0]), *answers)

    def end_turn(self, game, *answers):
        return self.run_rule(turn.turn_end(game, game.current), *answers)


class Common(FinaleTest):
    finale = "hail-mary"

    def test_fin_random(self):
        game = self.table(running=False)
        game.finale_known = None
        game.setup["finales"] = ["the-raid", "hail-mary", "bodyguard"]
        self.start(finales.start(game, game.players[0]))
        self.assertEqual({Fraction(1, 3)}, set(self.asked.outcomes.values()))

    def test_fin_disguise_change(self):
        game = self.table()
        game.players[1].heat = 3
        self.set_up(game)
        self.assertEqual([0, 2], [p.heat for p in game.players])

    def test_fin_fake_orders(self):
        game = self.table()
        game.finale_known = "bringing-down-the-house"
        game.decks[1].discards = ["1:A1", "distracted"]
        game.decks[2].discards = ["2:A1", "2:B1"]
        size = len(game.decks[2].places)
        self.start(finales.start(game, game.players[0]))
        self.assert_asks("deck 1", "deck 2")
        self.answer("deck 2")
        self.assertEqual({Fraction(1, 3)}, set(self.asked.outcomes.values()))
        self.answer("patrol 1:A1")
        self.assertEqual({Fraction(1, 2)}, set(self.asked.outcomes.values()))
        self.answer("patrol 2:B1")
        self.assertIsNone(self.asked)
        self.assertEqual(size + 2, len(game.decks[2].places))
        self.assertEqual({"1:A1": 1, "2:B1": 1}, dict(game.decks[2].places[-1].things))  # H42
        self.assertEqual(["distracted"], game.decks[1].discards)

    def test_fin_fake_orders_few(self):
        game = self.table()
        game.finale_known = "bringing-down-the-house"
        game.decks[1].discards = ["distracted"]
        self.set_up(game)
        game = self.table()
        game.finale_known = "bringing-down-the-house"
        game.decks[1].discards = ["1:C3"]
        self.set_up(game, "deck 1", "patrol 1:C3")

    def test_fin_exit(self):
        game = self.table()
        game.unlocked = True
        player(game, 1, "1:A1", actions_left=2)
        tiles(game, A1_1="count-room-1")
        open_chip(game, "1:A1", "saleswoman")  # edge.27
        self.end_turn(game)
        self.assertEqual("exited", game.players[0].at)
        self.assertEqual("1:D4", str(game.bouncers[1].at))  # H18
        self.assertEqual("1:A4", str(game.bouncers[1].marker))

    def test_fin_exit_needs_the_requirement(self):
        game = self.table()
        player(game, 1, "1:A1", actions_left=2)
        self.end_turn(game, "patrol 1:B1")
        self.assertEqual("1:A1", self.at(game, 1))

    def test_turn_exits(self):
        game = self.table()
        game.unlocked = True
        player(game, 1, "1:A1", actions_left=2)
        game.players[1].at = "exited"
        self.assertEqual("escaped", self.end_turn(game))

    def test_fin_exited(self):
        game = self.table()
        game.players[1].at = "exited"
        give(game, 1, "disguise")
        self.assertEqual(["1"], self.words(game, "disguise"))


class Bodyguard(FinaleTest):
    finale = "bodyguard"

    def lay(self, game, *answers):
        for floor in (1, 2):
            game.decks[floor].discards = []
        return self.set_up(game, *answers)

    def test_bodyguard_setup_2_and_ruling_4(self):
        game = self.table(size=4)
        game.chips = {cell("1:A1"): None}
        for floor in (1, 2):
            game.decks[floor].discards = ["distracted"]
        self.start(finales.bodyguard_setup(game))
        self.assertEqual(16, len(self.asked.outcomes))
        self.answer("patrol 1:A1")  # dots B1 D1 A2 B2 A3 C3 C4 D4
        self.answer("patrol 2:A2")  # dots A1 B1 C2 D2 A3 D3 B4 C4
        self.assertIsNone(self.asked)
        laid = {c.square for c in game.chips if c.floor == 1}
        self.assertEqual(set(data.PATROL["1:A1"].dots), laid)
        self.assertEqual(16, len(game.chips))
        self.assertEqual([], [c for c in game.decks[1].discards if c != "distracted"])

    def test_bodyguard_setup_2_from_the_discards(self):
        game = self.table(size=4)
        game.decks[1].discards = ["1:B1", "2:A1"]
        game.decks[2].discards = ["2:A2"]
        self.start(finales.bodyguard_setup(game))
        self.assertEqual({"patrol 1:B1": Fraction(1, 2), "patrol 2:A1": Fraction(1, 2)}, self.asked.outcomes)
        self.answer("patrol 2:A1")  # ruling.11: read on floor 1; dots C1 D1 A2 D2 B3 C3 A4 B4
        self.assertEqual(set(data.PATROL["2:A1"].dots), {c.square for c in game.chips})
        self.assertEqual({1}, {c.floor for c in game.chips})
        self.assertEqual(["1:B1", "2:A1"], game.decks[1].discards)

    def test_bodyguard_setup_3(self):
        game = self.table(size=4)
        player(game, 3, "1:B2")
        player(game, 4, "1:A2")
        self.start(finales.bodyguard_setup(game))
        self.answer("patrol 1:A1")  # A2 and B2 are blocked
        self.answer("patrol 2:A2")
        self.assertEqual(14, len(game.chips))
        # ruling.1, ruling.6; players are on C2, B2, A2, the other 6 dots are filled
        free = {c for c in board.floor_cells(1)} - set(game.chips) - {cell("1:A2"), cell("1:B2"), cell("1:C2")}
        self.assert_asks(*[f"tile {c}" for c in free])
        self.answer("tile 1:A1")
        self.assertNotIn("tile 1:A1", self.asked.options)
        self.answer("tile 1:C1")
        self.assertEqual(16, len(game.chips))

    def test_bodyguard_setup_4(self):
        game = self.table(size=3)
        player(game, 2, "1:A1")
        player(game, 3, "1:A1")
        self.start(finales.bodyguard_setup(game))
        self.answer("patrol 1:A1")
        self.answer("patrol 2:A2")
        self.assertEqual(14, len(self.asked.options))  # two must remain
        self.answer("tile 2:A3")
        self.assert_asks("tile 2:D3", "tile 2:B4")
        self.answer("tile 2:D3")
        self.assert_asks("tile 2:B4", "tile 2:C4")
        self.answer("tile 2:C4")
        self.answer("chip mole")
        self.answer("chip prima-donna")
        self.answer("chip drunk")
        self.assertIsNone(self.asked)
        self.assertEqual(14, len(game.chips))  # ruling.2
        self.assertEqual("?prima-donna", game.chips[cell("2:D3")].describe())  # ruling.5

    def test_bodyguard_setup_4_two_players_six(self):
        game = self.table(size=2)
        player(game, 2, "1:A1")
        self.start(finales.bodyguard_setup(game))
        self.answer("patrol 1:A1")
        self.answer("patrol 2:A2")
        for c in sorted(game.chips)[:6]:
            self.answer(f"tile {c}")
        for _ in range(6):
            self.answer("chip crowd" if "chip crowd" in self.asked.legal() else self.asked.legal()[0])
        self.assertIsNone(self.asked)

    def test_bodyguard_rule_1(self):
        game = self.table()
        all_tiles(game, 2)
        hidden_chip(game, "2:B3")
        self.act(game, "peek 2:B3", "chip drunk")
        self.assertEqual({}, game.chips)

    def test_bodyguard_rule_2_ruling_3_entered(self):
        game = self.table()
        all_tiles(game, 2)
        game.chip_knowledge.regather()
        hidden_chip(game, "2:B3")
        self.act(game, "move 2:B3", "chip prima-donna")
        self.assertEqual(1, game.players[0].prima_donnas)
        self.assertEqual({}, game.chips)

    def test_bodyguard_ruling_3_peeked(self):
        game = self.table()
        all_tiles(game, 2)
        game.chip_knowledge.regather()
        hidden_chip(game, "2:B3")
        self.act(game, "peek 2:B3", "chip prima-donna")
        self.assertEqual("2:B3", self.at(game, 1))
        self.assertEqual(1, game.players[0].prima_donnas)

    def test_bodyguard_unlock(self):
        game = self.table()
        player(game, 1, "1:A1", actions_left=0)
        game.players[0].prima_donnas = game.players[1].prima_donnas = 1
        self.end_turn(game)
        self.assertEqual("exited", game.players[0].at)

    def test_bodyguard_lose(self):
        game = self.table()
        all_tiles(game, 2)
        game.players[0].prima_donnas = 1
        bouncer(game, "2:B3", "2:D4")
        self.assertEqual("prima-donna-seen", self.act(game, "move 2:B3"))

    def test_bodyguard_ruling_9(self):
        # Crowd, Disguise and Contortion do not prevent it
        game = self.table()
        p = game.players[0]
        p.prima_donnas, p.disguise = 1, True
        open_chip(game, "2:B2", "crowd")
        self.assertEqual("prima-donna-seen", self.run_rule(bouncers.bouncer_enter(game, 2, cell("2:B2"))))
        # Tumble neither
        game = self.table()
        game.players[0].prima_donnas = 1
        bouncer(game, "2:B3", "2:D4")
        all_tiles(game, 2)
        over = self.run_rule(moving.enter(game, game.players[0], cell("2:B3"), ignore_wye=True, tumble=True))
        self.assertEqual("prima-donna-seen", over)
        # a pick-up on the bouncer's tile
        game = self.table()
        bouncer(game, "2:B3", "2:D4")
        all_tiles(game, 2)
        open_chip(game, "2:B3", "prima-donna")
        self.assertEqual("prima-donna-seen", self.act(game, "move 2:B3"))
        # Fainting
        game = self.table()
        game.players[0].prima_donnas = 1
        game.fainted_floor = 2
        self.assertEqual("prima-donna-seen", self.end_turn(game))

    def test_bodyguard_ruling_8(self):
        game = self.table(size=4)
        open_chip(game, "2:B2", "saleswoman")
        game.crowds = {cell("1:A1")}
        self.set_up(game, "patrol 1:A1", "patrol 2:A1")
        self.assertTrue(self.words(game, "move"))
        self.assertEqual({cell("1:A1")}, game.crowds)


class RescuingHerRide(FinaleTest):
    finale = "rescuing-her-ride"

    def table(self, size=3, in_car=(), **more):
        game = super().table(size=size, **more)
        game.car = cell("2:B2")
        bouncer(game, "2:D4", None)
        for number in in_car:
            player(game, number, "2:B2").in_car = True
        return game

    def test_rescuing_her_ride_setup(self):
        game = super().table(running=False)
        self.set_up(game)
        self.assertEqual("2:B2", str(game.car))
        self.assertIsNone(game.bouncers[2].marker)
        self.assertIsNotNone(game.bouncers[1].marker)

    def test_rescuing_her_ride_rule_1(self):
        game = self.table()
        self.act(game, "get-in")
        self.assertTrue(game.players[0].in_car)
        self.assert_illegal(game, "get-in")
        player(game, 1, "1:B2", actions_left=2).in_car = False
        self.assert_illegal(game, "get-in")  # ruling.8

    def test_rescuing_her_ride_rule_2(self):
        game = self.table(in_car=(1,))
        self.assertEqual(["e", "n", "s", "w"], self.words(game, "drive"))
        self.act(game, "drive n", "tile front-desk-1")
        self.assertEqual("2:B1", str(game.car))  # the only one
        self.assertEqual(1, game.players[0].heat)
        self.assertNotIn("n", self.words(game, "drive"))
        self.act(game, "drive s", "tile front-desk-2")
        self.assertEqual("2:B3", str(game.car))
        self.assertNotIn(cell("2:B4"), game.tiles)

    def test_rescuing_her_ride_rule_3(self):
        game = self.table(in_car=(1,), walls=((), ("B2-B3", "A2-B2")))
        all_tiles(game, 2)
        self.act(game, "drive s")
        self.assertEqual({board.wall_on(2, "A2-B2")}, game.walls[2])  # ruling.10

    def test_rescuing_her_ride_ruling_2(self):
        game = self.table(size=2, in_car=(1,), walls=((), ("B3-B4", "A2-B2")))
        self.assertEqual(["e", "n"], self.words(game, "drive"))

    def test_rescuing_her_ride_rule_5_chips(self):
        game = self.table(in_car=(1, 2))
        all_tiles(game, 2)
        hidden_chip(game, "2:B4")
        tiles(game, B4_2="front-desk-1")
        self.act(game, "drive s")
        self.assertIsNone(game.chips[cell("2:B4")].kind)  # ruling.3
        self.assertEqual(["2:B4", "2:B4"], [self.at(game, 1), self.at(game, 2)])
        self.assertEqual([1, 0, 0], [p.heat for p in game.players])

    def test_rescuing_her_ride_ruling_9(self):
        game = self.table(in_car=(1, 2))
        all_tiles(game, 2)
        bouncer(game, "2:B4", None)
        self.act(game, "drive s")
        self.assertEqual([2, 2, 0], [p.heat for p in game.players])
        self.act(game, "drive n")  # back over the skipped tile
        bouncer(game, "2:B3", None)
        self.act(game, "drive s")
        self.assertEqual([2, 2, 0], [p.heat for p in game.players])

    def test_rescuing_her_ride_ruling_5(self):
        game = self.table(in_car=(1, 2, 3))
        for p in game.players:
            p.at = game.car = cell("2:B1")
        self.assertEqual("escaped", self.end_turn(game))
        game = self.table(in_car=(1, 2, 3))
        self.assertIsNone(
            self.end_turn(
                game,
            )
        )

    def test_rescuing_her_ride_ruling_4_and_12(self):
        game = self.table(in_car=(1,))
        all_tiles(game, 2)
        open_chip(game, "2:B2", "saleswoman")
        self.assertTrue(self.words(game, "move"))
        tiles(game, B2_2="cashier-cages-5", A1_2="safe")
        game.cubes[cell("2:B2")] = 3
        self.act(game, "move 2:B3", "dice 5")
        self.assertFalse(game.players[0].in_car)
        self.assertTrue(game.chips)

    def test_rescuing_her_ride_ruling_6(self):
        game = self.table()
        all_tiles(game, 2)
        self.run_rule(bouncers.commotion(game, cell("2:D3")))
        self.assertEqual("2:D3", str(game.bouncers[2].at))
        self.assertIsNone(game.bouncers[2].marker)
        self.assertEqual([], game.decks[2].discards)

    def test_rescuing_her_ride_ruling_7_and_14(self):
        game = self.table()
        player(game, 1, "1:B1", actions_left=0)
        self.run_rule(bouncers.bouncer_turn(game, 2, 3))
        self.assertEqual("2:B3", str(game.bouncers[2].at))  # D4 to B2: west first
        self.run_rule(bouncers.bouncer_turn(game, 2, 3))
        self.assertEqual("2:B2", str(game.bouncers[2].at))
        p = player(game, 1, "2:B2")
        self.run_rule(bouncers.bouncer_turn(game, 2, 3))
        self.assertEqual(2, p.heat)

    def test_rescuing_her_ride_hunter_ignores_players_elsewhere_but_stops_for_them(self):
        game = self.table()
        bouncer(game, "2:B4", None)
        player(game, 1, "2:A4")
        q = player(game, 2, "2:B3")
        self.run_rule(bouncers.bouncer_turn(game, 2, 3))
        self.assertEqual("2:B3", str(game.bouncers[2].at))
        self.assertEqual(2, q.heat)

    def test_rescuing_her_ride_ruling_11(self):
        game = self.table(in_car=(1,))
        tiles(game, B2_2="escalator-3", A1_2="safe")
        hidden_chip(game, "2:B3")
        open_chip(game, "2:B2", "mole")
        self.assert_legal(game, "escalator", "peek 2:B3")
        self.assert_illegal(game, "mole")

    def test_rescuing_her_ride_ruling_13_and_16(self):
        game = self.table()
        for card in ("fake-schedule", "inside-line"):
            give(game, 1, card)
        self.assertEqual(["1"], self.words(game, "fake-schedule"))
        self.assertEqual(["1"], self.words(game, "inside-line"))
        no_gear(game)
        self.run_rule(events.draw(game, game.players[0], "pool"), "event trade-shifts")
        self.start(events.draw(game, game.players[0], "pool"))
        self.answer("event go-for-a-swim")
        self.assert_asks("deck 1")

    def test_rescuing_her_ride_ruling_15(self):
        game = self.table(walls=((), ("A2-B2", "B2-B3", "B1-B2", "B2-C2")))
        self.run_rule(bouncers.bouncer_turn(game, 2, 3))
        self.assertEqual("2:D4", str(game.bouncers[2].at))

    def test_rescuing_her_ride_ruling_17(self):
        game = self.table(in_car=(1, 2))
        game.crowds = {cell("2:B2")}
        self.run_rule(bouncers.bouncer_enter(game, 2, cell("2:B2")))
        self.assertEqual([0, 0, 0], [p.heat for p in game.players])
        self.assertEqual(set(), game.crowds)


class LaundryDay(FinaleTest):
    finale = "laundry-day"

    def test_laundry_day_setup(self):
        game = self.table(size=3)
        game.dice_supply, game.dice_safe, game.dice_office = 1, 2, 1
        game.dice_loose[cell("1:A1")] = 1
        self.set_up(game)
        self.assertEqual([1, 1, 1], [p.die for p in game.players])
        self.assertEqual((2, 0, 0, 0), (game.dice_supply, game.dice_safe, game.dice_office, len(game.dice_loose)))

    def test_laundry_day_rule_1(self):
        game = self.table()
        p = game.players[0]
        p.die = 4
        tiles(game, B1_2="cashier-cages-5", B3_2="pit-boss-6")
        self.act(game, "move 2:B1")
        self.assertEqual(5, p.die)
        self.act(game, "move 2:B2")
        p.heat = 4
        self.act(game, "move 2:B3")
        self.assertEqual(5, p.die)

    def test_laundry_day_ruling_2_and_5(self):
        game = self.table()
        p = game.players[1]
        p.die = 1
        tiles(game, B1_2="pool-2")
        game.cracked, game.out_of_order = {cell("2:B1")}, cell("2:B1")
        self.run_rule(moving.enter(game, p, cell("2:B1"), ignore_wye=True))
        self.assertEqual(2, p.die)

    def test_laundry_day_unlock_per_player(self):
        game = self.table()
        player(game, 1, "1:A1", actions_left=0)
        game.players[0].die = 4
        self.end_turn(game, "patrol 1:B1")
        self.assertEqual("1:A1", self.at(game, 1))
        game.players[0].die = 5
        self.end_turn(game)
        self.assertEqual("exited", game.players[0].at)


class CaughtRedHanded(FinaleTest):
    finale = "caught-red-handed"

    def test_caught_red_handed_setup(self):
        game = self.table(size=3)
        game.players[0].heat = 5
        self.start(finales.caught_red_handed_setup(game))
        self.assertEqual({Fraction(1, 3)}, set(self.asked.outcomes.values()))
        for token in (4, 1, 2):
            self.answer(f"token {token}")
        self.assertEqual([4, 1, 2], [p.heat for p in game.players])

    def test_caught_red_handed_setup_tokens(self):
        self.assertEqual({2: (1, 4), 3: (1, 2, 4), 4: (1, 2, 3, 4)}, finales.FINGERPRINTS)

    def test_caught_red_handed_win(self):
        game = self.table()
        tiles(game, B2_2="surveillance-3", A1_2="safe")
        game.cubes[cell("2:B2")] = 3
        p, q = game.players
        p.heat, q.heat = 3, 4
        q.at = cell("2:A1")
        over = self.run_rule(bouncers.bouncer_enter(game, 2, cell("2:B2")))
        self.assertEqual("red-handed", over)  # 3 + 2 + 2 and 4 + 2

    def test_caught_red_handed_lose(self):
        game = self.table()
        game.players[0].heat = 4
        self.assertEqual("caught", self.run_rule(bouncers.bouncer_enter(game, 2, cell("2:B2"))))

    def test_caught_red_handed_ruling_2(self):
        game = self.table()
        bouncer(game, "2:B3", "2:D4")
        for p in game.players:
            p.heat = 4
        all_tiles(game, 2)
        self.assertEqual("caught", self.act(game, "move 2:B3"))

    def test_caught_red_handed_ruling_3(self):
        game = self.table()
        bouncer(game, "2:B2", None)
        for p in game.players:
            p.heat, p.at = 4, cell("2:B2")
        self.assertEqual("red-handed", self.run_rule(bouncers.bouncer_turn(game, 2, 3)))

    def test_caught_red_handed_ruling_5(self):
        game = self.table()
        player(game, 1, "1:A1", actions_left=0)
        game.unlocked = True
        self.end_turn(game, "patrol 1:B1")
        self.assertEqual("1:A1", self.at(game, 1))


class GravityBoots(FinaleTest):
    finale = "gravity-boots"

    def table(self, size=2, at="1:A3", **more):
        game = super().table(size=size, **more)
        game.boots = player(game, 1, at, actions_left=4)
        return game

    def test_gravity_boots_setup(self):
        game = super().table(size=3, running=False)
        player(game, 3, "2:B2")
        tiles(game, B2_1="front-desk-1")
        self.set_up(game)
        self.assertIs(game.players[0], game.boots)
        self.assertEqual(["1:B2", "1:C2", "1:B2"], [self.at(game, n) for n in (1, 2, 3)])
        self.assertEqual([0, 0, 0], [p.heat for p in game.players])

    def test_gravity_boots_ruling_9_order(self):
        game = super().table(size=3, running=False)
        player(game, 2, "2:B2")
        player(game, 3, "2:B2")
        game.cracker = game.players[1]
        game.boots = None
        self.start(finales.gravity_boots_setup(game))
        self.assertEqual(["2:B2", "1:B2", "2:B2"], [self.at(game, n) for n in (1, 2, 3)])
        self.answer("tile slots-3")
        self.assertEqual(["1:B2"] * 3, [self.at(game, n) for n in (1, 2, 3)])

    def test_gravity_boots_ruling_8(self):
        game = super().table(running=False)
        hidden_chip(game, "1:B2")
        self.set_up(game, "chip drunk", "tile front-desk-1")
        self.assertEqual("1:B2", self.at(game, 1))
        self.assertEqual({}, game.chips)

    def test_gravity_boots_ruling_15(self):
        game = super().table(running=False)
        player(game, 1, "2:D1", actions_left=2)
        self.set_up(game)
        self.assertEqual("2:D1", self.at(game, 1))
        self.assertIs(game.players[0], game.boots)

    def test_gravity_boots_rule_1(self):
        game = self.table(walls=(("C3-D3",), ()))
        all_tiles(game, 1)
        self.act(game, "move 1:B3")
        self.assertEqual("1:C3", self.at(game, 1))
        self.assertEqual(3, game.actions)

    def test_gravity_boots_rule_2_ruling_7(self):
        game = self.table(walls=(("C3-D3",), ()))
        hidden_chip(game, "1:B3")
        self.act(game, "move 1:B3", "tile front-desk-1")
        self.assertNotIn(cell("1:B3"), game.tiles)
        self.assertIsNone(game.chips[cell("1:B3")].kind)
        self.assertEqual(1, game.players[0].heat)

    def test_gravity_boots_rule_3(self):
        game = self.table()
        tiles(game, A3_1="monorail-1", D1_2="monorail-2")
        self.assert_no_word(game, "monorail")

    def test_gravity_boots_rule_4(self):
        game = self.table()
        all_tiles(game, 1)
        bouncer(game, "1:A1", "1:C1")
        q = player(game, 2, "1:B1")
        self.act(game, "move 1:B3", "patrol 1:A4")
        self.assertEqual("1:D1", str(game.bouncers[1].at))
        self.assertEqual("1:A4", str(game.bouncers[1].marker))  # ruling.12
        self.assertEqual(2, q.heat)

    def test_gravity_boots_ruling_3(self):
        game = self.table()
        all_tiles(game, 1)
        bouncer(game, "1:B3", "1:A1")
        self.act(game, "move 1:B3")
        # through his tile: 2; then he is shifted to D3 onto the boots player: 2 more
        self.assertEqual(4, game.players[0].heat)

    def test_gravity_boots_ruling_4(self):
        game = self.table(at="2:A2")
        all_tiles(game, 2)
        bouncer(game, "2:A1", "2:A4")
        self.act(game, "move 2:B2")
        self.assertFalse(game.unlocked)  # slid over it
        self.act(game, "move 2:C2")
        self.assertFalse(game.unlocked)
        game = self.table(at="2:A2", walls=((), ("B2-C2",)))
        all_tiles(game, 2)
        self.act(game, "move 2:B2")
        self.assertTrue(game.unlocked)

    def test_gravity_boots_ruling_5(self):
        game = self.table(at="2:A2")
        tiles(game, A2_2="escalator-3", A2_1="slots-3")
        player(game, 2, "1:B2")
        bouncer(game, "1:D1", "1:A4")
        self.act(game, "escalator")
        self.assertEqual("1:A2", self.at(game, 1))
        self.assertEqual("1:D1", str(game.bouncers[1].at))

    def test_gravity_boots_ruling_10(self):
        game = self.table()
        all_tiles(game, 1)
        tiles(game, A3_1="cashier-cages-5")
        game.cubes[cell("1:A3")] = 3
        bouncer(game, "1:A1", "1:D4")
        self.act(game, "move 1:B3", "dice 2")
        self.assertEqual("1:A3", self.at(game, 1))
        self.assertEqual("1:A1", str(game.bouncers[1].at))  # no slide was made

    def test_gravity_boots_ruling_11(self):
        game = self.table(at="2:A1")
        all_tiles(game, 2)
        bouncer(game, "2:A3", "2:A4")
        bouncer(game, "1:A3", "1:A4")
        self.act(game, "move 2:B1")
        self.assertEqual(["1:A3", "2:D3"], [str(game.bouncers[floor].at) for floor in (1, 2)])

    def test_gravity_boots_ruling_13(self):
        game = self.table(at="2:B2")
        game.unlocked = True
        self.end_turn(game)
        self.assertEqual("exited", game.players[0].at)

    def test_gravity_boots_ruling_14(self):
        game = self.table(walls=(("A3-B3",), ()))
        tiles(game, A3_1="magic-show-3")
        self.assert_no_word(game, "magic-show")
        player(game, 2, "1:D1", actions_left=1)
        tiles(game, D1_1="lounge-3")
        self.run_rule(events.draw(game, game.players[1], "lounge"), "event share-a-drink", "player 1")
        self.assertEqual("1:D1", self.at(game, 1))

    def test_gravity_boots_ruling_16(self):
        game = self.table()
        all_tiles(game, 1)
        tiles(game, B1_1="surveillance-3", C1_1="crows-nest-1")
        bouncer(game, "1:A1", "1:A4")
        q = player(game, 2, "1:C2")
        game.crows = {cell("1:D1")}
        self.act(game, "move 1:B3")
        self.assertEqual(1, game.cubes[cell("1:B1")])
        self.assertEqual(1, q.heat)
        self.assertEqual(set(), game.crows)


class CatchATiger(FinaleTest):
    finale = "catch-a-tiger"

    def table(self, size=2, tiger="1:B2", **more):
        game = super().table(size=size, **more)
        game.tiger = cell(tiger)
        for p in game.players:
            p.steaks = 4 // size
        return game

    def test_catch_a_tiger_setup(self):
        for size, steaks in ((2, [2, 2]), (3, [2, 1, 1]), (4, [1, 1, 1, 1])):
            game = super().table(size=size)
            self.run_rule(finales.catch_a_tiger_setup(game), "player 2")
            self.assertEqual("1:C2", str(game.tiger))
            self.assertEqual(steaks, [p.steaks for p in game.players])

    def test_catch_a_tiger_ruling_2(self):
        game = super().table()
        bouncer(game, "1:C2", "1:A1")
        self.start(finales.catch_a_tiger_setup(game))
        self.assert_asks("player 1")
        bouncer(game, "2:B2", "2:A1")
        self.start(finales.catch_a_tiger_setup(game))
        self.assert_asks("player 1", "player 2")
        self.answer("player 1")
        self.assertIsNone(self.over)  # ruling.6

    def test_catch_a_tiger_rule_1(self):
        game = self.table(walls=(("B2-B3",), ()))
        player(game, 1, "1:B3", actions_left=2)
        self.assert_illegal(game, "steak")
        player(game, 1, "1:B1", actions_left=2)
        self.act(game, "steak")
        self.assertEqual({cell("1:B1")}, game.steak_cells)
        self.assertEqual(1, game.players[0].steaks)
        self.assert_illegal(game, "steak")
        player(game, 1, "1:B2", actions_left=2)
        self.assert_illegal(game, "steak")

    def test_catch_a_tiger_rule_2(self):
        game = self.table()
        game.steak_cells = game.had_steak = {cell("1:B3")}
        player(game, 1, "2:D1", actions_left=0)
        self.end_turn(game, "patrol 2:B1")
        self.assertEqual("1:B2", str(game.tiger))
        player(game, 1, "1:D1", actions_left=0)
        self.end_turn(game, "patrol 1:C1")
        self.assertEqual("1:B3", str(game.tiger))

    def test_catch_a_tiger_ruling_1(self):
        game = self.table()
        game.steak_cells = {cell("1:B3"), cell("1:B1")}
        player(game, 1, "1:D1", actions_left=0)
        self.start(turn.turn_end(game, game.players[0]))
        self.assert_asks("tile 1:B1", "tile 1:B3")

    def test_catch_a_tiger_unlock_ruling_7(self):
        game = self.table()
        game.steaks_eaten = 3
        game.steak_cells = {cell("1:B3")}
        player(game, 1, "1:A1", actions_left=0)
        self.end_turn(game, "patrol 1:C1")
        self.assertEqual("1:A1", self.at(game, 1))
        self.assertTrue(game.unlocked)
        self.assertIsNone(game.tiger)
        self.end_turn(game)
        self.assertEqual("exited", game.players[0].at)

    def test_catch_a_tiger_lose(self):
        game = self.table()
        self.assertEqual("tiger-seen", self.run_rule(bouncers.bouncer_enter(game, 1, cell("1:B2"))))

    def test_catch_a_tiger_ruling_5(self):
        game = self.table()
        game.crows = {cell("1:B3")}
        game.steak_cells = {cell("1:B3")}
        hidden_chip(game, "1:B3")
        player(game, 1, "1:D1", actions_left=0)
        self.end_turn(game, "patrol 1:C1")
        self.assertEqual({cell("1:B3")}, game.crows)
        self.assertTrue(game.chips)


class HailMary(FinaleTest):
    finale = "hail-mary"

    def table(self, size=3, **more):
        game = super().table(size=size, **more)
        game.football = cell("2:B2")
        return game

    def test_hail_mary_setup(self):
        game = super().table()
        self.set_up(game)
        self.assertEqual("2:B2", str(game.football))

    def test_hail_mary_rule_1(self):
        game = self.table(walls=((), ("B2-B3",)))
        player(game, 2, "2:D2")
        player(game, 3, "2:B4")
        self.assertEqual(["2:D2"], self.words(game, "throw"))
        self.act(game, "throw 2:D2")
        self.assertEqual("2:D2", str(game.football))
        self.assert_no_word(game, "throw")

    def test_hail_mary_rule_1_two_players(self):
        game = self.table(size=2, walls=((), ("B2-B3",)))
        player(game, 2, "2:B4")
        self.assertEqual(["2:B4"], self.words(game, "throw"))

    def test_hail_mary_ruling_3(self):
        game = self.table(walls=((), ()))
        game.football = cell("2:A2")
        player(game, 1, "2:A2", actions_left=1)
        player(game, 2, "2:D2")
        player(game, 3, "2:B2")
        self.assertEqual(["2:B2", "2:D2"], self.words(game, "throw"))
        self.assertNotIn("2:A2", self.words(game, "throw"))

    def test_hail_mary_rule_2_and_rulings_2_4_5(self):
        game = self.table()
        game.football = cell("2:A1")
        player(game, 1, "2:A1", actions_left=2)
        player(game, 2, "1:A1")
        self.assert_illegal(game, "throw-down")
        tiles(game, A1_2="escalator-3")
        self.assert_legal(game, "throw-down")
        game.out_of_order = cell("2:A1")
        self.assert_illegal(game, "throw-down")
        game.out_of_order = None
        tiles(game, A1_2="slots-3")
        game.escalator = cell("2:A1")
        self.act(game, "throw-down")
        self.assertEqual("1:A1", str(game.football))
        self.assertTrue(game.unlocked)  # 1:A1 is an entrance

    def test_hail_mary_ruling_1(self):
        game = self.table()
        game.unlocked = True
        game.football = cell("1:C3")
        player(game, 1, "1:A1", actions_left=0)
        self.end_turn(game)
        self.assertEqual("exited", game.players[0].at)


class TheRaid(FinaleTest):
    finale = "the-raid"

    def test_the_raid_setup(self):
        game = self.table()
        tiles(game, A1_2="slots-3", B1_2="slots-4")
        self.set_up(game)
        self.assertEqual(14, len(game.swat))  # all but the Safe and the Slots 3
        self.assertIn(cell("2:B1"), game.swat)
        self.assertEqual(0, game.players[0].heat)

    def test_the_raid_rule_1_ruling_1(self):
        game = self.table()
        tiles(game, A2_2="slots-4")
        game.swat = {cell("2:A2")}
        game.cracked = {cell("2:D1")}
        self.act(game, "move 2:A2")
        self.assertEqual(2, game.players[0].heat)
        self.assertEqual({cell("2:A2")}, game.swat)

    def test_the_raid_rule_2_ruling_5(self):
        game = self.table()
        game.swat = {cell("2:C2")}
        player(game, 1, "1:C2", actions_left=2)
        self.act(game, "remove-swat")
        self.assertEqual(set(), game.swat)
        self.assert_illegal(game, "remove-swat")

    def test_the_raid_rule_3_ruling_4_win(self):
        game = self.table()
        tiles(game, A2_2="front-desk-1")
        game.cracked = {cell("2:A2")}
        over = self.run_rule(moving.enter(game, game.players[1], cell("2:A2"), ignore_wye=True))
        self.assertEqual("raid-over", over)

    def test_the_raid_ruling_2(self):
        game = self.table()
        tiles(game, A2_2="slots-4")
        game.swat = game.cracked = {cell("2:A2")}
        game.players[0].heat = 4
        self.assertEqual("caught", self.act(game, "move 2:A2"))

    def test_the_raid_rule_4(self):
        game = self.table()
        game.swat = {cell("2:D3")}
        self.run_rule(bouncers.bouncer_enter(game, 2, cell("2:D3")))
        self.assertEqual({cell("2:D3")}, game.swat)

    def test_the_raid_ruling_6(self):
        game = self.table()
        game.unlocked = True
        player(game, 1, "1:A1", actions_left=0)
        self.end_turn(game, "patrol 1:B1")
        self.assertEqual("1:A1", self.at(game, 1))


class BringingDownTheHouse(FinaleTest):
    finale = "bringing-down-the-house"

    def test_bringing_down_the_house_rule_1(self):
        game = self.table(walls=((), ("B2-B3", "C3-C4")))
        self.assertEqual(["2:B3"], self.words(game, "destroy"))
        bouncer(game, "2:D4", "2:A4")
        self.act(game, "destroy 2:B3")
        self.assertEqual({board.wall_on(2, "C3-C4")}, game.walls[2])
        self.assertEqual(1, game.players[0].walls_destroyed)
        self.assertEqual("2:B2", str(game.bouncers[2].marker))
        self.assertEqual("2:C4", str(game.bouncers[2].at))

    def test_bringing_down_the_house_rule_2(self):
        for size, quota in ((2, 5), (3, 4), (4, 3)):
            game = self.table(size=size, walls=((), ("B2-B3",)))
            game.players[0].walls_destroyed = quota
            self.assert_no_word(game, "destroy")
            game.players[0].walls_destroyed = quota - 1
            self.assertTrue(self.words(game, "destroy"))

    def test_bringing_down_the_house_ruling_2(self):
        game = self.table(walls=((), ("B2-B3",)))
        give(game, 1, "crowbar")
        self.act(game, "crowbar 2:B3")
        self.assertEqual(0, game.players[0].walls_destroyed)

    def test_bringing_down_the_house_unlock(self):
        game = self.table()
        player(game, 1, "1:A1", actions_left=0)
        game.players[0].walls_destroyed = 4
        self.end_turn(game, "patrol 1:B1")
        game.players[0].walls_destroyed = 5
        self.end_turn(game)
        self.assertEqual("exited", game.players[0].at)
