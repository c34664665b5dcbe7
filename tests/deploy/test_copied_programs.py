"""The programs of `docs/` that people copy: each runs against a real server."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.deploy.served import PASSWORD, Club, club
from tests.pages.conftest import chromium_running
from tests.processes import ROOT
from tests.web.axe import violations

pytestmark = pytest.mark.backend("sqlite")
DOCS = ROOT / "docs"
BOT = DOCS / "bot.py"
MOST_LINES = 60
PATIENCE_SECONDS = 60


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for these tests alone."""
    with chromium_running() as running:
        yield running


@dataclass
class Chat:
    """A chat's incoming webhook. refuses: how many messages it still answers with 503."""

    said: list[str] = field(default_factory=list)
    refuses: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def take(self, body: bytes) -> int:
        with self.changed:
            if self.refuses:
                self.refuses -= 1
                return 503
            self.said.append(json.loads(body)["text"])
            self.changed.notify_all()
            return 200

    def until(self, is_so: Callable[[list[str]], bool]) -> None:
        """Waits for messages; fails where they do not come."""
        with self.changed:
            assert self.changed.wait_for(lambda: is_so(self.said), PATIENCE_SECONDS), self.said


@contextmanager
def chat() -> Iterator[tuple[str, Chat]]:
    """A chat, and its address."""
    found = Chat()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(found.take(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Says nothing."""

    with served(Handler) as address:
        yield address, found


class Files(SimpleHTTPRequestHandler):
    """The files of `docs/`."""

    def log_message(self, *args: Any) -> None:
        """Says nothing."""


@contextmanager
def served(handler: Any) -> Iterator[str]:
    """A server of its own, and its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Desk:
    """A director's client, with a club, its token for programs, and a tournament of three."""

    def __init__(self, running: Club) -> None:
        self.api = f"{running.address}api/v1"
        self.client = httpx.Client(base_url=self.api, trust_env=False, timeout=30)
        token = self.post("tokens", {"username": "director", "password": PASSWORD})["token"]
        self.client.headers["Authorization"] = f"Token {token}"
        self.club = self.client.get("me").json()["clubs"][0]["club"]
        self.bot = self.post(f"clubs/{self.club}/tokens", {"name": "results", "scope": "read"})["token"]
        opened = {"club": self.club, "name": "Tuesday", "game": "scoresheet", "clock_seconds": 3000, "rounds": 2}
        self.tournament = self.post("tournaments", opened)["id"]
        for name in ("Ada", "Kurt", "Olga"):
            person = self.post("people", {"club": self.club, "name": f"{name} {self.tournament[-4:]}"})["id"]
            self.post(f"tournaments/{self.tournament}/entries", {"person": person})
        self.post(f"tournaments/{self.tournament}/check-in", {"entries": "all"})

    def post(self, path: str, body: Any = None) -> Any:
        return self.client.post(path, json=body or {}).raise_for_status().json()

    def play(self) -> None:
        """A round, to its end."""
        self.report(self.begin())
        self.post(f"rounds/{self.round}/close")

    def begin(self) -> dict[str, Any]:
        """Seats and starts a round; its table."""
        self.round = self.post(f"tournaments/{self.tournament}/rounds")["id"]
        started: dict[str, Any] = self.post(f"rounds/{self.round}/start")["tables"][0]
        return started

    def report(self, table: dict[str, Any]) -> None:
        scores = {seat["entry"]: 10 - seat["seat"] for seat in table["seats"]}
        self.client.put(f"tables/{table['id']}/result", json={"scores": scores}).raise_for_status()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club's server."""
    with club(tmp_path_factory.mktemp("club"), TABLEKEEPER_PASSWORD=PASSWORD) as running:
        yield running


@pytest.fixture
def desk(server: Club) -> Iterator[Desk]:
    """The desk of a tournament of its own."""
    made = Desk(server)
    yield made
    made.client.close()


@contextmanager
def bot(desk: Desk, address: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The bot as people start it; stopped by Ctrl-C's signal."""
    told = {"API": desk.api, "CLUB": desk.club, "TOKEN": desk.bot, "CHAT": address, "SECONDS": "0.1", "no_proxy": "*"}
    process = subprocess.Popen([sys.executable, str(BOT)], cwd=folder, env={**os.environ, **told})
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_SECONDS)


def test_the_bot_has_sixty_lines_and_needs_nothing_installed() -> None:
    text = BOT.read_text("utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= MOST_LINES
    imported = {line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith(("import", "from"))}
    assert imported <= sys.stdlib_module_names


def test_the_bot_says_everything_in_order_over_a_restart_and_a_chat_that_fails(desk: Desk, tmp_path: Path) -> None:
    position = tmp_path / "bot.position"
    with chat() as (address, found):
        with bot(desk, address, tmp_path) as process:
            while not position.exists():
                assert process.poll() is None
            found.refuses = 2
            desk.play()
            found.until(lambda said: any("Play in" in line for line in said))
        before = len(found.said)
        desk.play()
        desk.post(f"tournaments/{desk.tournament}/close")
        assert len(found.said) == before
        with bot(desk, address, tmp_path):
            found.until(lambda said: any("closed" in line for line in said))
    said = list(dict.fromkeys(found.said))
    assert len(said) >= len(found.said) - 1, "what it was saying when it was stopped may come twice"
    kinds = ["published", "Result of", "Play in"]
    assert all(word in line for word, line in zip([*kinds, *kinds, "closed"], said, strict=True)), said


@pytest.fixture
def scoreboard(browser: Browser, desk: Desk) -> Iterator[Page]:
    """The scoreboard of the tournament, opened from another origin."""
    page, said = browser.new_page(viewport={"width": 1280, "height": 800}), list[str]()
    page.set_default_timeout(PATIENCE_SECONDS * 1000)
    page.on("pageerror", lambda error: said.append(str(error)))
    with served(partial(Files, directory=str(DOCS))) as address:
        page.goto(f"{address}scoreboard.html?api={desk.api}&tournament={desk.tournament}")
        yield page
        page.close()
    assert said == []


def test_the_scoreboard_follows_a_round_from_another_origin(scoreboard: Page, desk: Desk) -> None:
    body = scoreboard.locator("body")
    patience = PATIENCE_SECONDS * 1000
    expect(body).to_contain_text("Not begun", timeout=patience)
    table = desk.begin()
    expect(body).to_contain_text("Round 1 of 2, running", timeout=patience)
    expect(body).to_contain_text("playing", timeout=patience)
    expect(scoreboard.get_by_role("timer")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"), timeout=patience)
    desk.report(table)
    expect(body).to_contain_text(re.compile(r"Ada \w+ \d.*reported"), timeout=patience)
    first = scoreboard.locator("#standings tr").first
    expect(first).to_have_text(re.compile("1.*3.00"), timeout=patience)
    assert violations(scoreboard) == []
    for width in (320, 1920):
        scoreboard.set_viewport_size({"width": width, "height": 800})
        assert scoreboard.evaluate("document.documentElement.scrollWidth") <= width


def test_the_scoreboard_says_what_it_needs_and_what_is_wrong(browser: Browser, desk: Desk) -> None:
    page = browser.new_page()
    page.goto(f"file://{DOCS}/scoreboard.html")
    expect(page.get_by_role("status")).to_contain_text("?api=")
    page.goto(f"file://{DOCS}/scoreboard.html?api={desk.api}&tournament={desk.club}")
    expect(page.get_by_role("status")).to_contain_text("Trying again", timeout=PATIENCE_SECONDS * 1000)
    page.close()
