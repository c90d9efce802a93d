"""Small positions and scripted runs of single rules."""

from collections import Counter

from shared.requests import Chance, Decision

from .. import board
from ..rules import action
from ..state import Game, Guard, Hex

TEAM = (
    ("thug", ("hurry", "bypass")),
    ("angry-locksmith", ("smash-n-grab", "wing-it")),
    ("burglar", ("hit-n-run", "linger")),
    ("lookout", ("yank-wires", "hurry")),
)


def setup(scenario="tech-lab", team=TEAM, edition="v22", **fields):
    return {
        "scenario": scenario,
        "edition": edition,
        "characters": [{"card": card, "skills": list(skills)} for card, skills in team],
        "cash": 0,
        "fixers": [],
        "items": [],
        "discovered": [],
        "jewels": 0,
        "inside": [],
        **fields,
    }


def team(*cards, skills=("hurry", "bypass")):
    """A team of these characters; the rest of four is filled up with others."""
    rest = [card for card, _ in TEAM if card not in cards]
    return tuple((card, skills) for card in (list(cards) + rest)[:4])


def small_game(hexes, exits=(), scenario="tech-lab", phase="action", **fields):
    """A heist in its first round on a board of these hexes, with nobody on it and an empty bag.

    `hexes` are tiles; `exits` are pairs of a tile and the side that it opens to.
    """
    game = Game(setup(scenario, **fields))
    places = sorted(hexes, key=lambda tile: (tile[1], tile[0]))
    game.hexes = {tile: Hex(tile) for tile in places}
    game.board = board.Board(game.hexes, dict(exits))
    game.bag = Counter()
    game.safe = None
    game.phase = phase
    game.round = 1
    for c in game.characters:
        c.at = None
    return game


def guard(game, tile, kind="guard", active=True):
    chit = Guard(kind)
    chit.active = active
    game.hexes[tile].guards.append(chit)
    return chit


def put(game, number, tile, die=1, ideas=None, letters="", tokens=()):
    """Puts a player character somewhere; with letters it has committed already."""
    c = game.players[number - 1]
    c.at = tile
    c.die = die
    if ideas is not None:
        c.ideas = ideas
    if letters:
        c.action = "walk"
        c.letters = Counter(letters)
    c.tokens = set(tokens)
    return c


def run(rule, *answers):
    """Runs a rule to its end with these answers, all of which must be legal. Returns what the rule returns."""
    waiting = list(answers)
    try:
        request = next(rule)
        while True:
            assert waiting, f"nothing is left to answer {request.legal()}"
            answer = waiting.pop(0)
            assert answer in request.legal(), f"{answer} is not among {request.legal()}"
            request = rule.send(answer)
    except StopIteration as end:
        assert not waiting, f"never asked for {waiting}"
        return end.value


def until(rule, *answers):
    """Runs a rule through these answers and returns what it asks for next."""
    request = next(rule)
    for answer in answers:
        assert answer in request.legal(), f"{answer} is not among {request.legal()}"
        request = rule.send(answer)
    return request


def act(game, c, notation, *answers):
    """One micro-action of ACTION, which must be legal."""
    assert notation in action.micro_actions(game, c), f"{notation} is not among {action.micro_actions(game, c)}"
    return run(action.perform(game, c, notation), *answers)


def options(game, c):
    return action.micro_actions(game, c)


def is_chance(request):
    return isinstance(request, Chance)


def is_decision(request):
    return isinstance(request, Decision)
