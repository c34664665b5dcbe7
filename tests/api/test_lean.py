"""Lean answers: some fields, some rows, rounds without their tables, dry runs without standings."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from api import urls
from api.lean import fields_of
from tests.api.conftest import Site
from tests.api.test_doors import METHODS, Venue
from tests.api.test_navigation import night, report

NO_STRUCT = ("root", "schema", "docs", "tournament-live", "table-live", "tournament-paper")
REFUSED = ("tournament-bracket", "tournament-summary")
"""Refused in the venue, which has no knockout and no tournament that is closed."""
FILES = ("tournament-export", "season-export", "club-export")


@pytest.fixture
def site(venue: Venue) -> Site:
    """The site of the venue."""
    return venue.site


def answers() -> dict[str, Any]:
    """What each reading route answers, by its name."""
    found: dict[str, Any] = {}
    for pattern in urls.urlpatterns:
        view: Any = pattern.callback
        name = getattr(view, "actions", dict.fromkeys(METHODS, None) | {"get": "get"}).get("get")
        method: Any = getattr(view.cls, name or "", None)
        if hasattr(method, "described") and pattern.name not in (*NO_STRUCT, *FILES):
            found[str(pattern.name)] = method.described.answer
    return found


@pytest.mark.parametrize("name", answers())
def test_every_answer_can_be_had_with_some_of_its_fields(venue: Venue, name: str) -> None:
    who, fields = venue.site.director, fields_of(answers()[name])
    assert fields, name
    path = venue.path(f"{name} get")
    whole = who.get(path).json()
    asked = fields[: len(fields) // 2 + 1]
    both = "&" if "?" in path else "?"
    lean = who.get(f"{path}{both}fields={','.join(asked)}").json()

    def part(thing: dict[str, Any]) -> dict[str, Any]:
        return {field: value for field, value in thing.items() if field in asked}

    if "results" in whole:
        assert lean == {**whole, "results": list(map(part, whole["results"]))}
    elif name not in ("health-ready", "tournament-plan", *REFUSED):
        assert without_times(lean) == without_times(part(whole))
    for wrong in ("id,nobody", "nobody", "", "id,"):
        refused = who.get(f"{path}{both}fields={wrong}")
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "fields"), wrong


@pytest.mark.parametrize("name", FILES)
def test_an_export_is_whole(venue: Venue, name: str) -> None:
    refused = venue.site.director.get(f"{venue.path(f'{name} get')}?fields=id")
    assert [(error["field"], error["code"]) for error in refused.json()["errors"]] == [("fields", "unknown_parameter")]


def without_times(thing: dict[str, Any]) -> Any:
    """An answer without what the hour changes."""
    return json.loads(json.dumps(thing), object_hook=lambda part: part | dict.fromkeys(("now", "remaining_seconds")))


def test_fields_are_not_for_files(site: Site) -> None:
    tournament, _ = night(site)
    for query in ("as=csv&fields=name", "as=csv&rounds=false"):
        path = f"tournaments/{tournament}/standings?{query.replace('fields=name', 'fields=rows')}"
        assert site.anonymous.send("GET", path).json()["errors"][0]["code"] == "not_a_file"
    assert (
        len(site.anonymous.send("GET", f"tournaments/{tournament}/standings?as=csv&limit=2").content.splitlines()) == 3
    )


def test_standings_without_rounds_and_only_the_first_rows(site: Site) -> None:
    tournament, _ = night(site, "A", "B", "C")
    report(site, site.round(tournament)["tables"][0])
    path = f"tournaments/{tournament}/standings"
    for more in ("", "&after_round=1", "&movement=true", "&tie_breaks=wins&beside=true"):
        whole = site.anonymous.send("GET", f"{path}?{more}").json()
        lean = site.anonymous.send("GET", f"{path}?rounds=false&limit=2{more}").json()
        rows = [row | {"rounds": []} for row in whole["rows"][:2]]
        assert lean == whole | {"rows": rows}, more
    for wrong in ("limit=0", "limit=x", "rounds=no"):
        assert site.anonymous.send("GET", f"{path}?{wrong}").status_code == 400, wrong


def test_what_is_asked_for_thousands_of_times_is_looked_at_once(site: Site) -> None:
    path = f"tournaments/{site.tournament()['id']}"
    site.people(*(f"Ada {number}" for number in range(100)))
    names, begun = ",".join(["name"] * 200_000), time.process_time()
    listed = site.director.send("GET", f"people?club={site.club.pk}&page_size=100&fields={names}").json()["results"]
    assert (len(listed), [*listed[0]]) == (100, ["name"])
    assert time.process_time() - begun < 2
    kinds = ",".join(["tournament.created"] * 2_000)
    assert len(site.director.send("GET", f"{path}/events?types={kinds}").json()["results"]) == 1
    wrong = ",".join(f"none.{number}" for number in range(2_000))
    refused = site.director.send("GET", f"{path}/events?types={wrong}")
    assert (refused.status_code, len(refused.json()["errors"])) == (400, 20)


def test_rounds_without_tables(site: Site) -> None:
    tournament, _ = night(site)
    round = site.round(tournament)
    for path in (f"rounds/{round['id']}", f"tournaments/{tournament}/rounds/current"):
        whole, lean = (site.anonymous.send("GET", f"{path}{query}").json() for query in ("", "?tables=false"))
        assert without_times(lean) == without_times(whole) | {"tables": []}
    (listed,) = site.anonymous.send("GET", f"tournaments/{tournament}/rounds?tables=false").json()["results"]
    assert listed["tables"] == []
    assert site.anonymous.send("GET", f"tournaments/{tournament}/rounds?tables=true").json()["results"][0]["tables"]


def test_a_dry_run_without_standings_says_what_changes(site: Site) -> None:
    tournament, entries = night(site)
    report(site, site.round(tournament)["tables"][0])
    body = {"entry": entries[0], "points": 5, "reason": "late"}
    path = f"tournaments/{tournament}/penalties?dry_run=true"
    whole, lean = (site.referee.send("POST", f"{path}{query}", body).json() for query in ("", "&standings=false"))
    assert set(lean) == set(whole)
    assert (lean["standings_before"], lean["standings_after"]) == ([], [])
    assert whole["standings_before"] != whole["standings_after"]
    assert lean["changes"]["standings"] != []
    assert site.referee.send("POST", f"{path}&standings=x", body).status_code == 400
