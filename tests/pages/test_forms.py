"""What may be changed in the admin: people, clubs and their members, accounts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from uuid6 import uuid7

from league.admin import invitations
from league.models import Club, Event, Membership, Person, Role, User
from tests.pages.night import PASSWORD, Night


def club_form(club: Club, *members: tuple[str, str], name: str = "Tuesday", leaving: bool = False) -> dict[str, Any]:
    """The form of a club as a browser sends it. members: user name and role, the first one there already."""
    there = Membership.objects.get(club=club)
    form = {
        "name": name,
        "slug": club.slug,
        "time_zone": "Europe/Berlin",
        "language": "en",
        "memberships-TOTAL_FORMS": len(members),
        "memberships-INITIAL_FORMS": 1,
        "memberships-0-id": there.pk,
        "memberships-0-club": club.pk,
    }
    for number, (username, role) in enumerate(members):
        form |= {f"memberships-{number}-user": username, f"memberships-{number}-role": role}
    return form | ({"memberships-0-DELETE": "on"} if leaving else {})


def test_a_person_is_added_and_changed(director: Client, night: Night):
    club = str(night.club.pk)
    director.post("/admin/league/person/add/", {"name": "Hypatia", "club": club, "born": "1350"})
    person = Person.objects.get(name="Hypatia")
    director.post(f"/admin/league/person/{person.pk}/change/", {"name": "Hypatia", "born": "1355"})
    person.refresh_from_db()
    assert (person.born, person.version, person.club) == ("1355", 2, night.club)


def test_a_director_writes_down_the_wifi_of_the_hall(director: Client, night: Night):
    address = f"/admin/league/club/{night.club.pk}/change/"
    form = club_form(night.club, (night.director.username, "director"))
    director.post(address, {**form, "wifi_name": "Back room", "wifi_password": "meeple 12"})
    club = Club.objects.get(pk=night.club.pk)
    assert (club.wifi_name, club.wifi_password) == ("Back room", "meeple 12")
    assert "Back room" in director.get(address).text
    log = director.get(f"/admin/log/?club={night.club.pk}").text
    assert "name of the wifi, password of the wifi" in log
    assert "meeple" not in log


def test_a_new_person_is_of_the_only_club_that_one_directs(director: Client, night: Night, other: tuple[Club, User]):
    address, chosen = "/admin/league/person/add/", f'<option value="{night.club.pk}" selected>'
    assert chosen in director.get(address).text
    Membership.objects.create(club=other[0], user=night.director, role=Role.DIRECTOR)
    assert chosen not in director.get(address).text


def test_people_are_added_by_a_button_with_words(director: Client):
    assert re.search(r'href="/admin/league/person/add/">Add a person</a>', director.get("/admin/league/person/").text)


def test_a_wrong_year_is_refused(director: Client, night: Night):
    answer = director.post("/admin/league/person/add/", {"name": "H", "club": str(night.club.pk), "born": "soon"})
    assert "a year or a date" in answer.text
    assert not Person.objects.filter(name="H").exists()


def test_a_name_is_invited_whether_or_not_somebody_has_it(director: Client, night: Night):
    User.objects.create_user("hypatia", password=PASSWORD)
    address, me = f"/admin/league/club/{night.club.pk}/change/", (night.director.username, "director")
    form = club_form(night.club, me, ("hypatia", "referee"), ("nobody", "referee"))
    assert director.post(address, form).status_code == 302
    invited = Membership.objects.filter(club=night.club, user=None)
    assert sorted(invited.values_list("invited", "role")) == [("hypatia", "referee"), ("nobody", "referee")]
    page = director.get(address).text
    assert ('value="hypatia"' in page, 'value="nobody"' in page) == (True, True)
    log = director.get(f"/admin/log/?club={night.club.pk}").text
    assert all(
        f"{name}\u2069 was added to the members, with the role referee." in log for name in ("hypatia", "nobody")
    )


def test_whoever_is_invited_joins_on_the_first_page(client: Client, director: Client, night: Night):
    hypatia = User.objects.create_user("hypatia", password=PASSWORD)
    form = club_form(night.club, (night.director.username, "director"), ("hypatia", "referee"))
    director.post(f"/admin/league/club/{night.club.pk}/change/", form)
    browser = Client()
    assert browser.post("/admin/login/", {"username": "hypatia", "password": PASSWORD}).status_code == 302
    invitation = Membership.objects.get(invited="hypatia")
    assert "Tuesday invites you. Your role: referee." in browser.get("/admin/").text
    assert "Lovelace" not in browser.get("/admin/").text
    assert client.post(f"/admin/invitations/{invitation.pk}/", {"accept": "1"}).status_code == 302
    assert Membership.objects.get(pk=invitation.pk).user is None
    browser.post(f"/admin/invitations/{invitation.pk}/", {"accept": "1"})
    assert Membership.objects.get(club=night.club, user=hypatia).role == Role.REFEREE
    assert "You have joined Tuesday." in browser.get("/admin/").text
    browser.post(f"/admin/invitations/{invitation.pk}/", {})
    assert "This invitation no longer exists." in browser.get("/admin/").text
    assert "hypatia\u2069 joined the club." in director.get(f"/admin/log/?club={night.club.pk}").text


def test_an_invitation_that_another_click_has_just_answered_is_gone(
    night: Night, client: Client, monkeypatch: pytest.MonkeyPatch
):
    hypatia = User.objects.create_user("hypatia", password=PASSWORD)
    invitation = Membership.objects.create(club=night.club, role=Role.REFEREE, invited="hypatia", invitation=uuid7())
    client.force_login(hypatia)
    monkeypatch.setattr(invitations, "of", lambda _user: [invitation])
    for said in ("You have joined Tuesday Club.", "This invitation no longer exists."):
        assert client.post(f"/admin/invitations/{invitation.pk}/", {"accept": "1"}).status_code == 302
        assert said in client.get("/admin/").text


def test_a_superuser_adds_an_account_at_once(client: Client, night: Night):
    User.objects.create_user("hypatia", password=PASSWORD)
    client.force_login(User.objects.create_superuser("root", password=PASSWORD))
    form = club_form(night.club, (night.director.username, "director"), ("hypatia", "referee"))
    assert client.post(f"/admin/league/club/{night.club.pk}/change/", form).status_code == 302
    assert Membership.objects.get(user__username="hypatia").role == Role.REFEREE


def test_a_member_twice_is_refused(director: Client, night: Night):
    address, me = f"/admin/league/club/{night.club.pk}/change/", (night.director.username, "director")
    form = club_form(night.club, me, ("zoe", "member"), ("zoe", "referee"))
    for slug in (night.club.slug, "", "-"):
        answer = director.post(address, {**form, "slug": slug})
        assert (answer.status_code, "zoe is a member already." in answer.text) == (200, True)
    assert Membership.objects.filter(club=night.club).count() == 1


def test_members_and_people_changed_at_the_admin_leave_a_trace(director: Client, night: Night):
    address, me = f"/admin/league/club/{night.club.pk}/change/", (night.director.username, "director")
    director.post(address, club_form(night.club, me, ("zoe", "member"), name="Wednesday Club"))
    director.post("/admin/league/person/add/", {"name": "Mary", "club": str(night.club.pk)})
    mary = Person.objects.get(name="Mary")
    form = {"name": "Mary", "family_name": "Somerville", "shown_as": "", "household": "", "home_club": "", "born": ""}
    assert director.post(f"/admin/league/person/{mary.pk}/change/", {**form, "email": ""}).status_code == 302
    kinds = Event.objects.filter(stream=night.club.pk).order_by("version").values_list("type", "data")
    zoe = Membership.objects.get(invited="zoe")
    assert list(kinds) == [
        ("club.changed", {"fields": ["name"]}),
        ("club.member_added", {"member": str(zoe.invitation), "role": "member"}),
        ("club.people_added", {"people": [str(mary.pk)]}),
        ("club.person_changed", {"person": str(mary.pk), "fields": ["family_name"]}),
    ]
    log = director.get(f"/admin/log/?club={night.club.pk}&kind=club").text
    assert "Mary\u2069 were changed: family name." in log
    assert "The club’s settings were changed: name." in log


def test_a_club_keeps_a_director(director: Client, night: Night):
    address = f"/admin/league/club/{night.club.pk}/change/"
    me = night.director.username
    demoted = director.post(address, club_form(night.club, (me, "member")))
    gone = director.post(address, club_form(night.club, (me, "director"), leaving=True))
    for answer in (demoted, gone):
        assert "A club needs at least one director." in answer.text
    assert Membership.objects.get(user=night.director).role == Role.DIRECTOR


def test_a_changed_club_has_a_new_version(director: Client, night: Night):
    before = Club.objects.get(pk=night.club.pk).version
    form = club_form(night.club, (night.director.username, "director"), name="Wednesday Club")
    director.post(f"/admin/league/club/{night.club.pk}/change/", form)
    club = Club.objects.get(pk=night.club.pk)
    assert (club.name, club.version) == ("Wednesday Club", before + 1)


def test_a_superuser_makes_a_club_and_directs_it(client: Client, db: None):
    root = User.objects.create_superuser("root", password=PASSWORD)
    client.force_login(root)
    form = {"name": "Friday Club", "time_zone": "Europe/Dublin", "language": "en"}
    assert client.post("/admin/league/club/add/", form).status_code == 302
    assert Membership.objects.get(club__name="Friday Club").user == root


def test_a_director_makes_no_club(director: Client):
    assert director.post("/admin/league/club/add/", {"name": "Second"}).status_code == 403


def test_an_account_gets_its_password_hashed(client: Client, db: None):
    client.force_login(User.objects.create_superuser("root", password=PASSWORD))
    form = {"username": "ada", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/admin/league/user/add/", form).status_code == 302
    assert User.objects.get(username="ada").check_password(PASSWORD)
