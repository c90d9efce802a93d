"""The replay: a trace of the reference itself agrees, and changes are found."""

import argparse
import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

from shared import replay

from .. import play
from ..facts import facts
from ..session import Session


class Replay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.trace = Path(cls.folder.name) / "trace.jsonl"
        parser = argparse.ArgumentParser()
        play.add_arguments(parser)
        options = parser.parse_args(["--games", "4", "--seed", "9", "--variants", "--trace", str(cls.trace)])
        with contextlib.redirect_stdout(io.StringIO()):
            play.run(options)
        cls.lines = [json.loads(text) for text in cls.trace.read_text(encoding="utf-8").splitlines()]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def replay(self, lines, stop=0):
        path = Path(self.folder.name) / "changed.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            code = replay.run(argparse.Namespace(trace=str(path), stop=stop, steps=12), Session, facts)
        return code, output.getvalue()

    def copy(self):
        return json.loads(json.dumps(self.lines))

    def test_agrees(self):
        code, output = self.replay(self.lines)
        self.assertEqual(0, code, output)
        self.assertIn("4 games", output)

    def test_an_option_more_and_one_less(self):
        lines = self.copy()
        line = next(line for line in lines if "decision" in line and len(line["decision"]) > 3)
        other = next(name for name in line["decision"] if name != line["taken"])
        line["decision"].remove(other)
        line["decision"].append("fly")
        code, output = self.replay(lines)
        self.assertEqual(1, code)
        self.assertIn("only in the trace ['fly']", output)
        self.assertIn(f"only in the reference ['{other}']", output)
        self.assertIn("1 games differ", output)

    def test_a_probability(self):
        lines = self.copy()
        line = next(line for line in lines if "chance" in line and len(line["chance"]) > 3)
        line["chance"][0][1] += 1e-6
        code, output = self.replay(lines)
        self.assertEqual(1, code)
        self.assertIn("distribution differs", output)

    def test_a_fact(self):
        lines = self.copy()
        line = [line for line in lines if "decision" in line][5]
        line["facts"]["players"][0]["heat"] = 17
        code, output = self.replay(lines)
        self.assertEqual(1, code)
        self.assertIn("players[1].heat: 17", output)

    def test_an_ending(self):
        lines = self.copy()
        line = next(line for line in lines if "over" in line)
        line["over"] = "red-handed"
        code, output = self.replay(lines)
        self.assertEqual(1, code)
        self.assertIn("over: red-handed in the trace", output)

    def test_stop(self):
        lines = self.copy()
        for line in lines:
            if "over" in line:
                line["over"] = "red-handed"
        code, output = self.replay(lines, stop=2)
        self.assertEqual(1, code)
        self.assertIn("2 games differ", output)


class SelfPlay(unittest.TestCase):
    def test_short_games(self):
        parser = argparse.ArgumentParser()
        play.add_arguments(parser)
        for arguments in (
            ["--games", "18", "--each-finale", "--cheat", "--variants", "--windows", "any"],
            ["--games", "6", "--variants", "--squares"],
        ):
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(0, play.run(parser.parse_args(arguments)))
