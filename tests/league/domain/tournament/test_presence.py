"""Who was there: standings, records, ratings, the ledger and the attendance of a season agree."""

from __future__ import annotations

from typing import Any

import pytest

from league.domain.ratings import rated_tables
from league.domain.season.history.ledger import ledger
from league.domain.season.history.meetings import tables_of
from league.domain.season.table.final_fold import RELEVANT_EVENTS, FinalFold
from league.domain.season.table.league_table import final_entries, league_table
from league.domain.seating.plan import GivenTable, given_plan, seat_command
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Bye
from league.domain.tournament.results.reports import Report
from tests.league.domain.night import EVENING, Night
from tests.league.domain.season.test_season import winter

SMALL = {"min": 2, "max": 5, "prefer": 4}
ATTENDANCE = {"attendance": 1, "minimum": 1}


def report(night: Night, places: dict[str, int], **away: Any) -> None:
    """The result of the first table that has none."""
    table = next(table for table in night.last.tables if table.result is None)
    night.send(c.RecordResult(table.id, places, EVENING, **away))


def closed(night: Night) -> Night:
    night.send(c.Close())
    return night


def counts(night: Night) -> dict[str, tuple[int, int, int]]:
    """By person: rounds played by the ledger, tables of the record, rated games."""
    met = [person for table in tables_of(night.state) for seat in table for person in seat.people]
    games = [
        person for played in night.state.rounds for game in rated_tables(night.state, played) for person in game.people
    ]
    known = ledger(night.state)
    people = dict.fromkeys([*known, *met, *games])
    return {
        person.removeprefix("person "): (known[person].played, met.count(person), games.count(person))
        for person in people
    }


def attendance(night: Night) -> dict[str, int]:
    """By person: events that the league table counts as played."""
    rows = league_table(winter("t", **ATTENDANCE).state, {"t": final_entries(night.state)})
    assert all(row["attendance"] == row["played"] and (row["place"] is None) == (row["played"] == 0) for row in rows)
    return {row["person"].removeprefix("person "): row["played"] for row in rows}


def test_a_stand_in_has_played_and_the_owner_of_the_seat_and_who_never_came_have_not() -> None:
    night = Night("ann", "bob", "cy", "dan", table_size=SMALL)
    night.register("never checked in")
    night.give("ann bob cy dan")
    night.start()
    report(night, {"ann": 1, "bob": 2, "cy": 3}, absent=("dan",), left=("cy",), stand_in={"bob": "person zoe"})
    night.close_round()
    assert counts(closed(night)) == {
        "ann": (1, 1, 1), "zoe": (1, 1, 1), "cy": (1, 1, 1), "bob": (0, 0, 0), "dan": (0, 0, 0),
    }  # fmt: skip
    assert attendance(night) == {"ann": 1, "zoe": 1, "cy": 1, "bob": 0, "dan": 0}
    assert night.state.attended == {"bob": ("person zoe",), "dan": ()}
    assert {name: night.row(name)["played"] for name in ("ann", "bob", "cy", "dan")} == {
        "ann": 1, "bob": 1, "cy": 1, "dan": 0,
    }  # fmt: skip


def test_an_owner_who_played_in_another_round_has_come() -> None:
    night = Night("ann", "bob", "cy", table_size=SMALL)
    night.play("ann bob cy")
    night.give("ann bob cy")
    night.start()
    report(night, {"ann": 1, "bob": 2, "cy": 3}, stand_in={"bob": "person zoe"})
    night.close_round()
    assert attendance(closed(night)) == {"ann": 1, "bob": 1, "cy": 1, "zoe": 1}
    assert counts(night)["bob"] == (1, 1, 1)


def test_who_was_alone_has_come_and_not_played() -> None:
    night = Night("ann", "bob", "cy", "dan", table_size=SMALL)
    night.give("ann bob", "cy dan")
    night.start()
    report(night, {"ann": 1}, absent=("bob",))
    report(night, {"cy": 1, "dan": 2})
    night.close_round()
    assert counts(closed(night)) == {"bob": (0, 0, 0), "cy": (1, 1, 1), "dan": (1, 1, 1)}
    assert attendance(night) == {"ann": 1, "bob": 0, "cy": 1, "dan": 1}
    assert (night.row("ann")["played"], "person ann" in ledger(night.state)) == (0, False)
    assert ledger(night.state)["person bob"].missed == 1


def test_a_bye_is_attended_and_not_played_but_not_one_at_ones_own_request() -> None:
    night = Night("ann", "bob", "cy", "dan", table_size=SMALL)
    night.give("ann bob", byes="cy")
    night.start()
    report(night, {"ann": 1, "bob": 2})
    night.close_round()
    assert attendance(closed(night)) == {"ann": 1, "bob": 1, "cy": 1}
    asked = Night("ann", "bob", "cy", table_size=SMALL)
    made = given_plan(asked.state, [GivenTable(["ann", "bob"])], [Bye("cy", "1/2", "requested")])
    asked.send(seat_command(made, "r1", asked.ids(made)))
    asked.start()
    report(asked, {"ann": 1, "bob": 2})
    asked.close_round()
    assert attendance(closed(asked)) == {"ann": 1, "bob": 1, "cy": 0}


def test_the_holder_of_a_bye_who_leaves_before_the_close_stays_in_the_standings() -> None:
    night = Night("ann", "bob", "cy", table_size=SMALL)
    night.give("ann bob", byes="cy")
    night.start()
    night.send(c.Drop("cy"))
    report(night, {"ann": 1, "bob": 2})
    night.close_round()
    assert (night.row("cy")["byes"], night.row("cy")["rounds"][0]["kind"]) == (1, "bye")
    closed(night)
    assert "cy" in night.places()
    assert ledger(night.state)["person cy"].byes == 1
    assert attendance(night) == {"ann": 1, "bob": 1, "cy": 1}


def test_a_tournament_of_the_first_edition_keeps_its_rows() -> None:
    night = Night("ann", "bob", "cy", table_size=SMALL)
    night.state.edition = 1
    night.give("ann bob", byes="cy")
    night.start()
    night.send(c.Drop("cy"))
    report(night, {"ann": 1}, absent=("bob",))
    night.close_round()
    assert "cy" not in night.places()
    assert attendance(closed(night)) == {"ann": 1, "bob": 1}
    assert counts(night)["ann"] == (1, 1, 0)


def test_a_team_came_and_who_stood_in_too_but_nobody_knows_who_played() -> None:
    night = Night("ann", "bob", table_size=SMALL)
    night.send(c.Register((c.NewEntry("owls", members=("person o1", "person o2")),)))
    night.send(c.CheckIn("owls"))
    night.give("ann bob owls")
    night.start()
    report(night, {"ann": 1, "owls": 2, "bob": 3}, stand_in={"owls": "person zoe"})
    night.close_round()
    assert attendance(closed(night)) == {"ann": 1, "bob": 1, "o1": 1, "o2": 1, "zoe": 1}
    assert counts(night) == {"ann": (1, 1, 1), "bob": (1, 1, 1)}


def test_who_came_for_one_of_several_games_has_played_the_round() -> None:
    night = Night("ann", "bob", "cy", table_size=SMALL, games_per_round=2)
    night.give("ann bob cy")
    night.start()
    table = night.last.tables[0]
    night.send(c.RecordResult(table.id, {"ann": 1, "bob": 2}, EVENING, absent=("cy",)))
    night.send(c.RecordResult(table.id, {"ann": 1, "bob": 2, "cy": 3}, EVENING, game=2))
    night.close_round()
    assert counts(closed(night)) == {"ann": (1, 2, 2), "bob": (1, 2, 2), "cy": (1, 1, 1)}
    assert attendance(night)["cy"] == 1


def test_a_correction_after_the_close_moves_the_attendance_and_what_seasons_fold_agrees() -> None:
    night = Night("ann", "bob", "cy", table_size=SMALL)
    night.play("ann bob cy")
    closed(night)
    assert attendance(night) == {"ann": 1, "bob": 1, "cy": 1}
    said = Report(places={"ann": 1, "bob": 2}, absent=("cy",), stand_in={"bob": "person zoe"})
    table = night.state.rounds[0].tables[0].id
    night.send(c.CorrectResult(table=table, said=said, at=EVENING, by="user:1", reason="a slip was misread"))
    assert attendance(night) == {"ann": 1, "bob": 0, "cy": 0, "zoe": 1}
    seen = FinalFold()
    for event in night.aggregate.events:
        if isinstance(event, RELEVANT_EVENTS):
            seen.take(event)
    assert seen.final == final_entries(night.state)
    night.send(c.Reopen(EVENING, "0" * 32))
    assert night.state.attended == {}


@pytest.mark.parametrize("places", ["dense", "1224"])
def test_low_points_do_not_count_who_only_stood_in_as_an_entry(places: str) -> None:
    night = Night("ann", "bob", "cy", table_size=SMALL)
    night.give("ann bob cy")
    night.start()
    report(night, {"ann": 1, "bob": 2, "cy": 3}, stand_in={"bob": "person zoe"})
    night.close_round()
    finals = {"t": final_entries(closed(night).state)}
    scheme = {"points": {"low_point": {}}, "places": places, "attendance": 0}
    rows = {row["person"]: row for row in league_table(winter("t", **scheme).state, finals)}
    assert {person: row["points"] for person, row in rows.items()} == {
        "person ann": 1, "person bob": 2, "person cy": 3, "person zoe": 4,
    }  # fmt: skip
    assert (rows["person zoe"]["played"], rows["person bob"]["played"]) == (1, 0)
