"""Interrupt windows (4.2)."""

# ruff: noqa: SIM102

from shared.requests import Decision

from . import bouncers, dice, gear


class Window:
    """One window. `kind` is its letter; the other fields say what it interrupts and what has become of it."""

    def __init__(self, kind, **context):
        self.kind = kind
        self.closed = False  # Hack, Shoo, Rain Check and Lookout close their window
        self.dice = None  # D: the dice just rolled
        self.roll = None  # D: "safe", "cages" or "table"
        self.roller = None  # D
        self.keep_dice = False  # D: Steady Hands
        self.chip_cell = None  # C
        self.chip = None  # C
        self.cancelled = False  # M, C, V: Hack, Shoo or Rain Check
        self.floor = None  # M, N, S: the bouncer's floor
        self.card_cell = None  # N: where the shown card put the marker
        self.lookout = False  # N: the card is to be replaced
        self.start_of_turn = False  # S
        self.goal = None  # S: the cell the coming step goes toward; M: the cell of the commotion
        for name, value in context.items():
            assert hasattr(self, name)
            setattr(self, name, value)


def open_window(game, window):
    """Asks for `pass` or one use until it is passed, closed, or nothing is offered ([win.none])."""
    while not window.closed:
        uses = offered(game, window)
        if not uses:
            return
        taken = yield Decision(["pass", *list(uses)])
        if taken == "pass":
            return
        yield from uses[taken]()


def offered(game, window):
    """Notation -> generator function, for every use offered in this window in the mode of the game."""
    uses = {}
    for player in game.players:
        for held in list(player.gear.values()):
            if held.side == "prepped" and card_offered(game, held.card, window):
                uses.update(gear.uses_of(game, player, held, window))
    if window.kind == "D":
        uses.update(second_try(game, window))
    return uses


def card_offered(game, card, window):
    """The timing of a card, and what the modes leave out."""
    only_in = {
        "player_turn": "A",
        "react_commotion": "M",
        "react_die": "D",
        "react_chip": "C",
        "react_patrol": "N",
        "react_event": "V",
        "react_step": "S",
    }
    kind = window.kind
    if card.timing != "any" and only_in[card.timing] != kind:
        return False
    if game.windows == "full":  # [mode.full]
        return True
    if game.windows == "off":  # [mode.off] A, plus the react windows for react cards only
        return kind == "A" or card.timing.startswith("react_")
    assert game.windows == "reduced"  # [mode.reduced]
    if kind not in card.reduced_windows:
        return False
    if kind == "S":
        return step_matters(game, window)
    if kind == "N":
        return card.timing == "react_patrol" or somebody_on_new_path(game, window.floor)
    return True


def step_matters(game, window):
    """[mode.reduced] Would the coming step, or a hunter's standing heat, give heat to some player, put a cube on a
    Surveillance that has 3, or meet a finale's lose clause?"""
    floor = window.floor
    bouncer = game.bouncers[floor]
    if window.start_of_turn:
        return game.hunting(floor) and any(not p.disguise for p in game.players_on(bouncer.at))
    # Gear in this window may have moved him, the marker or the players.
    return any(step_toward_matters(game, floor, goal) for goal in bouncers.possible_targets(game, floor))


def step_toward_matters(game, floor, goal):
    bouncer = game.bouncers[floor]
    following = bouncers.next_step(game, floor, goal)
    if following is None or goal == bouncer.at:
        return False
    if bouncers.banner_active(game, following, "surveillance") and game.jammed != following:
        if game.cubes[following] >= 3:
            return True
    if bouncers.banner_active(game, following, "crows-nest") and bouncers.players_touching(game, following):
        return True
    if any(p for p in game.players_on(following) if bouncers.would_gain_entry_heat(game, p)):
        return True
    if game.finale == "bodyguard" and any(p.prima_donnas for p in game.players_on(following)):
        return True
    return game.finale == "catch-a-tiger" and game.tiger == following


def somebody_on_new_path(game, floor):
    """[mode.reduced] Does some player stand on the new path within the bouncer's remaining steps?"""
    bouncer = game.bouncers[floor]
    if bouncer.marker is None:
        return False
    path = bouncers.path(game, floor, bouncer.marker) or []
    steps = sum(movement.left for movement in game.movements if movement.floor == floor and movement.left)
    return any(game.players_on(cell) for cell in path[:steps])


def second_try(game, window):
    """[abil.peterman] Once per turn, in window D of his own Safe roll, in every mode."""
    roller = window.roller
    if window.roll != "safe" or "second-try" in game.used_this_turn:
        return {}
    if not game.has_ability(roller, "peterman") or roller is not game.current_in_casino():
        return {}

    def reroll(subset):
        game.used_this_turn.add("second-try")
        yield from dice.reroll(game, window, subset)

    return {
        f"reroll {dice.text(subset)}": (lambda subset=subset: reroll(subset)) for subset in dice.subsets(window.dice)
    }


def roll(game, roller, number, what):
    """A roll with its window D. Returns the window, whose dice count."""
    rolled = yield dice.chance(number)
    window = Window("D", dice=dice.parse(rolled), roll=what, roller=roller)
    yield from open_window(game, window)
    assert len(window.dice) == number
    return window
