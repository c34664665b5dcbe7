"""A seating that looks at the season: whom the evenings before brought together, who had byes, who started."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID

import pytest

from league.access.audience import CLUB
from league.domain.seating.problem import pairs
from league.domain.tournament import commands as c
from league.domain.tournament.rounds.events import SeasonCounted
from league.log import store
from league.models import Person, Round, Season, Tournament
from league.queries import explanations
from league.repository import streams
from league.seating import planning, redraw, season_ledger
from tests.league.counted_queries import counted
from tests.league.nights import Night, new_club, new_people, open_season

pytestmark = pytest.mark.django_db

FOURS = {"min": 4, "max": 4, "prefer": 4}
TWOS = {"min": 2, "max": 2, "prefer": 2}
SWISS: dict[str, Any] = {"format": {"type": "swiss"}, "table_size": FOURS}
ROTATION: dict[str, Any] = {"format": {"type": "rotation"}, "table_size": FOURS, "rounds": 1}
AREAS: dict[str, Any] = {"format": {"type": "areas"}, "table_size": FOURS}
SEASON: dict[str, Any] = {"balance": "season"}


class League:
    """A season of evenings with the same people."""

    def __init__(self, people: int) -> None:
        self.club = new_club()
        self.season = open_season(self.club)
        self.people = new_people(self.club, people)

    def evening(self, people: list[Person] | None = None, play: int = 0, **settings: Any) -> Night:
        night = Night.open(self.club, **{"seasons": [str(self.season)], **settings})
        night.enter(people or self.people)
        for _ in range(play):
            night.play_round()
        return night

    def row(self) -> Season:
        return Season.objects.get(pk=self.season)


def by_person(night: Night, number: int = 1) -> list[tuple[str, ...]]:
    """The tables of a round, each from seat 1 on."""
    state = night.state()
    person = {entry.id: str(entry.person) for entry in state.entries.values()}
    return [tuple(person[entry] for entry in table.seats) for table in state.rounds[number - 1].tables]


def out(night: Night) -> set[str]:
    """Who sits out in the last round."""
    state = night.state()
    return {str(state.entries[entry].person) for entry in state.rounds[-1].byes}


def met(tables: list[tuple[str, ...]]) -> set[tuple[str, str]]:
    return {pair for table in tables for pair in pairs(table)}


def counts_of(night: Night) -> list[SeasonCounted]:
    """What was written down for the seatings."""
    rows = store.load(night.club.pk, night.id)
    return [event for event in map(streams.decode, rows) if isinstance(event, SeasonCounted)]


@pytest.mark.parametrize("settings", [SWISS, ROTATION], ids=["swiss", "rotation"])
def test_the_second_evening_avoids_the_pairs_of_the_first_and_does_not_unasked(settings: dict[str, Any]) -> None:
    league = League(16)
    first = league.evening(play=1, **settings)
    unasked, seen = [league.evening(**settings) for _ in range(3)], league.evening(**settings, **SEASON)
    for night in (*unasked, seen):
        night.start_round()
    before = met(by_person(first))
    assert met([table for night in unasked for table in by_person(night)]) & before != set()
    assert met(by_person(seen)) & before == set()
    assert counts_of(unasked[0]) == []
    assert "season_repeats" not in unasked[0].state().rounds[0].cost
    assert seen.state().rounds[0].cost["season_repeats"] == 0


def test_pairs_of_two_are_avoided_too() -> None:
    league = League(8)
    first = league.evening(play=2, format={"type": "swiss"}, table_size=TWOS)
    second = league.evening(format={"type": "swiss"}, table_size=TWOS, **SEASON)
    second.start_round()
    before = met(by_person(first)) | met(by_person(first, 2))
    assert met(by_person(second)) & before == set()


@pytest.mark.parametrize("settings", [SWISS, AREAS], ids=["swiss", "areas"])
def test_over_three_evenings_nobody_has_a_second_bye_before_everybody_had_one(settings: dict[str, Any]) -> None:
    """Nine at tables of four: one sits out each round. Three evenings of three rounds are nine byes for nine people."""
    league = League(9)
    had: Counter[str] = Counter()
    for _ in range(3):
        night = league.evening(**settings, **SEASON)
        for _ in range(3):
            night.play_round()
            had.update(out(night))
    assert had == Counter({str(person.pk): 1 for person in league.people})


def test_starts_are_evened_over_the_season() -> None:
    """Four at one table, four evenings of a round each: by then everybody has had each seat once."""
    league = League(4)
    for _ in range(4):
        league.evening(play=1, **AREAS, **SEASON)
    rows = season_ledger.of_season(league.row()).rows
    assert [dict(had.seats) for had in rows.values()] == [{1: 1, 2: 1, 3: 1, 4: 1}] * 4


def test_what_is_counted_stands_in_the_log_by_entries_and_once_as_long_as_it_is_the_same() -> None:
    league = League(8)
    first = league.evening(play=1, **SWISS)
    second = league.evening(play=2, **SWISS, **SEASON)
    (noted,) = counts_of(second)
    assert [one.entry for one in noted.counts.entries] == sorted(second.entries)
    assert {sum(one.seats) for one in noted.counts.entries} == {1}
    assert len(noted.counts.met) == 12
    text = "".join(row.data for row in store.load(league.club.pk, second.id) if row.type == SeasonCounted.type)
    assert not any(str(person.pk) in text for person in league.people)
    assert not any(entry in text for entry in first.entries)
    again = planning.plan_next(second.id, club=league.club.pk)
    assert again is not None
    assert again.counted is None
    first.play_round()
    second.play_round()
    assert [sum(one.seats) for one in counts_of(second)[-1].counts.entries] == [2] * 8


@pytest.mark.parametrize("settings", [SWISS, ROTATION | {"rounds": 2}, AREAS], ids=["swiss", "rotation", "areas"])
def test_a_round_is_drawn_again_equal_whatever_is_corrected_later(settings: dict[str, Any]) -> None:
    """The first evening goes on, one is called off and one taken in, after the second was seated."""
    league = League(12)
    first, other = league.evening(play=1, **SWISS), league.evening(play=1, **SWISS)
    second = league.evening(play=1, **settings, **SEASON)
    first.play_round()
    other.send(c.Cancel("no light"))
    league.evening(play=1, **SWISS)
    second.play_round()
    second.close()
    for row in Round.objects.filter(tournament=second.id):
        made = redraw.redraw(row)
        assert made.outcome == "equal", made.sentence
    assert len(counts_of(second)) >= 1


def test_it_is_told_why() -> None:
    """A second evening of three who have all met, and one who is new."""
    league = League(5)
    league.evening(league.people[:4], play=1, **SWISS)
    second = league.evening(league.people[1:], **SWISS, **SEASON)
    found = second.start_round()
    row = Tournament.objects.get(pk=second.id)
    new = second.entries[3]
    table = found.tables[0].seats
    told = {reason.rule: reason for reason in explanations.explain(row, table[0], 1, "referee", CLUB).because}
    assert "season.seat" in told
    old = next(entry for entry in table if entry != new)
    told = {reason.rule: reason for reason in explanations.explain(row, old, 1, "referee", CLUB).because}
    others = {entry: 1 for entry in table if entry not in (old, new)}
    assert told["season.met"].facts["met"] == others
    noted = next(row for row in store.load(league.club.pk, second.id) if row.type == SeasonCounted.type)
    assert noted.position in told["season.met"].events
    public = {reason.rule: reason for reason in explanations.explain(row, old, 1, None, CLUB).because}
    assert noted.position not in public["season.met"].events


def test_a_bye_is_told_by_the_season() -> None:
    """Five at a table of four: on the first evening four of them sit out, on the second the fifth."""
    league = League(5)
    first = league.evening(play=4, **AREAS)
    rested = {str(first.state().entries[entry].person) for found in first.state().rounds for entry in found.byes}
    second = league.evening(**AREAS, **SEASON)
    found = second.start_round()
    (left,) = {str(person.pk) for person in league.people} - rested
    assert out(second) == {left}
    told = explanations.explain(Tournament.objects.get(pk=second.id), found.byes[0], 1, None, CLUB)
    (why,) = [reason for reason in told.because if reason.rule.startswith("byes.")]
    assert (why.rule, why.facts["season_had"], why.facts["season_next_had"]) == ("byes.fewest_in_season", 0, 1)
    assert {one.extra["season_byes"] for one in told.alternatives} == {1}


def test_other_seasons_and_evenings_that_were_called_off_count_nothing() -> None:
    league = League(8)
    stranger = Night.open(league.club, seasons=[str(open_season(league.club))], **SWISS)
    stranger.enter(league.people)
    stranger.play_round()
    off = league.evening(play=1, **SWISS)
    off.send(c.Cancel("no light"))
    second = league.evening(**SWISS, **SEASON)
    second.start_round()
    assert counts_of(second)[-1].counts.entries == ()
    assert season_ledger.of_season(league.row()).tournaments == 0


def test_the_ledger_of_many_evenings_asks_no_more_than_that_of_two() -> None:
    league = League(4)
    asked = []
    for evenings in (2, 8):
        while Tournament.objects.count() < evenings:
            league.evening(play=1, **AREAS)
        for forgotten in (True, False):
            if forgotten:
                streams._cache.clear()
            with counted() as queries:
                assert season_ledger.of_season(league.row()).tournaments == evenings
            asked.append(len(queries))
    assert asked[0] == asked[2] <= 5
    assert asked[1] == asked[3] <= 5


def test_the_setting_may_be_changed_during_the_evening() -> None:
    league = League(16)
    league.evening(play=1, **SWISS)
    second = league.evening(**SWISS)
    made = planning.plan_next(second.id, club=league.club.pk)
    assert made is not None
    second.send(planning.new_seat_command(made))
    second.send(c.Change(balance="season"))
    assert second.state().is_stale
    draft = second.state().rounds[-1]
    again = planning.plan_again(second.id, club=league.club.pk)
    second.send(planning.new_redo_command(again, UUID(draft.id)))
    assert second.state().rounds[-1].cost["season_repeats"] == 0
    second.send(c.Change(balance="tournament"))
    third = planning.plan_again(second.id, club=league.club.pk)
    assert "season_repeats" not in third.cost
