"""A server, a browser and two sizes of window for the tests of the live table's page."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
HEIST = Path(os.environ.get("HEIST_PROGRAM", ROOT / "target" / "release" / "heist")).resolve()
SIZES = {"phone": (375, 812), "laptop": (1280, 800)}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Milliseconds that a page may take for anything: other tests keep the processor busy at the same time.
PATIENCE = 15_000
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The path of a Chromium: one that is there, or else that of the system's packages, which is installed."""
    for attempt in ("there", "installed"):
        for name in ("chromium", "chromium-browser", "google-chrome"):
            if path := shutil.which(name):
                return path
        if attempt == "there" and shutil.which("apt-get") and os.geteuid() == 0:
            subprocess.run(["apt-get", "update", "-qq"], check=True)
            subprocess.run(["apt-get", "install", "-qq", "--no-install-recommends", "chromium"], check=True)
    sys.exit("expected `chromium` or `google-chrome` on the path; install one to test the page")


class Server:
    """``heist table`` on a port of its own."""

    def __init__(self, data: Path, listen: str = "127.0.0.1:0") -> None:
        self.data = data
        self.listen = listen
        self.start()

    def start(self) -> None:
        command = [str(HEIST), "table", "--data", str(self.data), "--listen", self.listen]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if address := re.search(r"http://\S+", line):
                # With the token, if there is one.
                self.address = address.group().removesuffix("/")
                return
        raise AssertionError(f"the server ended with {self.process.wait()}")

    def kill(self) -> None:
        """Ends it at once, with nothing tidied up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data")
    yield server
    # What a signal ends ends with 130.
    assert server.stop() == 130


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a window of a size; whatever the pages write to their consoles is a failure, but for the expected."""
    complaints: list[str] = []
    contexts = []

    def opened(size: str = "laptop", expected: Sequence[str] = (), **options: object) -> Page:
        def complain(text: str) -> None:
            if not any(part in text for part in expected):
                complaints.append(text)

        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=size == "phone", reduced_motion="reduce", **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: complain(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: complain(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def accessible() -> Callable[[Page], None]:
    """Checks a page with axe-core."""
    axe = Axe()

    def check(page: Page) -> None:
        results = axe.run(page)
        assert results.violations_count == 0, results.generate_report()

    return check
