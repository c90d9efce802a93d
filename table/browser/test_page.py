"""The live table as people use it: on a phone's screen and a laptop's, with a mouse, a finger and a keyboard."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Server
from playwright.sync_api import Locator, Page, TimeoutError, expect

OFFICE_JOB = Path(__file__).with_name("office-job.jsonl")
NEARLY_WON = Path(__file__).with_name("nearly-won.json")
# What a browser writes to its console without a network.
OFFLINE = (
    "ERR_INTERNET_DISCONNECTED",
    "Failed to load resource",
    "htmx:sseError",
    "htmx:sendError",
    "htmx:afterRequest",
)
OpenPage = Callable[..., Page]
Accessible = Callable[[Page], None]


def lines() -> list[dict[str, object]]:
    """The replay: a header, its steps, its result."""
    return [json.loads(line) for line in OFFICE_JOB.read_text().splitlines()]


def notation(step: dict[str, object]) -> str:
    return str(step.get("action", step.get("chance")))


def begin(page: Page, server: Server, game: str, **choices: str) -> None:
    """Begins a table by the form. Choices are by the name of the field."""
    page.goto(server.address)
    page.get_by_role("link", name=f"New table: {game}").click()
    for name, value in choices.items():
        page.locator(f"#{name.replace('_', '-')}").select_option(value)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#question")).to_be_visible()


def office_job(page: Page, server: Server) -> None:
    """Begins a table with the setup of the replay."""
    setup = lines()[0]["setup"]
    assert isinstance(setup, dict)
    characters = {f"characters_{seat}": side for seat, side in enumerate(setup["characters"], 1)}
    begin(page, server, "Burgle Bros.", scenario="office-job", seats=str(setup["seats"]), first="1", **characters)


def entries(page: Page) -> int:
    """How often the table was changed."""
    return int(page.locator("#live").get_attribute("data-revision") or 0)


def changed(page: Page, before: int) -> None:
    """Waits until the page shows a later table."""
    expect(page.locator("#live")).not_to_have_attribute("data-revision", str(before))


def choice(page: Page, step: str) -> Locator:
    return page.locator(f'#choices button[name=step][value="{step}"]')


def enter(page: Page, step: str) -> None:
    """Enters a step, and waits until the table shows what comes next."""
    before = entries(page)
    press(page, step)
    changed(page, before)


def press(page: Page, step: str) -> None:
    """Presses the button of a step, in a fold if need be."""
    button = choice(page, step)
    expect(button).to_have_count(1)
    if not button.is_visible():
        button.locator("xpath=ancestor::details/summary").click()
    button.click()


def play(page: Page, count: int) -> int:
    """Enters steps of the replay that the page asks for; those that could only come out one way are played already."""
    steps = lines()[1:-1]
    while (place := told(page)) < min(count, len(steps)):
        enter(page, notation(steps[place]))
    return place


def told(page: Page) -> int:
    """The number of steps that have happened, those among them that nobody had to enter."""
    newest = page.locator("#log li[value]").first
    return int(newest.get_attribute("value") or 0) if newest.count() else 0


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_whole_office_job(server: Server, open_page: OpenPage, accessible: Accessible, size: str) -> None:
    page = open_page(size)
    office_job(page, server)
    steps = lines()[1:-1]
    is_checked = False
    while (place := told(page)) < len(steps):
        enter(page, notation(steps[place]))
        if place >= 60 and not is_checked:
            is_checked = True
            hint(page, size)
            accessible(page)
            if size == "phone":
                # There the whole of it is played with fingers, in test_phone.py.
                return
    expect(page.locator(".over")).to_contain_text("escaped")
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    page.get_by_role("link", name="Look back on the game").click()
    expect(page.get_by_role("heading", name="The costliest decisions")).to_be_visible(timeout=120_000)
    expect(page.get_by_role("heading", name="Win probability over the game")).to_be_visible()
    expect(page.get_by_text("Without luck", exact=True)).to_be_visible()
    accessible(page)


def hint(page: Page, size: str) -> None:
    """Asks for a quick hint and waits for its end."""
    page.locator("#level-quick").click()
    expect(page.locator("#hint .moves tbody").first).to_contain_text("%")
    expect(page.locator("#hint")).to_contain_text("Done")
    # One that points at something; to stop, for one, does not.
    pointing = page.locator('#hint tbody[data-spots*="="] .say').first
    pointing.tap() if size == "phone" else pointing.hover()
    expect(page.locator("#picture .ring").first).to_be_attached()


def test_hints_stop_and_go_on(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    office_job(page, server)
    # Here it is known what follows; after a peek nothing would be.
    play(page, 14)
    page.locator("#level-proof").click()
    expect(page.locator("#short")).to_contain_text("to win")
    page.get_by_role("button", name="Stop thinking").click()
    expect(page.get_by_role("button", name="Stop thinking")).to_be_hidden()
    page.locator("#level-instant").click()
    expect(page.locator("#hint")).to_contain_text("Done")
    page.get_by_role("button", name=re.compile("^Continue")).click()
    expect(page.locator("#level-quick")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#hint")).to_contain_text("Done")
    with page.expect_navigation():
        page.locator("#hint").get_by_role("link", name=re.compile("^Look ahead")).first.click()
    expect(page.get_by_role("heading", name="The line")).to_be_visible()
    page.get_by_role("link", name="To its beginning").click()
    page.get_by_role("link", name=re.compile("Back to the table")).click()
    assert entries(page) > 0


def test_a_tap_asks_why_not(server: Server, open_page: OpenPage, accessible: Accessible) -> None:
    page = open_page("phone")
    office_job(page, server)
    play(page, 4)
    before = entries(page)
    # Beside a move that can be entered: it is asked about and not entered.
    page.locator("#choices a.why").last.click()
    expect(page.locator("#hint")).to_contain_text("Done")
    expect(page.locator("#short .reason")).to_contain_text(re.compile("^(Why not )?“"))
    assert entries(page) == before
    # In the list of a hint: what is folded away opens, with a line of its own.
    page.locator("#hint .moves tbody summary").locator("visible=true").last.click()
    expect(page.locator("#hint .moves tbody details[open]")).to_be_visible()
    page.locator("#explain > summary").click()
    expect(page.locator("#explain")).to_contain_text("--seed 0")
    accessible(page)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0


def test_the_board_takes_clicks(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    office_job(page, server)
    play(page, 1)
    # The only thing that can be done there, and it costs nothing: it is entered at once.
    page.locator('#picture [data-cell="1:B2"]').first.click()
    expect(page.locator("#log")).to_contain_text("1:B2")


def test_the_board_takes_a_tap_at_the_first_question(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    office_job(page, server)
    first = page.locator("#question").inner_text()
    spots = page.locator("#choices button[data-spots]").first.get_attribute("data-spots") or ""
    cell = spots.split("=")[1]
    page.locator(f'#picture [data-cell="{cell}"]').first.tap()
    expect(page.locator("#log li").first).to_be_visible()
    expect(page.locator("#question")).not_to_have_text(first)


def opened_before(page: Page, server: Server, step: str) -> int:
    """Opens the replay as a table and goes back to where a step was entered; the number of steps that follow."""
    begun = page.request.post(
        f"{server.address}/api/tables", data={"game": "burgle-bros", "record": OFFICE_JOB.read_text()}
    )
    assert begun.status == 201, begun.text()
    table = begun.json()
    log = table["view"]["log"]
    before = next(line for line in log if line["notation"] == step)["entry"] - 1
    link = table["link"]
    went = page.request.post(f"{server.address}/api/t/{link}/go-to", data={"entries": before})
    assert went.status == 200, went.text()
    page.goto(f"{server.address}/t/{link}")
    return len(log)


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_dice_in_any_order_and_the_line_that_they_leave(
    server: Server, open_page: OpenPage, accessible: Accessible, size: str
) -> None:
    page = open_page(size)
    opened_before(page, server, "faces 236")
    before = entries(page)
    if size == "phone":
        # There is no room to type: each tap is a die, and the last one enters them.
        for face in "531":
            page.locator(f'#dice [data-face="{face}"]').tap()
    else:
        # The one button that is left is taken by Enter. Nobody is asked: the later steps stay in a line of their own.
        page.locator("#filter").fill("531")
        expect(page.locator("#outcomes button:visible[data-exact]")).to_have_text("135")
        page.locator("#filter").press("Enter")
    changed(page, before)
    expect(page.locator("#log li kbd").first).to_have_text("faces 135")
    expect(page.locator("#left")).to_contain_text("Line 1 goes on differently here")
    expect(page.locator("#log .branch")).to_contain_text("faces 236")
    accessible(page)
    # It gets a name on its own page, and one button returns to it.
    page.locator("#log .branch a").click()
    page.locator("#line-title").fill("As rolled")
    accessible(page)
    page.get_by_role("button", name="Save the name").click()
    expect(page.locator("#log .branch")).to_contain_text("As rolled: ")
    before = entries(page)
    page.locator("#left button").click()
    changed(page, before)
    expect(page.locator(".over")).to_contain_text("escaped")
    expect(page.locator("#log")).to_contain_text("This is As rolled.")


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_an_old_entry_is_changed(server: Server, open_page: OpenPage, accessible: Accessible, size: str) -> None:
    page = open_page(size)
    opened_before(page, server, "faces 236")
    # The last step that stands in the log: the page asks what happened instead, with the board as it was.
    page.locator("#log a.change").first.click()
    expect(page.locator("#question")).to_have_text("What happened instead?")
    expect(page.locator("#picture svg").first).to_be_visible()
    accessible(page)
    other = page.locator("#choices button:visible").last
    step = other.get_attribute("value")
    other.click()
    expect(page.locator("#live")).to_be_attached()
    # Notation is there, but shown only where it is wanted.
    expect(page.locator("#log kbd", has_text=str(step)).first).to_be_attached()
    expect(page.locator("#log .branch").first).to_be_visible()
    accessible(page)
    # What no longer follows is still to be entered, and stays so until somebody leaves it.
    if page.locator("#rest").count():
        page.locator("#rest:not([open]) summary").click()
        accessible(page)
        page.locator("#leave-rest").click()
        expect(page.locator("#rest")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Return")).first.click()
    # It leaves the line too early for the last steps of the log.
    page.get_by_role("link", name=re.compile("and another line$")).click()
    expect(page.locator(".log .branch")).to_contain_text("Line 2")
    accessible(page)


def test_undo_while_a_hand_is_entered(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    begin(page, server, "Caper Cards", seats="2")
    page.get_by_role("button", name=re.compile("^Take seat 1")).click()
    enter_private(page)
    after_one = page.locator("#log").inner_text()
    enter_private(page)
    expect(page.locator("#log")).not_to_have_text(after_one, use_inner_text=True)
    before = entries(page)
    page.locator("#undo").tap()
    changed(page, before)
    expect(page.locator("#log")).to_have_text(after_one, use_inner_text=True)
    expect(page.locator("#choices button[name=step]").first).to_be_visible()


def test_undo_redo_and_back_to_any_step(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    office_job(page, server)
    play(page, 8)
    after = page.locator("#question").inner_text()
    log = page.locator("#log li").count()
    page.keyboard.press("u")
    expect(page.locator("#redo")).to_be_enabled()
    expect(page.locator("#log li")).not_to_have_count(log)
    page.keyboard.press("r")
    expect(page.locator("#log li")).to_have_count(log)
    expect(page.locator("#question")).to_have_text(after)
    page.get_by_role("button", name=re.compile("^Back to here")).last.click()
    expect(page.locator("#log li")).not_to_have_count(log)
    while page.locator("#redo").is_enabled():
        before = entries(page)
        page.locator("#redo").click()
        changed(page, before)
    expect(page.locator("#log li")).to_have_count(log)


def test_a_mistyped_tile_is_corrected(server: Server, open_page: OpenPage, accessible: Accessible) -> None:
    page = open_page()
    office_job(page, server)
    play(page, 4)
    page.get_by_role("link", name="Correct something").click()
    accessible(page)
    page.locator('#picture [data-seat="1"]:not([data-token])').click(position={"x": 20, "y": 14})
    page.get_by_role("button", name="Stealth: one less").click()
    expect(page.locator("#asked output")).to_have_text("2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#log")).to_contain_text("corrected")
    # The same as text, which says what is wrong in it, and is not saved until that is mended.
    page.get_by_role("link", name="Correct something").click()
    page.wait_for_load_state("networkidle")
    page.get_by_text("The whole position as text").click()
    position = json.loads(page.locator("#text").input_value())
    assert position["players"][0]["stealth"] == 2
    position["players"][0]["at"] = "9:Z9"
    page.locator("#text").fill(json.dumps(position))
    page.get_by_role("button", name="Use this text").click()
    expect(page.locator("#contradictions")).to_contain_text("9:Z9")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("9:Z9")
    page.get_by_role("link", name=re.compile("Back to the table")).click()
    page.locator("#undo").click()
    expect(page.locator("#log")).not_to_contain_text("corrected")


def test_a_killed_server_loses_nothing(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    office_job(page, server)
    play(page, 12)
    log = page.locator("#log").inner_text()
    path = page.url.removeprefix(server.address)
    page.goto("about:blank")
    server.kill()
    server.start()
    page.goto(server.address + path)
    assert page.locator("#log").inner_text() == log
    page.goto(server.address)
    page.get_by_role("link", name="Burgle Bros.", exact=True).click()
    assert page.locator("#log").inner_text() == log


def test_a_record_is_downloaded_and_opened(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    office_job(page, server)
    play(page, 6)
    log = page.locator("#log").inner_text()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    record = download.value.path().read_text()
    page.goto(server.address)
    page.locator("#record").fill(record)
    page.get_by_role("button", name="Open as a new table").click()
    assert page.locator("#log").inner_text() == log


def test_seats_have_links_of_their_own(server: Server, open_page: OpenPage, accessible: Accessible) -> None:
    table, first, second = open_page(), open_page("phone"), open_page("phone")
    begin(table, server, "Caper Cards", seats="2")
    accessible(table)
    for page, seat in ((first, "1"), (second, "2")):
        page.goto(table.url)
        page.get_by_role("button", name=re.compile(f"^Take seat {seat}")).click()
        expect(page.get_by_text("own. Keep it to yourself")).to_be_visible()
    expect(table.locator("#seats .taken")).to_have_count(2)
    assert len({table.url, first.url, second.url}) == 3
    told = []
    for _ in range(4):
        button = first.locator("#choices button[name=step]").first
        told.append(button.get_attribute("value"))
        enter_private(first)
    accessible(first)
    for page in (table, second):
        page.reload()
        # Dealt cards are told by their owner only: the others' pages know the deal, but not which card it was.
        assert not any(f'value="{outcome}"' in page.locator("#log").inner_html() for outcome in told)
        assert first.url.rsplit("/", 1)[1] not in page.content()
    left = first.url
    first.get_by_text("Leave this seat …").click()
    first.get_by_role("button", name="Leave this seat").click()
    expect(first).to_have_url(table.url)
    assert first.request.get(left).status == 404
    first.get_by_role("button", name=re.compile("^Take seat 1")).click()
    expect(first.locator("#question")).to_be_visible()
    assert first.url not in (left, table.url)


def enter_private(page: Page) -> None:
    before = entries(page)
    page.locator("#choices button[name=step]").first.click()
    changed(page, before)


def test_other_devices_follow(server: Server, open_page: OpenPage) -> None:
    one, other = open_page(), open_page("phone")
    office_job(one, server)
    other.goto(one.url)
    play(one, 3)
    expect(other.locator("#live")).to_have_attribute("data-revision", str(entries(one)))
    expect(other.locator("#question")).to_have_text(one.locator("#question").inner_text())


def test_whose_turn_it_is(server: Server, open_page: OpenPage, accessible: Accessible) -> None:
    ann, bob = open_page(), open_page("phone")
    office_job(ann, server)
    ann.get_by_role("link", name="Names of the players").click()
    accessible(ann)
    for place, name in enumerate(("Ann", "Bob"), 1):
        ann.locator(f"#name-{place}").fill(name)
    ann.get_by_role("button", name="Save the names").click()
    expect(ann.get_by_role("button", name=re.compile("^I am Bob "))).to_be_visible()
    # At first chance decides and the players choose together; both is for anybody to enter.
    turn = re.compile("(Ann|Bob)'s turn")
    for step in map(notation, lines()[1:-1]):
        if ann.locator("#question .turn", has_text=turn).count():
            break
        if choice(ann, step).count():
            enter(ann, step)
    decider = turn.match(ann.locator("#question .turn").inner_text())
    assert decider
    mine, other = decider.group(1), {"Ann": "Bob", "Bob": "Ann"}[decider.group(1)]
    bob.goto(ann.url)
    expect(bob).to_have_title(re.compile(f"^{mine}'s turn · "))
    # Without a name nothing is quiet.
    expect(bob.locator("#choices button[name=step]").first).to_be_enabled()
    ann.get_by_role("button", name=re.compile(f"^I am {mine} ")).click()
    expect(ann).to_have_title(re.compile("^Your turn · "))
    expect(ann.locator("#question .turn.mine")).to_have_text("Your turn")
    bob.get_by_role("button", name=re.compile(f"^I am {other} ")).click()
    expect(bob.locator("#whose")).to_have_text(f"It is {mine}'s turn.")
    expect(bob.locator(".quiet button[name=step]").first).to_be_disabled()
    expect(bob.locator("#picture svg").first).to_be_visible()
    assert not bob.locator("#picture .can").count(), "the board leads to nothing that is not live"
    accessible(ann)
    accessible(bob)
    bob.get_by_role("button", name=f"Enter it for {mine}").click()
    expect(bob.locator("#choices button[name=step]").first).to_be_enabled()
    expect(bob.locator(".quiet")).to_have_count(0)
    # The title follows what happens on another device.
    before = entries(ann)
    bob.locator("#choices button[name=step]:visible").first.click()
    changed(ann, before)
    question = ann.locator("#question")
    expect(ann).to_have_title(re.compile("^Your turn · " if question.locator(".mine").count() else "."))
    bob.get_by_role("button", name="Let everybody enter everything").click()
    expect(bob.get_by_role("button", name="Ask before entering for another player")).to_be_visible()
    expect(bob.locator(".quiet")).to_have_count(0)
    accessible(bob)


def test_the_way_in_is_a_code(tmp_path: Path, open_page: OpenPage, accessible: Accessible) -> None:
    server = Server(tmp_path / "data", listen="0.0.0.0:0")
    # Browsers keep that header for encrypted connections.
    page = open_page(expected=["Cross-Origin-Opener-Policy"])
    try:
        begin(page, server, "Caper Cards", seats="2")
        share = page.locator("#share").input_value()
        # A machine without a network has no address to show.
        if share.startswith("http://") and "127.0.0.1" not in share:
            expect(page.get_by_role("img", name="QR code of the link of this table")).to_be_visible()
            accessible(page)
            page.get_by_role("button", name=re.compile("^Take seat 1")).click()
            page.get_by_text("QR code of this page …").click()
            expect(page.get_by_role("img", name="QR code of the link of your own page")).to_be_visible()
            assert page.locator("#share").input_value() != share
        for _ in range(4):
            enter_private(page)
        accessible(page)
        page.get_by_role("link", name="Correct a card").click()
        accessible(page)
        page.get_by_text("Not this one").first.click()
        accessible(page)
        page.locator("#hand button:visible").first.click()
        expect(page.locator("#question")).to_be_visible()
    finally:
        # First: the page would complain that nobody sends it changes any more.
        page.close()
        assert server.stop() == 130


def test_a_warning_before_a_blunder(server: Server, open_page: OpenPage, accessible: Accessible) -> None:
    page = open_page("phone")
    # After 190 steps of the game this move would give away more than ten points of win probability.
    blunder = "move 2:C2"
    header, *steps = lines()[:191]
    end = {"result": None, "key": steps[-1]["key"]}
    page.goto(server.address)
    page.locator("#record").fill("\n".join(json.dumps(line) for line in [header, *steps, end]))
    page.get_by_role("button", name="Open as a new table").click()
    page.locator("#level-strong").click()
    expect(page.locator("#hint")).to_contain_text("Done", timeout=15_000)
    page.get_by_role("button", name="Only warn me before a blunder").click()
    expect(page.get_by_role("button", name="Show hints again")).to_be_visible()
    expect(page.locator("#hint")).to_have_count(0)
    expect(page.get_by_text("The warning is active")).to_be_visible()
    before = entries(page)
    press(page, blunder)
    expect(page.get_by_role("heading", name=re.compile("blunder"))).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#warning")).to_have_count(0)
    assert entries(page) == before
    press(page, blunder)
    page.get_by_role("button", name="Do it anyway").click()
    changed(page, before)
    expect(page.locator("#log")).to_contain_text(blunder)


def test_without_a_mouse(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    office_job(page, server)
    page.goto(page.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to what is asked")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name === 'step'"):
            break
    before = entries(page)
    page.keyboard.press("Enter")
    changed(page, before)
    assert page.evaluate("document.activeElement !== document.body")


def test_without_javascript(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone", java_script_enabled=False)
    office_job(page, server)
    page.locator("#choices button[name=step]").first.click()
    expect(page.locator("#log li").first).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator("#redo")).to_be_enabled()


def test_fields_appear_where_they_are_of_use(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"{server.address}/new?game=burgle-bros")
    space, drawing = page.locator("#empty-space"), page.locator("#walls-drawing")
    for field in (space, drawing):
        expect(field).to_be_hidden()
        expect(field).to_be_disabled()
    page.locator("#scenario").select_option("fort-knox")
    expect(space).to_be_visible()
    expect(space).to_be_enabled()
    space.fill("B2")
    page.locator("#walls").select_option("own")
    expect(drawing).to_be_visible()
    # What is hidden again is not sent: the Bank Job would refuse an empty space.
    page.locator("#walls").select_option("random")
    page.locator("#scenario").select_option("bank-job")
    expect(drawing).to_be_hidden()
    expect(space).to_be_hidden()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#question")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/new?game=burgle-bros", "/new?game=caper-cards"])
def test_pages_are_accessible(
    server: Server, open_page: OpenPage, accessible: Accessible, path: str, scheme: str
) -> None:
    page = open_page("phone", color_scheme=scheme)
    page.goto(server.address + path)
    accessible(page)


def test_wrong_links_say_so(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    for path in ("/t/0123456789abcdef0123456789abcdef", "/t/nothing", "/nothing"):
        # Without a visit: a browser's console would complain of the status.
        response = page.request.get(server.address + path, headers={"accept": "text/html"})
        assert response.status == 404
        page.set_content(response.text())
        expect(page.get_by_role("heading")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_campaign_goes_from_heist_to_heist(
    server: Server, open_page: OpenPage, accessible: Accessible, size: str
) -> None:
    page = open_page(size)
    page.goto(server.address)
    page.get_by_role("link", name="New campaign: Casino Capers").click()
    page.get_by_label("Name of the campaign").fill("Fridays")
    page.locator("#first").select_option("1")
    accessible(page)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Heist 1 of 9: Bodyguard")).to_be_visible()
    campaign = page.url
    accessible(page)
    page.locator("#characters-1").select_option("hawk")
    page.locator("#characters-2").select_option("rook")
    page.get_by_role("button", name="Save the choices").click()
    expect(page.locator("#characters-2")).to_have_value("rook")
    page.get_by_role("button", name="Open the table of this heist").click()
    expect(page.locator("#question")).to_be_visible()
    table = page.url
    position = {"position": json.loads(NEARLY_WON.read_text())}
    corrected = page.request.post(table.replace("/t/", "/api/t/") + "/correct", data=position)
    assert corrected.ok, corrected.text()
    for _ in range(2):
        before = entries(page)
        choice(page, "end").click()
        changed(page, before)
    accessible(page)
    page.get_by_role("button", name="Write the result into the log of the campaign").click()
    expect(page.get_by_role("heading", name="Heist 2 of 9")).to_be_visible()
    assert page.url == campaign
    expect(page.get_by_role("row", name="Bodyguard")).to_contain_text("Won")
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    accessible(page)
    page.get_by_role("link", name="Open the table of Bodyguard").click()
    expect(page.locator("#logged")).to_contain_text("does not change the log")
    page.get_by_role("link", name="Campaign: Fridays").click()
    page.get_by_role("button", name="Open the table of this heist").click()
    page.goto(campaign)
    page.get_by_text("Give this heist up").click()
    accessible(page)
    page.get_by_role("button", name="Give it up").click()
    expect(page.locator("#characters-1")).to_have_value("hawk")


def tap(page: Page, spot: str, step: str) -> None:
    """Taps something of the picture, and in the menu there the step."""
    name, value = spot.split("=")
    target = page.locator(f'#picture [data-{name}="{value}"]').first
    before = entries(page)
    # Read before the tap: what is the only thing to be done there, and costs nothing, is entered at once.
    spots = page.locator("#choices button[data-spots]").evaluate_all(
        "all => all.map(one => one.dataset.spots.split(' '))"
    )
    opens_menu = sum(spot in lying for lying in spots) > 1
    entry = page.locator(f'#here button[value="{step}"]')

    def touch() -> None:
        # At the top of the screen: the sheet with what is asked covers its lower half.
        target.evaluate("element => element.scrollIntoView({ block: 'start' })")
        box = target.bounding_box()
        assert box is not None
        # What lies on a hex takes no taps of its own.
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    touch()
    if opens_menu:
        try:
            entry.wait_for(timeout=5_000)
        except TimeoutError:
            # The page moved between the look at it and the tap, as it may while it is still being drawn.
            touch()
        entry.tap()
    changed(page, before)


def test_characters_act_at_the_same_time(server: Server, open_page: OpenPage) -> None:
    page = open_page("phone")
    page.goto(server.address)
    page.get_by_role("link", name="New table: Masters of the Heist").click()
    expect(page.locator("#actions")).to_have_value("strict")
    page.locator("#characters").fill("thug:hurry:bypass lookout:linger:steal burglar:wing-it:hurry")
    page.get_by_role("button", name="Start", exact=True).click()
    # The plan: a hint draws it on the map before anything is placed.
    expect(page.locator('#picture [data-cell="6,4"]').first).to_be_attached()
    page.locator("#level-instant").click()
    expect(page.locator("#hint")).to_contain_text("Done")
    page.locator("#plan > summary").click()
    page.locator("#purposes > summary").click()
    expect(page.locator("#purposes li").first).to_contain_text("token on")
    drawn = page.locator("#plan img")
    drawn.scroll_into_view_if_needed()
    expect(drawn).to_have_js_property("complete", True)
    assert drawn.evaluate("image => image.naturalWidth") > 0
    page.evaluate("scrollTo(0, 0)")
    tap(page, "cell=6,4", "start 1 6,4")
    for step in ["start 2 6,4", "start 3 1,8", "token 4,4", "done", "token 5,4", "done", "token 2,7", "begin"]:
        # What nobody has to choose is entered by itself: that the plan begins once all tokens lie, for one.
        if choice(page, step).count():
            enter(page, step)
    for _ in range(3):
        enter(page, "die 4")
    # Two characters act by turns, and the last step of one is taken back.
    tap(page, "character=3", "act 3; commit pause")
    tap(page, "character=1", "act 1; commit hurry 4")
    tap(page, "character=3", "act 3; idea")
    before = entries(page)
    page.locator("#undo").click()
    changed(page, before)
    expect(choice(page, "act 3; idea")).to_have_count(1)
    enter(page, "act 3; idea")
    tap(page, "character=1", "act 1; idea")
    expect(page.locator("#log")).to_contain_text("Burglar gains 1 idea.")
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0


def test_without_a_connection_the_board_stays(server: Server, open_page: OpenPage, accessible: Accessible) -> None:
    page = open_page("phone", expected=OFFLINE)
    office_job(page, server)
    play(page, 4)
    other = open_page()
    other.goto(page.url)
    board, trouble = page.locator("#picture svg").first, page.locator("#trouble")
    expect(board).to_be_visible()
    before, question = entries(page), page.locator("#question").inner_text()
    page.context.set_offline(True)
    expect(trouble).to_contain_text("There is no connection to the table.")
    expect(trouble).to_contain_text(re.compile(r"as it was at \d+:\d\d"))
    expect(board).to_be_visible()
    accessible(page)
    # Nothing that is pressed takes the board away, or is entered later by surprise.
    page.locator("#choices button[name=step]").first.click()
    page.get_by_role("link", name="What if").click()
    expect(page.locator("#said")).to_have_text("There is no connection to the table: nothing was entered.")
    expect(page.locator("#question")).to_have_text(question)
    assert entries(page) == before
    other.get_by_role("button", name="Undo").click()
    changed(other, before)
    page.context.set_offline(False)
    expect(trouble).to_be_hidden()
    changed(page, before)
    expect(page.locator("#question")).to_have_text(other.locator("#question").inner_text())


def test_without_a_network_a_page_says_so_and_nothing_private_is_kept(server: Server, open_page: OpenPage) -> None:
    page = open_page(expected=OFFLINE)
    office_job(page, server)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    # The worker answers for pages that are opened from now on.
    page.reload()
    expect(page.locator("#picture svg")).to_be_visible()
    kept = page.evaluate(
        """async () => {
            const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
            const requests = await Promise.all(opened.map((cache) => cache.keys()));
            return requests.flat().map((request) => request.url);
        }"""
    )
    assert kept and all(url.startswith(server.address + "/assets/") for url in kept)
    address = page.url
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    assert page.url == address
    page.context.set_offline(False)
    expect(page.locator("#question")).to_be_visible()
