"""A knockout over the API: an earlier match is corrected after a later one was seated, and a match that ends level."""

from __future__ import annotations

from typing import Any

import pytest

from league.log.verify import Tally, verify
from league.models import Round
from league.projections.rebuild import rebuild
from league.repository import streams
from league.seating.redraw import redraw
from tests.api.conftest import Site

CUP = {
    "game": "scoresheet",
    "format": {"type": "knockout", "third_place": True},
    "points": {"win": 1, "draw": "1/2", "loss": 0},
    "table_size": {"min": 2, "max": 2, "prefer": 2},
}


def seats(round: dict[str, Any], area: str) -> list[str]:
    (table,) = (table for table in round["tables"] if table["area"] == area)
    return [seat["entry"] for seat in table["seats"]]


def scores(table: dict[str, Any], winner: str) -> dict[str, int]:
    return {seat["entry"]: int(seat["entry"] == winner) for seat in table["seats"]}


class Cup:
    """Four in a knockout whose semi-finals are played; loser: of the first, winner: who beat them."""

    def __init__(self, site: Site, **fields: Any) -> None:
        self.site = site
        self.id = site.tournament(**CUP | fields)["id"]
        site.entries(self.id, "Ann", "Bob", "Cid", "Dan")
        self.semi = site.round(self.id)
        self.first, self.second = self.semi["tables"]
        self.winner, self.loser = (seat["entry"] for seat in self.first["seats"])

    def play(self, round: dict[str, Any], *winners: str) -> dict[str, Any]:
        for table in round["tables"]:
            won = [seat["entry"] for seat in table["seats"] if seat["entry"] in winners] or [table["seats"][0]["entry"]]
            answer = self.site.director.send("PUT", f"tables/{table['id']}/result", {"scores": scores(table, won[0])})
            assert answer.status_code == 200, answer.content
        answer = self.site.director.send("POST", f"rounds/{round['id']}/close")
        assert answer.status_code == 200, answer.content
        closed: dict[str, Any] = answer.json()
        return closed

    def correct(self, winner: str) -> Any:
        body = {"scores": scores(self.first, winner), "reason": "swapped"}
        answer = self.site.director.send("POST", f"tables/{self.first['id']}/correct", body)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def read(self, round: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = self.site.director.send("GET", f"rounds/{round['id']}").json()
        return found


@pytest.mark.parametrize("state", ["draft", "published", "running"])
def test_a_corrected_place_is_marked_and_one_step_puts_the_right_one_in(site: Site, state: str) -> None:
    cup = Cup(site)
    cup.play(cup.semi)
    last = site.round(cup.id, start=state == "running")
    if state == "published":
        last = site.director.send("POST", f"rounds/{last['id']}/publish").json()
    assert "corrected" not in last
    cup.correct(cup.loser)
    marked = cup.read(last)
    (final,) = (table["id"] for table in last["tables"] if table["area"] == "final")
    assert marked["stale"]
    assert marked["version"] > last["version"]
    expected = {"replace": cup.winner, "by": cup.loser, "table": final, "played": False}
    assert marked["corrected"] == [expected]
    body = {"replace": cup.winner, "by": cup.loser, "reason": "the sheet was wrong"}
    answer = site.director.send("POST", f"rounds/{last['id']}/repair", body)
    assert answer.status_code == 200, answer.content
    now = answer.json()
    assert "corrected" not in now
    assert cup.loser in seats(now, "final")
    assert cup.winner in seats(now, "small-final")
    again = site.director.send("POST", f"rounds/{last['id']}/repair", body).json()
    assert again["version"] == now["version"]
    if state == "running":
        assert not {table["id"] for table in now["tables"]} & {table["id"] for table in last["tables"]}
    else:
        now = site.director.send("POST", f"rounds/{last['id']}/start").json()
    cup.play(now, cup.loser)
    drawn = [redraw(row) for row in Round.objects.filter(tournament=cup.id).order_by("number")]
    assert [found.outcome for found in drawn] == ["equal", "equal"]
    assert [len(found.changes) for found in drawn] == [0, 1]
    assert (rebuild(), list(verify(streams.codec().decode, Tally()))) == ([], [])


def test_a_game_that_has_begun_without_the_right_one_is_given_up(site: Site) -> None:
    """Two games a round: a recorded round of the first is no result yet."""
    cup = Cup(site, game_options={"rounds": 2})
    cup.play(cup.semi)
    last = site.round(cup.id)
    (final,) = (table for table in last["tables"] if table["area"] == "final")
    move = {"type": "record_round", "scores": scores(final, cup.winner)}
    sent = site.director.send("POST", f"tables/{final['id']}/commands", move)
    assert sent.status_code == 200, sent.content
    swap = {"swap": [cup.winner, seats(last, "small-final")[0]]}
    assert site.director.send("POST", f"rounds/{last['id']}/repair", swap).json()["code"] == "game_begun"
    cup.correct(cup.loser)
    body = {"replace": cup.winner, "by": cup.loser}
    answer = site.director.send("POST", f"rounds/{last['id']}/repair", body)
    assert answer.status_code == 200, answer.content
    assert cup.loser in seats(answer.json(), "final")
    assert site.director.send("POST", f"tables/{final['id']}/commands", move).status_code == 404
    assert (rebuild(), list(verify(streams.codec().decode, Tally()))) == ([], [])


def test_a_dry_run_of_the_correction_says_that_the_round_will_be_marked(site: Site) -> None:
    cup = Cup(site)
    cup.play(cup.semi)
    site.round(cup.id)
    body = {"scores": scores(cup.first, cup.loser), "reason": "swapped"}
    tried = site.director.send("POST", f"tables/{cup.first['id']}/correct?dry_run=true", body).json()
    assert (tried["changes"]["seats"]["stays"], tried["changes"]["seats"]["becomes_stale"]) == (True, True)


def test_a_draw_is_no_way_to_go_on(site: Site) -> None:
    """What is needed for the final: a win. A draw would have to be settled by the director."""
    cup = Cup(site)
    needs = site.director.send("GET", f"tournaments/{cup.id}/needs?entry={cup.winner}&goal=top:2").json()["places"]
    assert [place["place"] for place in needs] == [1, 2]


def test_what_was_played_remains_valid_and_explain_says_so(site: Site) -> None:
    cup = Cup(site)
    cup.play(cup.semi)
    cup.play(site.round(cup.id), cup.winner)
    before = site.director.send("GET", f"tournaments/{cup.id}/standings").json()["rows"]
    cup.correct(cup.loser)
    after = site.director.send("GET", f"tournaments/{cup.id}/standings").json()["rows"]
    assert [(row["place"], row["entry"]) for row in after] == [(row["place"], row["entry"]) for row in before]
    assert after[0]["entry"] == cup.winner
    for entry in (cup.winner, cup.loser):
        because = site.director.send("GET", f"tournaments/{cup.id}/explain?entry={entry}").json()["because"]
        (said,) = (one for one in because if one["rule"] == "knockout.played_before_correction")
        assert "corrected after the final was played" in said["detail"]
        assert said["events"]
    seat = site.director.send("GET", f"tournaments/{cup.id}/explain?entry={cup.winner}&round=2").json()["because"]
    assert "knockout.played_before_correction" in [one["rule"] for one in seat]
    cup.correct(cup.winner)
    because = site.director.send("GET", f"tournaments/{cup.id}/explain?entry={cup.winner}").json()["because"]
    assert "knockout.played_before_correction" not in [one["rule"] for one in because]


def test_a_level_match_is_refused_by_name_until_somebody_decides(site: Site) -> None:
    cup = Cup(site)
    for table in cup.semi["tables"]:
        level = {"scores": {seat["entry"]: 1 for seat in table["seats"]}}
        assert site.referee.send("PUT", f"tables/{table['id']}/result", level).status_code == 200
    refused = site.director.send("POST", f"rounds/{cup.semi['id']}/close")
    assert (refused.status_code, refused.json()["code"]) == (422, "level_match")
    assert [one["number"] for one in refused.json()["facts"]["level"]] == [1, 2]
    assert all(seat["name"] in refused.json()["detail"] for seat in cup.first["seats"])
    body = {"goes_on": [cup.loser, cup.second["seats"][0]["entry"]]}
    closed = site.director.send("POST", f"rounds/{cup.semi['id']}/close", body)
    assert closed.status_code == 200, closed.content
    decided = {"table": cup.first["id"], "on": [cup.loser], "out": [cup.winner], "decided_by": "director"}
    assert decided in closed.json()["level"]
    last = site.round(cup.id)
    assert set(seats(last, "final")) == set(body["goes_on"])
    because = site.director.send("GET", f"tournaments/{cup.id}/explain?entry={cup.loser}").json()["because"]
    assert "knockout.level_director" in [one["rule"] for one in because]


def test_a_correction_to_a_level_match_asks_as_well(site: Site) -> None:
    cup = Cup(site)
    cup.play(cup.semi)
    body: dict[str, Any] = {"scores": {cup.winner: 1, cup.loser: 1}, "reason": "a draw"}
    refused = site.director.send("POST", f"tables/{cup.first['id']}/correct", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "level_match")
    answer = site.director.send("POST", f"tables/{cup.first['id']}/correct", body | {"goes_on": [cup.loser]})
    assert answer.status_code == 200, answer.content
    assert cup.loser in seats(site.round(cup.id), "final")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"replace": "0", "by": "1"}, "bad_fields"),
        ({"replace": "winner"}, "bad_fields"),
        ({"replace": "winner", "by": "winner"}, "same_entry"),
        ({"replace": "winner", "by": "table"}, "unknown_entry"),
    ],
)
def test_what_can_not_be_replaced_is_refused(site: Site, body: dict[str, str], code: str) -> None:
    cup = Cup(site)
    cup.play(cup.semi)
    last = site.round(cup.id)
    known = {"winner": cup.winner, "table": cup.first["id"]}
    sent = {name: known.get(value, value) for name, value in body.items()}
    answer = site.director.send("POST", f"rounds/{last['id']}/repair", sent)
    assert answer.json()["code"] == code
    assert answer.status_code < 500
