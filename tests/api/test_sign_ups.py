"""Sign-ups over the API, and what becomes of them: accepted, on standby, deleted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from league import tasks
from league.access import sign_ups
from league.files import entry_list
from league.files.entry_lines import read_list
from league.models import Person, SignUp
from league.services import sign_up_list
from tests.api.conftest import Site
from tests.web.signing_up import letters, link_in, opened


@pytest.fixture(autouse=True)
def _uncounted(site: Site) -> None:
    cache.clear()


def signs_up(site: Site, row: Any, name: str, **fields: Any) -> Any:
    body = {"name": name, "consent": True, **fields}
    return site.anonymous.send("POST", f"tournaments/{row.pk}/sign-ups", body)


def listed(site: Site, row: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = site.director.send("GET", f"tournaments/{row.pk}/sign-ups").json()["results"]
    return found


def names_in(row: Any) -> list[str]:
    return [str(entry) for entry in row.entries.all()]


def test_a_tournament_says_whether_people_sign_up(site: Site) -> None:
    row = opened(site, sign_up=None)
    path = f"tournaments/{row.pk}"
    assert site.anonymous.send("GET", path).json()["sign_up"] is None
    changed = site.director.send("PATCH", path, {"sign_up": {"limit": 16}}).json()
    assert changed["sign_up"] == {"open": True, "limit": 16, "closes_at": None}
    assert site.director.send("PATCH", path, {"sign_up": None}).json()["sign_up"] is None
    for wrong in ({"limit": 0}, {"closes_at": "2026-12-01T19:00:00"}, {"closes_at": "3026-12-01T19:00:00Z"}, {"x": 1}):
        assert site.director.send("PATCH", path, {"sign_up": wrong}).status_code == 400


def test_somebody_signs_up_and_withdraws(site: Site) -> None:
    row = opened(site)
    answer = signs_up(site, row, "Zoe")
    assert (answer.status_code, answer.json()["state"]) == (201, "waiting")
    assert "no-store" in answer["Cache-Control"]
    (one,) = listed(site, row)
    assert (one["name"], one["email"], one["people"], one["question"]) == ("Zoe", "", [], None)
    withdrawn = site.anonymous.send("POST", "sign-ups/withdraw", {"secret": answer.json()["secret"]})
    assert (withdrawn.status_code, listed(site, row)) == (204, [])
    refused = [signs_up(site, row, "", consent=False), signs_up(site, row, "https://x.example")]
    fields = [[fault["field"] for fault in found.json()["errors"]] for found in refused]
    assert fields == [["name", "consent"], ["name"]]


def test_one_too_many_is_a_problem(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ups, "BY_ADDRESS", 1)
    row = opened(site)
    first, second = signs_up(site, row, "Zoe"), signs_up(site, row, "Kim")
    assert (first.status_code, second.status_code, second.json()["code"]) == (201, 429, "too_many_attempts")
    assert int(second["Retry-After"]) > 0
    assert len(listed(site, row)) == 1


def test_those_who_have_not_confirmed_are_bounded_and_the_refusal_does_not_tell_who_is_known(
    site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN = True, "https://play.example.org"
    monkeypatch.setattr(sign_up_list, "MOST", 2)
    row = opened(site)
    answers = {name: signs_up(site, row, name, email=f"{name}@example.org") for name in ("zoe", "kim", "lou", "Zoe")}
    assert [one.status_code for one in answers.values()] == [201, 201, 422, 422]
    assert {answers[name].json()["code"] for name in ("lou", "Zoe")} == {"too_many_sign_ups"}
    assert answers["lou"].json()["detail"] == answers["Zoe"].json()["detail"]
    assert len(listed(site, row)) == 2
    secret = link_in(letters()[0]).rpartition("/")[2]
    assert site.anonymous.send("POST", "sign-ups/confirm", {"secret": secret}).json()["state"] == "accepted"
    assert signs_up(site, row, "lou", email="lou@example.org").status_code == 201
    SignUp.objects.filter(state="unconfirmed").update(made_at=timezone.now() - sign_ups.CONFIRMED_WITHIN * 2)
    assert tasks.delete_old_sign_ups() == 2
    assert signs_up(site, row, "Dov", email="dov@example.org").status_code == 201


def test_a_hidden_person_is_named_to_members_alone(site: Site) -> None:
    row = opened(site)
    signs_up(site, row, "Zoe", public=False)
    site.director.send("POST", f"tournaments/{row.pk}/sign-ups/accept", {})
    path = f"tournaments/{row.pk}/entries"
    read = [who.send("GET", path).json()["results"][0]["name"] for who in (site.member, site.anonymous)]
    assert read[0] == "Zoe"
    assert "Zoe" not in read[1]


def test_by_a_letter(site: Site, settings: Any) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN = True, "https://play.example.org"
    settings.EMAIL_REPLY_TO = "desk@example.org"
    row = opened(site)
    answers = [signs_up(site, row, "Zoe", email="zoe@example.org").json() for _ in range(2)]
    assert answers == [{"state": "unconfirmed", "secret": None}] * 2
    (letter,) = letters()
    assert letter.message()["Reply-To"] == "desk@example.org"
    secret = link_in(letter).rpartition("/")[2]
    confirmed = site.anonymous.send("POST", "sign-ups/confirm", {"secret": secret})
    assert (confirmed.status_code, confirmed.json()["state"]) == (200, "accepted")
    assert site.anonymous.send("POST", "sign-ups/confirm", {"secret": secret[:-2]}).status_code == 404
    assert names_in(row) == ["Zoe"]


def test_the_link_of_an_entry_signs_its_person_up(site: Site) -> None:
    earlier, row = opened(site), opened(site)
    entry, _ = site.entries(str(earlier.pk), "Ada", "Bea")
    answer = site.entry_link(entry).send("POST", f"tournaments/{row.pk}/sign-ups", {"consent": True})
    assert (answer.status_code, answer.json()["state"]) == (201, "accepted")
    assert names_in(row) == ["Ada"]


def test_a_director_accepts_one_and_all(site: Site) -> None:
    row = opened(site, sign_up={"open": True})
    _, bea, _ = site.people("Ada", "Bea", "Bea")
    for name in ("Ada", "Bea", "Cleo", "Cleo", "ada"):
        signs_up(site, row, name)
    assert [one["question"] for one in listed(site, row)] == [None, "which", None, "twice", None]
    key = {"Idempotency-Key": "1"}
    first = site.director.send("POST", f"tournaments/{row.pk}/sign-ups/accept", {}, **key)
    assert ([one["name"] for one in first.json()["results"]], first.json()["left"]) == (["Ada", "Cleo"], 3)
    again = site.director.send("POST", f"tournaments/{row.pk}/sign-ups/accept", {}, **key).json()
    assert [one["name"] for one in again["results"]] == ["", ""]  # no name is kept for a repeat
    left = {one["name"]: one for one in listed(site, row) if one["state"] == "waiting"}
    assert left["ada"]["question"] == "entered"
    unsure = site.director.send("POST", f"sign-ups/{left['Bea']['id']}/accept", {})
    assert (unsure.status_code, unsure.json()["code"]) == (422, "which_person")
    unknown = site.director.send("POST", f"sign-ups/{left['Bea']['id']}/accept", {"person": str(row.pk)})
    assert unknown.json()["errors"][0]["code"] == "unknown_person"
    done = site.director.send("POST", f"sign-ups/{left['Bea']['id']}/accept", {"person": bea}).json()
    assert (done["state"], done["person"]) == ("accepted", bea)
    twice = site.director.send("POST", f"sign-ups/{left['ada']['id']}/accept", {})
    assert twice.json()["code"] == "duplicate"
    new = site.director.send("POST", f"sign-ups/{left['Cleo']['id']}/accept", {"as_new": True}).json()
    assert Person.objects.filter(name="Cleo").count() == 2
    assert new["entry"] is not None
    assert site.director.send("DELETE", f"sign-ups/{left['ada']['id']}").status_code == 204
    assert row.entries.count() == 4


def test_somebody_at_the_door_is_on_standby_and_checked_in_when_let_in(site: Site) -> None:
    row = opened(site, sign_up={"limit": 1})
    (entry,) = site.entries(str(row.pk), "A")
    path = f"tournaments/{row.pk}/standby"
    made = site.director.send("POST", path, {"name": "Zoe"})
    assert (made.status_code, made.json()["state"], made.json()["consented_at"]) == (201, "standby", None)
    (known,) = site.people("Known")
    for _ in range(2):
        assert site.director.send("POST", path, {"person": known, "here": False}).status_code == 201
    assert len(listed(site, row)) == 2
    assert site.director.send("POST", path, {}).status_code == 400
    site.director.send("POST", f"entries/{entry}/drop", {})
    (want,) = site.director.send("GET", f"tournaments/{row.pk}/attention").json()["results"]
    assert (want["kind"], want["sign_up"]) == ("standby", made.json()["id"])
    assert site.referee.send("GET", f"tournaments/{row.pk}/attention").json() == {"results": []}
    done = site.director.send("POST", f"sign-ups/{want['sign_up']}/accept", {}).json()
    assert site.anonymous.send("GET", f"entries/{done['entry']}").json()["state"] == "checked_in"


@pytest.mark.parametrize("end", ["close", "cancel"])
def test_nothing_is_kept_after_the_end(site: Site, end: str) -> None:
    row = opened(site)
    signs_up(site, row, "Zoe")
    if end == "close":
        site.entries(str(row.pk), "A", "B", "C")
        round = site.round(str(row.pk))
        places = {seat["entry"]: 1 for seat in round["tables"][0]["seats"]}
        site.director.send("PUT", f"tables/{round['tables'][0]['id']}/result", {"places": places})
        site.director.send("POST", f"rounds/{round['id']}/close", {})
        assert site.director.send("POST", f"tournaments/{row.pk}/close?dry_run=true").status_code == 200
        assert len(listed(site, row)) == 1
    assert site.director.send("POST", f"tournaments/{row.pk}/{end}").status_code == 200
    assert listed(site, row) == []


def test_nothing_is_kept_after_the_night(site: Site) -> None:
    now = timezone.now()
    row, later = opened(site, starts_at=now.isoformat()), opened(site, starts_at=(now + timedelta(days=9)).isoformat())
    for one in (row, later):
        signs_up(site, one, "Zoe")
    assert tasks.delete_old_sign_ups() == 0
    site.director.send("PATCH", f"tournaments/{row.pk}", {"starts_at": (now - timedelta(hours=25)).isoformat()})
    assert [tasks.delete_old_sign_ups(), tasks.delete_old_sign_ups()] == [1, 0]
    assert [one.tournament_id for one in SignUp.objects.all()] == [later.pk]


def test_forgotten_people_leave_no_sign_up_and_merged_ones_take_theirs_along(site: Site) -> None:
    row = opened(site)
    one, other = site.people("Ada", "Bea")
    site.director.send("POST", f"tournaments/{row.pk}/standby", {"person": one})
    signs_up(site, row, "Bea")
    site.director.send("POST", f"people/{one}/merge", {"into": other})
    assert {str(found.person_id) for found in SignUp.objects.all()} == {other, "None"}
    site.director.send("DELETE", f"people/{other}")
    assert not SignUp.objects.exists()
    export = site.director.send("GET", f"clubs/{site.club.pk}/export").content.decode()
    assert "sign_ups" not in export


@pytest.mark.parametrize("is_paste", [False, True])
def test_who_is_entered_by_hand_takes_one_place_with_their_sign_up(site: Site, *, is_paste: bool) -> None:
    row = opened(site, sign_up={"limit": 3})
    (ada,) = site.people("Ada")
    signs_up(site, row, "ada", public=False)
    signs_up(site, row, "Bea")
    if is_paste:
        entry_list.enter(row, read_list(row.club_id, "Ada"), {}, are_here=False, actor="user:1", at=timezone.now())
    else:
        tried = site.director.send("POST", f"tournaments/{row.pk}/entries?dry_run=true", [{"person": ada}])
        assert (tried.status_code, {one["state"] for one in listed(site, row)}) == (200, {"waiting"})
        site.director.send("POST", f"tournaments/{row.pk}/entries", [{"person": ada}])
    first, second = sorted(listed(site, row), key=lambda one: str(one["name"]).lower())
    entry = row.entries.get()
    assert (first["state"], first["person"], first["entry"]) == ("accepted", ada, str(entry.pk))
    assert (second["state"], Person.objects.get(pk=ada).public) == ("waiting", False)
    assert signs_up(site, row, "Cleo").json()["state"] == "waiting"
    assert signs_up(site, row, "Dov").json()["state"] == "standby"


def test_a_name_that_two_people_have_settles_no_sign_up(site: Site) -> None:
    row = opened(site)
    (ada, _) = site.people("Ada", "Ada")
    signs_up(site, row, "Ada")
    site.director.send("POST", f"tournaments/{row.pk}/entries", [{"person": ada}])
    assert [(one["state"], one["question"]) for one in listed(site, row)] == [("waiting", "which")]


def test_a_sign_up_of_somebody_who_is_in_takes_no_place_and_can_be_given_to_them(site: Site) -> None:
    row = opened(site, sign_up={"limit": 2})
    (ada,) = site.people("Ada")
    site.director.send("POST", f"tournaments/{row.pk}/entries", [{"person": ada}])
    signs_up(site, row, "Ada")
    assert signs_up(site, row, "Bea").json()["state"] == "waiting"
    sign_up = next(one for one in listed(site, row) if one["name"] == "Ada")
    assert sign_up["question"] == "entered"
    path = f"sign-ups/{sign_up['id']}/accept"
    assert site.director.send("POST", path, {}).json()["code"] == "duplicate"
    accepted = site.director.send("POST", path, {"person": ada}).json()
    assert (accepted["state"], accepted["entry"]) == ("accepted", str(row.entries.get().pk))


def test_who_comes_back_and_who_has_proven_their_address_is_accepted(site: Site, settings: Any) -> None:
    row = opened(site)
    (ada,) = site.people("Ada")
    Person.objects.update(email="ada@example.org")
    site.director.send("POST", f"tournaments/{row.pk}/entries", [{"person": ada}])
    path = f"entries/{row.entries.get().pk}"
    site.director.send("POST", f"{path}/drop", {})
    signs_up(site, row, "Ada")
    site.director.send("POST", f"{path}/return", {})
    assert [one["state"] for one in listed(site, row)] == ["accepted"]
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN = True, "https://play.example.org"
    for address in ("ada@example.org", "somebody@example.org"):
        signs_up(site, row, "Ada", email=address)
        secret = link_in(letters()[-1]).rpartition("/")[2]
        site.anonymous.send("POST", "sign-ups/confirm", {"secret": secret})
    states = {one["email"]: one["state"] for one in listed(site, row)}
    assert states == {"": "accepted", "ada@example.org": "accepted", "somebody@example.org": "waiting"}
    assert row.entries.count() == 1


def test_the_director_decides_about_a_name_with_another_address(site: Site, settings: Any) -> None:
    row = opened(site)
    _, bea = site.people("Ada", "Bea")
    assert site.director.send("PATCH", f"people/{bea}", {"email": ""}).status_code == 200
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN = True, "https://play.example.org"
    for name in ("Ada", "Bea"):
        signs_up(site, row, name, email=f"{name}@elsewhere.example")
        secret = link_in(letters()[-1]).rpartition("/")[2]
        site.anonymous.send("POST", "sign-ups/confirm", {"secret": secret})
    assert {one["name"]: (one["state"], one["question"]) for one in listed(site, row)} == {
        "Ada": ("waiting", "which"),
        "Bea": ("accepted", None),
    }
    assert [str(entry.person_id) for entry in row.entries.all()] == [bea]


def test_one_of_a_team_who_withdraws_leaves_the_team_in(site: Site) -> None:
    row = opened(site)
    people = site.people("Ada", "Ben")
    secret = signs_up(site, row, "Ada").json()["secret"]
    site.director.send("POST", f"tournaments/{row.pk}/entries", [{"team": "Owls", "members": people}])
    assert [one["state"] for one in listed(site, row)] == ["accepted"]
    assert site.anonymous.send("POST", "sign-ups/withdraw", {"secret": secret}).status_code == 204
    assert row.entries.get().state == "registered"
