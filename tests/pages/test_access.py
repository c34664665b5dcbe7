"""A director sees the own club and nothing of another, a referee what is played; members don't come in."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Club, Membership, Person, Role, User
from tests.pages.night import PASSWORD, Night

CLUB_LISTS = ("tournament", "season", "rating", "person", "club")


def pages_of(night: Night) -> list[str]:
    """Every page that shows something of the night's club."""
    return [
        f"/admin/league/season/{night.season}/change/",
        f"/admin/league/season/{night.season}/head-to-head/",
        f"/admin/league/season/{night.season}/fairness/",
        f"/admin/league/season/{night.season}/fairness/csv",
        f"/admin/league/season/person/{Person.objects.get(club=night.club, name='Ada Lovelace').pk}/",
        f"/admin/league/season/{night.season}/what-if/",
        f"/admin/league/season/{night.season}/csv",
        f"/admin/league/season/{night.season}/xlsx",
        f"/admin/league/season/{night.season}/places/",
        f"/admin/league/season/{night.season}/head-to-head/csv",
        f"/admin/league/season/person/{Person.objects.get(club=night.club, name='Ada Lovelace').pk}/record/csv",
        f"/admin/league/tournament/{night.tournaments[0]}/places/",
        f"/admin/league/tournament/{night.tournaments[0]}/standings/csv",
        f"/admin/league/tournament/{night.tournaments[0]}/entries/csv",
        f"/admin/league/rating/{night.club.pk}/csv",
        f"/admin/league/tournament/{night.tournaments[0]}/change/",
        f"/admin/league/tournament/{night.tournaments[0]}/what-if/",
        f"/admin/log/?club={night.club.pk}",
        f"/admin/log/?club={night.club.pk}&stream={night.tournaments[0]}",
    ]


def test_a_director_sees_the_own_club(director: Client, night: Night):
    for page in [*pages_of(night), *(f"/admin/league/{name}/" for name in CLUB_LISTS)]:
        assert director.get(page).status_code == 200, page
    assert "Émilie du Châtelet" in director.get("/admin/league/person/").text
    assert "Winter 2026" in director.get("/admin/").text


def test_a_director_of_another_club_sees_nothing_of_it(stranger: Client, night: Night):
    for page in pages_of(night):
        answer = stranger.get(page)
        assert answer.status_code == 404, page
    for page in ("/admin/", "/admin/log/", *(f"/admin/league/{name}/" for name in CLUB_LISTS)):
        text = stranger.get(page).text
        assert not any(name in text for name in ("Tuesday", "Winter 2026", "Lovelace", "Club night 3")), page


def test_another_clubs_stream_in_the_own_log_is_empty(stranger: Client, other: tuple[Club, User], night: Night):
    answer = stranger.get(f"/admin/log/?club={other[0].pk}&stream={night.tournaments[0]}")
    assert "Nothing happened yet." in answer.text
    assert "Lovelace" not in answer.text


def test_rows_of_another_club_can_be_neither_opened_nor_changed(stranger: Client, night: Night):
    person = Person.objects.get(club=night.club, name="Ada Lovelace")
    for address in (f"/admin/league/person/{person.pk}/", f"/admin/league/club/{night.club.pk}/"):
        for page in ("change/", "history/", "delete/"):
            answer = stranger.get(address + page)
            assert answer.status_code in (302, 403, 404)
            assert "Lovelace" not in answer.content.decode()
    stranger.post(f"/admin/league/person/{person.pk}/change/", {"name": "Taken over"})
    person.refresh_from_db()
    assert person.name == "Ada Lovelace"


def test_nobody_is_entered_into_another_club(stranger: Client, night: Night):
    answer = stranger.post("/admin/league/person/add/", {"name": "Intruder", "club": str(night.club.pk)})
    assert answer.status_code == 200
    assert not Person.objects.filter(name="Intruder").exists()
    assert "Tuesday Club" not in answer.text


def test_filters_and_searches_name_no_other_club(stranger: Client, other: tuple[Club, User], night: Night):
    Person.objects.create(club=other[0], name="Mary Somerville")
    answer = stranger.get(f"/admin/league/person/?q=a&club__id__exact={night.club.pk}")
    assert "Lovelace" not in answer.text
    assert "Tuesday" not in answer.text


def test_a_member_does_not_come_in(client: Client, night: Night):
    user = User.objects.create_user("player", password=PASSWORD, is_staff=True)
    Membership.objects.create(club=night.club, user=user, role=Role.MEMBER)
    answer = client.post("/admin/login/", {"username": "player", "password": PASSWORD})
    assert "user name and password of a club’s director or referee" in answer.text
    client.force_login(user)
    assert client.get("/admin/").status_code == 302
    assert client.get(pages_of(night)[0]).status_code == 302


def test_a_referee_sees_what_is_played_and_nothing_of_the_club(client: Client, night: Night):
    user = User.objects.create_user("referee", password=PASSWORD)
    Membership.objects.create(club=night.club, user=user, role=Role.REFEREE)
    client.force_login(user)
    for page in ["/admin/", "/admin/league/rating/", *pages_of(night)]:
        assert client.get(page).status_code == 200, page
    for name in ("person", "club"):
        assert client.get(f"/admin/league/{name}/").status_code == 403
        assert client.get(f"/admin/league/{name}/add/").status_code == 403
    for name in ("tournament", "season"):
        assert client.get(f"/admin/league/{name}/add/").status_code == 403
        assert "Open a" not in client.get(f"/admin/league/{name}/").text


def test_a_director_who_left_is_out_at_once(director: Client, night: Night):
    Membership.objects.filter(user=night.director).delete()
    assert director.get("/admin/").status_code == 302


def test_accounts_and_tokens_are_for_superusers(director: Client, client: Client):
    assert director.get("/admin/league/user/").status_code == 403
    assert director.get("/admin/knox/authtoken/").status_code == 403
    root = Client()
    root.force_login(User.objects.create_superuser("root", password=PASSWORD))
    assert root.get("/admin/league/user/").status_code == 200
    assert root.get("/admin/knox/authtoken/").status_code == 200


@pytest.mark.parametrize("name", ["tournament", "season"])
def test_rows_derived_from_the_log_are_not_changed(director: Client, night: Night, name: str):
    row = {"tournament": night.tournaments[0], "season": night.season}[name]
    root = Client()
    root.force_login(User.objects.create_superuser("root", password=PASSWORD))
    for caller in (director, root):
        assert caller.post(f"/admin/league/{name}/{row}/change/", {"name": "x"}).status_code == 405
        assert caller.post(f"/admin/league/{name}/{row}/delete/", {"post": "yes"}).status_code == 403
        assert caller.post("/admin/log/").status_code == 405


def test_nothing_that_the_log_names_is_deleted(director: Client, night: Night):
    person = Person.objects.get(club=night.club, name="Ada Lovelace")
    assert director.post(f"/admin/league/person/{person.pk}/delete/", {"post": "yes"}).status_code == 403
    assert director.post(f"/admin/league/club/{night.club.pk}/delete/", {"post": "yes"}).status_code == 403
