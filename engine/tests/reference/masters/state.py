"""The state of a heist: everything that the facts show and what the rules remember besides."""

from collections import Counter

from . import board, data
from .loot import Card, Loot

CHIT_KINDS = ("guard", "dog", "lock", "camera", "jewel", "documents", "usb", "keycard", "blank")
FINAL_SCORE = ("interior-ministry-south", "interior-ministry-north")


class Guard:
    """One Guard or Dog chit. Guards are told apart only where a rule remembers single ones."""

    def __init__(self, kind, starting=False):
        self.kind = kind  # guard or dog
        self.active = True
        self.starting = starting  # one of the four starting Guards of the parking garage
        self.subdued_in = None  # the round in which it was subdued


class Hex:
    def __init__(self, tile):
        self.tile = tile
        self.unrevealed = False
        self.guards = []
        self.locks = [0, 0]  # active, unlocked
        self.cameras = [0, 0]  # live, disabled
        self.fixture = None
        self.ring = None
        self.loot = Loot()
        self.idea = False
        self.planned_cameras = 0  # found by planning reveals, for the Shell

    def active_guards(self, kind=None):
        return [guard for guard in self.guards if guard.active and kind in (None, guard.kind)]

    def subdued_guards(self, kind=None):
        return [guard for guard in self.guards if not guard.active and kind in (None, guard.kind)]

    @property
    def door(self):
        return self.fixture == "door"

    @property
    def barred(self):
        """Whether nobody may enter: an active Lock, a Remote Lock ring or a keycard door."""
        return bool(self.locks[0] or self.ring or self.door)

    @property
    def any_chit(self):
        """[H31] Any security chit, in whatever state."""
        return bool(self.guards or sum(self.locks) or sum(self.cameras))


class Character:
    def __init__(self, number):
        self.number = number  # from 1; 0 for the NPC
        self.name = str(number) if number else "npc"
        self.is_npc = number == 0
        self.card = None
        self.abilities = frozenset()
        self.skills = []
        self.npc = None  # the scenario's entry of an NPC
        self.memory = 0
        self.ideas = 0
        self.at = None
        self.active = True  # False for a prisoner or hostage before it is freed or captured
        self.busted = False
        self.loot = Loot()
        self.tokens = set()
        self.used = set()  # once-per-heist abilities
        self.ditched = False
        self.start = None  # a start place that is settled before stage (d)
        self.new_round()

    def new_round(self):
        self.die = None
        self.action = None
        self.letters = Counter()
        self.effects = set()
        self.vents = []  # Vent Crawls that wait: pairs of the hex paid on and the far hex [H85]
        self.printed_unlocks = 0  # U of the committed action
        self.granted_unlocks = 0  # U of Autopwn and Exploit
        self.pickers = 0  # uses of Efficient Picker
        self.printed_noise = 0
        self.tool_cracks = 0  # U converted at the rate of the tools
        self.silence_broken = False
        self.moved = False  # performed an M
        self.unlocked = False  # performed a U

    @property
    def on_board(self):
        """Counts as a character: active, not Busted, on a tile."""
        return self.active and not self.busted and self.at is not None


class Game:
    def __init__(self, setup):
        self.setup = setup
        scenario = self.scenario = data.scenario(setup["scenario"])
        self.id = scenario["id"]
        self.edition = setup["edition"]
        self.phase = "plan"
        self.round = 0

        # [MH3.1a] The board.
        exits = {(entry["q"], entry["r"]): entry["opens"].lower() for entry in scenario["exit"]}
        self.hexes = {}
        for q, r, code in scenario["map"]["hexes"]:
            self.hexes[q, r] = self._hex((q, r), code)
        self.board = board.Board(self.hexes, exits)
        self.gone = []

        # [MH3.1b, MH3.1c]
        self.bag = Counter({kind: number for kind, number in scenario["bag"].items() if number})
        self.deck = list(scenario["deck"])
        self.queue = []
        self.events_gone = []  # Events that have left the deck, in its order
        self.active_event = None
        self.event_from_discard = False
        self.escape_follows = False  # a final Crisis was done or escape was declared

        # [MH3.1d]
        self.last, self.alerts = data.noise_track(len(setup["characters"]), self.edition)
        self.marker = 0
        self.owed = 0
        self.diversions = 0

        self.overshoot = False
        self.panic = False
        self.loop_footage = False
        self.whistle = False
        self.flashbang = []  # Guard objects
        self.blanks = 0
        self.drawn = None
        self.planned_locks = 0  # found by planning reveals, for the Machinist
        self.radio = set()  # names of the characters that may still shift a token
        self.separations = []  # (dog, character) pairs whose chase waits [MH6.2c]
        self.kill_pixels_used = False
        self.story_used = False
        self.studied = False
        self.ambush_done = False
        self.van_reached = False
        self.plan_copy_lost = False  # the holder of the Master Plan Copy was Busted by a gate
        self.cash = setup.get("cash", 0)
        self.stake = 0
        self.jewels = setup.get("jewels", 0)
        self.fixers = set(setup.get("fixers", ()))
        if self.id == "interior-ministry-north":
            self.fixers = set()  # "No Fixers and no shop"
        self.banked = Loot()
        safe = scenario.get("safe")
        self.safe = (safe["q"], safe["r"]) if safe else None
        self.safe_needs = safe["cracks"] if safe else 0
        self.cracks = 0
        self.free_things = 0  # done in a row
        self.escaped = []  # who counts as escaped at the end

        # [MH3.2]
        self.players = [self._player(number, entry) for number, entry in enumerate(setup["characters"], 1)]
        for id_, number in setup.get("items", ()):
            self.players[number - 1].loot.cards.append(Card(id_))
        self.npc = self._npc(scenario.get("npc"))
        self.characters = self.players + ([self.npc] if self.npc else [])
        if scenario.get("inside_starts"):
            self.inside = set(setup.get("inside") or range(1, len(self.players) + 1))  # [H52]
        else:
            self.inside = set()

    def _hex(self, tile, code):
        place = Hex(tile)
        if code == "SC":
            place.unrevealed = True
            return place
        for thing in data.TILES[code]["contents"].split():
            if thing in ("guard", "dog"):
                place.guards.append(Guard(thing, starting=self.id == "parking-garage" and thing == "guard"))
            elif thing == "lock":
                place.locks[0] += 1
            elif thing == "camera":
                place.cameras[0] += 1
            elif thing.startswith("remote_lock:"):
                place.ring = thing[-1]
            elif thing == "keycard_door":
                place.fixture = "door"
            elif thing == "pawn":
                pass  # an NPC or a start place; the scenario names it
            elif thing == "item":
                place.loot.add_text(self.scenario["item_hex"]["item"])
            elif thing in ("reinforcements", "watchtower", "story", "kennel", "safe") or ":" in thing:
                if thing.startswith("cash:"):
                    place.loot.add_text(thing)
                else:
                    place.fixture = thing
            else:
                place.loot.add_text(thing)
        return place

    def _player(self, number, entry):
        player = Character(number)
        player.card = data.CHARACTERS[self.edition][entry["card"]]
        player.abilities = frozenset(player.card.abilities)
        player.skills = [data.SKILLS[self.edition][id_] for id_ in entry["skills"]]
        player.memory = player.card.memory
        player.ideas = player.card.ideas
        if player.card.item:
            player.loot.cards.append(Card(player.card.item, starting=True))
        return player

    def _npc(self, entry):
        if entry is None:
            return None
        npc = Character(0)
        npc.npc = entry
        npc.ideas = entry["ideas"]
        npc.active = entry["card"] == "guide"  # [MH3.4a]
        if "q" in entry:
            npc.at = entry["q"], entry["r"]
        return npc

    # --- who

    def present(self):
        """Active characters that are not Busted, in team order, the NPC last."""
        return [c for c in self.characters if c.on_board]

    def present_players(self):
        return [c for c in self.players if c.on_board]

    def indoors(self):
        return [c for c in self.present() if self.board.is_hex(c.at)]

    def on_tile(self, tile):
        return [c for c in self.present() if c.at == tile]

    def named(self, name):
        return next(c for c in self.characters if c.name == name)

    # --- where

    def adjacent_hexes(self, tile):
        return [self.hexes[place] for place in self.board.adjacent_hexes(tile)]

    def own_hex(self, c):
        """The hex that a character stands on, None on an Exit."""
        return self.hexes.get(c.at)

    def near_hexes(self, c):
        """The own hex, if any, and the adjacent ones."""
        own = self.own_hex(c)
        return ([own] if own else []) + self.adjacent_hexes(c.at)

    def all_hexes(self):
        return [self.hexes[tile] for tile in self.board.hexes]

    def unrevealed(self):
        return [place.tile for place in self.all_hexes() if place.unrevealed]

    def in_ring(self, c):
        own = self.own_hex(c)
        return bool(own and own.ring)

    # --- scenario

    @property
    def hideouts(self):
        """[MH6.6m] The hexes that replace the Exits in the Escape part of Final Score Part 1."""
        if self.id == "interior-ministry-south":
            return [tuple(place) for place in self.scenario["story_hexes"]]
        return []

    @property
    def safe_closed(self):
        return bool(self.safe and self.safe in self.hexes and self.hexes[self.safe].fixture == "safe")

    @property
    def kennel(self):
        """[MH6.2f] The kennel, or its substitute, or None."""
        for place in self.all_hexes():
            if place.fixture == "kennel":
                return place
        substitute = self.scenario.get("kennel_at")
        return self.hexes.get(tuple(substitute)) if substitute else None

    def npc_side(self):
        return data.NPCS[self.npc.npc["card"], "panic" if self.panic else "normal"]

    def remove_hex(self, tile):
        del self.hexes[tile]
        exits = self.board.exits
        self.board = board.Board(self.hexes, exits)
        self.gone.append(tile)

    def add_exit(self, tile, side):
        self.board.exits[tile] = side

    def all_loot(self):
        """Every place that holds loot."""
        return [c.loot for c in self.characters] + [h.loot for h in self.hexes.values()] + [self.banked]
