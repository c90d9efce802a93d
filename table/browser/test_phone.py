"""The page of a table on a phone, entered by taps that are counted; and on the narrowest screens."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Server
from playwright.sync_api import Locator, Page, expect

OFFICE_JOB = Path(__file__).with_name("office-job.jsonl")
PHONE = {"width": 390, "height": 844}
# For the 26 turns of the recorded Office Job: five a turn if fingers slide, and what is reached by taps alone. Swipes
# in a list count as well.
TURNS = 26
MOST_SLIDING = 5 * TURNS
MOST_TAPS = 190
OpenPage = Callable[..., Page]
# Where the step can be entered: its button if that is in view, and the squares and halves of squares that offer it,
# each with how many choices lie there and whether a tap enters it at once.
PLACES = """(step) => {
    const middle = (element) => {
        const box = element.getBoundingClientRect();
        if (!box.width) return null;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const at = document.elementFromPoint(x, y);
        return at && (at === element || element.contains(at)) ? [x, y] : null;
    };
    const buttons = [...document.querySelectorAll("#choices [name=step]")];
    const button = buttons.find((button) => button.value === step);
    if (!button) return null;
    const spotsOf = (button) => (button.dataset.spots || "").split(" ").filter(Boolean);
    const [once, twice] = [[], []];
    for (const half of document.querySelectorAll("#picture .half"))
      if (half.dataset.step === step) once.push(middle(half));
    for (const spot of spotsOf(button)) {
        const [name, value] = [spot.slice(0, spot.indexOf("=")), spot.slice(spot.indexOf("=") + 1)];
        const here = buttons.filter((button) => spotsOf(button).includes(spot));
        const isOrdinary = here.length === 1 && !("costs" in button.dataset) && !("way" in button.dataset);
        for (const element of document.querySelectorAll(`#picture [data-${name}="${CSS.escape(value)}"]`)) {
            (isOrdinary ? once : twice).push(middle(element));
        }
    }
    const [spot] = spotsOf(button);
    const [name, value] = (spot || "").split("=");
    const square = name && document.querySelector(`#strip [data-${name}="${CSS.escape(value)}"]`);
    const board = square ? [...document.querySelectorAll("#strip > svg")].indexOf(square.closest("svg")) : -1;
    const isFolded = Boolean(button.closest("details:not([open])"));
    return { button: middle(button), isFolded, board, once: once.filter(Boolean), twice: twice.filter(Boolean) };
}"""


def lines() -> list[dict[str, object]]:
    return [json.loads(line) for line in OFFICE_JOB.read_text().splitlines()]


def steps() -> list[str]:
    """The steps of the replay in notation."""
    return [str(step.get("action", step.get("chance"))) for step in lines()[1:-1]]


def told(page: Page) -> int:
    """The number of steps that have happened."""
    newest = page.locator("#log li[value]").first
    return int(newest.get_attribute("value") or 0) if newest.count() else 0


def begin(page: Page, server: Server) -> None:
    """Begins the office job on a phone, with every pointer-down counted from then on."""
    page.add_init_script(
        "addEventListener('pointerdown', () => { sessionStorage.downs = Number(sessionStorage.downs || 0) + 1; }, true)"
    )
    page.set_viewport_size(PHONE)
    setup = lines()[0]["setup"]
    assert isinstance(setup, dict)
    fields = {"scenario": "office-job", "seats": str(setup["seats"]), "first": "1"}
    fields |= {f"characters_{seat}": side for seat, side in enumerate(setup["characters"], 1)}
    page.goto(server.address)
    page.get_by_role("link", name="New table: Burgle Bros.").click()
    for name, value in fields.items():
        page.locator(f"#{name.replace('_', '-')}").select_option(value)
    page.get_by_role("button", name="Start", exact=True).click()
    drawn(page)
    page.evaluate("sessionStorage.downs = 0")


def downs(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.downs)"))


def opened(page: Page, server: Server, after: int) -> None:
    """Opens the replay as a table of its own after so many steps, on a phone."""
    page.set_viewport_size(PHONE)
    header, *played = lines()[: after + 1]
    end = {"result": None, "key": played[-1]["key"]}
    record = "\n".join(json.dumps(line) for line in [header, *played, end])
    begun = page.request.post(f"{server.address}/api/tables", data={"game": "burgle-bros", "record": record})
    assert begun.status == 201, begun.text()
    page.goto(f"{server.address}/t/{begun.json()['link']}")
    drawn(page)


def changed(page: Page, before: str | None) -> None:
    """Waits until the page and its picture show a later table."""
    expect(page.locator("#live")).not_to_have_attribute("data-revision", str(before))
    drawn(page)


def drawn(page: Page) -> None:
    """Waits until the picture is that of the table as it stands."""
    revision = page.locator("#live").get_attribute("data-revision")
    expect(page.locator("#picture")).to_have_attribute("data-drawn", str(revision))


def tap_at(page: Page, place: list[float]) -> None:
    page.touchscreen.tap(place[0], place[1])


def places_of(page: Page, step: str) -> dict[str, Any]:
    """Where a step can be entered, on the board that has it if its button is not in view."""
    places = page.evaluate(PLACES, step)
    assert places, step
    if not places["button"] and not places["once"] and not places["twice"] and places["board"] >= 0:
        page.locator("#boards button").nth(places["board"]).tap()
        places = page.evaluate(PLACES, step)
    return places


def entered(page: Page, step: str, swipes: list[str]) -> None:
    """Enters a step with as few taps as the page allows."""
    before = page.locator("#live").get_attribute("data-revision")
    places = places_of(page, step)
    button = page.locator(f'#choices button[name=step][value="{step}"]')
    if places["button"]:
        tap_at(page, places["button"])
    elif places["once"]:
        tap_at(page, places["once"][0])
    elif places["twice"]:
        tap_at(page, places["twice"][0])
        page.locator(f'#here button[value="{step}"]').tap()
    elif page.locator("#dice").is_visible():
        faces = step.removeprefix("faces ")
        count = int(page.locator("#dice").get_attribute("data-dice-count") or 0)
        for face in (faces + faces[-1] * count)[:count]:
            page.locator(f'#dice [data-face="{face}"]').tap()
    else:
        # What is out of view takes a swipe, which counts as much as a tap.
        swipes.append(step)
        if places["isFolded"]:
            button.locator("xpath=ancestor::details/summary").first.tap()
        button.scroll_into_view_if_needed()
        button.tap()
    changed(page, before)
    page.evaluate("scrollTo(0, 0)")


class Finger:
    """A finger that presses, slides and lifts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def at(self, kind: str, place: list[float] | None = None) -> None:
        points = [] if place is None else [{"x": place[0], "y": place[1]}]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def slides(self, start: list[float], value: str) -> None:
        """From a place to what the menu that opens there offers, or to the square of it."""
        before = self.page.locator("#live").get_attribute("data-revision")
        self.at("touchStart", start)
        expect(self.page.locator("#here")).to_be_visible()
        choice = self.page.locator(f'#here-choices button[value="{value}"]')
        expect(choice).to_have_count(1)
        end = self.page.evaluate(TARGET, value)
        assert end, value
        self.at("touchMove", [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2])
        self.at("touchMove", end)
        self.at("touchEnd")
        changed(self.page, before)


# Where a choice of the menu is: in it if it is in view there, else on its square.
TARGET = """(value) => {
    const button = [...document.querySelectorAll("#here-choices button")].find((button) => button.value === value);
    const middle = (element) => {
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const at = middle(button);
    if (button.contains(document.elementFromPoint(...at))) return at;
    const [name, spot] = (button.dataset.spots || "").split("=");
    const square = name && document.querySelector(`#picture [data-${name}="${CSS.escape(spot)}"]`);
    return square ? middle(square) : null;
}"""


def is_chance(step: str) -> bool:
    return step.split(" ")[0] in ("tile", "patrol", "faces", "roll", "event", "tool", "loot")


def followed(page: Page, record: list[str], place: int) -> str | None:
    """The decision at a place of the record with the outcome that follows it, as one entry; none if no outcome follows
    at once. The end of a turn in which nothing is left to be done is inferred."""
    step, *after = record[place : place + 3]
    if is_chance(step) or not after:
        return None
    if is_chance(after[0]):
        return f"{step}; {after[0]}"
    if after[0] == "end" and after[1:] and is_chance(after[1]):
        ahead = page.request.get(f"{page.url}/what-if", params={"line": step, "at": "1"}).text()
        if re.findall(r'name="step" value="([^"]+)"', ahead) == ["end"]:
            return f"{step}; end; {after[1]}"
    return None


def test_a_whole_office_job_at_five_pointer_downs_a_turn(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    begin(page, server)
    finger, record, swipes = Finger(page), steps(), []
    while (place := told(page)) < len(record):
        ways = ["; ".join(record[place : place + count]) for count in (4, 3, 2)]
        way = next((way for way in ways if page.locator(f'#ways button[value="{way}"]').count()), None)
        both = None if way else followed(page, record, place)
        step = way or record[place]
        places = places_of(page, step)
        start = next(iter(places["once"]), places["button"])
        if both and start:
            finger.slides(start, both)
        elif places["twice"] and not places["button"] and not places["once"]:
            finger.slides(places["twice"][0], step)
        else:
            entered(page, step, swipes)
        page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".over")).to_contain_text("escaped")
    assert page.locator("#log li[value]").first.get_attribute("value") == str(len(record))
    total = downs(page) + len(swipes)
    print(f"{total} pointer-downs, {len(swipes)} of them swipes, in {TURNS} turns")
    assert total <= MOST_SLIDING, (total, swipes)


def test_a_whole_office_job_by_taps(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    begin(page, server)
    record, swipes, entries = steps(), [], 0
    while (place := told(page)) < len(record):
        ways = ["; ".join(record[place : place + count]) for count in (4, 3)]
        way = next((way for way in ways if page.locator(f'#ways button[value="{way}"]').count()), None)
        entered(page, way or record[place], swipes)
        entries += 1
    expect(page.locator(".over")).to_contain_text("escaped")
    # What happened is what was recorded, step by step.
    assert page.locator("#log li[value]").first.get_attribute("value") == str(len(record))
    total = downs(page) + len(swipes)
    print(f"{total} pointer-downs, {len(swipes)} of them swipes, for {entries} entries")
    assert total <= MOST_TAPS, (total, swipes)


def test_one_tap_makes_an_ordinary_move_and_a_costly_one_asks(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    # The Acrobat stands beside a Laser, which costs, and a Walkway, which does not.
    opened(page, server, 19)
    before = page.locator("#live").get_attribute("data-revision")
    expect(page.locator("#picture .can").first).to_be_attached()
    tap_at(page, page.evaluate(PLACES, "move 1:B2")["twice"][0])
    expect(page.locator("#here")).to_be_visible()
    expect(page.locator("#here-choices button")).to_contain_text("1 action more")
    expect(page.locator("#live")).to_have_attribute("data-revision", str(before))
    page.locator("#here-close").tap()
    tap_at(page, page.evaluate(PLACES, "move 1:A3")["once"][0])
    changed(page, before)
    expect(page.locator("#happened")).to_contain_text("1:A3")


def test_a_square_further_away_proposes_the_way(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    opened(page, server, 117)
    way = "move 2:B4; move 2:C4; move 2:C3"
    before, place = page.locator("#live").get_attribute("data-revision"), told(page)
    # The Acrobat stands on a Service Duct of floor 1, and the way leads through it.
    tap_at(page, places_of(page, way)["twice"][0])
    expect(page.locator("#here-choices button")).to_have_text("Go to 2:C3: 3 steps.")
    page.locator("#here-choices button").tap()
    changed(page, before)
    assert told(page) == place + 3
    # One entry, one step back.
    page.locator("#undo").tap()
    expect(page.locator("#log li[value]").first).to_have_attribute("value", str(place))


def test_what_lies_face_down_says_what_its_halves_do(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    opened(page, server, 4)
    half = page.locator('#picture .half[data-step="peek 1:A2"]')
    expect(half).to_have_text("Peek")
    before = page.locator("#live").get_attribute("data-revision")
    tap_at(page, page.evaluate(PLACES, "peek 1:A2")["once"][0])
    changed(page, before)
    expect(page.locator("#question")).to_contain_text("the tile on 1:A2 is turned up")


def test_dice_are_tapped_as_they_lie(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    opened(page, server, 150)
    before = page.locator("#live").get_attribute("data-revision")

    def key(face: int) -> Locator:
        return page.locator(f'#dice [data-face="{face}"]')

    for face in (6, 4):
        key(face).tap()
    expect(page.locator("#dice-rolled")).to_have_text("6 4")
    page.locator("#dice-back").tap()
    expect(page.locator("#dice-rolled")).to_have_text("6")
    for face in (2, 3):
        key(face).tap()
    changed(page, before)
    expect(page.locator("#log kbd", has_text="faces 236").first).to_be_attached()


def test_floors_are_a_swipe_or_a_button_apart(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    # The board on which most can be done comes into view by itself.
    opened(page, server, 39)
    tabs = page.locator("#boards button")
    expect(tabs).to_have_text(["Floor 1", "Floor 2"])
    expect(tabs.first).to_have_attribute("aria-pressed", "true")
    tabs.last.focus()
    page.keyboard.press("Enter")
    expect(tabs.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator('#strip svg[aria-label="Floor 2"]')).to_be_in_viewport()
    page.locator("#strip").evaluate("strip => strip.scrollTo({ left: 0 })")
    expect(tabs.first).to_have_attribute("aria-pressed", "true")
    opened(page, server, 49)
    expect(tabs.last).to_have_attribute("aria-pressed", "true")


def test_names_and_numbers_of_tiles_can_be_read(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    scenarios = [("burgle-bros", name) for name in ("office-job", "bank-job", "fort-knox")]
    scenarios += [("masters-of-the-heist", name) for name in ("tech-lab", "hotel-basement", "county-river")]
    for game, scenario in scenarios:
        fields = {"scenario": scenario}
        begun = page.request.post(f"{server.address}/api/tables", data={"game": game, "fields": fields, "seed": 3})
        link = begun.json()["link"]
        page.set_viewport_size(PHONE)
        for _ in range(12):
            view = page.request.get(f"{server.address}/api/t/{link}").json()["view"]
            entry = {"step": view["choices"][0]["notation"]}
            assert page.request.post(f"{server.address}/api/t/{link}/enter", data=entry).ok
        page.goto(f"{server.address}/t/{link}")
        drawn(page)
        # Pieces carry letters of their own, and so does what stands for a hidden one.
        sizes = page.locator("#strip text").evaluate_all(
            """texts => texts.filter((text) => !text.closest("[data-token]") && text.textContent !== "?")
                .map((text) => [text.textContent, text.getScreenCTM().a * Number(text.getAttribute("font-size"))])"""
        )
        assert len(sizes) > 20
        assert not [(text, size) for text, size in sizes if size < 14]


def test_notation_is_shown_where_it_is_wanted(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    opened(page, server, 12)
    notation = page.locator("#log li kbd").first
    expect(notation).to_be_hidden()
    page.get_by_role("button", name="Show notation").click()
    expect(notation).to_be_visible()
    page.reload()
    expect(notation).to_be_visible()
    page.get_by_role("button", name="Hide notation").click()
    expect(notation).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_lit_board_is_accessible(
    server: Server, open_page: OpenPage, accessible: Callable[[Page], None], scheme: str
) -> None:
    page = open_page("phone", color_scheme=scheme)
    opened(page, server, 150)
    expect(page.locator("#dice")).to_be_visible()
    accessible(page)
    opened(page, server, 19)
    expect(page.locator("#picture .can").first).to_be_attached()
    accessible(page)


def test_no_page_is_wider_than_the_narrowest_screen(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    # As wide as a phone enlarged to 200%.
    page.set_viewport_size({"width": 195, "height": 422})
    games = [game["id"] for game in page.request.get(f"{server.address}/api/games").json()]
    paths = ["/", "/new-campaign?game=casino-capers", *(f"/new?game={game}" for game in games)]
    for game in games:
        link = page.request.post(f"{server.address}/api/tables", data={"game": game, "fields": {}, "seed": 7}).json()[
            "link"
        ]
        for _ in range(14):
            choices = page.request.get(f"{server.address}/api/t/{link}").json()["view"]["choices"]
            if choices:
                entry = {"step": choices[0]["notation"]}
                assert page.request.post(f"{server.address}/api/t/{link}/enter", data=entry).ok
        parts = ("", "/log", "/correct", "/names", "/what-if", "/after", "/lines/1", "/change/1")
        paths += [f"/t/{link}{part}" for part in parts]
    wide = []
    for path in paths:
        page.goto(server.address + path)
        expect(page.locator("h1").first).to_be_attached()
        if page.locator("#picture").count():
            expect(page.locator("#picture svg").first).to_be_attached()
        if page.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
            wide.append(path)
    assert wide == []
