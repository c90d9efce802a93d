"""Random games over all scenarios, characters, skills, editions, fixers and cash, checked before every step."""

import json
import random
import sys
import traceback
from collections import Counter

from . import data, invariants
from .board import text
from .facts import facts
from .session import Session

LONGEST = 20000  # steps; a heist that is longer counts as one that does not end


def add_arguments(parser):
    parser.add_argument("games", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--scenario", help="only this one")
    parser.add_argument("--trace", metavar="FILE", help="write the games as a trace, - for standard output")
    parser.add_argument("--census", action="store_true", help="count the decisions with each kind of option")


def random_setup(rng, scenario):
    edition = rng.choice(data.EDITIONS)
    classes = {}
    for card in data.CHARACTERS[edition].values():
        classes.setdefault(card.class_, []).append(card.id)
    number = rng.choice((3, 4))
    skills = Counter()
    characters = []
    for class_ in rng.sample(sorted(classes), number):
        possible = [id_ for id_ in data.SKILLS[edition] if skills[id_] < 2]
        chosen = rng.sample(possible, 2)
        skills.update(chosen)
        characters.append({"card": rng.choice(classes[class_]), "skills": chosen})
    starting = Counter(data.CHARACTERS[edition][entry["card"]].item for entry in characters)
    items = []
    discovered = []
    for id_, card in data.ITEMS.items():
        if card.edition == "v24" and edition == "v22":
            continue
        if starting[id_] < card.copies and rng.random() < 0.25:
            items.append([id_, rng.randint(1, number)])
        if card.source != "shop" and rng.random() < 0.2:
            discovered.append(id_)
    rules = data.scenario(scenario)
    setup = {
        "scenario": scenario,
        "edition": edition,
        "characters": characters,
        "cash": rng.choice((0, 0, 3, 8, 20)),
        "fixers": sorted(rng.sample(sorted(data.FIXERS), rng.choice((0, 1, 4, len(data.FIXERS))))),
        "items": items,
        "discovered": discovered,
        "jewels": rng.choice((0, 0, 2)),
        "inside": [],
    }
    if rules.get("inside_starts"):
        setup["inside"] = sorted(rng.sample(range(1, number + 1), rng.randint(1, number)))
    if scenario == "interior-ministry-north" and rng.random() < 0.5:
        setup["ideas"] = [rng.randint(0, 6) for _ in characters]
        places = [f"{q},{r}" for q, r in rules["story_hexes"]]
        setup["hideouts"] = rng.sample(places * 2, number)
    return setup


def weight(notation, place, phase_steps, game, visited):
    """Random players that get somewhere: few free things in circles, few declared escapes."""
    verb = notation.split()[0]
    late = min(50.0, 1 + phase_steps / 20)
    letters_left = any(c.letters.total() for c in game.characters)
    if verb == "act":
        return 4.0 if game.named(notation.split()[1]).letters.total() else 1.0
    if verb == "move":
        return 1.0 if notation in visited else 12.0
    if notation.startswith("take keycard") or verb == "idea-token":
        return 3.0  # a route may need it
    if verb == "step":
        return 1.0 if notation in visited else 12.0
    if verb in ("take", "drop", "pass", "shift"):
        return 0.2 / late
    if verb == "bank":
        return 0.3
    if verb == "end":
        return (0.2 if letters_left else 2.0) * late
    if verb == "finish":
        return 0.5 * late
    if verb == "commit":
        return 1.0 * late
    if verb in ("roll", "begin"):
        return 5.0 * late
    if verb == "escape":
        return 0.01
    if verb == "done":
        return 1.0
    if verb == "token":
        return 4.0 / (1 + place)
    if verb == "vent-crawl":
        return 0.3 / late
    if verb in ("unlock", "subdue", "disable", "door"):
        return 3.0
    if verb in ("capture", "story", "crack", "server", "toss"):
        return 6.0
    return 1.0


def enrich(game, rng):
    """Ideas, tokens, abilities, items and open ways, so that random players reach what lies deep inside."""
    for c in game.present():
        c.ideas += 6
        if not c.is_npc:
            c.tokens = set(game.hexes)
            c.memory = len(c.tokens)
            gifts = sorted(data.ABILITIES)
            c.abilities |= set(rng.sample(gifts, 4))
        c.loot.add_text(rng.choice(sorted(data.ITEMS)))
        if rng.random() < 0.3:
            c.loot.add_text(rng.choice(("cash:2", "jewel", "usb", "documents")))
    for place in game.all_hexes():
        if rng.random() < 0.7:
            for guard in place.guards:
                guard.active = False
            place.locks = [0, sum(place.locks)]
        if rng.random() < 0.3:
            place.ring = None
        if place.door and rng.random() < 0.5:
            place.fixture = None


def play_game(rng, setup, census=None, trace=None, rich=False):
    """Plays one heist; returns its end and the number of steps."""
    session = Session(setup)
    game = session.game
    chits = invariants.Chits(game)
    steps = 0
    phase = None
    phase_steps = 0
    lines = [{"setup": setup}]
    taken = []
    visited = {f"move {text(tile)}" for tile in game.board.exits}
    try:
        while session.over is None:
            if (game.phase, game.round) != phase:
                phase = (game.phase, game.round)
                phase_steps = 0
                if rich and game.phase in ("start", "roll"):
                    enrich(game, rng)
                    chits = invariants.Chits(game)
                    rich = False
            invariants.check(game)
            chits.check(game)
            if trace is not None or steps % 7 == 0:
                shown = facts(game)
            legal = session.request.legal()
            if session.is_decision:
                weights = [weight(name, place, phase_steps, game, visited) for place, name in enumerate(legal)]
                choice = rng.choices(legal, weights)[0]
                visited.add(choice)
            else:
                probabilities = [float(session.request.outcomes[name]) for name in legal]
                choice = rng.choices(legal, probabilities)[0]
            if trace is not None:
                line = {"facts": shown}
                if session.is_decision:
                    line["decision"] = legal
                else:
                    line["chance"] = [[name, float(session.request.outcomes[name])] for name in legal]
                lines.append({**line, "taken": choice})
            if census is not None and session.is_decision:
                census.update(f"{game.phase} {name.split()[0]}" for name in {n.split()[0]: n for n in legal})
            taken.append(choice)
            session.take(choice)
            steps += 1
            phase_steps += 1
            assert steps < LONGEST, "the heist does not end"
        invariants.check(game)
    except Exception:
        print(f"setup: {json.dumps(setup)}", file=sys.stderr)
        print(f"last steps: {taken[-25:]}", file=sys.stderr)
        raise
    lines.append({"facts": facts(game), "over": session.over})
    if trace is not None:
        for line in lines:
            print(json.dumps(line), file=trace)
    return session.over, steps


def run(options):
    names = [options.scenario] if options.scenario else data.scenario_names()
    census = Counter() if options.census else None
    trace = None
    if options.trace:
        trace = sys.stdout if options.trace == "-" else open(options.trace, "w", encoding="utf-8")  # noqa: SIM115
    ends = Counter()
    failures = total = 0
    for number in range(options.games):
        rng = random.Random(f"{options.seed}:{number}")
        scenario = names[number % len(names)]
        setup = random_setup(rng, scenario)
        try:
            over, steps = play_game(rng, setup, census, trace, rich=trace is None and number % 2 == 0)
        except Exception:
            failures += 1
            print(f"game {number + 1} ({scenario}) failed:", file=sys.stderr)
            traceback.print_exc()
            continue
        ends[over] += 1
        total += steps
    out = sys.stderr if options.trace == "-" else sys.stdout
    summary = f"{options.games} games over {len(names)} scenarios, {total} steps, {failures} failed, {dict(ends)}"
    print(summary, file=out)
    if census is not None:
        for name, count in sorted(census.items()):
            print(f"  {count:8} {name}", file=out)
    if trace not in (None, sys.stdout):
        trace.close()
    return 1 if failures else 0
