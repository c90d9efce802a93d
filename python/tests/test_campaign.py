"""Campaigns: the contract from Python, and many of them in one run."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import heistlab
import numpy as np
import pytest
from heistlab import Campaign, State, begin_campaign, load_game, play_campaigns

GAME = "casino-capers"


@pytest.fixture()
def campaign() -> Campaign:
    return begin_campaign(GAME, seats=2, characters=["hawk", "rook"])


def end_of(state: State) -> State:
    """Plays to the end, always the first that can be done."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def next_end(campaign: Campaign, seed: int = 0) -> State:
    game = campaign.next_game()
    assert game is not None
    return end_of(game.new_initial_state(seed))


def test_camp_order_and_camp_suspicion_a_whole_campaign(campaign: Campaign) -> None:
    """Rules camp.order, camp.suspicion, camp.reward: nine heists, each as the earlier ones left it."""
    assert (campaign.game, campaign.most_heists, campaign.level, campaign.is_over()) == (GAME, 9, 6, False)
    assert campaign.level_info["name"] == "suspicion"
    for heist in range(9):
        game = campaign.next_game()
        assert game is not None
        setup = json.loads(game.setup)
        assert setup["scenario"] == f"finale-{heist + 1}"
        assert setup["suspicion"] == campaign.level
        assert len(setup.get("alternates", [])) == heist
        before = campaign.level
        state = end_of(game.new_initial_state(heist))
        campaign.record(state)
        entry = campaign.log[-1]
        assert entry["won"] == state.result()["win"]
        assert entry["level"] == campaign.level == min(10, max(1, before + (1 if entry["won"] else -1)))
        assert entry["players"] == ["hawk", "rook"]
        assert len(campaign.holdings["Alternate gear"]) == heist + 1
    assert campaign.is_over() and campaign.next_game() is None
    assert campaign.choice_fields == []
    with pytest.raises(ValueError, match="the campaign is over"):
        campaign.record(state)
    with pytest.raises(ValueError, match="the campaign is over"):
        campaign.choose(seats=2)


def test_camp_order_the_party_changes_between_heists(campaign: Campaign) -> None:
    campaign.record(next_end(campaign))
    assert {"seats", "characters"} <= {field["name"] for field in campaign.choice_fields}
    assert campaign.choice["characters"] == ["hawk", "rook"]
    campaign.choose(seats=np.int64(3), characters=None)
    assert campaign.choice == {"seats": 3}
    campaign.record(next_end(campaign))
    assert [len(entry["players"]) for entry in campaign.log] == [2, 3]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seats": 9}, "field `seats`: found 9; expected"),
        ({"characters": ["hawk", "nobody"]}, "field `characters`: found"),
        ({"characters": ["hawk", "hawk"]}, "hawk"),
        ({"scenario": "finale-3"}, "scenario: not chosen before a heist; expected one of: "),
        ({"dead_drops": True}, "dead_drops: not chosen before a heist"),
    ],
)
def test_a_choice_that_cannot_be_played_changes_nothing(campaign: Campaign, fields: dict, message: str) -> None:
    before = campaign.to_json()
    with pytest.raises(ValueError, match=message):
        campaign.choose(**fields)
    assert campaign.to_json() == before


def test_a_choice_that_is_no_value(campaign: Campaign) -> None:
    with pytest.raises(TypeError, match="seats: found <object .*; expected a number, a text or a list"):
        campaign.choose(seats=object())


def test_only_the_next_heist_is_recorded(campaign: Campaign) -> None:
    before = campaign.to_json()
    game = campaign.next_game()
    assert game is not None
    with pytest.raises(ValueError, match="a game that is not over"):
        campaign.record(game.new_initial_state())
    other = end_of(load_game(GAME, seats=2, scenario="finale-2", characters=["hawk", "rook"]).new_initial_state())
    with pytest.raises(ValueError, match="field `scenario`: the heist was played with .*; the campaign expects"):
        campaign.record(other)
    with pytest.raises(ValueError, match="found one of caper-cards; expected one of casino-capers"):
        campaign.record(end_of(load_game("caper-cards", seats=3).new_initial_state()))
    alone = heistlab.read_position(next_end(campaign).position())
    with pytest.raises(ValueError, match="one that began from a position"):
        campaign.record(alone)
    with pytest.raises(TypeError, match="state: found 3"):
        campaign.record(3)  # type: ignore[arg-type]
    assert campaign.to_json() == before


def test_a_campaign_rests_as_text_and_is_copied(campaign: Campaign) -> None:
    campaign.record(next_end(campaign))
    for other in (
        Campaign(campaign.to_json()),
        copy.copy(campaign),
        copy.deepcopy(campaign),
        pickle.loads(pickle.dumps(campaign)),
    ):
        assert other == campaign and other.log == campaign.log
        other.choose(seats=3, characters=None)
        assert other != campaign
    assert repr(campaign) == f"<Campaign of casino-capers: 1 of 9 heists, suspicion {campaign.level}>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "campaign: "),
        ('{"heistlab":"campaign","game":"chess"}', "no game|found"),
        ('{"heistlab":"campaign","game":"casino-capers","format":99,"campaign":{}}', "found 99; expected 1"),
    ],
)
def test_a_text_that_is_no_campaign(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Campaign(text)


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        ("chess", {}, "game 'chess': expected one of: "),
        ("caper-cards", {}, "Caper Cards has no campaign; expected one of: casino-capers"),
        (GAME, {"suspicion": 3}, "suspicion"),
        (GAME, {"chips": "blue"}, "field `chips`: found .*; expected"),
        (GAME, {"charcters": []}, "did you mean characters?"),
    ],
)
def test_a_campaign_that_cannot_begin(name: str, fields: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        begin_campaign(name, **fields)


def test_a_run_adds_up_and_is_the_same_for_any_number_of_threads(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    result = play_campaigns(GAME, "random", 3, 5, threads=2, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (27, 27)
    assert result.heists.num_rows == 9
    assert result.heists["played"].to_pylist() == [3] * 9
    assert result.report["heists"] == 27
    assert sum(result.heists["wins"].to_pylist()) == result.report["wins"] == round(27 * result.win_rate)
    assert result.heists["name"][0].as_py() == "Bodyguard"
    one = play_campaigns(GAME, "random", 3, 5, threads=1, folder=tmp_path / "run")
    assert one.report == result.report
    assert len((tmp_path / "run" / "campaigns.jsonl").read_text().splitlines()) == 3
    more = play_campaigns(GAME, "random", 4, 5, folder=tmp_path / "run")
    assert more.report["campaigns"] == 4
    assert "3 campaigns by random with seed 5" in str(result) and "Bodyguard" in result._repr_html_()


def test_a_run_of_one_campaign_has_no_intervals_of_means() -> None:
    result = play_campaigns(begin_campaign(GAME, seats=4), "random", 1, 5)
    assert result.heists["level_low"].to_pylist() == [None] * 9
    assert "at the end" in str(result)


def test_a_run_that_cannot_be(campaign: Campaign, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="alphazero"):
        play_campaigns(campaign, "alphazero", 1)
    with pytest.raises(ValueError, match="at least one campaign"):
        play_campaigns(campaign, "random", 0)
    with pytest.raises(TypeError, match="campaign: found 3; expected a Campaign"):
        play_campaigns(3, "random", 1)  # type: ignore[arg-type]
    play_campaigns(campaign, "random", 1, folder=tmp_path)
    with pytest.raises(ValueError, match="agent"):
        play_campaigns(campaign, "heuristic", 1, folder=tmp_path)
    campaign.record(next_end(campaign))
    with pytest.raises(ValueError, match="heists in the log of the campaign: 1; expected 0"):
        play_campaigns(campaign, "random", 1)
