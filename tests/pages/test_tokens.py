"""The admin's pages of tokens: programs get theirs and lose them, everybody sees their own."""

from __future__ import annotations

import re

from django.test import Client

from league.models import Club, ClubToken, Event, Membership, PersonalToken, Role, Scope, User
from league.services import tokens
from tests.pages.night import PASSWORD, Night

PROGRAMS, OWN = "/admin/league/clubtoken/", "/admin/league/personaltoken/"


def give(director: Client, club: Club, **fields: str) -> str:
    """Gives a program a token by the form; the page that answers."""
    form = {"club": str(club.pk), "name": "results channel", "scope": "report", "valid_for": "year", **fields}
    answer = director.post(f"{PROGRAMS}add/", form)
    assert answer.status_code == 200
    return answer.text


def test_a_director_gives_a_program_a_token_and_sees_it_once(director: Client, night: Night) -> None:
    page = give(director, night.club)
    (secret,) = re.findall(r"tkc_[0-9a-f]{64}", page)
    row = ClubToken.objects.get()
    assert (row.name, row.scope, row.club) == ("results channel", "report", night.club)
    assert row.expires_at is not None
    headers = {"Authorization": f"Token {secret}"}
    assert Client().get(f"/api/v1/clubs/{night.club.pk}", headers=headers).status_code == 200
    listed = director.get(PROGRAMS).text
    assert "results channel" in listed
    assert secret not in listed
    assert "results channel" in director.get("/admin/log/").text


def test_a_token_without_an_end_and_one_without_a_name(director: Client, night: Night) -> None:
    give(director, night.club, valid_for="ever", scope="direct")
    assert ClubToken.objects.get().expires_at is None
    assert "This field is required." in give(director, night.club, name="")
    assert "can’t be in a name" in give(director, night.club, name="\u202eretoof").replace("&#x27;", "’")
    assert ClubToken.objects.count() == 1


def test_a_director_revokes_a_token(director: Client, night: Night) -> None:
    give(director, night.club)
    row = ClubToken.objects.get()
    assert director.post(f"{PROGRAMS}{row.pk}/delete/", {"post": "yes"}).status_code == 302
    row.refresh_from_db()
    assert row.revoked_at is not None
    assert Event.objects.filter(type="club.token_revoked", actor=f"user:{night.director.pk}").count() == 1
    give(director, night.club)
    other = ClubToken.objects.get(revoked_at=None)
    chosen = {"action": "delete_selected", "_selected_action": str(other.pk), "post": "yes"}
    assert director.post(PROGRAMS, chosen).status_code == 302
    assert not ClubToken.objects.filter(revoked_at=None).exists()
    assert list(director.get(PROGRAMS).context["cl"].result_list) == []


def test_a_token_has_no_page_of_its_own(director: Client, night: Night) -> None:
    give(director, night.club)
    own = tokens.make(night.director, "mine", Scope.READ, None)
    assert own is not None
    for pages, row in ((PROGRAMS, ClubToken.objects.get()), (OWN, own.row)):
        assert director.get(f"{pages}{row.pk}/delete/").status_code == 200  # its links lead there
        assert director.get(f"{pages}{row.pk}/change/").headers["Location"] == pages


def test_programs_are_for_the_clubs_own_directors(director: Client, night: Night) -> None:
    elsewhere = Club.objects.create(name="Elsewhere")
    theirs = tokens.make_for_club(
        elsewhere.pk, "their bot", Scope.READ, None, actor="user:x", at=night.director.date_joined
    ).row
    assert "their bot" not in director.get(PROGRAMS).text
    assert director.post(f"{PROGRAMS}{theirs.pk}/delete/", {"post": "yes"}).status_code == 302
    assert ClubToken.objects.get(pk=theirs.pk).revoked_at is None
    form = {"club": str(elsewhere.pk), "name": "x", "scope": "read", "valid_for": "year"}
    assert "Select a valid choice" in director.post(f"{PROGRAMS}add/", form).text
    referee = User.objects.create_user("referee", password=PASSWORD)
    Membership.objects.create(club=night.club, user=referee, role=Role.REFEREE)
    client = Client()
    client.force_login(referee)
    assert client.get(PROGRAMS).status_code == 403
    assert client.get(f"{PROGRAMS}add/").status_code == 403
    assert client.get(OWN).status_code == 200


def test_everybody_sees_and_revokes_their_own_tokens(director: Client, night: Night) -> None:
    mine = tokens.make(night.director, "my script", Scope.READ, None)
    other = tokens.make(User.objects.create_user("other", password=PASSWORD), "not mine", Scope.READ, None)
    assert mine is not None
    assert other is not None
    page = director.get(OWN).text
    assert "my script" in page
    assert "not mine" not in page
    director.post(f"{OWN}{other.row.pk}/delete/", {"post": "yes"})
    assert director.post(f"{OWN}{mine.row.pk}/delete/", {"post": "yes"}).status_code == 302
    assert list(PersonalToken.objects.values_list("pk", flat=True)) == [other.row.pk]
    assert director.get(f"{OWN}add/").status_code == 403


def test_superusers_see_whose_tokens_there_are_and_their_use(night: Night) -> None:
    tokens.make(night.director, "my script", Scope.REPORT, None)
    root = Client()
    root.force_login(User.objects.create_superuser("root", password=PASSWORD))
    page = root.get("/admin/knox/authtoken/").text
    assert "my script" in page
    assert "report results" in page
