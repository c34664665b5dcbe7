"""What wants the director, what the desk tells the hall, and a round closed and the next seated in one step."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.domain.tournament.commands import CheckIn, Drop, NewEntry, Publish, Register, Start
from league.domain.tournament.results.reports import Report
from league.models import Event, Table
from league.services import calls, results
from tests.pages.night import Night, Playing, make_people
from tests.pages.test_desk_called_off import closing
from tests.pages.test_desk_repair import round_of, seven_in
from tests.pages.test_desk_steps import state_of, step


@pytest.fixture
def small(night: Night) -> Playing:
    return seven_in(night)


def running(small: Playing) -> Any:
    """The round, begun."""
    small.send(Start(round_of(small).id, small.at))
    return round_of(small)


def wants(director: Client, small: Playing) -> list[tuple[str, str, str]]:
    """What the list shows: kind, whom it is about, and its button."""
    return [(want.kind, want.about, str(want.button)) for want in director.get(step(small.id, "")).context["wants"]]


def test_nobody_needs_the_director(director: Client, small: Playing) -> None:
    assert "Nobody needs you." in director.get(step(small.id, "")).text


def test_a_call_is_listed_until_the_director_comes(director: Client, small: Playing) -> None:
    table = running(small).tables[0]
    row = Table.objects.get(pk=table.id)
    calls.from_table(row, "a card is missing", actor=f"table:{table.id}", at=timezone.now())
    page = director.get(step(small.id, ""))
    (want,) = page.context["wants"]
    assert (want.kind, str(want.button)) == ("call", "I am coming")
    assert "a card is missing" in want.text
    assert "calls" in page.text
    assert page.text.index("<title>(") > 0
    assert director.post(want.step.address, {}).status_code == 302
    assert wants(director, small) == []


def test_late_arrivals_and_leaves_are_listed_until_they_are_noticed(
    director: Client, small: Playing, night: Night
) -> None:
    round = running(small)
    (person,) = make_people(night.club, ["Late Lovelace"])
    small.send(Register((NewEntry("01890000-0000-7000-8000-000000000001", str(person.pk)),)))
    small.send(CheckIn("01890000-0000-7000-8000-000000000001"))
    leaver = round.tables[0].seats[0]
    small.send(Drop(leaver, round.number, small.at, f"entry:{leaver}"))
    found = wants(director, small)
    assert ("late", "Late Lovelace", "Seat in round 2") in found
    assert [button for kind, _about, button in found if kind == "leave"] == ["Confirm"]
    for want in director.get(step(small.id, "")).context["wants"]:
        assert director.post(want.step.address, {}).status_code == 302
    assert wants(director, small) == []


def test_a_dispute_without_another_result_is_listed_with_its_words(director: Client, small: Playing) -> None:
    table = running(small).tables[0]
    row, other = Table.objects.get(pk=table.id), f"entry:{table.seats[1]}"
    report = Report(places={entry: place for place, entry in enumerate(table.seats, 1)})
    results.report(row, report, actor=f"entry:{table.seats[0]}", at=timezone.now())
    results.dispute(row, None, "I had 40", actor=other, at=timezone.now())
    (want,) = director.get(step(small.id, "")).context["wants"]
    assert (want.kind, str(want.button)) == ("dispute", "Decide")
    assert "says: “I had 40”" in want.text
    assert director.get(want.step.address).status_code == 200
    close = director.get(step(small.id, "close-round", round_of(small).id))
    assert "Disputed, to be decided before the round can be closed: table 1" in close.text


def test_an_announcement_is_made_and_withdrawn(director: Client, small: Playing) -> None:
    form = director.get(step(small.id, "more")).context["announce"]
    sent = {field.html_name: field.value() for field in form.hidden_fields()} | {"text": "Pizza at 20:30"}
    for _ in range(2):
        assert director.post(form.address, sent).status_code == 302
    page = director.get(step(small.id, "more"))
    (row,) = page.context["announcements"]
    assert row.text == "Pizza at 20:30"
    assert director.post(row.step.address, {}).status_code == 302
    assert director.get(step(small.id, "more")).context["announcements"] == []
    late = director.post(form.address, sent | {"once": "x", "text": " "})
    assert late.status_code == 422


@pytest.mark.parametrize(("shows", "screen"), [("wifi", ("wifi", 0)), ("podium 2", ("podium", 2))])
def test_the_desk_chooses_what_screens_show(
    director: Client, small: Playing, shows: str, screen: tuple[str, int]
) -> None:
    assert director.post(step(small.id, "screen"), {"shows": shows}).status_code == 302
    assert tuple(small.state().screen) == screen
    assert director.post(step(small.id, "screen"), {"shows": "podium 9"}).status_code == 422
    page = director.get(step(small.id, "")).text
    assert "Open the screen" in page
    assert "Print" in page
    assert "Names appear once the tournament is closed" in page


def test_a_round_is_closed_and_the_next_is_seated_once(director: Client, small: Playing, night: Night) -> None:
    found = running(small)
    page = director.get(step(small.id, ""))
    assert page.context["bar"].next.words == "Enter slips"
    assert page.context["bar"].next.then == "close round 1, seat round 2"
    _form, sent = closing(director, small, absent=0)
    form = director.get(step(small.id, "close-and-seat", found.id)).context["form"]
    sent |= {field.html_name: field.value() for field in form.hidden_fields()}
    for _ in range(2):
        assert director.post(form.address, sent).status_code == 302
    state = state_of(night, small.id)
    assert [(round.number, round.state) for round in state.rounds] == [(1, "closed"), (2, "draft")]
    assert director.get(step(small.id, "")).context["bar"].next.words == "Publish"
    small.send(Publish(round_of(small).id))
    assert director.get(step(small.id, "")).context["bar"].next.words == "Start the clock"


def test_a_round_stays_closed_if_the_next_can_not_be_seated(director: Client, small: Playing, night: Night) -> None:
    found = running(small)
    _form, sent = closing(director, small, absent=0)
    form = director.get(step(small.id, "close-and-seat", found.id)).context["form"]
    sent |= {field.html_name: field.value() for field in form.hidden_fields()}
    for entry in list(small.state().entries)[:6]:
        small.send(Drop(entry, 1))
    answer = director.post(form.address, sent, follow=True)
    told = list(answer.context["messages"])
    assert [str(told[0]), told[-1].level_tag] == ["The round is closed.", "error"]
    state = state_of(night, small.id)
    assert [(round.number, round.state) for round in state.rounds] == [(1, "closed")]


def test_an_open_page_learns_only_what_is_new(director: Client, small: Playing) -> None:
    round = running(small)
    page = director.get(step(small.id, ""))
    version, frame = page.context["version"], page.context["frame"]
    first, second = round.tables
    for at, table in enumerate((first, second)):
        report = Report(places={entry: place for place, entry in enumerate(table.seats, 1)})
        if not at:
            results.report(Table.objects.get(pk=table.id), report, actor=f"table:{table.id}", at=timezone.now())
    news = director.get(step(small.id, ""), {"since": version, "frame": frame}).json()
    assert not news["is_whole"]
    assert f'id="card-{first.id}"' in news["parts"]
    assert f'id="card-{second.id}"' not in news["parts"]
    assert news["said"][0].startswith("Table 1 reported by phone.")
    again = director.get(step(small.id, ""), {"since": news["version"], "frame": frame}).json()
    assert "card-" not in again["parts"].replace("#card-", "")
    assert director.get(step(small.id, ""), {"since": 10**9, "frame": frame}).json()["is_whole"]
    assert director.get(step(small.id, ""), {"since": "x"}).headers["Content-Type"].startswith("text/html")


def test_a_step_of_an_open_page_answers_with_what_changed(director: Client, small: Playing) -> None:
    round = running(small)
    page = director.get(step(small.id, ""))
    headers = {"X-Desk-Tab": "", "X-Desk-Since": str(page.context["version"]), "X-Desk-Frame": page.context["frame"]}
    before = Event.objects.count()
    card = page.context["current"].tables[0]
    sent = {field.html_name: field.value() for field in card.report.hidden_fields()}
    wrong = director.post(card.report.address, sent | {"score_1": "x"}, headers=headers)
    assert (wrong.status_code, Event.objects.count()) == (422, before)
    assert wrong.json()["faults"]["score_1"] == [f"{card.seats[0].name}: x is not a number."]
    scores = {f"score_{seat}": str(seat) for seat in range(1, len(round.tables[0].seats) + 1)}
    right = director.post(card.report.address, sent | scores, headers=headers)
    assert (right.status_code, right.json()["done"]) == (200, "Table 1 has its result.")
    assert "from the desk" in right.json()["parts"]
    assert right.json()["said"] == []
