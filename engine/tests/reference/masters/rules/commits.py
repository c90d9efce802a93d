"""Commits: 5.1, 5.7, and the special actions of 7.2 and 7.6."""

from collections import Counter

from shared.requests import Decision

from .. import board, data
from ..board import text
from ..board import tile as tile_of
from ..loot import KINDS
from ..requests import Breached
from . import guards, items, noise, subactions


def turn_cost(die, face):
    """[MH5.1a]"""
    return min(abs(die - face), 6 - abs(die - face))


def default_actions(game, c):
    """Pairs of name and letters, None for a special action."""
    if not c.is_npc:
        return list(c.card.defaults)
    actions = []
    for name, letters in game.npc_side().defaults:
        if name is None:
            name, _, special = c.npc["special"].partition(":")
            letters = special or None
        actions.append((name, letters))
    return actions


def options(game, c):
    """[MH5.1a, MH5.1b] All commits of a character, each as the words behind `commit`."""
    result = []
    for name, letters in default_actions(game, c):
        result += [name] if letters is not None else special_options(game, c, name)
    if c.is_npc:  # [MH5.7a]
        name, _ = game.npc_side().roll6
        if turn_cost(c.die, 6) <= c.ideas:
            result.append(name)
    faces = [face for face in range(1, 7) if turn_cost(c.die, face) <= c.ideas]
    for skill in c.skills:
        result += [f"{skill.id} {face}" for face in faces]
    result += items.options(game, c, faces)
    return [f"commit {words}" for words in result]


def special_options(game, c, name):
    others = [other for other in game.present() if other is not c]
    if name in ("autopwn", "exploit"):  # [MH7.2g]
        if c.ideas < 1:
            return []
        return [
            f"{name} {other.name} {letter}"
            for other in others
            for letter in "SDU"
            if letter != "S" or subactions.can_subdue(game, other)
        ]
    if name == "dart":
        return ["dart"] if c.ideas >= 1 else []
    if name == "bolt":
        return [f"bolt {number}" for number in (1, 2) if c.ideas >= number]
    if name == "patch-in":
        return ["patch-in"] if any(place.cameras[0] for place in game.adjacent_hexes(c.at)) else []
    if name == "loop-footage":
        return ["loop-footage"] if c.ideas >= 2 else []
    if name == "rewire-character":  # [MH7.2p]
        return ["rewire-character"] if c.ideas >= 2 else []
    if name == "toss-loot":
        return ["toss-loot"]
    if name == "breach":  # [MH7.2c]
        if c.ideas < 4 or not game.board.is_hex(c.at):
            return []
        sides = game.board.external_sides(c.at)
        return [f"breach {side}" for side in sides if not game.board.is_exit(board.step(c.at, side))]
    if name == "study-schematics":  # [H84] always, also once it has been used
        return ["study-schematics"]
    if name == "fancy-card-flick":  # [H84] the own tile: without a keycard, or the keycard is kept
        return [f"fancy-card-flick {text(tile)}" for tile in [*flick_targets(game, c), c.at]]
    raise ValueError(name)


def flick_targets(game, c):
    """museum-of-antiquity: hexes in a straight line before a missing hex, an active Lock or an unrevealed hex."""
    if not c.loot.has("keycard"):
        return []
    targets = []
    for side in game.board.line_sides(c.at):
        tile = board.step(c.at, side)
        while tile in game.hexes and not game.hexes[tile].locks[0] and not game.hexes[tile].unrevealed:
            targets.append(tile)
            tile = board.step(tile, side)
    return game.board.in_order(targets)


def commit(game, c, words):
    """[MH5.1b]"""
    c.action = words
    name, *rest = words.split()
    letters = ""
    skill = next((skill for skill in c.skills if skill.id == name), None)
    default = dict(default_actions(game, c))
    if skill:
        turn_die(c, int(rest[0]))
        letters = skill.faces[c.die - 1]
    elif name in data.ITEM_OF_ACTION and name not in default:
        if name == "rake":
            turn_die(c, int(rest[0]))
        letters = items.use_card(c, name)
    elif name in default:
        letters = default[name] or special_letters(name, rest)
        pay(game, c, name, rest)
    else:
        roll6, letters = game.npc_side().roll6
        assert c.is_npc and name == roll6
        turn_die(c, 6)

    counts = Counter(letters)
    c.printed_noise = counts.pop("N", 0)
    game.owed += c.printed_noise
    number_of_alerts = counts.pop("A", 0)
    c.printed_unlocks = counts["U"]
    c.letters.update(counts)
    for _ in range(number_of_alerts):  # [MH5.2i]
        noise.raise_alert(game)
    special = SPECIAL.get(name)
    if special and not skill:
        yield from special(game, c, rest)


def turn_die(c, face):
    c.ideas -= turn_cost(c.die, face)
    c.die = face


def special_letters(name, rest):
    return {
        "dart": "MMN",
        "bolt": "MMN" if rest == ["1"] else "MMMN",
        "patch-in": "IIRN",
        "rewire-character": "N",
    }.get(name, "")


def pay(game, c, name, rest):
    """[MH5.1b] The cost of a special action."""
    cost = {"dart": 1, "autopwn": 1, "exploit": 1, "loop-footage": 2, "rewire-character": 2, "breach": 4}.get(name, 0)
    if name == "bolt":
        cost = int(rest[0])
    if cost:
        c.ideas -= cost
        c.silence_broken = True  # [MH5.5d]


# --- special effects, at the commit [H58]


def grant(number):
    def effect(game, c, rest):
        """[MH7.2g] Autopwn and Exploit."""
        other = game.named(rest[0])
        other.letters[rest[1]] += number
        if rest[1] == "U":
            other.granted_unlocks += number
        game.owed += 1
        return
        yield

    return effect


def loop_footage(game, c, rest):
    game.loop_footage = True
    return
    yield


def rewire(game, c, rest):
    """[MH7.2p] The Cameras are disabled, all guards of their hexes subdued."""
    places = [game.hexes[tile] for tile in game.board.in_order(place.tile for place in game.near_hexes(c))]
    for _ in range(2):
        names = {f"rewire {text(place.tile)}": place for place in places if place.cameras[0]}
        if not names:
            return
        answer = yield Decision([*names, "done"])
        if answer == "done":
            return
        place = names[answer]
        place.cameras = [place.cameras[0] - 1, place.cameras[1] + 1]
        for guard in place.active_guards():
            guards.subdue(game, guard)
        places = places[places.index(place) :]


def breach(game, c, rest):
    """[MH7.2c]"""
    side = rest[0]
    game.add_exit(board.step(c.at, side), board.OPPOSITE[side])
    raise Breached
    yield


def toss_loot(game, c, rest):
    """[MH7.2n] Any pieces one or two steps away, all in one direction."""
    lines = {}
    for side in game.board.line_sides(c.at):
        line = []
        for distance in (1, 2):
            tile = board.step(c.at, side, distance)
            if tile not in game.hexes or game.hexes[tile].barred:
                break
            line.append(tile)
        if line:
            lines[side] = line
    kinds = ["cash", *KINDS, *data.ITEMS]
    reached = (0, 0)  # the kind and the distance of the last toss
    last_was_cash = False
    while True:
        offers = {}
        for side, line in lines.items():
            for piece in c.loot.parts():
                kind = piece.split(":")[0]
                for distance, tile in enumerate(line):
                    place = (kinds.index(kind), distance)
                    if place < reached or (place == reached and last_was_cash):
                        continue
                    offers[f"toss {piece} {side} {distance + 1}"] = (place, side, piece, tile)
        if not offers:
            return
        answer = yield Decision([*offers, "done"])
        if answer == "done":
            return
        reached, side, piece, tile = offers[answer]
        last_was_cash = piece.startswith("cash:")
        lines = {side: lines[side]}
        game.hexes[tile].loot.add(c.loot.take(piece))


def study_schematics(game, c, rest):
    """the-lair: with the documents, $2k on the kennel hex and on every Reinforcements hex; once per heist."""
    first = not game.studied
    game.studied = True
    if first and c.loot.has("documents"):
        for place in game.all_hexes():
            if place.fixture in ("kennel", "reinforcements"):
                place.loot.cash += 2
    return
    yield


def fancy_card_flick(game, c, rest):
    if tile_of(rest[0]) != c.at:
        game.hexes[tile_of(rest[0])].loot.add(c.loot.take("keycard"))
    return
    yield


SPECIAL = {
    "autopwn": grant(1),
    "exploit": grant(2),
    "loop-footage": loop_footage,
    "rewire-character": rewire,
    "breach": breach,
    "toss-loot": toss_loot,
    "study-schematics": study_schematics,
    "fancy-card-flick": fancy_card_flick,
    **items.EFFECTS,
}
