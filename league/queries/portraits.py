"""Somebody as their page shows them: record, events, ratings, and who is ahead of whom."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from uuid import UUID
from zoneinfo import ZoneInfo

from league.domain.ratings import OVERALL
from league.domain.season.history.meetings import MeetingCounts
from league.models import Person
from league.projections.ratings import history_of, steps_of
from league.queries import names, records
from league.queries.records import Attended, History
from league.queries.wording import game_name, rating

Naming = Callable[[Collection[UUID]], Mapping[str, str]]


@dataclass(frozen=True)
class Rated:
    """A rating as people see it. game: a slug, or OVERALL for all games together. tables: rated ones."""

    game: str
    value: int
    tables: int

    @property
    def title(self) -> str:
        """Of the game."""
        return game_name(self.game)


@dataclass(frozen=True)
class RatedNight:
    """The rating over all games after the rated tables of a tournament. change: None for the first."""

    tournament: UUID
    day: date
    value: int
    change: int | None

    @property
    def signed(self) -> str:
        """The change with its sign; "" for none."""
        return f"{self.change:+d}".replace("-", "−") if self.change else ""


@dataclass(frozen=True)
class Rival:
    """An opponent. met: the tables with them, counted from the person's side."""

    person: str
    name: str
    met: MeetingCounts


@dataclass(frozen=True)
class Portrait:
    """A person's page. ratings: over all games first, then by game. nights: the rated ones in the order of play.

    called: names of opponents by id.
    beaten_by, has_beaten: who has been ahead of them most often, and behind.
    """

    history: History
    called: Mapping[str, str]
    ratings: Sequence[Rated]
    nights: Sequence[RatedNight]
    beaten_by: Sequence[Rival]
    has_beaten: Sequence[Rival]

    @property
    def events(self) -> Sequence[tuple[Attended, RatedNight | None]]:
        """The events in which they took part, the newest first, with the rating after each."""
        rated = {night.tournament: night for night in self.nights}
        return [(event, rated.get(event.tournament) if event.tournament else None) for event in self.history.events]


def portrait(person: Person, naming: Naming = names.in_public, without: frozenset[UUID] = frozenset()) -> Portrait:
    """The page of a person. without: tournaments that the reader may not see.

    naming: the names, by id, of the opponents who may be named; by default in public.
    """
    history = records.history(person, without)
    met = history.all_time.opponents
    called = naming({UUID(other) for other in met})
    ratings, nights = _rated(person, without)
    beaten_by, has_beaten = records.rivals(met, called)
    of = [[Rival(other, called[other], met[other]) for other in some] for some in (beaten_by, has_beaten)]
    return Portrait(history, called, ratings, nights, *of)


def _rated(person: Person, without: frozenset[UUID]) -> tuple[list[Rated], list[RatedNight]]:
    """The ratings as they are now, and after each night."""
    id, zone = str(person.pk), ZoneInfo(person.club.time_zone)
    now: dict[str, tuple[float, int]] = {}
    after: dict[UUID, tuple[date, float]] = {}
    for row in history_of(person.club_id, person.pk, without=without):
        for step in steps_of(row):
            if id not in step.table.people:
                continue
            strength = step.after[step.table.people.index(id)]
            for game, found in ((OVERALL, strength.overall), (step.table.game, strength.in_game)):
                now[game] = found.shown, found.games
            day = after[row.tournament_id][0] if row.tournament_id in after else row.at.astimezone(zone).date()
            after[row.tournament_id] = day, strength.overall.shown
    values = [rating(shown) for _day, shown in after.values()]
    changes = [None, *(new - old for old, new in pairwise(values))]
    nights = zip(after.items(), values, changes, strict=False)
    return (
        [Rated(game, rating(shown), tables) for game, (shown, tables) in sorted(now.items())],
        [RatedNight(tournament, day, value, change) for (tournament, (day, _shown)), value, change in nights],
    )
