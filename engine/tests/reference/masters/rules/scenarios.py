"""Special rules of single scenarios: 7.10 and the `rules` of the scenario files."""

from .. import board


def starting_guards(game):
    return [guard for place in game.all_hexes() for guard in place.guards if guard.starting]


def ambush(game):
    """parking-garage: some, but not all of the four starting Guards were subdued this round."""
    if game.id != "parking-garage" or game.ambush_done:
        return
    subdued = [guard for guard in starting_guards(game) if not guard.active and guard.subdued_in == game.round]
    if 0 < len(subdued) < 4:
        game.ambush_done = True
        if "C1" in game.deck:  # [MH7.10d] else it reads as already used
            game.deck.remove("C1")
            game.queue.append("C1")


def movements(game):
    """[MH4.7a]"""
    if game.id == "parking-garage":
        moving_target(game)
    if game.id == "interior-ministry-north":
        meal_ticket(game)


def toward_van(game, tile):
    """[MH7.10d] The next hex on the way to the van, or None."""
    van = tuple(game.scenario["story_hexes"][0])
    for side in ("e", "se", "ne", "sw", "w", "nw"):
        other = board.step(tile, side)
        if other in game.hexes and board.plain_distance(other, van) < board.plain_distance(tile, van):
            return other
    return None


def moving_target(game):
    """[MH7.10d] The captured Prisoner, then every unsubdued Guard, one step nearer to the van."""
    npc = game.npc
    if not npc.active and npc.at is not None:
        npc.at = toward_van(game, npc.at) or npc.at
        if npc.at == tuple(game.scenario["story_hexes"][0]):
            game.van_reached = True
    moving = [(place, guard) for place in game.all_hexes() for guard in place.active_guards()]
    for place, guard in moving:
        target = toward_van(game, place.tile)
        if target:
            place.guards.remove(guard)
            game.hexes[target].guards.append(guard)


def meal_ticket(game):
    """[MH7.10e] The Mayor goes E until captured."""
    npc = game.npc
    if npc.active or npc.busted or npc.at is None:
        return
    q, r = npc.at
    row = sorted(tile for tile in game.hexes if tile[1] == r and tile[0] > q)
    npc.at = row[0] if row else None


def is_mayor(game, c):
    return c.is_npc and c.npc.get("name") == "The Mayor"


def usb_opens_rings(game, c):
    """server-farm: when the NPC has the USB key, all Y rings are removed at once."""
    if game.id == "server-farm" and c.is_npc and c.loot.has("usb"):
        for place in game.all_hexes():
            if place.ring == "Y":
                place.ring = None
