"""What is needed: who and what is chosen, the answer in words, and what can't be asked."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import uuid4

from django.test import Client

from league.queries.transcript import ISOLATE, POP
from league.repository.streams import TOURNAMENT, rebuilt
from tests.pages.night import Night
from tests.pages.test_shown import text_of


def page_of(night: Night, tournament: int = -1, **query: str) -> str:
    address = f"/admin/league/tournament/{night.tournaments[tournament]}/needs/"
    return f"{address}?{urlencode(query)}" if query else address


def told(client: Client, address: str) -> str:
    return text_of(client, address).replace(ISOLATE, "").replace(POP, "")


def somebody(night: Night) -> str:
    """Who has seat 1 at the last table of the running round, which has not reported."""
    found = rebuilt(night.club.pk, TOURNAMENT, night.tournaments[-1]).aggregate.state.rounds[-1]
    assert found.state == "running"
    open_tables = [table for table in found.tables if table.result is None]
    return str(open_tables[-1].seats[0])


def test_the_form_stands_alone_at_first_and_the_tournament_leads_to_it(director: Client, night: Night):
    text = told(director, page_of(night))
    assert "What is needed?" in text
    assert "Place at table" not in text
    tournament = f"/admin/league/tournament/{night.tournaments[-1]}"
    for page in ("change", "desk/more"):
        assert f'href="{tournament}/needs/"' in director.get(f"{tournament}/{page}/").text
    closed = f"/admin/league/tournament/{night.tournaments[0]}"
    assert "/needs/" not in director.get(f"{closed}/change/").text


def test_the_answer_is_told_in_words_and_in_numbers(director: Client, night: Night):
    entry = somebody(night)
    text = told(director, page_of(night, entry=entry, goal="top", of="14"))
    assert "to be among the first 14" in text
    assert "at the table is certain to be enough." in text
    assert "Place at table" in text
    assert "end without shared places, and nobody is absent or leaves" in text
    assert entry not in text
    area = told(director, page_of(night, entry=entry, goal="area", of="a"))
    assert "to sit in area A in the round after round" in area
    assert "Entries that are kept apart may still swap areas" in area


def test_what_can_not_be_asked_is_said_beside_the_field(director: Client, stranger: Client, night: Night):
    entry = somebody(night)
    for goal, of, sentence in (
        ("top", "", "How many first places?"),
        ("top", "no", "How many first places?"),
        ("area", "", "Which area?"),
        ("final", "1", "How many qualify?"),
        ("area", "Z", "There is no area Z in the next round"),
        ("final", "1999", "is too large"),
    ):
        text = told(director, page_of(night, entry=entry, goal=goal, of=of))
        assert sentence in text, goal
        assert "Place at table" not in text
    assert "Select a valid choice" in told(director, page_of(night, entry=str(uuid4()), goal="win"))
    assert "The tournament is closed." in told(director, page_of(night, 0, entry=_any(night), goal="win"))
    assert director.post(page_of(night)).status_code == 405
    assert stranger.get(page_of(night)).status_code == 404


def _any(night: Night) -> str:
    return str(next(iter(rebuilt(night.club.pk, TOURNAMENT, night.tournaments[0]).aggregate.state.entries)))
