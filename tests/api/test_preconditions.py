"""Writers who have seen the same: one of them is first. What raises the versions of things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from league.models import Person
from tests.api.conftest import Site, Visitor, version_in
from tests.api.test_idempotency import clone, together


def tagged(who: Visitor, path: str) -> dict[str, str]:
    """`If-Match` with the tag that a path has for somebody."""
    return {"If-Match": who.send("GET", path)["ETag"]}


def first_of_two(site: Site, path: str, method: str, target: str, bodies: Callable[[int], Any]) -> list[int]:
    """The statuses of eight writers who have all seen the same tag of `path`."""
    seen, writers = tagged(site.director, path), [clone(site.director) for _ in range(8)]
    sends = [lambda who=who, at=at: who.send(method, target, bodies(at), **seen) for at, who in enumerate(writers)]
    return sorted(answer.status_code for answer in together(*sends))


def test_of_writers_with_the_same_tag_one_is_first(live_site: Site) -> None:
    site = live_site
    tournament = site.tournament(rounds=5, clock_seconds=3000)["id"]
    path, people = f"tournaments/{tournament}", site.people(*"ABCDEFGH")
    rest = [412] * 7
    found = first_of_two(site, path, "PATCH", path, lambda at: {"name": f"Night {at}"})
    assert found == [200, *rest]
    found = first_of_two(site, path, "POST", f"{path}/entries", lambda at: {"person": people[at]})
    assert found == [201, *rest]
    assert len(site.director.send("GET", f"{path}/entries").json()["results"]) == 1
    site.entries(tournament, "X", "Y", "Z")
    round = f"rounds/{site.round(tournament)['id']}"
    assert first_of_two(site, round, "POST", f"{round}/extend", lambda at: {"seconds": 60 + at}) == [200, *rest]
    assert first_of_two(site, round, "POST", f"{round}/pause", lambda at: {}) == [200, *rest]
    (at_table,) = site.director.send("GET", round).json()["tables"]
    table, seats = f"tables/{at_table['id']}", [seat["entry"] for seat in at_table["seats"]]
    report = {"places": dict(zip(seats, (1, 2, 3), strict=True))}
    assert first_of_two(site, table, "PUT", f"{table}/result", lambda at: report) == [200, *rest]
    person = f"people/{people[0]}"
    assert first_of_two(site, person, "PATCH", person, lambda at: {"name": f"Ada {at}"}) == [200, *rest]
    assert Person.objects.get(pk=people[0]).version == 2
    club = f"clubs/{site.club.pk}"
    assert first_of_two(site, club, "PATCH", club, lambda at: {"name": f"Club {at}"}) == [200, *rest]
    made = {"club": str(site.club.pk), "name": "New"}
    assert first_of_two(site, club, "POST", "people", lambda at: made) == [201, *rest]
    assert first_of_two(site, club, "POST", "tournaments", lambda at: {**made, "game": "scoresheet"}) == [201, *rest]
    scheme = {"points": {"by_place": [3, 2, 1]}}
    new = {"club": str(site.club.pk), "name": "W", "scheme": scheme}
    season = f"seasons/{site.director.send('POST', 'seasons', new).json()['id']}"
    assert first_of_two(site, season, "PATCH", season, lambda at: {"name": f"Spring {at}"}) == [200, *rest]
    hook = site.director.send("POST", f"{club}/webhooks", {"url": "https://example.org/"}).json()["id"]
    hooks = f"webhooks/{hook}"
    assert first_of_two(site, hooks, "PATCH", hooks, lambda at: {"url": f"https://example.org/{at}"}) == [200, *rest]


def test_a_write_without_a_condition_makes_others_stale(site: Site) -> None:
    tournament = site.tournament()["id"]
    (entry, *_) = site.entries(tournament, "A", "B", "C")
    seen = tagged(site.director, f"entries/{entry}")
    assert site.director.send("POST", f"entries/{entry}/drop", {}).status_code == 200
    assert site.director.send("POST", f"entries/{entry}/return", {}, **seen).status_code == 412


def test_a_dry_run_looks_at_it(site: Site) -> None:
    tournament = site.tournament()["id"]
    path = f"tournaments/{tournament}"
    for match, status in (('"0"', 412), (site.director.send("GET", path)["ETag"], 200)):
        answer = site.director.send("PATCH", f"{path}?dry_run=true", {"name": "New"}, **{"If-Match": match})
        assert answer.status_code == status


def test_the_tag_of_an_answer_leads_on(site: Site) -> None:
    """Three changes, each with the tag of the answer before."""
    path, answer = f"clubs/{site.club.pk}", site.director.send("GET", f"clubs/{site.club.pk}")
    for name in ("A", "B", "C"):
        answer = site.director.send("PATCH", path, {"name": name}, **{"If-Match": answer["ETag"]})
        assert answer.status_code == 200
    assert answer["ETag"] == site.director.send("GET", path)["ETag"]


def test_what_raises_the_versions_of_members_and_accounts(site: Site) -> None:
    club, me = f"clubs/{site.club.pk}", "me"
    members = {row["username"]: row for row in site.director.send("GET", f"{club}/members").json()["results"]}
    before = [version_in(who.send("GET", path)) for who, path in ((site.director, club), (site.other, me))]
    changed = site.director.send("PATCH", f"{club}/members", {"username": "other", "role": "referee"})
    assert changed.json()["version"] == members["other"]["version"] + 1
    after = [version_in(who.send("GET", path)) for who, path in ((site.director, club), (site.other, me))]
    assert after == [version + 1 for version in before]
    same = site.director.send("PATCH", f"{club}/members", {"username": "other", "role": "referee"})
    assert same.json() == changed.json()
    assert version_in(site.director.send("GET", club)) == after[0]


def test_an_event_of_a_season_has_a_version_of_its_own(site: Site) -> None:
    new = {"club": str(site.club.pk), "name": "W", "scheme": {"points": {"by_place": [3, 2, 1]}}}
    season, people = site.director.send("POST", "seasons", new).json()["id"], site.people("A", "B")
    first, second = (site.season_event(season, {"places": {person: 1}}) for person in people)
    paths = [f"seasons/{season}/events/{event}" for event in (first, second)]
    assert [version_in(site.director.send("GET", path)) for path in paths] == [2, 3]
    correction = {"places": {people[0]: 2}, "reason": "misread"}
    for match, status in (('"3"', 412), ('"2"', 200), ('"2"', 412)):
        assert site.director.send("PATCH", paths[0], correction, **{"If-Match": match}).status_code == status
    assert [version_in(site.director.send("GET", path)) for path in paths] == [4, 3]
