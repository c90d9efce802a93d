"""The facts of the shared trace format."""

from shared.facts import without_empty

from . import board
from .state import CHIT_KINDS


def facts(game):
    result = {
        "phase": game.phase,
        "round": game.round,
        "hexes": {board.text(place.tile): hex_facts(place) for place in game.all_hexes()},
        "gone": [board.text(tile) for tile in sorted(game.gone, key=lambda tile: (tile[1], tile[0]))],
        "exits": {board.text(tile): side for tile, side in game.board.exits.items()},
        "bag": {kind: game.bag[kind] for kind in CHIT_KINDS},
        "blanks": game.blanks,
        "deck": list(game.deck),
        "queue": list(game.queue),
        "active": game.active_event,
        "marker": game.marker,
        "owed": game.owed,
        "diversions": game.diversions,
        "overshoot": game.overshoot,
        "panic": game.panic,
        "loop-footage": game.loop_footage,
        "whistle": game.whistle,
        "flashbang": flashbang_facts(game),
        "cracks": game.cracks if game.safe_closed else 0,
        "cash": game.cash,
        "banked": game.banked.texts(),
        "characters": [character_facts(game, c) for c in game.characters],
        "drawn": game.drawn,
    }
    return without_empty(result)


def hex_facts(place):
    return {
        "unrevealed": place.unrevealed,
        "guards": [len(place.active_guards("guard")), len(place.subdued_guards("guard"))],
        "dogs": [len(place.active_guards("dog")), len(place.subdued_guards("dog"))],
        "locks": list(place.locks),
        "cameras": list(place.cameras),
        "fixture": place.fixture,
        "ring": place.ring,
        "loot": place.loot.texts(),
        "idea": place.idea,
    }


def flashbang_facts(game):
    result = {}
    for place in game.all_hexes():
        counts = [
            sum(1 for guard in place.guards if guard in game.flashbang and guard.kind == kind)
            for kind in ("guard", "dog")
        ]
        if any(counts):
            result[board.text(place.tile)] = counts
    return result


def character_facts(game, c):
    state = "busted" if c.busted else None if c.active else "inactive"
    effects = set(c.effects)
    if c.vents:
        effects.add("vent-crawl")
    return {
        "at": board.text(c.at) if c.at is not None else None,
        "state": state,
        "ideas": c.ideas,
        "die": c.die,
        "action": c.action,
        "letters": {letter: number for letter, number in sorted(c.letters.items())},
        "tokens": [board.text(tile) for tile in game.board.in_order(c.tokens)],
        "loot": c.loot.texts(),
        "used": sorted(c.used),
        "effects": sorted(effects),
        "ditched": c.ditched,
    }
