"""`tournaments/{id}/reopen`: a closed tournament goes on, and its seasons wait for it."""

from __future__ import annotations

from typing import Any

from league.models import Event
from league.projections import followers
from league.projections.rebuild import rebuild
from tests.api.conftest import Site
from tests.api.test_night import play_round

SCHEME = {"points": {"by_place": [10, 7, 5, 3]}}


def closed(site: Site, **fields: Any) -> str:
    made = site.tournament(**fields)
    site.entries(made["id"], "A", "B", "C")
    play_round(site, made["id"])
    assert site.director.send("POST", f"tournaments/{made['id']}/close").status_code == 200
    id: str = made["id"]
    return id


def reopened(site: Site, id: str, body: Any = None, **headers: str) -> Any:
    return site.director.send("POST", f"tournaments/{id}/reopen", body or {}, **headers)


def test_it_goes_on_once_and_is_closed_again_with_a_next_edition(site: Site) -> None:
    id = closed(site)
    before = site.anonymous.send("GET", f"tournaments/{id}").json()
    answers = [reopened(site, id, {"reason": "a round was missing"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    shown = answers[0].json()
    assert answers[1].json() == shown
    assert (shown["state"], shown["seed"]) == ("running", None)
    assert shown["seed_hash"] != before["seed_hash"]
    past = [{"seed_hash": before["seed_hash"], "seed": before["seed"], "up_to_round": 1}]
    assert shown["past_seeds"] == past
    assert Event.objects.filter(type="tournament.reopened").count() == 1
    standings = f"tournaments/{id}/standings"
    assert site.anonymous.send("GET", standings).json()["changed_after_close"] is None
    play_round(site, id)
    again = site.director.send("POST", f"tournaments/{id}/close").json()
    assert (again["state"], again["past_seeds"]) == ("closed", past)
    assert again["seed"] not in (None, before["seed"])
    for caller, reason in ((site.anonymous, None), (site.referee, "a round was missing")):
        edition = caller.send("GET", standings).json()["changed_after_close"]
        assert (edition["edition"], edition["reason"]) == (2, reason)


def test_the_secret_and_the_reason_stay_with_the_staff_or_with_nobody(site: Site) -> None:
    id = closed(site)
    reopened(site, id, {"reason": "a round was missing"})
    data = Event.objects.get(type="tournament.reopened").data
    assert len(data["secret"]) == 32
    for caller in (site.anonymous, site.referee, site.director):
        for path in (f"tournaments/{id}", f"tournaments/{id}/events", f"clubs/{site.club.id}/events"):
            assert data["secret"] not in caller.send("GET", path).content.decode()
    assert "a round was missing" not in site.anonymous.send("GET", f"tournaments/{id}/events").content.decode()
    assert "a round was missing" in site.referee.send("GET", f"tournaments/{id}/events").content.decode()


def test_the_season_counts_it_again_when_it_is_closed_again(site: Site) -> None:
    body = {"club": str(site.club.id), "name": "Winter", "scheme": SCHEME}
    season = site.director.send("POST", "seasons", body).json()["id"]
    id = closed(site, seasons=[season])

    def table() -> list[tuple[str, Any]]:
        followers.follow(site.club.id)
        shown = site.anonymous.send("GET", f"seasons/{season}/standings").json()
        return [(row["name"], row["points"]) for row in shown["rows"]]

    counted = table()
    assert sum(points for _, points in counted) == 10 + 7 + 5
    reopened(site, id)
    assert table() == []
    assert rebuild() == []
    site.director.send("POST", f"tournaments/{id}/close")
    assert table() == counted
    assert rebuild() == []


def test_what_can_not_be_reopened_and_by_whom(site: Site) -> None:
    id = closed(site)
    for caller, status in ((site.referee, 403), (site.member, 403), (site.stranger, 403), (site.anonymous, 401)):
        assert caller.send("POST", f"tournaments/{id}/reopen", {}).status_code == status
    junk: tuple[Any, ...] = ({"reason": "x" * 501}, {"reason": 1}, {"secret": "00" * 16}, [], "x")
    for body in junk:
        assert site.director.send("POST", f"tournaments/{id}/reopen", body).status_code == 400
    assert Event.objects.filter(type="tournament.reopened").count() == 0
    never = site.tournament()["id"]
    assert reopened(site, never).json()["state"] == "open"
    site.director.send("POST", f"tournaments/{never}/cancel")
    refused = reopened(site, never)
    assert (refused.status_code, refused.json()["code"]) == (422, "tournament_cancelled")


def test_a_correction_between_the_two_closes_makes_no_edition_of_its_own(site: Site) -> None:
    id = closed(site)
    reopened(site, id)
    round = site.anonymous.send("GET", f"tournaments/{id}/rounds").json()["results"][0]
    table = round["tables"][0]
    places = {seat["entry"]: 4 - seat["seat"] for seat in table["seats"]}
    body = {"places": places, "reason": "upside down"}
    assert site.referee.send("POST", f"tables/{table['id']}/correct", body).status_code == 200
    assert Event.objects.filter(type="tournament.standings_revised").count() == 0
    site.director.send("POST", f"tournaments/{id}/close")
    shown = site.anonymous.send("GET", f"tournaments/{id}/standings").json()
    assert shown["changed_after_close"]["edition"] == 2
    assert {row["entry"]: row["place"] for row in shown["rows"]} == places
