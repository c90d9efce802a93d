"""Item cards that give an action: 7.6. Their other effects are where they apply.

Safecracking Tools and Plasma Torch: subactions.py and end_action.py; Lucky Penny: events.py; Camouflage and Master
Plan Copy: result.py; Building Schematics: planning.py.
"""

from .. import board, data
from . import guards


def options(game, c, faces):
    """[MH5.1a] The item actions of a character; `faces` are those that it can turn its die to."""
    result = []
    for id_ in dict.fromkeys(card.id for card in c.loot.cards if not card.used):  # [H15]
        action = data.ITEMS[id_].action
        if action == "rake":  # [MH7.6b]
            result += [f"rake {face}" for face in faces]
        elif action == "kill-pixels":  # [MH7.6c] once per heist
            if not game.kill_pixels_used:
                result += [f"kill-pixels {side}" for side in game.board.line_sides(c.at)]
        elif action:
            result.append(action)
    return result


def use_card(c, action):
    """[H15] Marks the card as used this round; returns the letters of its action."""
    item = data.ITEM_OF_ACTION[action]
    card = next(card for card in c.loot.cards if card.id == item.id and not card.used)
    card.used, card.die = True, c.die
    return item.letters or ""


def kill_pixels(game, c, rest):
    """[MH7.6c]"""
    game.kill_pixels_used = True
    for distance in (1, 2, 3):
        place = game.hexes.get(board.step(c.at, rest[0], distance))
        if place and not place.unrevealed and place.cameras[0]:
            place.cameras = [0, sum(place.cameras)]
            game.owed += 1
    return
    yield


def flashbang(game, c, rest):
    """[MH7.6d]"""
    for place in game.near_hexes(c):
        for guard in place.active_guards():
            guards.subdue(game, guard)
            game.flashbang.append(guard)
    return
    yield


def radio(game, c, rest):
    """[MH7.6e] Every player character may shift one token until the phase ends."""
    game.radio = {other.name for other in game.present_players()}
    return
    yield


def whistle(game, c, rest):
    """[MH7.6f]"""
    game.whistle = True
    return
    yield


EFFECTS = {
    "kill-pixels": kill_pixels,
    "toss-flashbang": flashbang,
    "tweak-plan": radio,
    "blow-whistle": whistle,
}
