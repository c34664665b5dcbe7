"""`clubs`, `clubs/{id}/members`."""

from __future__ import annotations

from league.models import Membership, User
from tests.api.conftest import Site, Visitor

CLUB = {"name": "Third", "time_zone": "Europe/Paris", "language": "fr"}
PASSWORD = "correct horse battery"


def test_a_superuser_makes_a_club_and_directs_it(site: Site) -> None:
    answer = site.superuser.send("POST", "clubs", CLUB)
    made = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/clubs/{made['id']}")
    assert {name: made[name] for name in CLUB} == CLUB
    assert answer["ETag"] == '"1"'
    assert Membership.objects.get(club=made["id"]).user == site.superuser.user
    assert site.superuser.send("GET", answer["Location"]).json() == made


def test_a_club_can_be_changed_and_its_version_rises(site: Site) -> None:
    path = f"clubs/{site.club.id}"
    first = site.director.send("PATCH", path, {"name": "Wednesday Club"})
    assert (first.json()["name"], first.json()["version"], first["ETag"]) == ("Wednesday Club", 2, '"2"')
    assert site.director.send("PATCH", path, {"name": "Wednesday Club"}).json()["version"] == 2
    assert site.member.send("GET", path).json() == first.json()


def test_bad_fields_of_a_club(site: Site) -> None:
    for field, value in (("time_zone", "Mars/Base"), ("language", "xx"), ("name", ""), ("name", "x" * 121), ("no", 1)):
        answer = site.superuser.send("POST", "clubs", {**CLUB, field: value})
        assert (answer.status_code, [e["field"] for e in answer.json()["errors"]]) == (400, [field]), value


def test_everybody_lists_their_own_clubs(site: Site) -> None:
    names = {
        who: {club["name"] for club in getattr(site, who).send("GET", "clubs").json()["results"]}
        for who in ("member", "stranger", "superuser")
    }
    assert names == {
        "member": {"Tuesday Club"},
        "stranger": {"Elsewhere"},
        "superuser": {"Tuesday Club", "Elsewhere"},
    }


def test_a_new_name_with_a_password_makes_an_account_that_can_log_in(site: Site) -> None:
    body = {"username": "new", "role": "referee", "password": PASSWORD}
    answer = site.director.send("POST", f"clubs/{site.club.id}/members", body)
    assert (answer.status_code, answer.json()["role"]) == (201, "referee")
    assert PASSWORD not in answer.content.decode()
    assert Visitor().send("POST", "tokens", {"username": "new", "password": PASSWORD}).status_code == 201


def test_an_account_that_is_there_joins_without_a_password(site: Site) -> None:
    path = f"clubs/{site.club.id}/members"
    assert site.director.send("POST", path, {"username": "stranger", "role": "member"}).status_code == 201
    again = site.director.send("POST", path, {"username": "stranger", "role": "referee"})
    assert (again.status_code, again.json()["code"]) == (409, "duplicate")


def test_nobody_gets_another_password_by_joining(site: Site) -> None:
    body = {"username": "stranger", "role": "member", "password": "another long one"}
    answer = site.director.send("POST", f"clubs/{site.club.id}/members", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "duplicate")
    assert User.objects.get(username="stranger").check_password(PASSWORD)


def test_members_that_can_not_be(site: Site) -> None:
    for body, field in (
        ({"username": "nobody", "role": "member"}, "username"),
        ({"username": "new", "role": "member", "password": "123"}, "password"),
        ({"username": "new", "role": "king", "password": PASSWORD}, "role"),
        ({"username": "a b/c", "role": "member", "password": PASSWORD}, "username"),
    ):
        answer = site.director.send("POST", f"clubs/{site.club.id}/members", body)
        assert answer.status_code == 400, body
        assert {error["field"] for error in answer.json()["errors"]} == {field}


def test_a_role_can_be_changed_but_a_club_keeps_a_director(site: Site) -> None:
    path = f"clubs/{site.club.id}/members"
    alone = site.director.send("PATCH", path, {"username": "director", "role": "member"})
    assert (alone.status_code, alone.json()["code"]) == (422, "last_director")
    assert site.director.send("PATCH", path, {"username": "referee", "role": "director"}).json()["role"] == "director"
    assert site.director.send("PATCH", path, {"username": "director", "role": "member"}).status_code == 200
    assert site.director.send("PATCH", path, {"username": "director", "role": "director"}).status_code == 403


def test_members_see_who_is_a_member(site: Site) -> None:
    rows = site.member.send("GET", f"clubs/{site.club.id}/members").json()["results"]
    assert {(row["username"], row["role"]) for row in rows} == {
        ("director", "director"),
        ("referee", "referee"),
        ("member", "member"),
        ("other", "member"),
    }
    assert {row["id"] for row in rows if row["username"] == "member"} == {str(site.member.user.pk)}
