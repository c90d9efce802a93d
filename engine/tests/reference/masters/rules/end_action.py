"""END_ACTION: 4.3."""

from shared.requests import Decision

from . import noise, scenarios


def play(game):
    game.phase = "end-action"
    yield from npc_tests(game)  # [MH4.3a]
    cancel_noise(game)
    yield from noise.apply_owed(game)  # [MH4.3b]
    scenarios.ambush(game)  # [MH4.3c]
    discard_used(game)
    end_effects(game)


def npc_tests(game):
    npc = game.npc
    if not npc or not npc.on_board:
        return
    if npc.npc["card"] == "hostage":
        yield from hostage_test(game)
    elif npc.npc["card"] == "guide" and game.panic:
        # [MH7.9d]
        tiles = [npc.at, *game.board.adjacent(npc.at)]
        if any(c.at in tiles for c in game.present_players()):
            game.owed += 1


def hostage_test(game):
    """[MH7.9c]"""
    npc = game.npc
    players = game.present_players()
    if not players or any(c.at == npc.at for c in players):
        return

    def length(c):
        found = game.board.distance(npc.at, c.at)
        return float("inf") if found is None else found

    nearest = [c for c in players if length(c) == min(length(other) for other in players)]
    victim = nearest[0]
    if len(nearest) > 1:
        victim = game.named((yield Decision([f"victim {c.name}" for c in nearest])).split()[1])
    yield from idea_or_noise(game, victim)
    if game.panic and game.edition == "v22":
        yield from idea_or_noise(game, npc)


def idea_or_noise(game, c):
    """[MH7.9c] 1 idea or NN; with no idea NN is forced."""
    if c.ideas and (yield Decision(["lose-idea", "take-noise"])) == "lose-idea":
        c.ideas -= 1
    else:
        game.owed += 2


def cancel_noise(game):
    """[MH5.5d] Suspenseful Silence, and the Perfect Picks of v24."""
    for c in game.characters:
        silent = c.tool_cracks and not c.silence_broken
        picks = c.action is not None and c.action.split()[0] == "perfect-pick" and c.unlocked and not c.moved
        if silent or picks:
            game.owed -= c.printed_noise
            c.printed_noise = 0


def discard_used(game):
    """[MH4.3c] One-use items used this round, wherever they are."""
    for loot in game.all_loot():
        for card in list(loot.cards):
            if not card.used:
                continue
            if card.id in ("radio", "flashbang") or (card.id == "cheap-picks" and card.die <= 4):  # [MH7.6b]
                loot.cards.remove(card)
            card.used = False


def end_effects(game):
    """[MH4.3c] Every effect that lasts until the phase ends."""
    for c in game.characters:
        c.effects.clear()
        c.vents.clear()
    game.whistle = False
