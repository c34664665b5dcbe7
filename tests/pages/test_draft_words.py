"""What the desk says about a draft: people by name, places beside an area, what has changed, and who sees it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.admin.desk.tournament.seating_costs import in_their_usual_seat
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem
from league.domain.tournament.settings import Change
from tests.pages.night import FIRST_NIGHT, Night, Playing, make_people
from tests.pages.test_shown import text_of

SEVEN = ["Ada", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus"]


def test_who_has_had_a_seat_most_often_is_found_seat_by_seat():
    past = PastRound(1, (PastTable(1, ("a", "b", "c")),))
    problem = Problem(number=2, seed="", players=("a", "b", "c", "d"), bounds=Bounds(3, 4, 3), history=(past,))
    assert list(in_their_usual_seat(problem, ("a", "d", "b"))) == ["a"]
    assert list(in_their_usual_seat(problem, ("b", "a", "c", "d"))) == ["c"]
    assert list(in_their_usual_seat(problem, ("b", "c", "a"))) == []


@pytest.fixture
def draft(night: Night) -> Playing:
    """Seven at a table of four and one of three, before their second round."""
    playing = Playing(night.club, night.director, night.season, "Seven", FIRST_NIGHT)
    playing.enter(make_people(night.club, SEVEN))
    playing.play_round()
    playing.seat()
    return playing


def said(client: Client, playing: Playing) -> str:
    return text_of(client, f"/admin/league/tournament/{playing.id}/desk/")


def test_a_draft_is_told_with_names_and_the_largest_gap(director: Client, draft: Playing):
    text = said(director, draft)
    assert "People with similar points sit together (largest gap at a table: " in text
    first, second = draft.state().rounds
    short = {entry for found in (first,) for table in found.tables if len(table.seats) == 3 for entry in table.seats}
    again = [entry for table in second.tables if len(table.seats) == 3 for entry in table.seats if entry in short]
    assert ("at a smaller table again." in text or "at smaller tables again." in text) == bool(again)


def test_an_area_has_its_places_beside_it(director: Client, draft: Playing):
    text = said(director, draft)
    assert "area A, places 1–" in text
    assert "area B, places " in text


def test_a_draft_that_no_longer_fits_says_why(director: Client, draft: Playing):
    draft.send(Change(points=points_of(draft)))
    text = said(director, draft)
    assert "The settings have changed since this draft was made. Seat again, or publish it as it is." in text
    draft.enter(make_people(draft.club, ["Hal"]))
    assert "People came, left or got a penalty since this draft was made." in said(director, draft)


def points_of(playing: Playing) -> Any:
    """The points, with one place worth more."""
    points = playing.state().settings.points
    return type(points)(by_place=(5, 2, 1, 0))


@pytest.mark.parametrize(
    ("visibility", "readers"),
    [
        ("public", "Everybody can see it."),
        ("link", "Everybody with the tournament’s link can see it."),
        ("members", "The club’s members and the players can see it."),
    ],
)
def test_what_is_published_says_who_can_see_it(director: Client, draft: Playing, visibility: Any, readers: str):
    draft.send(Change(visibility=visibility))
    desk = f"/admin/league/tournament/{draft.id}/desk"
    round = draft.state().rounds[-1]
    page = director.get(f"{desk}/redo/{round.id}/").text
    assert f"How often it was seated stays visible. {readers}" in page
    published = director.post(f"{desk}/publish/{round.id}/", follow=True)
    assert f"The round is published. {readers}" in published.text
