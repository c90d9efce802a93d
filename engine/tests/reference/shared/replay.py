"""Follows the games of a trace and reports the first difference in each."""

# ruff: noqa: SIM115

import json
import sys
import traceback

from .facts import without_empty

TOLERANCE = 1e-9


class Difference(Exception):
    def __init__(self, text):
        super().__init__(text)
        self.text = text


def run(options, session, facts):
    """`session` begins a game of a setup, `facts` lists what holds in a game."""
    file = sys.stdin if options.trace == "-" else open(options.trace, encoding="utf-8")
    games = differing = steps = 0
    with file:
        for number, lines in enumerate(split_games(file), 1):
            games += 1
            follower = Follower(lines[0][1]["setup"], session, facts)
            for line_number, line in lines[1:]:
                try:
                    follower.step(line)
                    steps += 1
                except Difference as difference:
                    report(number, line_number, follower, difference.text, options.steps)
                    differing += 1
                    break
                except Exception:  # a fault in the reference itself is reported like a difference
                    text = "the reference failed:\n" + traceback.format_exc()
                    report(number, line_number, follower, text, options.steps)
                    differing += 1
                    break
            if options.stop and differing >= options.stop:
                break
    print(f"{games} games, {steps} steps compared, {differing} games differ")
    return 1 if differing else 0


def split_games(file):
    """Yields for each game a list of (line number, line)."""
    game = None
    for line_number, text in enumerate(file, 1):
        if not text.strip():
            continue
        line = json.loads(text)
        if "setup" in line:
            if game is not None:
                yield game
            game = []
        elif game is None:
            raise SystemExit(f"line {line_number}: a trace begins with a setup line")
        game.append((line_number, line))
    if game is not None:
        yield game


def report(number, line_number, follower, text, shown):
    print(f"game {number}, line {line_number}: {text}")
    print(f"  setup: {json.dumps(follower.session_setup)}")
    print("  last steps:")
    for taken in follower.taken[-shown:]:
        print(f"    {taken}")
    print()


class Follower:
    """One game of a trace, followed by the reference."""

    def __init__(self, setup, session, facts):
        self.session_setup = setup
        self.begin = session
        self.facts = facts
        self.session = None
        self.taken = []

    def step(self, line):
        if self.session is None:
            self.session = self.begin(self.session_setup)
        session = self.session
        if "facts" in line:
            compare_facts(line["facts"], self.facts(session.game))
        if "over" in line:
            if session.over is None:
                raise Difference(f"over ({line['over']}) in the trace, the reference has {waits_for(session)}")
            if session.over != line["over"]:
                raise Difference(f"over: {line['over']} in the trace, {session.over} in the reference")
            return
        if session.over is not None:
            raise Difference(f"the reference is over ({session.over}), the trace goes on with {describe(line)}")
        if "decision" in line:
            if not session.is_decision:
                raise Difference(f"the trace has a decision {line['decision']}, the reference has {waits_for(session)}")
            compare_decisions(line["decision"], session.request.options)
        else:
            if session.is_decision:
                raise Difference(f"the trace has a chance {line['chance']}, the reference has {waits_for(session)}")
            compare_chances(line["chance"], session.request.outcomes)
        kind = "decision" if "decision" in line else "chance"
        if line["taken"] not in session.request.legal():
            raise Difference(f"{line['taken']} is taken, but not among what is possible")
        session.take(line["taken"])
        self.taken.append(f"{kind:8} {line['taken']}")


def describe(line):
    return "a decision" if "decision" in line else "a chance"


def waits_for(session):
    if session.is_decision:
        return f"a decision {sorted(session.request.options)}"
    return f"a chance { ({name: float(p) for name, p in session.request.outcomes.items()}) }"


def compare_facts(theirs, ours):
    theirs, ours = without_empty(theirs), without_empty(ours)
    if theirs == ours:
        return
    lines = ["facts differ (trace | reference):"]
    lines += differences("", theirs, ours)
    raise Difference("\n    ".join(lines))


def differences(place, theirs, ours):
    """Lines that name every differing field."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        lines = []
        for key in sorted(set(theirs) | set(ours)):
            if theirs.get(key) != ours.get(key):
                lines += differences(f"{place}.{key}" if place else key, theirs.get(key), ours.get(key))
        return lines
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        lines = []
        for index, (a, b) in enumerate(zip(theirs, ours, strict=False)):
            if a != b:
                lines += differences(f"{place}[{index + 1}]", a, b)
        return lines
    return [f"{place}: {json.dumps(theirs)} | {json.dumps(ours)}"]


def compare_decisions(theirs, ours):
    if len(set(theirs)) != len(theirs):
        raise Difference(f"the trace names an option twice: {theirs}")
    extra = sorted(set(theirs) - set(ours))
    missing = sorted(set(ours) - set(theirs))
    if extra or missing:
        raise Difference(f"options differ: only in the trace {extra}; only in the reference {missing}")


def compare_chances(theirs, ours):
    theirs = {name: p for name, p in theirs}
    lines = []
    for name in sorted(set(theirs) | set(ours)):
        a, b = theirs.get(name, 0.0), float(ours.get(name, 0))
        if abs(a - b) > TOLERANCE:
            lines.append(f"{name}: {a} | {b} ({ours.get(name, 0)})")
    if lines:
        raise Difference("\n    ".join(["distribution differs (trace | reference):", *lines]))
