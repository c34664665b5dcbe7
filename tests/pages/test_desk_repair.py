"""Seats of a round that everybody sees, changed at the desk: what is offered, taken, refused and shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from league.access.audience import CLUB
from league.admin.desk.tournament import rounds
from league.domain.tournament.commands import Change
from league.domain.tournament.results.commands import RecordResult
from league.domain.tournament.rounds.commands import Publish, Start
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import TableSize
from league.models import Event
from league.queries import names
from tests.pages.desk import click
from tests.pages.night import FIRST_NIGHT, Night, Playing, make_people
from tests.pages.test_desk_steps import step

NAMES = ("Ada", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gil")


@pytest.fixture
def small(night: Night) -> Playing:
    """A small tournament of the night's club."""
    return seven_in(night)


def seven_in(night: Night) -> Playing:
    """A tournament whose first round is published: seven at tables of four and three."""
    made = Playing(night.club, night.director, night.season, "Small night", FIRST_NIGHT)
    made.enter(make_people(night.club, list(NAMES)))
    made.send(Publish(made.seat().id))
    return made


def round_of(small: Playing) -> Round:
    return small.state().rounds[-1]


def forms(director: Client, small: Playing) -> dict[str, Any]:
    """The repairs that the desk offers, by name."""
    return {form.name: form for form in director.get(step(small.id, "")).context["repairs"]}


def typed(form: Any, **given: str) -> dict[str, Any]:
    """What a browser would send."""
    return {field.html_name: field.value() for field in form.hidden_fields()} | given


def choices(form: Any, field: str) -> list[str]:
    return [str(label) for _value, label in form.fields[field].choices]


@pytest.mark.parametrize("start", [False, True])
def test_somebody_is_given_a_free_seat_once(director: Client, night: Night, small: Playing, start: bool):
    if start:
        small.send(Start(round_of(small).id, small.at))
    big, little = round_of(small).tables
    form = forms(director, small)["repair-seat"]
    sent = typed(form, entry=big.seats[0], table=little.id, reason="a late train")
    for _ in range(2):
        assert director.post(form.address, sent).status_code == 302
    after = round_of(small)
    assert [table.seats for table in after.tables] == [big.seats[1:], (*little.seats, big.seats[0])]
    assert after.repairs == 1
    assert ([table.id for table in after.tables] == [big.id, little.id]) is not start
    assert Event.objects.get(stream=small.id, type="tournament.round_repaired").data["reason"] == "a late train"
    log = director.get(f"/admin/log/?club={night.club.pk}&stream={small.id}").text
    assert "were changed after it was published" in log


def test_two_change_places_and_tables_that_do_not_fit_together_stay_two(director: Client, night: Night, small: Playing):
    big, little = round_of(small).tables
    swap = forms(director, small)["repair-swap"]
    assert director.post(swap.address, typed(swap, a=big.seats[0], b=little.seats[0])).status_code == 302
    first, second = (table.seats for table in round_of(small).tables)
    assert (first[0], second[0]) == (little.seats[0], big.seats[0])
    merge = forms(director, small)["repair-merge"]
    assert choices(merge, "first") == ["choose …", "table 1", "table 2"]
    refused = director.post(merge.address, typed(merge, first=big.id, second=little.id))
    assert refused.status_code == 422
    assert "Tables 1 and 2 have 7 players together: a table has at most 5 seats." in refused.text
    assert len(round_of(small).tables) == 2


def test_two_tables_are_merged(director: Client, night: Night):
    few = Playing(night.club, night.director, night.season, "Few", FIRST_NIGHT)
    few.send(Change(table_size=TableSize(2, 5, 3)))
    few.enter(make_people(night.club, list(NAMES[:5])))
    few.start(few.seat())
    first, second = round_of(few).tables
    merge = forms(director, few)["repair-merge"]
    assert director.post(merge.address, typed(merge, first=second.id, second=first.id)).status_code == 302
    assert [(table.number, table.seats) for table in round_of(few).tables] == [(1, (*first.seats, *second.seats))]
    assert sorted(forms(director, few)) == ["repair-swap"]


def test_tables_are_offered_from_table_1_on_however_the_round_keeps_them(director: Client, small: Playing):
    desk = director.get(step(small.id, "")).context["desk"]
    backwards = round_of(small).tables[::-1]
    assert [label for _, label in rounds.table_choices(desk, backwards)] == ["table 1", "table 2"]
    at = [label.rpartition(" ")[2] for _, label in rounds.seat_choices(desk, backwards, ())]
    assert at == ["1)"] * 4 + ["2)"] * 3


@pytest.mark.parametrize("junk", ["x", "a\0b", "\ud7ff" * 300, "01a2213d-53a4-7fc8-817d-78cc697580b1"])
def test_what_is_not_there_is_refused(director: Client, small: Playing, junk: str):
    for form in forms(director, small).values():
        given = {name: junk for name in form.fields if name not in ("once", "seen", "reason")}
        assert director.post(form.address, typed(form, **given)).status_code == 422
        nowhere = form.address.replace(form.about, "01a2213d-53a4-7fc8-817d-78cc697580b1")
        assert director.post(nowhere, typed(form, **given)).status_code == 302
        assert director.post(form.address.replace(f"{form.about}/", ""), typed(form, **given)).status_code == 302
    assert round_of(small).repairs == 0


def test_a_late_arrival_is_offered_a_seat(director: Client, night: Night, small: Playing):
    small.enter(make_people(night.club, ["Zoe"]))
    form = forms(director, small)["repair-seat"]
    assert choices(form, "entry")[:2] == ["choose …", "Zoe (no seat)"]
    (late,) = [entry for entry in small.state().entries.values() if entry.from_round == 2]
    table = round_of(small).tables[1]
    assert director.post(form.address, typed(form, entry=late.id, table=table.id)).status_code == 302
    assert round_of(small).tables[1].seats[-1] == late.id


def test_of_two_directors_the_second_learns_of_the_first_s_repair(director: Client, night: Night, small: Playing):
    big, little = round_of(small).tables
    first, second = (forms(director, small)["repair-swap"] for _ in range(2))
    assert director.post(first.address, typed(first, a=big.seats[0], b=little.seats[0])).status_code == 302
    late = director.post(second.address, typed(second, a=big.seats[1], b=little.seats[1]))
    assert late.status_code == 422
    assert "Someone else changed this first" in late.text
    assert round_of(small).repairs == 1


def test_tables_that_have_reported_are_not_offered_and_at_the_end_there_is_no_repair(
    director: Client, night: Night, small: Playing
):
    small.send(Start(round_of(small).id, small.at))
    big, little = round_of(small).tables
    stale = forms(director, small)["repair-seat"]
    small.send(RecordResult(little.id, dict.fromkeys(little.seats, 1), small.at, source="table"))
    refused = director.post(stale.address, typed(stale, entry=big.seats[0], table=little.id))
    assert refused.status_code == 422
    offered = forms(director, small)
    assert sorted(offered) == ["repair-swap"]
    called = names.of_entries(small.id, CLUB)
    there = [f"{called[entry]} (table 1)" for entry in big.seats]
    assert choices(offered["repair-swap"], "a") == ["choose …", *there]
    small.send(RecordResult(big.id, dict.fromkeys(big.seats, 1), small.at, source="table"))
    assert forms(director, small) == {}


def test_a_round_is_repaired_by_clicking(open_page: Callable[..., Page], live_night: Night):
    page, small = open_page(), seven_in(live_night)
    page.goto(step(small.id, ""))
    click(page, "Start the clock")
    expect(page.get_by_role("heading", name="Still playing")).to_be_visible()
    page.get_by_text("Change this round").click()
    name = page.get_by_role("article", name="Table 1").locator(".tk-sits bdi").first.inner_text()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Give the seat"))
    form.get_by_label("Seat", exact=True).select_option(label=f"{name} (table 1)")
    form.get_by_label("at", exact=True).select_option(label="table 2")
    form.get_by_role("button", name="Give the seat").click()
    expect(page.get_by_text("The seats are changed.")).to_be_visible()
    expect(page.get_by_role("article", name="Table 2").locator(".tk-sits").first).to_contain_text(name)
    expect(page.get_by_role("article", name="Table 1").locator(".tk-sits").first).not_to_contain_text(name)
