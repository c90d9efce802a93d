"""Setup draws, turns and their ends (sections 3 and 4)."""

from shared.requests import Chance, Decision

from .. import board, data, start
from ..endings import GameOver
from ..state import EXITED, OUTSIDE, Chip
from . import actions, bouncers, dead_drops, finales, moving, windows


def play(game):
    """A whole game, or one from a turn on. Returns its ending."""
    try:
        if "start" in game.setup:
            start.lay_out(game, game.setup["start"])
            yield from go_on_with_turn(game, game.current)
            player = next_player(game, game.current)
        else:
            yield from set_up(game)
            player = game.players[game.setup["first"] - 1]  # [set.first]
        while True:
            yield from take_turn(game, player)
            player = next_player(game, player)
    except GameOver as end:
        return end.reason


def next_player(game, player):
    if game.turn_limit and game.turn >= game.turn_limit:  # [end.limit]
        raise GameOver("stall")
    return next(p for p in [*game.seat_order_from(player)[1:], player] if p.at != EXITED)


# --- 3 Setup


def set_up(game):
    layout = game.setup["chips"]
    if layout != "dots":
        for floor in (1, 2):
            for square in layout[floor - 1]:
                game.chips[board.square_on(floor, square)] = Chip()
    for floor in (1, 2):  # [set.floor]
        set_aside = []
        card = yield from draw_ordinary(game, floor, set_aside)
        game.bouncers[floor].at = board.square_on(floor, card.square)
        if layout == "dots":
            for square in card.dots:
                game.chips[board.square_on(floor, square)] = Chip()
        card = yield from draw_ordinary(game, floor, set_aside)
        game.bouncers[floor].marker = board.square_on(floor, card.square)
        for pool in set_aside:  # [set.distracted] shuffled back
            pool.things[data.DISTRACTED] += 1
            game.decks[floor].places.append(pool)
    choices = [(a, b) for a in board.CORNERS for b in board.CORNERS if a < b]
    named = {f"entrances {a} {b}": [a, b] for a, b in choices}
    taken = yield Decision(named)
    game.entrances = named[taken]


def draw_ordinary(game, floor, set_aside):
    """Draws until an ordinary card comes, which is discarded; distracted cards are set aside."""
    deck = game.decks[floor]
    while True:
        pool = deck.top()
        outcome = yield Chance(pool.outcomes("patrol"))
        card = outcome.removeprefix("patrol ")
        pool.take(card)
        deck.places.pop(0)
        if card == data.DISTRACTED:
            set_aside.append(pool)
        else:
            deck.discards.append(card)
            return data.PATROL[card]


# --- 4 Turns


def take_turn(game, player):
    game.turn += 1
    game.current = player
    game.actions = 4 + player.bonus  # [turn.actions]
    player.bonus = 0
    game.prepped_this_turn = False
    game.turn_over = False
    game.fainted_floor = None
    game.used_this_turn = set()
    if game.has_ability(player, "juicer"):
        game.jammed = None  # [abil.juicer] until the start of her next turn
    yield from go_on_with_turn(game, player)


def go_on_with_turn(game, player):
    while player.at == OUTSIDE:  # [turn.enter]
        options = {f"enter {cell}": (lambda cell=cell: moving.enter(game, player, cell)) for cell in game.entrances}
        yield from decide(game, options)
    while not game.turn_over:
        options = {"end": lambda: end_turn(game)}
        options.update(actions.options(game))
        yield from decide(game, options)
    yield from turn_end(game, player)


def decide(game, options):
    """One decision of the ENTER or ACTIONS phase, with window A merged into it."""
    options.update(windows.offered(game, windows.Window("A")))
    taken = yield Decision(options)
    yield from options[taken]()


def end_turn(game):
    game.turn_over = True
    yield from ()


def turn_end(game, player):
    """TURN_END: exit check, Count Room, tiger, bouncers."""
    game.actions = 0
    if player.on_board:  # Dead Drops triggers, before the exit check
        if len(game.players_on(player.at)) > 1:
            dead_drops.trigger(game, "end-together")
        if game.active(player.at, "count-room"):
            dead_drops.trigger(game, "end-count-room")
        yield from dead_drops.settle(game)
    fainted = game.fainted_floor

    # 1 Exit check. A player who exits has no bouncer turn on that floor (H18).
    floor = player.floor
    skipped = {fainted}
    exited = finales.exit_check(game, player)
    if exited:
        skipped.add(floor)
    elif fainted is not None:
        # [gear.fainting.order] The bouncer jumps to the player, unless he is there, by 6.3 without its step 4.
        yield from faint(game, player, fainted)
    else:
        # 2 Count Room, looked at once
        if player.on_board and game.active(player.at, "count-room"):
            yield from bouncers.commotion(game, player.at)

    # 3 Tiger
    if not exited:
        yield from finales.tiger_moves(game, player)

    # 4 Bouncers; which of them is fixed now ([turn.bouncer], H40)
    if not exited:
        floor = player.floor
    if game.no_running:  # [event.no_running], [turn.skip]
        game.no_running = False
        order, spaces = [floor, 3 - floor], 2
    else:
        order, spaces = [floor], 3
    for bouncer_floor in order:
        if bouncer_floor not in skipped:
            yield from bouncers.bouncer_turn(game, bouncer_floor, spaces)


def faint(game, player, floor):
    bouncer = game.bouncers[floor]
    if bouncer.at != player.at:
        yield from bouncers.bouncer_enter(game, floor, player.at, entry_heat=False)
        if bouncer.at == bouncer.marker:
            yield from bouncers.reached(game, floor)
