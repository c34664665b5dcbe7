"""docs/who-was-not-there.md, row by row; then the same rules with several games, stages and corrections, by hand."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import Json
from league.domain.seating import plan as seating
from league.domain.standings.absences import result_points, worst
from league.domain.standings.standings import ranks, rows_for_seating, tie_break_record
from league.domain.standings.tie_breaks.parts import parts
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Bye, Swiss
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Claim, Report
from league.domain.tournament.settings import PointScheme
from league.domain.values.faults import read
from league.domain.values.numbers import exact
from tests.league.domain.night import EVENING, FOUR, Night

PAGE = Path(__file__).parents[4] / "docs" / "who-was-not-there.md"
OTHERS = ("eve", "fay", "gus", "hal")


def pages_rows() -> Iterator[tuple[str, list[str]]]:
    """The rows of the second table: a scheme, and the cells beside it."""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("| `{"):
            scheme, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            yield scheme.strip("`"), cells


def night_of(points: Json, *people: str, **more: Any) -> Night:
    options = {"game_options": {"win": "low"}} if points.get("low_wins") else {}
    return Night(*people, points=points, **{**options, **more})


def told(points: Json, people: Sequence[str], **away: tuple[str, ...]) -> dict[str, Any]:
    """A report in which the earlier named are better; who is away has no score."""
    scores = (1, 2, 3, 5) if points.get("low_wins") else (5, 3, 2, 1)
    gone = [name for names in away.values() for name in names]
    named = {name: score for name, score in zip(people, scores, strict=True) if name not in gone}
    return {"scores": named or None, **away}


def report(night: Night, table: int, **said: Any) -> None:
    night.send(c.RecordResult(night.last.tables[table - 1].id, None, EVENING, source="table", by="u:1", **said))


def numbers(points: dict[str, int | str], *names: str) -> list[Fraction]:
    return [exact(points[name]) for name in names]


def at_a_table(points: Json, **away: tuple[str, ...]) -> list[Fraction]:
    """What the four at a table have."""
    night = night_of(points, *FOUR)
    night.give(" ".join(FOUR))
    night.start()
    report(night, 1, **told(points, FOUR, **away))
    before = night.points()
    night.close_round()
    assert night.points() == before, "the close changes nothing"
    return numbers(before, *FOUR)


def beside_a_table(points: Json) -> tuple[Fraction, Fraction, Fraction]:
    """What each has at a table to which nobody came; who missed the round; and who had a bye in it."""
    night = night_of(points, *FOUR, *OTHERS, "ida", "jan")
    night.give(" ".join(FOUR), " ".join(OTHERS), byes="jan")
    night.start()
    report(night, 2, **told(points, OTHERS))
    report(night, 1, absent=FOUR)
    night.close_round()
    (empty,) = set(numbers(night.points(), *FOUR))
    missed, bye = numbers(night.points(), "ida", "jan")
    return empty, missed, bye


def bye_in_a_round_that_is_played(points: Json) -> Fraction:
    night = night_of(points, *FOUR, "eve")
    night.give(" ".join(FOUR), byes="eve")
    night.start()
    report(night, 1, **told(points, FOUR))
    night.close_round()
    return exact(night.points()["eve"])


ROWS = list(pages_rows())


@pytest.mark.parametrize(("scheme", "cells"), ROWS, ids=[scheme for scheme, _ in ROWS])
def test_a_row_of_the_page(scheme, cells):
    points = json.loads(scheme)
    one, two, left, empty, missed, bye = [[exact(cell) for cell in text.split()] for text in cells]
    assert at_a_table(points, absent=("dan",)) == one
    assert at_a_table(points, absent=("cy", "dan")) == two
    assert at_a_table(points, left=("dan",)) == left
    assert beside_a_table(points)[:2] == (empty[0], missed[0])
    assert bye_in_a_round_that_is_played(points) == bye[0]


def test_the_page_has_every_kind_of_scheme():
    assert len(ROWS) == 20


PARTS: list[Json] = [json.loads(scheme) for scheme, _ in ROWS]


def claims(scheme: PointScheme, chance: random.Random) -> Claim:
    """A random result of two to six seats, of which some came; ties, absent and left."""
    seats = [f"e{number}" for number in range(chance.randrange(2, 7))]
    absent = tuple(name for name in seats[1:] if chance.random() < 0.4)
    left = tuple(name for name in seats[1:] if name not in absent and chance.random() < 0.2)
    scores = {name: chance.randrange(-3, 6) for name in seats if name not in absent + left}
    best_first = -1 if scheme.lowest_first else 1
    places = {name: 1 + sum(best_first * other > best_first * own for other in scores.values())
              for name, own in scores.items()}  # fmt: skip
    places |= dict.fromkeys(absent + left, len(scores) + 1)
    return Claim({name: places[name] for name in seats}, dict(scores), None, absent, left)


@given(st.sampled_from(PARTS), st.integers(0, 10**6))
def test_an_absentee_is_never_above_anybody_who_played_at_the_table(points, seed):
    scheme = read(PointScheme, points)
    claim = claims(scheme, random.Random(seed))
    paid = result_points(scheme, claim, 2)
    for absent in claim.absent:
        assert worst(scheme, paid.values()) == paid[absent]
    if not claim.absent and not claim.left:
        assert paid == result_points(scheme, claim, 1)


@given(st.sampled_from(PARTS), st.integers(0, 10**6))
def test_the_order_of_the_seats_changes_no_points(points, seed):
    scheme, chance = read(PointScheme, points), random.Random(seed)
    claim = claims(scheme, chance)
    order = list(claim.places)
    chance.shuffle(order)
    shuffled = Claim({name: claim.places[name] for name in order}, claim.scores, None, claim.absent, claim.left)
    assert result_points(scheme, shuffled, 2) == result_points(scheme, claim, 2)


@given(st.lists(st.integers(0, 9), min_size=6, max_size=6), st.integers(0, 5), st.sampled_from(["average", "lower"]))
def test_by_place_absences_take_points_from_nobody_who_played(pay, away, ties):
    """Who played has what the place pays, whatever number of others never came."""
    scheme = PointScheme(tuple(sorted(pay, reverse=True)), ties=ties)
    names = [f"e{number}" for number in range(6)]
    places = {name: min(place, 6 - away + 1) for place, name in enumerate(names, 1)}
    paid = result_points(scheme, Claim(places, absent=tuple(names[6 - away :])), 2)
    assert [paid[name] for name in names[: 6 - away]] == sorted(pay, reverse=True)[: 6 - away]


def test_in_the_first_edition_absentees_share_their_places_and_have_no_score():
    claim = Claim({"ann": 1, "bob": 2, "cy": 3, "dan": 3}, {"ann": 1, "bob": 2}, None, ("cy", "dan"))
    assert result_points(read(PointScheme, {}), claim, 1) == {
        "ann": 4,
        "bob": 3,
        "cy": Fraction(3, 2),
        "dan": Fraction(3, 2),
    }
    golf = read(PointScheme, {"raw": {}, "low_wins": True})
    assert result_points(golf, claim, 1) == {"ann": 1, "bob": 2, "cy": 0, "dan": 0}


def test_a_given_place_is_paid_but_not_above_who_played():
    scheme = read(PointScheme, {})
    claim = Claim({"ann": 1, "bob": 2, "cy": 2, "dan": 4}, absent=("ann", "cy"))
    assert result_points(scheme, claim, 2) == {"ann": 1, "bob": 3, "cy": 1, "dan": 1}


def test_awards_where_the_lowest_total_wins():
    """bob has the fewest and is first; dan, who never came, has as many as the last; ann left."""
    night = night_of({"by_place": [1, 2, 3, 4], "low_wins": True}, *FOUR)
    night.give(" ".join(FOUR))
    night.start()
    report(night, 1, awards={"bob": 1, "cy": 7}, absent=("dan",), left=("ann",))
    assert night.points() == {"bob": 1, "ann": 7, "cy": 7, "dan": 7}
    result = night.last.tables[0].result
    assert result is not None
    assert result.places == {"ann": 3, "bob": 1, "cy": 2, "dan": 3}


def test_with_several_games_each_has_its_own_absentees():
    """Strokes: dan misses the first game and takes cy's 5; in the second he has 1."""
    night = night_of({"raw": {}, "low_wins": True}, *FOUR, games_per_round=2)
    night.give(" ".join(FOUR))
    night.start()
    first: dict[str, int | str] = {"ann": 3, "bob": 4, "cy": 5}
    night.send(c.RecordResult("r1a1", None, EVENING, scores=first, absent=("dan",), source="table", by="u:1"))
    second: dict[str, Any] = {"scores": dict.fromkeys(FOUR[:3], 2) | {"dan": 1}, "source": "table", "by": "u:1"}
    night.send(c.RecordResult("r1a1", None, EVENING, game=2, **second))
    night.close_round()
    assert night.points() == {"ann": 5, "bob": 6, "dan": 6, "cy": 7}


def golf_round(night: Night, byes: str = "", **scores: int) -> None:
    night.give(" ".join(scores), byes=byes)
    night.start()
    report(night, 1, scores=dict(scores))
    night.close_round()


def test_a_missed_round_follows_a_correction_and_who_came_late():
    night = night_of({"raw": {}, "low_wins": True}, "ann", "bob", "cy")
    golf_round(night, ann=3, bob=4)
    assert night.points() == {"ann": 3, "bob": 4, "cy": 4}
    said = Report(scores={"ann": 3, "bob": 8})
    night.send(CorrectResult(table="r1a1", said=said, at=EVENING, by="user:1", reason="a stroke was forgotten"))
    night.come("dan")
    assert night.points() == {"ann": 3, "bob": 8, "cy": 8, "dan": 8}


def test_with_low_wins_a_bye_is_the_mean_of_all_its_rounds_and_does_not_lead():
    """cy has a bye and then 4: 4 + 4. ann has 3, a bye, and then 1: 3 + 2 + 1."""
    night = night_of({"raw": {}, "low_wins": True}, "ann", "bob", "cy")
    golf_round(night, "cy", ann=3, bob=5)
    assert night.points() == {"ann": 3, "cy": 4, "bob": 5}
    golf_round(night, "ann", bob=5, cy=4)
    assert night.points() == {"ann": 6, "cy": 8, "bob": 10}
    golf_round(night, "bob", ann=1, cy=4)
    assert night.points() == {"ann": 6, "cy": 12, "bob": 15}
    night.send(c.Close())
    assert night.points() == {"ann": 6, "cy": 12, "bob": 15}
    assert night.points(1) == {"ann": 3, "cy": 4, "bob": 5}


def test_a_round_without_its_entry_does_not_count_in_its_mean():
    """eve has a bye, is absent, alone, and then first: her bye is worth the last round alone."""
    night = Night(*FOUR, "eve")
    night.play("ann bob cy dan", byes="eve")
    night.give("ann bob cy eve", byes="dan")
    night.start()
    night.send(c.RecordResult("r2a1", None, EVENING, scores={"ann": 3, "bob": 2, "cy": 1}, absent=("eve",)))
    night.close_round()
    assert [line["points"] for line in night.row("eve")["rounds"]] == ["1.75", 0]
    night.give("eve ann", byes="bob cy dan")
    night.start()
    night.send(c.RecordResult("r3a1", {"eve": 1}, EVENING, absent=("ann",)))
    night.close_round()
    assert [line["points"] for line in night.row("eve")["rounds"]] == ["1.75", 0, 4]
    night.play("ann eve bob cy", byes="dan")
    assert [line["points"] for line in night.row("eve")["rounds"]] == [2, 0, 4, 2]


def test_a_bye_before_a_final_is_frozen_and_one_in_it_counts_all_rounds():
    """ann: bye, 4, then a final with 2 and a bye. Before it (4 + 4) stays; in it the mean of 4 and 2 is added."""
    night = Night(*FOUR, "eve")
    night.play("bob cy dan eve", byes="ann")
    night.play("ann bob cy dan", byes="eve")
    assert night.points()["ann"] == 8
    night.send(c.BeginStage(top=3, carry="all", format=Swiss(), points=None, table_size=None, rounds=2))
    night.play(
        "bob ann", byes=" ".join(entry for entry in night.state.stages[0].entries if entry not in ("ann", "bob"))
    )
    other = next(entry for entry in night.state.stages[0].entries if entry not in ("ann", "bob"))
    night.play(f"bob {other}", byes="ann")
    assert [line["points"] for line in night.row("ann")["rounds"]] == [4, 4, 2, 3]
    assert night.points()["ann"] == 13


def test_a_final_with_other_points_has_means_of_its_own():
    """By place before, by score in the final: cy's bye in it is worth what he has in its second round."""
    night = Night("ann", "bob", "cy")
    night.play("ann bob cy")
    raw = read(PointScheme, {"raw": {}})
    night.send(c.BeginStage(top=3, carry="none", format=Swiss(), points=raw, table_size=None, rounds=2))
    golf_round(night, "cy", ann=100, bob=60)
    assert night.points()["cy"] == 80
    golf_round(night, "ann", bob=60, cy=30)
    assert night.points() == {"ann": 200, "bob": 120, "cy": 60}


@pytest.mark.parametrize(
    "points", [{"win": 1, "draw": 0, "loss": -1}, {"win": 0, "draw": 1, "loss": 2, "low_wins": True}]
)
def test_who_asks_for_a_bye_without_points_is_not_above_the_losers_and_has_not_taken_part(points):
    night = night_of(points, "ann", "bob", "cy")
    made = seating.given_plan(night.state, [seating.GivenTable(["ann", "bob"])], [Bye("cy", 0, "requested")])
    night.send(seating.seat_command(made, "r1", night.ids(made)))
    night.start()
    night.report(1, ann=1, bob=2)
    night.close_round()
    assert night.points()["cy"] == night.points()["bob"]
    night.send(c.Close())
    assert night.places() == {"ann": 1, "bob": 2, "cy": None}


# in tie-breaks

LOW: Json = {"raw": {}, "low_wins": True}
RAW: Json = {"raw": {}}


def level_with_the_last(points: Json, tie_break: str, edition: int = 2) -> Night:
    """ann, bob and cy play; dan never comes, and has as many points as cy."""
    night = Night(*FOUR, points=points, tie_breaks=[tie_break], edition=edition)
    night.give("ann bob cy dan")
    night.start()
    scores = {"ann": 5, "bob": 7, "cy": 9} if points == LOW else {"ann": -5, "bob": -7, "cy": -9}
    report(night, 1, scores=scores, absent=("dan",))
    night.close_round()
    if edition > 1:
        assert night.points()["cy"] == night.points()["dan"] == scores["cy"]
    return night


@pytest.mark.parametrize("points", [LOW, RAW], ids=["low", "raw"])
@pytest.mark.parametrize(
    "tie_break",
    ["wins", "game_points", "share", "opponents", "head_to_head", "last_round", "count_back", "best_game",
     "rank_average", "progressive", "wins_played", "direct_encounter"],
)  # fmt: skip
def test_no_tie_break_ranks_an_absentee_above_who_played_and_has_as_many_points(points: Json, tie_break: str):
    """dan has no place before he comes to a round; a seating goes by the order that he would have."""
    night = level_with_the_last(points, tie_break)
    assert night.places()["dan"] is None
    places = ranks(rows_for_seating(night.state))
    assert (places["ann"], places["bob"], places["cy"]) == (1, 2, 3)
    assert places["dan"] in (3, 4)


def test_a_missing_score_is_the_worst_of_the_table_or_the_round_and_that_of_a_bye_the_mean_of_ones_own():
    night = Night(*FOUR, "eve", points=LOW, tie_breaks=["game_points"])
    night.give("ann bob cy", byes="dan")
    night.start()
    report(night, 1, scores={"ann": 5, "bob": 7}, absent=("cy",))
    night.close_round()
    night.give("ann dan", "bob cy", byes="eve")
    night.start()
    report(night, 1, scores={"ann": 2, "dan": 6})
    report(night, 2, scores={"bob": 1, "cy": 8})
    night.close_round()
    shown = {name: night.row(name)["tie_breaks"]["game_points"] for name in (*FOUR, "eve")}
    assert shown == {"ann": 5 + 2, "bob": 7 + 1, "cy": 7 + 8, "dan": 6 + 6, "eve": 7 + 8}
    record = tie_break_record(night.state)
    explained = {name: [part.value for part in parts(record, "game_points", name, ())] for name in shown}
    assert explained == {"ann": [5, 2], "bob": [7, 1], "cy": [7, 8], "dan": [6, 6], "eve": [7, 8]}


def test_in_high_games_a_missing_score_is_0_as_before_unless_all_are_below_it():
    night = Night("ann", "bob", "cy", points={"by_place": [1, 1, 1]}, tie_breaks=["game_points"])
    night.give("ann bob cy")
    night.start()
    report(night, 1, scores={"ann": 5, "bob": 3}, absent=("cy",))
    night.close_round()
    assert (night.row("cy")["tie_breaks"]["game_points"], night.places()["cy"]) == (0, None)


def test_the_first_edition_adds_up_what_was_reported():
    night = level_with_the_last(LOW, "game_points", edition=1)
    assert {name: night.row(name)["tie_breaks"]["game_points"] for name in ("cy", "dan")} == {"cy": 9, "dan": 0}
