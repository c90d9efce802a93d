"""The state of a game: what lies on the table, as everybody sees it."""

from collections import Counter

from . import board, data
from .board import Cell
from .hidden import ChipKnowledge, PatrolDeck, Pool

OUTSIDE = "outside"  # not yet in the casino
EXITED = "exited"


class Gear:
    """One gear card with a player."""

    def __init__(self, card, prepped=False):
        self.card = card
        self.side = "prepped" if prepped else "unprepped"  # later "back"
        self.uses = 0

    def describe(self):
        return f"prepped {self.uses}" if self.side == "prepped" else self.side


class Player:
    def __init__(self, number, character):
        self.number = number  # from 1, in turn order
        self.character = character
        self.at = OUTSIDE  # OUTSIDE, EXITED, a Cell, or None while Walk and Talk has lifted the figure
        self.heat = 0
        self.gear = {}  # card id -> Gear
        self.bonus = 0  # more actions in the next turn (back.give_action)
        self.disguise = False
        self.dubious = False  # the Dubious Meeting card lies here
        self.in_car = False
        self.die = 0  # Laundry Day
        self.steaks = 0
        self.prima_donnas = 0
        self.walls_destroyed = 0
        self.zip_lines_laid = 0

    @property
    def on_board(self):
        return isinstance(self.at, Cell)

    @property
    def in_casino(self):
        """Has entered and has not exited (a lifted figure is still in the casino)."""
        return self.at not in (OUTSIDE, EXITED)

    @property
    def floor(self):
        return self.at.floor if self.on_board else None


class Bouncer:
    def __init__(self):
        self.at = None
        self.marker = None  # None while he hunts
        self.chosen = None  # the tied player the team has chosen for this hunt
        self.arrivals = 0  # how often reached() has been carried out, for [com.buffet]


class Chip:
    def __init__(self):
        self.kind = None  # None while nobody knows it
        self.face_up = False

    def describe(self):
        if self.face_up:
            return self.kind
        return f"?{self.kind}" if self.kind else "?"


class Game:
    """Everything of one game. `setup` is the setup line of a trace as a dict."""

    def __init__(self, setup):
        self.setup = setup
        characters = setup["characters"]
        assert 2 <= len(characters) <= 4 and len(set(characters)) == len(characters)
        self.abilities_on = bool(setup.get("abilities"))
        self.windows = setup.get("windows") or "full"
        self.turn_limit = setup.get("turn-limit") or 0
        self.dead_drops_on = bool(setup.get("dead-drops"))
        self.players = [Player(i, character) for i, character in enumerate(characters, 1)]
        for character in characters:
            mode, _ = data.CHARACTERS[character]
            assert mode == "base" or self.abilities_on, "[abil.ghost_seat]"
        assert not {"ghost", "spotter"} <= set(characters), "[abil.ghost_seat]"

        # The turn
        self.turn = 0
        self.current = None  # Player
        self.actions = 0
        self.prepped_this_turn = False
        self.turn_over = False
        self.fainted_floor = None  # the floor of the bouncer who skips his turn because of Fainting
        self.no_running = False
        self.in_actions = False  # in the ENTER or ACTIONS phase of the current player

        # The board
        self.walls = {}  # floor -> set of walls
        for floor in (1, 2):
            self.walls[floor] = {board.wall_on(floor, text) for text in setup["walls"][floor - 1]}
        self.entrances = []
        self.tiles = {}  # cell -> face name, face-up tiles only
        self.chips = {}  # cell -> Chip
        self.chip_knowledge = ChipKnowledge(len(characters) == 2)
        self.fresh_chips = set()  # cells whose chip has just been revealed and not yet taken effect (H52)
        self.bouncers = {1: Bouncer(), 2: Bouncer()}
        self.movements = []  # bouncer movements now running, outermost first
        self.contorted = set()  # players protected until the outermost movement ends
        self.cubes = Counter()  # cell -> cubes
        self.cracked = set()
        self.dice_office = 0
        self.dice_safe = 0
        self.dice_loose = Counter()  # cell -> dice
        self.dice_supply = 5
        self.crows = set()
        self.crowds = set()
        self.out_of_order = None
        self.monorail = None
        self.escalator = None
        self.zip_lines = set()  # squares
        self.jammed = None

        # Once-per-turn abilities
        self.used_this_turn = set()

        # Cards
        self.decks = {}
        for floor in (1, 2):
            added, removed = data.SUSPICION[setup["suspicion"]][floor]
            cards = [card.name for card in data.PATROL.values() if card.floor == floor] + [data.DISTRACTED] * added
            # [set.decks] Removed cards go to the box unseen: they stay in the pool but have no place in the deck.
            self.decks[floor] = PatrolDeck(Pool(cards), len(cards) - removed)
        self.event_decks = {deck: set(events) for deck, events in data.EVENTS.items()}
        self.event_discards = {"pool": [], "lounge": []}
        self.events_in_play = []  # drawn and not yet discarded, other than a Dubious Meeting
        alternates = setup.get("alternates") or []
        self.gear_given_out = set()
        self.gear_pile = set()  # Dead Drops
        if self.dead_drops_on:
            self.gear_pile = set(data.BASE_GEAR) | set(alternates)
            self.task_cards = {p: setup["dead-drops"][p.number - 1] for p in self.players}
        else:
            self.task_cards = {}
            for p in self.players:
                _, gear_of = data.CHARACTERS[p.character]
                for card in data.GEAR.values():
                    if card.character == gear_of and (card.alternate_of is None or card.id in alternates):
                        p.gear[card.id] = Gear(card)
                        self.gear_given_out.add(card.id)
        self.tasks_done = set()
        self.tasks_waiting = []  # triggered by the atomic event that is now being carried out

        # The finale
        scenario = setup["scenario"]
        self.finale_known = None if scenario == "random-finale" else data.FINALE_OF_HEIST[int(scenario.split("-")[1])]
        self.finale = None
        self.cracker = None
        self.car = None
        self.tiger = None
        self.steaks_eaten = 0
        self.football = None
        self.boots = None  # Player
        self.steak_cells = set()
        self.had_steak = set()
        self.swat = set()
        self.unlocked = False

    # --- plain questions

    @property
    def size(self):
        """The number of characters the game began with."""
        return len(self.players)

    def frozen_walls(self, floor):
        return frozenset(self.walls[floor])

    def adjacent(self, cell):
        return board.adjacent(self.walls[cell.floor], cell)

    def behind_walls(self, cell):
        return board.behind_walls(self.walls[cell.floor], cell)

    def face(self, cell):
        """The face of a face-up tile, else None."""
        name = self.tiles.get(cell)
        return data.FACES[name] if name else None

    def kind(self, cell):
        face = self.face(cell)
        return face.kind if face else None

    def active(self, cell, kind):
        """A face-up tile of this kind that is not out of order."""
        return self.kind(cell) == kind and self.out_of_order != cell

    def where(self, kind):
        """The face-up cell of a tile that exists once, or None."""
        for cell, name in self.tiles.items():
            if data.FACES[name].kind == kind:
                return cell
        return None

    def players_on(self, cell):
        return [p for p in self.players if p.at == cell]

    def players_on_floor(self, floor):
        return [p for p in self.players if p.floor == floor]

    def in_casino(self):
        return [p for p in self.players if p.in_casino]

    def chip_face_up(self, cell, kind):
        chip = self.chips.get(cell)
        return chip is not None and chip.face_up and chip.kind == kind

    def chip_face_down(self, cell):
        chip = self.chips.get(cell)
        return chip is not None and not chip.face_up

    def current_in_casino(self):
        """The current player if they stand on a tile of the casino, else None ([gear.current])."""
        return self.current if self.current is not None and self.current.on_board else None

    def hunting(self, floor):
        return self.bouncers[floor].marker is None

    def deck_empty(self, floor):
        """[finale.rescuing_her_ride.ruling.13] In finale 2 the deck of floor 2 counts as empty."""
        if self.finale == "rescuing-her-ride" and floor == 2:
            return True
        return not self.decks[floor].places

    def seat_order_from(self, player):
        """All players in seat order, beginning with this one."""
        start = player.number - 1 if player is not None else 0
        return self.players[start:] + self.players[:start]

    def has_ability(self, player, character):
        return self.abilities_on and player is not None and player.character == character

    def is_boots_player(self, player):
        return self.finale == "gravity-boots" and self.boots is player
