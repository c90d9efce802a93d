"""Section 8: distributions, checked against counting where that is possible."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

from .. import board, data
from ..board import cell
from ..hidden import tile_distribution
from ..rules import bouncers, events
from .helpers import RuleTest, hidden_chip, new_game, player, tiles


class Tiles(RuleTest):
    def test_info_tiles_at_the_start(self):
        game = new_game()
        up = tile_distribution(game, cell("2:A1"))
        down = tile_distribution(game, cell("1:A1"))
        self.assertEqual(Fraction(1, 16), down["tile owners-office"])
        self.assertEqual(0, down.get("tile safe", 0))
        self.assertEqual(Fraction(1, 16), up["tile safe"])
        self.assertEqual(Fraction(1, 32), up["tile monorail-1"])
        self.assertEqual(Fraction(13, 16) * Fraction(2, 26), up["tile buffet-5"])
        self.assertEqual(1, sum(up.values()))

    def test_info_tiles_seeing_one_fixes_the_other(self):
        game = new_game()
        tiles(game, A1_1="monorail-2")
        self.assertEqual(0, tile_distribution(game, cell("1:B1")).get("tile monorail-1", 0))
        self.assertEqual(Fraction(1, 16), tile_distribution(game, cell("2:B1"))["tile monorail-1"])

    def test_info_tiles_against_deals(self):
        """Deals by the text of 3, kept where they agree with what has been seen."""
        rng = random.Random(7)
        seen = {"1:A1": "escalator", "2:A1": "safe"}
        found = Counter()
        deals = 0
        for _ in range(60000):
            others = list(data.POOL_OF_26.elements())
            rng.shuffle(others)
            monorails, escalators = list(data.ONE_PER_FLOOR["monorail"]), list(data.ONE_PER_FLOOR["escalator"])
            rng.shuffle(monorails)
            rng.shuffle(escalators)
            first = ["owners-office", monorails[0], escalators[0], *others[:13]]
            second = ["safe", monorails[1], escalators[1], *others[13:]]
            rng.shuffle(first)
            rng.shuffle(second)
            if first[0] == "escalator-3" and second[0].startswith(seen["2:A1"]):
                deals += 1
                found[second[5]] += 1
        game = new_game()
        tiles(game, A1_1="escalator-3", A1_2="safe")
        exact = tile_distribution(game, cell("2:B2"))
        self.assertEqual(Fraction(1, 15), exact["tile escalator-4"])
        self.assertGreater(deals, 80)
        for face in ("escalator-4", "pit-boss-6"):
            self.assertAlmostEqual(found[face] / deals, float(exact[f"tile {face}"]), delta=0.12)


class Chips(RuleTest):
    def test_info_chips(self):
        game = new_game(characters=("acrobat", "hacker", "rook"))
        self.assertEqual(Fraction(4, 17), game.chip_knowledge.distribution()["chip mole"])
        game = new_game()
        self.assertEqual(Fraction(1, 16), game.chip_knowledge.distribution()["chip saleswoman"])

    def test_info_fin1_against_counting(self):
        """A small box by hand: the removed chip is uniform over the unseen ones, later sights count as evidence."""
        game = new_game(characters=("acrobat", "hacker", "rook"))
        knowledge = game.chip_knowledge
        unseen = Counter({"drunk": 2, "mole": 1})
        for kind, count in list(knowledge.unseen.items()):
            for _ in range(count - unseen[kind]):
                knowledge.saw(kind)
        knowledge.regather()
        sights = ["drunk", "drunk", "drunk", "mole"]
        weight = {}
        for removed in unseen:
            chips = data.CHIPS - Counter([removed])
            p = Fraction(unseen[removed], 3)
            left = 16
            for kind in sights:
                p *= Fraction(chips[kind], left)
                chips = chips - Counter([kind])
                left -= 1
            weight[removed] = (p, chips)
        for kind in sights:
            knowledge.saw(kind)
        total = sum(p for p, _ in weight.values())
        for kind in data.CHIPS:
            expected = sum(p / total * Fraction(chips[kind], 12) for p, chips in weight.values())
            self.assertEqual(expected, knowledge.distribution()[f"chip {kind}"])

    def test_info_fin1_two_players(self):
        game = new_game()
        game.chip_knowledge.regather()
        self.assertEqual(Fraction(4, 16), game.chip_knowledge.distribution()["chip drunk"])
        self.assertEqual(Fraction(1, 16), game.chip_knowledge.distribution()["chip saleswoman"])

    def test_known_prima_donna_has_one_outcome(self):
        from ..state import Chip

        game = new_game()
        game.finale = "bodyguard"
        chip = Chip()
        chip.kind = "prima-donna"
        game.chips[cell("1:B3")] = chip
        tiles(game, B3_1="slots-3")
        player(game, 1, "1:B2", actions_left=4)
        self.start(self.options(game)["peek 1:B3"]())
        self.assertEqual({"chip prima-donna": 1}, self.asked.outcomes)


class Patrol(RuleTest):
    def test_info_patrol_removed_cards(self):
        game = new_game(suspicion=10)
        self.start(bouncers.draw_patrol(game, 1))
        self.assertEqual({Fraction(1, 16)}, set(self.asked.outcomes.values()))

    def test_info_distracted(self):
        game = new_game(suspicion=1)
        self.start(bouncers.draw_patrol(game, 1))
        self.assertEqual(Fraction(3, 19), self.asked.outcomes["patrol distracted"])

    def test_info_patrol_bottom_block_against_counting(self):
        """Trade Shifts with tiny decks, by counting all orders: the exact chances of a whole sequence of draws."""
        for sequence in (("2:A1", "1:A1", "1:B1", "2:B1"), ("2:A1", "1:B1", "1:C1", "2:B1")):
            game = new_game()
            self.small(game, 1, ["1:A1", "1:B1", "1:C1", "1:D1"], 3)  # one of the four is in the box
            self.small(game, 2, ["2:A1", "2:B1"], 1)
            player(game, 1, "1:B2")
            self.run_rule(events.draw(game, game.players[0], "pool"), "event trade-shifts")
            self.assertEqual((1, 3), (len(game.decks[1].places), len(game.decks[2].places)))
            p = Fraction(1)
            for card in sequence[:3]:
                self.start(bouncers.draw_patrol(game, 2))
                p *= self.asked.outcomes[f"patrol {card}"]
                self.answer(f"patrol {card}")
            good = total = 0
            for first in permutations(["1:A1", "1:B1", "1:C1", "1:D1"], 3):
                for second in permutations(["2:A1", "2:B1"], 1):
                    total += 1
                    good += list(second) + list(first[:2]) == list(sequence[:3])
            self.assertEqual(Fraction(good, total), p)

    def small(self, game, floor, cards, size):
        from ..hidden import PatrolDeck, Pool

        discards = game.decks[floor].discards
        game.decks[floor] = PatrolDeck(Pool(cards), size)
        game.decks[floor].discards = discards

    def test_info_draws_go_on_behind_the_rest(self):
        game = new_game()
        self.run_rule(self.trade(game), "event trade-shifts")
        first = game.decks[2].top().things
        self.assertTrue(all(name.startswith("2:") for name in first))
        last = game.decks[2].places[-1].things
        self.assertTrue(all(name.startswith("1:") or name == "distracted" for name in last))

    def trade(self, game):
        player(game, 1, "1:B2")
        return events.draw(game, game.players[0], "pool")


class Events(RuleTest):
    def test_info_events(self):
        game = new_game()
        player(game, 1, "1:B2")
        self.start(events.draw(game, game.players[0], "pool"))
        self.assertEqual({Fraction(1, 8)}, set(self.asked.outcomes.values()))


class Layout(RuleTest):
    def test_info_layout(self):
        """8 dots on each card, two in each row and column, never its own cell, each cell on 8 of the 16 cards."""
        for floor in (1, 2):
            cards = [card for card in data.PATROL.values() if card.floor == floor]
            dots = Counter(square for card in cards for square in card.dots)
            self.assertEqual({8}, set(dots.values()))
            for card in cards:
                self.assertNotIn(card.square, card.dots)
                cells = [board.square_on(floor, square) for square in card.dots]
                self.assertEqual({2}, set(Counter(c.row for c in cells).values()))
                self.assertEqual({2}, set(Counter(c.col for c in cells).values()))

    def test_hidden_chips_are_no_tiles(self):
        game = new_game()
        hidden_chip(game, "1:A1")
        self.assertEqual({}, game.tiles)
