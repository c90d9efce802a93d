"""Arrival and reveal: 5.3."""

from shared.requests import Decision

from ..board import text
from ..board import tile as tile_of
from ..requests import chit_chance
from ..state import Guard
from . import dogs, noise


def arrive(game, c):
    """[MH5.3a] After a character has arrived on a tile during ACTION."""
    own = game.own_hex(c)
    if own and not game.loop_footage:  # [MH5.3b]
        for _ in range(own.cameras[0]):
            noise.raise_alert(game)
    yield from reveal_next_to(game, [c])  # [MH5.3c]
    if not c.letters["M"]:
        dogs.end_separation(game, c)  # [MH6.2c] last M done
    yield from dogs.chase(game)  # [MH5.3d]


def reveal_next_to(game, characters):
    """[MH5.3c] Reveals every unrevealed hex adjacent to these characters, in an order that the team chooses."""
    yield from reveal_all(game, [place.tile for c in characters for place in game.adjacent_hexes(c.at)])


def reveal_all(game, tiles):
    tiles = game.board.in_order(set(tiles))
    while waiting := [tile for tile in tiles if game.hexes[tile].unrevealed]:
        chosen = waiting[0]
        if len(waiting) > 1:
            chosen = tile_of((yield Decision([f"next {text(tile)}" for tile in waiting])).split()[1])
        yield from reveal(game, chosen)


def reveal(game, tile):
    """[MH5.3f] Reveals one hex, with the Consultant's offer and the chase that the chit causes."""
    kind = "blank"  # [MH5.3g] of an empty bag
    if sum(game.bag.values()):
        kind = yield from draw(game)
        if game.phase in ("start", "action"):
            kind = yield from consultant(game, kind)
    place_chit(game, tile, kind)
    yield from dogs.chase(game)  # [MH5.3i, MH6.2a]


def draw(game):
    """[MH5.3f] A chit from the bag, which is not empty."""
    kind = (yield chit_chance(game.bag)).split()[1]
    game.bag[kind] -= 1
    return kind


def consultant(game, kind):
    """[MH5.3j] A blank instead of the drawn chit, for 1 idea and N."""
    payers = [c for c in game.present() if c.ideas]
    if not game.blanks or not payers:
        return kind
    game.drawn = kind
    answer = yield Decision(["keep"] + [f"blank {c.name}" for c in payers])
    game.drawn = None
    if answer == "keep":
        return kind
    payer = game.named(answer.split()[1])
    payer.ideas -= 1
    payer.silence_broken = True  # [MH5.5d]
    game.owed += 1
    game.blanks -= 1
    return "blank"


def place_chit(game, tile, kind):
    """[MH5.3f, MH5.3g, MH5.3h] Places a drawn chit active."""
    place = game.hexes[tile]
    place.unrevealed = False
    if kind == "blank":
        return
    if kind in ("guard", "dog"):
        place.guards.append(Guard(kind))
    elif kind == "lock":
        place.locks[0] += 1
        if game.phase == "plan":
            game.planned_locks += 1
    elif kind == "camera":
        place.cameras[0] += 1
        if game.phase == "plan":
            place.planned_cameras += 1
    else:
        place.loot.add_text(kind)
        if kind in game.scenario["held_by_guard"]:
            place.guards.append(Guard("guard"))
