"""The worked examples of section 11."""

from fractions import Fraction

from ..board import cell
from ..rules import bouncers, finales, turn
from ..session import Session
from .helpers import RuleTest, all_tiles, bouncer, hidden_chip, new_game, no_gear, open_chip, player, tiles


class Examples(RuleTest):
    def route(self, game, floor, *answers):
        """The cells a bouncer comes to in his turn."""
        cells = []
        enter = bouncers.bouncer_enter

        def noted(game, floor, to, *rest, **more):
            cells.append(str(to))
            yield from enter(game, floor, to, *rest, **more)

        bouncers.bouncer_enter = noted
        try:
            self.run_rule(bouncers.bouncer_turn(game, floor, 3), *answers)
        finally:
            bouncers.bouncer_enter = enter
        return cells

    def test_ex_1(self):
        game = new_game()
        bouncer(game, "1:B4", "1:D2")
        self.assertEqual(["1:B3", "1:B2", "1:C2"], self.route(game, 1))

    def test_ex_2(self):
        game = new_game(walls=((), ("B2-B3",)))
        bouncer(game, "2:B2", "2:B4")
        self.assertEqual(["2:C2", "2:C3", "2:C4"], self.route(game, 2))

    def test_ex_3(self):
        game = new_game()
        bouncer(game, "1:A1", "1:C1")
        self.assertEqual(["1:B1", "1:C1", "1:C2"], self.route(game, 1, "patrol 1:C4"))
        self.assertEqual("1:C4", str(game.bouncers[1].marker))

    def test_ex_4(self):
        game = new_game()
        bouncer(game, "1:A3", "1:A3")
        self.run_rule(bouncers.reached(game, 1), "patrol 1:A3", "patrol 1:B4")
        self.assertEqual("1:B4", str(game.bouncers[1].marker))
        self.assertEqual(["1:A3", "1:B4"], sorted(game.decks[1].discards))

    def test_ex_5(self):
        game = new_game()
        bouncer(game, "1:B2", "1:D4")
        tiles(game, B2_1="slots-3")
        p = player(game, 1, "1:A2", heat=1, actions_left=4)
        self.act(game, "move 1:B2")
        self.assertEqual(3, p.heat)
        self.assertEqual("1:D4", str(game.bouncers[1].marker))
        self.assertEqual("1:B2", str(game.bouncers[1].at))

    def test_ex_6(self):
        game = new_game(walls=(("B2-C2",), ()))
        hidden_chip(game, "1:B2")
        p = player(game, 1, "1:A2", actions_left=4)
        self.act(game, "move 1:B2", "chip drunk", "tile front-desk-1")
        self.assertEqual("1:C2", self.at(game, 1))
        self.assertNotIn(cell("1:B2"), game.tiles)
        self.assertEqual("front-desk-1", game.tiles[cell("1:C2")])
        self.assertEqual(1, p.heat)
        self.assertEqual(3, game.actions)
        self.assertEqual({}, game.chips)

    def test_ex_7(self):
        game = new_game()
        hidden_chip(game, "1:D3")
        bouncer(game, "1:D1", "1:A1")
        player(game, 1, "1:C3", heat=2, actions_left=4)
        self.act(game, "move 1:D3", "chip drunk", "tile pit-boss-6")
        self.assertEqual("1:D3", str(game.bouncers[1].marker))
        self.assertEqual("1:D2", str(game.bouncers[1].at))
        self.assertEqual({}, game.chips)

    def test_ex_8(self):
        game = new_game()
        hidden_chip(game, "2:C1")
        hidden_chip(game, "1:C1")
        p = player(game, 1, "2:B1", actions_left=4)
        self.act(game, "move 2:C1", "chip drunk", "chip mole", "tile front-desk-1")
        self.assertEqual("1:C1", self.at(game, 1))
        self.assertTrue(game.chip_face_up(cell("1:C1"), "mole"))
        self.assertEqual(1, p.heat)
        self.assertNotIn(cell("2:C1"), game.tiles)

    def test_ex_9(self):
        game = new_game()
        hidden_chip(game, "2:C2")
        p = player(game, 1, "2:B2", heat=2, actions_left=4)
        self.act(game, "peek 2:C2", "chip prima-donna", "tile table-games-5", "dice 34")
        self.assertEqual("2:C2", self.at(game, 1))
        self.assertEqual({}, game.chips)
        self.assertEqual(1, p.heat)
        self.assertEqual(3, game.actions)

    def test_ex_10(self):
        game = new_game()
        hidden_chip(game, "1:C1")
        bouncer(game, "1:D4", "1:A4")
        p = player(game, 1, "1:B1", actions_left=4)
        self.act(game, "peek 1:C1", "chip undercover", "tile crows-nest-1")
        self.assertEqual("1:C1", str(game.bouncers[1].at))
        self.assertEqual("1:A4", str(game.bouncers[1].marker))
        self.assertEqual(0, p.heat)

    def test_ex_11(self):
        game = new_game()
        tiles(game, B2_2="safe", A2_2="slots-3", C2_2="pit-boss-6", B1_2="buffet-5", B3_2="pool-1", B4_2="lounge-4")
        game.cracked = {cell("2:B3")}
        game.dice_safe, game.dice_supply = 3, 2
        player(game, 1, "2:B2", actions_left=2)
        self.act(game, "roll", "dice 355")
        self.assertEqual({cell("2:B3"), cell("2:A2"), cell("2:B1")}, game.cracked)
        self.assertEqual((2, 1), (game.dice_safe, game.dice_office))
        self.assert_legal(game, "roll")

    def test_ex_12(self):
        game = new_game()
        tiles(game, B2_1="cashier-cages-5")
        game.cubes[cell("1:B2")] = 4
        player(game, 1, "1:B2", actions_left=4)
        self.start(self.options(game)["move 1:B3"]())
        stays = sum(p for name, p in self.asked.outcomes.items() if int(name[-1]) < 4)
        self.assertEqual(Fraction(3, 6), stays)
        self.answer("dice 3")
        self.assertEqual("1:B2", self.at(game, 1))
        self.assertEqual(3, game.actions)
        all_tiles(game, 1)
        self.act(game, "move 1:B3", "dice 4")
        self.assertEqual("1:B3", self.at(game, 1))
        self.assertEqual(2, game.actions)

    def test_ex_13(self):
        game = new_game()
        tiles(game, C3_1="buffet-5")
        game.cubes[cell("1:C3")] = 2
        bouncer(game, "1:C1", "1:A1")
        p = player(game, 1, "1:B3", actions_left=4)
        self.act(game, "move 1:C3", "patrol 1:A4")
        self.assertEqual(0, game.cubes[cell("1:C3")])
        self.assertEqual(2, p.heat)
        self.assertEqual("1:C3", str(game.bouncers[1].at))
        self.assertEqual("1:A4", str(game.bouncers[1].marker))

    def test_ex_14(self):
        game = new_game(characters=("acrobat", "hacker", "rook"))
        tiles(game, C2_2="surveillance-3")
        game.cubes[cell("2:C2")] = 3
        bouncer(game, "2:C1", "2:C4")
        x, y, z = player(game, 1, "2:C2"), player(game, 2, "2:A4", heat=1), player(game, 3, "1:A1")
        self.run_rule(bouncers.bouncer_enter(game, 2, cell("2:C2")))
        self.assertEqual([4, 3, 0], [x.heat, y.heat, z.heat])
        self.assertEqual(0, game.cubes[cell("2:C2")])

    def test_ex_15(self):
        game = new_game()
        bouncer(game, "1:B2", None)
        p = player(game, 1, "1:B2", heat=3)
        self.assertEqual([], self.route(game, 1))
        self.assertEqual(5, p.heat)

    def test_ex_16(self):
        game = new_game()
        open_chip(game, "1:C2", "crowd")
        bouncer(game, "1:A2", "1:D2")
        x, y = player(game, 1, "1:C2"), player(game, 2, "1:C2")
        self.assertEqual(["1:B2", "1:C2", "1:D2"], self.route(game, 1, "patrol 1:A1"))
        self.assertEqual([0, 0], [x.heat, y.heat])
        self.assertEqual({}, game.chips)
        self.assertEqual("1:A1", str(game.bouncers[1].marker))

    def test_ex_17(self):
        game = new_game(characters=("juicer", "hacker"))
        no_gear(game)
        from .helpers import give

        give(game, 1, "bingo")
        held = game.players[0].gear["bingo"]
        held.uses = 1
        bouncer(game, "2:A1", None)
        bouncer(game, "1:D4", "1:A3")
        player(game, 2, "2:C2", actions_left=4)
        self.assertEqual(
            ["1:A1", "1:A2", "1:A4", "1:B3", "1:C3", "1:D3"],
            self.words(game, "bingo"),
        )
        self.act(game, "bingo 1:C3")
        self.assertEqual("1:C3", str(game.bouncers[1].marker))
        self.assertEqual("back", held.side)
        self.assertEqual("take_heat", held.card.back)

    def test_ex_18(self):
        for characters in (["rook", "hawk"], ["rook", "hawk", "raven", "rigger"]):
            setup = new_game(characters=characters).setup
            session = Session(setup)
            self.assertEqual([17, 16], [len(session.game.decks[floor].places) for floor in (1, 2)])
            for card in ("1:A1", "1:B1", "2:C4", "2:D4"):
                session.take(f"patrol {card}")
            self.assertEqual([15, 14], [len(session.game.decks[floor].places) for floor in (1, 2)])
            self.assertEqual(1, session.game.decks[1].top().things["distracted"])

    def test_ex_19(self):
        game = new_game()
        game.finale = "laundry-day"
        tiles(game, A1_1="escalator-4", B1_1="magic-show-3", C1_1="magic-show-4", A2_1="monorail-1")
        p = player(game, 1, "1:A2", actions_left=4)
        p.die = 2
        shown = []
        for step in ("1:A1", "1:B1", "1:C1"):
            self.act(game, f"move {step}")
            shown.append(p.die)
        self.assertEqual([2, 3, 4], shown)

    def test_ex_20(self):
        for characters in (("acrobat", "hacker", "rook"), ("acrobat", "hacker")):
            game = new_game(characters=characters, walls=((), ("B2-C2", "C2-D2")))
            game.finale = "rescuing-her-ride"
            game.car = cell("2:B2")
            bouncer(game, "2:A4", None)
            tiles(game, B2_2="safe", D2_2="monorail-2")
            p = player(game, 1, "2:B2", actions_left=4)
            p.in_car = True
            if game.size == 2:
                self.assert_illegal(game, "drive e")
                self.assert_legal(game, "drive s")
                continue
            self.act(game, "drive e")
            self.assertEqual("2:D2", str(game.car))
            self.assertEqual("2:D2", self.at(game, 1))
            self.assertEqual(set(), game.walls[2])

    def test_ex_21(self):
        game = new_game()
        game.finale = "gravity-boots"
        all_tiles(game, 1)
        game.boots = player(game, 1, "1:A3", actions_left=4)
        player(game, 2, "1:D3")
        bouncer(game, "1:B1", "1:A4")
        self.act(game, "move 1:B3")
        self.assertEqual("1:D3", self.at(game, 1))
        self.assertEqual("1:D1", str(game.bouncers[1].at))
        self.assertEqual(3, game.actions)

    def test_ex_22(self):
        game = new_game()
        game.finale = "catch-a-tiger"
        game.tiger = cell("1:B2")
        game.steak_cells = {cell("1:B3")}
        game.had_steak = {cell("1:B3")}
        bouncer(game, "1:B4", "1:B3")
        p = player(game, 1, "1:D4", actions_left=1)
        over = self.run_rule(turn.turn_end(game, p))
        self.assertEqual("tiger-seen", over)
        self.assertEqual(1, game.steaks_eaten)
        self.assertEqual("1:B3", str(game.tiger))

    def test_ex_23(self):
        game = new_game()
        game.finale = "the-raid"
        tiles(game, A1_2="pool-2")
        game.cracked = {cell("2:A1"), cell("2:B2")}
        game.swat = {cell("2:A1")}
        p = player(game, 1, "2:A2", heat=3, actions_left=4)
        self.act(game, "move 2:A1", "event no-running")
        self.assertEqual(5, p.heat)
        self.assertEqual({cell("2:B2")}, game.cracked)

    def test_ex_24(self):
        game = new_game(characters=("acrobat", "hacker", "rook"))
        hidden_chip(game, "1:A1")
        knowledge = game.chip_knowledge
        for kind, count in list(knowledge.unseen.items()):
            for _ in range(count - (1 if kind in ("mole", "drunk") else 0)):
                knowledge.saw(kind)
        outcomes = {name: p for name, p in knowledge.distribution().items() if p}
        self.assertEqual({"chip mole": Fraction(1, 2), "chip drunk": Fraction(1, 2)}, outcomes)

    def test_examples_use_the_rules_of_finales(self):
        self.assertEqual({2: 5, 3: 4, 4: 3}, finales.QUOTA)
