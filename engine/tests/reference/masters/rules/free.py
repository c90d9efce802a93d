"""Free things of ACTION and ESCAPE: 5.4."""

from ..board import side_to, step
from ..loot import order_of
from . import scenarios

VERBS = ("take", "drop", "pass", "bank", "server", "idea-token")


def busted_on(game, tile):
    """[MH6.6j] Busted characters whose loot lies with them."""
    return [c for c in game.characters if c.busted and c.at == tile]


def lying_at(game, tile):
    """Every heap of loot on a tile: what lies there (on a hex), and what Busted characters hold there."""
    ground = [game.hexes[tile].loot] if tile in game.hexes else []
    return ground + [c.loot for c in busted_on(game, tile)]


def pick_up_tiles(game, c):
    """[MH5.4a, MH6.6j] The own tile; with Larcenist or Swindler also adjacent hexes that nothing bars [MH7.2m]."""
    tiles = []
    if not game.in_ring(c):  # [H72]
        tiles.append(c.at)
    if c.effects & {"larcenist", "swindler"}:
        tiles += [place.tile for place in game.adjacent_hexes(c.at) if not place.barred]
    return tiles


def drop_hexes(game, c):
    tiles = [c.at] if game.own_hex(c) else []
    if "swindler" in c.effects:
        tiles += [place.tile for place in game.adjacent_hexes(c.at) if not place.barred]
    return tiles


def way_to(c, tile):
    """Nothing for the own hex, otherwise the side that the hex lies across, behind a space."""
    return "" if tile == c.at else f" {side_to(c.at, tile)}"


def tile_on_way(c, words):
    return step(c.at, words[0]) if words else c.at


# Free things in a row, so that nobody goes in circles for ever.
MOST_IN_A_ROW = 30


def count(game, notation):
    """How many free things were done in a row."""
    game.free_things = game.free_things + 1 if notation.split()[0] in VERBS else 0


def options(game, c):
    result = []
    for tile in pick_up_tiles(game, c):
        heaps = lying_at(game, tile)
        pieces = ["cash"] if any(heap.cash for heap in heaps) else []
        others = {piece for heap in heaps for piece in heap.different() if not piece.startswith("cash:")}
        pieces += sorted(others, key=order_of)
        result += [f"take {piece}{way_to(c, tile)}" for piece in pieces]
    for tile in drop_hexes(game, c):
        result += [f"drop {piece}{way_to(c, tile)}" for piece in c.loot.parts()]
    if game.board.is_exit(c.at):
        for piece in c.loot.parts():
            result += [f"pass {piece} {other.name}" for other in game.on_tile(c.at) if other is not c]  # [H61]
            result.append(f"bank {piece}")  # [MH5.4g]
    own = game.own_hex(c)
    if own:
        if server_rings(game, own):
            result.append("server")
        if own.idea and not own.ring:
            result.append("idea-token")
    return result


def server_rings(game, own):
    """[MH5.4b] The rings that the server of this hex removes."""
    if not own.fixture or not own.fixture.startswith("server:"):
        return []
    return [place for place in game.all_hexes() if place.ring == own.fixture[-1]]


def perform(game, c, notation):
    verb, *words = notation.split()
    if verb == "take":
        take(game, c, words[0], tile_on_way(c, words[1:]))
    elif verb == "drop":
        game.hexes[tile_on_way(c, words[1:])].loot.add(c.loot.take(words[0]))
    elif verb == "pass":
        other = game.named(words[1])
        other.loot.add(c.loot.take(words[0]))
        scenarios.usb_opens_rings(game, other)
    elif verb == "bank":
        game.banked.add(c.loot.take(words[0]))
    elif verb == "server":
        for place in server_rings(game, game.own_hex(c)):
            place.ring = None
    elif verb == "idea-token":  # [MH5.4d]
        game.own_hex(c).idea = False
        c.ideas += 1
    else:
        raise ValueError(notation)


def take(game, c, piece, tile):
    heaps = lying_at(game, tile)
    if piece == "cash":
        for heap in heaps:
            if heap.cash:
                c.loot.add(heap.take(f"cash:{heap.cash}"))
    else:
        heap = next(heap for heap in heaps if heap.has(piece))
        c.loot.add(heap.take(piece))
    scenarios.usb_opens_rings(game, c)


def doors(game, c):
    """[MH5.4c, MH6.6d] Keycard doors that a keycard opens from here."""
    if not c.loot.has("keycard"):
        return []
    return [place.tile for place in game.adjacent_hexes(c.at) if place.door]


def open_door(game, tile):
    game.hexes[tile].fixture = None
