"""Practice, looking back and the review that is one file, as people use them in a browser."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from conftest import ROOT, Server
from playwright.sync_api import Page, expect

OFFICE_JOB = Path(__file__).with_name("office-job.jsonl")
# So much of the game is looked back on.
STEPS = 60
OpenPage = Callable[..., Page]
Accessible = Callable[[Page], None]


def positions(game: str) -> list[dict[str, object]]:
    """The positions of a shipped set."""
    found = json.loads((ROOT / "advice" / "practice" / f"{game}.json").read_text())["positions"]
    assert isinstance(found, list)
    return found


def test_a_position_is_answered_on_a_phone(server: Server, open_page: OpenPage, accessible: Accessible) -> None:
    page = open_page("phone")
    page.goto(server.address)
    page.get_by_role("link", name="Find the best move").click()
    accessible(page)
    page.get_by_role("link", name="Burgle Bros.").click()
    expect(page.locator("#picture svg").first).to_be_visible()
    accessible(page)
    first, second = positions("burgle-bros")[:2]
    # The obvious move is wrong; the page says what it gives away and why.
    button = page.locator(f'#choices button[name=step][value="{first["expert"]}"]')
    button.scroll_into_view_if_needed()
    button.click()
    expect(page.get_by_role("heading", name="That is not the best move.")).to_be_visible()
    expect(page.locator("#asked")).to_contain_text("points of win probability (95% interval")
    expect(page.locator("#asked")).to_contain_text(str(first["against_expert"]))
    expect(page.locator("#asked")).to_contain_text("0 of 1 answer right so far")
    expect(page.get_by_role("heading", name="After your move")).to_be_visible()
    expect(page.locator("#picture svg").first).to_be_visible()
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The best move of the next one is right, and the answers so far are counted. Reloading counts nothing twice.
    page.get_by_role("link", name="Next position").click()
    best = second["moves"][0]["move"]  # type: ignore[index]
    page.locator(f'#choices button[name=step][value="{best}"]').click()
    expect(page.get_by_role("heading", name="Right: that is the best move.")).to_be_visible()
    page.reload()
    expect(page.locator("#asked")).to_contain_text("1 of 2 answers right so far")


def test_practice_works_without_javascript(server: Server, open_page: OpenPage) -> None:
    page = open_page("laptop", java_script_enabled=False)
    for game in ("caper-cards", "casino-capers", "masters-of-the-heist"):
        page.goto(f"{server.address}/practice/{game}/1")
        expect(page.locator("#picture img")).to_be_visible()
        best = positions(game)[0]["moves"][0]["move"]  # type: ignore[index]
        button = page.locator(f'#choices button[name=step][value="{best}"]')
        if not button.is_visible():
            button.locator("xpath=ancestor::details/summary").click()
        button.click()
        expect(page.get_by_role("heading", name="Right: that is the best move.")).to_be_visible()
        expect(page.get_by_role("heading", name="After the obvious move")).to_be_visible()


def test_a_review_leads_to_its_moments_and_opens_from_the_disk(
    server: Server, open_page: OpenPage, accessible: Accessible, tmp_path: Path
) -> None:
    page = open_page("laptop")
    header, *steps = [json.loads(line) for line in OFFICE_JOB.read_text().splitlines()]
    begun = page.request.post(f"{server.address}/api/tables", data={"game": header["game"], "setup": header["setup"]})
    link = begun.json()["link"]
    for step in steps[:STEPS]:
        # What can come out only one way was entered already, and is then not possible again.
        entered = {"step": step.get("action", step.get("chance"))}
        page.request.post(f"{server.address}/api/t/{link}/enter", data=entered)
    table = f"{server.address}/t/{link}"
    page.goto(f"{table}/after")
    expect(page.locator("#costly-name")).to_be_visible(timeout=300_000)
    accessible(page)
    # The curve that suits this window leads to the moments, and so does the list below it.
    shown = page.locator(".variants > div:visible")
    expect(shown).to_have_count(1)
    columns = shown.locator("a[data-at]")
    assert columns.count() > 8
    columns.nth(5).click()
    expect(page).to_have_url(re.compile(r"/what-if\?from=\d+"))
    page.go_back()
    page.get_by_text("Every decision").click()
    page.get_by_role("link", name=re.compile("After step")).nth(3).press("Enter")
    expect(page).to_have_url(re.compile(r"/what-if\?from=\d+"))
    page.go_back()
    # A mark of the curve is reached by the keyboard and leads to the decision, which shows its board.
    costly = page.locator(".costly > li")
    assert costly.count() > 0
    shown.locator("a:not([tabindex])").first.press("Enter")
    expect(page).to_have_url(re.compile("#costly-1$"))
    expect(costly.first.locator("img.moment")).to_be_visible()
    # The log has a mark for each.
    page.goto(f"{table}/log")
    expect(page.locator(".mistake")).to_have_count(costly_count := page.locator(".mistake").count())
    assert costly_count > 0
    page.locator(".mistake").first.click()
    expect(page).to_have_url(re.compile("/after#costly-"))
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download the review").click()
    file = tmp_path / "review.html"
    downloading.value.save_as(file)
    text = file.read_text()
    assert table.rsplit("/", 1)[1] not in text and "http://127" not in text and "<script" not in text
    for size in ("phone", "laptop"):
        alone = open_page(size)
        asked: list[str] = []
        alone.on("request", lambda request: asked.append(request.url))  # noqa: B023
        alone.goto(file.as_uri())
        expect(alone.get_by_role("heading", name="The costliest decisions")).to_be_visible()
        expect(alone.locator("svg:visible").first).to_be_visible()
        accessible(alone)
        assert alone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert asked == [file.as_uri()]
