"""The ledger of a season: counted by hand over three small evenings, and as a seating is told of it."""

from __future__ import annotations

import pytest

from league.domain.season.history import ledger as ledgers
from league.domain.season.history.ledger import Counts, counts_for, ledger, merged, most_burdened
from league.domain.seating.plan import GivenTable, given_plan, seat_command
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Bye
from league.domain.tournament.rounds.seating import CountedEntry, SeasonCounts
from tests.league.domain.night import EVENING, Night

THREES = {"min": 2, "max": 3, "prefer": 3}


def first_evening() -> Night:
    """Six people, three rounds: a table of three and one of two with a bye; cy asks for one; bob goes home."""
    night = Night("ann", "bob", "cy", "dan", "eve", "fay", table_size=THREES)
    night.play("ann bob cy", "dan eve", byes="fay")
    made = given_plan(night.state, [GivenTable(["dan", "ann"]), GivenTable(["eve", "bob", "fay"])], [wish("cy")])
    night.send(seat_command(made, "r2", night.ids(made)))
    night.start()
    night.report(1, dan=1, ann=2)
    night.report(2, eve=1, bob=2, fay=3)
    night.close_round()
    night.send(c.Drop("bob"))
    night.play("ann fay cy", "eve dan")
    return night


def wish(name: str) -> Bye:
    return Bye(name, 0, "requested")


def second_evening() -> Night:
    """The owls, who are gus and ann, against bob and hal. hal is absent, ivy plays for cy."""
    night = Night("bob", "hal", "cy")
    night.send(c.Register((c.NewEntry("owls", members=("person gus", "person ann")),)))
    night.send(c.CheckIn("owls"))
    night.give("bob owls hal cy")
    night.start()
    places = {"bob": 1, "owls": 2, "cy": 3}
    said = c.RecordResult(night.last.tables[0].id, places, EVENING, absent=("hal",), stand_in={"cy": "person ivy"})
    night.send(said)
    night.close_round()
    return night


def third_evening() -> Night:
    """Eight in areas of four, two rounds; kim never came."""
    night = Night("ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal", table_size={"min": 4, "max": 4, "prefer": 4})
    night.register("kim")
    night.play_as_seated()
    night.play_as_seated()
    return night


def told(had: Counts) -> dict[str, object]:
    return {
        "rounds": (had.rounds, had.played, had.missed, had.byes, had.requested),
        "short": had.short,
        "last": had.last,
        "seats": dict(had.seats),
        "met": {person.removeprefix("person "): times for person, times in had.met.items()},
    }


def test_an_evening_counted_by_hand() -> None:
    found = {person.removeprefix("person "): told(had) for person, had in ledger(first_evening().state).items()}
    assert found == {
        "ann": {
            "rounds": (3, 3, 0, 0, 0), "short": 1, "last": 1, "seats": {1: 2, 2: 1},
            "met": {"bob": 1, "cy": 2, "dan": 1, "fay": 1},
        },
        "bob": {
            "rounds": (3, 2, 1, 0, 0), "short": 0, "last": 0, "seats": {2: 2},
            "met": {"ann": 1, "cy": 1, "eve": 1, "fay": 1},
        },
        "cy": {
            "rounds": (3, 2, 0, 0, 1), "short": 0, "last": 2, "seats": {3: 2}, "met": {"ann": 2, "bob": 1, "fay": 1},
        },
        "dan": {"rounds": (3, 3, 0, 0, 0), "short": 3, "last": 1, "seats": {1: 2, 2: 1}, "met": {"eve": 2, "ann": 1}},
        "eve": {
            "rounds": (3, 3, 0, 0, 0), "short": 2, "last": 1, "seats": {2: 1, 1: 2},
            "met": {"dan": 2, "bob": 1, "fay": 1},
        },
        "fay": {
            "rounds": (3, 2, 0, 1, 0), "short": 0, "last": 1, "seats": {3: 1, 2: 1},
            "met": {"eve": 1, "bob": 1, "ann": 1, "cy": 1},
        },
    }  # fmt: skip


def test_seats_are_counted_by_the_size_of_the_table_too() -> None:
    ann = ledger(first_evening().state)["person ann"]
    assert {size: dict(seats) for size, seats in ann.by_size.items()} == {3: {1: 2}, 2: {2: 1}}
    assert ann.starts == 2


def test_a_team_counts_for_each_member_a_stand_in_for_whoever_came_and_who_was_absent_has_missed() -> None:
    found = {person.removeprefix("person "): told(had) for person, had in ledger(second_evening().state).items()}
    ann = {"rounds": (1, 1, 0, 0, 0), "short": 0, "last": 0, "seats": {2: 1}, "met": {"bob": 1, "ivy": 1}}
    missed = {"rounds": (1, 0, 1, 0, 0), "short": 0, "last": 0, "seats": {}, "met": {}}
    assert found["ann"] == found["gus"] == ann
    assert found["cy"] == found["hal"] == missed
    assert found["ivy"] == {
        "rounds": (1, 1, 0, 0, 0), "short": 0, "last": 1, "seats": {4: 1}, "met": {"bob": 1, "gus": 1, "ann": 1},
    }  # fmt: skip


def test_areas_are_counted_and_who_never_had_a_seat_has_missed_nothing() -> None:
    night = third_evening()
    found = ledger(night.state)
    best = next(table.seats for table in night.state.rounds[1].tables if table.area == "A")
    first = next(table.seats for table in night.state.rounds[0].tables if table.area == "A")
    for person, had in found.items():
        name = person.removeprefix("person ")
        in_a = (name in first) + (name in best)
        assert dict(had.areas) == {area: times for area, times in {"A": in_a, "B": 2 - in_a}.items() if times}
    assert "person kim" not in found


def test_evenings_add_up_and_one_that_is_called_off_counts_nothing() -> None:
    evenings = [first_evening(), second_evening(), third_evening()]
    parts = [ledger(night.state) for night in evenings]
    whole = merged(parts)
    for person, had in whole.items():
        mine = [part[person] for part in parts if person in part]
        assert had.rounds == sum(one.rounds for one in mine)
        assert had.seats == sum((one.seats for one in mine), start=type(had.seats)())
        assert had.met == sum((one.met for one in mine), start=type(had.met)())
    evenings[0].send(c.Cancel("no light"))
    assert ledger(evenings[0].state) == {}


def test_what_a_seating_is_told_has_ids_of_entries_alone_and_of_a_team_the_most() -> None:
    """On the next evening bob and dan are entered alone, ann and eve as a team; zoe is new."""
    night = Night("bob", "dan", "zoe")
    night.send(c.Register((c.NewEntry("team", members=("person ann", "person eve")),)))
    counts = counts_for(night.state.entries, ledger(first_evening().state))
    assert counts == SeasonCounts(
        (
            CountedEntry("bob", (0, 2), 0, 0),
            CountedEntry("dan", (2, 1), 0, 3),
            CountedEntry("team", (2, 1), 0, 2),
        ),
        ((0, 2, 1), (1, 2, 2)),
    )


def test_of_too_many_pairs_those_are_told_that_have_met_most_often(monkeypatch: pytest.MonkeyPatch) -> None:
    night, known = first_evening(), ledger(first_evening().state)
    names = sorted(night.state.entries)
    monkeypatch.setattr(ledgers, "MOST_PAIRS", 2)
    told = counts_for(night.state.entries, known).met
    assert [(names[a], names[b], times) for a, b, times in told] == [("ann", "cy", 2), ("dan", "eve", 2)]


def test_who_has_had_most_of_what_nobody_wants_is_owed() -> None:
    """fay alone had a bye; dan had three short tables; cy twice had the last seat."""
    found = {
        person.removeprefix("person "): owes for person, owes in most_burdened(ledger(first_evening().state)).items()
    }
    assert found == {"ann": (), "bob": (), "cy": ("last",), "dan": ("short",), "eve": (), "fay": ("byes",)}
    assert set(most_burdened(ledger(third_evening().state)).values()) <= {(), ("last",)}
