"""Keywords of setups, made from the games' own descriptions."""

from __future__ import annotations

import json
from typing import Any

import heistlab
import numpy as np
import pytest

FIELDS = [(game["id"], field) for game in heistlab.games() for field in game["setup_fields"]]
every_field = pytest.mark.parametrize(
    ("game", "field"), FIELDS, ids=[f"{game} {field['name']}" for game, field in FIELDS]
)
WRONG: dict[str, list[Any]] = {
    "choice": ["no-such-name", 1, True],
    "number": [-1, 10**6, 1.5, "2", True],
    "yes-no": [0, "yes"],
    "seat": [0, -1, "1"],
    "each": ["no-such-name", ["no-such-name"], 3],
    "several": ["no-such-name", ["no-such-name"], 3],
    "word": [3, "", False],
    "drawing": ["no-such-name", 3, True],
}


@every_field
def test_a_field_is_described(game: str, field: dict[str, Any]) -> None:
    assert field["kind"] in WRONG and field["label"] and field["help"] and field["expected"]
    assert field["name"].isidentifier() and field["name"].replace("_", "-") == field["json_name"]
    assert (field["default"] is None) == bool(field["left_out"])
    assert all(set(choice) == {"value", "label"} and choice["label"] for choice in field["choices"])


@every_field
def test_a_default_is_what_holds_if_the_field_is_left_out(game: str, field: dict[str, Any]) -> None:
    usual = heistlab.load_game(game)
    assert heistlab.load_game(game, **{field["name"]: field["default"]}) == usual
    assert heistlab.load_game(game, {field["json_name"]: None}) == usual


@every_field
def test_a_wrong_value_is_refused_with_the_fields_name_and_what_was_expected(game: str, field: dict[str, Any]) -> None:
    for value in WRONG[field["kind"]]:
        with pytest.raises(ValueError) as raised:
            heistlab.load_game(game, **{field["name"]: value})
        assert str(raised.value) == (
            f"setup: field `{field['json_name']}`: found {json.dumps(value)}; expected {field['expected']}"
        )


def test_an_unknown_keyword_is_refused_with_those_there_are_and_the_one_probably_meant() -> None:
    for game in heistlab.games():
        names = [field["name"] for field in game["setup_fields"]]
        with pytest.raises(ValueError) as raised:
            heistlab.load_game(game["id"], seets=2)
        expected = (
            f"got an unexpected keyword argument 'seets'; expected a field of {game['id']}: {', '.join(names)}; "
            "did you mean seats?"
        )
        assert str(raised.value) == expected


def test_numbers_of_numpy_are_numbers_and_other_objects_are_named() -> None:
    for game in heistlab.games():
        assert heistlab.load_game(game["id"], seats=np.int64(1)) == heistlab.load_game(game["id"], seats=1)
        with pytest.raises(TypeError, match="seats: found <object object"):
            heistlab.load_game(game["id"], seats=object())
