"""Section 7.2 and gear.csv: one test or more for each card, named by its id."""

from .. import board
from ..board import cell
from ..rules import bouncers, turn, windows
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


class GearTest(RuleTest):
    def table(self, card, holder=2, at="1:B2", walls=((), ()), characters=("acrobat", "hacker"), **setup):
        """Player 1 has the turn; the holder of the card is player 2."""
        game = new_game(characters=characters, walls=walls, **setup)
        no_gear(game)
        give(game, holder, card)
        player(game, 1, at, actions_left=4)
        return game

    def use_in(self, game, window, notation, *answers):
        uses = windows.offered(game, window)
        self.assertIn(notation, uses)
        self.run_rule(uses[notation](), *answers)


class Acrobat(GearTest):
    def test_gear_vault(self):
        game = self.table("vault", walls=(("B2-B3", "B2-C2"), ()))
        self.assertEqual(["1:B3", "1:C2"], self.words(game, "vault"))
        hidden_chip(game, "1:B3")
        all_tiles(game, 1)
        self.start(self.options(game)["vault 1:B3"]())
        self.answer("chip drunk")  # window C first
        self.answer("pass")  # dir is the direction of the wall crossed
        self.assertEqual("1:B4", self.at(game, 1))
        self.assertEqual(4, game.actions)

    def test_gear_vault_from_cages_and_saleswoman(self):
        game = self.table("vault", walls=(("B2-B3",), ()))
        all_tiles(game, 1)
        tiles(game, B2_1="cashier-cages-5")
        game.cubes[cell("1:B2")] = 5
        open_chip(game, "1:B2", "saleswoman")
        self.act(game, "vault 1:B3", "pass")
        self.assertEqual({}, game.chips)

    def test_gear_trapeze(self):
        game = self.table("trapeze")
        tiles(game, B2_2="front-desk-1")
        self.act(game, "trapeze")
        self.assertEqual("2:B2", self.at(game, 1))
        self.assertEqual(1, game.players[0].heat)

    def test_gear_contortion(self):
        game = self.table("contortion", at="1:C4")
        self.assert_no_word(game, "contortion")  # only in window S
        q = player(game, 2, "1:C4")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3), "contortion 1", "patrol 1:A1")
        self.assertEqual([0, 2], [game.players[0].heat, q.heat])
        self.assertEqual(set(), game.contorted)

    def test_gear_contortion_movement(self):
        game = self.table("contortion", at="1:C4")
        give(game, 2, "radio-interference")
        # Nested in one movement: Radio Interference in a window S belongs to it.
        self.start(bouncers.bouncer_turn(game, 1, 3))
        self.answer("contortion 1")
        self.answer("radio-interference 1:C4")
        self.assertEqual(0, game.players[0].heat)
        self.assertEqual({game.players[0]}, game.contorted)

    def test_gear_contortion_two_movements(self):
        game = self.table("contortion", at="1:C4")
        give(game, 2, "crybaby")
        self.start(self.options(game)["crybaby 1:C4"]())
        self.answer("pass")  # M (crybaby has one more use)
        self.answer("contortion 1")
        self.answer("pass")  # S
        self.answer("patrol 1:A1")
        self.assertEqual(0, game.players[0].heat)
        self.answer("pass")  # N
        self.assertEqual(set(), game.contorted)  # H48: the second commotion is another movement

    def test_gear_tumble(self):
        game = self.table("tumble", walls=(("B2-B3",), ()))
        self.assertEqual(["1:A2", "1:B1", "1:C2"], self.words(game, "tumble"))
        tiles(game, C2_1="front-desk-1")
        bouncer(game, "1:C2", "1:A4")
        self.act(game, "tumble 1:C2", "pass")
        self.assertEqual("1:C2", self.at(game, 1))
        self.assertEqual(0, game.players[0].heat)


class Hacker(GearTest):
    def test_gear_loop_footage(self):
        game = self.table("loop-footage")
        tiles(game, A1_1="buffet-5", A2_2="cashier-cages-5", A3_1="surveillance-3", A4_1="buffet-5")
        game.cubes.update({cell("1:A1"): 1, cell("2:A2"): 5, cell("1:A3"): 3})
        self.assertEqual(["1:A1", "1:A3", "2:A2"], self.words(game, "loop-footage"))
        self.act(game, "loop-footage 2:A2")
        self.assertEqual(0, game.cubes[cell("2:A2")])

    def test_gear_out_of_order(self):
        game = self.table("out-of-order")
        tiles(game, A1_1="buffet-5", A2_2="safe", A3_1="owners-office")
        game.cubes[cell("1:A1")] = 2
        self.assertEqual(["1:A1"], self.words(game, "out-of-order"))  # H25
        game.finale = "the-raid"
        self.assertEqual(["1:A1", "1:A3", "2:A2"], self.words(game, "out-of-order"))
        self.act(game, "out-of-order 1:A1")
        self.assertEqual(0, game.cubes[cell("1:A1")])

    def test_gear_radio_interference(self):
        game = self.table("radio-interference", walls=(("D3-D4",), ()))
        self.assertEqual(["1:C4", "2:C4", "2:D3"], self.words(game, "radio-interference"))
        tiles(game, C4_1="surveillance-3")
        game.crows = {cell("1:C4")}
        self.act(game, "radio-interference 1:C4")
        self.assertEqual(1, game.cubes[cell("1:C4")])
        self.assertEqual(set(), game.crows)

    def test_gear_radio_interference_onto_marker(self):
        game = self.table("radio-interference")
        bouncer(game, "1:D4", "1:D3")
        self.act(game, "radio-interference 1:D3", "patrol 1:A1", "pass")
        self.assertEqual("1:A1", str(game.bouncers[1].marker))

    def test_gear_hack(self):
        game = self.table("hack")
        self.assert_no_word(game, "hack")
        self.run_rule(bouncers.commotion(game, cell("1:A1")), "hack")
        self.assertEqual(("1:D4", "1:A4"), (str(game.bouncers[1].at), str(game.bouncers[1].marker)))


class Hawk(GearTest):
    def test_gear_binoculars(self):
        game = self.table("binoculars", at="1:A1", walls=(("B1-C1",), ()))
        self.assertEqual(["1:A2", "1:A3", "1:B1"], self.words(game, "binoculars"))
        tiles(game, A3_1="slots-3")
        self.assertEqual(["1:A2", "1:B1"], self.words(game, "binoculars"))
        self.act(game, "binoculars 1:A2", "tile slots-4", "pass")

    def test_gear_x_ray_specs(self):
        game = self.table("x-ray-specs", walls=(("B2-B3",), ()))
        self.assertEqual(["1:B3"], self.words(game, "x-ray-specs"))
        hidden_chip(game, "1:B3")
        self.act(game, "x-ray-specs 1:B3", "chip prima-donna", "pass", "tile front-desk-1", "pass")
        self.assertEqual("1:B3", self.at(game, 1))

    def test_gear_birds_eye(self):
        game = self.table("birds-eye")
        hidden_chip(game, "1:A1")
        open_chip(game, "1:A2", "mole")
        tiles(game, A3_1="slots-3")
        self.assertEqual(29, len(self.words(game, "birds-eye")))
        self.act(game, "birds-eye 2:D4", "tile safe")
        self.assertEqual("safe", game.tiles[cell("2:D4")])

    def test_gear_spyglass(self):
        game = self.table("spyglass", at="1:A1", walls=(("A1-B1",), ()))
        self.assertEqual(["1:A2", "1:A3", "1:A4", "1:B1", "1:C1", "1:D1"], self.words(game, "spyglass"))
        self.act(game, "spyglass 1:D1", "tile slots-3")


class Juicer(GearTest):
    def test_gear_adrenaline(self):
        game = self.table("adrenaline")
        self.act(game, "adrenaline")
        self.assertEqual((5, 7), (game.players[0].heat, game.actions))
        self.assertEqual({}, windows.offered(game, windows.Window("S", floor=1)))

    def test_gear_adrenaline_needs_a_current_player_in_the_casino(self):
        game = self.table("adrenaline")
        game.players[0].at = "outside"
        self.assertEqual({}, windows.offered(game, windows.Window("A")))

    def test_gear_bingo(self):
        game = self.table("bingo")
        bouncer(game, "1:D4", "1:A4")
        bouncer(game, "2:D1", None)
        self.assertEqual(["1:A1", "1:A2", "1:A3", "1:B4", "1:C4"], self.words(game, "bingo"))
        self.act(game, "bingo 1:A1")
        self.assertEqual("1:A1", str(game.bouncers[1].marker))

    def test_gear_fainting_order(self):
        game = self.table("fainting")
        tiles(game, B2_1="surveillance-3")
        bouncer(game, "1:D4", "1:A4")
        self.act(game, "fainting")
        self.assertTrue(game.turn_over)
        self.run_rule(turn.turn_end(game, game.players[0]))
        self.assertEqual(0, game.players[0].heat)
        self.assertEqual(1, game.cubes[cell("1:B2")])
        self.assertEqual("1:B2", str(game.bouncers[1].at))

    def test_gear_fainting_on_the_marker(self):
        game = self.table("fainting")
        bouncer(game, "1:D4", "1:B2")
        self.act(game, "fainting")
        self.run_rule(turn.turn_end(game, game.players[0]), "patrol 1:A1")
        self.assertEqual("1:A1", str(game.bouncers[1].marker))

    def test_gear_fainting_no_count_room(self):
        game = self.table("fainting")
        tiles(game, B2_1="count-room-1")
        self.act(game, "fainting")
        self.run_rule(turn.turn_end(game, game.players[0]))
        self.assertEqual("1:A4", str(game.bouncers[1].marker))

    def test_gear_fainting_banner_heat_counts(self):
        game = self.table("fainting")
        tiles(game, B2_1="crows-nest-1")
        q = player(game, 2, "1:B1")
        self.act(game, "fainting")
        self.run_rule(turn.turn_end(game, game.players[0]))
        self.assertEqual(1, q.heat)

    def test_edge_22(self):
        game = self.table("fainting", at="1:A1")
        game.finale, game.unlocked = "hail-mary", True
        player(game, 2, "1:B1")
        self.act(game, "fainting")
        self.run_rule(turn.turn_end(game, game.players[0]))
        self.assertEqual("exited", game.players[0].at)
        self.assertEqual("1:D4", str(game.bouncers[1].at))

    def test_gear_fainting_with_no_running(self):
        game = self.table("fainting")
        game.no_running = True
        self.act(game, "fainting")
        self.run_rule(turn.turn_end(game, game.players[0]))
        self.assertEqual(["1:B2", "2:B4"], [str(game.bouncers[floor].at) for floor in (1, 2)])

    def test_gear_crybaby(self):
        game = self.table("crybaby")
        self.assertEqual(30, len(self.words(game, "crybaby")))  # D4 of both floors would do nothing
        self.act(game, "crybaby 2:D1", "pass", "pass", "pass", "pass")  # M and S of both, one use is left
        self.assertEqual(["1:D1", "2:D1"], [str(game.bouncers[floor].marker) for floor in (1, 2)])
        self.assertEqual(["1:D3", "2:D3"], [str(game.bouncers[floor].at) for floor in (1, 2)])


class Peterman(GearTest):
    def table_games(self, card):
        game = self.table(card)
        tiles(game, B1_1="table-games-5")
        self.start(self.options(game)["move 1:B1"]())
        self.answer("dice 25")
        return game

    def test_gear_loaded_dice(self):
        game = self.table_games("loaded-dice")
        self.assert_asks("pass", "loaded-dice 2", "loaded-dice 5", "loaded-dice 25")
        self.answer("loaded-dice 2")
        self.answer("dice 6")
        self.answer("pass")
        self.assertIsNone(self.asked)
        self.assertEqual("1:A4", str(game.bouncers[1].marker))  # 5 + 6 is 11

    def test_gear_stethoscope(self):
        self.table_games("stethoscope")
        self.assertEqual(11, len(self.asked.options))
        self.assertNotIn("stethoscope 2 2", self.asked.options)
        self.answer("stethoscope 2 6")
        self.assertIsNone(self.asked)

    def test_gear_inside_tip(self):
        game = self.table("inside-tip")
        self.act(game, "inside-tip")
        self.assertEqual(1, game.dice_loose[cell("1:B2")])
        give(game, 2, "inside-tip")
        tiles(game, A1_1="owners-office")
        self.act(game, "inside-tip")
        self.assertEqual(1, game.dice_office)
        give(game, 2, "inside-tip")
        game.dice_supply = 0
        self.assert_no_word(game, "inside-tip")
        game.dice_supply, game.finale = 1, "the-raid"
        self.assert_no_word(game, "inside-tip")

    def test_gear_steady_hands(self):
        game = self.table("steady-hands", at="2:B2")
        tiles(game, B2_2="safe")
        game.dice_safe, game.dice_supply = 2, 3
        self.act(game, "roll", "dice 12", "steady-hands")
        self.assertEqual((2, 0), (game.dice_safe, game.dice_office))

    def test_gear_steady_hands_only_for_a_safe_roll(self):
        game = self.table("steady-hands")
        tiles(game, B1_1="table-games-5")
        self.act(game, "move 1:B1", "dice 25")


class Raven(GearTest):
    def test_gear_crow(self):
        game = self.table("crow")
        self.assertEqual(32, len(self.words(game, "crow")))
        self.act(game, "crow 1:C4")
        self.assertEqual(31, len(self.words(game, "crow")))
        self.assertEqual({cell("1:C4")}, game.crows)

    def test_gear_shoo(self):
        game = self.table("shoo")
        all_tiles(game, 1)
        hidden_chip(game, "1:B1")
        self.act(game, "move 1:B1", "chip drunk", "shoo")
        self.assertEqual("1:B1", self.at(game, 1))
        self.assertEqual({}, game.chips)

    def test_gear_shoo_prima_donna_in_bodyguard(self):
        game = self.table("shoo")
        game.finale = "bodyguard"
        all_tiles(game, 1)
        hidden_chip(game, "1:B1")
        self.act(game, "move 1:B1", "chip prima-donna")
        self.assertEqual(1, game.players[0].prima_donnas)

    def test_gear_caw(self):
        game = self.table("caw")
        self.assertEqual(15, len(self.words(game, "caw")))
        self.act(game, "caw 1:D1")
        self.assertEqual("1:D1", str(game.bouncers[1].marker))

    def test_gear_switcheroo(self):
        game = self.table("switcheroo")
        bouncer(game, "1:D4", "1:A3")
        bouncer(game, "2:D4", "2:B1")
        self.act(game, "switcheroo")
        self.assertEqual(["1:B1", "2:A3"], [str(game.bouncers[floor].marker) for floor in (1, 2)])

    def test_gear_switcheroo_needs_both_markers(self):
        game = self.table("switcheroo")
        bouncer(game, "1:D4", "1:A3")
        bouncer(game, "2:D4", None)
        self.assert_no_word(game, "switcheroo")
        bouncer(game, "2:D4", "2:A3")  # nothing would change
        self.assert_no_word(game, "switcheroo")


class Rigger(GearTest):
    def test_gear_spur_line(self):
        game = self.table("spur-line")
        tiles(game, B2_1="front-desk-1", C1_2="monorail-1")
        self.assertEqual(["1:B2"], self.words(game, "spur-line"))
        self.act(game, "spur-line 1:B2")
        self.assert_legal(game, "monorail 2:C1")

    def test_gear_moving_stairs(self):
        game = self.table("moving-stairs")
        tiles(game, B2_1="front-desk-1", C1_2="escalator-3")
        self.assertEqual(["1:B2"], self.words(game, "moving-stairs"))
        self.act(game, "moving-stairs 1:B2")
        self.assert_legal(game, "escalator")

    def test_gear_crowbar(self):
        game = self.table("crowbar", walls=(("B2-B3", "C1-C2"), ()))
        self.assertEqual(["1:B3"], self.words(game, "crowbar"))
        self.act(game, "crowbar 1:B3")
        self.assertEqual(1, len(game.walls[1]))
        self.assert_legal(game, "move 1:B3")

    def test_gear_barricade(self):
        game = self.table("barricade", walls=(("A1-A2",), ("C1-C2",)))
        names = self.words(game, "barricade")
        self.assertEqual(46, len(names))
        self.assertIn("1:A1-A2 1:C3-C4", names)
        self.assertNotIn("1:A1-A2 1:A1-A2", names)
        self.act(game, "barricade 1:A1-A2 1:C3-C4")
        self.assertEqual({board.wall_on(1, "C3-C4")}, game.walls[1])

    def test_gear_barricade_stays_connected(self):
        game = self.table("barricade", walls=(("A1-A2", "C3-C4"), ()))
        names = self.words(game, "barricade")
        self.assertNotIn("1:C3-C4 1:A1-B1", names)
        self.assertIn("1:A1-A2 1:A1-B1", names)


class Rook(GearTest):
    def test_gear_earpiece(self):
        game = self.table("earpiece", walls=(("B2-B3",), ()))
        self.assertEqual(["1 1:A2", "1 1:B1", "1 1:C2"], self.words(game, "earpiece"))
        player(game, 2, "2:A1")
        self.assertEqual(5, len(self.words(game, "earpiece")))
        tiles(game, A2_2="front-desk-1")
        self.act(game, "earpiece 2 2:A2", "pass")
        self.assertEqual(("2:A2", 0), (self.at(game, 2), game.players[1].heat))

    def test_gear_disguise(self):
        game = self.table("disguise", at="1:C4")
        give(game, 2, "bingo")  # another card, so that windows open
        self.act(game, "disguise 1")
        self.assertTrue(game.players[0].disguise)
        no_gear(game)
        self.run_rule(bouncers.bouncer_turn(game, 1, 3), "patrol 1:A1")
        self.assertEqual(0, game.players[0].heat)
        self.assertFalse(game.players[0].disguise)

    def test_gear_disguise_one_token(self):
        game = self.table("disguise")
        player(game, 2, "1:C3").disguise = True
        self.assert_no_word(game, "disguise")

    def test_gear_fake_schedule(self):
        game = self.table("fake-schedule")
        self.assertEqual(["1", "2"], self.words(game, "fake-schedule"))
        bouncer(game, "2:D4", None)
        self.assertEqual(["1"], self.words(game, "fake-schedule"))
        self.act(game, "fake-schedule 1", "patrol 1:D4", "patrol 1:B2")
        self.assertEqual("1:B2", str(game.bouncers[1].marker))

    def test_gear_fake_schedule_empty_deck(self):
        game = self.table("fake-schedule")
        empty_deck(game, 1)
        empty_deck(game, 2)
        self.assert_no_word(game, "fake-schedule")

    def test_gear_walk_and_talk(self):
        game = self.table("walk-and-talk")
        self.assert_no_word(game, "walk-and-talk")
        player(game, 2, "1:C3")
        tiles(game, B2_1="front-desk-1", C3_1="front-desk-2")
        self.assertEqual(["1 2", "2 1"], self.words(game, "walk-and-talk"))
        self.act(game, "walk-and-talk 2 1")
        self.assertEqual(["1:C3", "1:B2"], [self.at(game, 1), self.at(game, 2)])
        self.assertEqual([0, 0], [p.heat for p in game.players])

    def test_gear_two_in_the_order_named(self):
        game = self.table("walk-and-talk")
        player(game, 2, "1:C3")
        hidden_chip(game, "1:C3")
        self.start(self.options(game)["walk-and-talk 1 2"]())
        self.assertIsNone(game.players[1].at)  # both are lifted
        self.assertEqual("1:C3", self.at(game, 1))

    def test_gear_walk_and_talk_same_tile(self):
        game = self.table("walk-and-talk")
        player(game, 2, "1:B2")
        self.assert_no_word(game, "walk-and-talk")


class Spotter(GearTest):
    def test_gear_lookout(self):
        game = self.table("lookout")
        bouncer(game, "1:D4", "1:D4")
        self.start(bouncers.reached(game, 1))
        self.answer("patrol 1:A1")
        self.assert_asks("pass", "lookout")
        self.answer("lookout")
        self.answer("patrol 1:B1")
        self.assert_asks("pass", "lookout")
        self.answer("pass")
        self.assertEqual("1:B1", str(game.bouncers[1].marker))

    def test_gear_lookout_empty_deck(self):
        game = self.table("lookout")
        game.decks[2].places[1:] = []
        bouncer(game, "2:D4", "2:D4")
        self.run_rule(bouncers.reached(game, 2), "patrol 2:A1", "lookout")
        self.assertIsNone(game.bouncers[2].marker)

    def test_gear_lookout_marker_moved(self):
        game = self.table("lookout")
        give(game, 2, "bingo")
        bouncer(game, "1:D4", "1:D4")
        self.start(bouncers.reached(game, 1))
        self.answer("patrol 1:A1")
        self.answer("bingo 1:B1")
        self.assertNotIn("lookout", self.asked.options)

    def test_gear_rain_check(self):
        game = self.table("rain-check")
        tiles(game, B1_1="pool-1")
        self.act(game, "move 1:B1", "event cannonball", "rain-check")
        self.assertEqual("1:A4", str(game.bouncers[1].marker))
        self.assertEqual(["cannonball"], game.event_discards["pool"])

    def test_gear_rain_check_dubious_meeting(self):
        game = self.table("rain-check")
        tiles(game, B1_1="lounge-3")
        self.act(game, "move 1:B1", "event dubious-meeting", "rain-check")
        self.assertFalse(game.players[0].dubious)
        self.assertEqual(["dubious-meeting"], game.event_discards["lounge"])

    def test_gear_flash_mob(self):
        game = self.table("flash-mob")
        hidden_chip(game, "1:A1")
        self.assertEqual(31, len(self.words(game, "flash-mob")))
        self.act(game, "flash-mob 1:C4")
        self.assertEqual(30, len(self.words(game, "flash-mob")))
        no_gear(game)
        player(game, 2, "1:C4")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3), "patrol 1:A1")
        self.assertEqual(set(), game.crowds)
        self.assertEqual(0, game.players[1].heat)

    def test_gear_inside_line(self):
        game = self.table("inside-line")
        size = len(game.decks[2].places)
        self.act(game, "inside-line 2", "patrol 2:B2", "bottom")
        self.assertEqual(size, len(game.decks[2].places))
        self.assertEqual({"2:B2": 1}, dict(game.decks[2].places[-1].things))
        self.assertNotIn("2:B2", game.decks[2].top().things)

    def test_gear_inside_line_leave(self):
        game = self.table("inside-line")
        self.act(game, "inside-line 2", "patrol 2:B2", "leave")
        bouncer(game, "2:D4", "2:D4")
        self.start(bouncers.reached(game, 2))
        self.assertEqual({"patrol 2:B2": 1}, self.asked.outcomes)  # info.inside_line


class Limits(GearTest):
    def test_gear_moves_by_gear_have_no_direction(self):
        game = self.table("earpiece")
        all_tiles(game, 1)
        hidden_chip(game, "1:B1")
        self.act(game, "earpiece 1 1:B1", "chip drunk", "pass", "pass")
        self.assertEqual("1:B1", self.at(game, 1))

    def test_gear_tokens(self):
        game = self.table("crow")
        game.crows = {cell(f"1:{square}") for square in ("A1", "A2", "A3", "A4")}
        self.assert_no_word(game, "crow")
        give(game, 2, "flash-mob")
        game.crowds = {cell(f"1:{square}") for square in ("A1", "A2", "A3")}
        self.assert_no_word(game, "flash-mob")

    def test_boots_player_is_not_moved_by_gear(self):
        game = self.table("trapeze")
        for card in ("vault", "tumble", "earpiece", "walk-and-talk"):
            give(game, 2, card)
        player(game, 2, "1:C2")
        game.finale, game.boots = "gravity-boots", game.players[0]
        for word in ("vault", "tumble", "trapeze", "walk-and-talk"):
            self.assert_no_word(game, word)
        self.assertTrue(all(name.startswith("2 ") for name in self.words(game, "earpiece")))
