"""The component data of the game, read from engine/data/casino-capers at run time.

Ids are those of the data files with hyphens for underscores, as in the shared notation.
"""

import csv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import tomllib

FOLDER = Path(__file__).resolve().parents[3] / "data" / "casino-capers"


def hyphens(text):
    return text.replace("_", "-")


def _rows(name):
    with open(FOLDER / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Face(NamedTuple):
    """What tiles are told apart by: kind and number."""

    name: str
    kind: str
    number: int | None


class GearCard(NamedTuple):
    id: str
    character: str  # the character whose card it is
    alternate_of: str | None
    uses: int
    timing: str
    reduced_windows: frozenset
    back: str


class PatrolCard(NamedTuple):
    name: str  # "1:A3"
    floor: int
    square: str
    dots: tuple  # squares


# --- tiles.csv

FACES = {}  # name -> Face
POOL_OF_26 = Counter()  # face name -> count: the tiles that are shuffled over both floors
ONE_PER_FLOOR = {}  # kind -> the two face names, one of which is on each floor
FIXED = {1: None, 2: None}  # the tile that is always on this floor

for _row in _rows("tiles.csv"):
    _kind = hyphens(_row["kind"])
    _number = int(_row["number"]) if _row["number"] else None
    _name = _kind if _number is None else f"{_kind}-{_number}"
    FACES[_name] = Face(_name, _kind, _number)
    if _row["placement"] == "pool_of_26":
        POOL_OF_26[_name] += 1
    elif _row["placement"] == "one_per_floor":
        ONE_PER_FLOOR.setdefault(_kind, []).append(_name)
    elif _row["placement"] in ("floor_1", "floor_2"):
        FIXED[int(_row["placement"][-1])] = _name
    else:
        raise ValueError(f"unknown placement {_row['placement']}")

# --- chips.csv

CHIPS = Counter(hyphens(row["kind"]) for row in _rows("chips.csv"))

# --- patrol.csv

PATROL = {}  # name -> PatrolCard
DISTRACTED = "distracted"
DISTRACTED_COUNT = 0
for _row in _rows("patrol.csv"):
    if _row["kind"] == "distracted":
        DISTRACTED_COUNT += 1
    else:
        _name = f"{_row['deck_floor']}:{_row['coord']}"
        PATROL[_name] = PatrolCard(_name, int(_row["deck_floor"]), _row["coord"], tuple(_row["chip_dots"].split()))

# --- suspicion.csv

SUSPICION = {}  # level -> {floor: (distracted cards added, patrol cards removed)}
for _row in _rows("suspicion.csv"):
    SUSPICION[int(_row["suspicion"])] = {
        floor: (int(_row[f"distracted_added_floor{floor}"]), int(_row[f"patrol_removed_floor{floor}"]))
        for floor in (1, 2)
    }

# --- characters.csv

CHARACTERS = {}  # id -> (mode, gear_of)
for _row in _rows("characters.csv"):
    CHARACTERS[hyphens(_row["character_id"])] = (_row["mode"], hyphens(_row["gear_of"]))

# --- abilities.csv: only the ids; the rules of 3.3 say what they do

ABILITIES = {hyphens(row["ability_id"]): hyphens(row["character_id"]) for row in _rows("abilities.csv")}

# --- gear.csv

GEAR = {}
ALTERNATES_BY_UNLOCK = {}
for _row in _rows("gear.csv"):
    _card = GearCard(
        hyphens(_row["gear_id"]),
        hyphens(_row["character"]),
        hyphens(_row["alternate_of"]) or None,
        int(_row["uses_before_flip"]),
        _row["timing"],
        frozenset(_row["reduced_windows"].split("|")),
        _row["back"],
    )
    GEAR[_card.id] = _card
    if _row["unlock_order"]:
        ALTERNATES_BY_UNLOCK[int(_row["unlock_order"])] = _card.id

BASE_GEAR = [card.id for card in GEAR.values() if card.alternate_of is None]
ALTERNATE_GEAR = [card.id for card in GEAR.values() if card.alternate_of is not None]


def partner_cards(card_id):
    """The base card or alternates that exclude this card."""
    base = GEAR[card_id].alternate_of or card_id
    family = [base] + [card.id for card in GEAR.values() if card.alternate_of == base]
    return [other for other in family if other != card_id]


# --- events.csv

EVENTS = {"pool": [], "lounge": []}
for _row in _rows("events.csv"):
    EVENTS[_row["deck"]].append(hyphens(_row["event_id"]))

# --- dead_drops.csv

TASKS = {}  # card number -> task ids, top row first
for _row in _rows("dead_drops.csv"):
    TASKS.setdefault(int(_row["card"]), []).append(hyphens(_row["task_id"]))

# --- finales.toml


class Finale(NamedTuple):
    id: str
    heist: int
    bonus: str
    exit: str


with open(FOLDER / "finales.toml", "rb") as _file:
    FINALES = {
        hyphens(entry["id"]): Finale(hyphens(entry["id"]), entry["heist"], entry["bonus"], entry["exit"])
        for entry in tomllib.load(_file)["finale"]
    }
FINALE_OF_HEIST = {finale.heist: finale.id for finale in FINALES.values()}
