"""How tables move ratings: beside the library's own public function, and who is rated at all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating

from league.domain.ratings import OVERALL, Ladders, RatedSeat, RatedTable, Strength, ranked, rated_seats, rated_tables
from league.domain.tournament.closing.commands import Cancel, Close, Reopen
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.commands import CorrectResult, RecordResult
from league.domain.tournament.results.reports import Claim, Report
from tests.league.domain.night import EVENING, FOUR, Night, places

MODEL = PlackettLuce()


def table(*seats: tuple[str, int], game: str = "go") -> RatedTable:
    """A table: each seat as the people of it, with blanks between, and the place."""
    return RatedTable("t", game, tuple(RatedSeat(tuple(people.split()), place) for people, place in seats))


def rated_by_library(tables: list[RatedTable]) -> dict[str, tuple[float, float]]:
    known: dict[str, PlackettLuceRating] = {}
    for found in tables:
        teams = [[known.get(person) or MODEL.rating() for person in seat.people] for seat in found.seats]
        for seat, after in zip(
            found.seats, MODEL.rate(teams, ranks=[float(seat.place) for seat in found.seats]), strict=True
        ):
            known.update(zip(seat.people, after, strict=True))
    return {person: (rating.mu, rating.sigma) for person, rating in known.items()}


def drawn_tables(count: int, seed: int) -> list[RatedTable]:
    """Tables of two to five seats, of one to three people, with places by lot: 1, 1, 3."""
    lot, tables = Random(seed), []
    for _ in range(count):
        people = [f"p{n}" for n in range(30)]
        lot.shuffle(people)
        rolls = [lot.randrange(4) for _ in range(lot.randrange(2, 6))]
        seats = []
        for roll in rolls:
            team = tuple(people.pop() for _ in range(lot.choice((1, 1, 1, 2, 3))))
            seats.append(RatedSeat(team, 1 + sum(other < roll for other in rolls)))
        tables.append(RatedTable("t", lot.choice(("go", "chess")), tuple(seats)))
    return tables


def overall_after(found: RatedTable) -> dict[str, Strength]:
    """Everybody after the first table there is."""
    ladders = Ladders()
    ladders.rate(found)
    return {person: now.overall for person, now in zip(found.people, ladders.after(found), strict=True)}


@pytest.mark.parametrize("seed", range(5))
def test_the_same_as_the_library_to_the_last_bit(seed: int) -> None:
    tables, ladders = drawn_tables(200, seed), Ladders()
    for found in tables:
        ladders.rate(found)
    for game in (OVERALL, "go", "chess"):
        mine = {person: (strength.mu, strength.sigma) for person, strength in ranked(ladders[game])}
        assert mine == rated_by_library([found for found in tables if game in (OVERALL, found.game)])


def test_the_first_game_of_four_moves_by_what_the_formulas_say() -> None:
    """Algorithm 4 of Weng and Lin (2011), worked by hand: all have mu 25 and one sigma, so each share is 1/4, 1/3, …

    c² = 4 (sigma² + beta²); omega of the first is 1 - 1/4, of the second 1 - 1/3 - 1/4, …; mu moves by omega sigma²/c.
    """
    after = overall_after(table(("a", 1), ("b", 2), ("c", 3), ("d", 4)))
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = (4 * (variance + (25 / 6) ** 2)) ** 0.5
    omegas = {"a": 3 / 4, "b": 1 - 1 / 3 - 1 / 4, "c": 1 - 1 / 2 - 1 / 3 - 1 / 4, "d": -1 / 2 - 1 / 3 - 1 / 4}
    assert {person: now.mu for person, now in after.items()} == {
        person: pytest.approx(25 + omega * variance / c, abs=1e-9) for person, omega in omegas.items()
    }
    assert sum(now.mu for now in after.values()) == pytest.approx(100)
    assert {now.games for now in after.values()} == {1}
    assert all(now.sigma < 25 / 3 and now.shown == now.mu - 3 * now.sigma for now in after.values())


def test_who_shares_a_place_moves_alike() -> None:
    after = overall_after(table(("a", 1), ("b", 1), ("c", 3)))
    assert after["a"] == after["b"]
    assert after["a"].mu > 25 > after["c"].mu


def test_members_of_a_team_move_together() -> None:
    after = overall_after(table(("a b", 2), ("c d", 1)))
    assert after["a"] == after["b"]
    assert after["c"] == after["d"]
    assert after["c"].mu > 25 > after["a"].mu


def test_each_game_has_a_ladder_beside_that_of_all() -> None:
    ladders = Ladders()
    for found in (table(("a", 1), ("b", 2)), table(("b", 1), ("a", 2), game="chess"), table(("a", 1), ("c", 2))):
        ladders.rate(found)
    assert [person for person, _ in ranked(ladders["chess"])] == ["b", "a"]
    assert {person: strength.games for person, strength in ranked(ladders["go"])} == {"a": 2, "b": 1, "c": 1}
    assert {person: strength.games for person, strength in ranked(ladders[OVERALL])} == {"a": 3, "b": 2, "c": 1}
    assert ladders["chess"].strength("a") != ladders[OVERALL].strength("a")


def test_ids_order_who_is_rated_alike() -> None:
    ladders = Ladders()
    ladders.rate(table(("z", 1), ("m", 1), ("a", 1)))
    assert [person for person, _ in ranked(ladders[OVERALL])] == ["a", "m", "z"]


ENTRIES = {
    **{name: Entry(name, f"person {name}", (), 1, 1) for name in FOUR},
    "owls": Entry("owls", None, ("o1", "o2"), 1, 1),
}


def seats_of(placed: dict[str, int], **told: Any) -> list[tuple[tuple[str, ...], int]]:
    seats = rated_seats(ENTRIES, list(placed), Claim(placed, **told))
    return [(seat.people, seat.place) for seat in seats]


def test_an_absent_seat_is_not_rated_one_that_left_is_as_placed() -> None:
    told = {"ann": 1, "bob": 2, "cy": 3, "dan": 4}
    rated = seats_of(told, absent=("dan",), left=("cy",))
    assert rated == [(("person ann",), 1), (("person bob",), 2), (("person cy",), 3)]


def test_a_stand_in_is_rated_for_what_they_played() -> None:
    told = {"ann": 1, "bob": 2}
    assert seats_of(told, stand_in={"bob": "guest"}) == [(("person ann",), 1), (("guest",), 2)]
    assert seats_of(told, stand_in={"bob": "person ann"}) == [(("person ann",), 1)]
    assert seats_of(told, stand_in={"ann": "guest", "bob": "guest"}) == []


def test_a_team_with_a_stand_in_is_left_out() -> None:
    told = {"ann": 1, "owls": 2, "bob": 3}
    assert seats_of(told) == [(("person ann",), 1), (("o1", "o2"), 2), (("person bob",), 3)]
    assert seats_of(told, stand_in={"owls": "guest"}) == [(("person ann",), 1), (("person bob",), 3)]


def played() -> Night:
    """One round of four at one table, over."""
    night = Night(*FOUR)
    night.give("ann bob cy dan")
    night.start()
    night.report(1, **places("ann bob=cy dan"))
    return night


def places_rated(night: Night) -> list[dict[str, int]]:
    return [
        {person: seat.place for seat in found.seats for person in seat.people}
        for played in night.state.rounds
        for found in rated_tables(night.state, played)
    ]


def test_a_table_is_rated_when_its_round_is_over() -> None:
    night = played()
    assert places_rated(night) == []
    night.close_round()
    assert places_rated(night) == [{"person ann": 1, "person bob": 2, "person cy": 2, "person dan": 4}]


def test_a_corrected_result_is_rated_as_it_is_now() -> None:
    night = played()
    night.close_round()
    said = Report(places={"dan": 1, "cy": 2, "bob": 3, "ann": 4})
    night.send(CorrectResult(table="r1a1", said=said, at=EVENING, by="user:1", reason="upside down"))
    assert places_rated(night) == [{"person ann": 4, "person bob": 3, "person cy": 2, "person dan": 1}]


def test_what_a_reopened_tournament_had_played_stays_what_is_called_off_goes() -> None:
    night = played()
    night.close_round()
    night.send(Close())
    before = places_rated(night)
    night.send(Reopen(EVENING, "ab" * 16, "one more round"))
    assert places_rated(night) == before != []
    night.send(Cancel("no light"))
    assert places_rated(night) == []


def test_a_forfeit_is_no_game() -> None:
    night = Night("ann", "bob", table_size={"min": 2, "max": 2})
    night.give("ann bob")
    night.start()
    night.send(RecordResult("r1a1", {"ann": 1}, EVENING, absent=("bob",)))
    night.close_round()
    assert places_rated(night) == []
