"""Section 7.1: one test or more for each kind of tile."""

from ..board import cell
from ..rules import actions
from .helpers import RuleTest, all_tiles, bouncer, new_game, open_chip, player, tiles


class Tiles(RuleTest):
    def enter(self, face, heat=0, cubes=0, game=None, answers=()):
        """Player 1 moves from 1:B1 to this tile on 1:B2; the bouncer is on 1:D4 with the marker on 1:A4."""
        game = game or new_game()
        tiles(game, B2_1=face)
        if cubes:
            game.cubes[cell("1:B2")] = cubes
        player(game, 1, "1:B1", heat=heat, actions_left=4)
        self.act(game, "move 1:B2", *answers)
        return game

    def commotion_made(self, game):
        return game.bouncers[1].marker == cell("1:B2")

    def test_tile_buffet(self):
        self.assertEqual(1, self.enter("buffet-5").cubes[cell("1:B2")])
        game = self.enter("buffet-5", cubes=1)
        self.assertEqual(2, game.cubes[cell("1:B2")])
        self.assertFalse(self.commotion_made(game))
        game = self.enter("buffet-5", cubes=2)  # edge.10
        self.assertEqual(0, game.cubes[cell("1:B2")])
        self.assertTrue(self.commotion_made(game))
        self.assertEqual("1:B3", str(game.bouncers[1].at))  # three steps of four: C4, B4, B3

    def test_tile_buffet_bouncer_there(self):
        game = new_game()
        bouncer(game, "1:B2", "1:D4")
        game = self.enter("buffet-5", cubes=2, game=game)
        self.assertEqual(0, game.cubes[cell("1:B2")])
        self.assertEqual("1:D4", str(game.bouncers[1].marker))

    def test_tile_cashier_cages(self):
        self.assertEqual(1, self.enter("cashier-cages-5").cubes[cell("1:B2")])
        self.assertEqual(5, self.enter("cashier-cages-5", cubes=5).cubes[cell("1:B2")])

    def test_tile_front_desk(self):
        self.assertEqual(3, self.enter("front-desk-1", heat=2).players[0].heat)
        self.assertEqual(3, self.enter("front-desk-1", heat=3).players[0].heat)

    def test_tile_lounge_and_pool(self):
        game = self.enter("lounge-3", answers=["event happy-hour"])
        self.assertEqual(["happy-hour"], game.event_discards["lounge"])
        game = self.enter("pool-2", answers=["event no-running"])
        self.assertEqual(["no-running"], game.event_discards["pool"])

    def test_tile_pit_boss(self):
        self.assertTrue(self.commotion_made(self.enter("pit-boss-6", heat=3)))
        self.assertFalse(self.commotion_made(self.enter("pit-boss-6", heat=4)))

    def test_tile_slots(self):
        self.assertTrue(self.commotion_made(self.enter("slots-3")))
        for place, quiet in (("1:D2", True), ("1:B4", True), ("1:B2", True), ("1:C3", False), ("2:B2", False)):
            game = new_game(walls=(("B2-C2", "B3-B4"), ()))
            player(game, 2, place)
            self.assertEqual(quiet, not self.commotion_made(self.enter("slots-4", game=game)), place)

    def test_edge_8(self):
        game = new_game()
        game.players[1].at = "exited"
        self.assertTrue(self.commotion_made(self.enter("slots-4", game=game)))

    def test_tile_table_games(self):
        for dice, made in (("dice 34", False), ("dice 56", False), ("dice 16", False), ("dice 66", True)):
            game = self.enter("table-games-6", heat=2, answers=[dice])
            self.assertEqual(made, self.commotion_made(game))
            self.assertEqual(2 if made else 1, game.players[0].heat)

    def test_tile_out_of_order(self):
        for face in (
            "buffet-5",
            "cashier-cages-6",
            "front-desk-1",
            "lounge-3",
            "pit-boss-6",
            "slots-3",
            "table-games-5",
        ):
            game = new_game()
            game.out_of_order = cell("1:B2")
            self.enter(face, game=game)
            self.assertEqual(0, game.players[0].heat)
            self.assertEqual(0, game.cubes[cell("1:B2")])
            self.assertFalse(self.commotion_made(game))

    def test_tile_facedown(self):
        game = new_game()
        player(game, 1, "1:B2", actions_left=4)
        self.assertEqual({}, actions.while_here(game, game.players[0]))


class WhileHere(RuleTest):
    def stand(self, face, at="1:B2", actions_left=4, walls=((), ())):
        game = new_game(walls=walls)
        place = cell(at)
        game.tiles[place] = face
        player(game, 1, at, actions_left=actions_left)
        return game

    def test_tile_magic_show(self):
        game = self.stand("magic-show-3", walls=(("B2-B3", "A2-B2"), ()))
        self.assertEqual(["1:A2", "1:B3"], self.words(game, "magic-show"))
        tiles(game, B3_1="escalator-4")
        self.act(game, "magic-show 1:B3")
        self.assertEqual("1:B3", self.at(game, 1))
        self.assertEqual(3, game.actions)
        self.assertIn(frozenset((cell("1:B2"), cell("1:B3"))), game.walls[1])

    def test_tile_revolving_door(self):
        game = self.stand("revolving-door-5", at="1:A2")
        self.assertEqual(["1:B1", "1:B3"], self.words(game, "revolving-door"))
        tiles(game, B1_1="escalator-4")
        self.act(game, "revolving-door 1:B1")
        self.assertEqual(2, game.actions)
        game = self.stand("revolving-door-5", actions_left=1)
        self.assert_no_word(game, "revolving-door")

    def test_tile_monorail(self):
        game = self.stand("monorail-1")
        self.assert_no_word(game, "monorail")
        tiles(game, D3_2="monorail-2", C4_1="front-desk-2")
        self.assertEqual(["2:D3"], self.words(game, "monorail"))
        game.monorail = cell("1:C4")
        self.assertEqual(["1:C4", "2:D3"], self.words(game, "monorail"))
        self.act(game, "monorail 1:C4")
        self.assertEqual(1, game.players[0].heat)
        self.assertEqual(["1:B2", "2:D3"], self.words(game, "monorail"))  # edge.17

    def test_tile_monorail_out_of_order(self):
        game = self.stand("monorail-1")
        tiles(game, D3_2="monorail-2")
        game.out_of_order = cell("2:D3")
        self.assert_legal(game, "monorail 2:D3")  # a ride may still end on it
        game.out_of_order = cell("1:B2")
        self.assert_no_word(game, "monorail")

    def test_tile_escalator(self):
        game = self.stand("escalator-3")
        tiles(game, B2_2="front-desk-1")
        self.act(game, "escalator")
        self.assertEqual("2:B2", self.at(game, 1))
        self.assertEqual(1, game.players[0].heat)
        self.assert_illegal(game, "escalator")

    def test_edge_18(self):
        game = self.stand("escalator-3", at="2:B2")
        self.act(game, "escalator", "tile front-desk-1")
        self.assertEqual("1:B2", self.at(game, 1))

    def test_escalator_token(self):
        game = self.stand("front-desk-1")
        game.escalator = cell("1:B2")
        self.assert_legal(game, "escalator")
        game.out_of_order = cell("1:B2")
        self.assert_illegal(game, "escalator")

    def test_tile_surveillance(self):
        game = self.stand("surveillance-3")
        self.assert_illegal(game, "clear")
        game.cubes[cell("1:B2")] = 3
        self.act(game, "clear")
        self.assertEqual(0, game.cubes[cell("1:B2")])

    def test_tile_no_move(self):
        game = self.stand("revolving-door-5")
        open_chip(game, "1:B2", "saleswoman")
        self.assert_no_word(game, "move")
        self.assertEqual(4, len(self.words(game, "revolving-door")))

    def test_tile_no_move_no_roll(self):
        game = self.stand("cashier-cages-5")
        all_tiles(game, 2)
        game.cubes[cell("1:B2")] = 5
        game.escalator = cell("1:B2")
        self.act(game, "escalator")
        self.assertEqual("2:B2", self.at(game, 1))
