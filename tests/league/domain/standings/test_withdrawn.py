"""Who leaves a round robin before half of the games: the results count for nobody, where the settings say so."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Json
from league.domain.explanations.place import why_placed
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.stages.commands import BeginStage
from league.domain.values.faults import read
from tests.league.domain.duels import CHESS, play_pairs
from tests.league.domain.night import EVENING, Night

TIE_BREAKS = ["buchholz", "sonneborn_berger", "wins", "wins_played", "progressive", "game_points"]


def robin(*, double: bool = False, people: str = "abcde", withdrawn: str | None = "strike", **settings: Any) -> Night:
    format: Json = {"type": "round_robin", "double": double}
    if withdrawn is not None:
        format["withdrawn"] = withdrawn
    return Night(*people, **{"points": CHESS, "format": format, "tie_breaks": TIE_BREAKS, **settings})


def rows(night: Night) -> dict[str, Json]:
    """The rows by entry, in order."""
    return {row["entry"]: row for row in standings(night.state)}


def test_results_of_someone_who_left_before_half_count_for_nobody() -> None:
    """e plays one of four games. Without it a has only the game against b."""
    night = robin()
    play_pairs(night, "a-e 1-0, b-c 1-0", {"d": "0"})
    play_pairs(night, "a-b ½-½, c-d 1-0", {"e": "0"})
    night.send(c.Drop("e"))
    found = rows(night)
    assert {entry: row["points"] for entry, row in found.items()} == {"a": "0.5", "b": "1.5", "c": 1, "d": 0, "e": 0}
    assert {entry: row["played"] for entry, row in found.items()} == {"a": 1, "b": 2, "c": 2, "d": 1, "e": 0}
    assert found["a"]["tie_breaks"] == {
        "buchholz": "1.5",
        "sonneborn_berger": "0.75",
        "wins": "0.5",
        "wins_played": 0,
        "progressive": "0.5",
        "game_points": 0,
    }
    assert found["e"]["place"] == 5
    assert [line.get("struck") for line in found["a"]["rounds"]] == [True, None]
    assert (found["a"]["rounds"][0]["place"], found["a"]["rounds"][0]["points"]) == (1, 0), "shown all the same"
    assert "standings.struck" in [reason.rule for reason in why_placed(night.state, night.aggregate.events, "a")]


@pytest.mark.parametrize("withdrawn", ["keep", None])
def test_they_are_kept_where_nothing_else_is_said(withdrawn: str | None) -> None:
    night = robin(withdrawn=withdrawn)
    play_pairs(night, "a-e 1-0, b-c 1-0", {"d": "0"})
    night.send(c.Drop("e"))
    assert rows(night)["a"]["points"] == 1
    assert "struck" not in rows(night)["a"]["rounds"][0]


def test_half_of_the_games_is_enough() -> None:
    night = robin()
    play_pairs(night, "a-e 1-0, b-c 1-0", {"d": "0"})
    play_pairs(night, "b-e 0-1, c-d 1-0", {"a": "0"})
    night.send(c.Drop("e"))
    assert (rows(night)["a"]["points"], rows(night)["e"]["points"]) == (1, 1)
    twice = robin(double=True)
    play_pairs(twice, "a-e 1-0, b-c 1-0", {"d": "0"})
    play_pairs(twice, "b-e 0-1, c-d 1-0", {"a": "0"})
    twice.send(c.Drop("e"))
    assert (rows(twice)["a"]["points"], rows(twice)["e"]["points"]) == (0, 0), "two of eight"


def test_a_forfeited_game_was_not_played() -> None:
    night = robin()
    play_pairs(night, "a-e 1-0, b-c 1-0", {"d": "0"})
    play_pairs(night, "b-e +/-, c-d 1-0", {"a": "0"})
    night.send(c.Drop("e"))
    assert (rows(night)["a"]["points"], rows(night)["b"]["points"]) == (0, 1)


def test_whoever_returns_has_the_results_again() -> None:
    night = robin()
    play_pairs(night, "a-e 1-0, b-c 1-0", {"d": "0"})
    night.send(c.Drop("e"))
    assert rows(night)["a"]["points"] == 0
    night.send(c.Return("e"))
    assert rows(night)["a"]["points"] == 1


def test_whoever_will_leave_has_not_left_yet() -> None:
    night = robin(people="abcdef")
    play_pairs(night, "a-e 1-0, b-c 1-0, d-f 1-0")
    night.send(c.Drop("e", after_round=2))
    assert rows(night)["a"]["points"] == 1
    night.seat()
    night.start()
    assert rows(night)["a"]["points"] >= 1, "round 2 is played with them"
    for table in night.last.tables:
        night.send(c.RecordResult(table.id, dict.fromkeys(table.seats, 1), EVENING))
    night.close_round()
    assert rows(night)["a"]["rounds"][0]["struck"] is True


def test_the_close_decides_without_them_and_shows_them() -> None:
    night = robin()
    play_pairs(night, "a-e 1-0, b-c 1-0", {"d": "0"})
    night.send(c.Drop("e"))
    night.send(c.Close())
    found = rows(night)
    assert next(iter(found)) == "b"
    assert (found["a"]["points"], found["a"]["rounds"][0]["struck"]) == (0, True)


def test_where_the_lowest_total_wins_whoever_left_is_last_all_the_same() -> None:
    points = {"raw": {}, "low_wins": True, "best": {"n": 1, "of": "round"}}
    night = robin(points=points, tie_breaks=[], people="abcd")
    night.seat()
    night.start()
    for table in night.last.tables:
        ranks: dict[str, int] = dict.fromkeys(table.seats, 1)
        night.send(c.RecordResult(table.id, ranks, EVENING, scores=dict.fromkeys(table.seats, 5)))
    night.close_round()
    gone = night.last.tables[0].seats[0]
    night.send(c.Drop(gone))
    assert [row["entry"] for row in standings(night.state)][-1] == gone


def test_a_tournament_of_fewer_rounds_has_fewer_games_planned() -> None:
    night = robin(rounds=2)
    play_pairs(night, "a-e 1-0, b-c 1-0", {"d": "0"})
    night.send(c.Drop("e"))
    assert rows(night)["a"]["points"] == 1, "one of two games"


def test_in_a_final_only_its_own_games_are_struck() -> None:
    night = Night(*"abcde", points=CHESS, table_size={"min": 2, "max": 2, "prefer": 2}, format={"type": "swiss"})
    play_pairs(night, "a-b 1-0, c-d 1-0", {"e": "0"})
    format = read(type(robin().state.settings.format), {"type": "round_robin", "withdrawn": "strike"})
    night.send(BeginStage(top=4, carry="all", format=format))
    play_pairs(night, "a-c 1-0, b-d 1-0")
    night.send(c.Drop("c"))
    found = rows(night)
    assert (found["a"]["points"], found["b"]["points"], found["c"]["points"]) == (1, 1, 1)
    assert [line.get("struck") for line in found["a"]["rounds"]] == [None, True]
