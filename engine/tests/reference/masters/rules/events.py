"""Events: 7.4. Conditions are evaluated once, at the start of the text, on the whole board [MH7.4a]."""

from itertools import combinations

from shared.requests import Decision

from ..board import side_to, text
from ..board import tile as tile_of
from ..loot import order_of
from ..state import Guard
from . import dogs, gates, guards, noise, result


def resolve(game, event):
    yield from TEXTS[event](game)


# --- helpers


def next_to_camera(game, c):
    return any(place.cameras[0] for place in game.adjacent_hexes(c.at))


def next_to_guard(game, c):
    return any(place.active_guards() for place in game.adjacent_hexes(c.at))


def hexes_next_to_characters(game):
    """Hexes that are adjacent to at least one character."""
    near = {place.tile for c in game.present() for place in game.adjacent_hexes(c.at)}
    return [game.hexes[tile] for tile in game.board.in_order(near)]


def hexes_with_characters(game):
    return [place for place in game.all_hexes() if game.on_tile(place.tile)]


def alerts(game, number):
    for _ in range(number):
        noise.raise_alert(game)


def add_guards(game, places):
    """One Guard on each of these hexes, then the dog test."""
    for place in places:
        place.guards.append(Guard("guard"))
    if places:
        yield from dogs.chase(game)


def add_locks(game, places):
    for place in places:
        place.locks[0] += 1
    if places:
        yield from dogs.chase(game)


def lose_ideas(game, characters):
    """Each loses an idea; losing one needs one. [MH7.6g] The Lucky Penny may replace the loss."""
    for c in characters:
        if not c.ideas:
            continue
        if c.loot.has("lucky-penny") and (yield Decision(["penny", "lose-idea"])) == "penny":
            c.loot.take("lucky-penny")
        else:
            c.ideas -= 1


def un_subdue_under_characters(game):
    changed = []
    for place in hexes_with_characters(game):
        changed += guards.un_subdue(game, place)
    if any(guard.kind == "dog" for guard in changed):
        yield from dogs.chase(game)
    return changed


def nothing(game):
    return
    yield


# --- the texts


def e1(game):
    """[MH7.4b] 3 Cameras into the bag."""
    game.bag["camera"] += 3
    yield from nothing(game)


def e2(game):
    """[MH7.4c] 2 alerts for each Exit with at least 2 characters."""
    alerts(game, 2 * sum(1 for tile in game.board.exits if len(game.on_tile(tile)) >= 2))
    yield from nothing(game)


def e3(game):
    """[MH7.4d, MH7.2o]"""
    if not game.loop_footage and any(next_to_camera(game, c) for c in game.present()):
        alerts(game, 1)
    yield from nothing(game)


def e4(game):
    """[MH7.4d]"""
    if any(next_to_guard(game, c) for c in game.present()):
        alerts(game, 1)
    yield from nothing(game)


def e5(game):
    """[MH7.4e] A Lock on every hex with an unsubdued guard adjacent to a character."""
    places = [place for place in hexes_next_to_characters(game) if place.active_guards()]
    if game.edition == "v24" and len(places) > 3:
        sets = list(combinations([place.tile for place in places], 3))
        chosen = ()
        for _ in range(3):
            following = dict.fromkeys(s[len(chosen)] for s in sets if s[: len(chosen)] == chosen)
            answer = yield Decision([f"lock {text(tile)}" for tile in following])
            chosen += (tile_of(answer.split()[1]),)
        places = [game.hexes[tile] for tile in chosen]
    yield from add_locks(game, places)


def e6(game):
    """[MH7.4b] 2 Locks into the bag."""
    game.bag["lock"] += 2
    yield from nothing(game)


def e7(game):
    """[MH7.4d, MH1d] A character on a hex with an external side."""
    if any(game.board.external_sides(c.at) for c in game.indoors()):
        alerts(game, 1)
    yield from nothing(game)


def e8(game):
    """[MH7.4f] Disabled Cameras on different, adjacent hexes; all switched on together."""
    places = [
        place
        for place in game.all_hexes()
        if place.cameras[1] and any(other.cameras[1] for other in game.adjacent_hexes(place.tile))
    ]
    number = sum(guards.re_enable(game, place, alerts_at_once=False) for place in places)
    alerts(game, number)
    yield from nothing(game)


def e9(game):
    """[MH7.4g] [H24] The new Camera raises nothing."""
    places = [place for place in hexes_next_to_characters(game) if place.cameras[0]]
    for place in places:
        place.cameras[0] += 1
    if places:
        yield from dogs.chase(game)


def e10(game):
    """[MH7.4d, MH7.2o]"""
    guard = any(next_to_guard(game, c) for c in game.present())
    camera = not game.loop_footage and any(next_to_camera(game, c) for c in game.present())
    alerts(game, int(guard) + int(camera))
    yield from nothing(game)


def e11(game):
    """[MH7.4h]"""
    for place in hexes_next_to_characters(game):
        place.locks = [sum(place.locks), 0]
    yield from nothing(game)


def e12(game):
    """[MH7.4i] 1 idea for N, each character on a hex with a subdued guard."""
    for c in [c for c in game.indoors() if game.own_hex(c).subdued_guards()]:
        if (yield Decision(["accept", "decline"])) == "accept":
            c.ideas += 1
            yield from noise.one_noise(game)


def e13(game):
    """[MH7.4j] Two or more active chits on the own and all adjacent hexes."""

    def chits(c):
        return sum(len(place.active_guards()) + place.locks[0] + place.cameras[0] for place in game.near_hexes(c))

    yield from lose_ideas(game, [c for c in game.present() if chits(c) >= 2])


def e14(game):
    """[MH7.4k]"""
    yield from add_guards(game, [place for place in hexes_next_to_characters(game) if place.locks[0]])


def e15(game):
    """[MH7.4l]"""
    changed = yield from un_subdue_under_characters(game)
    if changed:
        answer = yield Decision([f"give {c.name}" for c in game.present()] + ["decline"])
        if answer != "decline":
            game.named(answer.split()[1]).ideas += 1
            yield from noise.one_noise(game)


def e16(game):
    """[MH7.4d, MH7.2o] 1 alert for one character next to a Camera, 2 in total for more."""
    if not game.loop_footage:
        alerts(game, min(2, sum(1 for c in game.present() if next_to_camera(game, c))))
    yield from nothing(game)


def e17(game):
    """[MH7.4m, H70] Transfers within pairs on the same or adjacent tiles, N per idea."""
    pairs = [(a, b) for a, b in combinations(game.present(), 2) if a.at == b.at or b.at in game.board.adjacent(a.at)]
    while True:
        offers = {}
        for pair in pairs:
            for giver, taker in (pair, pair[::-1]):
                for number in range(1, giver.ideas + 1):
                    offers[f"transfer {giver.name} {taker.name} {number}"] = (pair, giver, taker, number)
        if not offers:
            return
        answer = yield Decision([*offers, "done"])
        if answer == "done":
            return
        pair, giver, taker, number = offers[answer]
        giver.ideas -= number
        taker.ideas += number
        pairs.remove(pair)
        yield from noise.noises(game, number)


def e18(game):
    """[MH7.4n] No other character on the same or an adjacent tile."""

    def alone(c):
        tiles = [c.at, *game.board.adjacent(c.at)]
        return not any(other is not c and other.at in tiles for other in game.present())

    yield from lose_ideas(game, [c for c in game.present() if alone(c)])


def e19(game):
    """[MH7.4o, MH7.2o] Also A1."""
    if game.loop_footage:
        return
    tiles = {c.at for c in game.indoors() if next_to_camera(game, c)}
    yield from add_guards(game, [game.hexes[tile] for tile in game.board.in_order(tiles)])


def e20(game):
    """[MH7.4p]"""
    yield from lose_ideas(game, [c for c in game.indoors() if game.own_hex(c).active_guards()])


def e21(game):
    """[MH7.4q]"""
    unrevealed = set(game.unrevealed())
    yield from lose_ideas(game, [c for c in game.present() if c.tokens & unrevealed])


def e22(game):
    """[MH7.4r] Loot that the objective does not ask for goes to adjacent hexes, or is lost."""
    asked = result.asked_for(game)
    for c in game.indoors():
        for piece in sorted(c.loot.texts(), key=order_of):
            if piece.split(":")[0] in asked:
                continue
            places = [place.tile for place in game.adjacent_hexes(c.at) if not place.active_guards()]
            if not places:
                c.loot.take(piece)
                continue
            name = piece.split(":")[0]
            sides = {f"put {name} {side_to(c.at, tile)}": tile for tile in places}
            answer = yield Decision(sides)
            game.hexes[sides[answer]].loot.add(c.loot.take(piece))


def e23(game):
    """Also A3."""
    yield from un_subdue_under_characters(game)


def e24(game):
    """[MH7.4s] One gift of any size."""
    if game.overshoot or game.event_from_discard:
        return
    offers = [
        f"transfer {giver.name} {taker.name} {number}"
        for giver in game.present()
        for taker in game.present()
        if taker is not giver
        for number in range(1, giver.ideas + 1)
    ]
    if not offers:
        return
    answer = yield Decision([*offers, "decline"])
    if answer != "decline":
        _, giver, taker, number = answer.split()
        game.named(giver).ideas -= int(number)
        game.named(taker).ideas += int(number)


def a2(game):
    """[MH7.4t] A Guard on a hex with a live Camera next to a hex with a subdued guard."""
    places = [
        place
        for place in game.all_hexes()
        if place.cameras[0] and any(other.subdued_guards() for other in game.adjacent_hexes(place.tile))
    ]
    yield from add_guards(game, places)


def a4(game):
    """[MH7.4u]"""
    losers = [
        c
        for c in game.present()
        if not any(place.cameras[0] for place in game.near_hexes(c))
        and any(place.active_guards() for place in game.near_hexes(c))
    ]
    yield from lose_ideas(game, losers)


def g1(game):
    """[MH7.4v]"""
    yield from gates.close_next(game)


def g2(game):
    """[MH7.4v]"""
    yield from gates.close_next(game)
    yield from gates.close_next(game)


def g3(game):
    """[MH7.4w]"""
    gate = gates.next_gate(game)
    yield from add_locks(game, [gate] if gate else [])


def g4(game):
    """[MH7.4w]"""
    gate = gates.next_gate(game)
    yield from add_guards(game, [gate] if gate else [])


def m2(game):
    for c in game.indoors():
        if c.ideas <= 2:
            c.ideas += 2
    yield from nothing(game)


def m3(game):
    if result.objective_met(game):
        for c in game.indoors():
            c.ideas += 1
    yield from nothing(game)


TEXTS = {
    "E1": e1,
    "E2": e2,
    "E3": e3,
    "E4": e4,
    "E5": e5,
    "E6": e6,
    "E7": e7,
    "E8": e8,
    "E9": e9,
    "E10": e10,
    "E11": e11,
    "E12": e12,
    "E13": e13,
    "E14": e14,
    "E15": e15,
    "E16": e16,
    "E17": e17,
    "E18": e18,
    "E19": e19,
    "E20": e20,
    "E21": e21,
    "E22": e22,
    "E23": e23,
    "E24": e24,
    "A1": e19,
    "A2": a2,
    "A3": e23,
    "A4": a4,
    "D1": lambda game: dogs.event_dog(game, "D1"),
    "D2": lambda game: dogs.event_dog(game, "D2"),
    "D3": lambda game: dogs.event_dog(game, "D3"),
    "G1": g1,
    "G2": g2,
    "G3": g3,
    "G4": g4,
    "M1": nothing,
    "M2": m2,
    "M3": m3,
}
