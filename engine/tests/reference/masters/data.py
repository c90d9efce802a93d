"""The component data of the game, read from engine/data/masters-of-the-heist at run time."""

import csv
import re
from pathlib import Path
from typing import NamedTuple

import tomllib

FOLDER = Path(__file__).resolve().parents[3] / "data" / "masters-of-the-heist"


def _rows(name):
    with open(FOLDER / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class CharacterCard(NamedTuple):
    id: str
    class_: str
    memory: int
    ideas: int
    defaults: tuple  # of (name, letters), letters None for a special action
    abilities: tuple
    item: str | None  # starts_with_item
    plan_noise: int  # what Change of Plans costs beside ideas


class ItemCard(NamedTuple):
    id: str
    index: int
    copies: int
    price: int
    source: str
    action: str | None
    letters: str | None  # None for a special action or none
    edition: str


class Skill(NamedTuple):
    id: str
    faces: tuple  # letters of the faces 1 to 6


class NpcSide(NamedTuple):
    defaults: tuple  # of (name, letters), letters None for a special action, name None for the scenario's
    roll6: tuple


def _action(text):
    name, letters = text.split(":")
    return name, None if letters == "special" else letters


# --- characters.csv, for each edition [MH2a]


def _characters(edition):
    cards = {}
    for row in _rows("characters.csv"):
        values = {key: row[key] for key in ("memory", "ideas", "default1", "default2", "default3")}
        plan_noise = 0
        if edition == "v24" and row["v24_change"]:
            for change in row["v24_change"].split(";"):
                change = change.strip()
                if "=" in change:
                    key, value = change.split("=")
                    values[key] = value
                elif change == "change-of-plans costs 2 ideas + 1 noise":
                    plan_noise = 1
                else:
                    raise ValueError(f"unknown change {change}")
        defaults = tuple(_action(values[f"default{i}"]) for i in (1, 2, 3) if values[f"default{i}"])
        cards[row["id"]] = CharacterCard(
            row["id"],
            row["class"],
            int(values["memory"]),
            int(values["ideas"]),
            defaults,
            tuple(row["abilities"].split(";")),
            row["starts_with_item"] or None,
            plan_noise,
        )
    return cards


EDITIONS = ("v22", "v24")
CHARACTERS = {edition: _characters(edition) for edition in EDITIONS}
ABILITIES = {row["id"]: row for row in _rows("abilities.csv")}

# --- skills.csv


def _skills(edition):
    cards = {}
    for row in _rows("skills.csv"):
        faces = [row[f"face{i}_sub"] for i in range(1, 7)]
        if edition == "v24" and row["v24_change"]:
            face, letters = re.fullmatch(r"face (\d) \w+=(\w+)", row["v24_change"]).groups()
            faces[int(face) - 1] = letters
        cards[row["id"]] = Skill(row["id"], tuple(faces))
    return cards


SKILLS = {edition: _skills(edition) for edition in EDITIONS}

# --- items.csv

ITEMS = {}
for _index, _row in enumerate(_rows("items.csv")):
    _name, _letters = _action(_row["action"]) if _row["action"] else (None, None)
    ITEMS[_row["id"]] = ItemCard(
        _row["id"],
        _index,
        int(_row["copies"]),
        int(_row["price_k"]),
        _row["source"],
        _name,
        _letters,
        _row["edition"],
    )
ITEM_OF_ACTION = {card.action: card for card in ITEMS.values() if card.action}

# --- events.csv, crises.csv, fixers.csv, npcs.csv

EVENTS = {row["id"]: row for row in _rows("events.csv")}
CRISES = {row["id"]: row for row in _rows("crises.csv")}
FIXERS = {row["id"]: row for row in _rows("fixers.csv")}
NPCS = {}  # (card, side) -> NpcSide
for _row in _rows("npcs.csv"):
    _defaults = tuple(
        (None, None) if _row[key] == "special" else _action(_row[key]) for key in ("default1", "default2")
    )
    NPCS[_row["card"], _row["side"]] = NpcSide(_defaults, _action(_row["roll6"]))

# --- noise_tracks.toml, tiles.csv

with open(FOLDER / "noise_tracks.toml", "rb") as _file:
    _TRACKS = tomllib.load(_file)["track"]


def noise_track(players, edition):
    """[MH3.1d] The last position and the positions that raise an Alert."""
    for track in _TRACKS.values():
        if track["players"] == players and edition in track["edition"]:
            return track["last"], frozenset(track["alerts"])
    raise ValueError(f"no noise track for {players} players in {edition}")


TILES = {row["code"]: row for row in _rows("tiles.csv")}

# --- scenarios


def scenario(name):
    """The scenario of a setup: an id, or an id with @2021-01 behind it."""
    base, _, revision = name.partition("@")
    folder = FOLDER / "scenarios"
    if revision:
        folder = folder / f"rev-{revision}"
    with open(folder / f"{base}.toml", "rb") as file:
        return tomllib.load(file)


def scenario_names():
    """All complete scenarios and earlier revisions."""
    names = []
    for path in sorted((FOLDER / "scenarios").glob("*.toml")):
        names.append(path.stem)
    for path in sorted((FOLDER / "scenarios").glob("rev-*/*.toml")):
        names.append(f"{path.stem}@{path.parent.name.removeprefix('rev-')}")
    return [name for name in names if scenario(name)["complete"]]


def objective(text):
    """[MH7.10c] One condition of an objective: its name, its kind or None, and the number needed."""
    match = re.fullmatch(r"(\w+)(?:\((\w+)\))?(?: >= (\d+))?", text)
    name, kind, number = match.groups()
    return name, kind, int(number) if number else None
