"""The Dead Drops variant (3.2)."""

from shared.requests import Chance, Decision, uniform

from .. import data
from ..state import Gear

# Which tasks belong to this game is a matter of the cards dealt; all others are ignored when triggered.


def owner_of(game, task):
    for player, card in game.task_cards.items():
        if task in data.TASKS[card]:
            return player
    return None


def trigger(game, task):
    """The atomic event now being carried out completes this task. Each task counts once in the game."""
    if owner_of(game, task) is not None and task not in game.tasks_done:
        game.tasks_done.add(task)
        game.tasks_waiting.append(task)


def settle(game):
    """[dd.when] Called as soon as an atomic event is over: owners in seat order from the current player, on a card top
    row first. An owner who has exited still draws (H38)."""
    waiting, game.tasks_waiting = game.tasks_waiting, []
    for player in game.seat_order_from(game.current):
        for task in data.TASKS[game.task_cards[player]] if waiting else []:
            if task in waiting:
                yield from draw_reward(game, player)


def draw_reward(game, player):
    """[dd.task], [dd.short]"""
    if not game.gear_pile:
        return
    taken = yield Decision(["accept", "decline"])
    if taken == "decline":
        return
    drawn = []
    for _ in range(min(2, len(game.gear_pile))):
        outcome = yield Chance(uniform("gear", {card: 1 for card in game.gear_pile}))
        card = outcome.removeprefix("gear ")
        game.gear_pile.discard(card)
        drawn.append(card)
    if len(drawn) == 1:
        kept = drawn[0]
    else:
        taken = yield Decision([f"keep {card}" for card in drawn])
        kept = taken.removeprefix("keep ")
    give_prepped(game, player, kept)


def give_prepped(game, player, card):
    """A card comes to a player prepped without an action. The exclusion of [act.prep.alt] holds across all players."""
    player.gear[card] = Gear(data.GEAR[card], prepped=True)
    game.gear_given_out.add(card)
    remove_partners(game, card)


def remove_partners(game, card):
    """[act.prep.alt] Prepping a card removes its alternate, or the card it is an alternate of, from the game."""
    for other in data.partner_cards(card):
        game.gear_pile.discard(other)
        for player in game.players:
            player.gear.pop(other, None)
