"""Setting up a position by taps: how much a game in the middle costs, and what every game offers."""

import json
from collections.abc import Callable

import pytest
from conftest import Server
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
Accessible = Callable[[Page], None]

# The most pointer-downs from the empty page to the first hint.
MOST = 70
# Opening a list and choosing from it, which browsers do in a window of their own.
CHOICE = 2
# A Bank Job for three in the middle.
CHARACTERS = ["hacker-basic", "hawk-basic", "acrobat-basic"]
TILES = {
    "1": {"B2": "laser-1", "B1": "foyer-1", "C2": "camera-1", "C1": "safe", "D1": "stairs-5", "A2": "keypad-4"},
    "2": {"D1": "stairs-4", "C1": "walkway-1", "D2": "deadbolt-1", "C2": "motion-1", "B2": "lavatory-5"},
    "3": {"B2": "detector-4", "C2": "thermo-1", "B3": "atrium-3"},
}
PLAYERS = {"1:B2": 0, "2:C2": 1, "2:B2": 2}
GUARDS = {"1": ("C1", "A4"), "2": ("D4", "A1"), "3": ("B3", "D1")}
EVENTS = ["crash", "gymnastics", "brown-out", "espresso", "dead-drop"]
TOOLS = {"1": "emp", "2": "crowbar"}


def counted(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.pointers || 0)"))


def count_pointers(page: Page) -> None:
    page.add_init_script(
        "addEventListener('pointerdown', "
        "() => { sessionStorage.pointers = 1 + Number(sessionStorage.pointers || 0); }, true)"
    )


def settled(page: Page, act: Callable[[], None]) -> None:
    """Acts, and waits for the answer of the editor."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        act()
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)


def tap(page: Page, spot: str) -> None:
    """Taps what has a data attribute in the picture, unless it is chosen already."""
    name, value = spot.split("=")
    if page.locator("#editor [name=stay]").get_attribute("value") == spot:
        return
    element = page.locator(f'#editor #picture [data-{name}="{value}"]:not([data-token])').first
    settled(page, lambda: element.click(position={"x": 20, "y": 14}))
    expect(page.locator("#editor [name=stay]")).to_have_value(spot)


def press(page: Page, edit: str, value: str) -> None:
    """Presses the button of a change, which must be in sight without opening anything."""
    button = page.locator("#asked button[name=edit]").and_(page.locator(f"[value='{edit} {json.dumps(value)}']"))
    settled(page, button.click)


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_bank_job_in_the_middle_is_set_up(
    server: Server, open_page: OpenPage, accessible: Accessible, size: str
) -> None:
    page = open_page(size)
    count_pointers(page)
    page.goto(server.address)
    page.get_by_role("link", name="New table: Burgle Bros.").click()
    chosen = 0
    page.locator("#seats").select_option("3")
    chosen += 1
    for seat, character in enumerate(CHARACTERS, 1):
        page.locator(f"#characters-{seat}").select_option(character)
        chosen += 1
    with page.expect_response(lambda response: response.request.method == "POST" and response.ok):
        page.get_by_role("button", name="Set up a game in progress").click()
    page.wait_for_load_state("networkidle")
    accessible(page)
    for floor, tiles in TILES.items():
        place = int(floor) - 1
        at, die = GUARDS[floor]
        for square, face in tiles.items():
            cell = f"{floor}:{square}"
            tap(page, f"cell={cell}")
            press(page, f"set /floors/{place}/tiles/{square}", face)
            if cell in PLAYERS:
                press(page, f"set /players/{PLAYERS[cell]}/at", cell)
            if square == at:
                press(page, f"set /floors/{place}/guard/at", at)
            if square == die:
                press(page, f"set /floors/{place}/guard/die", die)
        for what, square in (("at", at), ("die", die)):
            if square not in tiles:
                tap(page, f"cell={floor}:{square}")
                press(page, f"set /floors/{place}/guard/{what}", square)
    tap(page, "deck=events")
    for event in EVENTS:
        press(page, "add /events/discard", event)
    for seat, tool in TOOLS.items():
        tap(page, f"seat={seat}")
        press(page, f"add /players/{int(seat) - 1}/tools", tool)
    accessible(page)
    expect(page.locator("#contradictions")).to_have_count(0)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#live")).to_be_visible()
    page.locator("#level-instant").click()
    expect(page.locator("#hint .moves tbody").first).to_be_visible(timeout=30000)
    pointers = counted(page) + CHOICE * chosen
    print(f"{pointers} pointer-downs on a {size}")
    assert pointers <= MOST, f"{pointers} pointer-downs"
    position = page.request.get(page.url.replace("/t/", "/api/t/") + "/position").json()
    position = position.get("position", position)
    assert [floor["tiles"] for floor in position["floors"]] == [TILES[floor] for floor in "123"]
    assert [(floor["guard"]["at"], floor["guard"]["die"]) for floor in position["floors"]] == list(GUARDS.values())
    assert sorted(position["events"]["discard"]) == sorted(EVENTS)


@pytest.mark.parametrize(
    "game", ["Burgle Bros.", "Caper Cards", "Casino Capers", "Masters of the Heist"], ids=str.lower
)
def test_every_game_has_its_editor(server: Server, open_page: OpenPage, accessible: Accessible, game: str) -> None:
    page = open_page("phone", color_scheme="dark")
    page.goto(server.address)
    page.get_by_role("link", name=f"New table: {game}").click()
    page.get_by_role("button", name="Set up a game in progress").click()
    page.wait_for_load_state("networkidle")
    accessible(page)
    groups = page.locator(".beside button[name=at]")
    assert groups.count() > 3
    for number in (0, 1, groups.count() - 1):
        settled(page, groups.nth(number).click)
        expect(groups.nth(number)).to_have_attribute("aria-pressed", "true")
        accessible(page)
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
