"""Several games at a table in one round: each is paid, a round has their sum; best of games and best of rounds."""

from __future__ import annotations

from typing import Any

import pytest

from games.codec import canonical
from league.domain.preview.what_if import what_if
from league.domain.ratings import rated_tables
from league.domain.season.history.meetings import head_to_head, tables_of
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Swiss
from league.domain.tournament.results.commands import ConfirmResult, CorrectResult, DisputeResult, RuleResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import RepairSeat
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.settings import PointScheme
from league.domain.tournament.view import round_view, table_view
from tests.league.domain.night import EVENING, Night

RAW: dict[str, Any] = {"raw": {}}


def games_night(*people: str, games: int = 2, **settings: Any) -> Night:
    """A night of several games a round, its first round running at one table."""
    night = Night(*people, games_per_round=games, **settings)
    night.give(" ".join(people))
    night.start()
    return night


def report(night: Night, game: int, table: int = 1, **places: int) -> list[Any]:
    return night.send(c.RecordResult(night.last.tables[table - 1].id, places, EVENING, game=game))


def scored(night: Night, *games: dict[str, int | str]) -> None:
    """A round of one table with these scores, game after game."""
    night.send(c.Change(games_per_round=len(games)))
    night.give(" ".join(games[0]))
    night.start()
    for number, scores in enumerate(games, 1):
        night.send(c.RecordResult(night.last.tables[0].id, None, EVENING, scores=scores, source="table", game=number))
    night.close_round()


def best_of(of: str, **points: Any) -> Night:
    """The worked example: 70 and 80 in one round, then 60, then 50."""
    night = Night("ann", "bob", points={**RAW, "best": {"n": 3, "of": of}, **points})
    scored(night, {"ann": 70, "bob": 1}, {"ann": 80, "bob": 2})
    scored(night, {"ann": 60, "bob": 3})
    scored(night, {"ann": 50, "bob": 4})
    return night


def test_best_three_by_game_are_80_and_70_and_60():
    row = best_of("game").row("ann")
    assert row["points"] == 210
    assert row["dropped"] == [3]
    assert "dropped_games" not in row


def test_best_three_by_round_are_150_and_60_and_50():
    row = best_of("round").row("ann")
    assert row["points"] == 260
    assert row["dropped"] == []
    assert "dropped_games" not in row


def test_one_game_of_a_round_may_be_dropped_and_the_other_not():
    night = Night("ann", "bob", points={**RAW, "best": {"n": 2, "of": "game"}})
    scored(night, {"ann": 70, "bob": 1}, {"ann": 80, "bob": 2})
    scored(night, {"ann": 75, "bob": 3}, {"ann": 5, "bob": 0})
    row = night.row("ann")
    assert row["points"] == 155
    assert (row["dropped"], row["dropped_games"]) == ([], [{"round": 1, "game": 1}, {"round": 2, "game": 2}])
    night.send(c.Close())
    assert night.row("ann") == row


def test_a_bye_is_as_many_games_as_the_others_play():
    night = Night("ann", "bob", "cy", games_per_round=2, points={**RAW, "bye": 30, "best": {"n": 1, "of": "game"}})
    night.give("ann bob", byes="cy")
    night.start()
    for game in (1, 2):
        table = night.last.tables[0].id
        night.send(c.RecordResult(table, None, EVENING, scores={"ann": 20, "bob": 9}, source="table", game=game))
    night.close_round()
    assert night.points() == {"ann": 20, "cy": 15, "bob": 9}


def test_a_round_has_the_sum_of_its_games_and_places_by_it():
    night = games_night("ann", "bob", "cy")  # 4-2-1
    report(night, 1, ann=1, bob=2, cy=3)
    assert night.points() == {"ann": 4, "bob": 2, "cy": 1}
    report(night, 2, bob=1, cy=2, ann=3)
    night.close_round()
    assert night.points() == {"bob": 6, "ann": 5, "cy": 3}
    line = night.row("bob")["rounds"][0]
    assert (line["place"], line["points"]) == (1, 6)
    assert line["games"] == [
        {"game": 1, "kind": "played", "place": 2, "points": 2},
        {"game": 2, "kind": "played", "place": 1, "points": 4},
    ]


def test_equal_sums_share_the_place_of_the_round():
    night = games_night("ann", "bob")
    report(night, 1, ann=1, bob=2)
    report(night, 2, bob=1, ann=2)
    night.close_round()
    assert [row["rounds"][0]["place"] for row in standings(night.state)] == [1, 1]


def test_tables_of_each_size_are_paid_by_their_own_list_in_each_game():
    scheme = {"by_place": [4, 2, 1, 0], "per_size": {"3": [7, 4, 1]}}
    night = games_night("ann", "bob", "cy", points=scheme)
    report(night, 1, ann=1, bob=2, cy=3)
    report(night, 2, ann=1, bob=1, cy=3)
    night.close_round()
    assert night.points() == {"ann": "12.5", "bob": "9.5", "cy": 2}


def test_a_round_closes_when_every_game_has_a_result_and_says_which_have_none():
    night = games_night("ann", "bob", games=3)
    report(night, 2, ann=1, bob=2)
    refusal = night.refused(c.CloseRound("r1"))
    assert refusal.code == "results_missing"
    assert (refusal.facts["missing"], refusal.facts["missing_games"]) == ([1], {"1": [1, 3]})


def test_a_game_that_the_round_does_not_have_is_refused():
    night = games_night("ann", "bob")
    assert night.refused(c.RecordResult("r1a1", {"ann": 1, "bob": 2}, EVENING, game=3)).code == "unknown_game_number"
    night = Night("ann", "bob")
    night.give("ann bob")
    night.start()
    assert night.refused(c.RecordResult("r1a1", {"ann": 1, "bob": 2}, EVENING, game=2)).code == "unknown_game_number"


def test_each_game_is_confirmed_disputed_and_ruled_on_by_itself():
    night = games_night("ann", "bob")
    report(night, 1, ann=1, bob=2)
    report(night, 2, ann=1, bob=2)
    night.send(ConfirmResult("r1a1", EVENING, "entry:bob", game=1))
    night.send(DisputeResult("r1a1", Report(places={"ann": 2, "bob": 1}), EVENING, "entry:bob", game=2))
    table = night.last.tables[0]
    assert [game.result and game.result.state for game in table.games] == ["confirmed", "disputed"]
    assert table_view(night.state, table, night.last, EVENING)["state"] == "disputed"
    assert night.refused(c.CloseRound("r1")).code == "dispute_open"
    assert (
        night.refused(RuleResult(table="r1a1", said=None, at=EVENING, by="user:1", reason="seen", game=1)).code
        == "no_dispute"
    )
    night.send(
        RuleResult(
            table="r1a1", said=Report(places={"ann": 2, "bob": 1}), at=EVENING, by="user:1", reason="seen", game=2
        )
    )
    night.close_round()
    assert night.points() == {"ann": 6, "bob": 6}


def test_a_table_has_reported_when_all_of_its_games_have():
    night = games_night("ann", "bob")
    report(night, 1, ann=1, bob=2)
    shown = table_view(night.state, night.last.tables[0], night.last, EVENING)
    assert (shown["state"], shown["result"]) == ("playing", None)
    assert [game["state"] for game in shown["games"]] == ["reported", "playing"]
    report(night, 2, ann=2, bob=1)
    shown = table_view(night.state, night.last.tables[0], night.last, EVENING)
    assert shown["state"] == "reported"
    assert shown["result"]["points"] == {"ann": 6, "bob": 6}
    assert [game["places"] for game in shown["result"]["games"]] == [{"ann": 1, "bob": 2}, {"ann": 2, "bob": 1}]
    assert round_view(night.state, night.last, EVENING)["games"] == 2


def test_a_game_that_goes_on_takes_its_own_result_back():
    night = games_night("ann", "bob")
    report(night, 1, ann=1, bob=2)
    report(night, 2, ann=1, bob=2)
    night.send(c.WithdrawResult("r1a1", game=2))
    assert night.points() == {"ann": 4, "bob": 2}


def test_a_correction_after_the_close_decides_the_round_anew():
    night = games_night("ann", "bob", "cy")
    report(night, 1, ann=1, bob=2, cy=3)
    report(night, 2, ann=1, bob=2, cy=3)
    night.close_round()
    night.send(c.Close())
    (corrected, revised) = night.send(
        CorrectResult(
            table="r1a1",
            said=Report(places={"cy": 1, "bob": 2, "ann": 3}),
            at=EVENING,
            by="user:1",
            reason="misread",
            game=2,
        )
    )
    assert corrected.points == {"ann": 1, "bob": 2, "cy": 4}
    assert [(row.entry, row.points) for row in revised.standings] == [("ann", 5), ("cy", 5), ("bob", 4)]
    assert night.points() == {"ann": 5, "cy": 5, "bob": 4}
    assert night.row("bob")["rounds"][0]["place"] == 3


def test_a_corrected_game_moves_the_mean_that_a_later_bye_pays():
    night = games_night("ann", "bob", "cy")
    report(night, 1, ann=1, bob=2, cy=3)
    report(night, 2, ann=1, bob=2, cy=3)
    night.close_round()
    night.give("bob cy", byes="ann")
    night.start()
    for game in (1, 2):
        report(night, game, bob=1, cy=2)
    night.close_round()
    assert night.row("ann")["points"] == 16
    night.send(
        CorrectResult(
            table="r1a1",
            said=Report(places={"cy": 1, "bob": 2, "ann": 3}),
            at=EVENING,
            by="user:1",
            reason="misread",
            game=1,
        )
    )
    assert night.row("ann")["points"] == 10


def test_a_bye_before_anything_is_played_and_one_for_a_win_are_paid_for_each_game():
    for bye, points in (("mean", "3.5"), ("win", 8), (1, 1)):
        night = Night("ann", "bob", "cy", games_per_round=2, points={"by_place": [4, 2, 1, 0], "bye": bye})
        night.give("ann bob", byes="cy")
        night.start()
        assert night.row("cy")["points"] == points


def test_absent_and_left_and_stand_ins_are_of_a_game():
    night = games_night("ann", "bob", "cy")
    report(night, 1, ann=1, bob=2, cy=3)
    gone = c.RecordResult("r1a1", {"ann": 1, "bob": 2}, EVENING, source="table", absent=("cy",), game=2)
    night.send(gone)
    night.close_round()
    line = night.row("cy")["rounds"][0]
    assert (line["kind"], [game["kind"] for game in line["games"]]) == ("played", ["played", "forfeit"])
    [first, second] = rated_tables(night.state, night.last)
    assert (len(first.seats), len(second.seats)) == (3, 2)


def test_each_game_is_rated_and_is_a_meeting():
    night = games_night("ann", "bob")
    report(night, 1, ann=1, bob=2)
    report(night, 2, ann=2, bob=1)
    night.close_round()
    assert [[seat.place for seat in table.seats] for table in rated_tables(night.state, night.last)] == [[1, 2], [2, 1]]
    met = head_to_head(tables_of(night.state))["person ann"]["person bob"]
    assert (met.tables, met.better, met.worse) == (2, 1, 1)


@pytest.mark.parametrize(
    ("name", "ann", "bob"),
    [
        ("wins", 1, 1),
        ("game_points", 13, 13),
        ("best_game", 10, 9),
        ("count_back", [1, 1], [1, 1]),
        ("rank_average", "0.5", "0.5"),
        ("share", "27/28", "29/28"),
        ("last_round", 6, 6),
        ("progressive", 6, 6),
        ("wins_played", 0, 0),
        ("buchholz", 6, 6),
        ("opponents", 6, 6),
    ],
)
def test_what_a_tie_break_counts(name: str, ann: Any, bob: Any):
    """Scores 10:4 and 3:9 in one round: each has won a game, the round is shared."""
    night = Night("ann", "bob", games_per_round=2, tie_breaks=[name])
    scored(night, {"ann": 10, "bob": 4}, {"ann": 3, "bob": 9})
    shown = {row["entry"]: row["tie_breaks"][name] for row in standings(night.state)}
    assert shown == {"ann": ann, "bob": bob}


def test_head_to_head_goes_by_the_places_in_games():
    night = games_night("ann", "bob", games=3, points={"by_place": [2, 0], "bye": 0}, tie_breaks=["head_to_head"])
    report(night, 1, ann=1, bob=2)
    report(night, 2, ann=1, bob=2)
    report(night, 3, ann=2, bob=1)
    night.close_round()
    night.send(c.Penalise("p", "ann", 2, "late"))
    assert night.places() == {"ann": 1, "bob": 2}
    assert night.row("ann")["tie_breaks"] == {"head_to_head": "4/3"}


def test_a_round_in_pairs_is_drawn_where_both_have_won_a_game():
    scheme = {"win": 1, "draw": "1/2", "loss": 0}
    night = Night("ann", "bob", "cy", games_per_round=2, points=scheme, tie_breaks=["buchholz"])
    night.give("ann bob", byes="cy")
    night.start()
    report(night, 1, ann=1, bob=2)
    report(night, 2, ann=2, bob=1)
    night.close_round()
    assert night.points() == {"cy": 2, "ann": 1, "bob": 1}


def test_what_if_pays_each_game_anew():
    night = games_night("ann", "bob", "cy")
    report(night, 1, ann=1, bob=2, cy=3)
    report(night, 2, bob=1, ann=2, cy=3)
    night.close_round()
    told = what_if(night.state, PointScheme(by_place=(10, 1)), ("wins",))
    assert {row["entry"]: row["points"] for row in standings(told)} == {"ann": 11, "bob": 11, "cy": 0}
    assert night.points() == {"ann": 6, "bob": 6, "cy": 2}
    assert {row["place"] for row in standings(told)} == {1, 3}


def test_games_of_rounds_to_come_may_be_changed_and_a_draft_is_stale():
    night = games_night("ann", "bob", "cy", "dan", games=2)
    for game in (1, 2):
        report(night, game, ann=1, bob=2, cy=3, dan=4)
    night.close_round()
    night.seat()
    night.send(c.Change(games_per_round=3))
    assert night.state.is_stale
    assert night.last.games == 2
    night.redo()
    assert night.last.games == 3
    assert night.state.rounds[0].games == 2


def test_a_repair_of_a_running_round_opens_all_games_again():
    night = games_night("ann", "bob", "cy", "dan", games=2)
    night.come("eve")
    night.send(RepairSeat(round="r1", fewest=2, most=12, fresh=("fresh1", "fresh2"), entry="eve", table="r1a1"))
    [table] = night.last.tables
    assert [(game.game, game.seats[-1]) for game in table.games] == [(1, "eve"), (2, "eve")]


def test_a_repair_is_refused_once_any_game_has_a_result():
    night = games_night("ann", "bob", "cy", "dan", games=2)
    report(night, 2, ann=1, bob=2, cy=3, dan=4)
    night.come("eve")
    late = RepairSeat(round="r1", fewest=2, most=12, fresh=("fresh1", "fresh2"), entry="eve", table="r1a1")
    assert night.refused(late).code == "already_reported"


def test_each_game_has_a_clock_of_its_own():
    night = games_night("ann", "bob")
    night.send(c.StartTableClock("r1a1", "g1", 60, EVENING))
    night.send(c.StartTableClock("r1a1", "g1", 90, EVENING, game=2))
    assert [_seconds(game) for game in night.last.tables[0].games] == [60, 90]
    night.send(c.StopTableClock("r1a1", EVENING, game=2))
    assert [_seconds(game) for game in night.last.tables[0].games] == [60, None]


def _seconds(game: Table) -> int | None:
    return None if game.game_clock is None else game.game_clock.clock.base_seconds


def test_with_one_game_a_round_no_event_says_anything_of_games():
    night = Night("ann", "bob", format={"type": "swiss"})
    assert isinstance(night.state.settings.format, Swiss)
    night.play("ann bob")
    told = b" ".join(canonical(event) for event in night.aggregate.events[1:])
    assert b'"games"' not in told
    assert b'"game":1' not in told
