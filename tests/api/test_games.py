"""Rounds of several games a table: each by `?game=k`, the results of all at once, and what they add up to."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Event, Table, TableGame
from league.projections.rebuild import rebuild
from league.repository.streams import stream_of
from tests.api.conftest import Site, sheet

Json = dict[str, Any]


@pytest.fixture
def night(site: Site) -> tuple[Json, list[str], str]:
    """A tournament of two games a round, four entries at a table that plays; its id."""
    size = {"min": 2, "max": 4, "prefer": 4}
    made = site.tournament(game="scoresheet", games_per_round=2, table_size=size, points={"by_place": [4, 2, 1, 0]})
    entries = site.entries(made["id"], "A", "B", "C", "D")
    (table,) = site.round(made["id"])["tables"]
    seats = [seat["entry"] for seat in table["seats"]]
    assert sorted(seats) == sorted(entries)
    return made, seats, table["id"]


def scores(seats: list[str], *told: int) -> Json:
    return {"scores": dict(zip(seats, told, strict=True))}


def put(site: Site, table: str, body: Json, query: str = "") -> Any:
    return site.referee.send("PUT", f"tables/{table}/result{query}", body)


def test_each_game_has_its_view_its_commands_and_its_result(site: Site, night: tuple[Json, list[str], str]) -> None:
    made, seats, table = night
    command = {"type": "record_round", **scores(seats, 9, 7, 5, 3)}
    answer = site.referee.send("POST", f"tables/{table}/commands?game=2", command)
    assert answer.status_code == 200, answer.content
    second = site.anonymous.send("GET", f"tables/{table}?game=2").json()
    assert (second["state"], second["game_version"], second["game_number"]) == ("reported", answer.json()["version"], 2)
    assert second["result"]["scores"] == scores(seats, 9, 7, 5, 3)["scores"]
    first = site.anonymous.send("GET", f"tables/{table}?game=1").json()
    assert (first["state"], first["result"], first["game_number"]) == ("playing", None, 1)
    whole = site.anonymous.send("GET", f"tables/{table}").json()
    assert (whole["state"], whole["result"]) == ("playing", None)
    assert [game["state"] for game in whole["games"]] == ["playing", "reported"]
    assert put(site, table, scores(seats, 1, 2, 3, 4), "?game=1").status_code == 200
    whole = site.anonymous.send("GET", f"tables/{table}").json()
    assert whole["state"] == "reported"
    assert whole["result"]["scores"] == scores(seats, 10, 9, 8, 7)["scores"]
    assert whole["result"]["points"] == dict(zip(seats, (4, 3, 3, 4), strict=True))
    assert whole["result"]["places"] == dict(zip(seats, (1, 3, 3, 1), strict=True))
    assert len(whole["result"]["games"]) == 2
    assert {game["by"] for game in (whole["result"], *whole["result"]["games"])} == {None}
    assert rebuild() == []
    assert TableGame.objects.get().id == stream_of(table, 2)
    assert made["games_per_round"] == 2


def test_all_games_at_once_all_or_nothing(site: Site, night: tuple[Json, list[str], str]) -> None:
    made, seats, table = night
    stands = Event.objects.count()
    games: list[Json] = [scores(seats, 9, 7, 5, 3), {"places": {seats[0]: 1}}]
    refused = put(site, table, {"games": games})
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_players")
    assert refused.json()["errors"][0]["field"] == "games.1.places"
    assert Event.objects.count() == stands
    games[1] = {"places": dict(zip(seats, (1, 2, 3, 3), strict=True)), "absent": [], "left": [seats[3]]}
    games[1] = {"places": dict(zip(seats[:3], (1, 2, 3), strict=True)), "absent": [seats[3]]}
    told = put(site, table, {"games": games})
    assert told.status_code == 200, told.content
    assert told.json()["state"] == "reported"
    assert [game["source"] for game in told.json()["result"]["games"]] == ["game", "table"]
    assert site.director.send("POST", f"rounds/{told.json()['round']}/close").status_code == 200
    rows = site.anonymous.send("GET", f"tournaments/{made['id']}/standings").json()["rows"]
    assert {row["entry"]: row["points"] for row in rows} == dict(zip(seats, (8, 4, 2, 0), strict=True))
    line = next(row for row in rows if row["entry"] == seats[3])["rounds"][0]
    assert [game["kind"] for game in line["games"]] == ["played", "forfeit"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "result", {"places": {}}),
        ("POST", "confirm", None),
        ("POST", "dispute", {"places": {}}),
        ("POST", "rule", {"uphold": True, "reason": "so"}),
        ("POST", "correct", {"withdraw": True, "reason": "so"}),
        ("POST", "commands", {"type": "start_round"}),
    ],
)
def test_without_its_number_no_game_is_meant(
    site: Site, night: tuple[Json, list[str], str], method: str, path: str, body: Json | None
) -> None:
    *_, table = night
    refused = site.referee.send(method, f"tables/{table}/{path}", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "which_game")
    assert refused.json()["facts"] == {"games": 2}
    assert site.referee.send(method, f"tables/{table}/{path}?game=3", body).status_code == 404
    for junk in ("0", "x", "-1", "1.0", "9" * 400, ""):
        assert site.referee.send(method, f"tables/{table}/{path}?game={junk}", body).status_code == 400


def test_lists_of_results_that_do_not_fit(site: Site, night: tuple[Json, list[str], str]) -> None:
    _, seats, table = night
    one = scores(seats, 1, 2, 3, 4)
    wrong = put(site, table, {"games": [one]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong_games")
    assert wrong.json()["facts"] == {"games": 2, "told": 1}
    for body, query in (({"games": [one, one], **one}, ""), ({"games": [one, one]}, "?game=1"), ({"games": []}, "")):
        answer = put(site, table, body, query)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "games")


def test_where_one_game_is_played_a_list_of_one_is_its_result(site: Site) -> None:
    made = site.tournament(game="scoresheet")
    site.entries(made["id"], "A", "B", "C")
    (table,) = site.round(made["id"])["tables"]
    seats = [seat["entry"] for seat in table["seats"]]
    told = put(site, table["id"], {"games": [scores(seats, 3, 2, 1)]})
    assert told.status_code == 200
    assert "games" not in told.json()
    assert "games" not in told.json()["result"]
    assert put(site, table["id"], scores(seats, 3, 2, 1), "?game=1").status_code == 200
    assert put(site, table["id"], scores(seats, 3, 2, 1), "?game=2").status_code == 404
    assert not TableGame.objects.exists()


def test_players_confirm_and_dispute_a_game_and_staff_rule_and_correct(
    site: Site, night: tuple[Json, list[str], str]
) -> None:
    made, seats, table = night
    own, other = site.entry_link(seats[0]), site.entry_link(seats[1])
    both = {"games": [scores(seats, 4, 3, 2, 1), scores(seats, 4, 3, 2, 1)]}
    assert own.send("PUT", f"tables/{table}/result", both).status_code == 200
    assert other.send("POST", f"tables/{table}/confirm?game=1").status_code == 200
    turned = {"places": dict(zip(seats, (4, 3, 2, 1), strict=True))}
    disputed = other.send("POST", f"tables/{table}/dispute?game=2", turned)
    assert (disputed.status_code, disputed.json()["state"]) == (200, "disputed")
    whole = site.referee.send("GET", f"tables/{table}").json()
    assert (whole["state"], [game["state"] for game in whole["games"]]) == ("disputed", ["confirmed", "disputed"])
    ruled = site.referee.send("POST", f"tables/{table}/rule?game=2", {**turned, "reason": "seen"})
    assert ruled.status_code == 200, ruled.content
    closed = site.director.send("POST", f"rounds/{whole['round']}/close")
    assert closed.status_code == 200
    assert closed.json()["games"] == 2
    right = {**scores(seats, 1, 1, 1, 4), "reason": "misread"}
    assert site.referee.send("POST", f"tables/{table}/correct?game=1", right).status_code == 200
    rows = site.anonymous.send("GET", f"tournaments/{made['id']}/standings").json()["rows"]
    assert {row["entry"]: row["points"] for row in rows} == dict(zip(seats, (1, 2, 3, 8), strict=True))


def test_a_round_is_closed_with_the_results_of_the_games_that_have_none(
    site: Site, night: tuple[Json, list[str], str]
) -> None:
    _, seats, table = night
    one = scores(seats, 4, 3, 2, 1)
    assert put(site, table, one, "?game=2").status_code == 200
    id = site.anonymous.send("GET", f"tables/{table}").json()["round"]
    refused = site.director.send("POST", f"rounds/{id}/close")
    assert (refused.json()["code"], refused.json()["facts"]["missing_games"]) == ("results_missing", {"1": [1]})
    both = {"missing": {table: {"games": [one, one]}}}
    refused = site.director.send("POST", f"rounds/{id}/close", both)
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_games")
    closed = site.director.send("POST", f"rounds/{id}/close", {"missing": {table: one}})
    assert closed.status_code == 200, closed.content
    assert closed.json()["tables"][0]["result"]["points"] == dict(zip(seats, (8, 4, 2, 0), strict=True))


def test_rewinding_a_game_takes_its_own_result_back(site: Site, night: tuple[Json, list[str], str]) -> None:
    _, seats, table = night
    assert put(site, table, {"games": [scores(seats, 4, 3, 2, 1)] * 2}).status_code == 200
    back = site.referee.send("POST", f"tables/{table}/commands?game=2", {"type": "rewind", "to": 1, "reason": "typed"})
    assert back.status_code == 200, back.content
    games = site.anonymous.send("GET", f"tables/{table}").json()["games"]
    assert [game["state"] for game in games] == ["reported", "playing"]


def test_a_game_that_a_table_has_told_the_result_of_waits_and_the_other_goes_on(
    site: Site, night: tuple[Json, list[str], str]
) -> None:
    _, seats, table = night
    places = {"places": dict(zip(seats, (1, 2, 3, 4), strict=True))}
    assert put(site, table, places, "?game=2").status_code == 200
    command = {"type": "record_round", **scores(seats, 1, 2, 3, 4)}
    refused = site.referee.send("POST", f"tables/{table}/commands?game=2", command)
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_phase")
    assert site.referee.send("POST", f"tables/{table}/commands?game=1", command).status_code == 200
    assert rebuild() == []


def test_dealt_games_at_a_table_are_dealt_each_by_itself(site: Site) -> None:
    made = site.tournament(game_options={"play": "dealt"}, games_per_round=2)
    site.entries(made["id"], "A", "B", "C")
    (table,) = site.round(made["id"])["tables"]
    seat = table["seats"][0]["entry"]
    link = site.entry_link(seat)
    views = []
    for game in (1, 2):
        path = f"tables/{table['id']}/commands?game={game}"
        assert link.send("POST", path, {"type": "start_round"}).status_code == 200
        views.append(link.send("GET", f"tables/{table['id']}?game={game}").json()["view"])
    assert views[0] != views[1]
    stranger = site.anonymous.send("GET", f"tables/{table['id']}?game=2").json()["view"]
    assert stranger != views[1]


def test_recorded_sheets_of_a_game_of_rounds(site: Site) -> None:
    made = site.tournament(games_per_round=2)
    site.entries(made["id"], "A", "B", "C")
    (table,) = site.round(made["id"])["tables"]
    seats = [seat["entry"] for seat in table["seats"]]
    first = sheet(seats, 1)
    answer = site.table_link(table["id"]).send("POST", f"tables/{table['id']}/commands?game=2", first)
    assert answer.status_code == 200, answer.content
    assert {event["stream"] for event in answer.json()["events"]} == {str(stream_of(table["id"], 2))}


def test_the_number_of_games_is_changed_for_rounds_to_come(site: Site, night: tuple[Json, list[str], str]) -> None:
    made, seats, table = night
    changed = site.director.send("PATCH", f"tournaments/{made['id']}", {"games_per_round": 1})
    assert changed.status_code == 200, changed.content
    assert put(site, table, {"games": [scores(seats, 4, 3, 2, 1)] * 2}).status_code == 200
    id = site.anonymous.send("GET", f"tables/{table}").json()["round"]
    assert site.director.send("POST", f"rounds/{id}/close").status_code == 200
    (second,) = site.round(made["id"])["tables"]
    assert "games" not in second
    assert put(site, second["id"], scores(seats, 4, 3, 2, 1)).status_code == 200
    assert Table.objects.count() == 2
    assert rebuild() == []


def test_best_of_games_and_best_of_rounds_in_the_standings(site: Site) -> None:
    """70 and 80 in one round, then 60, then 50: the best three games are 210, the best three rounds 260."""
    totals = {}
    for of in ("game", "round"):
        made = site.tournament(
            game="scoresheet",
            games_per_round=2,
            table_size={"min": 2, "max": 2, "prefer": 2},
            points={"raw": {}, "best": {"n": 3, "of": of}},
        )
        id = made["id"]
        site.entries(id, f"A {of}", f"B {of}")
        best = ""
        for games in ((70, 80), (60,), (50,)):
            assert site.director.send("PATCH", f"tournaments/{id}", {"games_per_round": len(games)}).status_code == 200
            (table,) = site.round(id)["tables"]
            seats = [seat["entry"] for seat in table["seats"]]
            best = best or seats[0]
            seats.sort(key=lambda entry: entry != best)
            answer = put(site, table["id"], {"games": [scores(seats, score, 0) for score in games]})
            assert answer.status_code == 200, answer.content
            assert site.director.send("POST", f"rounds/{answer.json()['round']}/close").status_code == 200
        rows = site.anonymous.send("GET", f"tournaments/{id}/standings").json()["rows"]
        totals[of] = next(row["points"] for row in rows if row["entry"] == best)
    assert totals == {"game": 210, "round": 260}


def test_a_dry_run_and_the_feed_say_which_game(site: Site, night: tuple[Json, list[str], str]) -> None:
    made, seats, table = night
    assert put(site, table, {"games": [scores(seats, 4, 3, 2, 1)] * 2}).status_code == 200
    tried = site.referee.send("PUT", f"tables/{table}/result?game=2&dry_run=true", scores(seats, 1, 2, 3, 4))
    assert tried.status_code == 200, tried.content
    assert [event["type"] for event in tried.json()["events"]][-1] == "tournament.result_recorded"
    stream = site.referee.send("GET", f"tournaments/{made['id']}/events?limit=1000").json()["results"]
    assert [event["data"].get("game") for event in stream if event["type"].endswith("result_recorded")] == [None, 2]
