"""An event of a season is put right at the season's desk: filled with what stands, shown first, taken then."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from uuid6 import uuid7

from league.admin.desk.season.typed_result import CELLS, MOST_ROWS
from league.domain.season.commands import AddResult, CorrectEvent
from league.domain.season.results import Extra
from league.domain.season.state import SeasonEvent
from league.domain.values.faults import read
from league.models import Event, Person
from league.projections.followers import follow
from league.repository.streams import SEASON
from league.services import execution
from tests.pages.night import FIRST_NIGHT, Night
from tests.pages.test_season_desk import desk, form_of, state_of
from tests.pages.test_shown import season_page


def sent(night: Night, command: Any) -> None:
    execution.execute(SEASON, night.season, command, club=night.club.pk, actor="user:test", at=FIRST_NIGHT)


def people(night: Night) -> list[str]:
    """Ada, Kurt and Emmy."""
    names = ("Ada Lovelace", "Kurt Gödel", "Emmy Noether")
    return [str(Person.objects.get(club=night.club, name=name).pk) for name in names]


def entered(night: Night, **told: Any) -> SeasonEvent:
    """A result of the season, as `AddResult` says it."""
    sent(night, read(AddResult, {"type": "add_result", "id": str(uuid7()), **told}))
    return list(state_of(night).events.values())[-1]


@pytest.fixture
def away(night: Night) -> SeasonEvent:
    """Ada wins, Kurt and Emmy share a seat and the second place."""
    ada, kurt, emmy = people(night)
    return entered(
        night,
        name="Away",
        date="2026-12-08",
        places={ada: 1, kurt: 2, emmy: 2},
        awards={ada: "7/3"},
        extra=[{"person": emmy, "points": "-1/2", "for": "late"}],
        shared=[[kurt, emmy]],
    )


def address(night: Night, event: SeasonEvent) -> str:
    return f"{desk(night, 'recount' if event.tournament else 'correct')}?which={event.id}"


def posted(client: Client, at: str, **typed: Any) -> Any:
    """The form at an address, sent with what is typed into it."""
    told = {**form_of(client, at), **typed}
    return client.post(at.partition("?")[0], {key: value for key, value in told.items() if value is not None})


def taken(client: Client, shown: Any) -> Any:
    """What was shown first, sent as it is."""
    form = shown.context["form"]
    return client.post(form.address, {field.html_name: value for field in form if (value := field.value()) is not None})


def test_the_desk_leads_to_each_event(director: Client, night: Night, away: SeasonEvent):
    page = html.unescape(director.get(desk(night)).text)
    assert all(f'href="{address(night, event)}"' in page for event in state_of(night).events.values())


def test_the_rows_are_what_stands(director: Client, night: Night, away: SeasonEvent):
    form = director.get(address(night, away)).context["form"]
    rows = [[field.value() for field in row.fields] for row in form.rows()]
    assert rows[:3] == [
        ["Ada Lovelace", "1", "", "7/3", "", "", ""],
        ["Kurt Gödel", "2", "", "", "", "", "1"],
        ["Emmy Noether", "2", "", "", "-1/2", "late", "1"],
    ]
    assert not any(cell for row in rows[3:] for cell in row)
    assert [field.value() for field in form.plain()] == ["Away", "2026-12-08", None, False, False, False, None]


def test_a_result_is_corrected_as_it_was_shown_and_keeps_its_number(director: Client, night: Night, away: SeasonEvent):
    ada, kurt, emmy = people(night)
    entered(night, name="Later", places={kurt: 1})
    ids = list(state_of(night).events)
    typed = {"row_2_place": "1", "row_2_shared": "", "row_3_place": "", "row_3_status": "DNF", "row_3_shared": ""}
    count = Event.objects.count()
    shown = posted(director, address(night, away), reason="misread", multiplier="1,5", row_1_place="3", **typed)
    assert (shown.status_code, Event.objects.count()) == (200, count), shown.context["form"].errors
    assert all(words in shown.text for words in ("Nothing has changed yet.", "Correct it like this"))
    assert "A row for each person" not in shown.text
    rows = shown.context["form"].foreseen.rows
    for _ in range(2):
        assert taken(director, shown).status_code == 302
    assert Event.objects.count() == count + 1
    assert Event.objects.get(type="season.result_corrected").data["reason"] == "misread"
    state = state_of(night)
    event = state.events[away.id]
    assert list(state.events) == ids
    assert event.result is not None
    assert (event.result.name, str(event.date), event.multiplier) == ("Away", "2026-12-08", "1.5")
    assert (event.result.places, event.result.status) == ({ada: 3, kurt: 1}, {emmy: "DNF"})
    assert (event.result.awards, event.extra, event.shared) == ({ada: "7/3"}, (Extra(emmy, "-0.5", "late"),), ())
    follow(night.club.pk)
    foreseen = {row.name: row.place for row in rows}
    assert {row.name: row.place for row in director.get(season_page(night)).context["rows"]} == foreseen


def test_sent_as_it_stands_it_changes_nothing(director: Client, night: Night, away: SeasonEvent):
    before, count = state_of(night).events, Event.objects.count()
    shown = posted(director, address(night, away), reason="none")
    assert taken(director, shown).status_code == 302
    assert (state_of(night).events, Event.objects.count()) == (before, count)


JUNK: list[tuple[dict[str, str], str]] = [
    ({"reason": ""}, "required"),
    ({"row_1_name": "Zeno"}, "Line 1, name: the club knows nobody called Zeno."),
    ({"row_2_place": "3"}, " share a seat: they must have the same place or status."),
    ({f"row_{row}_{cell}": "" for row in (1, 2, 3) for cell in CELLS}, "Write at least one person."),
    ({"multiplier": "-1"}, "a number such as 3"),
    ({"multiplier": "1/999999937", "row_1_points": "1/999999929"}, "too fine to be added up exactly"),
    ({"seen": "x", "is_seen": "on"}, "Someone else changed this first"),
    ({"row_1_name": "x\x00"}, "Null"),
]


def test_junk_is_told_and_changes_nothing(director: Client, night: Night, away: SeasonEvent):
    count = Event.objects.count()
    for typed, told in JUNK:
        answer = posted(director, address(night, away), **{"reason": "why", **typed})
        assert (answer.status_code, Event.objects.count()) == (422, count)
        assert told in html.unescape(answer.text), answer.context["form"].errors


def test_what_rows_can_not_say_stays_and_is_said(director: Client, night: Night):
    """Two extras for one; the day is corrected all the same."""
    ada, _kurt, _emmy = people(night)
    extra = [{"person": ada, "points": points, "for": ""} for points in (1, 2)]
    event = entered(night, places={ada: 1}, extra=extra, awards_only=True)
    shown = posted(director, address(night, event), reason="why", date="2026-12-09", event="Away")
    assert "The people’s results stay as they are" in shown.text
    assert taken(director, shown).status_code == 302
    after = state_of(night).events[event.id]
    assert after.result is not None
    assert (str(after.date), after.result.name, after.result.awards_only) == ("2026-12-09", "Away", True)
    assert (after.result.places, after.extra) == ({ada: 1}, (Extra(ada, 1), Extra(ada, 2)))


def test_as_many_rows_are_shown_as_a_browser_may_send(director: Client, night: Night):
    club = [Person(club=night.club, name=f"Person {number:03}") for number in range(MOST_ROWS + 1)]
    ids = [str(person.pk) for person in Person.objects.bulk_create(club)]
    places = {id: place for place, id in enumerate(ids, 1)}
    full = entered(night, places=dict(list(places.items())[:MOST_ROWS]))
    shown = posted(director, address(night, full), reason="misread", row_1_place="2")
    assert shown.status_code == 200, shown.context["form"].errors
    assert taken(director, shown).status_code == 302
    after = state_of(night).events[full.id].result
    assert after is not None
    assert [after.places[id] for id in ids[:3]] == [2, 2, 3]
    assert len(after.places) == MOST_ROWS
    assert "more than 140" in director.get(address(night, entered(night, places=places))).text


def test_a_tournament_counts_otherwise(director: Client, night: Night):
    event = next(iter(state_of(night).events.values()))
    ids = list(state_of(night).events)
    shown = posted(director, address(night, event), multiplier="2", final="on", reason="the cup")
    assert shown.context["form"].foreseen.rows
    assert taken(director, shown).status_code == 302
    after = state_of(night).events[event.id]
    assert (after.multiplier, after.final, after.date, after.tournament) == (2, True, None, event.tournament)
    assert list(state_of(night).events) == ids
    assert form_of(director, address(night, event))["multiplier"] == 2
    assert Event.objects.get(type="season.tournament_recounted").data["reason"] == "the cup"


def test_events_that_are_none_are_not_found(director: Client, night: Night, away: SeasonEvent):
    tournament = next(iter(state_of(night).events))
    for name, which in (("correct", ""), ("correct", "x"), ("correct", tournament), ("recount", away.id)):
        assert director.get(f"{desk(night, name)}?which={which}").status_code == 404
        assert director.post(desk(night, name), {"which": which}).status_code == 404


def test_only_directors_correct(stranger: Client, night: Night, away: SeasonEvent):
    assert stranger.get(address(night, away)).status_code == 404
    assert stranger.post(desk(night, "correct"), {"which": away.id}).status_code == 404
    sent(night, CorrectEvent(away.id, multiplier=2))
