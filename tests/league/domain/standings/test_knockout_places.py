"""Places of a knockout: by the round of exit, shared, whatever points a bye paid; and who is out has missed nothing."""

from fractions import Fraction
from typing import Any

import pytest

from league.domain.explanations.place import why_placed
from league.domain.season.history.ledger import ledger
from league.domain.tournament import commands as c
from league.domain.tournament.stages.commands import BeginStage
from league.domain.values.faults import read
from tests.league.domain.night import Night

TWO = {"min": 2, "max": 2, "prefer": 2}
CUP: dict[str, Any] = {"format": {"type": "knockout"}, "table_size": TWO}


def cup(count: int, **more: Any) -> Night:
    night = Night(**(CUP | more))
    people = [f"p{number:02}" for number in range(1, count + 1)]
    entries = [c.NewEntry(name, f"person {name}", rating=900 - at) for at, name in enumerate(people)]
    night.send(c.Register(tuple(entries)))
    for name in people:
        night.send(c.CheckIn(name))
    return night


def play(night: Night) -> None:
    """The better seed wins at every table."""
    night.seat()
    night.start()
    for number, table in enumerate(night.last.tables, 1):
        night.report(number, **{entry: place for place, entry in enumerate(sorted(table.seats), 1)})
    night.close_round()


def play_out(night: Night) -> None:
    while len(night.state.rounds) == 0 or len(night.last.tables) > 1 or night.last.byes:
        play(night)


@pytest.mark.parametrize("count", [2, 3, 5, 6, 10, 13, 16])
@pytest.mark.parametrize("bye", ["mean", "win", 0, 9])
def test_who_goes_out_in_one_round_shares_a_place(count: int, bye: str | int) -> None:
    night = cup(count, points={"by_place": [3, 1], "bye": bye})
    play_out(night)
    sizes = [1, 1]
    while sum(sizes) < count:
        sizes.append(min(sum(sizes), count - sum(sizes)))
    expected = [1 + sum(sizes[:at]) for at, size in enumerate(sizes) for _ in range(size)]
    assert sorted(place for place in night.places().values() if place) == expected


def test_tie_breaks_separate_them() -> None:
    night = cup(8, tie_breaks=["lot"])
    play_out(night)
    assert sorted(place for place in night.places().values() if place) == [*range(1, 9)]


def test_a_penalty_still_makes_the_place_worse() -> None:
    night = cup(4)
    play_out(night)
    night.send(c.Penalise("penalty", "p03", 1, "late"))
    assert [night.places()[name] for name in ("p04", "p03")] == [3, 4]
    because = why_placed(night.state, night.aggregate.events, "p03")
    assert ("standings.above", "points") in [(one.rule, one.sentence.facts.get("criterion")) for one in because]


def test_points_that_are_carried_into_a_final_separate_them() -> None:
    night = Night(*[f"p{number:02}" for number in range(1, 9)], points={"by_place": [4, 3, 2, 1]})
    night.play_as_seated()
    night.send(read(BeginStage, {"top": 4, "carry": "all", **CUP}))
    play_out(night)
    brought = {row.entry: Fraction(row.points) for row in night.state.stages[0].standings}
    third, fourth = [name for place in (3, 4) for name, own in night.places().items() if own == place][:2]
    assert brought[third] >= brought[fourth]


def test_heats_still_rank_by_points() -> None:
    night = cup(8, format={"type": "knockout", "advance": 2}, table_size={"min": 4, "max": 4, "prefer": 4})
    play_out(night)
    assert sorted(place for place in night.places().values() if place) == [1, 2, 3, 4, 5, 5, 7, 7]


def test_the_first_edition_keeps_its_places() -> None:
    night = cup(3, edition=1, points={"by_place": [3, 1], "bye": 0})
    play_out(night)
    assert {line["kind"] for line in night.row("p03")["rounds"]} == {"played", "missed"}


def test_a_later_round_is_no_missed_one_and_a_bye_no_burden() -> None:
    night = cup(3)
    play_out(night)
    assert [line["kind"] for line in night.row("p03")["rounds"]] == ["played", "out"]
    assert [line["kind"] for line in night.row("p01")["rounds"]] == ["bye", "played"]
    counts = ledger(night.state)
    assert [(counts[one].byes, counts[one].missed) for one in ("person p01", "person p03")] == [(0, 0), (0, 0)]
    said = [reason.rule for reason in why_placed(night.state, night.aggregate.events, "p03")]
    assert "standings.out" in said
    assert "standings.missed" not in said
