"""Why somebody sits or stands there: from the desk and from the standings to the page that says it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

from django.test import Client
from playwright.sync_api import Page, expect

from league.domain.tournament.rounds.commands import Swap
from league.repository.streams import TOURNAMENT, rebuilt
from league.seating import planning
from tests.pages.night import FIRST_NIGHT, NAMES, Night, Playing, make_people
from tests.pages.test_shown import text_of

Opened = Callable[..., Page]


def seated(night: Night) -> tuple[str, str]:
    """The running tournament, and who has seat 1 at table 1 of its second round."""
    id = night.tournaments[-1]
    entry = rebuilt(night.club.pk, TOURNAMENT, id).aggregate.state.rounds[1].tables[0].seats[0]
    return f"/admin/league/tournament/{id}", entry


def test_a_seat_is_explained_with_names_and_what_else_it_could_have_been(director: Client, night: Night):
    tournament, entry = seated(night)
    text = text_of(director, f"{tournament}/why/{entry}/2/")
    assert "in round 2" in text
    assert "form area A" in text
    assert "Alternatives" in text
    assert "gap in points" in text
    assert sum(name in text for name in NAMES) > 3
    assert entry not in text


def test_a_place_is_explained(director: Client, night: Night):
    tournament, entry = seated(night)
    text = text_of(director, f"{tournament}/why/{entry}/")
    assert "have this place?" in text
    assert "has place" in text
    assert "What else" not in text


def test_what_is_not_there_has_no_page(director: Client, stranger: Client, night: Night):
    tournament, entry = seated(night)
    for path in (f"{uuid4()}/", f"{entry}/9/", f"{uuid4()}/1/"):
        assert director.get(f"{tournament}/why/{path}").status_code == 404
    assert director.post(f"{tournament}/why/{entry}/").status_code == 405
    assert stranger.get(f"{tournament}/why/{entry}/").status_code == 404


def test_the_desk_leads_from_each_seat_to_its_reason(open_page: Opened, live_night: Night):
    page = open_page()
    tournament, _ = seated(live_night)
    page.goto(f"{tournament}/desk/")
    page.get_by_text("Change this round").click()
    expect(page.get_by_text("seated once").first).to_be_visible()
    table = page.get_by_role("article", name="Table 1").first
    table.locator("summary").click()
    expect(table.get_by_role("link", name="sit here?")).to_have_count(5)
    table.get_by_role("link", name="sit here?").first.click()
    expect(page.get_by_role("heading", name="sit here in round")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Swapped with")).to_be_visible()
    page.get_by_role("link", name="Standings and rounds").click()
    page.get_by_role("link", name="why does Ada Lovelace have this place?").click()
    expect(page.get_by_role("heading", name="Why does Ada Lovelace have this place?")).to_be_visible()


def test_a_draw_is_checked_from_the_page_of_the_tournament(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto(f"/admin/league/tournament/{live_night.tournaments[0]}/change/")
    page.get_by_role("link", name="Check the seating").first.click()
    expect(page.get_by_role("heading", name="Check of the seating of round")).to_be_visible()
    expect(page.get_by_text("everybody has the same seat.")).to_be_visible()
    secret = rebuilt(live_night.club.pk, TOURNAMENT, live_night.tournaments[0]).aggregate.state.secret
    expect(page.get_by_text(secret, exact=True)).to_be_visible()


def test_the_page_of_a_draw_is_the_clubs_own(director: Client, stranger: Client, night: Night):
    tournament, _ = seated(night)
    text = text_of(director, f"{tournament}/redraw/2/")
    assert "The secret is published when the tournament is closed." in text
    assert " Secret: " not in text
    assert director.get(f"{tournament}/redraw/9/").status_code == 404
    assert director.post(f"{tournament}/redraw/2/").status_code == 405
    assert stranger.get(f"{tournament}/redraw/2/").status_code == 404


def test_what_was_changed_by_hand_is_said_beside_how_often_it_was_drawn(director: Client, night: Night):
    playing = Playing(night.club, night.director, night.season, "Wednesday", FIRST_NIGHT)
    playing.enter(make_people(night.club, NAMES[:8]))
    draft = playing.seat()
    address = f"/admin/league/tournament/{playing.id}/desk/"
    assert "seated once" in text_of(director, address)
    assert "changed by hand" not in text_of(director, address)
    playing.send(Swap(draft.id, draft.tables[0].seats[0], draft.tables[1].seats[0]))
    assert "seated once Check the seating seated or changed by hand" in text_of(director, address)
    again = planning.plan_again(playing.id, club=night.club.pk)
    playing.send(planning.new_redo_command(again, UUID(draft.id)))
    assert "seated 2 times" in text_of(director, address)
    assert "changed by hand" not in text_of(director, address)
