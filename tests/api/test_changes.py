"""`changes` of a dry run: what a correction would move in standings, areas, seats to come and league tables."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from league.seating import planning
from tests.api.conftest import Site
from tests.api.test_queries import FEW, MANY, crowd
from tests.api.test_season_events import PAY
from tests.api.test_seasons import opened
from tests.league.counted_queries import counted

FOURS = {"min": 4, "max": 4, "prefer": 4}
NAMES = "ABCDEFGH"


class Evening:
    """Eight people at tables of four, areas from round 2 on; the first round is over, each table won in seat order."""

    def __init__(self, site: Site, **settings: Any) -> None:
        self.site, self.season = site, opened(site, scheme=PAY)["id"]
        points = {"by_place": [4, 2, 1, 0]}
        self.id = site.tournament(
            game="scoresheet", table_size=FOURS, points=points, seasons=[self.season], **settings
        )["id"]
        site.entries(self.id, *NAMES)
        self.first = self.play()

    def play(self) -> dict[str, Any]:
        """A round in which the first seats win; it is closed."""
        round = self.site.round(self.id)
        for table in round["tables"]:
            self.report(table)
        assert self.site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200
        return round

    def report(self, table: dict[str, Any]) -> None:
        body = {"places": {seat["entry"]: seat["seat"] for seat in table["seats"]}}
        assert self.site.referee.send("PUT", f"tables/{table['id']}/result", body).status_code == 200

    def seats(self, table: int = 0) -> list[str]:
        """The entries at a table of the first round."""
        return [seat["entry"] for seat in self.first["tables"][table]["seats"]]

    def turned(self, query: str = "?dry_run=true") -> Any:
        """The first table's result the other way round."""
        places = {entry: place for place, entry in enumerate(reversed(self.seats()), 1)}
        path = f"tables/{self.first['tables'][0]['id']}/correct{query}"
        answer = self.site.referee.send("POST", path, {"places": places, "reason": "read upside down"})
        assert answer.status_code == 200, answer.content
        return answer.json()


def person_of(site: Site, entry: str) -> str:
    person: str = site.member.send("GET", f"entries/{entry}").json()["person"]
    return person


def entries(listed: list[dict[str, Any]]) -> set[str]:
    return {one["entry"] for one in listed}


def test_a_correction_says_who_moves_where(site: Site) -> None:
    evening = Evening(site)
    one, two, three, four = evening.seats()
    changes = evening.turned()["changes"]
    moved = {row["entry"]: row for row in changes["standings"]}
    # first 4, 2, 1, 0 beside the other table's 4, 2, 1, 0: places 1, 3, 5, 7; now 0, 1, 2, 4
    assert {
        entry: (row["before"]["place"], row["after"]["place"], row["movement"]) for entry, row in moved.items()
    } == {
        one: (1, 7, -6),
        two: (3, 5, -2),
        three: (5, 3, 2),
        four: (7, 1, 6),
    }
    assert [moved[one][side]["points"] for side in ("before", "after")] == [4, 0]
    assert moved[one]["name"] in NAMES
    assert [(area["area"], entries(area["enter"]), entries(area["leave"])) for area in changes["areas"]] == [
        ("A", {three, four}, {one, two}),
        ("B", {one, two}, {three, four}),
    ]
    seats = changes["seats"]
    assert (seats["round"], seats["state"], seats["stays"], seats["becomes_stale"]) == (2, "to_come", False, False)
    assert {(move["before"], move["after"]) for move in seats["moved"] if move["entry"] in (one, two)} == {(1, 2)}
    assert changes["edition"] is None


def test_the_round_that_is_seated_after_it_is_the_one_that_was_told(site: Site) -> None:
    evening = Evening(site)
    told = evening.turned()["changes"]["seats"]["after"]
    evening.turned("")
    drawn = site.round(evening.id, start=False)
    assert [[seat["entry"] for seat in table["seats"]] for table in told["tables"]] == [
        [seat["entry"] for seat in table["seats"]] for table in drawn["tables"]
    ]
    assert told["byes"] == drawn["byes"]


def test_a_draft_becomes_stale_and_a_running_round_stays(site: Site) -> None:
    evening = Evening(site)
    draft = site.round(evening.id, start=False)
    seats = evening.turned()["changes"]["seats"]
    assert (seats["state"], seats["becomes_stale"], seats["round"]) == ("draft", True, 2)
    drawn = [[seat["entry"] for seat in table["seats"]] for table in draft["tables"]]
    assert [[seat["entry"] for seat in table["seats"]] for table in seats["before"]["tables"]] == drawn
    read = site.director.send("GET", f"rounds/{draft['id']}").json()
    assert (read["stale"], read["attempt"]) == (False, 1)
    site.director.send("POST", f"rounds/{draft['id']}/start")
    changes = evening.turned()["changes"]
    assert (changes["seats"]["state"], changes["seats"]["stays"], changes["seats"]["after"]) == ("running", True, None)
    assert len(changes["standings"]) == 4
    assert changes["areas"] == []


def test_a_closed_tournament_gets_a_new_edition_and_its_league_table_moves(site: Site) -> None:
    evening = Evening(site)
    open_still = evening.turned()["changes"]["league_tables"]
    assert [(table["season"], table["if_closed"]) for table in open_still] == [(evening.season, True)]
    site.director.send("POST", f"tournaments/{evening.id}/close")
    changes = evening.turned()["changes"]
    assert (changes["edition"], changes["seats"]) == (2, None)
    (table,) = changes["league_tables"]
    assert (table["name"], table["if_closed"]) == ("Winter", False)
    assert table["rows"] == open_still[0]["rows"]
    # two share each of the places 1, 3, 5 and 7, and 10, 7, 5 and 3 are paid: 8.5 each, 4 each, nothing
    people = [person_of(site, entry) for entry in evening.seats()]
    paid = {row["person"]: (row["before"]["points"], row["after"]["points"]) for row in table["rows"]}
    assert [paid[person] for person in people] == [("8.5", 0), (4, 0), (0, 4), (0, "8.5")]
    shown = site.anonymous.send("GET", f"seasons/{evening.season}/standings?as_of=1000000").json()["rows"]
    places = {row["person"]: row["place"] for row in shown}
    assert all(places[row["person"]] == row["before"]["place"] for row in table["rows"])


def test_a_close_and_a_reopening_tell_the_league_table_without_and_with_the_tournament(site: Site) -> None:
    evening = Evening(site)

    def told(step: str, body: Any) -> Any:
        path = f"tournaments/{evening.id}/{step}?dry_run=true"
        (table,) = site.director.send("POST", path, body).json()["changes"]["league_tables"]
        return table["if_closed"], [(row["before"] is None, row["after"] is None) for row in table["rows"]]

    assert told("close", {}) == (False, [(True, False)] * 8)
    assert told("cancel", {}) == (False, [])
    site.director.send("POST", f"tournaments/{evening.id}/close", {})
    assert told("reopen", {"reason": "one more"}) == (False, [(False, True)] * 8)


def test_the_edition_is_that_of_the_final_standings_which_it_would_make(site: Site) -> None:
    evening = Evening(site)
    site.director.send("POST", f"tournaments/{evening.id}/close", {})
    evening.turned("")

    def told(step: str, body: Any) -> Any:
        path = f"tournaments/{evening.id}/{step}"
        return site.director.send("POST", f"{path}?dry_run=true", body).json()["changes"]["edition"]

    assert told("reopen", {"reason": "one more"}) is None
    site.director.send("POST", f"tournaments/{evening.id}/reopen", {"reason": "one more"})
    assert told("close", {}) == 3


def test_a_penalty_and_its_lifting_tell_it_too(site: Site) -> None:
    evening = Evening(site)
    first = evening.seats()[0]
    body = {"entry": first, "points": 5, "reason": "late"}
    told = site.referee.send("POST", f"tournaments/{evening.id}/penalties?dry_run=true", body).json()["changes"]
    assert {area["area"]: entries(area["leave"]) for area in told["areas"]}["A"] == {first}
    penalty = site.penalty(evening.id, first, 5)
    lifted = site.referee.send("POST", f"penalties/{penalty}/lift?dry_run=true", {}).json()["changes"]
    assert {area["area"]: entries(area["enter"]) for area in lifted["areas"]}["A"] == {first}
    turned = {row["entry"]: (row["after"], row["before"]) for row in lifted["standings"]}
    assert turned == {row["entry"]: (row["before"], row["after"]) for row in told["standings"]}


def test_a_report_and_a_ruling_tell_it_too(site: Site) -> None:
    evening = Evening(site)
    round = site.round(evening.id)
    table, seats = round["tables"][0], [seat["entry"] for seat in round["tables"][0]["seats"]]
    places = {"places": {entry: place for place, entry in enumerate(seats, 1)}}
    told = site.referee.send("PUT", f"tables/{table['id']}/result?dry_run=true", places).json()["changes"]
    assert entries(told["standings"]) >= set(seats[:1])
    assert told["seats"]["stays"] is True
    evening.report(table)
    turned = {"places": {entry: place for place, entry in enumerate(reversed(seats), 1)}}
    assert site.entry_link(seats[3]).send("POST", f"tables/{table['id']}/dispute", turned).status_code == 200
    ruled = site.referee.send("POST", f"tables/{table['id']}/rule?dry_run=true", {**turned, "reason": "as they say"})
    moved = {
        row["entry"]: row["after"]["points"] - row["before"]["points"] for row in ruled.json()["changes"]["standings"]
    }
    assert {entry: moved[entry] for entry in seats} == dict(zip(seats, (-4, -1, 1, 4), strict=True))


@pytest.mark.parametrize(
    ("format", "code"), [({"type": "rotation"}, "planned_ahead"), ({"type": "manual"}, "plan_needed")]
)
def test_where_no_standings_seat_it_says_so(site: Site, format: dict[str, Any], code: str) -> None:
    tournament = site.tournament(game="scoresheet", table_size=FOURS, format=format, rounds=3)["id"]
    seats = site.entries(tournament, *"ABCD")
    round = site.round(tournament, {"plan": {"tables": [seats], "byes": []}})
    table = round["tables"][0]["id"]
    site.referee.send("PUT", f"tables/{table}/result", {"places": dict(zip(seats, (1, 2, 3, 4), strict=True))})
    site.director.send("POST", f"rounds/{round['id']}/close")
    body = {"places": dict(zip(seats, (4, 3, 2, 1), strict=True)), "reason": "read upside down"}
    seen = site.referee.send("POST", f"tables/{table}/correct?dry_run=true", body).json()["changes"]["seats"]
    assert (seen["after"], seen["refused"]["code"]) == (None, code)
    assert seen["refused"]["detail"]


def test_a_correction_of_nothing_changes_nothing(site: Site) -> None:
    evening = Evening(site)
    places = {entry: place for place, entry in enumerate(evening.seats(), 1)}
    path = f"tables/{evening.first['tables'][0]['id']}/correct?dry_run=true"
    changes = site.referee.send("POST", path, {"places": places, "reason": "looked again"}).json()["changes"]
    assert changes == {"standings": [], "areas": [], "seats": None, "league_tables": [], "edition": None}


def test_a_season_tells_who_moves_in_its_table(site: Site) -> None:
    season = opened(site, scheme=PAY)["id"]
    ann, bob = site.people("Ann", "Bob")
    site.season_event(season, {"places": {ann: 1, bob: 2}})
    told = site.director.send("POST", f"seasons/{season}/events?dry_run=true", {"places": {bob: 1, ann: 3}}).json()
    (table,) = told["changes"]["league_tables"]
    assert (table["season"], table["if_closed"], told["changes"]["standings"]) == (season, False, [])
    assert [(row["name"], row["before"]["place"], row["after"]["place"], row["movement"]) for row in table["rows"]] == [
        ("Bob", 2, 1, 1),
        ("Ann", 1, 2, -1),
    ]
    opening = {"club": str(site.club.id), "name": "Summer", "scheme": PAY}
    assert site.director.send("POST", "seasons?dry_run=true", opening).json()["changes"]["league_tables"] == []


def test_it_is_for_staff_and_keeps_the_secret(site: Site) -> None:
    evening = Evening(site)
    told = evening.turned()
    site.director.send("POST", f"tournaments/{evening.id}/close")
    secret = site.anonymous.send("GET", f"tournaments/{evening.id}").json()["seed"]
    assert secret not in str(told)
    body = {"places": {}, "reason": "no"}
    path = f"tables/{evening.first['tables'][0]['id']}/correct?dry_run=true"
    assert [who.send("POST", path, body).status_code for who in (site.member, site.stranger)] == [403, 403]


def test_seats_are_drawn_after_the_trial_outside_of_any_transaction(live_site: Site, monkeypatch: Any) -> None:
    evening, drawn = Evening(live_site), []

    def planned_on(state: Any, *more: Any) -> Any:
        drawn.append(connection.in_atomic_block)
        return really(state, *more)

    really = planning.plan_on
    monkeypatch.setattr(planning, "plan_on", planned_on)
    assert evening.turned()["changes"]["seats"]["after"]
    assert drawn == [False, False]


def test_a_crowds_preview_asks_no_more_than_that_of_a_few(site: Site) -> None:
    took = []
    for count in (FEW, MANY):
        night = crowd(site, count)
        table = night.state().rounds[0].tables[0]
        turned = {entry: place for place, entry in enumerate(reversed(table.seats), 1)}
        with counted() as asked:
            path = f"tables/{table.id}/correct?dry_run=true"
            answer = site.referee.send("POST", path, {"places": turned, "reason": "read upside down"})
        assert answer.json()["changes"]["standings"]
        took.append(len(asked))
    assert took[0] == took[1]
