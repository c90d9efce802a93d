"""Sections 5.1 to 5.8: entering, chips, peeking, preparing, cracking."""

from fractions import Fraction

from ..board import cell
from ..rules import moving
from .helpers import RuleTest, all_tiles, bouncer, give, hidden_chip, new_game, no_gear, open_chip, player, tiles


class Entering(RuleTest):
    def test_enter_1_saleswoman_discarded_when_another_enters(self):
        game = new_game()
        all_tiles(game, 1)
        open_chip(game, "1:B2", "saleswoman")
        player(game, 2, "1:B2")
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2")
        self.assertEqual({}, game.chips)
        self.assert_legal(game, "move 1:B1")

    def test_enter_1_saleswoman_holds_who_comes_alone(self):
        game = new_game()
        all_tiles(game, 1)
        open_chip(game, "1:B2", "saleswoman")
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2")
        self.assert_no_word(game, "move")

    def test_enter_1_saleswoman_discarded_by_gear_and_event(self):
        for reason, gone in ((moving.GEAR, True), (moving.EVENT, True), (moving.OTHER, False)):
            game = new_game()
            all_tiles(game, 1)
            open_chip(game, "1:B2", "saleswoman")
            p = player(game, 1, "1:B2", actions_left=4)
            self.run_rule(moving.enter(game, p, cell("1:D1"), reason=reason))
            self.assertEqual(gone, not game.chips)

    def test_enter_2(self):
        game = new_game()
        all_tiles(game, 1)
        bouncer(game, "1:B2", "1:D4")
        open_chip(game, "1:B2", "crowd")
        game.contorted.add(game.players[0])
        p = player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2")
        self.assertEqual(2, p.heat)  # Crowd and Contortion do not help here
        self.assertTrue(game.chips)

    def test_enter_2_disguise(self):
        game = new_game()
        all_tiles(game, 1)
        bouncer(game, "1:B2", "1:D4")
        p = player(game, 1, "1:B1", actions_left=4)
        p.disguise = True
        self.act(game, "move 1:B2")
        self.assertEqual(0, p.heat)
        self.assertFalse(p.disguise)

    def test_edge_2(self):
        game = new_game()
        all_tiles(game, 1)
        bouncer(game, "1:B2", "1:D4")
        p = player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2")
        self.act(game, "move 1:B1")
        self.act(game, "move 1:B2")
        self.assertEqual(4, p.heat)

    def test_enter_3_before_4(self):
        game = new_game()
        hidden_chip(game, "1:B2")
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2", "chip mole", "tile escalator-3")
        self.assertTrue(game.chip_face_up(cell("1:B2"), "mole"))

    def test_enter_4_office_collects_loose_dice(self):
        game = new_game()
        game.dice_loose[cell("1:C2")] = 2
        game.dice_supply = 3
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2", "tile owners-office")
        self.assertEqual(2, game.dice_office)
        self.assertFalse(game.dice_loose)

    def test_edge_14_by_a_peek(self):
        game = new_game()
        game.dice_loose[cell("1:C2")] = 1
        game.dice_supply = 4
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "peek 1:B2", "tile owners-office")
        self.assertEqual(1, game.dice_office)

    def test_enter_ignore(self):
        game = new_game()
        tiles(game, C2_1="front-desk-1")
        hidden_chip(game, "1:B2")
        p = player(game, 1, "1:A2")
        self.run_rule(moving.enter(game, p, cell("1:B2"), "e", ignore_wye=True), "chip drunk")
        self.assertEqual(1, p.heat)  # the tile reached then applies
        q = player(game, 2, "1:A2")
        self.run_rule(moving.enter(game, q, cell("1:C2"), ignore_wye=True))
        self.assertEqual(0, q.heat)


class Moves(RuleTest):
    def test_act_move(self):
        game = new_game(walls=(("A1-B1",), ()))
        player(game, 1, "1:A1", actions_left=1)
        self.assertEqual(["1:A2"], self.words(game, "move"))
        game.actions = 0
        self.assert_no_word(game, "move")

    def test_act_move_cages_without_roll(self):
        for cubes in (0, 1):
            game = new_game()
            all_tiles(game, 1)
            tiles(game, B2_1="cashier-cages-6")
            game.cubes[cell("1:B2")] = cubes
            player(game, 1, "1:B2", actions_left=1)
            self.act(game, "move 1:B1")  # H41
            self.assertEqual("1:B1", self.at(game, 1))

    def test_act_move_cages_out_of_order(self):
        game = new_game()
        all_tiles(game, 1)
        tiles(game, B2_1="cashier-cages-6")
        game.out_of_order = cell("1:B2")
        player(game, 1, "1:B2", actions_left=1)
        self.act(game, "move 1:B1")

    def test_edge_7(self):
        game = new_game()
        tiles(game, B2_1="cashier-cages-6")
        game.cubes[cell("1:B2")] = 5
        player(game, 1, "1:B2", actions_left=1)
        self.act(game, "move 1:B1", "dice 4")
        self.assertEqual(5, game.cubes[cell("1:B2")])
        self.assertEqual(0, game.actions)


class Chips(RuleTest):
    def enter_hidden(self, kind, *answers):
        game = new_game()
        all_tiles(game, 1)
        hidden_chip(game, "1:B2")
        player(game, 1, "1:A2", actions_left=4)
        self.act(game, "move 1:B2", f"chip {kind}", *answers)
        return game

    def peek_hidden(self, kind, *answers):
        game = new_game()
        hidden_chip(game, "1:B2")
        player(game, 1, "1:A2", actions_left=4)
        self.act(game, "peek 1:B2", f"chip {kind}", *answers)
        return game

    def test_chip_drunk_entered(self):
        game = self.enter_hidden("drunk")
        self.assertEqual("1:C2", self.at(game, 1))
        self.assertEqual({}, game.chips)

    def test_chip_drunk_peeked(self):
        game = self.peek_hidden("drunk", "tile pit-boss-6")
        self.assertEqual("1:A2", self.at(game, 1))
        self.assertEqual({}, game.chips)

    def test_chip_drunk_edge_without_direction(self):
        game = new_game()
        tiles(game, A2_2="escalator-3")
        hidden_chip(game, "1:A2")
        p = player(game, 1, "2:A2", actions_left=4)
        self.act(game, "escalator", "chip drunk", "tile front-desk-1")
        self.assertEqual("1:A2", self.at(game, 1))
        self.assertEqual(1, p.heat)

    def test_chip_drunk_chain(self):
        game = new_game()
        all_tiles(game, 1)
        for square in ("B2", "C2"):
            hidden_chip(game, f"1:{square}")
        player(game, 1, "1:A2", actions_left=4)
        self.act(game, "move 1:B2", "chip drunk", "chip drunk")
        self.assertEqual("1:D2", self.at(game, 1))  # edge.5

    def test_chip_drunk_chain_a_fall_is_vertical(self):
        game = new_game()
        all_tiles(game, 1)
        hidden_chip(game, "2:B2")
        hidden_chip(game, "1:B2")
        player(game, 1, "2:A2", actions_left=4)
        self.act(game, "move 2:B2", "chip drunk", "chip drunk")
        self.assertEqual("1:B2", self.at(game, 1))

    def test_chip_drunk_diagonal(self):
        game = new_game()
        all_tiles(game, 1)
        tiles(game, A1_1="revolving-door-5")
        hidden_chip(game, "1:B2")
        player(game, 1, "1:A1", actions_left=4)
        self.act(game, "revolving-door 1:B2", "chip drunk")
        self.assertEqual("1:C3", self.at(game, 1))

    def test_chip_saleswoman_entered(self):
        game = self.enter_hidden("saleswoman")
        self.assertTrue(game.chip_face_up(cell("1:B2"), "saleswoman"))
        self.assert_no_word(game, "move")

    def test_chip_saleswoman_peeked(self):
        self.assertEqual({}, self.peek_hidden("saleswoman", "tile pit-boss-6").chips)

    def test_chip_saleswoman_stuck_leaves_by_while_here_jump(self):
        game = new_game()
        all_tiles(game, 1)
        all_tiles(game, 2)
        tiles(game, B2_1="escalator-3")
        open_chip(game, "1:B2", "saleswoman")
        player(game, 1, "1:B2", actions_left=4)
        self.act(game, "escalator")
        self.assertTrue(game.chip_face_up(cell("1:B2"), "saleswoman"))  # H10

    def test_chip_prima_donna_entered(self):
        game = self.enter_hidden("prima-donna")
        self.assertEqual({}, game.chips)
        self.assertEqual("1:B2", self.at(game, 1))

    def test_chip_prima_donna_peeked(self):
        game = self.peek_hidden("prima-donna", "tile front-desk-1")
        self.assertEqual("1:B2", self.at(game, 1))
        self.assertEqual(1, game.players[0].heat)
        self.assertEqual({}, game.chips)

    def test_chip_undercover_entered(self):
        game = self.enter_hidden("undercover")
        self.assertEqual({}, game.chips)
        self.assertEqual("1:D4", str(game.bouncers[1].at))

    def test_chip_undercover_peeked(self):
        game = self.peek_hidden("undercover", "tile surveillance-3")
        self.assertEqual("1:B2", str(game.bouncers[1].at))
        self.assertEqual(0, game.cubes[cell("1:B2")])

    def test_chip_undercover_onto_marker(self):
        game = new_game()
        bouncer(game, "1:D4", "1:B2")
        hidden_chip(game, "1:B2")
        player(game, 1, "1:A2", actions_left=4)
        self.act(game, "peek 1:B2", "chip undercover", "patrol 1:A1", "tile slots-3")
        self.assertEqual("1:A1", str(game.bouncers[1].marker))

    def test_chip_undercover_here(self):
        game = new_game()
        bouncer(game, "1:B2", "1:D4")
        hidden_chip(game, "1:B2")
        player(game, 1, "1:A2", actions_left=4)
        self.act(game, "peek 1:B2", "chip undercover", "tile slots-3")
        self.assertEqual("1:B2", str(game.bouncers[1].at))
        self.assertEqual({}, game.chips)

    def test_chip_crowd_entered_and_peeked(self):
        self.assertTrue(self.enter_hidden("crowd").chip_face_up(cell("1:B2"), "crowd"))
        self.assertTrue(self.peek_hidden("crowd", "tile slots-3").chip_face_up(cell("1:B2"), "crowd"))

    def test_chip_mole_entered_and_peeked(self):
        self.assertTrue(self.enter_hidden("mole").chip_face_up(cell("1:B2"), "mole"))
        self.assertTrue(self.peek_hidden("mole", "tile slots-3").chip_face_up(cell("1:B2"), "mole"))

    def test_chip_mole_use(self):
        game = new_game()
        tiles(game, B2_1="magic-show-3")
        open_chip(game, "1:B2", "mole")
        player(game, 1, "1:B2", actions_left=3)
        self.act(game, "mole")
        self.assertEqual(1, game.actions)
        self.assertEqual(1, game.dice_loose[cell("1:B2")])
        self.assertEqual(4, game.dice_supply)
        self.assertEqual({}, game.chips)

    def test_chip_mole_use_office_face_up(self):
        game = new_game()
        tiles(game, B2_1="magic-show-3", C3_1="owners-office")
        open_chip(game, "1:B2", "mole")
        player(game, 1, "1:B2", actions_left=2)
        self.act(game, "mole")
        self.assertEqual(1, game.dice_office)
        open_chip(game, "1:B2", "mole")
        game.actions = 1
        self.assert_illegal(game, "mole")
        game.actions, game.finale = 4, "the-raid"  # H24
        self.assert_illegal(game, "mole")

    def test_chip_gone(self):
        game = new_game()
        hidden_chip(game, "2:B2")
        all_tiles(game, 1)
        player(game, 1, "2:A2", actions_left=4)
        self.start(self.options(game)["move 2:B2"]())
        self.answer("chip drunk")
        self.assertEqual({}, game.chips)


class Peeks(RuleTest):
    def test_act_peek(self):
        game = new_game(walls=(("B2-B3",), ()))
        tiles(game, B1_1="slots-3", B2_1="slots-4", A2_1="escalator-3")
        hidden_chip(game, "1:A2")
        player(game, 1, "1:B2", actions_left=1)
        self.assertEqual(["1:A2", "1:C2"], self.words(game, "peek"))  # H15: B1 shows all; B3 is walled
        game.actions = 0
        self.assert_no_word(game, "peek")

    def test_act_peek_count_room_and_dubious(self):
        game = new_game()
        tiles(game, B2_1="count-room-1")
        p = player(game, 1, "1:B2", actions_left=1)
        self.assert_no_word(game, "peek")
        game.out_of_order = cell("1:B2")
        self.assertEqual(4, len(self.words(game, "peek")))
        p.dubious = True
        self.assert_no_word(game, "peek")

    def test_act_peek_other(self):
        game = new_game(walls=(("B2-B3",), ()))
        no_gear(game)
        give(game, 1, "x-ray-specs")
        tiles(game, B2_1="count-room-1")
        p = player(game, 1, "1:B2", actions_left=1)
        p.dubious = True
        self.act(game, "x-ray-specs 1:B3", "tile slots-3")

    def test_act_peek_do_no_wye(self):
        game = new_game()
        p = player(game, 1, "1:B2", actions_left=1)
        self.act(game, "peek 1:B3", "tile front-desk-1")
        self.assertEqual(0, p.heat)

    def test_edge_4(self):
        game = new_game()
        bouncer(game, "1:B3", "1:D4")
        p = player(game, 1, "1:B2", actions_left=1)
        self.act(game, "peek 1:B3", "tile slots-3")
        self.assertEqual(0, p.heat)


class Prep(RuleTest):
    def test_act_prep(self):
        game = new_game()
        player(game, 1, "1:B2", actions_left=3)
        self.act(game, "prep vault")
        self.assertEqual("prepped 0", game.players[0].gear["vault"].describe())
        self.assertEqual(2, game.actions)
        self.assert_no_word(game, "prep")

    def test_act_prep_alt(self):
        game = new_game(alternates=["tumble"])
        player(game, 1, "1:B2", actions_left=3)
        self.act(game, "prep tumble")
        self.assertNotIn("vault", game.players[0].gear)

    def test_gear_front(self):
        game = new_game()
        no_gear(game)
        give(game, 1, "crow")
        player(game, 1, "1:B2", actions_left=0)
        for number, square in enumerate(("A1", "A2", "A3", "A4"), 1):
            self.act(game, f"crow 1:{square}")
            self.assertEqual(number, game.players[0].gear["crow"].uses)
        self.assertEqual("back", game.players[0].gear["crow"].side)

    def test_gear_front_flips_before_the_effect(self):
        game = new_game()
        no_gear(game)
        give(game, 1, "trapeze")
        player(game, 1, "1:B2", actions_left=0)
        self.start(self.options(game)["trapeze"]())
        self.assertEqual("back", game.players[0].gear["trapeze"].side)


class Backs(RuleTest):
    def flipped(self, card, heat=0):
        game = new_game()
        no_gear(game)
        give(game, 1, card)
        game.players[0].gear[card].side = "back"
        player(game, 1, "1:B2", heat=heat, actions_left=1)
        return game

    def test_gear_back_needs_an_action(self):
        game = self.flipped("trapeze")
        player(game, 2, "1:B1")
        self.assert_legal(game, "give-action trapeze 2")
        game.actions = 0
        self.assert_no_word(game, "give-action")

    def test_back_take_heat(self):
        game = self.flipped("vault")
        q = player(game, 2, "2:B1")
        self.assert_no_word(game, "take-heat")
        q.heat = 3
        self.act(game, "take-heat vault 2")
        self.assertEqual([1, 2], [p.heat for p in game.players])
        self.assertEqual({}, game.players[0].gear)
        self.assertEqual(0, game.actions)

    def test_edge_21(self):
        game = self.flipped("vault", heat=5)
        player(game, 2, "2:B1", heat=3)
        self.assert_no_word(game, "take-heat")

    def test_back_give_action(self):
        game = self.flipped("trapeze")
        self.assert_no_word(game, "give-action")  # the other is not in the casino
        q = player(game, 2, "2:B1")
        q.bonus = 1
        self.act(game, "give-action trapeze 2")
        self.assertEqual(2, q.bonus)

    def test_back_make_commotion(self):
        game = self.flipped("contortion")
        self.assertEqual(15, len(self.words(game, "make-commotion")))
        self.act(game, "make-commotion contortion 1:D1")
        self.assertEqual("1:D1", str(game.bouncers[1].marker))
        self.assertEqual("1:D3", str(game.bouncers[1].at))


class Cracking(RuleTest):
    def test_safe_move(self):
        game = new_game()
        tiles(game, B2_1="owners-office")
        game.dice_office, game.dice_supply = 2, 3
        player(game, 1, "1:B2", actions_left=2)
        self.assert_illegal(game, "send-die")
        tiles(game, C2_2="safe")
        self.act(game, "send-die")
        self.assertEqual((1, 1), (game.dice_office, game.dice_safe))

    def test_safe_roll_needs_a_die(self):
        game = new_game()
        tiles(game, B2_2="safe")
        player(game, 1, "2:B2", actions_left=2)
        self.assert_illegal(game, "roll")

    def test_safe_roll_out_of_order_tile_keeps_its_number(self):
        game = new_game()
        tiles(game, B2_2="safe", A2_2="slots-3")
        game.out_of_order = cell("2:A2")
        game.dice_safe, game.dice_supply = 1, 4
        player(game, 1, "2:B2", actions_left=2)
        self.act(game, "roll", "dice 3")
        self.assertEqual({cell("2:A2")}, game.cracked)

    def test_edge_16(self):
        game = new_game()
        tiles(game, B2_2="safe")
        game.dice_safe, game.dice_supply = 1, 4
        player(game, 1, "2:B2", actions_left=2)
        self.act(game, "roll", "dice 3")
        self.assertEqual(set(), game.cracked)
        self.assertEqual((0, 1), (game.dice_safe, game.dice_office))

    def test_safe_done(self):
        game = new_game(scenario="random-finale", finales=["the-raid", "hail-mary"])
        tiles(game, B2_2="safe", A2_2="slots-3", C2_2="slots-4", D2_2="pool-1", B1_2="pool-2", B3_2="buffet-5")
        tiles(game, B4_2="pit-boss-6")
        game.cracked = {cell(f"2:{square}") for square in ("A2", "C2", "D2", "B1", "B3")}
        game.dice_safe, game.dice_supply = 1, 4
        player(game, 1, "2:B2", heat=2, actions_left=3)
        self.start(self.options(game)["roll"]())
        self.answer("dice 6")
        self.assertEqual({"finale the-raid": Fraction(1, 2), "finale hail-mary": Fraction(1, 2)}, self.asked.outcomes)
        self.assertEqual((0, 1), (game.dice_safe, game.dice_office))
        self.answer("finale hail-mary")
        self.assertEqual("hail-mary", game.finale)
        self.assertEqual(2, game.actions)
        self.assertEqual(1, game.players[0].heat)  # Disguise Change
        self.assert_illegal(game, "roll", "send-die")  # safe.finale
