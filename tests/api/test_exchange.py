"""A tournament, a season or a club goes out as a file and comes in elsewhere: equal standings, tables and hashes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from league.models import Event, Person
from league.projections import followers, rebuild
from tests.api.conftest import Site
from tests.api.test_night import play_round

SCHEME = {"points": {"by_place": [10, 7, 5, 3]}}
Json = dict[str, Any]


def elsewhere(make: Callable[[], Any]) -> Any:
    """What `make` gives; what it has done is gone then, as on another site."""
    with transaction.atomic():
        made = make()
        transaction.set_rollback(True)
    return made


def export(site: Site, path: str, query: str = "") -> Json:
    answer = site.director.send("GET", f"{path}/export{query}")
    assert answer.status_code == 200, answer.content
    exported: Json = answer.json()
    return exported


def a_season(site: Site) -> Json:
    """A season with a closed tournament and a result from elsewhere; its export, tables and standings."""
    season = site.director.send("POST", "seasons", {"club": str(site.club.id), "name": "Winter", "scheme": SCHEME})
    id = season.json()["id"]
    tournament = site.tournament(points={"by_place": [4, 2, 1, 0]}, seasons=[id])
    site.entries(tournament["id"], *"ABCDEFGH")
    play_round(site, tournament["id"])
    play_round(site, tournament["id"])
    site.director.send("POST", f"tournaments/{tournament['id']}/close")
    people = [str(row.pk) for row in Person.objects.filter(club=site.club, name__in=["A", "B"]).order_by("name")]
    site.season_event(id, {"name": "Away", "date": "2026-10-01", "places": {people[1]: 1, people[0]: 2}})
    followers.follow(site.club.pk)
    return {
        "season": id,
        "tournament": tournament["id"],
        "file": export(site, f"seasons/{id}"),
        "codes": export(site, f"seasons/{id}", "?people=codes"),
        "tournament_file": export(site, f"tournaments/{tournament['id']}"),
        "table": rows_of(site, f"seasons/{id}"),
        "standings": rows_of(site, f"tournaments/{tournament['id']}"),
    }


def rows_of(site: Site, path: str) -> list[Json]:
    rows: list[Json] = site.anonymous.send("GET", f"{path}/standings").json()["rows"]
    return rows


def nameless(rows: list[Json]) -> list[Json]:
    return [{key: value for key, value in row.items() if key != "name"} for row in rows]


@pytest.fixture
def away(site: Site) -> Json:
    made: Json = elsewhere(lambda: a_season(site))
    assert not Person.objects.filter(club=site.club).exists()
    return made


def test_a_season_comes_in_with_equal_tables_standings_and_hashes(site: Site, away: Json) -> None:
    answer = site.stranger.send("POST", f"seasons/import?club={site.elsewhere.id}", away["file"])
    assert answer.status_code == 201, answer.content
    assert answer["Location"] == f"/api/v1/seasons/{away['season']}"
    followers.follow(site.elsewhere.pk)
    assert rows_of(site, f"seasons/{away['season']}") == away["table"]
    assert rows_of(site, f"tournaments/{away['tournament']}") == away["standings"]
    hashes = {(event["version"], event["hash"]) for stream in away["file"]["streams"] for event in stream["events"]}
    imported = Event.objects.filter(club=site.elsewhere.pk, origin_club__isnull=False)
    assert set(imported.values_list("version", "hash")) == hashes
    call_command("verify")
    assert rebuild.rebuild() == []
