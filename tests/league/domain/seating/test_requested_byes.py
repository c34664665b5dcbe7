"""Byes that entries ask for: the format seats the rest, they count for nobody's turn, and a new draw keeps them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from games.kernel import Rejected
from league.domain.seating import plan as seating
from league.domain.seating.attempts import attempts_at, state_at
from league.domain.seating.formats import SeatingOptions
from league.domain.seating.from_state import problem_of
from league.domain.seating.redraw import difference
from league.domain.seating.requested_byes import requested_byes
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Bye, ByeTerms
from tests.league.domain.duels import CHESS
from tests.league.domain.night import EVENING, SECRET, Night

PAIRS = {"min": 2, "max": 2, "prefer": 2}
FOURS = {"min": 3, "max": 4, "prefer": 4}
FORMATS: list[dict[str, Any]] = [
    {"format": {"type": "areas"}, "table_size": FOURS},
    {"format": {"type": "swiss"}, "table_size": FOURS},
    {"format": {"type": "swiss"}, "table_size": PAIRS, "points": CHESS},
    {"format": {"type": "rotation"}, "table_size": FOURS},
    {"format": {"type": "round_robin"}, "table_size": PAIRS, "points": CHESS},
    {"format": {"type": "round_robin", "double": True}, "table_size": PAIRS},
]


def made_without(night: Night, *byes: str | Bye) -> seating.Plan:
    return seating.plan(night.state, SECRET, away=requested_byes(night.state, byes))


def seat_without(night: Night, *byes: str | Bye) -> None:
    made = made_without(night, *byes)
    night.send(seating.seat_command(made, f"r{made.number}", night.ids(made)))


def play(night: Night, chance: Random, *byes: str | Bye) -> None:
    seat_without(night, *byes)
    night.start()
    for table in night.last.tables:
        ranks = dict(zip(sorted(table.seats, key=lambda _: chance.random()), range(1, 13), strict=False))
        night.send(c.RecordResult(table.id, ranks, EVENING))
    night.close_round()


@pytest.mark.parametrize("settings", FORMATS)
def test_every_format_seats_the_rest(settings: dict[str, Any]) -> None:
    night, chance = Night(*"abcdefgh", **settings), Random(1)
    play(night, chance)
    play(night, chance, "c", "f")
    seated = sorted(entry for table in night.last.tables for entry in table.seats)
    assert seated == sorted(set("abcdefgh") - set(night.last.byes))
    assert set(night.last.byes) >= {"c", "f"}
    play(night, chance)
    assert {"c", "f"} <= {entry for table in night.last.tables for entry in table.seats} | set(night.last.byes)


@pytest.mark.parametrize("settings", FORMATS)
def test_the_log_says_who_asked_so_that_a_new_draw_is_the_same(settings: dict[str, Any]) -> None:
    night, chance = Night(*"abcdefgh", **settings), Random(2)
    play(night, chance)
    made = made_without(night, Bye("c", "1/2"), "f")
    play(night, chance, Bye("c", "1/2"), "f")
    events = night.aggregate.events
    (attempt,) = attempts_at(events, 2)
    before = state_at(events, attempt.first - 1, night.state.edition)
    apart, steps = attempt.apart, attempt.rotation.plan.steps if attempt.rotation else None
    again = seating.plan(
        before,
        SECRET,
        apart=apart.groups if apart else None,
        options=SeatingOptions(steps=steps),
        away=attempt.away,
    )
    assert difference(attempt, again) is None
    assert dict(attempt.away) == {"c": ByeTerms("1/2", "requested"), "f": made.bye_terms["f"]}


def test_it_does_not_count_as_a_bye_of_the_pairing() -> None:
    night, chance = Night(*"abcde", table_size=PAIRS, format={"type": "swiss"}, points=CHESS), Random(3)
    play(night, chance, "a")
    assert problem_of(night.state, "").byes_had == {}
    play(night, chance)
    (out,) = night.last.byes
    assert problem_of(night.state, "").byes_had == {out: 1}


def test_in_a_round_robin_the_games_stay_open() -> None:
    night, chance = Night(*"abcdef", table_size=PAIRS, format={"type": "round_robin"}), Random(4)
    met: Counter[tuple[str, ...]] = Counter()
    for byes in ((), ("a",), (), (), (), ()):
        play(night, chance, *byes)
        met.update(tuple(sorted(table.seats)) for table in night.last.tables)
    with pytest.raises(Rejected, match="everybody has met everybody"):
        night.plan()
    assert met == Counter(combinations("abcdef", 2))


@pytest.mark.parametrize(
    ("points", "bye", "paid"),
    [
        (CHESS, "a", 0),
        (CHESS, Bye("a", "1/2"), "0.5"),
        (CHESS, Bye("a", 1), 1),
        ({"by_place": [4, 2, 1, 0], "bye": 2}, "a", 2),
        ({"by_place": [4, 2, 1, 0], "bye": 2}, Bye("a", 0), 0),
        ({"by_place": [1, 2, 3, 4], "low_wins": True, "bye": 3}, "a", 3),
    ],
)
def test_what_it_is_worth(points: dict[str, Any], bye: str | Bye, paid: int | str) -> None:
    night = Night(*"abcde", table_size=PAIRS, format={"type": "swiss"}, points=points)
    play(night, Random(5), bye)
    (line,) = next(row for row in standings(night.state) if row["entry"] == "a")["rounds"]
    assert (line["kind"], line["points"]) == ("bye", paid)


def test_a_draft_drawn_again_keeps_those_who_still_play() -> None:
    night = Night(*"abcdef", table_size=PAIRS, format={"type": "swiss"})
    seat_without(night, "a", Bye("b", 1))
    night.redo()
    assert night.last.byes == ("a", "b")
    assert night.last.bye_terms["b"] == ByeTerms(1, "requested")
    night.send(c.Drop("a"))
    night.redo()
    assert "a" not in night.last.byes
    assert "b" in night.last.byes


def refusal(night: Night, *byes: str | Bye) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Rejected) as refused:
        made_without(night, *byes)
    return refused.value.code, dict(refused.value.facts)


def test_who_would_have_no_seat_needs_no_bye() -> None:
    night = Night(*"abcdef", table_size=PAIRS, format={"type": "swiss"})
    night.register("late")
    night.send(c.Drop("a"))
    assert refusal(night, "a", "b", "late") == ("bad_bye", {"number": 1, "entries": ["a", "late"]})
    assert refusal(night, "nobody") == ("unknown_entry", {"entry": "nobody"})
    assert refusal(night, "b", Bye("b", 1)) == ("bad_bye", {"entry": "b"})


def test_where_too_few_are_left_the_round_is_refused() -> None:
    night = Night(*"abc", table_size={"min": 3, "max": 4, "prefer": 4})
    assert refusal(night, "a")[0] == "too_few_entries"


@pytest.mark.parametrize("format", [{"type": "knockout"}, {"type": "prescribed", "plan": [{"tables": [[1, 2]]}]}])
def test_nobody_sits_out_of_a_knockout_or_a_plan(format: dict[str, Any]) -> None:
    assert refusal(Night(*"abcd", table_size=PAIRS, format=format), "a")[0] == "bad_bye"
