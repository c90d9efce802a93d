"""NPCs: 7.9."""

from ..requests import die_chance
from . import arrival, dogs


def calm_prisoner(game, c):
    """A Prisoner whose normal side is up cannot perform S."""
    return c.is_npc and c.npc["card"] == "prisoner" and not game.panic


def prisoner_is_free(game):
    """[MH7.9a] Whether the inactive Prisoner becomes active."""
    npc = game.npc
    if not npc or npc.npc["card"] != "prisoner" or npc.active or npc.at is None:
        return False
    if game.id == "parking-garage":  # [MH7.10d]
        starting = [guard for place in game.all_hexes() for guard in place.guards if guard.starting]
        return (
            game.phase == "action"
            and len(starting) == 4
            and all(not guard.active and guard.subdued_in == game.round for guard in starting)
        )
    place = game.hexes[npc.at]
    adjacent = game.adjacent_hexes(npc.at)
    return not place.ring and not place.active_guards() and not all(other.door for other in adjacent)


def prisoner_test(game):
    if prisoner_is_free(game):
        yield from activate(game)


def can_capture(game, c):
    """[MH7.9a] A player character on the tile of the inactive Hostage."""
    npc = game.npc
    return bool(npc and npc.npc["card"] == "hostage" and not npc.active and npc.at == c.at and not c.is_npc)


def capture(game):
    if not game.panic:
        game.npc.ideas += 3  # [MH7.9b]
    yield from activate(game)


def activate(game):
    """[MH7.9a] A freed or captured NPC: its hex, its die, the hexes next to it, the chase."""
    npc = game.npc
    if game.phase == "escape":  # no die, no reveals
        npc.active = True
        return
    if game.hexes[npc.at].unrevealed:  # [H69]
        yield from arrival.reveal(game, npc.at)
    npc.active = True
    if game.phase == "action":
        npc.die = int((yield die_chance()).split()[1])
    yield from arrival.reveal_next_to(game, [npc])
    yield from dogs.chase(game)
