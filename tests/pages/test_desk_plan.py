"""A plan of the rounds comes from a spreadsheet to the desk: what it says is shown, and only then taken."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from playwright.sync_api import Page, expect

from league.domain.tournament.formats import Prescribed
from league.models import Event
from tests.pages.desk import click
from tests.pages.night import FIRST_NIGHT, Night, Playing, make_people
from tests.pages.test_desk_steps import state_of, step

ROUNDS = "round,table,1,2,3,4\n1,1,Guest 1,Guest 2,Guest 3,Guest 4\n1,2,Guest 5,Guest 6,Guest 7,\n"
TWO = ROUNDS + "2,1,1,2,3,\n2,2,4,5,6,7\n"


@pytest.fixture
def small(night: Night) -> Playing:
    """A small tournament of the night's club."""
    return seven_in(night)


def seven_in(night: Night) -> Playing:
    """A tournament in which seven are here; nothing is seated."""
    tournament = Playing(night.club, night.director, night.season, "Small night", FIRST_NIGHT)
    tournament.enter([*make_people(night.club, [f"Guest {number}" for number in range(1, 8)])])
    return tournament


def sends(client: Client, small: Playing, raw: bytes, **more: str):
    """The answer to a file."""
    return client.post(step(small.id, "plan-file"), {"file": SimpleUploadedFile("plan.csv", raw), **more})


def test_a_plan_is_shown_before_it_is_taken(director: Client, night: Night, small: Playing):
    before = Event.objects.count()
    shown = sends(director, small, TWO.replace("4\n", "4,hat\n", 1).encode())
    assert shown.status_code == 200
    assert (Event.objects.count(), state_of(night, small.id).settings.format.__class__.__name__) == (before, "Areas")
    assert all(told in shown.text for told in ("2 rounds, 4 tables, 0 byes", "hat", "Guest 7", "place 7"))
    form = shown.context["form"]
    sent = {field.html_name: field.value() for field in form}
    for _ in range(2):
        assert director.post(form.address, sent).status_code == 302
    assert Event.objects.count() == before + 1
    format = state_of(night, small.id).settings.format
    assert isinstance(format, Prescribed)
    assert [len(planned.tables) for planned in format.plan] == [2, 2]
    assert format.plan[1].tables == ((1, 2, 3), (4, 5, 6, 7))
    assert "Read a plan from a file" in director.get(step(small.id, "")).text


def test_a_plan_without_somebody_who_is_here_is_refused_with_their_names(director: Client, small: Playing):
    shown = sends(director, small, b"round,table,1,2,3\n1,1,Guest 1,Guest 2,Guest 3\n1,bye,Guest 5,,\n")
    assert shown.status_code == 422
    told = "These are here and have neither a seat nor a bye in round 1: Guest 4, Guest 6, Guest 7."
    assert told in unescape(shown.text)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "empty"),
        (b"round,table,entry\n1,1,Zeno\n1,1,Guest 1\n", "Line 2, entry: no entry is called Zeno."),
        (ROUNDS.replace("Guest 7", "Guest 6").encode(), "Line 3, 3: Guest 6 is named in round 1 already, on line 3."),
        (b"round,table,1,2,3\n1,1,1,2,\n", "Line 2, table: table 1 of round 1 would have 2 seats, not 3 to 5."),
        ("round,table,1\n1,1,Zoë\n".encode("cp1252"), "Line 2, column 7: the byte EB is not Unicode."),
        (b"name,table\nA,1\n", "round must be one of them"),
        (b"\x00\xff", "not Unicode"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_nothing_happens(
    director: Client, small: Playing, raw: bytes, told: str
):
    before = Event.objects.count()
    answer = sends(director, small, raw)
    assert (answer.status_code, Event.objects.count()) == (422, before)
    assert told in answer.text


def test_an_older_encoding_is_chosen(director: Client, small: Playing):
    raw = "round,table,1,2,3,né\n1,1,1,2,3,\n".encode("cp1252")
    assert sends(director, small, raw).status_code == 422
    assert sends(director, small, raw, encoding="cp1252").status_code == 200
    assert sends(director, small, raw, encoding="rot13").status_code == 422


@pytest.mark.parametrize("junk", ["", "x", "[", "[]", "[{}]", "[" * 5000, '[{"tables": [[1, 1, 1]]}]', '"\\ud800"'])
def test_a_plan_that_was_not_shown_is_not_taken(director: Client, small: Playing, junk: str):
    form = sends(director, small, TWO.encode()).context["form"]
    sent = {field.html_name: field.value() for field in form}
    before = Event.objects.count()
    assert director.post(form.address, sent | {"plan": junk}).status_code == 302
    assert Event.objects.count() == before


def test_what_changed_since_it_was_shown_comes_first(director: Client, night: Night, small: Playing):
    form = sends(director, small, TWO.encode()).context["form"]
    sent = {field.html_name: field.value() for field in form}
    small.seat()
    assert "Someone else changed this first" in director.post(form.address, sent, follow=True).text
    assert not isinstance(state_of(night, small.id).settings.format, Prescribed)
    assert "Read a plan from a file" not in director.get(step(small.id, "")).text


def test_a_browser_sends_a_file(open_page: Callable[..., Page], live_night: Night):
    page, small = open_page(), seven_in(live_night)
    page.goto(step(small.id, ""))
    click(page, "Read a plan from a file")
    wrong = ROUNDS.replace("Guest 7", "Guest 8").encode()
    page.get_by_label("File", exact=True).set_input_files({"name": "plan.csv", "mimeType": "text/csv", "buffer": wrong})
    click(page, "Read a plan from a file")
    expect(page.get_by_text("Line 3, 3: no entry is called Guest 8.")).to_be_visible()
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "plan.csv", "mimeType": "text/csv", "buffer": TWO.encode()}
    )
    click(page, "Read a plan from a file")
    expect(page.get_by_text("2 rounds, 4 tables, 0 byes.")).to_be_visible()
    click(page, "Import this plan")
    expect(page.get_by_text("The rounds are planned.")).to_be_visible()
    click(page, "Seat round 1")
    expect(page.get_by_text("The round is seated as a draft.")).to_be_visible()
    seats = page.get_by_role("article", name="Table 2").locator("bdi")
    assert seats.all_inner_texts() == ["Guest 5", "Guest 6", "Guest 7"]
