"""`clubs`, `clubs/{id}/members`."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games.kernel import Rejected
from league.log.verify import Tally, verify
from league.models import Membership, Role, Scope, User
from league.repository import streams
from league.services import accounts, members
from tests.api.conftest import Site, Visitor, version_in, visitor

CLUB = {"name": "Third", "time_zone": "Europe/Paris", "language": "fr"}
PASSWORD = "correct horse battery"


def test_a_superuser_makes_a_club_and_directs_it(site: Site) -> None:
    answer = site.superuser.send("POST", "clubs", CLUB)
    made = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/clubs/{made['id']}")
    assert {name: made[name] for name in CLUB} == CLUB
    assert version_in(answer) == 1
    assert Membership.objects.get(club=made["id"]).user == site.superuser.user
    assert site.superuser.send("GET", answer["Location"]).json() == made


def test_a_club_can_be_changed_and_its_version_rises(site: Site) -> None:
    path = f"clubs/{site.club.id}"
    first = site.director.send("PATCH", path, {"name": "Wednesday Club"})
    assert (first.json()["name"], first.json()["version"], version_in(first)) == ("Wednesday Club", 2, 2)
    assert site.director.send("PATCH", path, {"name": "Wednesday Club"}).json()["version"] == 2
    wifi = {"wifi_name": "", "wifi_password": ""}
    assert site.member.send("GET", path).json() | wifi == first.json()


def test_the_wifi_of_the_hall_is_for_staff(site: Site) -> None:
    path, wifi = f"clubs/{site.club.id}", {"wifi_name": "Back room", "wifi_password": "meeple; \\ 12"}
    assert site.director.send("PATCH", path, wifi).json().items() >= wifi.items()
    assert site.referee.send("GET", path).json().items() >= wifi.items()
    assert site.referee.send("PATCH", path, wifi).status_code == 403
    for who in (site.member, site.referee):
        (listed,) = who.send("GET", "clubs").json()["results"]
        assert (wifi.items() <= listed.items()) == (who is site.referee)
    assert {"wifi_name", "wifi_password"}.isdisjoint(site.member.send("GET", path).json())
    feed = site.referee.send("GET", f"{path}/events").content.decode()
    assert "meeple" not in feed
    assert "wifi_password" in feed
    for field, text in (("wifi_name", "x" * 33), ("wifi_password", "x" * 64), ("wifi_name", "a\nb"), ("wifi_name", 1)):
        refused = site.director.send("PATCH", path, {field: text})
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, field)


def test_bad_fields_of_a_club(site: Site) -> None:
    for field, value in (("time_zone", "Mars/Base"), ("language", "xx"), ("name", ""), ("name", "x" * 121), ("no", 1)):
        answer = site.superuser.send("POST", "clubs", {**CLUB, field: value})
        assert (answer.status_code, [e["field"] for e in answer.json()["errors"]]) == (400, [field]), value


def listed(site: Site, who: str, query: str = "") -> set[str]:
    """The names of the clubs that somebody lists."""
    return {club["name"] for club in getattr(site, who).send("GET", f"clubs{query}").json()["results"]}


def test_everybody_lists_their_own_clubs_and_those_that_show_something(site: Site) -> None:
    readers = ("anonymous", "stranger", "member", "superuser")
    own, both = {"Tuesday Club"}, {"Tuesday Club", "Elsewhere"}
    assert [listed(site, who) for who in readers] == [set(), {"Elsewhere"}, own, both]
    site.tournament(visibility="link")
    assert listed(site, "anonymous") == set()
    site.tournament()
    assert [listed(site, who) for who in readers] == [own, both, own, both]
    mine = [listed(site, who, "?mine=true") for who in readers]
    assert mine == [set(), {"Elsewhere"}, own, both]
    assert site.member.send("GET", "clubs?mine=perhaps").json()["errors"][0]["field"] == "mine"


def test_a_stranger_reads_what_is_public_of_a_club_that_shows_something(site: Site) -> None:
    path = f"clubs/{site.club.id}"
    site.director.send("PATCH", path, {"wifi_name": "Back room"})
    tournament = site.tournament(visibility="members")
    readers = (site.anonymous, site.stranger)
    assert [who.send("GET", path).status_code for who in readers] == [404, 404]
    assert site.entry_link(site.entries(tournament["id"], "A")[0]).send("GET", path).status_code == 200
    site.tournament(visibility="link")
    for who in readers:
        shown = who.send("GET", path).json()
        assert shown == {
            "id": str(site.club.pk),
            "version": shown["version"],
            "name": "Tuesday Club",
            "slug": "tuesday-club",
            "page": "http://testserver/c/tuesday-club",
            "time_zone": "Europe/Berlin",
            "language": "en",
        }
    assert site.anonymous.send("GET", f"clubs/{tournament['id']}").status_code == 404


def test_a_new_name_with_a_password_makes_an_account_that_can_log_in(site: Site) -> None:
    body = {"username": "new", "role": "referee", "password": PASSWORD}
    answer = site.director.send("POST", f"clubs/{site.club.id}/members", body)
    assert (answer.status_code, answer.json()["role"]) == (201, "referee")
    assert PASSWORD not in answer.content.decode()
    assert Visitor().send("POST", "tokens", {"username": "new", "password": PASSWORD}).status_code == 201


def shown(answer: Any) -> tuple[Any, ...]:
    """All that an answer says, but for the ids and the name."""
    body = answer.json()
    return answer.status_code, sorted(body), body["role"], len(body["id"]), UUID(body["id"]).version


@pytest.mark.parametrize("password", [{}, {"password": "another long one"}])
def test_a_director_does_not_learn_which_names_exist(site: Site, password: dict[str, str]) -> None:
    path = f"clubs/{site.club.id}/members"
    names = ("stranger", "nobody")
    bodies = [{"username": name, "role": "referee", **password} for name in names]
    answers = [site.director.send("POST", path, body) for body in bodies]
    assert shown(answers[0]) == shown(answers[1])
    assert answers[0].json()["id"] != str(site.stranger.user.pk)
    assert User.objects.get(username="stranger").check_password(PASSWORD)
    listed = {row["username"]: row for row in site.member.send("GET", path).json()["results"]}
    assert [listed[name] for name in names] == [answer.json() for answer in answers]
    for change in ("POST", "PATCH"):
        again = [site.director.send(change, path, {"username": name, "role": "member"}) for name in names]
        assert len({(answer.status_code, answer.json().get("code")) for answer in again}) == 1
    feed = site.director.send("GET", f"clubs/{site.club.id}/events").json()["results"]
    added = [event for event in feed if event["type"] == "club.member_added"]
    assert [event["data"] for event in added] == [
        {"member": answer.json()["id"], "role": "referee"} for answer in answers
    ]


def test_the_time_in_a_members_id_does_not_tell_either(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The id of a new account is made before its password is hashed, and so is that of an invitation."""
    set_password, began = accounts.set_password, []

    def slowly(*args: Any) -> None:
        began.append(time.time_ns() // 1_000_000)
        time.sleep(0.01)
        set_password(*args)

    monkeypatch.setattr(accounts, "set_password", slowly)
    for name in ("stranger", "nobody"):
        body = {"username": name, "role": "referee", "password": "another long one"}
        id = site.director.send("POST", f"clubs/{site.club.id}/members", body).json()["id"]
        assert UUID(id).int >> 80 <= began[-1]


def test_whoever_is_invited_has_the_role_once_they_accept(site: Site) -> None:
    path, club = f"clubs/{site.club.id}/members", str(site.club.id)
    site.director.send("POST", path, {"username": "stranger", "role": "referee"})
    assert site.stranger.send("GET", path).status_code == 404
    invitation = {"club": club, "name": "Tuesday Club", "role": "referee"}
    assert site.stranger.send("GET", "me").json()["invitations"] == [invitation]
    assert site.member.send("POST", "me/invitations", {"club": club}).json()["errors"][0]["code"] == "no_invitation"
    me = site.stranger.send("POST", "me/invitations", {"club": club}).json()
    assert ({"club": club, "role": "referee"} in me["clubs"], me["invitations"]) == (True, [])
    rows = site.stranger.send("GET", path).json()["results"]
    assert str(site.stranger.user.pk) in {row["id"] for row in rows}


def test_whoever_declines_is_no_member(site: Site) -> None:
    path, club = f"clubs/{site.club.id}/members", str(site.club.id)
    site.director.send("POST", path, {"username": "stranger", "role": "member"})
    me = site.stranger.send("POST", "me/invitations", {"club": club, "accept": False}).json()
    assert (me["invitations"], [row["club"] for row in me["clubs"]]) == ([], [str(site.elsewhere.id)])
    assert "stranger" not in site.director.send("GET", path).content.decode()
    assert site.director.send("POST", path, {"username": "stranger", "role": "member"}).status_code == 201


def test_an_invitation_is_answered_once(site: Site) -> None:
    members.add(site.club, "stranger", Role.REFEREE, None, actor="clock", at=timezone.now(), sees_accounts=False)
    invitation = Membership.objects.get(invited="stranger")
    members.answer(invitation, site.stranger.user, accept=True, at=timezone.now())
    with pytest.raises(Rejected, match="There is no invitation"):
        members.answer(invitation, site.stranger.user, accept=False, at=timezone.now())
    assert Membership.objects.get(user=site.stranger.user, club=site.club).role == Role.REFEREE


def test_an_account_of_a_later_day_finds_its_invitation(site: Site) -> None:
    site.director.send("POST", f"clubs/{site.club.id}/members", {"username": "zoe", "role": "member"})
    later = visitor("zoe")
    assert [row["role"] for row in later.send("GET", "me").json()["invitations"]] == ["member"]


def test_a_superuser_adds_an_account_at_once(site: Site) -> None:
    path = f"clubs/{site.club.id}/members"
    made = site.superuser.send("POST", path, {"username": "stranger", "role": "member"}).json()
    assert made["id"] == str(site.stranger.user.pk)
    assert site.stranger.send("GET", path).status_code == 200


def test_somebody_who_is_invited_is_no_director_yet(site: Site) -> None:
    path = f"clubs/{site.club.id}/members"
    site.director.send("POST", path, {"username": "stranger", "role": "director"})
    alone = site.director.send("PATCH", path, {"username": "director", "role": "member"})
    assert (alone.status_code, alone.json()["code"]) == (422, "last_director")


def test_what_is_done_to_a_club_leaves_a_trace_of_ids(site: Site) -> None:
    club = str(site.club.id)
    site.director.send("PATCH", f"clubs/{club}", {"name": "Wednesday Club", "language": "en"})
    site.director.send("PATCH", f"clubs/{club}", {"name": "Wednesday Club"})
    site.director.send("PATCH", f"clubs/{club}/members", {"username": "member", "role": "referee"})
    person = site.director.send("POST", "people", {"club": club, "name": "Ada", "email": "ada@example.org"}).json()
    site.director.send("PATCH", f"people/{person['id']}", {"born": "1990", "email": "ada@example.com", "name": "Ada"})
    listed = site.director.send("POST", f"people/import?club={club}", b"name\nBea\nCid\n")
    assert listed.json()["created"] == 2
    feed = site.director.send("GET", f"clubs/{club}/events").json()["results"]
    told = {event["type"]: event["data"] for event in feed}
    assert [event["type"] for event in feed] == [
        "club.changed",
        "club.member_role_changed",
        "club.people_added",
        "club.person_changed",
        "club.people_added",
    ]
    assert told["club.changed"] == {"fields": ["name"]}
    assert told["club.member_role_changed"] == {"member": str(site.member.user.pk), "role": "referee"}
    assert feed[2]["data"] == {"people": [person["id"]]}
    assert told["club.person_changed"] == {"person": person["id"], "fields": ["born", "email"]}
    assert len(feed[4]["data"]["people"]) == 2
    assert {(event["stream"], event["kind"], event["actor"]) for event in feed} == {
        (club, "club", f"user:{site.director.user.pk}")
    }
    assert not any(text in str(feed) for text in ("Ada", "1990", "example", "Wednesday"))
    assert list(verify(streams.codec().decode, Tally(), site.club.pk)) == []
    for who in (site.other, site.anonymous, site.stranger):
        part = who.send("GET", f"clubs/{club}/events").json()
        assert (part["results"], part["next_after"]) == ([], feed[-1]["position"])
    assert site.referee.send("GET", f"clubs/{club}/events").json()["results"] == feed


def test_members_that_can_not_be(site: Site) -> None:
    for body, field in (
        ({"username": "a b/c", "role": "member"}, "username"),
        ({"username": "stranger", "role": "member", "password": "123"}, "password"),
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


def test_a_director_removes_a_member_or_takes_an_invitation_back(site: Site) -> None:
    path = f"clubs/{site.club.id}/members"
    invited = site.director.send("POST", path, {"username": "a.b+c@d-e_é", "role": "member"})
    assert site.member.send("GET", invited["Location"]).json() == invited.json()
    for location in (invited["Location"], f"{path}/member"):
        assert site.director.send("DELETE", location).status_code == 204
        assert site.director.send("DELETE", location).status_code == 404
    assert site.member.send("GET", path).status_code == 404
    removed = [event for event in feed_of(site) if event["type"] == "club.member_removed"]
    assert [event["data"]["member"] for event in removed] == [invited.json()["id"], str(site.member.user.pk)]
    assert {event["actor"] for event in removed} == {f"user:{site.director.user.pk}"}


def test_who_is_no_director_removes_nobody_else_but_may_leave(site: Site) -> None:
    path = f"clubs/{site.club.id}/members"
    site.director.send("POST", path, {"username": "zoe", "role": "member"})
    for name in ("director", "member", "zoe"):
        assert site.referee.send("DELETE", f"{path}/{name}").status_code == 403, name
    assert site.stranger.send("DELETE", f"{path}/member").status_code == 404
    assert site.referee.send("DELETE", f"{path}/referee").status_code == 204
    assert site.referee.send("GET", path).status_code == 404


def test_the_last_director_stays(site: Site) -> None:
    path = f"clubs/{site.club.id}/members"
    alone = site.director.send("DELETE", f"{path}/director")
    assert (alone.status_code, alone.json()["code"]) == (422, "last_director")
    site.director.send("PATCH", path, {"username": "member", "role": "director"})
    assert site.director.send("DELETE", f"{path}/director").status_code == 204
    assert site.member.send("DELETE", f"{path}/member").status_code == 422


def test_a_program_removes_members_and_leaves_no_club_without_a_director(site: Site) -> None:
    path, bot = f"clubs/{site.club.id}/members", site.program("bot", Scope.DIRECT)
    assert bot.send("DELETE", f"{path}/member").status_code == 204
    assert bot.send("DELETE", f"{path}/director").json()["code"] == "last_director"
    assert feed_of(site)[-1]["actor"] == f"token:{bot.id}"


def feed_of(site: Site) -> list[Any]:
    """The club's log, as a superuser sees it."""
    found: list[Any] = site.superuser.send("GET", f"clubs/{site.club.id}/events").json()["results"]
    return found


def test_a_slug_is_chosen_and_its_club_is_found_by_it(site: Site) -> None:
    path = f"clubs/{site.club.id}"
    changed = site.director.send("PATCH", path, {"slug": "Tuesdays"}).json()
    assert (changed["slug"], changed["page"]) == ("tuesdays", "http://testserver/c/tuesdays")
    made = site.superuser.send("POST", "clubs", {"name": "Others", "slug": "others"}).json()
    for slug, code in (("others", "slug_taken"), ("tuesday club", "bad_slug"), ("-a", "bad_slug"), ("é", "bad_slug")):
        refused = site.director.send("PATCH", path, {"slug": slug})
        assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, code), slug
    taken = site.superuser.send("POST", "clubs", {"name": "More", "slug": "tuesday-club"}).json()
    assert taken["errors"][0]["code"] == "slug_taken"  # the first club had it
    for slug, found in (("tuesdays", site.club.id), ("TUESDAY-CLUB", site.club.id), ("others", made["id"])):
        listed = site.superuser.send("GET", f"clubs?slug={slug}").json()["results"]
        assert [club["id"] for club in listed] == [str(found)], slug
    assert site.superuser.send("GET", "clubs?slug=nobody").json()["results"] == []
    assert site.anonymous.send("GET", "clubs?slug=others").json()["results"] == []
