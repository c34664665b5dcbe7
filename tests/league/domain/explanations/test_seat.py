"""Why somebody sits there: each rule in a small story, and alternatives whose costs are counted anew."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.domain.explanations.alternatives import MOST, CurrentTable, alternatives
from league.domain.explanations.areas import top
from league.domain.explanations.place import decided_between
from league.domain.explanations.reasons import Reason
from league.domain.explanations.seat import SeatExplanation, why_seated
from league.domain.seating import plan as seating
from league.domain.seating.costs import cost
from league.domain.seating.from_state import problem_of
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem, Separated
from league.domain.standings.standings import StandingsRow, rows
from league.domain.tournament import commands as c
from league.domain.tournament.formats import STAYS_AWAY, RoundRobin
from league.domain.tournament.rounds.commands import RepairSwap
from league.domain.tournament.rounds.events import RoundPublished, RoundSeated
from league.domain.tournament.rounds.seating import SeparationGroup
from league.domain.tournament.settings import TableSize
from league.domain.tournament.stages.commands import BeginStage
from tests.league.domain.duels import CHESS
from tests.league.domain.night import Night

FOURS = {"min": 4, "max": 4, "prefer": 4}
PAIRS = {"min": 2, "max": 2, "prefer": 2}
EIGHT = ("ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal")


def explained(night: Night, entry: str, number: int | None = None, *, for_staff: bool = True) -> SeatExplanation:
    found = night.state.rounds[(number or len(night.state.rounds)) - 1]
    state, events = night.state, night.aggregate.events
    return why_seated(
        events, state, found, entry, lambda known, _: known.effective_settings.table_size, for_staff=for_staff
    )


def reasons(night: Night, entry: str, number: int | None = None) -> dict[str, Reason]:
    return {reason.rule: reason for reason in explained(night, entry, number).because}


def facts(night: Night, entry: str, rule: str, number: int | None = None) -> dict[str, Any]:
    return reasons(night, entry, number)[rule].sentence.facts


def test_the_first_round_of_areas_is_by_lot_or_by_rating():
    night = Night(*EIGHT, table_size=FOURS)
    night.seat()
    assert list(reasons(night, "ann")) == ["areas.first_round_by_lot", "seats.balanced", "tables.sizes", "costs.table"]
    assert facts(night, "ann", "tables.sizes")["sizes"] == [4, 4]
    rated = Night(table_size=FOURS, format={"type": "areas", "first": "rating"})
    entries = [c.NewEntry(name, f"person {name}", rating=1000 + at) for at, name in enumerate(EIGHT[:7])]
    rated.send(c.Register((*entries, c.NewEntry("hal", "person hal"))))
    for name in EIGHT:
        rated.send(c.CheckIn(name))
    rated.seat()
    assert facts(rated, "gus", "areas.first_round_by_rating") == {
        "entry": "gus",
        "area": "A",
        "rating": 1006,
        "place": 1,
    }
    assert facts(rated, "hal", "areas.first_round_by_rating")["rating"] is None


def two_areas(**more: Any) -> Night:
    """Round 1: ann and eve have won (4), bob and fay are second (2), cy and gus have 1, dan and hal 0."""
    night = Night(*EIGHT, table_size=FOURS, **more)
    night.play("ann bob cy dan", "eve fay gus hal")
    night.seat()
    return night


def test_the_first_four_are_area_a_and_the_others_come_next():
    night = two_areas()
    of_ann = facts(night, "ann", "areas.top_four")
    assert of_ann == {"entry": "ann", "place": 1, "points": 4, "area": "A", "size": 4, "above": 0}
    of_gus = facts(night, "gus", "areas.next")
    assert (of_gus["place"], of_gus["points"], of_gus["area"], of_gus["above"]) == (5, 1, "B", 4)
    border = facts(night, "gus", "areas.border")
    assert (border["upper"], border["lower"], border["decided_by"]) == ("A", "B", "points")
    assert border["first"] == "gus"
    assert border["last"] in ("bob", "fay")
    assert facts(night, "fay", "areas.border")["last"] == "fay"


def test_events_are_those_of_the_seating_and_of_what_made_the_standing():
    night = two_areas()
    night.send(c.Publish("r2"))
    events = night.aggregate.events
    named = [type(events[number - 1]).__name__ for number in reasons(night, "ann")["areas.top_four"].rests_on]
    assert named == ["RoundSeated", "RoundPublished", "RoundClosed"]


def test_a_border_among_equals_is_said_to_be_by_lot_or_by_the_tie_break():
    night = Night(*EIGHT[:6], table_size={"min": 3, "max": 3, "prefer": 3})
    night.play("ann bob cy", "dan eve fay")
    night.seat()
    border = facts(night, "bob", "areas.border_by_lot")
    assert border["decided_by"] == "lot"
    assert {border["last"], border["first"]} == {"bob", "eve"}
    night = Night(*EIGHT[:6], table_size={"min": 3, "max": 3, "prefer": 3}, tie_breaks=["count_back"])
    night.play("ann bob cy", "dan eve fay")
    night.play("bob cy fay", "eve dan ann")
    night.seat()
    standing = {row: night.row(row)["points"] for row in EIGHT[:6]}
    assert standing == {"ann": 5, "bob": 6, "cy": 3, "dan": 6, "eve": 6, "fay": 2}
    assert "areas.border" in reasons(night, "ann")


def test_areas_of_several_tables_are_spread_by_lot():
    night = Night(*EIGHT, table_size=FOURS, format={"type": "areas", "k": 8})
    night.seat()
    assert facts(night, "ann", "areas.table_by_lot") == {"area": "A", "tables": 2}


@pytest.mark.parametrize(("size", "rule"), [(2, "two"), (4, "four"), (12, "twelve"), (13, "13"), (16, "16")])
def test_the_rule_of_the_first_area_says_its_size(size: int, rule: str):
    assert top(size) == f"areas.top_{rule}"


def test_a_bye_says_who_was_next_and_what_decided():
    night = Night(*EIGHT[:5], table_size=FOURS)
    night.seat()
    (first,) = night.last.byes
    out = facts(night, first, "byes.fewest_then_lowest")
    assert (out["had"], out["next_had"], out["decided_by"]) == (0, 0, "lot")
    night.start()
    night.report(1, **{entry: seat for seat, entry in enumerate(night.last.tables[0].seats, 1)})
    night.close_round()
    night.seat()
    (second,) = night.last.byes
    assert facts(night, second, "byes.fewest_then_lowest")["decided_by"] == "place"
    assert night.row(second)["place"] == 5


def test_who_was_not_there_is_told_why():
    night = Night(*EIGHT[:6], table_size={"min": 3, "max": 5, "prefer": 4})
    night.send(c.Register((c.NewEntry("late", "person late"),)))
    night.send(c.Drop("ann"))
    night.seat()
    assert list(reasons(night, "ann")) == ["absent.left"]
    assert list(reasons(night, "late")) == ["absent.not_checked_in"]
    night.register("later")
    assert list(reasons(night, "later")) == ["absent.entered_later"]
    assert explained(night, "ann").alternatives == []


def test_swiss_says_the_score_and_who_was_met():
    night = Night(*EIGHT, table_size=FOURS, format={"type": "swiss"})
    night.seat()
    assert "swiss.first_round_by_lot" in reasons(night, "ann")
    night = two_areas(format={"type": "swiss"})
    table = next(table for table in night.last.tables if "ann" in table.seats)
    group = facts(night, "ann", "swiss.score_group")
    assert (group["points"], group["table"]) == (4, table.number)
    met = [other for other in table.seats if other in ("bob", "cy", "dan")]
    assert facts(night, "ann", "swiss.repeat")["met"] == dict.fromkeys(met, 1)
    pairs = Night(*EIGHT[:4], table_size=PAIRS, format={"type": "swiss"})
    pairs.play("ann bob", "cy dan")
    pairs.seat()
    assert facts(pairs, "ann", "swiss.no_repeat")["met"] == {}
    assert facts(pairs, "ann", "swiss.score_group")["least"] == 4


def test_a_planned_rotation_says_its_plan():
    night = Night(*EIGHT, table_size=FOURS, format={"type": "rotation"}, rounds=2)
    night.seat()
    plan = facts(night, "ann", "rotation.planned")
    assert (plan["first"], plan["last"]) == (1, 2)
    assert plan["repeats"] == 4, "two of each table of round 1 at each table of round 2"
    assert plan["bound"] <= plan["repeats"]


def test_round_robin_and_knockout_say_their_table():
    night = Night(*EIGHT[:5], table_size=PAIRS, format={"type": "round_robin"})
    night.seat()
    (out,) = night.last.byes
    assert "round_robin.bye" in reasons(night, out)
    table = night.last.tables[0].seats
    told = facts(night, table[1], "round_robin.open_game")
    assert (told["opponent"], told["starts"], told["rounds"], told["left"]) == (table[0], table[0], 5, 4)
    night = Night(*EIGHT[:3], table_size=PAIRS, format={"type": "knockout"})
    night.seat()
    (best,) = night.last.byes
    assert facts(night, best, "knockout.bye")["seed"] == 1
    assert facts(night, night.last.tables[0].seats[1], "knockout.bracket")["seed"] == 2
    night.start()
    night.report(1, **{entry: seat for seat, entry in enumerate(night.last.tables[0].seats, 1)})
    loser = night.last.tables[0].seats[1]
    night.close_round()
    night.seat()
    assert "knockout.final" in reasons(night, best)
    assert list(reasons(night, loser)) == ["knockout.out"]


def test_heats_are_dealt_by_the_seeding():
    night = Night(*EIGHT, table_size=FOURS, format={"type": "knockout", "advance": 2})
    night.seat()
    assert sorted(facts(night, name, "knockout.heats")["seed"] for name in EIGHT) == list(range(1, 9))


def test_a_draft_that_was_changed_says_by_what():
    night = Night(*EIGHT, table_size=FOURS)
    night.seat()
    one, other = night.last.tables[0].seats[0], night.last.tables[1].seats[2]
    night.send(c.Swap("r1", one, other))
    told = explained(night, one).because[0]
    assert told.rule == "by_hand.swapped"
    assert told.sentence.facts["other"] == other
    assert (told.sentence.facts["from_table"], told.sentence.facts["table"], told.sentence.facts["seat"]) == (1, 2, 3)
    assert night.aggregate.events[told.rests_on[0] - 1].type == "tournament.draft_changed"
    mate = night.last.tables[0].seats[1]
    assert list(reasons(night, mate))[:2] == ["by_hand.table_changed", "areas.first_round_by_lot"]
    night.send(c.Swap("r1", one, other))
    assert "areas.first_round_by_lot" in reasons(night, one)
    assert "by_hand.swapped" not in reasons(night, one)


def test_a_move_and_a_repair_are_by_hand_too():
    night = Night(*EIGHT[:7], table_size={"min": 3, "max": 4, "prefer": 4})
    night.seat()
    mover = night.last.tables[0].seats[0]
    night.send(c.Move("r1", mover, night.last.tables[1].id))
    assert facts(night, mover, "by_hand.moved")["table"] == 2
    night.send(c.Publish("r1"))
    one, other = night.last.tables[0].seats[0], night.last.tables[1].seats[0]
    night.send(RepairSwap(round="r1", reason="late", fewest=2, most=12, fresh=("x1", "x2"), a=one, b=other))
    assert facts(night, one, "by_hand.repaired")["other"] == other


def test_a_given_round_and_a_plan_say_so():
    night = Night(*EIGHT[:4], table_size=FOURS)
    night.give("ann bob", byes="cy")
    assert "by_hand.given" in reasons(night, "ann")
    assert "by_hand.given" in reasons(night, "cy")
    assert "by_hand.left_out" in reasons(night, "dan")
    plan = [{"tables": [["ann", "bob", "cy"]], "byes": ["dan"]}, {"tables": [[4, 2, 1]], "byes": [3]}]
    night = Night(*EIGHT[:4], table_size={"min": 3, "max": 3}, format={"type": "prescribed", "plan": plan})
    night.seat()
    assert "prescribed.plan" in reasons(night, "dan")
    night.start()
    night.report(1, ann=1, bob=2, cy=3)
    night.close_round()
    night.seat()
    first = night.last.tables[0].seats[0]
    assert facts(night, first, "prescribed.place")["place"] == 4


def test_an_entry_with_a_table_of_its_own_sits_there():
    night = Night(*EIGHT, table_size=FOURS)
    night.send(c.FixTable("ann", 2))
    night.seat()
    assert facts(night, "ann", "table.fixed") == {"entry": "ann", "table": 2}
    mate = next(entry for table in night.last.tables if "ann" in table.seats for entry in table.seats if entry != "ann")
    assert facts(night, mate, "table.fixed_for")["other"] == "ann"


def test_households_are_told_to_the_staff_alone():
    night = Night(*EIGHT, table_size=FOURS, format={"type": "swiss"})
    made = seating.plan(night.state, night.secret, None, (SeparationGroup("household", ("ann", "bob")),))
    night.send(seating.seat_command(made, "r1", ["a", "b"]))
    assert facts(night, "ann", "apart.kept")["others"] == ["bob"]
    public = explained(night, "ann", for_staff=False)
    assert not [reason for reason in public.because if reason.rule.startswith("apart")]
    assert not [other for other in public.alternatives if "apart" in other.extra]
    with_bob = next(table for table in night.last.tables if "bob" in table.seats)
    dearer = [other for other in explained(night, "ann").alternatives if other.table == with_bob.number]
    assert [other.extra.get("apart", 0) for other in dearer if other.instead != "bob"] == [1] * 3


def test_a_past_round_is_explained_by_what_was_known_then():
    night = two_areas()
    before = [reason.sentence.facts for reason in explained(night, "gus", 2).because]
    night.start()
    for table in night.last.tables:
        night.report(table.number, **{entry: 4 - seat for seat, entry in enumerate(table.seats)})
    night.close_round()
    night.send(c.Penalise(id="p", entry="gus", points=3, reason="late", after_round=1))
    night.seat()
    assert [reason.sentence.facts for reason in explained(night, "gus", 2).because] == before
    penalised = [event for event in night.aggregate.events if event.type == "tournament.penalty_given"]
    at = night.aggregate.events.index(penalised[0]) + 1
    assert at in next(iter(reasons(night, "gus", 3).values())).rests_on


def play(night: Night) -> None:
    """A round whose tables may have any numbers: who has a lower seat has the better place."""
    night.seat()
    night.start()
    for at, table in enumerate(night.last.tables, 1):
        night.report(at, **{entry: seat for seat, entry in enumerate(table.seats, 1)})
    night.close_round()


def test_every_sentence_is_whole():
    """Each template finds its facts, in every format and for everybody."""
    formats: list[dict[str, Any]] = [
        {"format": {"type": "areas"}, "table_size": FOURS},
        {"format": {"type": "areas", "k": 5}, "table_size": {"min": 2, "max": 3}},
        {"format": {"type": "swiss"}, "table_size": {"min": 3, "max": 4}},
        {"format": {"type": "swiss"}, "table_size": PAIRS},
        {"format": {"type": "rotation"}, "table_size": {"min": 3, "max": 4}},
        {"format": {"type": "round_robin"}, "table_size": PAIRS},
        {"format": {"type": "knockout"}, "table_size": PAIRS},
    ]
    for format in formats:
        night = Night(*EIGHT, "ida", **format, hall={"rotate": True})
        for _ in range(3):
            play(night)
        for number in (1, 2, 3):
            for entry in (*EIGHT, "ida"):
                because = explained(night, entry, number).because
                assert because
                for reason in because:
                    assert reason.sentence.template.format(**reason.sentence.facts)
                    kinds = {type(night.aggregate.events[at - 1]) for at in reason.rests_on}
                    assert {RoundSeated, RoundPublished} <= kinds


NAMES = [f"e{number}" for number in range(9)]
ROUND = st.permutations(NAMES)
POINTS = st.lists(st.integers(0, 5), min_size=9, max_size=9)


def tables_of(order: list[str]) -> list[tuple[str, ...]]:
    return [tuple(order[:3]), tuple(order[3:5]), tuple(order[5:8])]


@settings(max_examples=60, deadline=None)
@given(ROUND, ROUND, ROUND, POINTS)
def test_extra_costs_are_those_of_the_whole_round_counted_anew(first, second, now, points):
    pasts = tuple(
        PastRound(number, tuple(PastTable(at, seats) for at, seats in enumerate(tables_of(order), 1)), (order[8],))
        for number, order in enumerate((first, second), 1)
    )
    field = Problem(
        3,
        "",
        tuple(NAMES),
        Bounds(2, 3, 3),
        points={name: Fraction(value, 2) for name, value in zip(NAMES, points, strict=True)},
        history=pasts,
        byes_had=Counter(entry for past in pasts for entry in past.byes),
        separated=(Separated("household", ("e0", "e1", "e2")),),
        fixed={"e3": 2},
    )
    tables, byes = tables_of(now), [now[8]]
    at = [CurrentTable(number, seats) for number, seats in enumerate(tables, 1)]
    base = cost(field, tables)
    for entry in (now[0], now[4], now[8]):
        found = alternatives(field, at, byes, entry)
        assert len(found) <= MOST
        for other in found:
            place = {entry: other.instead, other.instead: entry}
            changed = [tuple(place.get(name, name) for name in seats) for seats in tables]
            assert other.table is None or changed[other.table - 1][(other.seat or 0) - 1] == entry
            anew = cost(field, changed)
            extra = {name: anew[name] - base[name] for name in anew if anew[name] != base[name]}
            told = {name: value for name, value in other.extra.items() if name not in ("byes", "moved")}
            assert told == extra
            moved = [sum("e3" in seats for seats in of[:1] + of[2:]) for of in (changed, tables)]
            assert other.extra.get("moved", 0) == moved[0] - moved[1]
        dearness = [(other.extra.get("apart", 0), other.extra.get("repeats", 0)) for other in found]
        assert dearness == sorted(dearness)


def test_the_cheapest_come_first_and_everybody_is_tried():
    """Round 2 of four pairs: ann has met bob; each exchange with somebody else is repeat-free but for one."""
    night = Night(*EIGHT[:4], table_size=PAIRS, format={"type": "swiss"})
    night.play("ann bob", "cy dan")
    night.give("ann cy", "bob dan")
    found = explained(night, "ann").alternatives
    assert {(other.table, other.seat) for other in found} == {(1, 2), (2, 1), (2, 2)}
    by_spot = {(other.table, other.seat): other.extra for other in found}
    assert "repeats" not in by_spot[2, 1]
    assert by_spot[2, 2]["repeats"] == 2
    assert found[-1].extra["repeats"] == 2
    assert problem_of(night.state, "").met["ann", "bob"] == 1


def test_who_sits_out_is_compared_with_everybody_at_a_table():
    night = Night(*EIGHT[:5], table_size=FOURS)
    night.play_as_seated()
    night.seat()
    (out,) = night.last.byes
    first = night.state.rounds[0].byes[0]
    found = explained(night, out).alternatives
    assert len(found) == 4
    had_one = [other for other in found if other.extra.get("byes")]
    assert [other.instead for other in had_one] == [first]
    assert had_one[0].extra["byes"] == 1
    (sitting,) = [other for other in explained(night, first).alternatives if other.table is None]
    assert sitting.extra["byes"] == 1


def test_a_final_says_who_is_in_it_and_what_it_is_seated_by():
    night = Night(*EIGHT, table_size=FOURS)
    night.play("ann bob cy dan", "eve fay gus hal")
    night.send(BeginStage(top=4, carry="none"))
    night.seat()
    assert list(reasons(night, "hal")) == ["absent.not_in_stage"]
    assert explained(night, "hal").alternatives == []
    assert "areas.top_four" in reasons(night, "ann")
    assert decided_between(night.state, *two_of(night, "ann", "hal")).by == "stage"
    robin = Night(*EIGHT[:4], table_size=FOURS)
    robin.play("ann bob cy dan")
    robin.send(BeginStage(top=4, carry="all", format=RoundRobin(), table_size=TableSize(2, 2, 2)))
    robin.seat()
    assert facts(robin, "ann", "round_robin.open_game")["number"] == 1


def two_of(night: Night, *entries: str) -> list[StandingsRow]:
    found = {row.entry: row for row in rows(night.state)}
    return [found[entry] for entry in entries]


def test_who_stays_away_is_not_counted_among_those_who_are_seated():
    night = Night(*EIGHT[:5], format={"type": "swiss"}, table_size=PAIRS, points=CHESS)
    made = seating.plan(night.state, night.secret, away={"eve": STAYS_AWAY})
    night.send(seating.seat_command(made, "r1", night.ids(made)))
    night.start()
    assert (night.last.byes, len(night.last.tables)) == (("eve",), 2)
    assert "byes.requested" in reasons(night, "eve")
    for name in EIGHT[:4]:
        told = facts(night, name, "tables.sizes")
        assert (told["entries"], told["byes"]) == (4, 0)
