"""A tournament, a season or a club goes out as a file and comes in elsewhere: equal standings, tables and hashes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker
from uuid6 import uuid7

from league.models import Club, Entry, Event, Membership, Person, Role
from league.projections import followers, rebuild
from tests.api.conftest import Site, build_site
from tests.api.test_night import play_round
from tests.standing import made_once

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


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Site, Json]]:
    """The site, and what another site has exported; made once."""

    def make() -> tuple[Site, Json]:
        site = build_site()
        return site, elsewhere(lambda: a_season(site))

    with made_once(django_db_blocker, make) as found:
        yield found


@pytest.fixture
def site(made: tuple[Site, Json], db: None) -> Site:
    """The site; what the test does to it is taken back."""
    return made[0]


@pytest.fixture
def away(made: tuple[Site, Json], site: Site) -> Json:
    """What the other site has exported. No test changes it."""
    assert not Person.objects.filter(club=site.club).exists()
    return made[1]


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


def test_people_of_another_site_are_nobody_here(site: Site) -> None:
    """The director of this site has the very id that the other site's director has: nothing becomes theirs."""

    def made() -> Json:
        tournament = site.tournament(game="scoresheet", table_size={"min": 3, "max": 4, "prefer": 4})["id"]
        site.entries(tournament, *"ABC")
        (table,) = site.round(tournament)["tables"]
        places = {seat["entry"]: number for number, seat in enumerate(table["seats"], 1)}
        site.director.send("PUT", f"tables/{table['id']}/result", {"places": places})
        return {"id": tournament, "table": table["id"], "file": export(site, f"tournaments/{tournament}")}

    away = elsewhere(made)
    user = f"user:{site.director.user.pk}"
    assert user in str(away["file"])
    Membership.objects.create(club=site.elsewhere, user=site.director.user, role=Role.DIRECTOR)
    path = f"tournaments/import?club={site.elsewhere.id}"
    assert site.director.send("POST", path, away["file"]).status_code == 201
    feed = site.director.send("GET", f"clubs/{site.elsewhere.id}/events?limit=500").json()["results"]
    foreign = [event for event in feed if event["type"] != "club.imported"]
    assert {event["actor"] for event in foreign} == {f"origin:{user}"}
    assert str(site.club.id) not in str(foreign)
    assert [event["actor"] for event in feed if event["type"] == "club.imported"] == [user]
    result = site.director.send("GET", f"tables/{away['table']}").json()["result"]
    assert result["by"] == f"origin:{user}"
    assert site.director.send("GET", f"tournaments/{away['id']}").json()["club"] == str(site.elsewhere.id)
    confirmed = site.director.send("POST", f"tables/{away['table']}/confirm")
    assert confirmed.json()["result"]["confirmed_by"] == user, confirmed.content
    page = Client()
    page.force_login(site.director.user)
    log = page.get(f"/admin/log/?club={site.elsewhere.id}").content.decode()
    assert f"origin:{user}" in log
    call_command("verify")


def test_what_was_imported_goes_on_here_and_comes_back_with_all_hashes(site: Site, away: Json) -> None:
    """A file of a file: events of both sites in one stream, each with the club that recorded it."""
    site.stranger.send("POST", f"seasons/import?club={site.elsewhere.id}", away["file"])
    site.stranger.send("POST", f"tournaments/{away['tournament']}/reopen", {"reason": "a third round"})
    site.stranger.send("POST", f"tournaments/{away['tournament']}/close")
    answer = site.stranger.send("GET", f"seasons/{away['season']}/export")
    clubs = {event["club"] for stream in answer.json()["streams"] for event in stream["events"]}
    assert clubs == {str(site.club.id), str(site.elsewhere.id)}
    call_command("verify")
    again = site.stranger.send("POST", f"seasons/import?club={site.elsewhere.id}", answer.json())
    assert (again.status_code, again.json()["events"]) == (200, 0)
    older = site.stranger.send("POST", f"seasons/import?club={site.elsewhere.id}", away["file"])
    assert (older.status_code, older.json()["events"]) == (200, 0)


def test_what_has_grown_elsewhere_is_continued_and_what_went_two_ways_is_refused(site: Site) -> None:
    def made() -> Json:
        season = site.director.send("POST", "seasons", {"club": str(site.club.id), "name": "W", "scheme": SCHEME})
        id = season.json()["id"]
        files = [export(site, f"seasons/{id}")]
        tournament = site.tournament(seasons=[id])["id"]
        site.entries(tournament, *"ABCD")
        files.append(export(site, f"seasons/{id}"))
        play_round(site, tournament)
        site.director.send("POST", f"tournaments/{tournament}/close")
        followers.follow(site.club.pk)
        files.append(export(site, f"seasons/{id}"))
        return {"files": files, "id": id, "tournament": tournament, "table": rows_of(site, f"seasons/{id}")}

    away = elsewhere(made)
    path = f"seasons/import?club={site.elsewhere.id}"
    for file in away["files"]:
        answer = site.stranger.send("POST", path, file)
        assert answer.status_code in (200, 201), answer.content
    assert answer.json()["streams"] == {"new": 1, "known": 1, "continued": 1}
    followers.follow(site.elsewhere.pk)
    assert rows_of(site, f"seasons/{away['id']}") == away["table"]
    assert rebuild.rebuild() == []
    call_command("verify")

    with transaction.atomic():
        site.stranger.send("PATCH", f"seasons/{away['id']}", {"name": "Ours"})
        assert site.stranger.send("POST", path, away["files"][-1]).status_code == 200
        transaction.set_rollback(True)


def test_two_histories_and_two_clubs_of_one_tournament_are_refused(site: Site) -> None:
    def made() -> Json:
        tournament = site.tournament()["id"]
        first = export(site, f"tournaments/{tournament}")
        site.director.send("PATCH", f"tournaments/{tournament}", {"name": "Theirs"})
        return {"id": tournament, "files": [first, export(site, f"tournaments/{tournament}")]}

    away = elsewhere(made)
    path = f"tournaments/import?club={site.elsewhere.id}"
    assert site.stranger.send("POST", path, away["files"][0]).status_code == 201
    site.stranger.send("PATCH", f"tournaments/{away['id']}", {"name": "Ours"})
    answer = site.stranger.send("POST", path, away["files"][1])
    assert (answer.status_code, answer.json()["code"]) == (409, "other_history")
    answer = site.director.send("POST", f"tournaments/import?club={site.club.id}", away["files"][0])
    assert (answer.status_code, answer.json()["code"]) == (409, "other_club")
    answer = site.stranger.send("POST", f"seasons/import?club={site.elsewhere.id}", away["files"][0])
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_kind")


def test_a_persons_id_that_another_club_has_gets_another_one(site: Site, away: Json) -> None:
    ids = [person["id"] for person in away["file"]["persons"]]
    for id in ids:
        Person.objects.create(pk=id, club=site.club, name=f"Somebody else {id[-3:]}")
    assert site.stranger.send("POST", f"seasons/import?club={site.elsewhere.id}", away["file"]).status_code == 201
    followers.follow(site.elsewhere.pk)
    rows = rows_of(site, f"seasons/{away['season']}")
    assert [(row["name"], row["points"]) for row in rows] == [(row["name"], row["points"]) for row in away["table"]]
    assert not {row["person"] for row in rows} & set(ids)
    assert not set(ids) & set(map(str, Entry.objects.values_list("person", flat=True)))
    again = site.stranger.send("POST", f"seasons/import?club={site.elsewhere.id}", away["file"])
    assert (again.status_code, again.json()["people"]["new"]) == (200, 0)
    assert rebuild.rebuild() == []


def test_a_game_that_is_still_played_is_not_exported(site: Site) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, *"ABCD")
    table = site.round(tournament)["tables"][0]
    for path in (f"tournaments/{tournament}", f"clubs/{site.club.id}"):
        answer = site.director.send("GET", f"{path}/export")
        assert (answer.status_code, answer.json()["code"]) == (422, "game_running")
        assert answer.json()["facts"]["tables"] == [table["id"]]
    assert site.director.send("GET", f"tournaments/{tournament}/export?as=csv").status_code == 200


def test_a_whole_club_comes_in_under_its_own_id(site: Site) -> None:
    def made() -> Json:
        path = f"clubs/{site.club.id}"
        for slug in ("harbour", "pier"):
            assert site.director.send("PATCH", path, {"slug": slug}).status_code == 200
        friendly = site.friendly(site.member, site.director, site.other, play="recorded")
        season = a_season(site)
        away = season | {"file": export(site, f"clubs/{site.club.id}"), "friendly": friendly["id"]}
        away["ratings"] = site.anonymous.send("GET", f"ratings?club={site.club.id}").json()["rows"]
        return away

    away = elsewhere(made)
    file, id = away["file"], str(uuid7())
    assert away["friendly"] in file["left_out"]
    text = json.dumps(file).replace(f'"id": "{site.club.id}"', f'"id": "{id}"')
    file = json.loads(text)  # a club that this site does not have; its events keep theirs as their origin
    file["streams"] = [stream for stream in file["streams"] if stream["kind"] != "club"]
    assert (file["club"]["slug"], "harbour" in file["club"]["old_slugs"]) == ("pier", True)
    file["club"]["old_slugs"] += ["Not a slug", Club.objects.get(name="Elsewhere").slug]
    answer = site.superuser.send("POST", "clubs/import", file)
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/clubs/{id}"), answer.content
    club = Club.objects.get(pk=id)
    old = set(club.old_slugs.values_list("slug", flat=True))
    assert (club.slug, "harbour" in old, old & {"pier", "Not a slug", "elsewhere"}) == ("pier", True, set())
    followers.follow(UUID(id))
    assert rows_of(site, f"seasons/{away['season']}") == away["table"]
    assert site.anonymous.send("GET", f"ratings?club={id}").json()["rows"] == away["ratings"]
    assert site.superuser.send("POST", "clubs/import", file).json()["events"] == 0
    assert rebuild.rebuild() == []
    call_command("verify")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda file: file.update(format="tablekeeper-export/2"), "unknown_format"),
        (lambda file: file.update(streams=[]), "bad_fields"),
        (lambda file: file["streams"][0].update(kind="club"), "broken_export"),
        (lambda file: file["streams"].pop(0), "broken_export"),
        (lambda file: file["streams"].append(file["streams"][0]), "broken_export"),
        (lambda file: file["streams"][0]["events"].pop(), "broken_export"),
        (lambda file: file["streams"][0]["events"][0].update(type="tournament.unheard_of"), "broken_export"),
        (lambda file: file["persons"].clear(), "broken_export"),
        (lambda file: file["persons"][0].update(name="A" * 200), "bad_fields"),
        (lambda file: file["persons"][0].update(name="A\x00"), "bad_fields"),
        (lambda file: file["persons"][0].update(born="soon"), "bad_fields"),
        (lambda file: file.update(persons=3), "bad_fields"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(site: Site, away: Json, change: Callable[[Json], Any], code: str) -> None:
    file = deepcopy(away["tournament_file"])
    change(file)
    answer = site.stranger.send("POST", f"tournaments/import?club={site.elsewhere.id}", file)
    status = 400 if code == "bad_fields" else 422
    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.content
    assert not Event.objects.filter(club=site.elsewhere.pk).exists()


def test_no_file_makes_a_person_of_something_that_the_club_has(site: Site, away: Json) -> None:
    """A merge says who is meant by an id in the whole log of the club: it may be that of people alone."""
    body = {"club": str(site.elsewhere.id), "name": "Ours", "game": "monster-trick"}
    ours = site.stranger.send("POST", "tournaments", body).json()["id"]
    ann = Person.objects.create(club=site.elsewhere, name="Ann")
    entry = site.stranger.send("POST", f"tournaments/{ours}/entries", {"person": str(ann.pk)}).json()["id"]
    for id in (ours, entry, str(site.elsewhere.id)):
        file = deepcopy(away["tournament_file"])
        file["identities"] = [{"known_as": id, "person": file["persons"][0]["id"]}]
        answer = site.stranger.send("POST", f"tournaments/import?club={site.elsewhere.id}", file)
        assert (answer.status_code, answer.json()["code"], answer.json()["facts"]) == (422, "id_taken", {"id": id})
    assert rebuild.rebuild() == []


@pytest.mark.parametrize("raw", [b"", b"[1,", b"[" * 100_000, b'{"format": "tablekeeper-export/1", "streams": 3,'])
def test_what_is_no_json_is_refused(site: Site, raw: bytes) -> None:
    path = f"tournaments/import?club={site.elsewhere.id}"
    answer = site.stranger.generic("POST", path, raw, content_type="application/json")
    assert (answer.status_code, [error["code"] for error in answer.json()["errors"]]) == (400, ["bad_json"])
