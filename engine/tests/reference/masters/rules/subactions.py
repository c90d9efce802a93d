"""Sub-actions: 5.2 and 5.5."""

from shared.requests import Decision

from ..board import text
from ..board import tile as tile_of
from . import arrival, guards

VERBS = ("move", "unlock", "subdue", "disable", "idea", "loot", "reveal", "crack")


def reach(game, c):
    """Hexes that count as adjacent: the real ones and the far hex of a Vent Crawl [MH7.2j]."""
    places = game.adjacent_hexes(c.at)
    return places + [game.hexes[far] for far in dict.fromkeys(far for at, far in c.vents if at == c.at)]


def held(game, c):
    """[MH5.2a] Whether an unsubdued guard keeps the character on its hex."""
    own = game.own_hex(c)
    return bool(own and own.active_guards() and "better-ways" not in c.effects)


def options(game, c):
    result = []
    letters = c.letters
    own = game.own_hex(c)
    ring = game.in_ring(c)
    if letters["M"] and not ring and not held(game, c):  # [MH5.2a]
        for place in reach(game, c):
            if not place.barred and (c.is_npc or place.tile in c.tokens):
                result.append(f"move {text(place.tile)}")
        if own:
            exits = [tile for tile in game.board.adjacent(c.at) if game.board.is_exit(tile)]
            result += [f"move {text(tile)}" for tile in exits]
    near = ([own] if own else []) + reach(game, c)
    if not ring:
        if letters["U"]:  # [MH5.2b]
            result += [f"unlock {text(place.tile)}" for place in reach(game, c) if place.locks[0]]
        if letters["S"] and can_subdue(game, c):  # [MH5.2c]
            for place in near:
                for kind in ("guard", "dog"):
                    if place.active_guards(kind):
                        result.append(f"subdue {text(place.tile)} {kind}")
        if letters["D"]:  # [MH5.2d]
            result += [f"disable {text(place.tile)}" for place in near if place.cameras[0]]
    if letters["I"]:
        result.append("idea")
    if letters["L"]:
        result.append("loot")
    if letters["R"]:  # [MH5.2f]
        unrevealed = game.unrevealed()
        if unrevealed and not knows_a_way(game, c):
            result += [f"reveal {text(tile)}" for tile in unrevealed]
        else:
            result.append("reveal")
    return result + [f"crack {way}" for way in cracks(game, c)]


def can_subdue(game, c):
    """[MH7.2e, MH7.9] There Are Better Ways and the calm Prisoner never perform S."""
    from . import npcs

    return "there-are-better-ways" not in c.abilities and not npcs.calm_prisoner(game, c)


def knows_a_way(game, c):
    """[MH7.2k] I Know A Way or We Know A Way, with an empty bag."""
    if sum(game.bag.values()):
        return False
    return "i-know-a-way" in c.abilities or any("we-know-a-way" in other.abilities for other in game.present())


def cracks(game, c):
    """[MH5.5a, MH5.5b, MH5.5c] Ways to spend a U on the closed safe."""
    if not c.letters["U"] or not game.safe_closed or game.in_ring(c):
        return []
    result = []
    tools = c.at == game.safe and c.loot.has("safecracking-tools")
    if tools:
        result.append("tools")
    holders = [
        other for other in game.on_tile(game.safe) if other.loot.has("plasma-torch") and not (other is c and tools)
    ]
    if holders and (c.at == game.safe or game.hexes[game.safe] in reach(game, c)):
        result.append("torch")
    return result


def spend_vent(game, c, tile):
    """[H85] One sub-action on the far hex, from the hex that it was paid on, uses one payment; the others wait."""
    if (c.at, tile) in c.vents:
        c.vents.remove((c.at, tile))


def perform(game, c, notation):
    verb, *words = notation.split()
    if verb == "move":
        yield from move(game, c, tile_of(words[0]))
    elif verb == "unlock":
        tile = tile_of(words[0])
        spend_vent(game, c, tile)
        place = game.hexes[tile]
        place.locks = [place.locks[0] - 1, place.locks[1] + 1]
        use(c, "U")
        c.unlocked = True
    elif verb == "subdue":
        tile = tile_of(words[0])
        spend_vent(game, c, tile)
        use(c, "S")
        if "adrenaline" in c.abilities:  # [MH7.2d]
            c.ideas += 1
        guard = yield from which_guard(game.hexes[tile].active_guards(words[1]))
        guards.subdue(game, guard)
    elif verb == "disable":
        tile = tile_of(words[0])
        spend_vent(game, c, tile)
        use(c, "D")
        place = game.hexes[tile]
        place.cameras = [place.cameras[0] - 1, place.cameras[1] + 1]
    elif verb == "idea":
        use(c, "I")
        c.ideas += 1
    elif verb == "loot":
        use(c, "L")
        c.loot.cash += 1
    elif verb == "reveal":
        use(c, "R")
        yield from perform_reveal(game, c, tile_of(words[0]) if words else None)
    elif verb == "crack":
        yield from crack(game, c, words[0])
    else:
        raise ValueError(notation)


def which_guard(active):
    """[H83] Starting Guards of the parking garage differ from those that came later; else all are alike."""
    starting = [guard for guard in active if guard.starting]
    others = [guard for guard in active if not guard.starting]
    if not starting or not others:
        return active[0]
    answer = yield Decision(["accept", "decline"])
    return starting[0] if answer == "accept" else others[0]


def use(c, letter):
    c.letters[letter] -= 1
    c.silence_broken = True  # [MH5.5d]


def move(game, c, tile):
    """[MH5.2a]"""
    use(c, "M")
    c.moved = True
    own = game.own_hex(c)
    spend_vent(game, c, tile)
    c.at = tile
    if own:
        game.separations += [(dog, c) for dog in own.active_guards("dog")]  # [MH6.2c]
    yield from arrival.arrive(game, c)


def perform_reveal(game, c, tile):
    """[MH5.2f, MH7.2k]"""
    if tile is not None:
        yield from arrival.reveal(game, tile)
    elif knows_a_way(game, c):
        c.ideas += 1
    elif sum(game.bag.values()):
        yield from arrival.draw(game)  # [H16] shown, leaves the game


def crack(game, c, way):
    c.letters["U"] -= 1
    c.unlocked = True  # [H77]
    if way == "tools":
        c.tool_cracks += 1
        game.cracks += 1 if c.tool_cracks % 2 else 2
    else:
        spend_vent(game, c, game.safe)
        c.silence_broken = True
        game.cracks += 1
    if game.cracks >= game.safe_needs:  # [MH5.4e]
        place = game.hexes[game.safe]
        place.fixture = None
        for thing in game.scenario["safe"]["contents"]:
            place.loot.add_text(thing)
    return
    yield
