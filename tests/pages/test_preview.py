"""Before it is done: a correction, a ruling and a penalty show what they would change, and change nothing."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Round
from league.models import Entry, Event, Person, Table
from league.projections.followers import follow
from league.services import results
from tests.league.nights import Night as Sheets
from tests.pages.night import FIRST_NIGHT, Night, Playing, make_people
from tests.pages.test_desk_steps import asked, state_of, step

NAMES = ("Ada", "Kurt", "Olga", "Sophie", "Emmy", "Jan", "Shay", "Emilie")


@pytest.fixture
def evening(night: Night) -> Playing:
    """Eight people at two tables: the first round is over, each table won in the order of its seats."""
    tournament = Playing(night.club, night.director, night.season, "Evening", FIRST_NIGHT)
    tournament.enter(make_people(night.club, NAMES))
    tournament.play_round()
    return tournament


def words(answer: Any) -> str:
    page = answer.text.partition('id="content-main"')[2]
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def first_round(night: Night, evening: Playing) -> Round:
    return state_of(night, evening.id).rounds[0]


def called(night: Night, evening: Playing, table: int = 0) -> list[str]:
    """The names at a table of the first round, by seat."""
    state = state_of(night, evening.id)
    known = {entry.id: str(entry.person) for entry in state.entries.values()}
    names = {str(person.pk): person.name for person in Person.objects.filter(club=night.club)}
    return [names[known[entry]] for entry in state.rounds[0].tables[table].seats]


def turned(client: Client, at: str) -> dict[str, Any]:
    """The form of a table of four with its scores the other way round."""
    sent = asked(client, at) | {"reason": "read upside down"}
    return sent | {f"score_{seat}": str(10 * seat) for seat in range(1, 5)}


def correction(night: Night, evening: Playing) -> str:
    return step(evening.id, "correct", first_round(night, evening).tables[0].id)


def events(night: Night) -> int:
    return Event.objects.filter(club=night.club.pk).count()


def test_a_correction_shows_who_would_move_and_changes_nothing(director: Client, night: Night, evening: Playing):
    at, before = correction(night, evening), events(night)
    first, second, third, fourth = called(night, evening)
    sent = turned(director, at)
    answer = director.post(at, sent | {"preview": "1"})
    assert answer.status_code == 200
    text = words(answer)
    assert "Nothing has changed yet." in text
    shown = {
        move.name: (move.before.place, move.after.place, move.movement.up - move.movement.down)
        for move in answer.context["preview"].standings
    }
    # both tables pay 4, 2, 1, 0: places 1, 3, 5 and 7, shared by two each
    assert shown == {
        first: (1, 7, -6),
        second: (3, 5, -2),
        third: (5, 3, 2),
        fourth: (7, 1, 6),
    }
    assert any(f"{one}, {other} enter area A." in text for one, other in ((third, fourth), (fourth, third)))
    assert f"{fourth} : table 2 → table 1" in text
    assert "Changes in the league table of Winter 2026" in text
    assert "As if the tournament were closed now" in text
    assert events(night) == before
    assert director.post(at, sent).status_code == 302
    assert events(night) > before


def test_a_preview_asks_for_no_reason_and_the_step_does(director: Client, night: Night, evening: Playing):
    at, before = correction(night, evening), events(night)
    sent = turned(director, at) | {"reason": ""}
    answer = director.post(at, sent | {"preview": "1"})
    assert (answer.status_code, len(answer.context["preview"].standings)) == (200, 4)
    (reason,) = re.findall(r'<input[^>]*name="reason"[^>]*>', answer.text)
    assert " required" in reason
    assert "value=" not in reason
    (button,) = re.findall(r'<button[^>]*name="preview"[^>]*>', answer.text)
    assert " formnovalidate" in button
    assert director.post(at, sent).status_code == 422
    page = director.get(step(evening.id, "more"))
    punished = {field.html_name: field.value() for field in page.context["penalise"].hidden_fields()}
    punished |= {"entry": first_round(night, evening).tables[0].seats[0], "points": "5", "reason": ""}
    assert director.post(step(evening.id, "penalise"), punished | {"preview": "1"}).status_code == 200
    assert events(night) == before


def test_what_was_typed_stays_in_the_form_of_a_preview(director: Client, night: Night, evening: Playing):
    at = correction(night, evening)
    answer = director.post(at, turned(director, at) | {"preview": "1"})
    form = answer.context["form"]
    assert [form.report_form[f"score_{seat}"].value() for seat in range(1, 5)] == ["10", "20", "30", "40"]
    assert form["reason"].value() == "read upside down"
    wrong = director.post(at, turned(director, at) | {"preview": "1", "score_1": "many"})
    assert (wrong.status_code, wrong.context["preview"]) == (422, None)
    assert "is not a number" in wrong.text


def test_a_draft_becomes_stale_and_a_published_round_stays(director: Client, night: Night, evening: Playing):
    at = correction(night, evening)
    draft = evening.seat()
    text = words(director.post(at, turned(director, at) | {"preview": "1"}))
    assert "The draft of round 2 no longer fits: seat it again" in text
    assert "If round 2 is seated again, these people change tables." in text
    evening.start(draft)
    text = words(director.post(at, turned(director, at) | {"preview": "1"}))
    assert "Round 2 is already published: everyone stays seated." in text
    assert "enters area" not in text


def test_a_closed_night_gets_a_new_edition_and_moves_the_league(director: Client, night: Night):
    id = night.tournaments[0]
    follow(night.club.pk)
    table = next(table for table in state_of(night, id).rounds[2].tables if len(table.seats) == 4)
    at = step(id, "correct", table.id)
    text = words(director.post(at, turned(director, at) | {"preview": "1"}))
    assert "The final standings get edition 2." in text
    assert "Changes in the league table of Winter 2026" in text
    assert "As if the tournament" not in text
    assert state_of(night, id).editions == 1


def test_a_ruling_is_shown_first(director: Client, night: Night, evening: Playing):
    found = evening.seat()
    evening.start(found)
    evening.report(found, tables=1)
    table = found.tables[0]
    row = Table.objects.select_related("round").get(pk=table.id)
    other = Report(places={entry: place for place, entry in enumerate(reversed(table.seats), 1)})
    results.dispute(row, other, None, actor=f"entry:{table.seats[3]}", at=evening.at)
    at = step(evening.id, "rule", table.id)
    sent = asked(director, at) | {"reason": "as they say", "preview": "1"}
    answer = director.post(at, sent | {"decision": "against-1"})
    moved = {move.name for move in answer.context["preview"].standings}
    names = {
        str(entry.pk): str(entry) for entry in Entry.objects.filter(tournament=evening.id).select_related("person")
    }
    assert {names[table.seats[0]], names[table.seats[3]]} <= moved
    upheld = director.post(at, sent | {"decision": "uphold"})
    assert "Nobody moves in the standings." in words(upheld)
    result = state_of(night, evening.id).tables[table.id].result
    assert result is not None
    assert result.state == "disputed"


def test_a_penalty_and_its_lifting_are_shown_first(director: Client, night: Night, evening: Playing):
    seats = first_round(night, evening).tables[0].seats
    winner = called(night, evening)[0]
    page = director.get(step(evening.id, "more"))
    sent = {field.html_name: field.value() for field in page.context["penalise"].hidden_fields()}
    sent |= {"entry": seats[0], "points": "5", "reason": "late"}
    at, before = step(evening.id, "penalise"), events(night)
    text = words(director.post(at, sent | {"preview": "1"}))
    assert f"{winner} leaves area A." in text
    assert events(night) == before
    assert director.post(at, sent).status_code == 302
    penalty = next(iter(state_of(night, evening.id).penalties))
    lifting = step(evening.id, "lift", penalty)
    before = events(night)
    assert f"{winner} enters area A." in words(director.post(lifting, {"preview": "1"}))
    assert events(night) == before
    assert director.post(lifting, {}).status_code == 302


def test_a_preview_of_what_was_changed_meanwhile_says_so(director: Client, night: Night, evening: Playing):
    at = correction(night, evening)
    sent = turned(director, at)
    director.post(at, sent)
    late = director.post(at, sent | {"preview": "1"})
    assert late.status_code == 422
    assert "Someone else changed this first" in late.text


def test_a_dealt_game_has_no_preview(director: Client, night: Night):
    dealt = Sheets.open(night.club, game="monster-trick", game_options={"play": "dealt"})
    dealt.enter(make_people(night.club, NAMES[:3]))
    table = dealt.start_round().tables[0]
    said = Report(places={entry: place for place, entry in enumerate(table.seats, 1)})
    row = Table.objects.select_related("round").get(pk=table.id)
    results.report(row, said, actor="user:test", at=dealt.at)
    at = step(dealt.id, "correct", table.id)
    sent = asked(director, at) | {"reason": "read upside down", "preview": "1"}
    answer = director.post(at, sent | {f"place_{seat}": str(4 - seat) for seat in (1, 2, 3)})
    assert answer.status_code == 422
    assert "A dealt game has no preview" in answer.text


def test_who_may_not_take_a_step_has_no_preview_of_it(stranger: Client, client: Client, night: Night, evening: Playing):
    at = correction(night, evening)
    assert stranger.post(at, {"preview": "1"}).status_code == 404
    assert client.post(at, {"preview": "1"}).status_code == 302
