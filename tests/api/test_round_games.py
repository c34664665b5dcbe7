"""`POST tournaments/{id}/rounds {"game"}`: a round with another game than the tournament's."""

from __future__ import annotations

from typing import Any

from league.models import Event, Table
from league.projections.rebuild import rebuild
from tests.api.conftest import Site
from tests.api.test_night import play_round

NAMES = ("A", "B", "C", "D", "E", "F", "G")


def entered(site: Site, *names: str, **fields: Any) -> tuple[str, list[str]]:
    made = site.tournament(**{"game": "scoresheet", **fields})
    return made["id"], site.entries(made["id"], *names)


def seated(site: Site, tournament: str, **body: Any) -> Any:
    return site.director.send("POST", f"tournaments/{tournament}/rounds", body)


def test_the_round_its_tables_and_their_games_are_of_that_game(site: Site) -> None:
    tournament, _ = entered(site, "A", "B", "C", game_options={"win": "low"})
    played = play_round(site, tournament, {"game": "monster-trick"})
    assert played["game"] == "monster-trick"
    table = site.anonymous.send("GET", f"tables/{played['tables'][0]['id']}").json()
    assert (table["game"], table["view"] is not None) == ("monster-trick", True)
    assert Table.objects.get(pk=table["id"]).game == "monster-trick"
    best = max(table["result"]["scores"].items(), key=lambda item: item[1])[0]
    assert table["result"]["places"][best] == 1
    following = site.round(tournament)
    assert following["game"] == "scoresheet"
    assert site.anonymous.send("GET", f"tournaments/{tournament}").json()["game"] == "scoresheet"
    assert {event.data["game"] for event in Event.objects.filter(type="tournament.round_published")} == {
        "monster-trick",
        None,
    }
    assert rebuild() == []


def test_the_highest_score_wins_where_only_the_tournaments_own_game_is_won_by_the_lowest(site: Site) -> None:
    tournament, _ = entered(site, "A", "B", "C", game_options={"win": "low"})
    own, other = "scoresheet", "monster-trick"
    for game, first in ((own, 1), (other, 3)):
        round = site.round(tournament, {"game": game})
        (table,) = round["tables"]
        entries = [seat["entry"] for seat in table["seats"]]
        body = {"scores": dict(zip(entries, (1, 2, 3), strict=True))}
        told = site.referee.send("PUT", f"tables/{table['id']}/result", body)
        assert told.status_code == 200, told.content
        places = told.json()["result"]["places"]
        assert places[entries[first - 1]] == 1
        assert site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200


def test_tables_are_as_large_as_the_game_allows(site: Site) -> None:
    size = {"min": 2, "max": 12, "prefer": 7}
    tournament, entries = entered(site, *NAMES, table_size=size)
    drafts = []
    for game, sizes in (("monster-trick", [4, 3]), (None, [7])):
        draft = seated(site, tournament, game=game).json()
        assert [len(table["seats"]) for table in draft["tables"]] == sizes
        again = site.director.send("POST", f"rounds/{draft['id']}/redo").json()
        assert ([len(table["seats"]) for table in again["tables"]], again["game"]) == (sizes, draft["game"])
        drafts.append(again["game"])
        site.director.send("DELETE", f"rounds/{draft['id']}")
    assert drafts == ["monster-trick", "scoresheet"]
    plan = {"tables": [entries[:6]], "byes": entries[6:]}
    refused = seated(site, tournament, game="monster-trick", plan=plan)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_plan")
    assert seated(site, tournament, plan=plan).status_code == 201


def test_a_game_that_is_unknown_or_has_no_tables_here(site: Site) -> None:
    tournament, _ = entered(site, *NAMES, table_size={"min": 6, "max": 7, "prefer": 7})
    stands = Event.objects.count()
    for junk in ("poker", "", 7, ["scoresheet"], "\u00e9" * 60):
        answer = seated(site, tournament, game=junk)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "game"), answer.content
    refused = seated(site, tournament, game="monster-trick")
    assert (refused.status_code, refused.json()["code"]) == (422, "unfit_game")
    areas, _ = entered(site, *NAMES, table_size={"min": 2, "max": 7, "prefer": 7}, format={"type": "areas", "k": 7})
    assert seated(site, areas, game="monster-trick").status_code == 201
    assert Event.objects.filter(type="tournament.round_seated").count() == 1
    assert Event.objects.count() > stands


def test_a_plan_for_the_tournaments_own_game_fits_it_too(site: Site) -> None:
    made = site.tournament(table_size={"min": 3, "max": 5, "prefer": 4})
    entries = site.entries(made["id"], *NAMES)
    refused = seated(site, made["id"], plan={"tables": [entries]})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_plan")


def test_a_number_of_games_that_no_round_has_is_refused_by_the_field(site: Site) -> None:
    body = {"club": str(site.club.id), "name": "T", "game": "scoresheet"}
    for number, code in ((101, "too_big"), (0, "too_small"), ("1", "wrong_type"), (None, "wrong_type")):
        answer = site.director.send("POST", "tournaments", {**body, "games_per_round": number})
        assert answer.status_code == 400
        fault = answer.json()["errors"][0]
        assert (fault["field"], fault["code"]) == ("games_per_round", code)
    assert site.director.send("POST", "tournaments", {**body, "games_per_round": 1}).status_code == 201
