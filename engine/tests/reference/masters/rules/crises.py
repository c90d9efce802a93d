"""Crises: 7.5, 6.3, 6.4."""

from shared.requests import Decision

from .. import board
from ..board import text
from ..board import tile as tile_of
from ..state import Guard
from . import dogs, gates, guards, scenarios


def resolve(game, crisis):
    if crisis == "C1":
        yield from reinforcements(game)
    elif crisis == "C2":
        yield from watchtower_sweep(game)
    elif crisis == "C3":
        yield from gates.close_next(game)
    elif crisis == "C4":
        yield from lock_the_goods(game)
    elif crisis == "C5":
        game.panic = True  # [MH7.5b]
    elif crisis == "C6":
        yield from dogs.hounds(game)
    elif crisis == "Z1":
        game.escape_follows = True  # [MH7.5c, MH4.6a]
    elif crisis == "Z2":
        game.escape_follows = True
        while gates.next_gate(game):
            yield from gates.close_next(game)
    else:
        raise ValueError(crisis)


def reinforcements(game):
    """[MH6.3a]"""
    while tokens := [place.tile for place in game.all_hexes() if place.fixture == "reinforcements"]:
        chosen = tokens[0]
        if len(tokens) > 1:
            chosen = tile_of((yield Decision([f"reinforce {text(tile)}" for tile in tokens])).split()[1])
        for place in game.adjacent_hexes(chosen):  # [MH6.3b]
            guards.un_subdue(game, place)
            place.locks = [sum(place.locks), 0]
            guards.re_enable(game, place)
        for place in game.adjacent_hexes(chosen):  # [MH6.3c]
            if not place.unrevealed and not place.any_chit:
                place.guards.append(Guard("guard"))
        own = game.hexes[chosen]  # [MH6.3d]
        own.fixture = None
        own.guards += [Guard("guard"), Guard("guard")]
        yield from dogs.chase(game)


def watchtower_sweep(game):
    """[MH6.4a, MH6.4b]"""
    towers = [place for place in game.all_hexes() if place.fixture == "watchtower"]
    for place in towers:
        if game.on_tile(place.tile):
            place.fixture = None
    placed = False
    for place in game.all_hexes():
        seen = [c for c in game.on_tile(place.tile) if not scenarios.is_mayor(game, c)]  # [MH7.10e]
        if seen and any(tower.fixture and board.on_a_line(tower.tile, place.tile) for tower in towers):
            place.guards.append(Guard("guard"))
            placed = True
    if placed:
        yield from dogs.chase(game)


def lock_the_goods(game):
    """[MH7.5a]"""
    places = [place for place in game.all_hexes() if place.loot]
    for place in places:
        place.locks[0] += 1
    if places:
        yield from dogs.chase(game)
