"""A whole game of each kind, from its first question to its last: with a mouse and with fingers, light and dark."""

import random
from collections.abc import Callable

import pytest
from conftest import PATIENCE, Server
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
Accessible = Callable[[Page], None]

# No game of people who enter whatever comes first lasts longer.
MOST = 900
# The places, among all buttons of the form, of those that can be pressed now.
IN_SIGHT = """() => [...document.querySelectorAll('#choices button[name=step]')]
    .map((button, place) => button.checkVisibility() && !button.disabled ? place : -1).filter((place) => place >= 0)"""


def is_over(page: Page) -> bool:
    return page.locator("#asked .over").count() > 0


def revision(page: Page) -> int:
    return int(page.locator("#live").get_attribute("data-revision") or 0)


def act(page: Page, fingers: bool, dice: random.Random) -> bool:
    """Enters one of the things that can be entered; whether there was any."""
    buttons = page.locator("#choices button[name=step]")
    if buttons.count() == 0:
        return False
    places = page.evaluate(IN_SIGHT)
    if not places:
        # Large groups are folded.
        page.locator("#choices summary").first.click()
        places = page.evaluate(IN_SIGHT)
    button = buttons.nth(dice.choice(places))
    with page.expect_response(lambda response: response.request.method == "POST") as answered:
        if fingers:
            button.tap()
        else:
            button.click()
    assert answered.value.status in (200, 409), answered.value.text()
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)
    return True


@pytest.mark.parametrize(
    ("game", "choices", "size", "scheme"),
    [
        ("Burgle Bros.", {"scenario": "office-job", "seats": "3"}, "laptop", "dark"),
        ("Casino Capers", {"seats": "2"}, "phone", "dark"),
        ("Masters of the Heist", {"scenario": "the-track"}, "phone", "light"),
        ("Masters of the Heist", {"scenario": "tech-lab"}, "laptop", "light"),
    ],
)
def test_a_whole_game(
    server: Server,
    open_page: OpenPage,
    accessible: Accessible,
    game: str,
    choices: dict[str, str],
    size: str,
    scheme: str,
) -> None:
    page = open_page(size, color_scheme=scheme)
    page.goto(server.address)
    page.get_by_role("link", name=f"New table: {game}").click()
    for name, value in choices.items():
        page.locator(f"#{name}").select_option(value)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#question")).to_be_visible()
    dice = random.Random(22)
    for _ in range(MOST):
        if is_over(page):
            break
        assert act(page, size == "phone", dice), page.locator("#question").inner_text()
    assert is_over(page), f"not over after {MOST} entries"
    accessible(page)
    # One can go back from the end, take another way, and return to the line that was left.
    before = revision(page)
    page.locator("#undo").click()
    expect(page.locator("#live")).not_to_have_attribute("data-revision", str(before))
    assert not is_over(page)
    expect(page.locator("#redo")).to_be_enabled()


def test_caper_cards_with_three_devices(server: Server, open_page: OpenPage, accessible: Accessible) -> None:
    table = open_page("laptop")
    table.goto(server.address)
    table.get_by_role("link", name="New table: Caper Cards").click()
    table.locator("#seats").select_option("3")
    table.get_by_role("button", name="Start", exact=True).click()
    expect(table.locator("#question")).to_be_visible()
    devices = []
    for seat, size in ((1, "phone"), (2, "laptop"), (3, "phone")):
        page = open_page(size, color_scheme="dark" if seat == 2 else "light")
        page.goto(table.url)
        page.get_by_role("button", name=f"Take seat {seat}").click()
        expect(page.get_by_text("own. Keep it to yourself")).to_be_visible()
        devices.append((page, size == "phone"))
    dice = random.Random(23)
    waited = 0
    for _ in range(MOST):
        if is_over(devices[0][0]):
            break
        # One who can enter something does; the others see it. Those who have not heard of it yet are told so.
        while not any(act(page, fingers, dice) for page, fingers in devices) and not is_over(devices[0][0]):
            # It is on its way to whoever is next.
            devices[0][0].wait_for_timeout(100)
            waited += 100
            assert waited < PATIENCE, [page.locator("#question").inner_text() for page, _ in devices]
    for page, _ in devices:
        expect(page.locator("#asked .over")).to_be_visible()
        accessible(page)
    expect(table.locator("#asked .over")).to_be_visible()
