"""Tournaments in which nothing was seated are deleted; the log keeps what happened."""

from __future__ import annotations

import pytest

from league.models import Entry, Tournament
from league.projections.rebuild import rebuild
from tests.api.conftest import Site
from tests.api.test_seasons import opened


def events_of(visitor: object, site: Site) -> list[tuple[str, str]]:
    """The streams and types of what a visitor reads in the club's feed."""
    answer = visitor.send("GET", f"clubs/{site.club.id}/events?limit=200")  # type: ignore[attr-defined]
    return [(event["stream"], event["type"]) for event in answer.json()["results"]]


def test_it_is_gone_everywhere_but_from_the_log(site: Site) -> None:
    season = opened(site)["id"]
    made = site.tournament(seasons=[season], visibility="members")
    path = f"tournaments/{made['id']}"
    site.entries(made["id"], "Ann", "Bob")
    site.director.send("POST", f"{path}/announcements", {"text": "Pizza"})
    assert site.director.send("DELETE", path).status_code == 204
    for gone in (path, f"{path}/entries", f"{path}/standings", f"/t/{made['code']}"):
        assert site.director.send("GET", gone).status_code == 404
    assert site.director.send("DELETE", path).status_code == 404
    assert site.director.send("PATCH", path, {"name": "Again"}).status_code == 404
    assert site.director.send("GET", f"tournaments?club={site.club.id}").json()["results"] == []
    assert site.director.send("GET", f"seasons/{season}").json()["events"] == []
    assert not Entry.objects.filter(tournament=made["id"]).exists()
    kept = events_of(site.director, site)
    assert (made["id"], "tournament.removed") in kept
    assert (season, "season.tournament_removed") in kept
    assert made["id"] not in [stream for stream, _type in events_of(site.stranger, site)]
    assert rebuild() == []


def test_sentences_of_the_feed_call_it_a_deleted_tournament(site: Site) -> None:
    season = opened(site)["id"]
    made = site.tournament(seasons=[season])
    site.director.send("DELETE", f"tournaments/{made['id']}")
    found = site.director.send("GET", f"clubs/{site.club.id}/events?limit=200&sentences=en").json()["results"]
    said = [event["sentence"] for event in found]
    assert any("a deleted tournament" in text and "was added to the season" in text for text in said)
    assert "The tournament was deleted before a round was seated." in said


def test_one_that_was_called_off_before_it_began_can_be_deleted_too(site: Site) -> None:
    path = f"tournaments/{site.tournament()['id']}"
    site.director.send("POST", f"{path}/cancel", {})
    assert site.director.send("DELETE", path).status_code == 204


@pytest.mark.parametrize("then", ["draft", "running", "called off"])
def test_once_a_round_was_seated_it_stays(site: Site, then: str) -> None:
    made = site.tournament()
    site.entries(made["id"], "Ann", "Bob", "Cy")
    found = site.round(made["id"], start=then != "draft")
    if then == "called off":
        site.director.send("POST", f"rounds/{found['id']}/cancel", {"reason": "fire"})
    answer = site.director.send("DELETE", f"tournaments/{made['id']}")
    assert (answer.status_code, answer.json()["code"]) == (422, "round_seated")
    assert answer.json()["detail"] == "Round 1 was seated, so the tournament can be cancelled, but not deleted."
    assert Tournament.objects.filter(pk=made["id"]).exists()


def test_a_draft_that_was_deleted_is_no_obstacle(site: Site) -> None:
    made = site.tournament()
    site.entries(made["id"], "Ann", "Bob", "Cy")
    draft = site.round(made["id"], start=False)
    assert site.director.send("DELETE", f"rounds/{draft['id']}").status_code == 204
    assert site.director.send("DELETE", f"tournaments/{made['id']}").status_code == 204


def test_a_dry_run_deletes_nothing(site: Site) -> None:
    path = f"tournaments/{site.tournament(seasons=[opened(site)['id']])['id']}"
    answer = site.director.send("DELETE", f"{path}?dry_run=true")
    assert answer.status_code == 200, answer.content
    types = {event["type"] for event in answer.json()["events"]}
    assert types == {"tournament.removed", "season.tournament_removed"}
    assert site.director.send("GET", path).status_code == 200


def test_a_club_with_a_deleted_tournament_is_exported_and_comes_in_as_it_is(site: Site) -> None:
    path = f"tournaments/{site.tournament()['id']}"
    site.director.send("DELETE", path)
    file = site.director.send("GET", f"clubs/{site.club.id}/export").json()
    answer = site.superuser.send("POST", "clubs/import", file)
    assert answer.status_code in (200, 201), answer.content
    assert rebuild() == []
