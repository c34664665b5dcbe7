"""A tournament, a season or a club goes out as a file and comes in elsewhere: equal standings, tables and hashes."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
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


def test_imported_twice_it_changes_nothing(site: Site, away: Json) -> None:
    path = f"seasons/import?club={site.elsewhere.id}"
    assert site.stranger.send("POST", path, away["file"]).status_code == 201
    before = Event.objects.filter(club=site.elsewhere.pk).count(), Person.objects.count()
    again = site.stranger.send("POST", path, away["file"])
    assert (again.status_code, again.json()["created"], again.json()["events"]) == (200, False, 0)
    assert again.json()["people"] == {"new": 0, "known": 8, "continued": 0}
    assert (Event.objects.filter(club=site.elsewhere.pk).count(), Person.objects.count()) == before


def test_with_codes_nobody_has_a_name_and_the_tables_are_the_same(site: Site, away: Json) -> None:
    names = {person["name"] for person in away["file"]["persons"]}
    assert not names & {text for person in away["codes"]["persons"] for text in map(str, person.values())}
    answer = site.stranger.send("POST", f"seasons/import?club={site.elsewhere.id}", away["codes"])
    assert answer.status_code == 201, answer.content
    followers.follow(site.elsewhere.pk)
    assert nameless(rows_of(site, f"seasons/{away['season']}")) == nameless(away["table"])
    assert nameless(rows_of(site, f"tournaments/{away['tournament']}")) == nameless(away["standings"])


def test_a_dry_run_says_what_would_come_in_and_changes_nothing(site: Site, away: Json) -> None:
    path = f"tournaments/import?club={site.elsewhere.id}"
    answer = site.stranger.send("POST", f"{path}&dry_run=true", away["tournament_file"])
    assert (answer.status_code, answer.json()["created"], answer.json()["people"]["new"]) == (200, True, 8)
    assert not Event.objects.filter(club=site.elsewhere.pk).exists()
    assert not Person.objects.filter(club=site.elsewhere).exists()


def test_every_hash_is_checked_before_anything_is_believed(site: Site, away: Json) -> None:
    path = f"tournaments/import?club={site.elsewhere.id}"
    for change in (
        lambda event: event["data"].update(extra=1),
        lambda event: event.update(actor="user:1"),
        lambda event: event.update(club=str(site.elsewhere.id)),
        lambda event: event.update(recorded_at="2020-01-01T00:00:00.000000Z"),
        lambda event: event.update(rules="tournament/1"),
        lambda event: event.update(command={"type": "close"}),
        lambda event: event.update(hash="0" * 64),
    ):
        file = deepcopy(away["tournament_file"])
        change(file["streams"][0]["events"][3])
        answer = site.stranger.send("POST", path, file)
        assert (answer.status_code, answer.json()["code"]) == (422, "broken_export"), answer.content
    assert not Event.objects.filter(club=site.elsewhere.pk).exists()
