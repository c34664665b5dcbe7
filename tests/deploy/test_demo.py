"""`manage.py demo`: as a real process, and the parts that a good night does not show."""

from __future__ import annotations

import csv
import io
import re
import signal
import subprocess
import sys
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from deploy.demo import Failed, client, report
from deploy.demo.client import Client
from deploy.demo.night import LATE, LEAVER, NO_SHOW, SIGN_UP
from deploy.demo.screen import Screen
from deploy.demo.server import served
from deploy.demo.sheets import ROUNDS, exchanged_sheet, round_sheet, tied_sheet, wrong_sheet
from games import Match, Rejected
from tests.deploy.served import variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
NAMES = [row["name"] for row in csv.DictReader(SIGN_UP.read_text(encoding="utf-8").splitlines())]
ANY_NAME = "|".join(map(re.escape, NAMES))
NIGHT_SECONDS, STOP_SECONDS = 90, 25
# The places of tables of 5 and 4 seats pay 5+3+2+1+0 and 4+2+1+0, however they are shared.
PAID = {5: 11, 4: 7}


@contextmanager
def demo(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """The command as a process whose temporary files lie in the folder; ended if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "demo", *options],
        cwd=ROOT,
        env=variables(TMPDIR=str(folder)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=STOP_SECONDS)


def read_until(process: subprocess.Popen[str], last: str) -> str:
    """What the process says up to a line with `last` in it."""
    said = ""
    assert process.stdout is not None
    while last not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    return said


def width(text: str) -> int:
    """Columns of a terminal: two for the wide characters of East Asia, none for marks and controls of direction."""
    return sum(
        0 if unicodedata.category(char) in ("Cf", "Mn") else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def section(said: str, title: str) -> list[str]:
    """The lines of a table below a heading, its head first, without its rule."""
    _, _, rest = said.partition(f"\n{title}")
    head, _, *rows = rest.splitlines()[1:]
    return [head, *rows[: rows.index("")]] if "" in rows else [head, *rows]


def tables_of(said: str, number: int) -> dict[int, list[str]]:
    """Who sat at which table of a round; each name begins below its table's head, each score ends below "pts"."""
    head, *rows = section(said, f"Round {number}: who sat where")
    begins = {width(head[: found.start()]): int(found[1]) for found in re.finditer(r"Table (\d)", head)}
    ends = [width(head[: found.end()]) for found in re.finditer("pts", head)]
    seated = defaultdict(list)
    for row in rows:
        for found in re.finditer(rf"\u2068?({ANY_NAME})\u2069? +(#?\d+|away)", row):
            seated[begins[width(row[: found.start()])]].append(found[1])
            assert width(row[: found.end()]) in ends
    return seated


def test_a_night_from_the_sign_up_list_to_the_league_table(tmp_path: Path):
    with demo(tmp_path, "--keep") as process:
        said = read_until(process, "Ctrl-C stops")
        where = re.search(r"^(http://\S+)  ?\(log in as (\w+) with the password (\S+)\)", said, re.MULTILINE)
        assert where
        api = httpx.Client(base_url=f"{where[1]}api/v1/", trust_env=False, timeout=60)
        assert api.post("tokens", json={"username": where[2], "password": where[3]}).status_code == 201
        (tournament,) = api.get("tournaments").json()["results"]
        types = [
            event["type"] for event in api.get(f"tournaments/{tournament['id']}/events?limit=1000").json()["results"]
        ]
        rows = api.get(f"tournaments/{tournament['id']}/standings").json()["rows"]
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=STOP_SECONDS)
    assert process.returncode == 0
    assert rest.splitlines()[-1] == "The server is stopped and its database removed."
    assert list(tmp_path.iterdir()) == []
    once = [
        "clock_extended", "clock_paused", "clock_resumed", "clock_expired", "entry_dropped", "result_disputed",
        "result_ruled", "result_corrected", "penalty_given", "penalty_lifted",
    ]  # fmt: skip
    assert {name: types.count(f"tournament.{name}") for name in once} == dict.fromkeys(once, 1)
    assert types.count("tournament.round_closed") == 4

    for sentence in (
        "table 1 sends a wrong sheet, which is refused: In round 1 the point cards are 1, 2, 3.",
        f"{LATE} comes late and plays from the next round on.",
        "the round can't be closed: Round 3 has open disputes at these tables: 1.",
        "the clock has run out",
        "as if it had never been",
    ):
        assert sentence in said
    assert re.search(r"^verify: clean: \d+ events of 15 streams$", said, re.MULTILINE)
    assert sorted(row["name"] for row in rows) == sorted(set(NAMES) - {NO_SHOW})
    assert not any(row["penalties"] for row in rows)
    corrected_differs_from_what_was_known(said, rows)
    here = {1: {LATE, NO_SHOW}, 2: {NO_SHOW}, 3: {LEAVER, NO_SHOW}, 4: {LEAVER, NO_SHOW}}
    for number, missing in here.items():
        seated = tables_of(said, number)
        assert sorted(map(len, seated.values())) == ([4, 4, 5] if number == 2 else [4, 4, 4])
        assert sorted(name for table in seated.values() for name in table) == sorted(set(NAMES) - missing)
        paid = {row["name"]: Fraction(row["rounds"][number - 1]["points"]) for row in rows}
        for table in seated.values():
            assert sum(paid[name] for name in table) == PAID[len(table)]
    tied = tables_of(said, 1)[2][:2]
    assert [row["rounds"][0]["points"] for row in rows if row["name"] in tied] == [3, 3]
    for title in ("Monster Trick night: standings after round 4", "League table"):
        printed = [found[1] for row in section(said, title) if (found := re.search(rf"({ANY_NAME})", row))]
        assert len(printed) == 13
        assert printed[0] == rows[0]["name"]


def corrected_differs_from_what_was_known(said: str, rows: list[dict[str, Any]]) -> None:
    """What is printed of the correction: the points of round 1 as they stand now, and others as they stood then."""
    told = re.findall(rf"({ANY_NAME}) (\d\.\d\d) then, (\d\.\d\d) now", said)
    first = {row["name"]: Fraction(row["rounds"][0]["points"]) for row in rows}
    assert len(told) >= 2
    assert all(Fraction(now) == first[name] != Fraction(then) for name, then, now in told)
    assert sum(Fraction(then) for _, then, _ in told) == sum(Fraction(now) for _, _, now in told)


def test_broken_off_it_says_so_and_leaves_nothing(tmp_path: Path):
    with demo(tmp_path) as process:
        said = read_until(process, "A server of its own")
        address = re.search(r"http://\S+", said)
        assert address
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=STOP_SECONDS)
    assert process.returncode == 1
    assert rest.splitlines()[-1] == "The demo was interrupted; its server is stopped."
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(httpx.ConnectError):
        httpx.get(address[0], trust_env=False, timeout=60)


def test_killed_it_leaves_no_server(tmp_path: Path):
    with demo(tmp_path) as process:
        said = re.search(r"http://\S+", read_until(process, "http://"))
        assert said is not None
        assert httpx.get(f"{said[0]}api/v1/clock", trust_env=False, timeout=60).status_code == 200
        process.kill()
        latest = time.monotonic() + STOP_SECONDS
        while time.monotonic() < latest and answers(said[0]):
            time.sleep(0.1)
        assert not answers(said[0])


def answers(address: str) -> bool:
    """Whether somebody listens there."""
    try:
        return bool(httpx.get(address, trust_env=False, timeout=60))
    except httpx.TransportError:
        return False


def test_a_server_that_does_not_start_gives_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    with pytest.raises(Failed, match=r"did not start\. .*LOG_LEVEL.* is wrong"), served(tmp_path, "a password"):
        pass


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_sheet_by_lot_is_taken_by_the_rules(players: int):
    names = ["ann", "bob", "cy", "dee", "eve"][:players]
    for seed in range(50):
        lot, match = Random(seed), Match.start("monster-trick", names, {"play": "recorded"}, 1)
        for number in range(1, ROUNDS + 1):
            match.execute(round_sheet(names, number, lot))
        assert match.outcome()["finished"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_crafted_sheets_come_to_what_the_story_says(players: int):
    names = ["ann", "bob", "cy", "dee", "eve"][:players]
    match = Match.start("monster-trick", names, {"play": "recorded"}, 1)
    with pytest.raises(Rejected) as refusal:
        match.execute(wrong_sheet(round_sheet(names, 1, Random(1))))
    assert refusal.value.code == "bad_order"
    for number in range(1, ROUNDS + 1):
        match.execute(tied_sheet(names, number))
    assert match.outcome()["winners"] == ["ann", "bob"]
    assert (
        exchanged_sheet(round_sheet(names, 1, Random(1)), "ann", "bob")["orders"]["ann"]
        == (round_sheet(names, 1, Random(1))["orders"]["bob"])
    )


def answering(monkeypatch: pytest.MonkeyPatch, answer: Callable[[httpx.Request], httpx.Response]) -> Client:
    """A client whose server is a function; nobody waits."""
    monkeypatch.setattr(client, "PAUSE_SECONDS", 0)
    made = Client("http://test/")
    made.http = httpx.Client(base_url="http://test/api/v1/", transport=httpx.MockTransport(answer))
    return made


def test_what_has_to_be_sent_again_is_sent_with_the_same_key(monkeypatch: pytest.MonkeyPatch):
    keys: list[str] = []

    def busy_then_lost_then_there(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) == 2:
            raise httpx.ReadError("lost")
        return httpx.Response(503 if len(keys) == 1 else 200, json={"id": 7})

    assert answering(monkeypatch, busy_then_lost_then_there).post("people", {}) == {"id": 7}
    assert len(keys) == 3
    assert len(set(keys)) == 1


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            httpx.Response(422, json={"code": "bad_order", "detail": "No permutation."}),
            r"with 422: No permutation\. \(bad_order\)",
        ),
        (httpx.Response(502, text="<html>"), "with 502: without a reason"),
        (httpx.Response(503, json={"code": "busy", "detail": "Others were faster."}), "with 503: Others were faster"),
    ],
)
def test_what_goes_wrong_is_a_sentence(monkeypatch: pytest.MonkeyPatch, answer: httpx.Response, sentence: str):
    with pytest.raises(Failed, match=f"The server answers GET /api/v1/me {sentence}"):
        answering(monkeypatch, lambda _request: answer).get("me")


def test_a_server_that_is_gone_is_a_sentence(monkeypatch: pytest.MonkeyPatch):
    def nobody(_request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(Failed, match="does not answer GET /api/v1/me: refused"):
        answering(monkeypatch, nobody).get("me")


def test_numbers_stay_on_a_screen_that_is_too_narrow():
    row: dict[str, Any] = {
        "place": 1, "name": "Ada Lovelace", "points_display": "12.50", "played": 3, "decided_by": "count_back",
    }  # fmt: skip
    out = io.StringIO()
    screen = Screen(out)
    screen.console.width = 22
    screen.say(report.league_table({"rows": [row]}))
    assert "12.50" in out.getvalue()
