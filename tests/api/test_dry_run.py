"""`?dry_run=true`: staff see what a write would lead to, and nothing at all is changed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.urls import resolve

from api.base import DryRun
from tests.api.conftest import Site, Visitor
from tests.api.test_doors import WRITING, Venue

TOLD_ON = "?dry_run=true"
LISTED = ("events", "standings_before", "standings_after", "changes")


def everything() -> dict[str, list[Any]]:
    """Every row of every table of the project."""
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    models += list(apps.get_app_config("league").get_models(include_auto_created=True))
    return {model._meta.label: sorted(map(repr, model._base_manager.values_list())) for model in models}


def kind_of(path: str) -> DryRun:
    """What a dry run is on a path."""
    view: Any = resolve(path.partition("?")[0]).func
    found: DryRun = view.initkwargs.get("dry_run", view.cls.dry_run)
    return found


def doors(kind: DryRun) -> list[str]:
    return [door for door in WRITING if kind_of(_sample(door)) is kind]


def _sample(door: str) -> str:
    from api import urls

    name = door.split(maxsplit=1)[0]
    route = next(str(pattern.pattern) for pattern in urls.urlpatterns if pattern.name == name)
    return "/api/v1/" + re.sub(r"<uuid:\w+>", "0196d6a4-7f6e-7000-8000-000000000000", route)


def tries(who: Visitor, venue: Venue, door: str, **headers: str) -> Any:
    return who.send(door.split()[1].upper(), venue.path(door) + TOLD_ON, venue.body(door), **headers)


@pytest.fixture
def site(venue: Venue) -> Site:
    """The site that the doors are of."""
    return venue.site


@pytest.mark.parametrize("door", doors(DryRun.TOLD))
def test_every_write_has_a_dry_run_that_changes_nothing(site: Site, venue: Venue, door: str) -> None:
    before = everything()
    answer = tries(site.superuser, venue, door, **{"Idempotency-Key": "k"})
    assert answer.status_code in (200, 422), answer.content
    if answer.status_code == 200:
        assert tuple(answer.json()) == LISTED
    assert everything() == before
    done = site.superuser.send(door.split()[1].upper(), venue.path(door), venue.body(door), **{"Idempotency-Key": "k"})
    assert "Idempotency-Replayed" not in done
    assert (done.status_code == 422) == (answer.status_code == 422), done.content


@pytest.mark.parametrize("door", doors(DryRun.TOLD))
@pytest.mark.parametrize("name", ["stranger", "member", "table_link", "entry_link"])
def test_a_dry_run_is_for_staff(site: Site, venue: Venue, door: str, name: str) -> None:
    assert tries(venue.knocks(name), venue, door).status_code == 403
    assert tries(site.anonymous, venue, door).status_code == 401


@pytest.mark.parametrize("door", doors(DryRun.NONE))
def test_where_a_dry_run_means_nothing_it_is_refused(site: Site, venue: Venue, door: str) -> None:
    before = everything()
    answer = tries(site.superuser, venue, door)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "no_dry_run")
    assert everything() == before


def test_reading_has_no_dry_run(site: Site) -> None:
    answer = site.director.send("GET", f"tournaments{TOLD_ON}")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "no_dry_run")


def test_a_correction_tells_the_standings_without_and_with_it(site: Site) -> None:
    tournament = site.tournament(game="scoresheet", points={"by_place": [4, 2, 1]})["id"]
    entries = site.entries(tournament, "A", "B", "C")
    table = site.round(tournament)["tables"][0]["id"]
    site.referee.send("PUT", f"tables/{table}/result", {"scores": dict(zip(entries, (30, 20, 10), strict=True))})
    body = {"scores": dict(zip(entries, (10, 20, 30), strict=True)), "reason": "read upside down"}
    told = site.referee.send("POST", f"tables/{table}/correct{TOLD_ON}", body).json()
    assert [(row["entry"], row["points"]) for row in told["standings_before"]] == list(
        zip(entries, (4, 2, 1), strict=True)
    )
    assert [(row["entry"], row["points"]) for row in told["standings_after"]] == list(
        zip(reversed(entries), (4, 2, 1), strict=True)
    )
    assert [event["type"] for event in told["events"]][-1] == "tournament.result_corrected"
    assert {event["position"] for event in told["events"]} == {None}
    rows = site.member.send("GET", f"tournaments/{tournament}/standings").json()["rows"]
    assert rows[0]["entry"] == entries[0]


def test_a_close_that_is_tried_keeps_the_secret(site: Site) -> None:
    tournament = site.tournament()["id"]
    entries = site.entries(tournament, "A", "B", "C")
    round = site.round(tournament)
    table = round["tables"][0]["id"]
    site.referee.send("PUT", f"tables/{table}/result", {"places": dict(zip(entries, (1, 2, 3), strict=True))})
    site.director.send("POST", f"rounds/{round['id']}/close")
    told = site.director.send("POST", f"tournaments/{tournament}/close{TOLD_ON}", {})
    assert [event["type"] for event in told.json()["events"]] == ["tournament.closed"]
    assert "secret" not in told.content.decode()
    assert site.director.send("POST", f"tournaments/{tournament}/close", {}).json()["seed"] not in told.content.decode()


def test_the_start_of_a_round_of_dealt_games_is_not_tried(site: Site) -> None:
    tournament = site.tournament(game_options={"play": "dealt"})["id"]
    site.entries(tournament, "A", "B", "C")
    seated = site.director.send("POST", f"tournaments/{tournament}/rounds{TOLD_ON}", {}).json()
    assert [event["type"] for event in seated["events"]] == ["tournament.round_seated"]
    draft = site.round(tournament, start=False)["id"]
    answer = site.director.send("POST", f"rounds/{draft}/start{TOLD_ON}", {})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "no_dry_run")


def test_a_seating_that_stands_already_is_told_as_nothing(site: Site) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, "A", "B", "C")
    site.round(tournament, start=False)
    told = site.director.send("POST", f"tournaments/{tournament}/rounds{TOLD_ON}", {}).json()
    assert told["events"] == []
    assert told["standings_before"] == told["standings_after"]
    assert len(told["standings_before"]) == 3
