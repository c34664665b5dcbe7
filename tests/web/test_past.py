"""A night as it was at another time: what was known, what was changed since, and nothing that is hidden by now."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from tests.league.nights import new_user
from tests.web.hall import Hall

pytestmark = pytest.mark.django_db


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    body = re.sub(r"</?bdi>", "", answer.content.decode().partition("<main")[2])
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", f"<{body}")).split())


def corrected_night(**settings: object) -> tuple[Hall, int]:
    """A round whose result is corrected after its close, and the version of the night before that."""
    hall = Hall(started=timezone.now() - timedelta(hours=1), **settings)  # type: ignore[arg-type]
    night, table = hall.night, hall.table()
    night.report(hall.round, lambda entry: 40 - night.entries.index(entry))
    night.send(CloseRound(hall.round.id))
    before = night.state().version
    last: dict[str, int | str] = {entry: 10 + night.entries.index(entry) for entry in table.seats}
    night.send(CorrectResult(table=table.id, said=Report(scores=last), at=night.at, by="user:desk", reason="swapped"))
    return hall, before


def test_a_night_is_shown_as_it_was_with_the_correction_marked(client: Client):
    hall, before = corrected_night()
    then = text_of(client, f"/t/{hall.code}/at/{before}")
    assert "with what was known then" in then
    assert "1 result was changed later" in then
    assert "Table 1 was changed later" in then
    standings = then.partition("Standings")[2].partition("Round 1")[0]
    assert standings.index("Tomasz Wójcik") < standings.index("Maximiliane")
    assert "by now place 4" in standings
    now = text_of(client, f"/t/{hall.code}/at/{before + 1}")
    assert "changed later" not in now
    assert "by now" not in now


def test_the_moments_lead_to_the_night_then(client: Client):
    hall, _before = corrected_night()
    page = client.get(f"/t/{hall.code}/at").content.decode()
    for words in (
        "Round 1 is published",
        "Round 1 has started",
        "Round 1 is closed",
        "table 1: the result is corrected",
    ):
        assert words in page
    links = re.findall(rf'href="(/t/{hall.code}/at/\d+)"', page)
    assert len(links) == 4
    for link in links:
        assert "As it was on" in text_of(client, link)
    assert f'href="/t/{hall.code}/at"' in client.get(f"/t/{hall.code}").content.decode()


def test_a_time_is_of_the_night_in_the_zone_of_the_club(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.league.nights.EVENING", timezone.now() - timedelta(hours=2))
    hall, _before = corrected_night()
    local = hall.night.at.astimezone(ZoneInfo(hall.night.club.time_zone)) + timedelta(minutes=1)
    assert "1 result was changed" not in text_of(client, f"/t/{hall.code}/at/{local:%H:%M}")
    assert "As it was on" in text_of(client, f"/t/{hall.code}/at/{local:%Y-%m-%dT%H:%M}")
    assert client.get(f"/t/{hall.code}/at?time={local:%H:%M}").headers["Location"] == f"/t/{hall.code}/at/{local:%H:%M}"
    for wrong in ("2999-01-01T00:00", "1999-01-01T00:00", "soon", "25:00", "0", "99999999999999999999", "-1"):
        assert "Nothing is known of this time" in text_of(client, f"/t/{hall.code}/at/{wrong}", 404), wrong


def test_what_is_hidden_by_now_is_hidden_then(client: Client):
    hall = Hall(standings_shown="hide_last", rounds=1)
    night = hall.night
    night.report(hall.round, lambda entry: 9140 + night.entries.index(entry))
    version, score = night.state().version, re.compile(r"\b914\d\b")
    for reader in (client, _member(hall)):
        page = text_of(reader, f"/t/{hall.code}/at/{version}")
        assert "shown later" in page
        assert not score.search(page)
        assert "Standings" not in page
    night.send(CloseRound(hall.round.id))
    assert not score.search(text_of(client, f"/t/{hall.code}/at/{version}"))
    night.close()
    assert score.search(text_of(client, f"/t/{hall.code}/at/{version}"))


def _member(hall: Hall) -> Client:
    reader = Client()
    reader.force_login(new_user("member", hall.night.club))
    return reader


def test_strangers_see_nothing_of_a_night_for_members(client: Client):
    hall = Hall(visibility="members")
    for page in ("at", "at/3"):
        assert client.get(f"/t/{hall.code}/{page}").status_code == 404
        assert _member_or(hall, page) == 200


def _member_or(hall: Hall, page: str) -> int:
    from league.models import User

    reader = Client()
    found = User.objects.filter(username="member").first() or new_user("member", hall.night.club)
    reader.force_login(found)
    return reader.get(f"/t/{hall.code}/{page}").status_code
