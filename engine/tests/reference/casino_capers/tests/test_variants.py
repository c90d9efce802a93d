"""Sections 3.2 (Dead Drops) and 3.3 (abilities)."""

from .. import data
from ..board import cell
from ..rules import bouncers, moving, turn
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


def card_of(task):
    return next(card for card, tasks in data.TASKS.items() if task in tasks)


class DeadDrops(RuleTest):
    def table(self, task, owner=2, **setup):
        """The card with this task belongs to the owner; the other player's card is another one."""
        card = card_of(task)
        cards = [8 if card != 8 else 1] * 2
        cards[owner - 1] = card
        game = new_game(dead_drops=cards, **setup)
        player(game, 1, "1:B2", actions_left=4)
        return game

    def assert_done(self, game, task):
        """The task has just been completed: it is to be accepted or declined."""
        self.assert_asks("accept", "decline")
        self.assertIn(task, game.tasks_done)

    def begin(self, game, notation, *answers):
        self.start(self.options(game)[notation]())
        for answer in answers:
            self.answer(answer)

    def test_dd_setup(self):
        game = self.table("enter-pool")
        self.assertEqual([{}, {}], [p.gear for p in game.players])
        self.assertEqual(27, len(game.gear_pile))
        self.assertEqual(29, len(self.table("enter-pool", alternates=["hack", "caw"]).gear_pile | {"hack", "x"}))

    def test_dd_task(self):
        game = self.table("clear-surveillance")
        tiles(game, B2_1="surveillance-3")
        game.cubes[cell("1:B2")] = 1
        self.begin(game, "clear")
        self.assert_done(game, "clear-surveillance")
        self.answer("accept")
        self.assertEqual(27, len(self.asked.outcomes))
        self.answer("gear vault")
        self.answer("gear caw")
        self.assert_asks("keep vault", "keep caw")
        self.answer("keep caw")
        self.assertIsNone(self.asked)
        self.assertEqual("prepped 0", game.players[1].gear["caw"].describe())
        self.assertEqual(25, len(game.gear_pile))
        # once in a game
        game.cubes[cell("1:B2")] = 1
        self.act(game, "clear")

    def test_dd_short(self):
        game = self.table("clear-surveillance")
        tiles(game, B2_1="surveillance-3")
        game.cubes[cell("1:B2")] = 1
        game.gear_pile = {"vault"}
        self.act(game, "clear", "accept", "gear vault")
        self.assertIn("vault", game.players[1].gear)
        game = self.table("clear-surveillance")
        tiles(game, B2_1="surveillance-3")
        game.cubes[cell("1:B2")] = 1
        game.gear_pile = set()
        self.act(game, "clear")
        self.assertEqual({"clear-surveillance"}, game.tasks_done)

    def test_dd_short_exclusion(self):
        game = self.table("clear-surveillance", alternates=["tumble"])
        tiles(game, B2_1="surveillance-3")
        game.cubes[cell("1:B2")] = 1
        self.act(game, "clear", "accept", "gear tumble", "gear caw", "keep tumble")
        self.assertNotIn("vault", game.gear_pile)

    def test_dd_short_decline(self):
        game = self.table("clear-surveillance")
        tiles(game, B2_1="surveillance-3")
        game.cubes[cell("1:B2")] = 1
        self.act(game, "clear", "decline")
        self.assertEqual({"clear-surveillance"}, game.tasks_done)

    def test_dd_when_several(self):
        # One roll: crack_low of player 2, double_crack of player 1, who has the turn.
        game = new_game(dead_drops=[card_of("double-crack"), card_of("crack-low")])
        tiles(game, B2_2="safe", A2_2="pool-1", C2_2="pool-2")
        game.dice_safe, game.dice_supply = 2, 3
        player(game, 1, "2:B2", actions_left=4)
        self.start(self.options(game)["roll"]())
        self.answer("dice 12")
        self.answer("accept")
        self.answer("gear vault")
        self.answer("gear caw")
        self.answer("keep vault")
        self.assertIn("vault", game.players[0].gear)
        self.assert_asks("accept", "decline")
        self.answer("decline")
        self.assertIsNone(self.asked)
        self.assertEqual((1, 1), (game.dice_safe, game.dice_office))

    def test_dd_when_exited_owner(self):
        game = self.table("clear-surveillance")
        tiles(game, B2_1="surveillance-3")
        game.cubes[cell("1:B2")] = 1
        game.players[1].at = "exited"
        self.act(game, "clear", "accept", "gear vault", "gear caw", "keep vault")
        self.assertIn("vault", game.players[1].gear)  # H38

    def test_task_enter_pool_and_lounge(self):
        for kind in ("pool-1", "lounge-3"):
            task = "enter-pool" if kind == "pool-1" else "enter-lounge"
            game = self.table(task)
            tiles(game, B3_1=kind)
            game.out_of_order = cell("1:B3")
            self.begin(game, "move 1:B3")
            self.assert_done(game, task)

    def test_task_bouncer_heat(self):
        game = self.table("bouncer-heat")
        bouncer(game, "1:D4", "1:B1")
        self.start(bouncers.bouncer_enter(game, 1, cell("1:B2")))
        self.assert_done(game, "bouncer-heat")
        game = self.table("bouncer-heat")
        open_chip(game, "1:B2", "crowd")
        self.run_rule(bouncers.bouncer_enter(game, 1, cell("1:B2")))
        self.assertEqual(set(), game.tasks_done)

    def test_task_bouncer_heat_standing(self):
        game = self.table("bouncer-heat")
        bouncer(game, "1:B2", None)
        self.start(bouncers.bouncer_turn(game, 1, 3))
        self.assert_done(game, "bouncer-heat")

    def test_task_commotion_upstairs(self):
        game = self.table("commotion-upstairs")
        self.run_rule(bouncers.commotion(game, cell("1:A1")))
        self.run_rule(bouncers.commotion(game, cell("2:D4")))
        self.assertEqual(set(), game.tasks_done)
        self.start(bouncers.commotion(game, cell("2:A1")))
        self.assert_done(game, "commotion-upstairs")
        self.assertEqual("2:D4", str(game.bouncers[2].at))  # before the step

    def test_task_end_together_and_end_count_room(self):
        game = self.table("end-together")
        player(game, 2, "1:B2")
        self.start(turn.turn_end(game, game.players[0]))
        self.assert_done(game, "end-together")
        game = self.table("end-count-room")
        tiles(game, B2_1="count-room-1")
        self.start(turn.turn_end(game, game.players[0]))
        self.assert_done(game, "end-count-room")

    def test_task_reveal_office_and_safe(self):
        game = self.table("reveal-office")
        self.begin(game, "peek 1:B3", "tile owners-office")
        self.assert_done(game, "reveal-office")
        game = self.table("reveal-safe")
        player(game, 1, "2:B2")
        self.begin(game, "move 2:B3", "tile safe")
        self.assert_done(game, "reveal-safe")

    def test_task_rides(self):
        game = self.table("ride-monorail")
        tiles(game, B2_1="monorail-1", C3_2="monorail-2")
        self.begin(game, "monorail 2:C3")
        self.assert_done(game, "ride-monorail")
        game = self.table("ride-escalator")
        tiles(game, B2_1="escalator-3")
        self.begin(game, "escalator")
        self.assert_done(game, "ride-escalator")
        self.assertNotIn(cell("2:B2"), game.tiles)  # before the tile reached is resolved
        game = self.table("use-revolving")
        tiles(game, B2_1="revolving-door-5")
        self.begin(game, "revolving-door 1:A1")
        self.assert_done(game, "use-revolving")

    def test_task_peek_discard(self):
        game = self.table("peek-discard")
        hidden_chip(game, "1:B3")
        self.begin(game, "peek 1:B3", "chip saleswoman")
        self.assert_done(game, "peek-discard")

    def test_task_hunting(self):
        game = self.table("hunting")
        empty_deck(game, 1)
        bouncer(game, "1:D4", "1:D4")
        self.start(bouncers.reached(game, 1))
        self.assert_done(game, "hunting")

    def test_task_use_mole_and_move_die(self):
        game = self.table("use-mole")
        open_chip(game, "1:B2", "mole")
        self.begin(game, "mole")
        self.assert_done(game, "use-mole")
        game = self.table("move-die")
        tiles(game, B2_1="owners-office", C3_2="safe")
        game.dice_office, game.dice_supply = 1, 4
        self.begin(game, "send-die")
        self.assert_done(game, "move-die")

    def test_task_lucky_roll(self):
        game = self.table("lucky-roll")
        tiles(game, B3_1="table-games-5")
        self.begin(game, "move 1:B3", "dice 56")
        self.assert_done(game, "lucky-roll")

    def test_task_enter_cages(self):
        game = self.table("enter-cages")
        tiles(game, B3_1="cashier-cages-5")
        self.act(game, "move 1:B3")
        self.assertEqual(set(), game.tasks_done)
        player(game, 1, "1:B2")
        self.begin(game, "move 1:B3")
        self.assert_done(game, "enter-cages")

    def test_task_enter_bouncer(self):
        game = self.table("enter-bouncer")
        bouncer(game, "1:B3", "1:D4")
        game.players[0].disguise = True
        self.begin(game, "move 1:B3")
        self.assert_done(game, "enter-bouncer")

    def test_task_meet_prima_donna(self):
        game = self.table("meet-prima-donna")
        hidden_chip(game, "1:B3")
        self.begin(game, "peek 1:B3", "chip prima-donna")
        self.assert_done(game, "meet-prima-donna")

    def test_task_row_open(self):
        game = self.table("row-open")
        tiles(game, A3_1="slots-3", C3_1="slots-4", D3_1="pool-1")
        self.begin(game, "peek 1:B3", "tile pool-2")
        self.assert_done(game, "row-open")

    def test_task_double_crack(self):
        game = self.table("double-crack")
        tiles(game, B2_2="safe", A2_2="slots-3", C2_2="magic-show-3")
        game.dice_safe, game.dice_supply = 1, 4
        player(game, 1, "2:B2")
        self.begin(game, "roll", "dice 3")
        self.assert_done(game, "double-crack")

    def test_task_fall(self):
        game = self.table("fall")
        hidden_chip(game, "2:B3")
        player(game, 1, "2:B2")
        self.begin(game, "move 2:B3", "chip drunk")
        self.assert_done(game, "fall")
        self.assertEqual("1:B3", self.at(game, 1))


class Abilities(RuleTest):
    def table(self, character, at="1:B2", walls=((), ()), on=True):
        game = new_game(characters=(character, "hawk" if character != "hawk" else "raven"), walls=walls, abilities=on)
        no_gear(game)
        player(game, 1, at, actions_left=4)
        return game

    def test_abilities_off(self):
        game = self.table("rook", on=False)
        self.assertEqual(4, len(self.words(game, "move")))

    def test_abil_rook(self):
        game = self.table("rook", at="1:A1", walls=(("A1-B1",), ()))
        self.assertEqual(["1:A2", "1:B2"], self.words(game, "move"))
        game = self.table("rook", at="1:A1", walls=(("A1-B1", "A2-B2"), ()))
        self.assertEqual(["1:A2"], self.words(game, "move"))
        game = self.table("rook", at="1:A1")
        all_tiles(game, 1)
        hidden_chip(game, "1:B2")
        self.act(game, "move 1:B2", "chip drunk")  # dir is diagonal
        self.assertEqual("1:C3", self.at(game, 1))
        self.assertEqual(3, game.actions)

    def test_abil_rook_cages_and_saleswoman(self):
        game = self.table("rook", at="1:A1")
        tiles(game, A1_1="cashier-cages-5")
        game.cubes[cell("1:A1")] = 5
        self.act(game, "move 1:B2", "dice 1")
        self.assertEqual("1:A1", self.at(game, 1))
        open_chip(game, "1:A1", "saleswoman")
        self.assert_no_word(game, "move")

    def test_abil_peterman(self):
        for mode in ("full", "reduced", "off"):
            game = self.table("peterman", at="2:B2")
            game.windows = mode
            tiles(game, B2_2="safe")
            game.dice_safe, game.dice_supply = 2, 3
            self.start(self.options(game)["roll"]())
            self.answer("dice 24")
            self.assert_asks("pass", "reroll 2", "reroll 4", "reroll 24")
            self.answer("reroll 4")
            self.answer("dice 6")
            self.assertIsNone(self.asked)  # once per turn
            self.act(game, "roll", "dice 1")

    def test_abil_peterman_own_safe_roll_only(self):
        game = self.table("peterman")
        tiles(game, B3_1="table-games-5")
        self.act(game, "move 1:B3", "dice 34")

    def test_abil_hacker(self):
        game = self.table("hacker")
        game.actions = 0
        self.act(game, "peek 1:B3", "tile slots-3")
        self.assertEqual(0, game.actions)

    def test_abil_rigger(self):
        game = self.table("rigger")
        self.act(game, "zip-line")
        self.assertEqual({"B2"}, game.zip_lines)
        self.assert_illegal(game, "zip-line")
        all_tiles(game, 2)
        self.act(game, "ride-zip-line")
        self.assertEqual("2:B2", self.at(game, 1))
        self.assert_illegal(game, "zip-line")  # once per turn
        game.used_this_turn = set()
        self.assert_illegal(game, "zip-line")  # not where one lies
        player(game, 1, "2:C3")
        self.act(game, "zip-line")
        game.used_this_turn = set()
        player(game, 1, "2:D3")
        self.assert_illegal(game, "zip-line")  # two in a game

    def test_abil_rigger_anybody_rides(self):
        game = self.table("rigger")
        game.zip_lines = {"C3"}
        game.players[0].at = "exited"
        player(game, 2, "1:C3", actions_left=1)
        self.assert_legal(game, "ride-zip-line")
        self.assert_illegal(game, "zip-line")

    def test_abil_rigger_not_from_the_car(self):
        game = self.table("rigger", at="2:B2")
        game.finale, game.car = "rescuing-her-ride", cell("2:B2")
        game.zip_lines = {"B2"}
        self.assert_legal(game, "ride-zip-line")
        game.players[0].in_car = True
        self.assert_illegal(game, "ride-zip-line", "zip-line")

    def test_abil_acrobat(self):
        game = self.table("acrobat", walls=(("B2-B3", "B2-C2"), ()))
        all_tiles(game, 1)
        self.assertEqual(4, len(self.words(game, "move")))
        self.act(game, "move 1:B3")
        self.assertEqual(3, game.actions)
        self.assertNotIn("1:B2", self.words(game, "move"))  # once per turn

    def test_abil_acrobat_failed_roll_uses_it_up(self):
        game = self.table("acrobat", walls=(("B2-B3",), ()))
        tiles(game, B2_1="cashier-cages-5")
        game.cubes[cell("1:B2")] = 5
        self.act(game, "move 1:B3", "dice 1")
        self.assertNotIn("1:B3", self.words(game, "move"))

    def test_abil_acrobat_what_was_declared_counts(self):
        for start, target, arrives in ((("B2-B3",), "1:B3", True), (("C1-C2",), "1:B3", False)):
            game = self.table("acrobat", walls=(start, ()))
            give(game, 2, "barricade")
            all_tiles(game, 1)
            tiles(game, B2_1="cashier-cages-5")
            game.cubes[cell("1:B2")] = 2
            move = "barricade 1:B2-B3 1:D3-D4" if arrives else "barricade 1:C1-C2 1:B2-B3"
            self.start(self.options(game)[f"move {target}"]())
            self.answer("dice 6")
            self.answer(move)
            while self.asked is not None:
                self.answer("pass")
            self.assertEqual(target if arrives else "1:B2", self.at(game, 1))  # H54

    def test_abil_juicer(self):
        game = self.table("juicer")
        tiles(game, A1_1="surveillance-3", A1_2="surveillance-4")
        game.cubes[cell("1:A1")] = 3
        game.out_of_order = cell("1:A1")
        self.assertEqual(["1:A1"], self.words(game, "jam"))  # H55
        game.out_of_order = None
        self.act(game, "jam 1:A1")
        self.assertEqual(0, game.cubes[cell("1:A1")])
        self.assert_no_word(game, "jam")
        self.run_rule(bouncers.bouncer_enter(game, 1, cell("1:A1")))
        self.assertEqual(0, game.cubes[cell("1:A1")])
        self.start(turn.take_turn(game, game.players[1]))
        self.assertEqual("1:A1", str(game.jammed))
        self.start(turn.take_turn(game, game.players[0]))
        self.assertIsNone(game.jammed)

    def test_abil_juicer_exits(self):
        game = self.table("juicer", at="1:A1")
        game.finale, game.unlocked, game.jammed = "hail-mary", True, cell("1:C3")
        self.run_rule(turn.turn_end(game, game.players[0]))
        self.assertIsNone(game.jammed)

    def test_abil_hawk(self):
        game = self.table("hawk", at="1:A1", walls=(("A1-B1", "A2-A3"), ()))
        self.assertEqual(["1:A2", "1:B2"], self.words(game, "peek"))
        game = self.table("hawk", at="1:B2")
        self.assertEqual(
            sorted(f"1:{s}" for s in ["A1", "C1", "A3", "C3", "B4", "D2", "B1", "B3", "A2", "C2"]),
            self.words(game, "peek"),
        )

    def test_abil_ghost(self):
        game = self.table("ghost")
        tiles(game, B3_1="slots-3")
        self.assertEqual(["1:A2", "1:B1", "1:C2"], self.words(game, "quiet"))
        self.act(game, "quiet 1:C2")
        self.assertNotIn(cell("1:C2"), game.tiles)
        self.assert_legal(game, "lights")
        self.act(game, "lights", "tile front-desk-1")
        self.assertEqual(0, game.players[0].heat)
        self.assert_illegal(game, "lights")

    def test_abil_ghost_chips_and_heat(self):
        game = self.table("ghost")
        hidden_chip(game, "1:C2")
        bouncer(game, "1:C2", "1:A1")
        self.act(game, "quiet 1:C2", "chip mole")
        self.assertEqual(2, game.players[0].heat)
        self.assert_legal(game, "mole")

    def test_abil_ghost_drunk(self):
        game = self.table("ghost", at="1:C2")
        hidden_chip(game, "1:D2")
        self.act(game, "quiet 1:D2", "chip drunk")
        self.assertNotIn(cell("1:D2"), game.tiles)  # H56: at the edge
        game = self.table("ghost", at="1:B2")
        hidden_chip(game, "1:C2")
        self.act(game, "quiet 1:C2", "chip drunk", "tile front-desk-1")
        self.assertEqual(("1:D2", 1), (self.at(game, 1), game.players[0].heat))

    def test_abil_ghost_revealed_before_she_arrives(self):
        game = self.table("ghost")
        game.tiles[cell("1:C2")] = "front-desk-1"
        self.run_rule(moving.enter(game, game.players[0], cell("1:C2"), "e", quiet=True))
        self.assertEqual(1, game.players[0].heat)

    def test_abil_ghost_with_boots(self):
        game = self.table("ghost", at="1:A2", walls=(("C2-D2",), ()))
        game.finale, game.boots = "gravity-boots", game.players[0]
        tiles(game, B2_1="slots-3")
        self.assertIn("1:B2", self.words(game, "quiet"))  # the slide stops on C2, face down
        tiles(game, C2_1="slots-4")
        self.assertNotIn("1:B2", self.words(game, "quiet"))

    def test_abil_not_for_the_boots_player(self):
        for character in ("rook", "acrobat"):
            game = self.table(character, walls=(("B2-B3",), ()))
            game.finale, game.boots = "gravity-boots", game.players[0]
            self.assertEqual(["1:A2", "1:B1", "1:C2"], self.words(game, "move"))
