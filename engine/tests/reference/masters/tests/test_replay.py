"""The replay command, the facts and random games."""

import contextlib
import io
import json
import random
import unittest
from types import SimpleNamespace
from unittest import mock

from shared import replay

from .. import data, play
from ..facts import facts
from ..session import Session
from ..state import Game
from .helpers import guard, put, setup, small_game

LINE = [(0, 0), (1, 0), (2, 0)]


def trace_of(scenario, seed):
    rng = random.Random(seed)
    out = io.StringIO()
    play.play_game(rng, play.random_setup(rng, scenario), trace=out)
    return out.getvalue().splitlines()


def follow(lines):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), mock.patch("sys.stdin", io.StringIO("\n".join(lines))):
        code = replay.run(SimpleNamespace(trace="-", stop=0, steps=3), Session, facts)
    return code, out.getvalue()


class Replay(unittest.TestCase):
    def test_own_traces_agree(self):
        lines = trace_of("tech-lab", 1) + trace_of("the-lair", 2)
        code, text = follow(lines)
        self.assertEqual(code, 0, text)
        self.assertIn("2 games", text)

    def test_a_difference_is_named(self):
        lines = trace_of("tech-lab", 1)
        changed = json.loads(lines[5])
        changed["facts"]["marker"] = 7
        code, text = follow([*lines[:5], json.dumps(changed), *lines[6:]])
        self.assertEqual(code, 1)
        self.assertIn("game 1, line 6", text)
        self.assertIn("marker: 7 | null", text)

    def test_another_option_is_named(self):
        lines = trace_of("tech-lab", 1)
        number = next(i for i, line in enumerate(lines) if "decision" in json.loads(line))
        changed = json.loads(lines[number])
        changed["decision"].append("act 9")
        code, text = follow([*lines[:number], json.dumps(changed)])
        self.assertEqual(code, 1)
        self.assertIn("only in the trace ['act 9']", text)

    def test_another_end_is_named(self):
        lines = trace_of("tech-lab", 1)
        end = json.loads(lines[-1])
        end["over"] = "won" if end["over"] == "lost" else "lost"
        code, _text = follow([*lines[:-1], json.dumps(end)])
        self.assertEqual(code, 1)


class Facts(unittest.TestCase):
    def test_setup(self):
        shown = facts(Game(setup("tech-lab", cash=3)))
        self.assertEqual(shown["phase"], "plan")
        self.assertNotIn("round", shown)
        self.assertEqual(shown["hexes"]["6,2"], {"guards": [1, 0], "locks": [1, 0]})
        self.assertEqual(shown["hexes"]["2,2"], {"unrevealed": True})
        self.assertEqual(shown["hexes"]["3,1"], {"fixture": "door"})
        self.assertNotIn("5,6", shown["hexes"])
        self.assertEqual(shown["exits"], {"5,7": "nw", "2,8": "nw"})
        self.assertEqual(shown["bag"], {"guard": 3, "lock": 6, "camera": 6})
        self.assertEqual(shown["cash"], 3)
        self.assertEqual(shown["characters"][1], {"ideas": 3})

    def test_inactive_npc(self):
        shown = facts(Game(setup("estate-basement")))
        self.assertEqual(shown["characters"][4], {"at": "8,1", "state": "inactive"})
        self.assertEqual(shown["hexes"]["8,1"], {"ring": "X"})

    def test_during_the_heist(self):
        game = small_game(LINE)
        chit = guard(game, (1, 0), active=False)
        guard(game, (1, 0), "dog")
        game.flashbang = [chit]
        c = put(game, 1, (0, 0), ideas=2, letters="MM", tokens=[(2, 0), (1, 0)])
        c.loot.cash = 2
        c.loot.add_text("radio")
        c.loot.add_text("jewel")
        c.effects = {"larcenist"}
        c.vents = [((0, 0), (2, 0))]
        shown = facts(game)
        self.assertEqual(shown["hexes"], {"1,0": {"guards": [0, 1], "dogs": [1, 0]}})
        self.assertEqual(shown["flashbang"], {"1,0": [1, 0]})
        self.assertEqual(
            shown["characters"][0],
            {
                "at": "0,0",
                "ideas": 2,
                "die": 1,
                "action": "walk",
                "letters": {"M": 2},
                "tokens": ["1,0", "2,0"],
                "loot": ["cash:2", "jewel", "radio"],
                "effects": ["larcenist", "vent-crawl"],
            },
        )


class RandomGames(unittest.TestCase):
    def test_every_scenario_ends(self):
        for number, scenario in enumerate(data.scenario_names()):
            rng = random.Random(number)
            over, _ = play.play_game(rng, play.random_setup(rng, scenario), rich=number % 2 == 0)
            self.assertIn(over, ("won", "lost"))

    def test_probabilities(self):
        session = Session(setup("tech-lab", fixers=["visage"], cash=1))
        session.take("visage 2,2")
        self.assertEqual(
            {k: float(v) for k, v in session.request.outcomes.items()},
            {"chit guard": 0.2, "chit lock": 0.4, "chit camera": 0.4},
        )


if __name__ == "__main__":
    unittest.main()
