"""Random games of the reference by itself, for smoke testing and for traces.

Decisions are made by a simple greedy policy with some randomness, and with `--luck` outcomes of chance are picked with
a bias, so that games get far; every step taken is possible in a real game. `--cheat` begins games shortly before the
Safe is cracked; such games cannot be traced.
"""

# ruff: noqa: SIM115

import json
import random
import sys
from collections import Counter

from . import board, data, invariants
from .facts import facts
from .hidden import tile_distribution
from .rules.actions import safe_line
from .rules.finales import QUOTA
from .session import Session


def add_arguments(parser):
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--finale", choices=sorted(data.FINALES), help="known from the start; otherwise random mode")
    parser.add_argument("--each-finale", action="store_true", help="go through the nine finales in turn")
    parser.add_argument("--characters", type=int, choices=(2, 3, 4), help="how many; random if left out")
    parser.add_argument("--cast", help="characters by id, separated by commas")
    parser.add_argument("--windows", choices=("full", "reduced", "off", "any"), default="full")
    parser.add_argument("--dead-drops", action="store_true")
    parser.add_argument("--abilities", action="store_true")
    parser.add_argument("--alternates", action="store_true", help="a random set of alternate gear cards")
    parser.add_argument("--variants", action="store_true", help="choose the three variants at random for each game")
    parser.add_argument("--squares", action="store_true", help="chips on random squares instead of the dots")
    parser.add_argument("--suspicion", type=int, help="random if left out")
    parser.add_argument("--turn-limit", type=int, default=60)
    parser.add_argument("--luck", type=float, default=0.7, help="share of the chances that are picked with a bias")
    parser.add_argument("--random", type=float, default=0.25, help="share of the decisions that are picked at random")
    parser.add_argument("--cheat", action="store_true", help="begin shortly before the Safe is cracked")
    parser.add_argument("--heal", action="store_true", help="heat is taken off now and then, for longer games")
    parser.add_argument("--trace", help="write the games to this file")
    parser.add_argument("--census", action="store_true", help="count the notations that were taken")


def run(options):
    if (options.cheat or options.heal) and options.trace:
        sys.exit("games with --cheat or --heal cannot be traced")
    rng = random.Random(options.seed)
    trace = open(options.trace, "w", encoding="utf-8") if options.trace else None
    census = Counter()
    endings = Counter()
    steps_of = Counter()
    games_of = Counter()
    for number in range(options.games):
        setup = random_setup(rng, options, number)
        session = Session(setup)
        if trace:
            trace.write(json.dumps({"setup": setup}) + "\n")
        steps = 0
        try:
            while session.over is None:
                game = session.game
                invariants.check(game)
                if session.is_decision and ("end" in session.request.options):
                    invariants.check_at_action(game)
                if options.cheat and not game.entrances and session.is_decision:
                    prepare(rng, game)
                if options.heal and session.is_decision and "end" in session.request.options:
                    heal(game)
                taken = choose(rng, session, options)
                if trace:
                    write_step(trace, session, taken)
                census[census_name(taken)] += 1
                session.take(taken)
                steps += 1
        except Exception:
            print(f"game {number} failed at step {steps}: {json.dumps(setup)}", file=sys.stderr)
            raise
        if trace:
            trace.write(json.dumps({"facts": facts(session.game), "over": session.over}) + "\n")
        finale = session.game.finale or "(before the finale)"
        endings[finale, session.over] += 1
        steps_of[finale] += steps
        games_of[finale] += 1
    if trace:
        trace.close()
    for finale in sorted(games_of):
        results = ", ".join(f"{reason} {count}" for (name, reason), count in sorted(endings.items()) if name == finale)
        print(f"{finale}: {games_of[finale]} games, {steps_of[finale]} steps; {results}")
    print(f"{options.games} games, {sum(steps_of.values())} steps")
    if options.census:
        for name, count in sorted(census.items()):
            print(f"  {name}: {count}")
        missing = [card for card in data.GEAR if not census[card]]
        missing += [event for deck in data.EVENTS.values() for event in deck if not census[f"event {event}"]]
        print("  never: " + (", ".join(missing) or "-"))
    return 0


def heal(game):
    """Takes heat off down to 3, except in Caught Red Handed, where it is needed."""
    if game.finale != "caught-red-handed":
        for player in game.players:
            player.heat = min(player.heat, 3)


def census_name(taken):
    words = taken.split()
    if words[0] in ("event", "chip", "gear", "finale"):
        return " ".join(words[:2])
    if words[0] == "patrol":
        return "patrol distracted" if words[1] == data.DISTRACTED else "patrol"
    return words[0]


def write_step(trace, session, taken):
    line = {"facts": facts(session.game)}
    if session.is_decision:
        line["decision"] = session.request.options
    else:
        line["chance"] = [[name, float(p)] for name, p in session.request.outcomes.items()]
    line["taken"] = taken
    trace.write(json.dumps(line) + "\n")


# --- Setups


def random_walls(rng, floor):
    """[set.walls] Uniform over the connected choices, by rejection."""
    while True:
        walls = rng.sample(board.interior_edges(floor), 8)
        if board.connected(frozenset(walls), floor):
            return sorted(board.wall_name(wall) for wall in walls)


def random_setup(rng, options, number):
    abilities = options.abilities or (options.variants and rng.random() < 0.5)
    dead_drops = options.dead_drops or (options.variants and rng.random() < 0.3)
    alternates = options.alternates or (options.variants and rng.random() < 0.6)
    if options.cast:
        characters = options.cast.split(",")
    else:
        cast = [c for c, (mode, _) in data.CHARACTERS.items() if mode == "base" or abilities]
        size = options.characters or rng.randint(2, 4)
        while True:
            characters = rng.sample(cast, size)
            if not {"ghost", "spotter"} <= set(characters):
                break
    finale = options.finale
    if options.each_finale:
        finale = data.FINALE_OF_HEIST[number % len(data.FINALES) + 1]
    setup = {
        "scenario": f"finale-{data.FINALES[finale].heist}" if finale else "random-finale",
        "finales": [] if finale else sorted(data.FINALES),
        "suspicion": options.suspicion or rng.randint(1, 10),
        "characters": characters,
        "first": rng.randint(1, len(characters)),
        "walls": [random_walls(rng, 1), random_walls(rng, 2)],
        "chips": "dots",
        "alternates": rng.sample(data.ALTERNATE_GEAR, rng.randint(1, 9)) if alternates else [],
        "abilities": abilities,
        "turn-limit": options.turn_limit,
        "windows": rng.choice(("full", "reduced", "off")) if options.windows == "any" else options.windows,
    }
    if options.squares:
        squares = [c.square for c in board.floor_cells(1)]
        setup["chips"] = [sorted(rng.sample(squares, 8)) for _ in (1, 2)]
    if dead_drops:
        setup["dead-drops"] = rng.sample(sorted(data.TASKS), len(characters))
    return setup


def prepare(rng, game):
    """--cheat: most tiles face up, some chips seen, everybody inside, five of six tiles cracked, dice in the Safe."""
    cells = list(board.CELLS)
    rng.shuffle(cells)
    for cell in cells:
        outcomes = tile_distribution(game, cell)
        weights = [float(p) for p in outcomes.values()]
        face = rng.choices(list(outcomes), weights)[0].removeprefix("tile ")
        game.tiles[cell] = face
    safe = game.where("safe")
    office = game.where("owners-office")
    line = [c for c in board.floor_cells(2) if c != safe and (c.row == safe.row) != (c.col == safe.col)]
    keep = set(line) | {safe, office}
    for cell in cells:
        if cell not in keep and rng.random() < 0.3:
            del game.tiles[cell]
    game.cracked = set(line) - {rng.choice(line)}
    game.dice_supply, game.dice_office, game.dice_safe = 1, 1, 3
    for cell in list(game.chips):
        roll = rng.random()
        if roll < 0.3 and cell in game.tiles:
            outcomes = game.chip_knowledge.distribution()
            weights = [float(p) for p in outcomes.values()]
            kind = rng.choices(list(outcomes), weights)[0].removeprefix("chip ")
            game.chip_knowledge.saw(kind)
            game.chips[cell].kind = kind
            game.chips[cell].face_up = True
            if kind not in ("saleswoman", "crowd", "mole"):
                del game.chips[cell]
    taken_cells = {game.bouncers[1].at, game.bouncers[2].at}
    for player in game.players:
        player.at = safe if rng.random() < 0.5 else rng.choice([c for c in board.CELLS if c not in taken_cells])
        player.heat = rng.randint(0, 2)
        for card in list(player.gear):
            if card not in player.gear:
                continue  # its alternate was prepped
            held = player.gear[card]
            roll = rng.random()
            if roll < 0.6:
                held.side = "prepped"
            elif roll < 0.75:
                held.side = "back"
                held.uses = held.card.uses
            if held.side != "unprepped":
                for other in data.partner_cards(card):
                    player.gear.pop(other, None)
    game.players[game.setup["first"] - 1].at = safe


# --- Choosing


def choose(rng, session, options):
    request = session.request
    if not session.is_decision:
        outcomes = request.outcomes
        names = list(outcomes)
        if rng.random() < options.luck:
            best = max(lucky(session.game, name) for name in names)
            names = [name for name in names if lucky(session.game, name) == best]
        return rng.choices(names, [float(outcomes[name]) for name in names])[0]
    legal = request.options
    if rng.random() < options.random:
        # One kind of action first, so that a use with many targets does not crowd out the others.
        kinds = sorted({name.split()[0] for name in legal})
        kind = rng.choice(kinds)
        return rng.choice([name for name in legal if name.split()[0] == kind])
    scores = {name: greedy(session.game, name) for name in legal}
    best = max(scores.values())
    return rng.choice([name for name in legal if scores[name] == best])


def lucky(game, name):
    """How welcome an outcome is."""
    word, _, rest = name.partition(" ")
    if word == "tile":
        return {
            "safe": 3,
            "owners-office": 3,
            "escalator-3": 2,
            "escalator-4": 2,
            "monorail-1": 1,
            "monorail-2": 1,
        }.get(rest, 0)
    if word == "chip":
        return {"mole": 2, "prima-donna": 2 if game.finale == "bodyguard" else 0, "crowd": 1, "drunk": -1}.get(rest, 0)
    if word == "dice" and game.finale is None and game.where("safe") and game.dice_safe == len(rest):
        wanted = {str(game.face(c).number) for c in safe_line(game) if game.face(c) and c not in game.cracked}
        return len(wanted & set(rest))
    if word == "dice" and len(rest) == 2:
        return sum(int(d) for d in rest) in (7, 11)
    if word == "dice" and len(rest) == 1:
        return int(rest) >= 5
    if word == "patrol" and rest != data.DISTRACTED:
        cell = board.cell(rest)
        near = [abs(p.at.row - cell.row) + abs(p.at.col - cell.col) for p in game.players if p.floor == cell.floor]
        return min(near, default=4)
    return 0


def greedy(game, name):
    """A score for an option; higher is better."""
    word, _, rest = name.partition(" ")
    player = game.current
    if word in ("roll", "get-in", "steak", "remove-swat", "throw", "throw-down", "destroy"):
        return 100
    if word in ("mole", "send-die", "accept"):
        return 90
    if word == "pass":
        return 60
    if word == "prep":
        return 30 if game.turn <= 6 else 5
    if word == "end":
        goal = goals(game, player)
        return 50 if goal and player.at in goal and game.finale else 6
    if word == "peek":
        cell = board.cell(rest)
        return 25 if cell not in game.tiles else 8
    if word in ("move", "quiet", "escalator", "monorail", "ride-zip-line", "drive"):
        return travel(game, player, word, rest)
    if word == "lights":
        return 20
    return 4


def travel(game, player, word, rest):
    if word == "drive":
        step = board.ahead(game.car, rest)
        return 40 if step and board.is_edge(step) else 10
    cell = player.at.other if word in ("escalator", "ride-zip-line") else board.cell(rest)
    wanted = goals(game, player)
    if not wanted:
        value = 7
    else:
        before = min(distance(game, player.at, goal) for goal in wanted)
        after = min(distance(game, cell, goal) for goal in wanted)
        value = 20 + 3 * (before - after) if before > after else 3
    if cell == game.bouncers[cell.floor].at and game.finale != "caught-red-handed":
        value -= 15
    return value


def distance(game, start, goal):
    """A rough distance that uses known Escalators."""
    if start.floor == goal.floor:
        return board.distances(game.frozen_walls(start.floor), start).get(goal, 20)
    ways = [c for c in board.CELLS if game.kind(c) == "escalator" or game.escalator == c or c.square in game.zip_lines]
    lengths = [8]
    for way in ways:
        for end in {way, way.other}:
            if end.floor == start.floor and (end == way or way.square in game.zip_lines):
                lengths.append(
                    board.distances(game.frozen_walls(start.floor), start).get(end, 20)
                    + 1
                    + board.distances(game.frozen_walls(goal.floor), end.other).get(goal, 20)
                )
    return min(lengths)


def goals(game, player):
    """Cells this player would like to be on."""
    safe, office = game.where("safe"), game.where("owners-office")
    if game.finale is None:
        if safe is None or office is None:
            floors = [f for f, known in ((1, office), (2, safe)) if known is None]
            return [c for c in board.CELLS if c.floor in floors and c not in game.tiles]
        dark = [c for c in board.floor_cells(2) if c not in game.tiles and (c.row == safe.row or c.col == safe.col)]
        if player.number % 2 == 0 and dark:
            return dark
        if game.dice_safe and player.number % 2 == 0:
            return [safe]
        if game.dice_office:
            return [office]
        moles = [c for c, chip in game.chips.items() if chip.face_up and chip.kind == "mole"]
        if moles:
            return moles
        if game.dice_safe:
            return [safe]
        return [c for c in game.chips if not game.chips[c].face_up]
    finale = game.finale
    if finale == "bodyguard":
        ladies = [c for c, chip in game.chips.items() if chip.kind == "prima-donna"]
        held = sum(p.prima_donnas for p in game.players)
        if held >= 2:
            return game.entrances
        return ladies or [c for c in game.chips if not game.chips[c].face_up]
    if finale == "rescuing-her-ride":
        return [game.car]
    if finale == "laundry-day":
        if player.die == 5:
            return game.entrances
        return [c for c in game.tiles if game.face(c).number == player.die + 1 and c != player.at]
    if finale == "caught-red-handed":
        return [game.bouncers[2].marker or game.bouncers[2].at]
    if finale == "gravity-boots":
        return [safe]
    if finale == "catch-a-tiger":
        if game.tiger is None:
            return game.entrances
        return [c for c in game.adjacent(game.tiger) if c not in game.had_steak] or [game.tiger]
    if finale == "hail-mary":
        return game.entrances if game.unlocked else [game.football, game.football.other]
    if finale == "the-raid":
        if game.swat & game.cracked and player.number % 2:
            return [c.other for c in game.swat]
        return list(game.cracked)
    walled = [c for c in board.CELLS if game.behind_walls(c)]
    return game.entrances if player.walls_destroyed == QUOTA[game.size] else walled
