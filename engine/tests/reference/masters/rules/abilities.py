"""Abilities and other things that are no sub-actions: 7.2, 7.6, 7.8, the captures and the story hex."""

from shared.requests import Decision

from .. import board
from ..board import text
from ..board import tile as tile_of
from ..state import FINAL_SCORE
from . import arrival, free, npcs, subactions

PLANS = {"change-of-plans": ("change-of-plans", 3), "new-plan": ("alright-new-plan", 6)}
# Payments of Vent Crawl that wait at once: no more could be used (4 letters of an action, 2 of an Exploit).
MOST_VENTS = 6
CODES = {"i-can-haz-teh-codes": 2, "has-the-code": 0}


def options(game, c):
    result = []
    own = game.own_hex(c)
    abilities = c.abilities
    if (
        "efficient-picker" in abilities  # [MH7.2a]
        and c.action is not None
        and c.ideas
        and c.pickers < c.printed_unlocks + c.granted_unlocks
    ):
        result.append("efficient-picker")
    if "there-are-better-ways" in abilities and c.ideas and "better-ways" not in c.effects:  # [MH7.2e]
        result.append("better-ways")
    result += loot_abilities(c)
    if "vent-crawl" in abilities and own and not own.ring and len(c.vents) < MOST_VENTS:  # [MH7.2j, H72, H73, H85]
        for side in board.SIDES:
            far = board.step(c.at, side, 2)
            if far in game.hexes and board.step(c.at, side) not in game.hexes:
                result.append(f"vent-crawl {text(far)}")
    if code_ability(c):  # [MH7.2h]
        result += [f"codes {text(h.tile)}" for h in game.all_hexes() if h.cameras[0] and not h.unrevealed]
    for verb, (ability, _) in PLANS.items():
        if ability in abilities and ability not in c.used and c.ideas >= 2:
            result.append(verb)
    # [MH7.8a, MH10.28]
    old_friend = "old-friend" in game.fixers and game.id not in FINAL_SCORE
    if old_friend and not c.is_npc and game.board.is_exit(c.at) and c.ideas >= 2:
        others = game.present() if game.edition == "v24" else game.present_players()
        result += [f"old-friend {other.name}" for other in others if other is not c]
    result += [f"door {text(tile)}" for tile in free.doors(game, c)]  # [MH5.4c]
    if npcs.can_capture(game, c):
        result.append("capture")
    if can_use_story(game, c):
        result.append("story")
    if c.name in game.radio:  # [MH7.6e]
        for tile in game.board.in_order(c.tokens & set(game.hexes)):
            for other in game.adjacent_hexes(tile):
                if other.tile not in c.tokens:
                    result.append(f"shift {text(tile)} {board.side_to(tile, other.tile)}")
    return result


def loot_abilities(c):
    """[MH7.2m] In ACTION and ESCAPE."""
    return [
        ability
        for ability in ("larcenist", "swindler")
        if ability in c.abilities and ability not in c.effects and c.ideas
    ]


def code_ability(c):
    for ability, cost in CODES.items():
        if ability in c.abilities and ability not in c.used and c.ideas >= cost:
            return ability
    return None


def can_use_story(game, c):
    """the-lair: a character that holds the USB key on the story hex, once per heist."""
    if game.id != "the-lair" or game.story_used or not c.loot.has("usb"):
        return False
    return c.at == tuple(game.scenario["story_hexes"][0])


def perform(game, c, notation):
    verb, *words = notation.split()
    if verb == "efficient-picker":
        pay(c, 1)
        c.pickers += 1
        c.letters["M"] += 1
        game.owed += 1
    elif verb == "better-ways":
        pay(c, 1)
        c.effects.add("better-ways")
    elif verb in ("larcenist", "swindler"):
        pay(c, 1)
        c.effects.add(verb)
    elif verb == "vent-crawl":
        far = tile_of(words[0])
        game.owed += 4
        c.silence_broken = True
        c.vents.append((c.at, far))
        if game.hexes[far].unrevealed:
            yield from arrival.reveal(game, far)
    elif verb == "codes":
        ability = code_ability(c)
        if CODES[ability]:
            pay(c, CODES[ability])
        c.used.add(ability)
        tiles = [place.tile for place in game.adjacent_hexes(tile_of(words[0]))]
        yield from arrival.reveal_all(game, tiles)
    elif verb in PLANS:
        yield from plan(game, c, verb)
    elif verb == "old-friend":
        pay(c, 2)
        game.named(words[0]).ideas += 1
    elif verb == "door":
        free.open_door(game, tile_of(words[0]))
    elif verb == "capture":
        yield from npcs.capture(game)
    elif verb == "story":
        yield from story(game, c)
    elif verb == "shift":
        game.radio.discard(c.name)
        c.tokens.discard(tile_of(words[0]))
        c.tokens.add(board.step(tile_of(words[0]), words[1]))
    else:
        raise ValueError(notation)


def pay(c, ideas):
    c.ideas -= ideas
    c.silence_broken = True  # [MH5.5d]


def plan(game, c, verb):
    """[MH7.2f, MH5.8d] Change Of Plans and Alright, New Plan."""
    ability, number = PLANS[verb]
    pay(c, 2)
    c.used.add(ability)
    game.owed += 1 if verb == "new-plan" else c.card.plan_noise
    for _ in range(number):
        offers = [
            f"lift {owner.name} {text(tile)}"
            for owner in game.players
            for tile in game.board.in_order(owner.tokens)
            if any(other not in owner.tokens for other in game.board.hexes)
        ]
        if not offers:
            break
        answer = yield Decision([*offers, "done"])
        if answer == "done":
            break
        _, owner, old = answer.split()
        tokens = game.named(owner).tokens
        free = [other for other in game.board.hexes if other not in tokens]
        new = (yield Decision([f"token {text(other)}" for other in free])).split()[1]
        tokens.discard(tile_of(old))
        tokens.add(tile_of(new))
    if verb == "new-plan":
        yield from give(game, c)


def give(game, c):
    """Up to 3 of the remaining own ideas to other characters."""
    left = 3
    others = [other for other in game.present() if other is not c]
    while others:
        offers = {
            f"give {other.name} {number}": (other, number)
            for other in others
            for number in range(1, min(left, c.ideas) + 1)
        }
        if not offers:
            return
        answer = yield Decision([*offers, "done"])
        if answer == "done":
            return
        other, number = offers[answer]
        c.ideas -= number
        other.ideas += number
        left -= number
        others = others[others.index(other) + 1 :]


def story(game, c):
    """the-lair: RR and $3k."""
    game.story_used = True
    for _ in range(2):
        tile = None
        unrevealed = game.unrevealed()
        if unrevealed and not subactions.knows_a_way(game, c):
            tile = tile_of((yield Decision([f"reveal {text(place)}" for place in unrevealed])).split()[1])
        yield from subactions.perform_reveal(game, c, tile)
    c.loot.cash += 3
