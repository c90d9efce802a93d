"""The board: section 1, and the data."""

import unittest
from collections import Counter

from .. import data
from ..board import Board, on_a_line
from ..state import Game
from .helpers import setup

RING = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]


class Adjacency(unittest.TestCase):
    def test_mh1a_hexes_that_share_a_border(self):
        board = Board([(0, 0), *RING, (2, 0)])
        self.assertEqual(set(board.adjacent_hexes((0, 0))), set(RING))
        self.assertNotIn((0, 0), board.adjacent((0, 0)))

    def test_mh1b_an_exit_touches_one_hex(self):
        # The Proving Grounds: the Exit 4,7 opens W to 3,7 and lies next to 4,6 as well.
        board = Game(setup("rival-hq")).board
        self.assertEqual(board.adjacent((4, 7)), [(3, 7)])
        self.assertIn((4, 6), board.hexes)
        self.assertNotIn((4, 7), board.adjacent((4, 6)))

    def test_mh1c_distances(self):
        board = Board([(0, 0), (1, 0), (3, 0)], {(-1, 0): "e", (2, -1): "sw"})
        self.assertEqual(board.distance((0, 0), (1, 0)), 1)
        self.assertIsNone(board.distance((0, 0), (3, 0)))
        self.assertEqual(board.distance((-1, 0), (1, 0)), 2)
        self.assertEqual(board.distance((-1, 0), (2, -1)), 3)

    def test_mh1c_straight_lines(self):
        self.assertTrue(on_a_line((0, 0), (3, 0)))
        self.assertTrue(on_a_line((0, 0), (2, -2)))
        self.assertFalse(on_a_line((0, 0), (2, -1)))
        self.assertFalse(on_a_line((0, 0), (0, 0)))

    def test_mh1d_a_pocket_is_not_outside(self):
        board = Board(RING)
        self.assertNotIn("w", board.external_sides((1, 0)))
        self.assertIn("e", board.external_sides((1, 0)))
        opened = Board([tile for tile in RING if tile != (0, 1)])
        self.assertIn("w", opened.external_sides((1, 0)))


class Data(unittest.TestCase):
    def test_all_complete_scenarios_load(self):
        names = data.scenario_names()
        self.assertEqual(len(names), 21)
        for name in names:
            game = Game(setup(name))
            rows = [row for row in data._rows("scenarios/index.csv") if row["id"] == game.id]
            row = next(r for r in rows if r["revision"] == game.scenario["revision"])
            self.assertEqual(len(game.hexes), int(row["hexes"]), name)
            self.assertEqual(len(game.unrevealed()), int(row["unknown"]), name)
            self.assertEqual(sum(game.bag.values()), int(row["bag_total"]), name)
            self.assertEqual(sum(1 for card in game.deck if card in data.EVENTS), int(row["events"]), name)
            self.assertEqual(sum(1 for card in game.deck if card in data.CRISES), int(row["crises"]), name)
            self.assertGreaterEqual(sum(game.bag.values()), len(game.unrevealed()))  # [MH3.1b]

    def test_mh2a_editions(self):
        v22, v24 = data.CHARACTERS["v22"], data.CHARACTERS["v24"]
        self.assertEqual((v22["bruiser"].ideas, v24["bruiser"].ideas), (2, 1))
        self.assertEqual((v22["con-artist"].memory, v24["con-artist"].memory), (8, 9))
        self.assertNotIn(("pick", "UN"), v22["thief"].defaults)
        self.assertIn(("pick", "UN"), v24["thief"].defaults)
        self.assertEqual(data.SKILLS["v22"]["linger"].faces[5], "UULNNN")
        self.assertEqual(data.SKILLS["v24"]["linger"].faces[5], "UULNN")
        self.assertEqual(data.noise_track(4, "v22")[0], 38)
        self.assertEqual(data.noise_track(4, "v24")[0], 42)
        self.assertEqual(data.noise_track(3, "v22"), data.noise_track(3, "v24"))

    def test_skill_totals(self):
        """The totals of skills.csv against the faces."""
        for row in data._rows("skills.csv"):
            letters = Counter("".join(data.SKILLS["v22"][row["id"]].faces))
            for letter in "MUSDIRLNA":
                self.assertEqual(letters[letter], int(row[f"n_{letter}"]), (row["id"], letter))

    def test_mh3_2c_starting_items(self):
        game = Game(setup(team=[("safecracker", ("hurry", "steal")), ("thief", ("hurry", "steal"))] * 2))
        self.assertTrue(game.players[0].loot.has("safecracking-tools"))
        self.assertTrue(game.players[1].loot.has("plasma-torch"))

    def test_mh6_7a_things_under_a_ring(self):
        game = Game(setup("courthouse"))
        self.assertEqual(game.hexes[3, 2].ring, "X")
        self.assertTrue(game.hexes[3, 2].loot.has("documents"))
        self.assertTrue(game.hexes[8, 4].loot.has("lucky-penny"))


if __name__ == "__main__":
    unittest.main()
