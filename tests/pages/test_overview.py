"""The overview: tonight and its next steps, the first steps of a new club, and the demo."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Club, Event, Membership, Person, Role, Season, SignUp, SignUpState, Tournament, User
from league.services import demo
from tests.pages.night import PASSWORD, Night, make_club, make_season
from tests.pages.test_opening import as_sent

pytestmark = pytest.mark.django_db


def new_director() -> tuple[Client, Club]:
    """The director of a club without anything, logged in."""
    club, user = make_club("New Club")
    client = Client()
    client.force_login(user)
    return client, club


def overview(client: Client) -> str:
    answer = client.get("/admin/")
    assert answer.status_code == 200
    return answer.text


def test_what_runs_has_its_one_next_step(director: Client, night: Night) -> None:
    page = overview(director)
    assert "Round 2" in page
    assert "2 tables to report" in page
    assert "Enter slips" in page
    assert page.count("tk-button is-main") == 1
    assert "three steps" not in page


def test_a_member_of_staff_sees_what_comes_next_and_what_is_over(director: Client, night: Night) -> None:
    first, second, *_ = night.tournaments
    now = timezone.now()
    Tournament.objects.filter(pk=first).update(state="open", starts_at=now + timedelta(days=3), name="In three days")
    Tournament.objects.filter(pk=second).update(state="open", starts_at=now - timedelta(days=3), name="Never begun")
    row = Tournament.objects.get(pk=first)
    SignUp.objects.create(club=night.club, tournament=row, name="Zoe", made_at=now, state=SignUpState.WAITING)
    page = overview(director)
    assert "1 sign-up waits for you" in page
    assert director.get(f"/admin/league/tournament/{first}/desk/people/").status_code == 200
    assert f'href="/admin/league/tournament/{first}/desk/people/#sign-ups"' in page
    assert f'href="/c/{night.club.slug}">Public page</a>' in page
    upcoming, over = page.index("In three days"), page.index("Never begun")
    assert page.index('id="next-title"') < upcoming < page.index('id="leagues-title"')
    assert over > page.index('id="tournaments-title"')


def test_a_new_club_is_led_through_people_season_and_tonight() -> None:
    client, club = new_director()
    page = overview(client)
    assert "New Club: three steps to the first night" in page
    assert [f"/admin/league/{name}/add/" in page for name in ("season", "tournament")] == [True] * 2
    assert page.count("tk-button is-main") == 1
    refused = client.post("/admin/first-people/", {"names": "Ada\n???"}).text
    assert "Line 2" in refused
    assert "Ada\n???" in refused
    added = client.post("/admin/first-people/", {"names": "1. Ada\nBo\n\nbo\nCleo"}, follow=True).text
    assert "3 people were added to the club." in added
    assert "3 people are in the club." in added
    assert client.post("/admin/first-people/", {"names": "Ada"}, follow=True).status_code == 200
    assert sorted(club.people.values_list("name", flat=True)) == ["Ada", "Bo", "Cleo"]
    make_season(club, User.objects.get(memberships__club=club))
    page = overview(client)
    assert "Winter 2026 is open." in page
    assert page.index("is-next") > page.index("Winter 2026 is open.")


def test_the_steps_can_be_hidden() -> None:
    client, _club = new_director()
    assert client.get("/admin/first-steps/").status_code == 405
    assert "three steps" not in client.post("/admin/first-steps/", follow=True).text
    assert "Nothing is on tonight." in overview(client)


def test_a_site_without_a_club_begins_with_one() -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("root", password=PASSWORD))
    for model in (Tournament, Season, Club):
        model.objects.all().delete()
    page = overview(client)
    assert "Welcome to Tablekeeper" in page
    assert "/admin/league/club/add/" in page


def test_the_demo_is_a_club_of_its_own_that_can_be_removed() -> None:
    client, club = new_director()
    page = client.post("/admin/demo/", follow=True).text
    shown = Club.objects.get(is_demo=True)
    assert "The demo night is running." in page
    assert "Demo club is for looking around" in page
    assert "three steps" in page
    assert "Enter slips" in page
    assert not Person.objects.filter(club=club).exists()
    assert client.post("/admin/demo/", follow=True).status_code == 200
    assert Club.objects.filter(is_demo=True).count() == 1
    assert [row.state for row in Tournament.objects.filter(club=shown).order_by("pk")] == ["closed", "running"]
    assert {row.visibility for row in Tournament.objects.filter(club=shown)} == {"link"}
    assert "Hypatia" in client.get(f"/admin/league/season/{Season.objects.get(club=shown).pk}/change/").text
    assert "Demo club" not in client.post("/admin/demo/remove/", follow=True).text
    assert not Person.objects.filter(club=shown.pk).exists()
    assert Event.objects.filter(club=shown.pk).exists()
    assert client.get("/admin/log/").status_code == 200


def test_the_demo_has_another_night_in_two_clicks() -> None:
    client, _club = new_director()
    page = client.post("/admin/demo/", follow=True).text
    link = re.search(r'href="([^"]+)">Again, like Demo night<', page)
    assert link
    assert client.post(link[1], as_sent(client.get(link[1]).context["form"])).status_code == 302
    opened = Tournament.objects.order_by("-id")[0]
    assert (opened.club.is_demo, opened.visibility, opened.name.startswith("Demo night, ")) == (True, "link", True)
    assert "Again, like Demo night, " in client.get("/admin/").text


def test_a_demo_belongs_to_the_director_who_asked_for_it(other: tuple[Club, User]) -> None:
    client, club = new_director()
    shown = demo.fill(other[1], like=other[0], at=timezone.now())
    assert "The demo is removed." in client.post("/admin/demo/remove/", follow=True).text
    assert Club.objects.filter(pk__in=[club.pk, shown.pk]).count() == 2
    assert "Demo club" not in overview(client)
    assert "Demo club" not in Client().get("/", follow=True).text
    referee = User.objects.create_user("referee", password=PASSWORD)
    Membership.objects.create(club=club, user=referee, role=Role.REFEREE)
    client.force_login(referee)
    assert client.post("/admin/demo/").status_code == 403
