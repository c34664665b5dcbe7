"""Places after each event of a season, and movement since the last one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from league.domain.season.results import Extra
from league.domain.season.state import BareResult, Season, SeasonEvent
from league.domain.season.table.league_table import FinalEntry, league_table
from league.domain.season.table.progress import places_after_each, places_before_last
from league.domain.season.table.scheme import LowPoint, Scheme, SeasonPoints, Split
from league.domain.standings.comparison import with_movement

PAY = SeasonPoints(by_place=(5, 3, 2, 1))
LOW = SeasonPoints(low_point=LowPoint(codes={"DNF": "starters+1"}, undroppable=("DSQ",)))


def bare(season: Season, **places: int) -> None:
    """An event with these places."""
    id = f"e{len(season.events) + 1}"
    season.events[id] = SeasonEvent(id, None, result=BareResult(None, places, {}, {}, False))


def test_movement_is_counted_by_hand():
    """After two nights ann 8, bob 8 (level, one first each), cy 2; the third night turns it: cy 7, ann 8, bob 9."""
    season = Season(scheme=Scheme(points=PAY))
    bare(season, ann=1, bob=2, cy=3)
    bare(season, ann=2, bob=1)
    bare(season, cy=1, bob=4, dan=2)
    rows = with_movement(places_before_last(season, {}), league_table(season, {}), "person")
    assert [(row["person"], row["place"], row["moved"], row.get("new")) for row in rows] == [
        ("bob", 1, 0, None),
        ("ann", 2, -1, None),
        ("cy", 3, 0, None),
        ("dan", 4, None, True),
    ]


def test_after_one_event_nobody_has_moved_nor_is_new():
    season = Season(scheme=Scheme(points=PAY))
    bare(season, ann=1, bob=2)
    assert places_before_last(season, {}) is None
    assert [row["moved"] for row in with_movement(None, league_table(season, {}), "person")] == [None, None]
    assert not any("new" in row for row in with_movement(None, league_table(season, {}), "person"))


def test_who_had_no_place_before_is_not_new():
    season = Season(scheme=Scheme(points=PAY, minimum=2))
    bare(season, ann=1, bob=2)
    bare(season, ann=1, cy=2)
    bare(season, bob=1)
    rows = {
        row["person"]: row for row in with_movement(places_before_last(season, {}), league_table(season, {}), "person")
    }
    assert (rows["bob"]["place"], rows["bob"]["moved"], "new" in rows["bob"]) == (2, None, False)
    assert (rows["ann"]["moved"], rows["cy"]["place"], rows["cy"]["moved"]) == (0, None, None)


def test_of_a_part_the_last_event_is_the_parts_and_the_places_are_among_its_people():
    season = Season(scheme=Scheme(points=PAY))
    bare(season, ann=1, bob=2, cy=3)
    bare(season, cy=1, ann=3, bob=2)
    bare(season, ann=1)
    part, people = {"e1", "e2"}, {"bob", "cy"}
    before = places_before_last(season, {}, part=part, people=people)
    rows = with_movement(before, league_table(season, {}, part=part, people=people), "person")
    assert [(row["person"], row["place"], row["moved"]) for row in rows] == [("cy", 1, 1), ("bob", 2, -1)]


def test_by_low_points_a_newcomer_makes_totals_of_before_others():
    """Once Cy has come, to an event that counts nothing, an absence is 4: ann had 1 + 4 after e2 as bob had 2 + 3."""
    season = Season(scheme=Scheme(points=LOW, ties=("first_to_reach",)))
    bare(season, ann=1, bob=2)
    bare(season, bob=3)
    cy = BareResult(None, {"cy": 1}, {}, {}, False)
    season.events["e3"] = SeasonEvent("e3", None, result=cy, multiplier=0)
    before, after = places_after_each(season, {})[1:]
    assert before.places == {"ann": 1, "bob": 2}
    assert after.places == {"ann": 1, "bob": 1, "cy": 3}


def test_a_total_below_zero_is_not_one_that_began_with_zero():
    """Ann had -2 after e1 and reached 0 with e2; bob came with e2 only, so he had 0 from the beginning."""
    pay = SeasonPoints(by_place=(5, -2))
    season = Season(scheme=Scheme(points=pay, ties=("first_to_reach",)))
    bare(season, ann=2, cy=1)
    season.events["e2"] = SeasonEvent("e2", None, result=BareResult(None, {}, {}, {"ann": 2, "bob": 0}, False))
    rows = league_table(season, {})
    assert [(row["person"], row["place"]) for row in rows] == [("cy", 1), ("bob", 2), ("ann", 3)]
    assert places_after_each(season, {})[-1].places == {"cy": 1, "bob": 2, "ann": 3}


def test_an_abandoned_event_is_no_step():
    season = Season(scheme=Scheme(points=PAY, drop_worst=1))
    bare(season, ann=1, bob=2)
    bare(season, ann=2, bob=1)
    season.events["e2"] = replace(season.events["e2"], abandoned=True)
    assert [(step.event, step.places) for step in places_after_each(season, {})] == [("e1", {"ann": 1, "bob": 2})]
    assert places_before_last(season, {}) is None


@pytest.mark.parametrize(
    "scheme",
    [
        Scheme(points=PAY, best=3, ties=("count_back", "first_to_reach")),
        Scheme(points=PAY, drop_worst=((4, 1), (7, 2)), attendance="1/3", ties=("first_to_reach",), places="dense"),
        Scheme(points=PAY, splits=(Split((1, 4), 2), Split((5, 9), 3)), minimum=2, ties=("lower_gross",)),
        Scheme(points=PAY, drop_worst=2, ties=("count_back_scoring", "best_last")),
        Scheme(points=LOW, drop_worst=2, ties=("best_last",)),
        Scheme(points=LOW, drop_worst=1, ties=("first_to_reach", "count_back")),
    ],
    ids=["best", "steps", "splits", "worst", "low", "low-reach"],
)
def test_places_after_each_event_are_those_of_a_table_of_the_events_up_to_it(scheme: Scheme):
    """Of random seasons with shared places, codes, teams, newcomers, extra points and an event not held yet."""
    for seed in range(6):
        season, finals = played(scheme, Random(seed))
        ids = [id for id in season.events if id != "e5"]
        found = places_after_each(season, finals)
        assert [after.event for after in found] == ids
        for at, after in enumerate(found, 1):
            rows = league_table(season, finals, part=set(ids[:at]))
            assert after.places == {row["person"]: row["place"] for row in rows}, (seed, at)
        assert places_before_last(season, finals) == found[-2].places


def played(scheme: Scheme, random: Random) -> tuple[Season, dict[str, list[FinalEntry]]]:
    """Nine events of which the fifth is not held yet; from event to event more people are known."""
    season, finals = Season(scheme=scheme), {}
    for number in range(1, 10):
        people = random.sample([f"p{at}" for at in range(4 + number)], 5)
        places = {person: random.randint(1, 4) for person in people[:4]}
        extra = (Extra(f"p{random.randrange(14)}", random.choice((2, "-1/2"))),) if number % 4 == 0 else ()
        id = f"e{number}"
        if number % 2:
            season.events[id] = SeasonEvent(id, None, id, extra=extra)
            if number != 5:
                finals[id] = [FinalEntry(person, (person,), place) for person, place in places.items()]
        else:
            status = {people[4]: random.choice(("DNF", "DSQ", "DNC"))}
            season.events[id] = SeasonEvent(id, None, None, BareResult(None, places, status, {}, False), extra=extra)
    return season, finals
