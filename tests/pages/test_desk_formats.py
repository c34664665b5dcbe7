"""The desk of every format: chosen in plain words, people kept apart, labels, own tables, and what a draft came to."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from msgspec import to_builtins
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from league.domain.tournament.settings import Hall, Settings
from league.domain.tournament.state import Tournament
from league.models import Entry, Person
from league.models import Tournament as Row
from league.repository.streams import TOURNAMENT, reading
from tests.pages.desk import click, enter_new, open_tournament
from tests.pages.night import Night

SIXTEEN = [f"Player {number:02d}" for number in range(1, 17)]
FOURS = {"smallest": "4", "preferred": "4", "largest": "4"}


def state_of(row: UUID) -> Tournament:
    """A tournament as it stands."""
    club = Row.objects.get(pk=row).club_id
    with reading(club, TOURNAMENT, row) as stream:
        state: Tournament = deepcopy(stream.aggregate.state)
        return state


def opened(client: Client, **typed: str) -> tuple[int, str, UUID | None]:
    """What the form that opens a tournament answers; its page, and the id of the tournament if there is one."""
    sent = {"name": "Formats", "game": "scoresheet", "tie_breaks": ["wins"], **typed}
    answer = client.post("/admin/league/tournament/add/", sent)
    made = Row.objects.filter(name="Formats").order_by("-id").first()
    return answer.status_code, answer.text, made.pk if made else None


def desk(client: Client, row: UUID, step: str = "", about: str = "", **typed: Any) -> Any:
    """The desk, or the answer of one of its steps."""
    path = "".join(f"{part}/" for part in (step, about) if part)
    address = f"/admin/league/tournament/{row}/desk/{path}"
    return client.post(address, typed, follow=True) if step else client.get(address)


def entered(client: Client, row: UUID, names: list[str], **more: str) -> None:
    answer = desk(client, row, "enter", new="\n".join(names), are_here="on", **more)
    assert answer.status_code == 200, answer.context["form"].errors


@pytest.mark.parametrize(
    ("typed", "format"),
    [
        (
            {"format": "areas", "seating__k": "8", "seating__first": "rating"},
            {"type": "areas", "k": 8, "first": "rating"},
        ),
        ({"format": "swiss", "seating__system": "matching"}, {"type": "swiss", "repeat_weight": None}),
        ({"format": "swiss", "seating__repeat_weight": "0"}, {"type": "swiss", "repeat_weight": 0}),
        ({"format": "swiss", "seating__system": "dutch"}, {"type": "swiss", "repeat_weight": None, "system": "dutch"}),
        ({"format": "rotation"}, {"type": "rotation"}),
        ({"format": "round_robin", "seating__double": "on"}, {"type": "round_robin", "double": True}),
        (
            {"format": "knockout", "seating__advance": "1", "seating__third_place": "on"},
            {"type": "knockout", "advance": 1, "third_place": True},
        ),
        ({"format": "manual"}, {"type": "manual"}),
        ({}, {"type": "areas", "k": None}),
    ],
)
def test_each_format_is_opened_with_its_options(director: Client, typed: dict[str, str], format: dict[str, Any]):
    status, text, row = opened(director, **typed)
    assert status == 302, text
    assert row is not None
    assert to_builtins(state_of(row).settings.format) == format
    page = desk(director, row).text
    assert "Before the first round" in page


def test_what_does_not_fit_is_said_at_its_field(director: Client):
    status, text, _ = opened(director, format="knockout", seating__advance="4", **FOURS)
    assert status == 422
    assert "4 can&#x27;t go on from a table of 4" in text
    status, text, _ = opened(director, format="areas", seating__k="7", **FOURS)
    assert status == 422
    assert "7 entries can&#x27;t fill tables of these sizes." in text
    status, text, _ = opened(director, format="round_robin", **FOURS)
    assert (status, "A round robin needs tables of two." in text) == (422, True)
    assert opened(director, format="ladder")[0] == 422
    status, text, _ = opened(director, seating__labels="Window\r\n\r\nBar")
    assert (status, "Table 2 has no label." in text) == (422, True)


def test_settings_are_changed_and_what_is_not_named_stays(director: Client):
    _, _, row = opened(
        director, format="swiss", seating__household="hard", seating__labels="Window\r\nBar\r\n", seating__rotate="on"
    )
    assert row is not None
    before = state_of(row).settings
    assert before.separation.household == "hard"
    assert before.furniture == Hall(("Window", "Bar"), rotate=True)
    form = director.get(f"/admin/league/tournament/{row}/desk/settings/").context["form"]
    shown = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    assert desk(director, row, "settings", **shown | {"called": "Renamed"}).status_code == 200
    after = state_of(row).settings
    assert after == _renamed(before)
    form = director.get(f"/admin/league/tournament/{row}/desk/settings/").context["form"]
    shown = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    desk(director, row, "settings", **shown | {"format": "rotation", "seating__club": "soft", "seating__labels": ""})
    settings = state_of(row).settings
    assert (type(settings.format).__name__, settings.separation.club) == ("Rotation", "soft")
    assert settings.furniture == Hall((), rotate=True)


def _renamed(settings: Settings) -> Settings:
    return replace(settings, name="Renamed")


def test_a_tournament_is_shared_out_over_its_season_where_that_is_chosen(director: Client):
    _, _, row = opened(director, format="swiss", seating__balance="season")
    assert row is not None
    assert state_of(row).settings.balances_season
    for change, is_over_season in (({"called": "Renamed"}, True), ({"seating__balance": "tournament"}, False)):
        form = director.get(f"/admin/league/tournament/{row}/desk/settings/").context["form"]
        shown = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
        assert shown["seating__balance"] == "season"
        desk(director, row, "settings", **shown | change)
        assert state_of(row).settings.balances_season == is_over_season
    status, _, none = opened(director, format="swiss", seating__balance="league")
    assert (status, none) == (422, None)


def test_people_are_entered_with_their_ratings(director: Client):
    _, _, row = opened(director, format="areas", seating__first="rating", **FOURS)
    assert row is not None
    assert director.get(f"/admin/league/tournament/{row}/desk/enter/").context["form"]["are_rated"].value()
    desk(director, row, "enter", new="1. ada lovelace\t1800\nBea 10001\nCleo: 1700\nDan;1600", are_rated="on")
    desk(director, row, "enter", new="Ann + Ben 1500", are_rated="on")
    desk(director, row, "enter", new="Player 7\n3\tZoe\t40", are_rated="")
    ratings = {str(Entry.objects.get(pk=entry.id)): entry.rating for entry in state_of(row).entries.values()}
    rated = {"Ada Lovelace": 1800, "Bea 10001": None, "Cleo": 1700, "Dan": 1600, "Ann + Ben": 1500}
    assert ratings == rated | {"Player 7": None, "Zoe": None}
    assert "rated 1800" in director.get(f"/admin/league/tournament/{row}/desk/people/").text


def test_an_own_table_is_given_shown_and_taken_away(director: Client):
    _, _, row = opened(director, seating__labels="Window\nBar", **FOURS)
    assert row is not None
    entered(director, row, SIXTEEN[:8])
    entry = next(iter(state_of(row).entries))
    assert "Always at table" in director.get(f"/admin/league/tournament/{row}/desk/own-table/{entry}/").text
    text = desk(director, row, "own-table", entry, table="2").text
    assert "always sits at table 2 · Bar" in text
    assert "always at table 2 · Bar" in text
    other = list(state_of(row).entries)[1]
    taken = desk(director, row, "own-table", other, table="2")
    assert "Table 2 is reserved for " in taken.text
    assert entry not in taken.text.replace(f"own-table/{entry}", "")
    desk(director, row, "seat")
    table = next(table for table in state_of(row).rounds[0].tables if entry in table.seats)
    assert table.number == 2
    assert "sits at any table" in desk(director, row, "own-table", entry, table="").text
    assert desk(director, row, "own-table", entry, table="0").status_code == 422
    assert desk(director, row, "own-table", str(row), table="1").status_code == 200, "gone: back at the desk"


def test_a_table_is_named_with_its_label_wherever_it_is_named(director: Client):
    _, _, row = opened(director, seating__labels="Window\nBar", **FOURS)
    assert row is not None
    entered(director, row, SIXTEEN[:8])
    desk(director, row, "seat")
    draft = desk(director, row).text
    assert "Table 1 · Window" in draft
    assert "(table 2 · Bar)" in draft
    desk(director, row, "start", state_of(row).rounds[0].id)
    running = desk(director, row).text
    assert 'aria-label="Table 1 · Window"' in running
    assert 'aria-label="Save the result: table 2 · Bar"' in running
    assert "Table 2 · Bar" in director.get(f"/admin/league/tournament/{row}/change/").text


def test_a_draft_says_by_name_who_is_together_and_who_sits_elsewhere(director: Client):
    """Four of one household at two tables of three; two that were paired have each a table of their own."""
    _, _, row = opened(director, format="swiss", smallest="3", preferred="3", largest="3", seating__labels="Window")
    assert row is not None
    entered(director, row, SIXTEEN[:6])
    Person.objects.filter(name__in=SIXTEEN[:4]).update(household="Noether")
    desk(director, row, "seat")
    draft = state_of(row).rounds[0]
    lines = desk(director, row).context["current"].costs
    together = [line for line in lines if "are of one household and sit together at table" in line]
    assert len(together) == draft.cost["apart"] == 2, "two and two"
    assert sorted(name for name in SIXTEEN if any(name in line for line in together)) == SIXTEEN[:4]
    here, there = draft.tables[0].seats[0], draft.tables[1].seats[0]
    assert [table.number for table in draft.tables] == [1, 2]
    desk(director, row, "own-table", here, table="2")
    desk(director, row, "own-table", there, table="1")
    lines = desk(director, row).context["current"].costs
    assert len([line for line in lines if "sits at table 1 · Window, not at the fixed table 2." in line]) == 1
    assert len([line for line in lines if "sits at table 2, not at the fixed table 1 · Window." in line]) == 1
    assert not [line for line in lines if any(entry in line for entry in state_of(row).entries)]


def test_a_hard_separation_that_can_not_be_is_refused_with_the_names(director: Client):
    for format in ("swiss", "rotation"):
        _, _, row = opened(director, format=format, seating__household="hard", rounds="3")
        assert row is not None
        entered(director, row, [f"{name} {format}" for name in SIXTEEN[:6]])
        Person.objects.filter(name__in=[f"{name} {format}" for name in SIXTEEN[:3]]).update(household="Noether")
        page = desk(director, row, "seat")
        assert all(f"{name} {format}" in str(list(page.context["messages"])[-1]) for name in SIXTEEN[:3])
        assert not any(entry in str(list(page.context["messages"])[-1]) for entry in state_of(row).entries)
        assert state_of(row).rounds == []


@pytest.mark.parametrize(
    ("typed", "people", "sentence"),
    [
        ({"format": "swiss", **FOURS}, 3, "3 can be seated, but a table needs 4: check more in"),
        ({"format": "swiss", "seating__system": "dutch"}, 4, "py4swiss"),
        ({"format": "rotation", **FOURS}, 2, "2 can be seated, but a table needs 4: check more in"),
    ],
)
def test_other_refusals_are_sentences(director: Client, monkeypatch, typed: dict[str, str], people: int, sentence: str):
    monkeypatch.setattr("league.seating.planning.dutch_pair", lambda: None)
    _, _, row = opened(director, **typed)
    assert row is not None
    entered(director, row, SIXTEEN[:people])
    assert sentence in str(list(desk(director, row, "seat").context["messages"])[-1])


def test_a_rotation_says_what_its_search_came_to_and_is_searched_for_longer(director: Client, monkeypatch):
    monkeypatch.setattr("league.domain.seating.rotation.planning.FEWEST_STEPS", 2000)
    monkeypatch.setattr("league.domain.seating.rotation.planning.STEPS_TIMES_SEATS", 8000)
    _, _, row = opened(director, format="rotation", rounds="8", **FOURS)
    assert row is not None
    entered(director, row, [*SIXTEEN, *(f"Late {number}" for number in range(4))])
    desk(director, row, "seat")
    first = state_of(row)
    assert first.rotation is not None
    assert first.rotation.steps == 2000
    page = desk(director, row)
    assert (
        f"{first.rotation.repeats} meetings are repeated; at least {first.rotation.bound} can’t be avoided."
        in page.text
    )
    assert "8 rounds are planned" in page.text
    assert "Search longer" in page.text
    asked = director.get(f"/admin/league/tournament/{row}/desk/search-longer/{first.rounds[0].id}/")
    sent = {field.html_name: field.value() for field in asked.context["form"]}
    desk(director, row, "search-longer", first.rounds[0].id, **sent)
    again = state_of(row)
    assert again.rotation is not None
    assert (again.rotation.steps, again.rounds[0].attempt) == (20_000, 2)
    assert again.rotation.repeats <= first.rotation.repeats
    assert "seated 2 times" in desk(director, row).text


def test_areas_that_begin_by_lot_and_changes_by_hand_are_said(director: Client):
    _, _, row = opened(director, format="areas", **FOURS)
    assert row is not None
    entered(director, row, SIXTEEN[:8])
    desk(director, row, "seat")
    draft = state_of(row).rounds[0]
    one, other = draft.tables[0].seats[0], draft.tables[1].seats[0]
    form = desk(director, row).context["steps"]["swap"]
    sent = {field.html_name: field.value() for field in form.hidden_fields()}
    desk(director, row, "swap", draft.id, a=one, b=other, **sent)
    assert "seated or changed by hand" in desk(director, row).text
    desk(director, row, "start", draft.id)
    assert "seated or changed by hand" in director.get(f"/admin/league/tournament/{row}/change/").text


def test_an_evening_of_a_knockout_by_clicking(open_page: Callable[..., Page], live_night: Night):
    """The form by its words, in a window as narrow as a phone's; nothing scrolls sideways."""
    page = open_page(width=360)
    page.set_default_timeout(8000)
    page.goto("/admin/league/tournament/add/")
    page.get_by_label("Name", exact=True).fill("Cup")
    page.get_by_role("radio", name="Knockout").check()
    page.get_by_text("More", exact=True).click()
    page.get_by_label("A match for the third place").check()
    page.get_by_label("Labels of the tables").fill("Window\nBar")
    page.get_by_role("button", name="Open a tournament").click()
    expect(page.get_by_text("Cup is open.")).to_be_visible()
    enter_new(page, *SIXTEEN[:4])
    click(page, "Check everyone in")
    click(page, "Seat round 1")
    expect(page.get_by_role("article", name="Table 2 · Bar")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_swiss_is_opened_from_the_list(open_page: Callable[..., Page], live_night: Night):
    page = open_page()
    page.set_default_timeout(8000)
    open_tournament(page, "Pods", Rounds="3")
    page.get_by_role("link", name="More", exact=True).click()
    page.get_by_role("link", name="Change the settings").click()
    page.get_by_text("More", exact=True).last.click()
    page.get_by_role("radio", name="Swiss").check()
    page.get_by_label("People who come from one club").select_option("hard")
    page.get_by_role("button", name="Change the settings").click()
    expect(page.get_by_text("The settings are changed.")).to_be_visible()
    assert type(state_of(Row.objects.get(name="Pods").pk).settings.format).__name__ == "Swiss"


def settings_sent(client: Client, row: UUID, **typed: str) -> None:
    """The form of the settings as it stands, with other things typed into it."""
    at = f"/admin/league/tournament/{row}/desk/settings/"
    shown = {field.html_name: field.value() for field in client.get(at).context["form"]}
    sent = {name: value for name, value in shown.items() if value not in (None, False)}
    assert client.post(at, sent | typed).status_code == 302


def test_win_draw_and_loss_are_paid_and_changed_to_places_and_back(director: Client) -> None:
    _, _, row = opened(director, format="swiss", outcomes="3 1 0")
    assert row is not None
    opened_with, size = state_of(row).settings.points, state_of(row).settings.table_size
    assert (opened_with.outcomes, opened_with.bye, size.max) == ((3, 1, 0), "win", 2)
    settings_sent(director, row, kind="by_place", by_place="2 1", outcomes="")
    by_place = state_of(row).settings.points
    assert (by_place.outcomes, by_place.by_place, by_place.bye) == (None, (2, 1), "mean")
    settings_sent(director, row, kind="outcomes", by_place="", outcomes="1 1/2 0")
    again = state_of(row).settings.points
    assert (again.outcomes, again.by_place, again.bye) == ((1, "0.5", 0), None, "win")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"outcomes": "3 1"}, "Write three numbers"),
        ({"outcomes": "3 1 0", "by_place": "4 2 1"}, "not both"),
        ({"outcomes": "win"}, "is not a number"),
    ],
)
def test_outcomes_that_can_not_be_paid_are_refused(director: Client, typed: dict[str, str], said: str) -> None:
    _, page, row = opened(director, format="swiss", **typed)
    assert row is None
    assert said in page
