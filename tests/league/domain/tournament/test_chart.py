"""The chart of a knockout: every column as it was played, and what is to come by what the reader may see."""

from collections import Counter
from random import Random

import pytest

from games.kernel import REFEREE, Rejected
from league.domain.seating.knockout.drawing import chart_of
from league.domain.seating.knockout.level import open_level_tables
from league.domain.tournament import commands as c
from league.domain.tournament.results.commands import Decider
from league.domain.tournament.results.reports import Report
from league.domain.tournament.shown import hidden_from, shown_to
from league.domain.tournament.stages.commands import BeginStage
from league.domain.values.faults import read
from tests.league.domain.night import EVENING, Night

TWO = {"min": 2, "max": 2, "prefer": 2}
FOUR_AT_A_TABLE = {"min": 3, "max": 4, "prefer": 4}


def people(count):
    return [f"p{number:02}" for number in range(1, count + 1)]


def cup(count, **more):
    third_place = more.pop("third_place", False)
    night = Night(**({"format": {"type": "knockout", "third_place": third_place}, "table_size": TWO} | more))
    night.send(
        c.Register(tuple(c.NewEntry(name, f"person {name}", rating=3000 - at) for at, name in enumerate(people(count))))
    )
    for name in people(count):
        night.send(c.CheckIn(name))
    return night


def chart(night, viewer=REFEREE):
    return chart_of(shown_to(night.state, viewer), hidden_from(night.state, viewer).rounds)


def matches(night, viewer=REFEREE):
    """Who is in each match of each round; of winners who are not known yet the keys."""
    return [
        [
            [one.entry or f"{'L' if one.source.loser else 'W'}{one.source.match}" for one in match.contenders]
            for match in column.matches
        ]
        for column in chart(night, viewer).columns
    ]


def report(night, table, first):
    """The first seat wins if `first`, else the second."""
    seats = table.seats if first else table.seats[::-1]
    night.send(c.RecordResult(table.id, {entry: place for place, entry in enumerate(seats, 1)}, EVENING))


def best(night):
    """Who of a table is the better seed is in front of the others by name."""
    for table in night.last.tables:
        order = sorted(table.seats)
        night.send(c.RecordResult(table.id, {entry: place for place, entry in enumerate(order, 1)}, EVENING))


def play(night):
    night.seat()
    night.start()
    best(night)
    night.close_round()


def test_before_the_first_round_there_are_no_columns():
    night = cup(8)
    assert list(chart(night).columns) == []
    night.seat()
    assert list(chart(night).columns) == []
    assert chart_of(Night(*people(4)).state) is None


def test_eight_from_the_first_round_to_the_final():
    night = cup(8, third_place=True)
    night.seat()
    night.send(c.Publish(night.last.id))
    first = [["p01", "p08"], ["p04", "p05"], ["p02", "p07"], ["p03", "p06"]]
    assert matches(night) == [
        first,
        [["W1.1", "W1.2"], ["W1.3", "W1.4"]],
        [["W2.1", "W2.2"], ["L2.1", "L2.2"]],
    ]
    night.start()
    best(night)
    assert matches(night)[1] == [["p01", "p04"], ["p02", "p03"]]
    night.close_round()
    play(night)
    assert matches(night) == [first, [["p01", "p04"], ["p02", "p03"]], [["p01", "p02"], ["p04", "p03"]]]
    play(night)
    assert chart(night).winner == "p01"
    assert [one.seed for one in chart(night).columns[-1].small_finals[0].contenders] == [3, 4]
    assert {*chart(night).out} == {*people(8)} - {"p01"}


def test_the_best_of_ten_have_byes_beside_their_next_opponents():
    night = cup(10)
    night.seat()
    night.start()
    shown = chart(night)
    assert [column.of for column in shown.columns] == [16, 8, 4, 2]
    cells = shown.columns[0].cells
    assert [[one.entry for one in cell.contenders] for cell in cells if cell] == [
        ["p01"], ["p08", "p09"], ["p04"], ["p05"], ["p02"], ["p07", "p10"], ["p03"], ["p06"]
    ]  # fmt: skip
    assert matches(night)[1] == [["p01", "W1.2"], ["p04", "p05"], ["p02", "W1.6"], ["p03", "p06"]]


def test_a_level_match_has_no_winner_before_it_is_decided():
    night = cup(4)
    night.seat()
    night.start()
    first, _ = night.last.tables
    night.send(c.RecordResult(first.id, dict.fromkeys(first.seats, 1), EVENING))
    assert [match.is_level for match in chart(night).columns[0].matches] == [True, False]
    assert matches(night)[1][0][0] == "W1.1"
    night.send(c.DecideLevel(table=first.id, decided_by="lot", at=EVENING, by="user:1", by_staff=True))
    match = chart(night).columns[0].matches[0]
    assert (match.is_level, match.decided.decided_by) == (False, "lot")
    assert matches(night)[1][0][0] == match.decided.on[0]


@pytest.mark.parametrize("shown", ["rounds", "hide_last"])
def test_hidden_results_are_not_in_it(shown):
    night = cup(4, standings_shown=shown, third_place=True)
    if shown == "hide_last":
        play(night)
    before = None
    night.seat()
    night.start()
    for first in (True, False):
        for table in night.last.tables:
            report(night, table, first)
        seen = chart(night, None)
        assert all(
            one.goes_on is None
            for match in seen.columns[-1 if shown == "hide_last" else 0].matches
            for one in match.contenders
        )
        assert seen.winner is None
        assert before in (None, matches(night, None))
        before = matches(night, None)
    night.close_round()
    assert (matches(night, None) == before) == (shown == "hide_last")
    assert chart(night, None).winner is None
    if shown == "hide_last":
        night.send(c.Close(EVENING))
        assert chart(night, None).winner is not None


def test_those_with_the_link_of_a_hidden_table_see_their_own_result_alone():
    night = cup(4, standings_shown="rounds")
    night.seat()
    night.start()
    best(night)
    own = night.last.tables[0]
    seen = chart(night, own.seats[0])
    assert [[one.goes_on is not None for one in match.contenders] for match in seen.columns[0].matches] == [
        [True, True], [False, False]
    ]  # fmt: skip


def test_a_corrected_semi_final_shows_who_played_on():
    night = cup(4)
    play(night)
    semi = night.last.tables[0]
    play(night)
    night.send(
        c.CorrectResult(
            table=semi.id,
            said=Report(places={entry: place for place, entry in enumerate(sorted(semi.seats, reverse=True), 1)}),
            at=EVENING,
            by="user:1",
            reason="swapped",
        )
    )
    shown = chart(night)
    corrected = next(match for match in shown.columns[0].matches if match.table.id == semi.id)
    assert corrected.is_corrected
    assert [one.entry for one in corrected.contenders if one.goes_on] == ["p01"]
    assert shown.winner == "p01"


def test_heats_show_who_goes_on_and_how_many_tables_are_to_come():
    night = cup(16, format={"type": "knockout", "advance": 2}, table_size=FOUR_AT_A_TABLE)
    night.seat()
    night.start()
    best(night)
    shown = chart(night)
    assert not shown.is_bracket
    assert [[len(match.contenders) for match in column.matches] for column in shown.columns] == [[4] * 4, [4, 4], [4]]
    assert all(sum(one.goes_on for one in match.contenders) == 2 for match in shown.columns[0].matches)
    assert shown.columns[-1].is_final


def test_a_knockout_as_a_final_after_areas():
    night = Night(*people(12), points={"by_place": [4, 3, 2, 1]})
    night.play_as_seated()
    assert chart_of(night.state) is None
    rules = {"format": {"type": "knockout", "third_place": True}, "table_size": TWO}
    night.send(read(BeginStage, {"top": 4, "carry": "none", **rules}))
    night.seat()
    night.start()
    shown = chart(night)
    assert shown.stage == 1
    assert len(shown.columns) == 2
    best(night)
    night.close_round()
    play(night)
    assert chart(night).winner
    assert [row["place"] for row in map(night.row, people(12))].count(1) == 1


@pytest.mark.parametrize("seed", range(14))
def test_whatever_happens_the_chart_fits_the_rounds(seed):
    """Random numbers of people, results, draws, corrections, people who leave: what the rounds have, the chart has."""
    pick = Random(seed)
    is_bracket = pick.random() < 0.6
    third = pick.random() < 0.5
    size = TWO if is_bracket else FOUR_AT_A_TABLE
    night = cup(
        pick.randint(2 if is_bracket else 3, 40),
        format={"type": "knockout", "third_place": third, "advance": 1 if is_bracket else pick.choice([1, 2])},
        table_size=size,
        standings_shown=pick.choice(["live", "rounds", "hide_last"]),
        points=pick.choice([{"win": 1, "draw": "1/2", "loss": 0}, {"by_place": [4, 3, 2, 1]}]) if is_bracket else {},
    )
    for _ in range(8):
        if not _seated(night):
            break
        night.start()
        _fits(night)
        for table in night.last.tables:
            order = [*table.seats]
            pick.shuffle(order)
            places = {entry: place for place, entry in enumerate(order, 1)}
            if pick.random() < 0.3:
                places |= dict.fromkeys(order[:2], 1)
            night.send(c.RecordResult(table.id, places, EVENING))
            _fits(night)
        for level in open_level_tables(night.state, night.last):
            how: Decider = pick.choice(["lot", "play_off"])
            on = () if how == "lot" else level.end.shared[: len(level.end.level)]
            night.send(
                c.DecideLevel(table=level.table.id, decided_by=how, at=EVENING, by="user:1", goes_on=on, by_staff=True)
            )
        night.close_round()
        for entry in night.state.entries.values():
            if not entry.left and pick.random() < 0.04:
                night.send(c.Drop(entry.id))
        if pick.random() < 0.3:
            table = pick.choice(night.last.tables)
            places = {entry: place for place, entry in enumerate(reversed(table.seats), 1)}
            night.send(
                c.CorrectResult(table=table.id, said=Report(places=places), at=EVENING, by="user:1", reason="wrong")
            )
        _fits(night)
    else:
        raise AssertionError("it does not end")
    if chart(night).columns:
        _ends(night)


def _seated(night):
    """Whether there was a round to seat."""
    try:
        night.seat()
    except Rejected as refused:
        return refused.code not in ("no_more_rounds", "too_few_entries")
    return True


def _fits(night):
    for viewer in (REFEREE, None, night.last.tables[0].seats[0]):
        shown = chart(night, viewer)
        public = [round for round in night.state.rounds if round.state != "draft"]
        assert [column.round.id for column in shown.columns if column.round] == [round.id for round in public]
        for column, round in zip(shown.columns, public, strict=False):
            seated = {table.id: {*table.seats} for table in round.tables}
            assert {match.table.id: {one.entry for one in match.contenders} for match in column.matches} == seated
            on = [one.entry for match in column.byes for one in match.contenders if not one.gone]
            assert Counter(on) == Counter(round.byes)
        keys = [match.key for column in shown.columns for match in (*column.cells, *column.small_finals) if match]
        assert len({*keys}) == len(keys)
        for column in shown.columns:
            for match in (*column.matches, *column.byes):
                assert all(one.source is None or one.source.match in keys for one in match.contenders)
            if column.is_regular:
                assert len(column.cells) == column.of // 2
        assert sum(column.is_final for column in shown.columns) <= 1


def _ends(night):
    """The winner is first in the standings, and everybody else is out."""
    shown = chart(night)
    first = [entry for entry, place in night.places().items() if place == 1]
    assert shown.winner is None or first == [shown.winner]
    if shown.winner is not None:
        assert {*shown.out} >= {*shown.seeds} - {shown.winner}
