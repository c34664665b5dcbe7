"""Results of a table of two, as they are written by hand: white has the first seat."""

from typing import Any, get_args

import pytest

from games.kernel import Rejected
from league.domain.tournament import commands as c
from league.domain.tournament.results.duels import ResultOfTwo, report_of_two
from league.domain.tournament.settings import PointScheme
from league.domain.values.faults import read
from tests.league.domain.night import EVENING, Night

CHESS = {"by_place": [1, 0]}


def told(text: Any, **points: Any) -> Night:
    """White and black have reported it, in a tournament of so many points, and the round is closed."""
    night = Night(
        "white", "black", points=points or CHESS, tie_breaks=["wins"], table_size={"min": 2, "max": 2, "prefer": 2}
    )
    night.give("white black")
    night.start()
    said = report_of_two(("white", "black"), text, night.state.settings.points)
    fields = {name: getattr(said, name) for name in said.__struct_fields__}
    night.send(c.RecordResult("r1a1", at=EVENING, source="table", by="user:1", **fields))
    night.close_round()
    return night


def lines(night: Night) -> list[tuple[Any, Any, Any]]:
    """Points, place and kind of white's round and of black's."""
    rounds = [night.row(name)["rounds"][0] for name in ("white", "black")]
    return [(line["points"], line["place"], line["kind"]) for line in rounds]


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [
        ("1-0", (1, 1, "played"), (0, 2, "played")),
        ("0-1", (0, 2, "played"), (1, 1, "played")),
        ("½-½", ("0.5", 1, "played"), ("0.5", 1, "played")),
        ("1/2-1/2", ("0.5", 1, "played"), ("0.5", 1, "played")),
        ("+/-", (1, 1, "forfeit"), (0, 2, "forfeit")),
        ("-/+", (0, 2, "forfeit"), (1, 1, "forfeit")),
        ("-/-", (0, 2, "forfeit"), (0, 2, "forfeit")),
        ("½-0", ("0.5", 1, "played"), (0, 2, "played")),
        ("0-½", (0, 2, "played"), ("0.5", 1, "played")),
        ("0-0", (0, 1, "played"), (0, 1, "played")),
    ],
)
def test_what_each_pays_at_one_half_and_nothing(text, white, black):
    assert lines(told(text)) == [white, black]


def test_a_loss_that_pays_is_paid_to_both_who_stayed_away_and_wins_for_nobody():
    for ties in ("average", "higher", "lower"):
        night = told("-/-", by_place=[3, 1], ties=ties)
        assert [points for points, _, _ in lines(night)] == [1, 1]
        assert [night.row(name)["tie_breaks"]["wins"] for name in ("white", "black")] == [0, 0]
        assert [night.row(name)["played"] for name in ("white", "black")] == [0, 0]


def test_a_draw_pays_as_ties_are_shared():
    assert [points for points, _, _ in lines(told("½-0", by_place=[3, 1], ties="lower"))] == [1, 1]
    assert [points for points, _, _ in lines(told("0-½", by_place=[3, 1]))] == [1, 2]


@pytest.mark.parametrize("seats", [("a",), ("a", "b", "c")])
def test_only_of_two(seats):
    for text in get_args(ResultOfTwo):
        with pytest.raises(Rejected) as refused:
            report_of_two(seats, text, read(PointScheme, CHESS))
        assert (refused.value.code, refused.value.facts["seats"]) == ("not_two", len(seats))


def test_where_nobody_came_all_of_a_larger_table_are_last():
    night = Night(*"abc", points={"by_place": [4, 2, 1]})
    night.give("a b c")
    night.start()
    night.send(c.RecordResult("r1a1", None, EVENING, source="table", by="user:1", absent=("a", "b", "c")))
    night.close_round()
    assert night.points() == {"a": 1, "b": 1, "c": 1}
    assert night.row("a")["rounds"][0]["kind"] == "forfeit"


def test_who_was_alone_at_a_table_has_won_it_without_a_game():
    night = Night(*"abc", points={"by_place": [4, 2, 1]})
    night.give("a b c")
    night.start()
    night.send(c.RecordResult("r1a1", {"b": 1}, EVENING, source="table", by="user:1", absent=("a", "c")))
    assert (night.points()["b"], night.row("b")["rounds"][0]["kind"], night.row("b")["played"]) == (4, "forfeit", 0)
