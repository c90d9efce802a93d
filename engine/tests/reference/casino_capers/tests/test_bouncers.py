"""Section 6."""

import random

from .. import board
from ..board import cell
from ..play import random_walls
from ..rules import bouncers, turn
from .helpers import RuleTest, all_tiles, bouncer, empty_deck, give, new_game, no_gear, open_chip, player, tiles


class Paths(RuleTest):
    def path(self, start, end, walls=frozenset()):
        return [c.square for c in board.best_path(walls, cell(start), cell(end))]

    def test_path_clockwise_without_walls(self):
        self.assertEqual(["B1", "C1", "C2", "C3"], self.path("1:A1", "1:C3"))  # SE: east first
        self.assertEqual(["A2", "A1", "B1", "C1"], self.path("1:A3", "1:C1"))  # NE: north first
        self.assertEqual(["C2", "C3", "B3", "A3"], self.path("1:C1", "1:A3"))  # SW: south first
        self.assertEqual(["B3", "A3", "A2", "A1"], self.path("1:C3", "1:A1"))  # NW: west first

    def test_path_clockwise_unique_and_consistent(self):
        rng = random.Random(5)
        for _ in range(60):
            walls = frozenset(board.wall_on(1, name) for name in random_walls(rng, 1))
            for start in board.floor_cells(1):
                for end in board.floor_cells(1):
                    path = board.best_path(walls, start, end)  # asserts that the maximum is unique (H16)
                    self.assertEqual(len(path), board.distances(walls, start)[end])
                    if path:
                        self.assertEqual(path[1:], board.best_path(walls, path[0], end))

    def test_path_none(self):
        game = new_game(walls=(("A1-B1", "A1-A2"), ()))
        bouncer(game, "1:D4", "1:A1")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertEqual("1:D4", str(game.bouncers[1].at))
        bouncer(game, "1:D4", None)
        player(game, 1, "1:A1")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertEqual("1:D4", str(game.bouncers[1].at))


class BouncerTurns(RuleTest):
    def test_b_pass(self):
        game = new_game()
        p = player(game, 1, "1:C4")
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3), "patrol 1:D1")
        self.assertEqual(2, p.heat)
        self.assertEqual("1:A4", str(game.bouncers[1].at))

    def test_b_hunter_stop(self):
        game = new_game()
        p = player(game, 1, "1:C4")
        open_chip(game, "1:C4", "crowd")
        bouncer(game, "1:D4", None)
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertEqual(0, p.heat)
        self.assertEqual("1:C4", str(game.bouncers[1].at))
        self.assertEqual({}, game.chips)

    def test_b_hunter_stop_at_the_first_player(self):
        game = new_game()
        player(game, 1, "1:B4")
        player(game, 2, "1:A4")
        bouncer(game, "1:D4", None)
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertEqual("1:B4", str(game.bouncers[1].at))

    def test_b_hunter_stand_crowd_does_not_help_disguise_does(self):
        game = new_game()
        p, q = player(game, 1, "1:C4"), player(game, 2, "1:C4")
        open_chip(game, "1:C4", "crowd")
        q.disguise = True
        bouncer(game, "1:C4", None)
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertEqual([2, 0], [p.heat, q.heat])
        self.assertTrue(game.chips)  # H28

    def test_hunting_started_on_a_players_tile_stops_there(self):
        game = new_game()
        empty_deck(game, 1)
        p = player(game, 1, "1:C4")
        bouncer(game, "1:D4", "1:C4")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertEqual(2, p.heat)  # H13: no more heat
        self.assertIsNone(game.bouncers[1].marker)

    def test_b_atmarker(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "radio-interference")
        bouncer(game, "1:D4", "1:D3")
        player(game, 1, "2:A1", actions_left=0)
        self.start(bouncers.bouncer_turn(game, 1, 3))
        self.answer("radio-interference 1:D3")
        self.answer("patrol 1:D1")
        self.answer("pass")  # window N
        self.answer("pass")  # window S at the start, again
        self.answer("pass")
        self.assertEqual(2, game.movements[0].left)
        self.assertEqual("1:D2", str(game.bouncers[1].at))

    def test_b_enter_1_reveals_nothing(self):
        game = new_game()
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_enter(game, 1, cell("1:C4")))
        self.assertEqual({}, game.tiles)


class BouncerEnter(RuleTest):
    def test_b_enter_2_surveillance(self):
        game = new_game()
        tiles(game, C4_1="surveillance-3")
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_jump(game, 1, cell("1:C4")))
        self.assertEqual(1, game.cubes[cell("1:C4")])
        game.out_of_order = cell("1:C4")
        game.cubes.clear()
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_jump(game, 1, cell("1:C4")))
        self.assertEqual(0, game.cubes[cell("1:C4")])

    def test_b_enter_2_crows_nest(self):
        game = new_game(characters=("acrobat", "hacker", "rook"), walls=(("C3-C4",), ()))
        tiles(game, C4_1="crows-nest-1")
        p, q, r = player(game, 1, "1:C3"), player(game, 2, "1:C4"), player(game, 3, "1:B3")
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_enter(game, 1, cell("1:C4")))
        self.assertEqual([1, 2, 0], [p.heat, q.heat, r.heat])

    def test_b_enter_3(self):
        game = new_game()
        game.crows = {cell("1:C4")}
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertEqual("1:B4", str(game.bouncers[1].at))
        self.assertEqual(set(), game.crows)

    def test_b_enter_3_in_a_jump(self):
        game = new_game()
        game.crows = {cell("1:C4")}
        bouncer(game, "1:D4", "1:A4")
        movement = bouncers.begin(game, 1, 3)
        self.run_rule(bouncers.bouncer_jump(game, 1, cell("1:C4")))
        self.assertEqual(3, movement.left)  # H43
        self.assertEqual(set(), game.crows)

    def test_b_enter_4_order_of_protections(self):
        game = new_game()
        open_chip(game, "1:C4", "crowd")
        game.crowds = {cell("1:C4")}
        p = player(game, 1, "1:C4")
        p.disguise = True
        seen = []
        for _ in range(4):
            bouncer(game, "1:D4", "1:A1")
            self.run_rule(bouncers.bouncer_enter(game, 1, cell("1:C4")))
            seen.append((len(game.chips), len(game.crowds), p.disguise, p.heat))
        self.assertEqual([(0, 1, True, 0), (0, 0, True, 0), (0, 0, False, 0), (0, 0, False, 2)], seen)  # H37

    def test_b_enter_4_contortion_before_disguise(self):
        game = new_game()
        p = player(game, 1, "1:C4")
        p.disguise = True
        game.contorted.add(p)
        game.movements.append(bouncers.Movement(1, 3))
        self.run_rule(bouncers.bouncer_enter(game, 1, cell("1:C4")))
        self.assertTrue(p.disguise)
        self.assertEqual(0, p.heat)

    def test_b_enter_4_crowd_stays_when_nobody_is_there(self):
        game = new_game()
        open_chip(game, "1:C4", "crowd")
        self.run_rule(bouncers.bouncer_enter(game, 1, cell("1:C4")))
        self.assertTrue(game.chips)

    def test_b_jump(self):
        game = new_game()
        tiles(game, D4_1="surveillance-3")
        self.run_rule(bouncers.bouncer_jump(game, 1, cell("1:D4")))
        self.assertEqual(0, game.cubes[cell("1:D4")])
        self.run_rule(bouncers.bouncer_jump(game, 1, cell("1:A4")), "patrol 1:B1")
        self.assertEqual("1:B1", str(game.bouncers[1].marker))

    def test_edge_26(self):
        game = new_game()
        tiles(game, C4_2="surveillance-3")
        game.cubes[cell("2:C4")] = 3
        player(game, 1, "2:C4", heat=3)
        player(game, 2, "2:A1", heat=3)
        self.assertEqual("caught", self.run_rule(bouncers.bouncer_enter(game, 2, cell("2:C4"))))
        self.assertEqual([7, 5], [p.heat for p in game.players])


class Destinations(RuleTest):
    def test_dest_distracted(self):
        game = new_game()
        tiles(game, A1_1="pool-2", B1_1="slots-3", C1_1="lounge-4", D4_1="pit-boss-6", C4_1="owners-office")
        tiles(game, A1_2="pit-boss-6")
        game.cracked = {cell("1:A1")}
        bouncer(game, "1:D4", "1:D4")
        self.start(bouncers.reached(game, 1))
        self.answer("patrol distracted")
        self.assert_asks("distract 1:A1", "distract 1:C1")
        self.answer("distract 1:C1")
        self.assertEqual("1:C1", str(game.bouncers[1].marker))

    def test_dest_distracted_nothing_to_choose(self):
        game = new_game()
        bouncer(game, "1:D4", "1:D4")
        self.run_rule(bouncers.reached(game, 1), "patrol distracted", "patrol 1:A1")

    def test_dest_redraw_empty_deck_hunts(self):
        game = new_game()
        deck = game.decks[2]
        deck.places[1:] = []
        bouncer(game, "2:D4", "2:D4")
        self.run_rule(bouncers.reached(game, 2), "patrol 2:D4")
        self.assertIsNone(game.bouncers[2].marker)  # H34

    def test_dest_redraw_a_card_names_a_cell_on_the_floor_of_the_deck(self):
        from ..hidden import Pool

        game = new_game()
        game.decks[2].places.insert(0, Pool(["1:B3"]))
        bouncer(game, "2:D4", "2:D4")
        self.run_rule(bouncers.reached(game, 2), "patrol 1:B3")
        self.assertEqual("2:B3", str(game.bouncers[2].marker))
        self.assertEqual(["1:B3"], game.decks[2].discards)

    def test_edge_24(self):
        game = new_game()
        empty_deck(game, 1)
        self.run_rule(bouncers.bouncer_turn(game, 1, 2))
        self.assertIsNotNone(game.bouncers[1].marker)


class Hunting(RuleTest):
    def test_hunt_target_tie(self):
        game = new_game(characters=("acrobat", "hacker", "rook"))
        no_gear(game)
        bouncer(game, "1:B2", None)
        player(game, 1, "1:A1")
        player(game, 2, "1:D2")
        player(game, 3, "1:D2")
        self.start(bouncers.bouncer_turn(game, 1, 3))
        self.assert_asks("hunt 1", "hunt 2", "hunt 3")
        self.answer("hunt 2")
        self.assertIsNone(self.asked)
        self.assertEqual("1:D2", str(game.bouncers[1].at))

    def test_hunt_target_no_choice_on_one_cell(self):
        game = new_game()
        bouncer(game, "1:B2", None)
        player(game, 1, "1:D2")
        player(game, 2, "1:D2")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))

    def test_hunt_target_choice_is_kept(self):
        game = new_game()
        bouncer(game, "1:A1", None)
        player(game, 1, "1:C3")
        player(game, 2, "1:D2")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3), "hunt 1")
        self.assertEqual("1:C2", str(game.bouncers[1].at))
        # after two steps east player 2 on D2 is as near as player 1 was; the choice for 1 still stands

    def test_hunt_target_nobody_on_the_floor(self):
        game = new_game()
        bouncer(game, "1:B2", None)
        player(game, 1, "2:B2")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertEqual("1:B2", str(game.bouncers[1].at))

    def test_hunt_lure(self):
        game = new_game()
        empty_deck(game, 1)
        bouncer(game, "1:A1", None)
        player(game, 1, "1:A2", actions_left=0)
        self.run_rule(bouncers.commotion(game, cell("1:C1")))
        self.assertEqual(("1:B1", "1:C1"), (str(game.bouncers[1].at), str(game.bouncers[1].marker)))
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))  # reaches it, hunts again, walks toward the player
        self.assertIsNone(game.bouncers[1].marker)
        self.assertEqual("1:B2", str(game.bouncers[1].at))  # C1, then south first

    def test_hunt_refill(self):
        game = new_game()
        bouncer(game, "1:B2", None)
        player(game, 1, "1:B4")
        self.assertTrue(game.decks[1].places)
        self.run_rule(bouncers.bouncer_turn(game, 1, 3))
        self.assertIsNone(game.bouncers[1].marker)


class Commotions(RuleTest):
    def test_com_order(self):
        game = new_game()
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.commotion(game, cell("1:D1")))
        self.assertEqual(("1:D3", "1:D1"), (str(game.bouncers[1].at), str(game.bouncers[1].marker)))
        self.assertEqual("2:D4", str(game.bouncers[2].at))  # edge.9

    def test_com_order_bouncer_there(self):
        game = new_game()
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.commotion(game, cell("1:D4")))
        self.assertEqual("1:A4", str(game.bouncers[1].marker))

    def test_com_order_arrives(self):
        game = new_game()
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.commotion(game, cell("1:D3")), "patrol 1:B3")
        self.assertEqual(("1:D3", "1:B3"), (str(game.bouncers[1].at), str(game.bouncers[1].marker)))

    def test_com_buffet_stops_on_arrival(self):
        game = new_game()
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.commotion(game, cell("1:D3"), steps=3, stop=True), "patrol 1:B3")
        self.assertEqual("1:D3", str(game.bouncers[1].at))

    def test_com_buffet_marker_moved_redirects(self):
        game = new_game()
        no_gear(game)
        give(game, 1, "bingo")
        player(game, 1, "2:A1", actions_left=0)
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(
            bouncers.commotion(game, cell("1:D1"), steps=3, stop=True),
            "pass",  # M
            "pass",  # S
            "bingo 1:A1",  # S
            "pass",
            "pass",
        )
        self.assertEqual("1:B3", str(game.bouncers[1].at))  # H17: D3, then toward A1: west first

    def test_com_buffet_any_arrival_ends_the_run(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "radio-interference")
        player(game, 1, "2:A1", actions_left=0)
        bouncer(game, "1:D3", "1:A4")
        self.run_rule(
            bouncers.commotion(game, cell("1:D1"), steps=3, stop=True),
            "pass",  # M
            "pass",  # S before the step to D2
            "radio-interference 1:D1",  # S: onto the marker
            "patrol 1:A1",
            "pass",  # N
            "pass",  # S, again
        )
        self.assertEqual("1:D1", str(game.bouncers[1].at))  # H49

    def test_com_free(self):
        game = new_game()
        bouncer(game, "1:D4", "1:A4")
        p = player(game, 1, "1:D3", actions_left=0)
        self.run_rule(bouncers.commotion(game, cell("1:D2")))
        self.assertEqual(2, p.heat)

    def test_edge_25(self):
        game = new_game()
        no_gear(game)
        give(game, 1, "switcheroo")
        bouncer(game, "1:B2", "1:A1")
        bouncer(game, "2:A1", "2:B2")
        player(game, 1, "1:D4", actions_left=0)
        self.act(game, "switcheroo", "patrol 1:C1", "patrol 2:C1")
        self.assertEqual(["1:C1", "2:C1"], [str(game.bouncers[floor].marker) for floor in (1, 2)])


class CountRoom(RuleTest):
    def test_tile_count_room(self):
        game = new_game()
        tiles(game, B2_1="count-room-1")
        bouncer(game, "1:B4", "1:D4")
        p = player(game, 1, "1:B2", actions_left=0)
        self.run_rule(turn.turn_end(game, p), "patrol 1:A4")
        self.assertEqual("1:B4", str(game.bouncers[1].at))  # B3 for the commotion, then B2, B3, B4
        self.assertEqual(2, p.heat)

    def test_edge_11(self):
        game = new_game()
        tiles(game, B2_1="count-room-1")
        all_tiles(game, 1)
        p = player(game, 1, "1:B3", actions_left=0)
        self.run_rule(turn.turn_end(game, p), "patrol 1:B1")
        self.assertEqual("1:B1", str(game.bouncers[1].marker))
