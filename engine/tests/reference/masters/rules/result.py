"""The end: 6.6, MH7.10c and section 9."""

from itertools import combinations

from shared.requests import Decision

from .. import data


def asked_for(game):
    """[MH7.10c] The kinds that the objective names."""
    return {kind for _, kind, _ in map(data.objective, game.scenario["objective"]) if kind}


def objective_met(game, escaped=None, before_banking=None):
    """[MH7.10c] All conditions of the objective.

    `escaped` are the player characters that count as escaped; without it (M3, during the heist) those on Exits now.
    """
    if game.van_reached:
        return False
    if escaped is None:
        escaped = players_out(game)
    for condition in game.scenario["objective"]:
        name, kind, number = data.objective(condition)
        if name == "stolen":
            met = game.banked.count(kind) >= number
        elif name == "npc_escaped":
            met = game.npc.on_board and game.board.is_exit(game.npc.at)
        elif name == "escaped_count":
            met = len([c for c in escaped if rescued(game, c)]) >= number
        elif name == "hideout_has":
            met = any(c.at in game.hideouts and c.loot.has(kind) for c in game.present())
        else:
            raise ValueError(condition)
        if not met:
            return False
    return True


def rescued(game, c):
    """[H82] In county jobs only those that started inside count."""
    return not game.scenario.get("inside_starts") or c.number in game.inside


def players_out(game):
    """Player characters on Exits, as many as count on each: those first whom the objective asks for."""
    capacity = game.scenario["exit_capacity"]
    out = []
    for tile in game.board.exits:
        here = [c for c in game.present_players() if c.at == tile]
        here.sort(key=lambda c: not rescued(game, c))
        out += here[:capacity] if capacity else here
    return out


def resolve(game):
    """[MH6.6k, MH6.6l, MH6.6m] The end of the Escape part. Returns won or lost."""
    safe_tiles = game.hideouts or list(game.board.exits)
    capacity = 2 if game.hideouts else game.scenario["exit_capacity"]
    counted = []
    for tile in game.board.in_order(safe_tiles):
        here = [c for c in game.present_players() if c.at == tile]
        if capacity and len(here) > capacity:
            here = yield from who_counts(game, here, capacity)
        counted += here
    if game.npc and game.npc.on_board and game.npc.at in safe_tiles:
        counted.append(game.npc)

    saved = []
    for c in game.characters:
        if c in counted or not c.active:
            continue
        if c.loot.has("camouflage") and camouflaged(game, c):  # [H55]
            c.busted = False
            saved.append(c)
        else:
            c.busted = True

    failed = game.plan_copy_lost or any(c.busted and c.loot.has("master-plan-copy") for c in game.characters)
    if failed:  # [MH7.6i, H65]
        for c in game.characters:
            if c.active:
                c.busted = True
        return "lost"

    escaped = [c for c in counted if not c.is_npc]
    if game.hideouts:
        met = objective_met(game, escaped)  # [H53] before banking
    for c in counted + saved:
        game.banked.add_all(c.loot)
        c.loot = type(c.loot)()
    if not game.hideouts:
        met = objective_met(game, escaped)
    game.escaped = escaped
    return "won" if met else "lost"


def who_counts(game, here, capacity):
    """One by one in ascending order."""
    groups = list(combinations(here, capacity))
    chosen = ()
    for _ in range(capacity):
        following = dict.fromkeys(group[len(chosen)] for group in groups if group[: len(chosen)] == chosen)
        answer = yield Decision([f"counts {c.name}" for c in following])
        chosen += (game.named(answer.split()[1]),)
    return list(chosen)


def camouflaged(game, c):
    """[MH7.6h] On a hex that is neither on nor adjacent to an unsubdued guard."""
    own = game.own_hex(c)
    return own is not None and not any(place.active_guards() for place in game.near_hexes(c))


def campaign_cash(game, over):
    """[MH9a, MH7.8f] The team cash after the heist."""
    cash = game.cash + game.banked.cash
    if over == "won":
        cash += game.scenario["reward_k"]
        if not any(c.busted for c in game.characters):
            cash += 2 * game.stake
    return cash
