"""A knockout in which an earlier match is corrected after a later one was drawn, published, begun or played."""

from __future__ import annotations

from typing import Any

import pytest

from league.domain.seating.knockout.corrections import replacements
from league.domain.tournament import commands as c
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import RepairReplace
from league.domain.tournament.rounds.state import Round, Table
from tests.league.domain.night import EVENING, Night

PAIRS = {"min": 2, "max": 2, "prefer": 2}
HEATS = {"min": 3, "max": 4, "prefer": 4}
CUP = {"type": "knockout", "third_place": True}
WON = {"win": 1, "draw": "1/2", "loss": 0}
PEOPLE = ("ann", "bob", "cy", "dan")
STATES = ("draft", "published", "running")


def cup(*people: str, table_size: Any = PAIRS, **more: Any) -> Night:
    """The named entries, seeded in this order."""
    night = Night(table_size=table_size, **{"format": CUP, "points": WON} | more)
    entries = [c.NewEntry(name, f"person {name}", rating=2000 - at) for at, name in enumerate(people or PEOPLE)]
    night.send(c.Register(tuple(entries)))
    for entry in entries:
        night.send(c.CheckIn(entry.id))
    return night


def table_with(round: Round, entry: str) -> Table:
    return next(table for table in round.tables if entry in table.seats)


def won(table: Table, winner: str, *others: str) -> dict[str, int]:
    order = [winner, *others, *(entry for entry in table.seats if entry not in (winner, *others))]
    return {entry: place for place, entry in enumerate(order, 1)}


def report(night: Night, winner: str, *others: str) -> None:
    table = table_with(night.last, winner)
    for game in table.games:
        places = won(table, winner, *others)
        night.send(c.RecordResult(table.id, places, EVENING, game=game.event_game))


def play(night: Night, *winners: str) -> None:
    """The next round as its format seats it; of each other table the better seed wins."""
    night.seat()
    night.start()
    for winner in winners:
        report(night, winner)
    for table in night.last.tables:
        if table.result is None:
            report(night, *sorted(table.seats))
    night.close_round()


def correct(night: Night, number: int, winner: str, *others: str, goes_on: tuple[str, ...] = ()) -> list[Any]:
    table = table_with(night.state.rounds[number - 1], winner)
    done = []
    for game in table.games:
        report = Report(places=won(table, winner, *others))
        done += night.send(
            c.CorrectResult(
                table=table.id,
                said=report,
                at=EVENING,
                by="dir",
                reason="swapped",
                game=game.event_game,
                goes_on=goes_on,
            )
        )
    return done


def bring_to(night: Night, state: str) -> None:
    night.seat()
    if state == "published":
        night.send(c.Publish(night.last.id))
    elif state == "running":
        night.start()


def replace(night: Night, out: str, by: str) -> list[Any]:
    return night.send(repair(night, out, by))


def repair(night: Night, out: str, by: str) -> RepairReplace:
    fresh = (f"new{len(night.aggregate.events)}", f"fresh{len(night.aggregate.events)}")
    return RepairReplace(round=night.last.id, fewest=2, most=12, fresh=fresh, replace=out, by=by)


def marked(night: Night, number: int | None = None) -> list[tuple[str | None, str | None, bool]]:
    round = night.last if number is None else night.state.rounds[number - 1]
    return [(found.replace, found.by, found.played) for found in replacements(night.state, round)]


def finalists(night: Night) -> set[str]:
    return {entry for table in night.last.tables if not table.is_small_final for entry in table.seats}


def test_a_semi_final_corrected_after_the_final_leaves_the_champion_and_the_third():
    """Today's fault: the winner of the small final became champion."""
    night = cup()
    play(night, "ann", "bob")
    play(night, "ann", "cy")
    assert night.places() == {"ann": 1, "bob": 2, "cy": 3, "dan": 4}
    correct(night, 1, "dan")
    assert night.places() == {"ann": 1, "bob": 2, "cy": 3, "dan": 4}
    assert marked(night) == [("ann", "dan", True)]
    correct(night, 1, "ann")
    assert marked(night) == []


@pytest.mark.parametrize("state", STATES)
def test_a_semi_final_corrected_before_the_final_is_marked_and_one_step_puts_the_right_one_in(state):
    night = cup()
    play(night)
    bring_to(night, state)
    assert finalists(night) == {"ann", "bob"}
    correct(night, 1, "dan")
    assert marked(night) == [("ann", "dan", False)]
    replace(night, "ann", "dan")
    assert (finalists(night), marked(night)) == ({"dan", "bob"}, [])
    assert set(table_with(night.last, "ann").seats) == {"ann", "cy"}
    assert replace(night, "ann", "dan") == []
    if state != "running":
        night.start()
    report(night, "dan")
    report(night, "cy")
    night.close_round()
    assert night.places() == {"dan": 1, "bob": 2, "cy": 3, "ann": 4}


@pytest.mark.parametrize("state", STATES)
def test_corrected_and_corrected_back_the_mark_is_gone(state):
    night = cup()
    play(night)
    bring_to(night, state)
    correct(night, 1, "dan")
    correct(night, 1, "ann")
    assert marked(night) == []
    correct(night, 1, "dan")
    replace(night, "ann", "dan")
    correct(night, 1, "ann")
    assert marked(night) == [("dan", "ann", False)]
    replace(night, "dan", "ann")
    assert (finalists(night), marked(night)) == ({"ann", "bob"}, [])
