"""Small positions and scripted runs of single rules."""

import unittest

from shared.requests import Decision

from .. import board
from ..board import cell
from ..endings import GameOver
from ..rules import actions, windows
from ..state import Chip, Game, Gear


def new_game(characters=("acrobat", "hacker"), walls=((), ()), **setup):
    """A game without walls, both bouncers and markers in the corners, nobody inside yet."""
    fields = {
        "scenario": "random-finale",
        "finales": ["the-raid"],
        "suspicion": 6,
        "characters": list(characters),
        "first": 1,
        "walls": [list(walls[0]), list(walls[1])],
        "chips": "dots",
        "alternates": [],
        "abilities": False,
        "turn-limit": 0,
        "windows": "full",
    }
    fields.update({name.replace("_", "-"): value for name, value in setup.items()})
    game = Game(fields)
    game.entrances = [cell("1:A1"), cell("1:D4")]
    bouncer(game, "1:D4", "1:A4")
    bouncer(game, "2:D4", "2:A4")
    return game


def bouncer(game, at, marker):
    """Puts a bouncer somewhere; without a marker he hunts."""
    place = cell(at)
    game.bouncers[place.floor].at = place
    game.bouncers[place.floor].marker = cell(marker) if marker else None


def player(game, number, at, heat=0, actions_left=None):
    """Puts a player somewhere; with `actions_left` it is their turn."""
    p = game.players[number - 1]
    p.at = cell(at)
    p.heat = heat
    if actions_left is not None:
        game.current = p
        game.actions = actions_left
        game.turn = max(1, game.turn)
    return p


def tiles(game, **faces):
    """tiles(game, B2_1="slots-3") turns up a Slots 3 on 1:B2."""
    for name, face in faces.items():
        square, floor = name.split("_")
        game.tiles[cell(f"{floor}:{square}")] = face


def all_tiles(game, floor, face="monorail-1"):
    """Turns the rest of a floor up with tiles that do nothing when entered (more of them than a real game has)."""
    for c in board.floor_cells(floor):
        game.tiles.setdefault(c, face)


def hidden_chip(game, at):
    game.chips[cell(at)] = Chip()


def open_chip(game, at, kind):
    chip = Chip()
    chip.kind = kind
    chip.face_up = True
    game.chips[cell(at)] = chip
    game.chip_knowledge.saw(kind)


def give(game, number, card, prepped=True):
    """A gear card for a player, prepped unless said otherwise."""
    from .. import data

    game.players[number - 1].gear[card] = Gear(data.GEAR[card], prepped=prepped)


def no_gear(game):
    for p in game.players:
        p.gear = {}


def empty_deck(game, floor):
    deck = game.decks[floor]
    for pool in list(deck.places):
        card = next(iter(pool.things))
        pool.take(card)
        deck.discards.append(card)
    deck.places.clear()


class RuleTest(unittest.TestCase):
    """Runs rule generators with scripted answers."""

    def start(self, rule):
        """Begins a rule; returns what it asks for first, or None."""
        self.rule = rule
        self.over = None
        return self.answer(None)

    def answer(self, notation):
        if notation is not None:
            self.assertIn(notation, self.asked.legal())
        try:
            self.asked = self.rule.send(notation)
        except StopIteration:
            self.asked = None
        except GameOver as end:
            self.asked = None
            self.over = end.reason
        return self.asked

    def run_rule(self, rule, *answers):
        """The rule must ask for exactly these answers, in order. Returns the ending, if the game is over."""
        self.start(rule)
        for notation in answers:
            self.assertIsNotNone(self.asked, f"nothing is asked where {notation} was to be answered; over: {self.over}")
            self.answer(notation)
        self.assertIsNone(self.asked, f"still asked: {self.asked and self.asked.legal()}")
        return self.over

    def act(self, game, notation, *answers):
        """Takes an action (or a window A use) of the current player."""
        options = self.options(game)
        self.assertIn(notation, options)
        return self.run_rule(options[notation](), *answers)

    def options(self, game):
        options = dict(actions.options(game))
        options.update(windows.offered(game, windows.Window("A")))
        return options

    def assert_legal(self, game, *notations):
        for notation in notations:
            self.assertIn(notation, self.options(game))

    def assert_illegal(self, game, *notations):
        for notation in notations:
            self.assertNotIn(notation, self.options(game))

    def assert_no_word(self, game, word):
        self.assertEqual([], [name for name in self.options(game) if name.split()[0] == word])

    def words(self, game, word):
        """The options that begin with this word, without it, sorted."""
        return sorted(name[len(word) + 1 :] for name in self.options(game) if name.split()[0] == word)

    def assert_asks(self, *options):
        self.assertIsInstance(self.asked, Decision)
        self.assertEqual(sorted(options), sorted(self.asked.options))

    def at(self, game, number):
        return str(game.players[number - 1].at)
