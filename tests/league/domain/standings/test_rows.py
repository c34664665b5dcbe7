"""Rows that say more than numbers: who withdrew, what a row counts once a final has begun, who has no place at all."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Json
from league.domain.explanations.place import why_placed
from league.domain.preview.what_if import what_if
from league.domain.season.table.league_table import final_entries, league_table
from league.domain.standings.comparison import with_movement
from league.domain.standings.standings import places_before, standings
from league.domain.tournament import commands as c
from league.domain.tournament.closing.rules import final_places
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.settings import PointScheme
from league.domain.tournament.stages.commands import BeginStage
from league.domain.values.faults import read
from league.files.tournament_sheets import standings_sheet
from tests.league.domain.forecast.needing import all_played, asked, counted, tried_out
from tests.league.domain.night import EVENING, FOUR, Night
from tests.league.domain.season.test_season import winter

SMALL = {"min": 2, "max": 4, "prefer": 2}
HIGH: Json = {"by_place": [4, 2, 1, 0]}
LOW: Json = {"by_place": [1, 2, 3, 4], "low_wins": True}


def night_of(*people: str, **settings: Any) -> Night:
    return Night(*people, **{"table_size": SMALL, "tie_breaks": ["wins"], **settings})


def play(night: Night, seats: str, absent: tuple[str, ...] = (), byes: str = "") -> None:
    """A round at one table at which the earlier named are better, and the absent do not come."""
    night.give(" ".join((seats, *absent)), byes=byes)
    night.start()
    there = {entry: place for place, entry in enumerate(seats.split(), 1)}
    for game in night.last.tables[0].games:
        night.send(c.RecordResult(game.id, there, EVENING, absent=absent, game=game.event_game))
    night.close_round()


def withdrawn(night: Night, after_round: int | None = None) -> list[str]:
    return [row["entry"] for row in standings(night.state, after_round) if row.get("withdrawn") is True]


def begin_final(night: Night, top: int = 2, carry: str = "none", **more: Any) -> None:
    night.send(read(BeginStage, {"top": top, "carry": carry, **more}))


def blocks(night: Night, after_round: int | None = None) -> dict[str, tuple[int, list[int], str]]:
    found = {row["entry"]: row["block"] for row in standings(night.state, after_round)}
    return {entry: (block["stage"], block["rounds"], block["carried"]) for entry, block in found.items()}


def test_who_left_is_marked_from_that_round_on_and_nobody_else() -> None:
    night = night_of(*FOUR)
    play(night, "ann bob cy dan")
    assert withdrawn(night) == []
    assert all("withdrawn" not in row for row in standings(night.state))
    night.send(c.Drop("dan"))
    assert withdrawn(night) == ["dan"]
    play(night, "cy bob ann")
    assert (withdrawn(night), withdrawn(night, 1), withdrawn(night, 0)) == (["dan"], ["dan"], [])
    night.send(c.Close())
    assert withdrawn(night) == ["dan"]


def test_an_announced_drop_is_one_when_its_round_is_over() -> None:
    night = night_of(*FOUR)
    night.give("ann bob cy dan")
    night.start()
    night.send(c.Drop("dan", after_round=1))
    assert withdrawn(night) == withdrawn(night, 1) == []
    night.report(1, ann=1, bob=2, cy=3, dan=4)
    night.close_round()
    assert withdrawn(night) == withdrawn(night, 1) == ["dan"]


def test_who_leaves_a_table_is_marked_at_once_and_who_returns_no_longer() -> None:
    night = night_of(*FOUR)
    night.give("ann bob cy dan")
    night.start()
    night.send(c.Drop("dan"))
    assert withdrawn(night) == withdrawn(night, 1) == ["dan"]
    night.report(1, ann=1, bob=2, cy=3, dan=4)
    night.close_round()
    night.send(c.Return("dan"))
    assert withdrawn(night) == withdrawn(night, 1) == []


def test_who_is_out_of_a_knockout_or_below_a_final_has_not_withdrawn() -> None:
    night = night_of(*FOUR, format={"type": "knockout", "advance": 1}, table_size={"min": 2, "max": 2, "prefer": 2})
    night.play_as_seated()
    assert withdrawn(night) == []
    night = night_of(*FOUR)
    play(night, "ann bob cy dan")
    begin_final(night)
    assert withdrawn(night) == []


@pytest.mark.parametrize("absent", [False, True])
def test_a_team_is_marked_too(absent: bool) -> None:
    night = night_of(*FOUR, points=LOW)
    night.send(c.Register((c.NewEntry("team", members=("eve", "fay")),)))
    night.send(c.CheckIn("team"))
    play(night, "ann bob cy" if absent else "ann team cy", absent=("team",) if absent else ())
    night.send(c.Drop("team"))
    row = night.row("team")
    assert (row["withdrawn"], row["place"]) == (True, None if absent else 2)


@pytest.mark.parametrize(("carry", "rounds"), [("none", [3]), ("half", [3]), ("all", [1, 2, 3])])
def test_in_a_final_each_row_says_what_it_counts(carry: str, rounds: list[int]) -> None:
    """dan wins twice before the final; below it his wins stay those of rounds 1 and 2."""
    night = night_of(*FOUR)
    play(night, "ann bob cy dan")
    play(night, "ann bob dan cy")
    assert "block" not in night.row("ann")
    begin_final(night, carry=carry)
    assert blocks(night)["ann"] == (1, [1, 2] if carry == "all" else [], carry)
    play(night, "bob ann")
    final, others = (1, rounds, carry), (0, [1, 2], "none")
    assert blocks(night) == {"ann": final, "bob": final, "cy": others, "dan": others}
    wins = {row["entry"]: row["tie_breaks"]["wins"] for row in standings(night.state)}
    assert wins == {"ann": 2 if carry == "all" else 0, "bob": 1, "cy": 0, "dan": 0}
    assert "block" not in night.row("ann", 2), "before the final"
    night.send(c.Close())
    assert blocks(night)["dan"] == others


def test_a_second_final_has_three_blocks() -> None:
    night = night_of(*FOUR, "eve")
    play(night, "ann bob cy dan")
    begin_final(night, top=3)
    play(night, "ann bob cy")
    begin_final(night, carry="all")
    play(night, "bob ann")
    assert blocks(night) == {
        "bob": (2, [1, 2, 3], "all"),
        "ann": (2, [1, 2, 3], "all"),
        "cy": (1, [2], "none"),
        "dan": (0, [1], "none"),
        "eve": (0, [1], "none"),
    }
    assert blocks(night, 2)["ann"] == (1, [2], "none")


def absent_in_every_round(points: Json, **settings: Any) -> Night:
    """eve has a seat in both rounds and comes to neither, fay has no seat, gus asks for byes; dan comes once."""
    night = night_of("gus", "fay", "eve", *FOUR, points=points, **settings)
    play(night, "ann bob cy", absent=("dan", "eve"))
    play(night, "bob ann cy dan", absent=("eve",))
    return night


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize(
    "points", [HIGH, LOW, HIGH | {"missed": 9}, LOW | {"missed": 0}, {"win": 1, "draw": 0, "loss": -1}]
)
def test_who_was_absent_in_every_round_has_a_row_without_a_place_and_it_is_last(points: Json, games: int) -> None:
    night = absent_in_every_round(points, games_per_round=games)
    assert list(night.places().values())[4:] == [None, None, None]
    assert [row["entry"] for row in standings(night.state)][4:] == ["gus", "fay", "eve"], "in order of registration"
    assert {night.row(name)["decided_by"] for name in ("eve", "fay", "gus")} == {"absent"}
    assert "absent" not in {row["decided_by"] for row in standings(night.state)[:4]}
    before = night.places()
    night.send(c.Close())
    assert night.places() == before
    assert [(row.entry, row.place) for row in night.state.final or ()][4:] == [
        ("gus", None),
        ("fay", None),
        ("eve", None),
    ]


def test_nobody_lacks_a_place_before_a_round_is_over_and_who_comes_has_one() -> None:
    night = night_of(*FOUR, "eve")
    assert night.places() == dict.fromkeys((*FOUR, "eve"), 1)
    play(night, "ann bob cy dan")
    assert night.places()["eve"] is None
    night.come("late")
    assert night.places()["late"] is None
    night.give("ann eve", "bob late", "cy dan")
    night.start()
    night.report(1, ann=1, eve=2)
    assert (night.places()["eve"], night.places()["bob"], night.places()["late"]) == (2, 2, None)
    rows = with_movement(places_before(night.state, 2), standings(night.state), "entry")
    moved = {row["entry"]: row["moved"] for row in rows}
    assert (moved["eve"], moved["late"], moved["ann"]) == (None, None, 0)


def test_who_is_alone_or_has_a_bye_or_a_stand_in_came() -> None:
    night = night_of(*FOUR, "eve")
    night.give("ann bob", "cy dan", byes="eve")
    night.start()
    night.send(c.RecordResult("r1a1", {"ann": 1}, EVENING, absent=("bob",)))
    night.send(c.RecordResult("r1a2", {"cy": 1, "dan": 2}, EVENING, stand_in={"dan": "zoe"}))
    night.close_round()
    assert [entry for entry, place in night.places().items() if place is None] == ["bob"]


def test_who_left_before_a_round_was_not_absent_and_who_left_later_was() -> None:
    night = night_of(*FOUR, "eve", "fay")
    night.register("zoe")
    night.send(c.Drop("fay"))
    play(night, "ann bob cy dan")
    night.send(c.Drop("eve"))
    assert (night.places().get("eve", 0), "fay" in night.places(), "zoe" in night.places()) == (None, False, False)
    night.send(c.Close())
    assert list(night.places()) == [*FOUR, "eve"]
    assert night.row("eve")["withdrawn"] is True


def test_a_correction_gives_and_takes_a_place_after_the_close() -> None:
    night = absent_in_every_round(HIGH)
    night.send(c.Close())
    said = Report(places={"bob": 1, "eve": 2, "ann": 3, "cy": 4}, absent=("dan",))
    table = night.state.rounds[1].tables[0].id
    night.send(CorrectResult(table=table, said=said, at=EVENING, by="user:1", reason="misread"))
    places = {row.entry: row.place for row in night.state.final or ()}
    assert (places["eve"], places["dan"]) == (3, None)
    assert night.places() == places


def test_in_a_final_who_never_came_is_last_of_all_and_may_still_play() -> None:
    night = night_of(*FOUR, "eve")
    play(night, "ann bob cy", absent=("dan",))
    begin_final(night, top=5)
    assert night.state.stages[0].border is None
    assert sorted(list(night.places().items())[3:]) == [("dan", None), ("eve", None)]
    play(night, "eve dan ann bob cy")
    assert night.places()["eve"] == 1
    night = night_of(*FOUR, "eve")
    play(night, "ann bob cy", absent=("dan",))
    begin_final(night, top=4)
    border = night.state.stages[0].border
    assert border is not None
    assert (border.place, sorted((*border.on, *border.out))) == (4, ["dan", "eve"])
    play(night, "bob ann cy", absent=border.on)
    assert list(night.places().items())[3:] == [(border.on[0], None), (border.out[0], None)]
    assert night.places(1)["bob"] == 2


def test_it_is_explained_and_has_no_place_in_a_what_if_either() -> None:
    night = absent_in_every_round(HIGH)
    first = why_placed(night.state, night.aggregate.events, "eve")[0]
    assert (first.rule, first.sentence.facts["place"]) == ("standings.no_place", None)
    last = [reason.rule for reason in why_placed(night.state, night.aggregate.events, "dan")]
    assert "standings.above" in last
    assert "standings.below" not in last
    after = what_if(night.state, PointScheme(by_place=(0, 0, 0, 9)), None)
    assert [row["place"] for row in standings(after)][-3:] == [None, None, None]


@pytest.mark.parametrize("scheme", [{"by_place": [9, 7, 5, 3, 2, 1, 1]}, {"low_point": {}}])
def test_a_season_gives_it_no_place(scheme: Json) -> None:
    """eve had a seat: she is named and did not come. fay and gus are not in the season."""
    night = absent_in_every_round(HIGH)
    night.send(c.Close())
    entries = final_entries(night.state)
    assert [(entry.place, entry.came) for entry in entries[4:]] == [(None, ())] * 3
    rows = {row["person"]: row for row in league_table(winter("t", points=scheme).state, {"t": entries})}
    assert list(rows)[-1] == "person eve"
    assert len(rows) == 5
    event = (rows["person eve"]["counted"] or rows["person eve"]["dropped"])[0]
    assert (rows["person eve"]["played"], event["place"], event["status"]) == (0, None, "DNC")
    assert event["points"] == (6 if "low_point" in scheme else 0), "the number of entries and one"
    assert [row["counted"][0]["place"] for row in rows.values()][:4] == [1, 1, 3, 4]


@pytest.mark.parametrize("points", [HIGH | {"missed": 3}, HIGH | {"missed": 9}, LOW, LOW | {"missed": 1}])
@pytest.mark.parametrize("chain", [[], ["wins"], ["opponents"]])
def test_what_is_needed_agrees_with_every_outcome(points: Json, chain: list[str]) -> None:
    """e misses both rounds, for more points than most, and has no place; a seating puts it where its points are."""
    night = night_of(
        *"abcde",
        points=points,
        tie_breaks=chain,
        table_size={"min": 2, "max": 4, "prefer": 2},
        format={"type": "areas"},
    )
    play(night, "a b c", absent=("d",))
    night.give("a b", "c d")
    night.start()
    outcomes = all_played(night)
    for goal in ("top:1", "top:2", "top:4", "final:2", "final:4", "area:A", "area:B"):
        for entry in "abcd":
            assert counted(asked(night, entry, goal)) == tried_out(outcomes, entry, goal), (goal, entry)


def test_the_first_edition_keeps_its_rows() -> None:
    night = night_of(*FOUR, "eve", edition=1)
    play(night, "ann bob", absent=("dan",))
    night.send(c.Drop("cy"))
    assert night.places() == {"ann": 1, "bob": 2, "dan": 3, "eve": 4}
    begin_final(night)
    play(night, "bob ann")
    assert {key for row in standings(night.state) for key in row} & {"withdrawn", "block"} == set()
    assert [row.place for row in final_places(night.state)] == [1, 2, 3]


def test_the_sheet_has_columns_for_what_rows_say() -> None:
    night = night_of(*FOUR, "eve")
    play(night, "ann bob cy dan")
    names = {entry: entry for entry in (*FOUR, "eve")}
    heads = standings_sheet(standings(night.state), ["wins"], names)[0]
    assert heads[-1] == "decided by"
    begin_final(night, carry="half")
    night.send(c.Drop("dan"))
    play(night, "bob ann")
    heads, *rows = standings_sheet(standings(night.state), ["wins"], names)
    assert heads[-2:] == ["withdrawn", "counts"]
    assert {row[1]: (row[0], row[-2], row[-1]) for row in rows} == {
        "bob": (1, None, "final: round 2, half of the points carried"),
        "ann": (2, None, "final: round 2, half of the points carried"),
        "cy": (3, None, "others: round 1"),
        "dan": (4, "yes", "others: round 1"),
        "eve": (None, None, "others: round 1"),
    }
