"""Sign-ups at the desk: one button each, all at once, who is meant, and the standby list."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from league.models import SignUp, Tournament
from tests.api.conftest import Site
from tests.api.conftest import site as site  # noqa: PLC0414
from tests.pages.test_opening import ADD, as_sent, form
from tests.pages.test_opening import opened as opened_by_form
from tests.web.signing_up import opened


@pytest.fixture
def desk(site: Site) -> Client:
    cache.clear()
    client = Client()
    client.force_login(site.director.user)
    return client


def signed_up(site: Site, row: Tournament, *names: str) -> None:
    for name in names:
        body = {"name": name, "consent": True}
        assert site.anonymous.send("POST", f"tournaments/{row.pk}/sign-ups", body).status_code == 201


def people(desk: Client, row: Tournament) -> str:
    """The page about people, as people read it."""
    answer = desk.get(f"/admin/league/tournament/{row.pk}/desk/people/")
    assert answer.status_code == 200, answer
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def press(desk: Client, row: Tournament, step: str, name: str = "", **typed: str) -> Any:
    """Presses a button, of a sign-up where one is named."""
    about = f"{SignUp.objects.get(tournament=row, name=name).pk}/" if name else ""
    data = {"once": uuid4().hex, **typed}
    return desk.post(f"/admin/league/tournament/{row.pk}/desk/{step}/{about}", data, follow=True)


def test_the_list_is_opened_limited_and_closed_at_the_desk(site: Site, desk: Client) -> None:
    row = opened(site, sign_up=None)
    assert "People can’t sign up by themselves." in people(desk, row)
    address = f"/admin/league/tournament/{row.pk}/desk/sign-up-list/"
    form = desk.get(address).context["form"]
    typed = {"is_open": "on", "limit": "12", "closes_at": "2026-12-01T18:00", "seen": form["seen"].value()}
    assert "is changed" in press(desk, row, "sign-up-list", **typed).content.decode()
    shown = site.anonymous.send("GET", f"tournaments/{row.pk}").json()["sign_up"]
    assert (shown["open"], shown["limit"], shown["closes_at"]) == (True, 12, "2026-12-01T18:00:00+01:00")
    assert press(desk, row, "sign-up-list", **{**typed, "limit": "0"}).status_code == 422
    stale = press(desk, row, "sign-up-list", **typed)
    assert "Someone else changed this first" in stale.content.decode()
    form = desk.get(address).context["form"]
    assert (form["limit"].value(), form["closes_at"].value()) == (12, "2026-12-01T18:00")
    press(desk, row, "sign-up-list", limit="12", seen=form["seen"].value())
    assert "The list is closed." in people(desk, row)


def test_the_list_is_set_when_a_tournament_is_opened_and_moves_with_the_next_night(site: Site, desk: Client) -> None:
    assert opened_by_form(desk).sign_up_page is None
    typed = {"sign_up__open": "on", "sign_up__limit": "16", "sign_up__closes_at": "2026-12-01T18:00"}
    page = opened_by_form(desk, starts_at="2026-12-01T19:00", **typed).sign_up_page
    assert page is not None
    assert (page.open, page.limit, str(page.closes_at)) == (True, 16, "2026-12-01 18:00:00+01:00")
    newest = Tournament.objects.order_by("-id")[0]
    made = site.director.send("POST", f"tournaments/{newest.pk}/again", {"starts_at": "2026-12-08T20:00:00+01:00"})
    assert made.json()["sign_up"] == {"open": True, "limit": 16, "closes_at": "2026-12-08T19:00:00+01:00"}
    again = opened_by_form(desk, f"{ADD}?like={newest.pk}", starts_at="2027-01-05T19:00").sign_up_page
    assert again is not None
    assert again.limit == 16
    settings = f"/admin/league/tournament/{newest.pk}/desk/settings/"
    typed = as_sent(form(desk, settings), sign_up__limit="20")
    assert desk.post(settings, typed).status_code == 302
    assert site.anonymous.send("GET", f"tournaments/{newest.pk}").json()["sign_up"]["limit"] == 20


def test_sign_ups_are_accepted_by_one_button_each_and_all_at_once(site: Site, desk: Client) -> None:
    row = opened(site, sign_up={"limit": 20})
    site.people("Ada")
    signed_up(site, row, "Ada", "Bea", "Cleo", "Dov")
    assert "Sign-ups 4 of 20 places taken" in people(desk, row)
    assert "Ada known to the club" in people(desk, row)
    assert "Ada And 3 more people want to come." in " ".join(
        re.sub(r"<[^>]+>", " ", desk.get(f"/admin/league/tournament/{row.pk}/desk/").content.decode()).split()
    )
    assert "Ada is on the list." in press(desk, row, "accept-sign-up", "Ada").content.decode()
    assert "Dov is off the list." in press(desk, row, "remove-sign-up", "Dov").content.decode()
    assert "2 sign-ups are accepted." in press(desk, row, "accept-sign-ups").content.decode()
    assert row.entries.count() == 3
    assert (
        "This no longer exists"
        in desk.post(f"/admin/league/tournament/{row.pk}/desk/accept-sign-up/{uuid4()}/", follow=True).content.decode()
    )


def test_the_desk_asks_who_is_meant(site: Site, desk: Client) -> None:
    row = opened(site, sign_up={"open": True})
    ines, _ = site.people("Inès", "Bea")
    signed_up(site, row, "Ines", "Bea", "Bea")
    assert "The club knows somebody with nearly this name." in people(desk, row)
    press(desk, row, "accept-sign-ups")
    assert row.entries.count() == 1
    shown = press(desk, row, "accept-sign-up", "Ines", who="").content.decode()
    assert "The club knows somebody whose name is like Ines." in shown
    press(desk, row, "accept-sign-up", "Ines", who=ines)
    assert {str(entry.person_id) for entry in row.entries.all()} >= {ines}
    left = SignUp.objects.get(tournament=row, state="waiting")
    assert "A person of this name is in the tournament already." in people(desk, row)
    desk.post(f"/admin/league/tournament/{row.pk}/desk/accept-sign-up/{left.pk}/", {"who": "new"})
    assert row.entries.count() == 3


def test_the_standby_list_at_the_desk(site: Site, desk: Client) -> None:
    row = opened(site, sign_up={"limit": 1})
    (entry,) = site.entries(str(row.pk), "A")
    said = press(desk, row, "standby", called="Zoe", is_here="on").content.decode()
    assert "Zoe is on the standby list." in said
    assert press(desk, row, "standby", called="\u200b").status_code == 422
    assert "Zoe new, at the door" in people(desk, row)
    wants = f"/admin/league/tournament/{row.pk}/desk/"
    assert "it is their turn" not in desk.get(wants).content.decode()
    site.director.send("POST", f"entries/{entry}/drop", {})
    assert "it is their turn" in desk.get(wants).content.decode()
    press(desk, row, "accept-sign-up", "Zoe")
    assert [one.state for one in row.entries.order_by("pk")] == ["dropped", "checked_in"]


def test_a_referee_sees_no_names_of_sign_ups(site: Site) -> None:
    row = opened(site)
    cache.clear()
    signed_up(site, row, "Zoe")
    referee = Client()
    referee.force_login(site.referee.user)
    assert "Zoe" not in people(referee, row)
    assert referee.post(f"/admin/league/tournament/{row.pk}/desk/accept-sign-ups/").status_code == 403


@pytest.mark.parametrize("tab", ["", "people/"])
def test_an_open_desk_shows_a_new_sign_up(site: Site, desk: Client, tab: str) -> None:
    row = opened(site)
    address = f"/admin/league/tournament/{row.pk}/desk/{tab}"
    version, frame = (desk.get(address).context[name] for name in ("version", "frame"))
    signed_up(site, row, "Zoe")
    news = desk.get(f"{address}?since={version}&frame={frame}").json()
    assert not news["is_whole"]
    assert "Zoe" in news["parts"]
    assert ("accept-sign-up/" in news["parts"]) == (tab == "people/")
    assert ('data-count="1" data-said="Zoe wants to come."' in news["parts"]) == (tab == "people/")
