"""Lockdown gates: 6.5."""

from shared.requests import Decision

from ..board import text
from ..board import tile as tile_of
from ..loot import Loot
from ..requests import NobodyLeft


def next_gate(game):
    """[MH6.5a, MH7.4w] The hex of the lowest letter that is still open, None if there is none."""
    gates = [place for place in game.all_hexes() if place.fixture and place.fixture.startswith("gate:")]
    return min(gates, key=lambda place: place.fixture, default=None)


def close_next(game):
    """[MH6.5a] Removes the hex of the next gate for good."""
    place = next_gate(game)
    if place is None:
        return
    tile = place.tile
    for c in game.characters:
        if c.at == tile and not c.active:  # [H54] an inactive NPC is out of the heist
            c.at = None
        elif c.at == tile and not c.busted:
            bust(game, c)
    game.flashbang = [guard for guard in game.flashbang if guard not in place.guards]
    game.remove_hex(tile)
    owners = [c for c in game.players if tile in c.tokens]
    for c in owners:
        c.tokens.discard(tile)
    if game.phase != "escape" and not game.present_players():
        raise NobodyLeft  # [MH4a]
    for c in owners:  # [MH10.11]
        free = [other for other in game.board.hexes if other not in c.tokens]
        answer = yield Decision([f"token {text(other)}" for other in free] + ["off"])
        if answer != "off":
            c.tokens.add(tile_of(answer.split()[1]))


def bust(game, c):
    """[MH6.5a, MH10.19] Busted by a gate, with the loot; the letters are lost."""
    if c.loot.has("master-plan-copy"):
        game.plan_copy_lost = True  # [H71]
    c.busted = True
    c.at = None
    c.loot = Loot()
    c.letters.clear()
    c.effects.clear()
    c.vents.clear()
