"""Checks that must hold before every step, for self-played games."""

from collections import Counter

from . import board, data


def check(game):
    players = game.players
    # Heat
    for p in players:
        assert 0 <= p.heat < 6, f"heat {p.heat}"
    # Dice
    dice = game.dice_office + game.dice_safe + sum(game.dice_loose.values()) + game.dice_supply
    dice += sum(1 for p in players if p.die)
    assert dice == 5, f"{dice} safe dice"
    assert min([game.dice_office, game.dice_safe, game.dice_supply, *game.dice_loose.values()]) >= 0
    # Chips
    knowledge = game.chip_knowledge
    unknown = sum(1 for chip in game.chips.values() if chip.kind is None)
    if game.turn > 0 and not knowledge.finale_started:
        removed = 0 if game.size == 2 else 1
        assert sum(knowledge.unseen.values()) == unknown + removed, "chips are missing"
    for chip in game.chips.values():
        assert chip.kind is not None or not chip.face_up
    # Patrol cards: every pool has a card for each of its places; nothing is lost
    places = [pool for floor in (1, 2) for pool in game.decks[floor].places]
    pools = {id(pool): pool for pool in places}
    for pool in pools.values():
        count = sum(1 for other in places if other is pool)
        assert 0 < count <= pool.size()
    suspicion = data.SUSPICION[game.setup["suspicion"]]
    if game.turn > 0:
        cards = len(places) + sum(len(game.decks[floor].discards) for floor in (1, 2))
        assert cards == 32 + sum(suspicion[floor][0] - suspicion[floor][1] for floor in (1, 2)), "patrol cards"
    seen = Counter(card for floor in (1, 2) for card in game.decks[floor].discards)
    assert all(count == 1 for card, count in seen.items() if card != data.DISTRACTED)
    # Events
    for deck, events in data.EVENTS.items():
        lying = list(game.event_decks[deck]) + game.event_discards[deck]
        lying += [event for event in game.events_in_play if event in events]
        if deck == "lounge" and any(p.dubious for p in players) and "dubious-meeting" not in lying:
            lying.append("dubious-meeting")
        assert sorted(lying) == sorted(events), f"{deck} events: {lying}"
    assert sum(p.dubious for p in players) <= 1
    # Tiles
    counts = Counter(game.tiles.values())
    for face, count in counts.items():
        kind = data.FACES[face].kind
        limit = data.POOL_OF_26[face] or (1 if kind in data.ONE_PER_FLOOR or face in data.FIXED.values() else 0)
        assert count <= limit, f"{count} of {face}"
    # Tokens
    assert len(game.crows) <= 4 and len(game.crowds) <= 3 and len(game.cracked) <= 6 and len(game.swat) <= 15
    for cell, number in game.cubes.items():
        if number:
            assert cell in game.tiles and cell != game.out_of_order
            assert number <= {"buffet": 2, "surveillance": 3, "cashier-cages": 5}[game.kind(cell)]
    if game.finale == "catch-a-tiger" and any(p.steaks for p in players):
        assert sum(p.steaks for p in players) + len(game.steak_cells) + game.steaks_eaten == 4
    # Walls
    for floor in (1, 2):
        assert len(game.walls[floor]) <= 8
        assert board.connected(game.frozen_walls(floor), floor)
    # Positions
    for p in players:
        if p.in_car and p.on_board:
            assert p.at == game.car
    assert sum(1 for p in players if p.disguise) <= 1
    gear = Counter(card for p in players for card in p.gear)
    assert all(count == 1 for count in gear.values())
    if not game.movements:
        assert not game.contorted


def check_at_action(game):
    """What holds at every decision of the ACTIONS phase."""
    knowledge = game.chip_knowledge
    if knowledge.finale_started:
        unknown = sum(1 for chip in game.chips.values() if chip.kind is None)
        assert unknown == 16 - sum(knowledge.turned_up.values()), "chips are missing"
    # [edge.25] No bouncer stands on his own marker.
    for floor in (1, 2):
        assert game.bouncers[floor].at != game.bouncers[floor].marker
