"""Sections 3 and 4: setup, turns, windows."""

from fractions import Fraction

from .. import data
from ..board import cell
from ..facts import facts
from ..rules import bouncers, turn, windows
from ..session import Session
from .helpers import RuleTest, all_tiles, bouncer, give, hidden_chip, new_game, no_gear, open_chip, player, tiles


def session_after_setup(**setup):
    setup.setdefault("characters", ["acrobat", "hacker"])
    session = Session(new_game(**setup).setup)
    for card in ("1:B2", "1:C3", "2:B2", "2:C3"):
        session.take(f"patrol {card}")
    return session


class Setup(RuleTest):
    def test_set_tiles(self):
        self.assertEqual(26, sum(data.POOL_OF_26.values()))
        self.assertEqual({1: "owners-office", 2: "safe"}, data.FIXED)
        numbers = [data.FACES[face].number for face in data.POOL_OF_26.elements()]
        numbers += [data.FACES[face].number for faces in data.ONE_PER_FLOOR.values() for face in faces]
        self.assertEqual([5, 5, 5, 5, 6, 4], [numbers.count(n) for n in range(1, 7)])

    def test_set_chips(self):
        two = new_game()
        three = new_game(characters=("acrobat", "hacker", "rook"))
        self.assertEqual(1, two.chip_knowledge.unseen["saleswoman"])
        self.assertEqual(16, sum(two.chip_knowledge.unseen.values()))
        self.assertEqual(17, sum(three.chip_knowledge.unseen.values()))

    def test_set_decks(self):
        for level, sizes in {1: (19, 19), 2: (19, 19), 6: (17, 16), 7: (15, 16), 9: (14, 15), 10: (14, 14)}.items():
            game = new_game(suspicion=level)
            self.assertEqual(sizes, tuple(len(game.decks[floor].places) for floor in (1, 2)))
        # [info.patrol] removed cards stay possible
        self.assertEqual(16, new_game(suspicion=10).decks[1].top().size())

    def test_set_floor(self):
        session = Session(new_game().setup)
        session.take("patrol 1:B2")
        game = session.game
        dots = set(data.PATROL["1:B2"].dots)
        self.assertEqual(dots, {c.square for c in game.chips if c.floor == 1})
        self.assertEqual(8, len(game.chips))
        self.assertEqual("1:B2", str(game.bouncers[1].at))
        session.take("patrol 1:C3")
        self.assertEqual("1:C3", str(game.bouncers[1].marker))
        self.assertEqual(["1:B2", "1:C3"], game.decks[1].discards)

    def test_set_distracted(self):
        session = Session(new_game(suspicion=1).setup)
        game = session.game
        for card in ("distracted", "1:B2", "distracted", "1:C3"):
            session.take(f"patrol {card}")
        self.assertEqual(3, game.decks[1].top().things["distracted"])
        self.assertEqual(17, len(game.decks[1].places))

    def test_set_gear(self):
        game = new_game(alternates=["tumble", "lookout"])
        self.assertEqual({"vault", "trapeze", "contortion", "tumble"}, set(game.players[0].gear))
        self.assertEqual({"loop-footage", "out-of-order", "radio-interference"}, set(game.players[1].gear))

    def test_set_entrances(self):
        session = session_after_setup()
        self.assertEqual(6, len(session.request.options))
        self.assertIn("entrances 1:D1 1:A4", session.request.options)
        session.take("entrances 1:A1 1:D4")
        self.assertEqual(["enter 1:A1", "enter 1:D4"], sorted(session.request.options))

    def test_chip_layout_given(self):
        squares = ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]
        session = session_after_setup(chips=[squares, squares])
        self.assertEqual({c.square for c in session.game.chips if c.floor == 2}, set(squares))

    def test_set_first(self):
        session = session_after_setup(first=2)
        session.take("entrances 1:A1 1:D4")
        self.assertEqual(2, session.game.current.number)

    def test_facts_leave_out_what_is_empty(self):
        found = facts(Session(new_game().setup).game)
        self.assertEqual([[], []], found["walls"])
        self.assertNotIn("current", found)
        self.assertNotIn("tiles", found)
        self.assertEqual("outside", found["players"][0]["at"])


class Turns(RuleTest):
    def test_turn_enter(self):
        game = new_game()
        all_tiles(game, 1)
        game.current = None
        bouncer(game, "1:A1", "1:C4")
        self.start(turn.take_turn(game, game.players[0]))
        self.assert_asks("enter 1:A1", "enter 1:D4")
        self.answer("enter 1:A1")
        self.assertEqual(2, game.players[0].heat)  # edge.29
        self.assertEqual(4, game.actions)  # free
        self.answer("end")
        self.assertIsNone(self.asked)

    def test_turn_actions(self):
        game = new_game()
        no_gear(game)
        all_tiles(game, 1)
        p = player(game, 1, "1:A1")
        p.bonus = 2
        self.start(turn.take_turn(game, p))
        self.assertEqual(6, game.actions)
        for step in ("1:B1", "1:A1", "1:B1", "1:A1", "1:B1", "1:A1"):
            self.answer(f"move {step}")
        self.assert_asks("end")

    def test_turn_bouncer(self):
        game = new_game()
        all_tiles(game, 1)
        all_tiles(game, 2)
        bouncer(game, "1:D4", "1:A4")
        bouncer(game, "2:D4", "2:A1")
        p = player(game, 1, "2:A2", actions_left=1)
        self.run_rule(
            turn.turn_end(game, p),
        )
        self.assertEqual("1:D4", str(game.bouncers[1].at))
        self.assertEqual("2:A4", str(game.bouncers[2].at))

    def test_turn_skip_no_running(self):
        game = new_game()
        game.no_running = True
        bouncer(game, "1:D4", "1:A4")
        bouncer(game, "2:D4", "2:A4")
        p = player(game, 1, "2:A1", actions_left=0)
        self.run_rule(turn.turn_end(game, p))
        self.assertEqual(["1:B4", "2:B4"], [str(game.bouncers[floor].at) for floor in (1, 2)])
        self.assertFalse(game.no_running)

    def test_turn_skip_exit_with_no_running(self):
        game = new_game()
        game.finale, game.unlocked, game.no_running = "hail-mary", True, True
        p = player(game, 1, "1:A1", actions_left=0)
        player(game, 2, "1:B1")
        self.run_rule(turn.turn_end(game, p))
        self.assertEqual("exited", p.at)
        self.assertEqual(["1:D4", "2:B4"], [str(game.bouncers[floor].at) for floor in (1, 2)])

    def test_turn_tokens(self):
        game = new_game()
        p = player(game, 1, "1:A1", actions_left=0)
        self.run_rule(turn.turn_end(game, p), "patrol 1:B1")
        self.assertEqual("1:A1", self.at(game, 1))

    def test_end_limit(self):
        session = session_after_setup(**{"turn_limit": 1})
        session.take("entrances 1:A1 1:D1")
        session.take("enter 1:A1")
        while session.over is None:
            options = session.request.legal()
            session.take("end" if "end" in options else options[0])
        self.assertIn(session.over, ("stall", "caught"))
        self.assertEqual(1, session.game.turn)

    def test_stack_self(self):
        game = new_game()
        tiles(game, A1_1="front-desk-1")
        p = player(game, 1, "1:A1", actions_left=1)
        from ..rules import moving

        self.run_rule(moving.enter(game, p, cell("1:A1")))
        self.assertEqual(0, p.heat)

    def test_stack_recheck_bouncer_goes_on_from_where_he_is(self):
        game = new_game(characters=("acrobat", "hacker"))
        no_gear(game)
        give(game, 2, "radio-interference")
        bouncer(game, "1:D4", "1:A4")
        player(game, 1, "2:A1", actions_left=0)
        self.start(bouncers.bouncer_turn(game, 1, 3))  # window at the start
        self.answer("pass")
        self.answer("radio-interference 1:D3")
        self.answer("pass")  # the same window again
        self.assertEqual("1:D4", str(game.bouncers[1].at))  # his first step, from D3 toward the south-west
        self.assertEqual(2, game.movements[0].left)


class Windows(RuleTest):
    def test_win_D_off_has_react_cards_only(self):
        for mode, offered in (("full", True), ("reduced", True), ("off", True)):
            game = new_game(characters=("peterman", "acrobat"), windows=mode)
            no_gear(game)
            give(game, 1, "loaded-dice")
            give(game, 2, "trapeze")
            tiles(game, B2_1="table-games-5")
            player(game, 1, "1:B1", actions_left=4)
            self.start(self.options(game)["move 1:B2"]())
            if mode == "full":
                self.answer("pass")  # window T has trapeze
            self.answer("dice 12")
            self.assertEqual(offered, "loaded-dice 1" in self.asked.legal())
            self.assertEqual(mode == "full", "trapeze" in self.asked.legal())

    def test_win_none(self):
        game = new_game()
        no_gear(game)
        give(game, 1, "contortion")
        player(game, 1, "1:A1", actions_left=0)
        self.assertEqual({}, windows.offered(game, windows.Window("T")))
        self.assertEqual(["contortion 1"], list(windows.offered(game, windows.Window("S", floor=1))))

    def test_gear_any_time_by_exited_holder(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "radio-interference")
        game.players[1].at = "exited"
        player(game, 1, "1:A1", actions_left=1)
        self.assertTrue(self.words(game, "radio-interference"))

    def test_gear_current_exited(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "trapeze")
        give(game, 2, "bingo")
        game.current = game.players[0]
        game.players[0].at = "exited"
        player(game, 2, "1:B1")
        uses = windows.offered(game, windows.Window("S", floor=1))
        self.assertNotIn("trapeze", uses)
        self.assertTrue(any(name.startswith("bingo") for name in uses))

    def test_win_after_C_moved_off_saleswoman_stays(self):
        game = new_game(characters=("raven", "acrobat"))
        no_gear(game)
        give(game, 2, "trapeze")
        all_tiles(game, 1)
        all_tiles(game, 2)
        del game.tiles[cell("1:B2")]
        hidden_chip(game, "1:B2")
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2", "chip saleswoman", "trapeze")
        self.assertEqual("2:B2", self.at(game, 1))
        self.assertTrue(game.chip_face_up(cell("1:B2"), "saleswoman"))  # H52
        self.assertNotIn(cell("1:B2"), game.tiles)

    def test_win_after_C_moved_off_drunk_discarded(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "trapeze")
        all_tiles(game, 1)
        all_tiles(game, 2)
        hidden_chip(game, "1:B2")
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2", "chip drunk", "trapeze")
        self.assertEqual("2:B2", self.at(game, 1))
        self.assertEqual({}, game.chips)

    def test_win_after_C_peeked_effect_still_happens(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "trapeze")
        all_tiles(game, 1)
        all_tiles(game, 2)
        hidden_chip(game, "1:B2")
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "peek 1:B2", "chip prima-donna", "trapeze")
        self.assertEqual("1:B2", self.at(game, 1))

    def test_win_after_T_no_wye_for_a_player_no_longer_there(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "trapeze")
        all_tiles(game, 2)
        tiles(game, B2_1="front-desk-1")
        p = player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2", "trapeze")
        self.assertEqual(0, p.heat)

    def test_win_after_T_out_of_order(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "out-of-order")
        tiles(game, B2_1="front-desk-1")
        p = player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2", "out-of-order 1:B2")
        self.assertEqual(0, p.heat)

    def test_win_after_D_table_games_counts_there(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "trapeze")
        all_tiles(game, 2)
        tiles(game, B2_1="table-games-5")
        bouncer(game, "1:D2", "1:D1")
        player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2", "pass", "dice 12", "trapeze")
        self.assertEqual("2:B2", self.at(game, 1))
        self.assertEqual("1:B2", str(game.bouncers[1].marker))

    def test_win_after_D_cashier_with_the_cubes_now_there(self):
        game = new_game()
        no_gear(game)
        give(game, 2, "loop-footage")
        all_tiles(game, 1)
        tiles(game, B2_1="cashier-cages-5")
        game.cubes[cell("1:B2")] = 5
        player(game, 1, "1:B2", actions_left=1)
        self.act(game, "move 1:B1", "dice 1", "loop-footage 1:B2")
        self.assertEqual("1:B1", self.at(game, 1))

    def test_win_after_D_cashier_move_no_longer_legal(self):
        game = new_game(walls=(("C1-C2",), ()))
        no_gear(game)
        give(game, 2, "barricade")
        all_tiles(game, 1)
        tiles(game, B2_1="cashier-cages-5")
        game.cubes[cell("1:B2")] = 2
        player(game, 1, "1:B2", actions_left=1)
        self.act(game, "move 1:B1", "dice 6", "barricade 1:C1-C2 1:B1-B2", "pass")
        self.assertEqual("1:B2", self.at(game, 1))
        self.assertEqual(0, game.actions)

    def test_win_N_not_for_a_set_marker(self):
        game = new_game()
        no_gear(game)
        give(game, 1, "lookout")
        player(game, 1, "2:A1", actions_left=0)
        bouncer(game, "1:A1", "1:D1")
        self.run_rule(bouncers.commotion(game, cell("1:C1")))  # asks nothing

    def test_win_S_count(self):
        game = new_game()
        no_gear(game)
        give(game, 1, "contortion")
        player(game, 1, "2:A1", actions_left=0)
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3), "pass", "pass", "pass", "pass", "patrol 1:A1")

    def test_mode_reduced_S(self):
        game = new_game(windows="reduced")
        no_gear(game)
        give(game, 1, "contortion")
        player(game, 1, "1:B4", actions_left=0)
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3), "contortion 1", "patrol 1:A1")
        self.assertEqual(0, game.players[0].heat)

    def test_mode_reduced_S_surveillance(self):
        game = new_game(windows="reduced")
        no_gear(game)
        give(game, 1, "contortion")
        player(game, 1, "2:B4", actions_left=0)
        tiles(game, C4_1="surveillance-3")
        game.cubes[cell("1:C4")] = 3
        bouncer(game, "1:D4", "1:A4")
        self.run_rule(bouncers.bouncer_turn(game, 1, 3), "pass", "patrol 1:A1")

    def test_mode_reduced_N(self):
        game = new_game(windows="reduced")
        no_gear(game)
        give(game, 1, "bingo")
        player(game, 1, "1:A2", actions_left=0)
        bouncer(game, "1:B4", "1:A4")
        # He has 2 steps left toward A1 and passes over A2; the steps that would give heat open S as well.
        self.start(bouncers.bouncer_turn(game, 1, 3))
        self.answer("patrol 1:A1")
        self.assertIn("bingo 1:B1", self.asked.legal())
        self.answer("bingo 1:B1")
        self.assertEqual("1:B1", str(game.bouncers[1].marker))

    def test_mode_off(self):
        game = new_game(windows="off")
        no_gear(game)
        give(game, 1, "trapeze")
        give(game, 1, "contortion")
        player(game, 1, "1:A1", actions_left=0)
        self.assertEqual(["contortion 1"], list(windows.offered(game, windows.Window("S", floor=1))))
        self.assertEqual({}, windows.offered(game, windows.Window("T")))
        self.assertEqual(["trapeze"], list(windows.offered(game, windows.Window("A"))))


class Heat(RuleTest):
    def test_end_heat(self):
        game = new_game()
        tiles(game, B2_1="front-desk-1")
        bouncer(game, "1:B2", "1:D4")
        player(game, 1, "1:B1", heat=4, actions_left=4)
        self.assertEqual("caught", self.act(game, "move 1:B2"))

    def test_end_heat_all_of_the_event_first(self):
        game = new_game()
        player(game, 1, "1:B2", heat=4)
        q = player(game, 2, "1:B2")
        self.assertEqual("caught", self.run_rule(bouncers.bouncer_jump(game, 1, cell("1:B2"))))
        self.assertEqual(2, q.heat)

    def test_end_floor(self):
        game = new_game()
        tiles(game, B2_1="table-games-5")
        p = player(game, 1, "1:B1", actions_left=4)
        self.act(game, "move 1:B2", "dice 56")
        self.assertEqual(0, p.heat)

    def test_info_dice(self):
        game = new_game()
        tiles(game, B2_1="table-games-5")
        player(game, 1, "1:B1", actions_left=4)
        self.start(self.options(game)["move 1:B2"]())
        good = sum(p for name, p in self.asked.outcomes.items() if int(name[-1]) + int(name[-2]) in (7, 11))
        self.assertEqual(Fraction(8, 36), good)
        self.assertEqual(21, len(self.asked.outcomes))


class Saleswoman(RuleTest):
    def test_act_move_held(self):
        game = new_game()
        all_tiles(game, 1)
        open_chip(game, "1:B2", "saleswoman")
        player(game, 1, "1:B2", actions_left=4)
        self.assert_no_word(game, "move")
        self.assert_legal(game, "end") if "end" in self.options(game) else None
