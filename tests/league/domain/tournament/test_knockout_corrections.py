"""A knockout in which an earlier match is corrected after a later one was drawn, published, begun or played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from games.kernel import Rejected
from league.domain.seating.knockout.corrections import replacements, seats_of
from league.domain.tournament import commands as c
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import RepairReplace
from league.domain.tournament.rounds.state import Round, Table
from league.domain.values.faults import read
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


def test_a_quarter_final_corrected_after_the_final_changes_nobody_who_played_later():
    night = cup(*"abcdefgh")
    play(night)
    play(night)
    play(night, "b", "d")
    before = night.places()
    assert [name for name, place in before.items() if place == 1] == ["b"]
    correct(night, 1, "h")
    after = night.places()
    assert {name: after[name] for name in "abcd"} == {name: before[name] for name in "abcd"}
    assert (after["h"], after["e"]) == (5, 5)  # equally far, whatever points they made
    assert marked(night, 2) == [("a", "h", True)]
    assert marked(night, 3) == []


def test_a_quarter_final_corrected_while_the_semi_final_is_open_and_the_course_goes_on_from_there():
    night = cup(*"abcdefgh")
    play(night)
    bring_to(night, "running")
    report(night, "b")
    correct(night, 1, "h")
    replace(night, "a", "h")
    report(night, "h")
    night.close_round()
    night.seat()
    assert finalists(night) == {"h", "b"}
    assert set(table_with(night.last, "c").seats) == {"c", "d"}


def test_a_semi_finalist_that_has_played_the_small_final_is_not_seated_twice():
    night = cup()
    play(night)
    bring_to(night, "running")
    report(night, "dan", "cy")
    correct(night, 1, "dan")
    refused = night.refused(repair(night, "ann", "dan"))
    assert (refused.code, refused.facts["number"]) == ("already_reported", table_with(night.last, "dan").number)
    night.send(c.WithdrawResult(table_with(night.last, "dan").id))
    replace(night, "ann", "dan")
    assert finalists(night) == {"dan", "bob"}


def test_a_withdrawn_result_opens_the_place_again():
    night = cup()
    play(night)
    bring_to(night, "running")
    report(night, "ann")
    correct(night, 1, "dan")
    assert marked(night) == [("ann", "dan", True)]
    night.send(c.WithdrawResult(table_with(night.last, "ann").id))
    assert marked(night) == [("ann", "dan", False)]


def test_without_a_small_final_the_loser_leaves_the_round():
    night = cup(format={"type": "knockout"})
    play(night)
    bring_to(night, "running")
    (before,) = (table.id for table in night.last.tables)
    correct(night, 1, "dan")
    (event,) = replace(night, "ann", "dan")
    assert night.seats() == [["bob", "dan"]] or night.seats() == [["dan", "bob"]]
    assert [gone.id for gone in event.gone] == [before]
    assert event.replaced == (("ann", "dan"),)
    assert night.refused(repair(night, "cy", "ann")).code == "not_in_round"


def test_the_right_one_who_has_left_must_return_first():
    night = cup(format={"type": "knockout"})
    play(night)
    bring_to(night, "published")
    night.send(c.Drop("dan"))
    correct(night, 1, "dan")
    assert marked(night) == [("ann", None, False)]
    assert night.refused(repair(night, "ann", "dan")).code == "entry_dropped"
    night.send(c.Return("dan"))
    assert marked(night) == [("ann", "dan", False)]
    replace(night, "ann", "dan")
    assert finalists(night) == {"bob", "dan"}


def test_a_round_that_was_called_off_has_nothing_to_put_right():
    night = cup()
    play(night)
    bring_to(night, "running")
    correct(night, 1, "dan")
    off = night.last
    night.send(c.CancelRound(off.id, "no power"))
    assert replacements(night.state, night.state.cancelled[0]) == []


def test_whoever_leaves_after_the_seating_is_no_correction():
    night = cup()
    play(night)
    bring_to(night, "published")
    night.send(c.Drop("ann"))
    assert marked(night) == []


def test_heats_of_which_two_go_on():
    night = cup(*"abcdefgh", table_size=HEATS, format={"type": "knockout", "advance": 2, "third_place": True},
                points={"by_place": [4, 2, 1, 0]})  # fmt: skip
    play(night)
    bring_to(night, "running")
    assert finalists(night) == set("abcd")
    correct(night, 1, "h", "e")
    assert marked(night) == [("a", "e", False), ("d", "h", False)]
    replace(night, "a", "h")
    assert marked(night) == [("d", "e", False)]
    replace(night, "d", "e")
    assert (finalists(night), marked(night)) == (set("bceh"), [])


def test_a_swap_by_hand_settles_it_too():
    night = cup()
    play(night)
    night.seat()
    correct(night, 1, "dan")
    night.send(c.Swap(night.last.id, "ann", "dan"))
    assert marked(night) == []
    correct(night, 1, "ann")
    assert marked(night) == [("dan", "ann", False)]


def test_a_seating_by_hand_is_no_correction():
    night = cup()
    play(night)
    night.give("dan bob", "ann cy")
    assert marked(night) == []


def test_a_draft_may_be_drawn_again_instead():
    night = cup()
    play(night)
    night.seat()
    correct(night, 1, "dan")
    night.redo()
    assert (finalists(night), marked(night)) == ({"dan", "bob"}, [])


def test_several_games_at_a_table():
    night = cup(games_per_round=2)
    play(night)
    bring_to(night, "running")
    correct(night, 1, "dan", goes_on=("dan",))
    assert marked(night) == [("ann", "dan", False)]
    replace(night, "ann", "dan")
    assert all(len(table.games) == 2 for table in night.last.tables)
    night.send(c.RecordResult(table_with(night.last, "dan").id, won(table_with(night.last, "dan"), "dan"), EVENING))
    correct(night, 1, "ann", goes_on=("ann",))
    assert marked(night) == [("dan", "ann", True)]


def test_a_knockout_that_is_the_final_of_another_format():
    night = cup(*"abcdefgh", format={"type": "swiss"})
    play(night)
    rules = {"format": CUP, "table_size": PAIRS}
    night.send(read(c.BeginStage, {"top": 4, "carry": "none", **rules}))
    play(night)
    one, two = (table.seats for table in night.last.tables)
    winners = {min(one), min(two)}
    bring_to(night, "published")
    assert finalists(night) == winners
    correct(night, 2, max(one))
    replace(night, min(one), max(one))
    assert (finalists(night), marked(night)) == ({max(one), min(two)}, [])


@pytest.mark.parametrize(
    ("out", "by", "code"),
    [("ann", "ann", "same_entry"), ("ann", "bob", "already_seated"), ("nobody", "zoe", "unknown_entry")],
)
def test_what_can_not_be_replaced(out, by, code):
    night = cup()
    play(night)
    bring_to(night, "published")
    assert night.refused(repair(night, "ann" if out == "nobody" else out, by)).code == code


def test_only_a_knockout_replaces():
    night = cup(format={"type": "swiss"})
    night.seat()
    assert night.refused(repair(night, "ann", "bob")).code == "not_knockout"


def test_the_log_says_which_tables_are_the_final_and_the_small_final():
    night = cup()
    play(night)
    seated = night.seat()[-1]
    tables = {table.area: table.id for table in seated.tables}
    assert seated.knockout.final == tables["final"]
    assert seated.knockout.small_finals == (tables["small-final"],)
    assert set(seated.knockout.on) == {"ann", "bob"}
    assert set(seated.knockout.third) == {"cy", "dan"}


def test_a_round_that_was_seated_before_this_was_recorded_is_read_by_its_entries():
    """Edition 1: as 0.5.0 showed it."""
    night = cup()
    play(night)
    seat = night.seat()
    assert seat[-1].knockout is not UNSET
    night.last.knockout = None
    for table in night.last.tables:
        table.is_small_final = False
    night.start()
    report(night, "ann")
    report(night, "cy")
    night.close_round()
    correct(night, 1, "dan")
    assert marked(night) == []
    assert night.places()["cy"] == 1


def level(night: Night, entry: str) -> None:
    table = table_with(night.last, entry)
    for game in table.games:
        night.send(c.RecordResult(table.id, dict.fromkeys(table.seats, 1), EVENING, game=game.event_game))


def test_a_level_match_asks_at_the_close_and_the_answer_is_recorded():
    night = cup()
    night.seat()
    night.start()
    level(night, "ann")
    report(night, "bob")
    refused = night.refused(c.CloseRound(night.last.id))
    assert (refused.code, refused.facts["table"]) == ("level_match", table_with(night.last, "ann").number)
    assert refused.facts["level"][0]["entries"] == ["ann", "dan"]
    assert night.refused(c.CloseRound(night.last.id, ("ann", "dan"))).code == "level_match"
    assert night.refused(c.CloseRound(night.last.id, ("zoe",))).code == "not_in_round"
    (closed,) = night.send(c.CloseRound(night.last.id, ("dan",)))
    assert [(match.on, match.out, match.decided_by) for match in closed.level] == [(("dan",), ("ann",), "director")]
    night.seat()
    assert finalists(night) == {"dan", "bob"}


def test_the_declared_rule_is_recorded_too():
    night = cup(format={"type": "knockout", "level": "seed"})
    night.seat()
    night.start()
    level(night, "ann")
    report(night, "bob")
    (closed,) = night.close_round()
    assert [(match.on, match.decided_by) for match in closed.level] == [(("ann",), "seed")]


def test_the_final_asks_and_the_small_final_may_be_shared():
    night = cup()
    play(night)
    night.seat()
    night.start()
    level(night, "ann")
    level(night, "cy")
    refused = night.refused(c.CloseRound(night.last.id))
    assert [one["entries"] for one in refused.facts["level"]] == [["ann", "bob"]]
    night.send(c.CloseRound(night.last.id, ("bob",)))
    assert night.places() == {"bob": 1, "ann": 2, "cy": 3, "dan": 3}


def test_heats_ask_only_where_the_border_is_level():
    night = cup(*"abcdefgh", table_size=HEATS, format={"type": "knockout", "advance": 2},
                points={"by_place": [4, 2, 1, 0]})  # fmt: skip
    night.seat()
    night.start()
    one, two = night.last.tables
    night.send(c.RecordResult(one.id, dict(zip(one.seats, (1, 1, 3, 4), strict=True)), EVENING))
    night.send(c.RecordResult(two.id, dict(zip(two.seats, (1, 2, 2, 2), strict=True)), EVENING))
    refused = night.refused(c.CloseRound(night.last.id))
    assert [(ask["number"], ask["goes_on"]) for ask in refused.facts["level"]] == [(two.number, 1)]
    night.send(c.CloseRound(night.last.id, (two.seats[3],)))
    night.seat()
    assert finalists(night) == {*one.seats[:2], two.seats[0], two.seats[3]}


def test_several_games_that_end_level_ask_as_well():
    night = cup(games_per_round=2)
    night.seat()
    night.start()
    for table in night.last.tables:
        for game, winner in zip(table.games, table.seats, strict=True):
            night.send(c.RecordResult(table.id, won(table, winner), EVENING, game=game.event_game))
    assert len(night.refused(c.CloseRound(night.last.id)).facts["level"]) == 2
    night.send(c.CloseRound(night.last.id, ("dan", "cy")))
    night.seat()
    assert finalists(night) == {"dan", "cy"}


def test_where_one_did_not_come_nothing_is_level():
    night = cup()
    night.seat()
    night.start()
    table = table_with(night.last, "ann")
    night.send(c.RecordResult(table.id, {"ann": 1, "dan": 1}, EVENING, absent=("ann", "dan")))
    report(night, "bob")
    night.close_round()


def test_a_correction_that_makes_a_closed_match_level_asks_too():
    night = cup()
    play(night)
    table = table_with(night.last, "ann")
    said = Report(places={"ann": 1, "dan": 1})
    body: dict[str, Any] = {"table": table.id, "said": said, "at": EVENING, "by": "dir", "reason": "a draw"}
    assert night.refused(c.CorrectResult(**body)).code == "level_match"
    (event,) = night.send(c.CorrectResult(**body, goes_on=("dan",)))
    assert event.level.on == ("dan",)
    (stays,) = night.send(c.CorrectResult(**body | {"source": "game"}))
    assert stays.level == event.level
    correct(night, 1, "ann")
    assert list(night.last.level) == []
    assert night.refused(c.CorrectResult(**body)).code == "level_match"
    night.send(c.CorrectResult(**body, goes_on=("dan",)))
    night.seat()
    assert finalists(night) == {"bob", "dan"}


def random_result(night: Night, table: Table, lot: Random) -> Report:
    order = sorted(table.seats, key=lambda entry: lot.random())
    return Report(places={entry: place for place, entry in enumerate(order, 1)})


def correct_something(night: Night, lot: Random) -> None:
    """A random table of a random closed round gets another result."""
    closed = [table for round in night.state.closed_rounds for table in round.tables]
    if closed:
        table = lot.choice(closed)
        said = random_result(night, table, lot)
        night.send(c.CorrectResult(table=table.id, said=said, at=EVENING, by="dir", reason="random"))


def put_right(night: Night) -> None:
    """Each marked place is repaired; nothing remains but what has nobody."""
    for _ in range(len(night.state.entries)):
        pairs = [(one.replace, one.by) for one in replacements(night.state, night.last) if one.replace and one.by]
        if not pairs:
            return
        out, by = pairs[0]
        assert out
        assert by
        replace(night, out, by)
    pytest.fail("a mark remains")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_winner_of_the_recorded_final_is_the_champion_whatever_is_corrected(data):
    lot = Random(data.draw(st.integers(0, 2**32)))
    size, advance = data.draw(
        st.sampled_from([(PAIRS, 1), (HEATS, 1), (HEATS, 2), ({"min": 2, "max": 4, "prefer": 3}, 1)])
    )
    count = data.draw(st.integers(3, 17))
    format = {"type": "knockout", "third_place": data.draw(st.booleans()), "advance": advance}
    night = cup(*(f"p{at:02}" for at in range(count)), table_size=size, format=format, points={"by_place": [3, 2, 1]})
    while is_seated(night):
        steps = [lambda: None, lambda: night.send(c.Publish(night.last.id)), night.start]
        for step in steps[: lot.randint(1, 3)]:
            step()
            if lot.random() < 0.4:
                correct_something(night, lot)
        put_right(night)
        night.start()
        assert_rightful(night)
        for table in night.last.tables:
            said = random_result(night, table, lot)
            night.send(c.RecordResult(night.state.tables[table.id].id, said.places, EVENING))
        if lot.random() < 0.3:
            correct_something(night, lot)
        night.close_round()
    for _ in range(3):
        assert_champion(night)
        correct_something(night, lot)


def is_seated(night: Night) -> bool:
    """Seats the next round, unless the knockout is over."""
    try:
        night.seat()
    except Rejected as refused:
        if refused.code == "no_more_rounds":
            return False
        raise
    return True


def assert_rightful(night: Night) -> None:
    """Those in the round are those that go on by today's results."""
    round = night.last
    now = seats_of(night.state, round.number, [])
    if now is not None:
        main = finalists(night) | set(round.byes)
        assert main == set(now.on)
        third = {entry for table in round.tables if table.is_small_final for entry in table.seats}
        assert third == set(now.third)


def assert_champion(night: Night) -> None:
    """Unless a correction reaches the final itself, its winner is first, and nobody else."""
    last = next(
        round for round in reversed(night.state.rounds) if any(not table.is_small_final for table in round.tables)
    )
    (final,) = (table for table in last.tables if not table.is_small_final)
    assert last.score is not None
    best = min(final.seats, key=last.score.places.__getitem__)
    assert [entry for entry, place in night.places().items() if place == 1] == [best]


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from([(PAIRS, 1, 8), (PAIRS, 1, 13), (PAIRS, 1, 16), (HEATS, 2, 16), (HEATS, 1, 17)]),
)
def test_only_the_last_round_decides_who_meets_next(number, field):
    """A correction of a round before it changes neither the next tables nor the order of those who are still in."""
    size, advance, count = field
    lot = Random(number)
    names = [f"p{at:02}" for at in range(count)]
    format = {"type": "knockout", "advance": advance}
    night = cup(*names, table_size=size, format=format, points={"by_place": [3, 2, 1]})
    for _ in range(2):
        night.seat()
        night.start()
        for table in night.last.tables:
            night.send(c.RecordResult(table.id, random_result(night, table, lot).places or {}, EVENING))
        night.close_round()
    before = [set(table.seats) for table in night.plan().tables]
    for table in night.state.rounds[0].tables:
        said = random_result(night, table, lot)
        night.send(c.CorrectResult(table=table.id, said=said, at=EVENING, by="dir", reason="random"))
        assert [set(table.seats) for table in night.plan().tables] == before
