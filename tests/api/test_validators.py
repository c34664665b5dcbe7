"""`ETag` on every answer to GET, and 304 for a client that has it: as this caller gets it, at this moment."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.base import Resource
from league.models import Membership, Person
from tests.api.conftest import Site, Visitor, version_in
from tests.api.test_doors import WHO_MAY, Venue

UNTAGGED = ("clock", "health-live", "health-ready", "tournament-live", "table-live", "docs", "docs-page", "schema")
FILES = ("tournament-export", "season-export", "club-export", "tournament-paper")
"""The hour, what monitors ask, streams, and documents with tags of their own; files."""
REFUSED = ("tournament-plan", "tournament-bracket", "tournament-summary")
"""What the venue does not have: a plan, a knockout, an end."""
READ = [
    door for door in WHO_MAY if door.endswith(" get") and door.split(maxsplit=1)[0] not in (*UNTAGGED, *FILES, *REFUSED)
]


@pytest.fixture
def site(venue: Venue) -> Site:
    """The site behind the doors."""
    return venue.site


def known(who: Visitor, path: str, tag: str, **headers: str) -> int:
    """The status for a client that has an answer with that tag."""
    return int(who.send("GET", path, **{"If-None-Match": tag}, **headers).status_code)


@pytest.mark.parametrize("door", READ)
def test_what_is_read_has_a_tag_and_is_not_sent_twice(venue: Venue, door: str) -> None:
    path, who = venue.path(door), venue.site.director
    answer = who.send("GET", path)
    assert answer.status_code == 200
    body = answer.json()
    assert version_in(answer) == body["version"] if "version" in body else version_in(answer) >= 0
    again = who.send("GET", path, **{"If-None-Match": f'"x", W/{answer["ETag"]}'})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    for header in ("Vary", "Cache-Control"):
        assert again[header] == answer[header]
    assert "Content-Type" not in again
    head = who.head(path)
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", answer["ETag"])
    assert known(who, path, "*") == 304
    assert known(who, path, '"0.0", nonsense') == 200


@pytest.mark.parametrize("door", [door for door in READ if "anonymous" in WHO_MAY[door]])
def test_caches_may_keep_what_comes_without_a_log_in_and_ask_each_time(venue: Venue, door: str) -> None:
    path = venue.path(door)
    anonymous, member = (who.send("GET", path) for who in (venue.site.anonymous, venue.site.member))
    assert (anonymous["Cache-Control"], member["Cache-Control"]) == ("no-cache", "private, no-cache")
    vary = {name.strip().lower() for name in member["Vary"].split(",")}
    assert vary >= {"accept", "accept-encoding", "accept-language", "authorization", "cookie", "origin"}


def test_the_hour_has_no_tag(site: Site) -> None:
    for path in ("clock", "health/live"):
        answer = site.anonymous.send("GET", path)
        assert ("ETag" in answer, answer["Cache-Control"]) == (False, "no-store")
        assert known(site.anonymous, path, "*") == 200


def night(site: Site, **fields: Any) -> tuple[str, dict[str, Any]]:
    """A tournament with a running round of one table; its path and the round."""
    made = site.tournament(**fields)
    site.entries(made["id"], "Ann", "Bob", "Cy")
    return f"tournaments/{made['id']}", site.round(made["id"])


def test_time_alone_changes_no_tag(site: Site) -> None:
    """The seconds that are left are no change; a clock that is paused is one."""
    _, round = night(site, clock_seconds=3000)
    first = site.director.send("GET", f"rounds/{round['id']}")
    second = site.director.send("GET", f"rounds/{round['id']}")
    assert first.json()["clock"]["now"] != second.json()["clock"]["now"]
    assert first["ETag"] == second["ETag"]
    assert known(site.director, f"rounds/{round['id']}", first["ETag"]) == 304
    site.director.send("POST", f"rounds/{round['id']}/pause", {})
    assert known(site.director, f"rounds/{round['id']}", first["ETag"]) == 200


def report(site: Site, round: dict[str, Any]) -> None:
    (table,) = round["tables"]
    places = {seat["entry"]: place for place, seat in enumerate(table["seats"], 1)}
    assert site.referee.send("PUT", f"tables/{table['id']}/result", {"places": places}).status_code == 200


QUERIES = ("standings", "standings?movement=true", "standings?tie_breaks=wins", "entries", "rounds", "explain")


@pytest.mark.parametrize("query", QUERIES)
def test_names_and_results_change_the_tag(site: Site, query: str) -> None:
    path, round = night(site)
    path = f"{path}/{query}" + (f"?entry={round['tables'][0]['seats'][0]['entry']}" if query == "explain" else "")
    tags = []
    for change in (lambda: report(site, round), lambda: rename(site, "Ann", "Zoë"), lambda: rename(site, "Zoë", "Ann")):
        answer = site.anonymous.send("GET", path)
        assert known(site.anonymous, path, answer["ETag"]) == 304
        tags.append(answer["ETag"])
        change()
    shown = site.anonymous.send("GET", path)
    assert tags[0] not in tags[1:]
    if query != "events" and "explain" not in query:
        assert tags[1] != tags[2]
    assert shown["ETag"] == tags[1], "the names are as they were"


def rename(site: Site, before: str, after: str) -> None:
    person = Person.objects.get(name=before)
    assert site.director.send("PATCH", f"people/{person.pk}", {"name": after}).status_code == 200


def test_each_caller_has_tags_of_their_own(site: Site) -> None:
    path, round = night(site)
    table = f"tables/{round['tables'][0]['id']}"
    site.director.send("POST", f"entries/{round['tables'][0]['seats'][0]['entry']}/call", {})
    tags = {who.send("GET", f"rounds/{round['id']}")["ETag"] for who in (site.director, site.anonymous)}
    assert len(tags) == 2
    assert {version_in(who.send("GET", table)) for who in (site.director, site.member)} == {
        site.anonymous.send("GET", table).json()["version"]
    }
    feed = f"{path}/events"
    staff = site.director.send("GET", feed)["ETag"]
    assert known(site.anonymous, feed, staff) == 200
    Membership.objects.filter(user=site.director.user).update(role="member")
    assert known(site.director, feed, staff) == 200


def test_what_is_hidden_from_readers_is_not_in_their_tag(site: Site) -> None:
    """Readers of a tournament that shows its results by rounds learn nothing from tags; staff see another answer."""
    path, round = night(site, standings_shown="rounds")
    digests = []
    for _ in range(2):
        shown, staff = (who.send("GET", f"{path}/standings") for who in (site.anonymous, site.director))
        digests.append((shown["ETag"].partition(".")[2], staff["ETag"].partition(".")[2]))
        report(site, round)
    (before, staff_before), (after, staff_after) = digests
    assert staff_before != staff_after
    assert (before == after) == (shown.json()["rows"] == [])


def test_who_may_not_see_it_any_longer_gets_no_304(site: Site) -> None:
    path, _ = night(site)
    tag = site.anonymous.send("GET", f"{path}/standings")["ETag"]
    assert site.director.send("PATCH", path, {"visibility": "members"}).status_code == 200
    assert known(site.anonymous, f"{path}/standings", tag) == 404
    assert known(site.anonymous, f"{path}/standings", "*") == 404


def test_a_write_answers_with_the_tag_that_its_sender_reads(site: Site) -> None:
    path, round = night(site, clock_seconds=3000)
    entry = round["tables"][0]["seats"][0]["entry"]
    (person,) = site.people("Dee")
    for method, target, body, thing in (
        ("POST", f"{path}/entries", {"person": person}, None),
        ("PATCH", path, {"name": "Night"}, path),
        ("POST", f"rounds/{round['id']}/extend", {"seconds": 60}, f"rounds/{round['id']}"),
        ("POST", f"entries/{entry}/drop", {"after_round": 1}, f"entries/{entry}"),
        ("PATCH", f"people/{person}", {"name": "Eve"}, f"people/{person}"),
    ):
        answer = site.director.send(method, target, body)
        assert answer.status_code in (200, 201), answer.content
        assert site.director.send("GET", thing or answer["Location"])["ETag"] == answer["ETag"], target


def test_gzip_weakens_a_tag_and_both_conditions_take_it(site: Site) -> None:
    path, _ = night(site)
    answer = site.director.send("GET", path, **{"Accept-Encoding": "gzip"})
    assert (answer["Content-Encoding"], answer["ETag"][:2]) == ("gzip", "W/")
    assert known(site.director, path, answer["ETag"]) == 304
    assert site.director.send("PATCH", path, {"name": "New"}, **{"If-Match": answer["ETag"]}).status_code == 200
    assert site.director.send("PATCH", path, {"name": "Newer"}, **{"If-Match": answer["ETag"]}).status_code == 412


def test_answers_with_secrets_are_neither_kept_nor_compressed(site: Site) -> None:
    _, round = night(site)
    takes = {"Accept-Encoding": "gzip"}
    log_in = {"username": "member", "password": "correct horse battery"}
    for path, body in ((f"rounds/{round['id']}/links", {}), ("tokens", log_in)):
        answer = site.director.send("POST", path, body, **takes)
        assert (answer["Cache-Control"], "Content-Encoding" in answer) == ("no-store, no-transform", False)
    missing = site.director.send("GET", "people/none", **takes)
    assert (missing.status_code, missing["Cache-Control"]) == (404, "private, no-store")


def test_people_who_are_renamed_by_a_service_change_a_league_table(site: Site) -> None:
    new = {"club": str(site.club.pk), "name": "W", "scheme": {"points": {"by_place": [3, 2, 1]}}}
    season = site.director.send("POST", "seasons", new).json()["id"]
    ann, bob = site.people("Ann", "Bob")
    site.season_event(season, {"places": {ann: 1, bob: 2}})
    for query in ("standings?as_of=9999999", "head-to-head", "ledger"):
        path = f"seasons/{season}/{query}"
        before = site.anonymous.send("GET", path)
        assert re.match(r'"2\.', before["ETag"])
        assert known(site.anonymous, path, before["ETag"]) == 304
    path = f"seasons/{season}/standings?scheme=" + '{"points":{"by_place":[5]}}'
    before = site.anonymous.send("GET", path)
    rename(site, "Ann", "Zoë")
    after = site.anonymous.send("GET", path)
    assert (before["ETag"] != after["ETag"], after.json()["rows"][0]["name"]) == (True, "Zoë")


def test_a_hall_of_phones_costs_one_query_for_each(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a log-in, what was just sent is known before a view is asked; whatever changes, the view is asked."""
    path, round = night(site)
    for query in ("standings", "events", "events?limit=2"):
        tag = site.anonymous.send("GET", f"{path}/{query}")["ETag"]
        with monkeypatch.context() as patched:
            patched.setattr(Resource, "dispatch", None)
            answer = site.anonymous.send("GET", f"{path}/{query}", **{"If-None-Match": tag})
        assert (answer.status_code, answer["ETag"], answer["Cache-Control"]) == (304, tag, "no-cache")
        assert "Authorization" in answer["Vary"]
        assert known(site.anonymous, f"{path}/{query}", '"1.0"') == 200
        assert known(site.anonymous, f"{path}/{query}", tag, Accept="text/html") == 406
        assert known(Visitor(), f"{path}/{query}", tag, Authorization="Token none") == 401
        site.director.send("PATCH", path, {"name": query})
        changed = site.anonymous.send("GET", f"{path}/{query}", **{"If-None-Match": tag})
        assert (changed.status_code, version_in(changed)) == (200, site.anonymous.send("GET", path).json()["version"])
    report(site, round)
    assert site.anonymous.send("GET", f"{path}/standings").json()["rows"][0]["points"] != 0
