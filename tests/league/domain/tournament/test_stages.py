"""Finals and cuts: the best of the standings go on alone, what was before is frozen, and rules are the stage's own."""

from fractions import Fraction
from typing import Any

import pytest

from games.kernel import REFEREE, Aggregate
from league.domain.preview.what_if import what_if
from league.domain.seating.from_state import problem_of
from league.domain.seating.plan import GivenTable, given_plan, seat_command
from league.domain.standings import tie_breaks
from league.domain.standings.standings import rows, standings
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import RepairSeat
from league.domain.tournament.settings import PointScheme
from league.domain.tournament.stages.commands import BeginStage, UndoStage
from league.domain.tournament.stages.stage import Border, Stage
from league.domain.tournament.view import view
from league.domain.values.faults import read
from tests.league.domain.night import EVENING, FOUR, Night

EIGHT = tuple("abcdefgh")
TABLES_OF_FOUR = {"min": 4, "max": 4, "prefer": 4}


def final(top: int = 4, carry: str = "none", **more: Any) -> BeginStage:
    return read(BeginStage, {"top": top, "carry": carry, **more})


def stage_of(night: Night) -> Stage:
    """The stage that goes on."""
    assert night.state.stage is not None
    return night.state.stage


def closed_as(night: Night) -> dict[str, Any]:
    """The places that the last close or correction wrote down."""
    return {row.entry: row.place for row in night.state.final or ()}


def night_of_eight(**settings: Any) -> Night:
    """Two rounds: a 8, b and e 6, f 4, c and g 2 points, d and h none (4-2-1-0)."""
    night = Night(*EIGHT, table_size=TABLES_OF_FOUR, **settings)
    night.play("a b c d", "e f g h")
    night.play("a e c h", "b f g d")
    return night


def final_night(top: int = 4, carry: str = "none", **more: Any) -> Night:
    night = night_of_eight()
    night.send(final(top, carry, **more))
    return night


def corrected(night: Night, round: int, table: int, *order: str) -> list[Any]:
    """Corrects a result to the places in which the entries are named."""
    told = night.state.rounds[round - 1].tables[table - 1]
    said = Report(places={entry: place for place, entry in enumerate(order, 1)})
    return night.send(CorrectResult(table=told.id, said=said, at=EVENING, by="user:1", reason="read wrongly"))


def test_the_night_before_the_finals_is_as_these_tests_say():
    assert night_of_eight().points() == {"a": 8, "b": 6, "e": 6, "f": 4, "c": 2, "g": 2, "d": 0, "h": 0}


def test_four_of_a_night_sit_at_one_final_table_and_the_others_nowhere():
    night = final_night()
    assert [event.type for event in night.aggregate.events][-1] == "tournament.stage_begun"
    night.seat()
    assert [sorted(seats) for seats in night.seats()] == [list("abef")]
    assert night.last.byes == ()
    assert night.last.tables[0].area == "A"


def test_eight_of_nine_play_for_two_final_tables():
    night = Night(*EIGHT, "i", table_size=TABLES_OF_FOUR)
    night.play("a b c d", "e f g h", byes="i")
    night.send(c.Penalise("p", "h", 1, "late"))
    night.send(final(8))
    night.seat()
    assert [(table.area, len(table.seats)) for table in night.last.tables] == [("A", 4), ("B", 4)]
    assert "h" not in [entry for seats in night.seats() for entry in seats] + list(night.last.byes)


@pytest.mark.parametrize(
    ("carry", "points"),
    [
        ("none", {"a": 0, "b": 0, "e": 0, "f": 0}),
        ("half", {"a": 4, "b": 3, "e": 3, "f": 2}),
        ("all", {"a": 8, "b": 6, "e": 6, "f": 4}),
    ],
)
def test_points_are_carried_over(carry, points):
    night = final_night(carry=carry)
    outside = {"c": 2, "g": 2, "d": 0, "h": 0}
    assert night.points() == points | outside
    night.play("f e b a")
    won = {"f": 4, "e": 2, "b": 1, "a": 0}
    assert night.points() == {entry: points[entry] + won[entry] for entry in points} | outside


def test_half_of_an_odd_third_is_exact():
    night = Night(*FOUR, table_size=TABLES_OF_FOUR)
    night.play("ann=bob=cy dan")
    night.send(final(4, "half"))
    assert night.points() == {"ann": "7/6", "bob": "7/6", "cy": "7/6", "dan": 0}


def test_those_in_it_come_first_and_everybody_else_below_in_the_frozen_order():
    night = final_night()
    before = night.places(after_round=2)
    assert before == {"a": 1, "b": 2, "e": 2, "f": 4, "c": 5, "g": 5, "d": 7, "h": 7}
    night.play("f e b a")
    assert night.places() == {"f": 1, "e": 2, "b": 3, "a": 4, "c": 5, "g": 5, "d": 7, "h": 7}
    assert night.places(after_round=2) == before
    decided = {row["entry"]: row["decided_by"] for row in standings(night.state)}
    assert decided == {"f": "points", "e": "points", "b": "points", "a": "points"} | {
        "c": "stage", "g": "stage", "d": "shared", "h": "shared"
    }  # fmt: skip


def test_the_outsider_of_most_points_stays_below_the_final():
    night = final_night(2, table_size={"min": 2, "max": 2, "prefer": 2})
    assert night.points()["e" if "e" not in stage_of(night).entries else "b"] == 6
    assert [row.entry for row in rows(night.state)][:2] == sorted(stage_of(night).entries)


def test_a_shared_place_at_the_border_goes_by_the_lots_of_the_secret_and_the_event_says_so():
    firsts = []
    for secret in (f"{number:032x}" for number in range(6)):
        night = night_of_eight(secret=secret)
        (begun,) = night.send(final(2, table_size={"min": 2, "max": 2, "prefer": 2}))
        first, second = sorted("be", key=lambda entry: tie_breaks.lot(secret, entry))
        assert begun.entries == ("a", first)
        assert begun.border == Border(2, (first,), (second,))
        firsts.append(first)
    assert set(firsts) == {"b", "e"}
    assert stage_of(final_night(4)).border is None


def test_the_chain_decides_before_the_lots():
    night = night_of_eight(tie_breaks=["last_round"])
    night.send(final(2, table_size={"min": 2, "max": 2, "prefer": 2}))
    assert stage_of(night).entries == ("a", "b")
    assert stage_of(night).border is None


def test_the_frozen_standings_stand_in_the_event():
    night = final_night()
    assert [(row.entry, row.place, row.points) for row in stage_of(night).standings] == [
        ("a", 1, 8), ("b", 2, 6), ("e", 2, 6), ("f", 4, 4), ("c", 5, 2), ("g", 5, 2), ("d", 7, 0), ("h", 7, 0)
    ]  # fmt: skip


def test_who_has_left_is_passed_over():
    night = night_of_eight()
    night.send(c.Drop("b"))
    night.send(final())
    assert stage_of(night).entries[:3] == ("a", "e", "f")
    assert stage_of(night).entries[3] in "cg"
    assert night.places()["b"] == 5


def test_who_is_out_has_no_points_of_missed_rounds():
    night = Night(*EIGHT, table_size=TABLES_OF_FOUR, points={"by_place": [4, 2, 1, 0], "missed": -3})
    night.play("a b c d", "e f g h")
    night.send(final())
    before = night.points()
    night.play_as_seated()
    outside = [entry for entry in EIGHT if entry not in stage_of(night).entries]
    assert {entry: night.points()[entry] for entry in outside} == {entry: before[entry] for entry in outside}
    assert night.row(outside[0])["rounds"][1] == {
        "number": 2, "kind": "missed", "table": None, "seat": None, "place": None, "points": 0
    }  # fmt: skip
    night.send(c.Drop(stage_of(night).entries[0]))
    night.play(" ".join(stage_of(night).entries[1:]), byes="")
    assert night.row(stage_of(night).entries[0])["rounds"][2]["points"] == -3


def test_who_is_out_is_put_at_no_table():
    night = final_night()
    night.give("a b e f")
    night.send(c.Discard(night.last.id))
    with pytest.raises(Exception, match="c does not play in this round"):
        night.give("a b e c")
    night.seat()
    night.send(c.Publish(night.last.id))
    command = RepairSeat(
        round=night.last.id, fresh=("x", "y"), fewest=2, most=12, entry="c", table=night.last.tables[0].id
    )
    assert night.refused(command).code == "not_in_stage"


def test_nobody_is_entered_any_more():
    night = final_night()
    command = c.Register((c.NewEntry("zoe", "person zoe"),))
    assert night.refused(command).code == "stage_begun"
    night.send(UndoStage())
    assert len(night.send(command)) == 1


def test_it_begins_between_rounds_and_with_enough():
    night = Night(*EIGHT, table_size=TABLES_OF_FOUR)
    assert night.refused(final()).code == "no_rounds"
    night.seat()
    assert night.refused(final()).code == "round_open"
    night.start()
    assert night.refused(final()).code == "round_open"
    night = night_of_eight()
    for top in (3, 9):
        refused = night.refused(final(top))
        assert (refused.code, refused.field) == ("bad_top", "top")
    night.send(c.Drop("h"))
    assert night.refused(final(8)).code == "bad_top"
    night.send(c.Close())
    assert night.refused(final()).code == "tournament_closed"
    assert night.refused(UndoStage()).code == "tournament_closed"


def test_rules_that_contradict_each_other_are_refused():
    night = night_of_eight()
    for more, field in (
        ({"format": {"type": "areas", "k": 6}}, "format.k"),
        ({"table_size": {"min": 4, "max": 3, "prefer": 4}}, "table_size.max"),
        ({"points": {"win": 1}}, "points.draw"),
        ({"points": {"raw": {}, "low_wins": True}, "carry": "half"}, "carry"),
    ):
        refused = night.refused(final(**more))
        assert (refused.code, refused.field) == ("bad_fields", field)
    night.send(final(points={"raw": {}, "low_wins": True}))


def test_sent_again_it_is_what_stands_and_it_can_be_undone_before_its_first_round():
    night = final_night()
    assert night.send(final()) == []
    assert night.refused(final(8)).code == "stage_waits"
    night.seat()
    assert night.send(final()) == []
    assert night.refused(UndoStage()).code == "stage_seated"
    night.send(c.Discard(night.last.id))
    assert [event.type for event in night.send(UndoStage())] == ["tournament.stage_undone"]
    assert night.send(UndoStage()) == []
    assert (night.state.stage, night.places()) == (None, night_of_eight().places())
    night.seat()
    assert sum(map(len, night.seats())) == 8


def test_a_tournament_is_not_closed_while_a_final_waits():
    night = final_night()
    assert night.refused(c.Close()).code == "stage_waits"
    night.send(UndoStage())
    night.send(c.Close())
    assert closed_as(night)["a"] == 1


def test_a_seating_computed_before_it_began_is_stale():
    night = night_of_eight()
    made = night.plan()
    night.send(final())
    assert night.refused(seat_command(made, "r3", night.ids(made))).code == "stale_plan"


def test_its_rounds_are_paid_by_its_points_and_limited_by_its_number():
    night = final_night(points={"by_place": [10, 5]}, rounds=1)
    night.play("f e b a")
    assert night.points() | dict.fromkeys("cdgh", 0) == dict(zip("febacdgh", (10, 5, 0, 0, 0, 0, 0, 0), strict=True))
    with pytest.raises(Exception, match="rounds are played"):
        night.seat()


def test_rounds_of_the_tournament_do_not_limit_it():
    night = night_of_eight(rounds=2)
    night.send(final())
    night.seat()
    assert night.last.number == 3
    night.send(c.Change(rounds=2))
    assert night.refused(c.Change(rounds=1)).code == "too_few_rounds"


def test_points_set_anew_count_in_a_stage_that_has_none_of_its_own():
    ten = PointScheme(by_place=(10, 5, 2, 0))
    own: dict[str, Any] = {"points": {"by_place": [7, 1]}}
    for more, best in (({}, 10), (own, 7)):
        night = final_night(**more)
        night.send(c.Change(points=ten))
        night.play("f e b a")
        assert night.points()["f"] == best


def test_meetings_and_seats_count_over_all_rounds_and_the_past_is_the_stage():
    night = final_night()
    night.play("f e b a")
    field = problem_of(night.state, "seed")
    assert [past.number for past in field.history] == [3]
    assert [past.number for past in field.earlier] == [1, 2]
    assert (field.number, field.number_in_stage) == (4, 2)
    assert field.met["a", "b"] == 2
    assert field.seats_had["a"] == {1: 2, 4: 1}
    assert sorted(field.players) == list("abef")
    assert field.points["f"] == 4


def test_byes_count_over_all_rounds():
    night = Night(*EIGHT, "i", table_size=TABLES_OF_FOUR)
    night.play("a b c d", "e f g h", byes="i")
    night.send(final(5))
    assert problem_of(night.state, "seed").byes_had == {"i": 1}
    night.seat()
    assert len(night.last.byes) == 1
    assert night.last.byes != ("i",)


def test_a_bye_in_it_pays_the_mean_of_its_own_rounds():
    night = Night(*EIGHT, "i", table_size=TABLES_OF_FOUR)
    night.play("a b c d", "e f g h", byes="i")
    night.send(final(5, points={"by_place": [40, 20, 10, 10]}))
    night.seat()
    night.start()
    (out,) = night.last.byes
    night.report(1, **{entry: place for place, entry in enumerate(night.last.tables[0].seats, 1)})
    night.close_round()
    assert night.points()[out] == 20


def test_tie_breaks_look_at_its_own_rounds_and_with_all_points_at_all():
    for carry, wins in (("none", 1), ("half", 1), ("all", 3)):
        night = night_of_eight(tie_breaks=["wins"])
        night.send(final(carry=carry))
        night.play("a e b f")
        assert night.row("a")["tie_breaks"] == {"wins": wins}


def test_a_correction_before_it_moves_points_and_the_frozen_order_but_nobody_in_or_out():
    night = final_night(carry="all")
    night.play("f e b a")
    events = corrected(night, 1, 1, "d", "b", "c", "a")
    assert [event.type for event in events] == ["tournament.result_corrected", "tournament.stage_revised"]
    assert (stage_of(night).edition, stage_of(night).entries) == (2, ("a", *stage_of(night).entries[1:]))
    assert night.points()["a"] == 4
    assert night.places() == {"f": 1, "e": 1, "b": 3, "a": 4, "d": 5, "c": 6, "g": 6, "h": 8}
    assert sorted(stage_of(night).entries) == list("abef")


def test_a_correction_in_it_leaves_the_frozen_standings():
    night = final_night()
    night.play("f e b a")
    assert [event.type for event in corrected(night, 3, 1, "a", "b", "e", "f")] == ["tournament.result_corrected"]
    assert night.places()["a"] == 1


def test_penalties_count_where_their_entry_plays():
    night = final_night()
    assert [event.type for event in night.send(c.Penalise("p", "a", 1, "late"))] == ["tournament.penalty_given"]
    assert night.points()["a"] == -1
    assert night.points(after_round=2)["a"] == 8
    types = [event.type for event in night.send(c.Penalise("q", "c", 1, "rude"))]
    assert types == ["tournament.penalty_given", "tournament.stage_revised"]
    assert (night.points()["c"], night.places()["c"]) == (1, 6)
    night.send(c.LiftPenalty("q"))
    assert (night.points()["c"], night.places()["c"], stage_of(night).edition) == (2, 5, 3)
    assert night.points()["a"] == -1


def test_a_penalty_in_the_course_of_the_final_reaches_whoever_is_not_in_it():
    night = final_night()
    night.play("f e b a")
    night.send(c.Penalise("p", "c", 1, "shouted"))
    assert (night.points()["c"], night.places()["c"], stage_of(night).edition) == (1, 6, 2)
    night.send(c.Penalise("q", "a", 1, "shouted"))
    assert (night.points()["a"], stage_of(night).edition) == (-1, 2)
    assert night.places(after_round=2)["c"] == 5


def test_areas_of_the_first_round_go_by_the_frozen_places_though_nothing_is_carried_over():
    pairs = {"min": 2, "max": 2, "prefer": 2}
    night = night_of_eight(tie_breaks=["last_round"])
    night.send(final(4, table_size=pairs))
    assert [night.places()[entry] for entry in "abef"] == [1, 1, 1, 1]
    night.seat()
    assert [(table.area, set(table.seats)) for table in night.last.tables] == [("A", {"a", "b"}), ("B", {"e", "f"})]


def test_places_in_a_plan_of_its_first_round_are_those_of_who_went_on():
    night = final_night()
    made = given_plan(night.state, [GivenTable([1, 2, 3, 4])], [])
    assert made.tables[0].seats == stage_of(night).entries


def test_a_penalty_of_an_earlier_round_is_carried_over_as_the_points_are():
    for carry, left in (("none", 0), ("half", 3), ("all", 6)):
        night = final_night(carry=carry)
        night.send(c.Penalise("p", "a", 2, "round 1", after_round=1))
        assert night.points()["a"] == left


def test_a_second_stage_takes_from_the_first():
    night = night_of_eight()
    night.send(final(8, "half", rounds=1))
    night.play("a b c d", "e f g h")
    assert night.points() == {"a": 8, "e": 7, "b": 5, "f": 4, "c": 2, "g": 2, "d": 0, "h": 0}
    night.send(final(4, "half", table_size=TABLES_OF_FOUR))
    assert stage_of(night).number == 2
    assert sorted(stage_of(night).entries) == list("abef")
    assert night.points() == {"a": 4, "e": "3.5", "b": "2.5", "f": 2, "c": 2, "g": 2, "d": 0, "h": 0}
    night.play("f b e a")
    assert night.places() == {"f": 1, "b": 2, "e": 2, "a": 4, "c": 5, "g": 5, "d": 7, "h": 7}
    assert night.places(after_round=2)["a"] == 1
    assert corrected(night, 1, 1, "b", "a", "c", "d")[1:] != []
    assert [stage.edition for stage in night.state.stages] == [2, 2]
    assert {entry: night.places(after_round=3)[entry] for entry in "aeb"} == {"a": 1, "e": 1, "b": 3}


def test_only_those_in_it_go_on_to_the_next():
    night = final_night()
    night.play("f e b a")
    assert night.refused(final(5, table_size={"min": 2, "max": 5, "prefer": 5})).code == "bad_top"


def test_the_close_writes_down_the_whole_standings():
    night = final_night()
    night.play("f e b a")
    expected = night.places()
    night.send(c.Close())
    assert closed_as(night) == expected
    assert night.places() == expected
    corrected(night, 1, 2, "h", "f", "g", "e")
    assert night.places()["h"] == 5
    assert closed_as(night) == night.places()


def test_the_best_rounds_count_stage_by_stage():
    best = {"by_place": [4, 2, 1, 0], "best": {"n": 1, "of": "round"}}
    night = Night(*EIGHT, table_size=TABLES_OF_FOUR, points=best)
    night.play("a b c d", "e f g h")
    night.play("b a c d", "e f g h")
    night.send(final(carry="all"))
    night.play("a b e f")
    night.play("f e b a")
    assert night.points()["a"] == 8
    assert night.row("a")["dropped"] == [2, 4]


def test_the_tournament_tells_its_stages():
    night = final_night(carry="half", game="monster-trick", rounds=2)
    (stage,) = view(night.state, None)["stages"]
    assert (stage["number"], stage["from_round"], stage["top"], stage["carry"]) == (1, 3, 4, "half")
    assert sorted(stage["entries"]) == list("abef")
    assert (stage["format"], stage["game"], stage["rounds"]) == ({"type": "areas", "k": None}, "monster-trick", 2)
    assert stage["points"] == view(night.state, None)["points"]


def test_its_rounds_are_played_with_its_game():
    night = night_of_eight(game_options={"places_only": True})
    night.send(final(game="monster-trick"))
    night.seat()
    assert night.state.game_of(night.last) == ("monster-trick", {})
    assert night.state.game_of(night.state.rounds[0]) == ("scoresheet", {"places_only": True})
    night = night_of_eight(game_options={"places_only": True})
    night.send(final())
    night.seat()
    assert night.state.game_of(night.last) == ("scoresheet", {"places_only": True})


def test_under_other_points_who_is_in_stays_in():
    night = final_night(carry="all")
    night.play("f e b a")
    told = what_if(night.state, PointScheme(by_place=(1, 1, 1, 1)), None)
    points = {row.entry: row.points for row in rows(told)}
    assert points == dict.fromkeys("abef", Fraction(3)) | dict.fromkeys("cdgh", Fraction(2))
    assert night.points()["a"] == 8


def test_why_it_was_revised_is_for_the_staff():
    night = final_night()
    (_, revised) = corrected(night, 1, 1, "d", "b", "c", "a")
    assert "reason" not in revised.show(None)
    assert revised.show(REFEREE)["reason"] == "read wrongly"


def test_the_log_folds_to_the_same():
    night = final_night(carry="half")
    night.play("f e b a")
    night.send(c.Penalise("p", "a", 1, "late"))
    again: Any = Aggregate(tournament.RULES)
    for event in night.aggregate.events:
        tournament.RULES.evolve[type(event)](again.state, event)
    assert standings(again.state) == standings(night.state)


def test_a_knockout_after_the_rounds_is_seeded_by_the_standings_and_knows_its_own_rounds_only():
    pairs = {"min": 2, "max": 2, "prefer": 2}
    night = final_night(format={"type": "knockout"}, table_size=pairs)
    best, *_, last = stage_of(night).entries
    night.seat()
    assert [set(seats) for seats in night.seats()] == [{best, last}, {"b", "e"}]
    night.send(c.Discard(night.last.id))
    night.play("f a", "e b")
    night.seat()
    assert [set(seats) for seats in night.seats()] == [{"e", "f"}]
    night.send(c.Discard(night.last.id))
    night.play("e f")
    assert night.places() == {"e": 1, "f": 2, "a": 3, "b": 3, "c": 5, "g": 5, "d": 7, "h": 7}
    assert night.row("a")["rounds"][-1]["points"] == 0
    with pytest.raises(Exception, match="knockout is over"):
        night.seat()


def test_a_round_robin_of_the_best_begins_with_its_first_round():
    pairs = {"min": 2, "max": 2, "prefer": 2}
    night = final_night(format={"type": "round_robin"}, table_size=pairs)
    met = []
    for _ in range(3):
        night.play_as_seated()
        met += [frozenset(table.seats) for table in night.state.rounds[-1].tables]
    assert len(set(met)) == len(met) == 6
    with pytest.raises(Exception, match="everybody has met everybody"):
        night.seat()


def test_swiss_pairs_of_the_best_meet_whom_they_have_not_met_before_it():
    pairs = {"min": 2, "max": 2, "prefer": 2}
    night = Night(*FOUR, table_size=pairs)
    night.play("ann bob", "cy dan")
    night.play("ann cy", "bob dan")
    night.send(final(4, format={"type": "swiss"}))
    night.seat()
    assert sorted(map(sorted, night.seats())) == [["ann", "dan"], ["bob", "cy"]]


def test_a_rotation_is_planned_anew_for_those_who_go_on():
    night = Night(*EIGHT, table_size=TABLES_OF_FOUR, format={"type": "rotation"}, rounds=6)
    night.play_as_seated()
    assert night.state.rotation is not None
    night.send(final(8, "all", format={"type": "rotation"}, rounds=2))
    assert night.state.rotation is None
    night.seat()
    planned = night.state.rotation
    assert planned is not None
    assert (planned.first, len(planned.rounds)) == (2, 2)


def test_a_plan_of_a_stage_begins_with_its_first_round():
    tables = [list("abef"), list("feba")]
    plan = [{"tables": [seats]} for seats in tables]
    night = final_night(format={"type": "prescribed", "plan": plan})
    for seats in tables:
        night.seat()
        assert night.seats() == [seats]
        night.start()
        night.report(1, a=1, b=2, e=3, f=4)
        night.close_round()


def test_after_a_knockout_everybody_who_was_in_it_keeps_the_order_of_it():
    pairs = {"min": 2, "max": 2, "prefer": 2}
    night = Night(*FOUR, table_size=pairs, format={"type": "knockout"})
    night.play_as_seated()
    in_it = [seats[0] for seats in (table.seats for table in night.last.tables)]
    night.send(final(2, format={"type": "areas"}))
    assert sorted(stage_of(night).entries) == sorted(in_it)
    night.play_as_seated()
    assert sorted(night.places().values()) == [1, 2, 3, 3]
