"""A drawn match of a knockout: nobody goes on in silence, but by a play-off, a lot, or as the director says."""

from typing import Any

import pytest

from games.kernel import Rejected
from league.domain.explanations.place import why_placed
from league.domain.seating.knockout.level import level_matches, open_level_tables, wanted_level
from league.domain.seating.lots import level_seed
from league.domain.tournament import commands as c
from league.domain.tournament.closing.events import RoundClosed
from league.domain.tournament.results.events import LevelDecided
from league.domain.tournament.results.reports import Report
from league.domain.tournament.shown import hidden_from, shown_to
from tests.league.domain.night import EVENING, FOUR, SECRET, Night

TWO = {"min": 2, "max": 2, "prefer": 2}
POINTS = {"win": 1, "draw": "1/2", "loss": 0}
CUP: dict[str, Any] = {"format": {"type": "knockout"}, "table_size": TWO, "points": POINTS}


def cup(*people, **more):
    night = Night(*(people or FOUR), **(CUP | more))
    night.seat()
    night.start()
    return night


def draw(night, table=1):
    night.report(table, **dict.fromkeys(night.last.tables[table - 1].seats, 1))


def win(night, table, winner=0):
    seats = night.last.tables[table - 1].seats
    night.report(table, **{seats[winner]: 1, seats[1 - winner]: 2})


def decide(night, how, *goes_on, table=1, staff=True, by="user:1", **more):
    fields = {"table": night.last.tables[table - 1].id, "decided_by": how, "goes_on": goes_on, **more}
    return night.send(c.DecideLevel(at=EVENING, by=by, by_staff=staff, **fields))


def test_the_round_is_not_closed_before_somebody_says_who_goes_on():
    night = cup()
    draw(night)
    win(night, 2)
    refused = night.refused(c.CloseRound(night.last.id))
    assert (refused.code, refused.facts["tables"]) == ("level_match", "1")
    assert [item.kind for item in wanted_level(night.state)] == ["level"]
    assert [one.table.number for one in open_level_tables(night.state, night.last)] == [1]


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("how", ["play_off", "director"])
def test_whoever_is_named_goes_on(how, winner):
    night = cup()
    draw(night)
    win(night, 2)
    on, out = (night.last.tables[0].seats[at] for at in (winner, 1 - winner))
    decide(night, how, on, reason="longer arms")
    assert wanted_level(night.state) == []
    (match,) = level_matches(night.state, night.last)
    (closed,) = night.close_round()
    assert isinstance(closed, RoundClosed)
    assert closed.level == (match,)
    assert (match.on, match.out, match.decided_by) == ((on,), (out,), how)
    night.seat()
    assert on in night.seats()[0]
    assert f"knockout.level_{how}" in [reason.rule for reason in why_placed(night.state, night.aggregate.events, on)]


def test_a_lot_is_drawn_from_the_secret_and_stays_the_same():
    night = cup()
    draw(night)
    (event,) = decide(night, "lot")
    assert isinstance(event, LevelDecided)
    assert event.lot == "1:1:level:1"
    assert len(level_seed(SECRET, event.lot)) == 64
    assert {*event.on, *event.out} == {*night.last.tables[0].seats}
    assert decide(night, "lot") == []
    decide(night, "director", event.out[0], reason="a mistake")
    assert decide(night, "lot")[0].on == event.on


def test_lots_fall_either_way():
    falls = set()
    for number in range(20):
        night = Night(*FOUR, secret=f"{number:032x}", **CUP)
        night.seat()
        night.start()
        draw(night)
        (event,) = decide(night, "lot")
        falls.add(night.last.tables[0].seats.index(event.on[0]))
    assert falls == {0, 1}


@pytest.mark.parametrize("how", ["lot", "director"])
def test_those_at_a_table_only_say_who_won_a_play_off(how):
    night = cup()
    draw(night)
    seats = night.last.tables[0].seats
    with pytest.raises(Rejected, match="staff_decides"):
        decide(night, how, *([] if how == "lot" else seats[:1]), reason="x", staff=False, by=f"entry:{seats[0]}")
    assert decide(night, "play_off", seats[1], staff=False, by=f"entry:{seats[0]}")
    with pytest.raises(Rejected, match="level_decided"):
        decide(night, "play_off", seats[0], staff=False, by=f"entry:{seats[0]}")
    assert decide(night, "play_off", seats[0])


@pytest.mark.parametrize(
    ("how", "goes_on", "code"),
    [
        ("play_off", 0, "bad_level_choice"),
        ("play_off", 2, "bad_level_choice"),
        ("lot", 1, "bad_fields"),
        ("director", 1, "bad_fields"),
    ],
)
def test_what_decides_nothing_is_refused(how, goes_on, code):
    night = cup()
    draw(night)
    with pytest.raises(Rejected, match=code):
        decide(night, how, *night.last.tables[0].seats[:goes_on])


def test_a_table_that_is_not_level_or_has_no_result_is_refused():
    night = cup()
    with pytest.raises(Rejected, match="no_result"):
        decide(night, "lot")
    win(night, 1)
    with pytest.raises(Rejected, match="not_level"):
        decide(night, "lot")
    other = Night(*FOUR, table_size=TWO)
    other.seat()
    other.start()
    draw(other)
    with pytest.raises(Rejected, match="not_level"):
        decide(other, "lot")


def test_a_decision_counts_only_as_long_as_they_are_level():
    night = cup()
    draw(night)
    win(night, 2)
    first, second = night.last.tables[0].seats
    decide(night, "play_off", second)
    win(night, 1)
    assert not level_matches(night.state, night.last)
    (closed,) = night.close_round()
    assert not closed.level
    night.seat()
    assert first in night.seats()[0]


def test_of_three_who_share_a_border_only_a_decision_between_these_counts():
    size = {"min": 4, "max": 4, "prefer": 4}
    people = [f"p{number}" for number in range(8)]
    night = cup(*people, format={"type": "knockout", "advance": 2}, table_size=size, points={"by_place": [4, 3, 2, 1]})
    a, b, d, e = night.last.tables[0].seats
    night.report(1, **{a: 1, b: 2, d: 2, e: 4})
    night.report(2, **{entry: place for place, entry in enumerate(night.last.tables[1].seats, 1)})
    decide(night, "play_off", d)
    night.report(1, **{a: 1, b: 2, d: 2, e: 2})
    assert [one.table.number for one in open_level_tables(night.state, night.last)] == [1]
    decide(night, "play_off", e)
    night.close_round()
    night.seat()
    assert {a, e} <= {entry for seats in night.seats() for entry in seats}


def test_the_close_may_name_others_than_were_decided():
    night = cup()
    draw(night)
    win(night, 2)
    (event,) = decide(night, "lot")
    night.send(c.CloseRound(night.last.id, goes_on=event.out))
    (match,) = night.last.level
    assert (match.on, match.decided_by) == (event.out, "director")


@pytest.mark.parametrize("how", ["play_off", "lot", "director"])
def test_a_correction_to_a_draw_asks_and_may_draw_a_lot(how):
    night = cup()
    win(night, 1)
    win(night, 2)
    table = night.last.tables[0]
    night.close_round()
    drawn = c.CorrectResult(
        table=table.id, said=Report(places=dict.fromkeys(table.seats, 1)), at=EVENING, by="user:1", reason="a draw"
    )
    assert night.refused(drawn).code == "level_match"
    goes_on = () if how == "lot" else table.seats[1:]
    fields = {name: getattr(drawn, name) for name in drawn.__struct_fields__} | {"goes_on": goes_on, "decided_by": how}
    night.send(c.CorrectResult(**fields))
    assert [match.decided_by for match in night.last.level] == [how]


def test_a_drawn_final_has_no_winner_before_it_is_decided():
    night = cup()
    for table in (1, 2):
        win(night, table)
    night.close_round()
    night.seat()
    night.start()
    draw(night)
    assert night.refused(c.CloseRound(night.last.id)).code == "level_match"
    (event,) = decide(night, "lot")
    night.close_round()
    assert night.row(event.on[0])["place"] == 1
    assert night.row(event.out[0])["place"] == 2


def test_the_better_seed_goes_on_where_the_settings_say_so():
    night = cup(format={"type": "knockout", "level": "seed"})
    for table in (1, 2):
        draw(night, table)
    assert open_level_tables(night.state, night.last) == []
    night.close_round()
    assert {match.decided_by for match in night.last.level} == {"seed"}


def test_readers_of_hidden_results_learn_of_no_draw():
    night = cup(standings_shown="rounds")
    draw(night)
    (event,) = decide(night, "lot")
    assert hidden_from(night.state, None).show(event, None) is None
    seen = shown_to(night.state, None)
    assert level_matches(seen, seen.rounds[-1]) == []
    draw(night, 2)
    decide(night, "lot", table=2)
    night.close_round()
    assert (hidden_from(night.state, None).show(event, None) or {})["on"] == event.on
