"""`people`: all of them for staff, names for members, nobody for strangers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Site, version_in

ADA = {
    "name": "Ada Lovelace",
    "family_name": "Lovelace",
    "household": "h1",
    "home_club": "London",
    "born": "1815-12-10",
    "email": "ada@example.org",
    "shown_as": "Ada L.",
}


def made(site: Site, **fields: Any) -> dict[str, Any]:
    answer = site.director.send("POST", "people", {"club": str(site.club.id), **ADA, **fields})
    assert answer.status_code == 201, answer.content
    person: dict[str, Any] = answer.json()
    return person


def test_directors_see_all_referees_and_members_the_public_name(site: Site) -> None:
    person = made(site)
    assert {name: person[name] for name in ADA} == ADA
    assert site.director.send("GET", f"people/{person['id']}").json() == person
    for other in (site.referee, site.member):
        shown = other.send("GET", f"people/{person['id']}").json()
        assert shown == {"id": person["id"], "version": 1, "club": str(site.club.id), "name": "Ada L."}
        (listed,) = other.send("GET", "people").json()["results"]
        assert listed == shown


def test_a_strangers_list_has_none_of_them(site: Site) -> None:
    person = made(site)
    assert site.stranger.send("GET", f"people?club={site.club.id}").json()["results"] == []
    assert site.stranger.send("GET", f"people/{person['id']}").status_code == 404
    assert site.stranger.send("PATCH", f"people/{person['id']}", {"name": "x"}).status_code == 404


def test_a_person_can_be_changed(site: Site) -> None:
    person = made(site)
    answer = site.director.send("PATCH", f"people/{person['id']}", {"shown_as": "", "born": "1815"})
    assert (answer.json()["shown_as"], answer.json()["born"], answer.json()["version"]) == ("", "1815", 2)
    assert answer.json()["name"] == ADA["name"]
    assert version_in(answer) == 2


def test_two_people_may_have_one_name(site: Site) -> None:
    assert made(site)["id"] != made(site)["id"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", " \t "),
        ("name", "x" * 121),
        ("name", None),
        ("born", "12.10.1815"),
        ("born", "1815-13-01"),
        ("email", "nowhere"),
        ("club", "7"),
        ("nickname", "A"),
        ("household", 7),
    ],
)
def test_bad_fields(site: Site, field: str, value: Any) -> None:
    answer = site.director.send("POST", "people", {"club": str(site.club.id), **ADA, field: value})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_fields")
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_a_person_stays_in_the_club(site: Site) -> None:
    answer = site.superuser.send("PATCH", f"people/{made(site)['id']}", {"club": str(site.elsewhere.id)})
    assert answer.status_code == 400


def test_a_club_that_is_not_there(site: Site) -> None:
    body = {"club": "00000000-0000-7000-8000-000000000000", "name": "Ada"}
    assert site.director.send("POST", "people", body).status_code == 403
    answer = site.superuser.send("POST", "people", body)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unknown_club")


def test_a_list_is_paged_ordered_and_filtered(site: Site) -> None:
    site.people("C", "A", "B")
    names: list[str] = []
    path = f"people?page_size=2&ordering=-name&club={site.club.id}"
    while path:
        page = site.director.send("GET", path.replace("http://testserver", "")).json()
        names += [person["name"] for person in page["results"]]
        path = page["next"]
        assert len(page["results"]) <= 2
    assert names == ["C", "B", "A"]
    back = site.director.send("GET", page["previous"].replace("http://testserver", "")).json()
    assert [person["name"] for person in back["results"]] == ["C", "B"]
