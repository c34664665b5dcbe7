"""Head-to-head results of a season, and a person's record by season and in all: read from the log each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.db.models import Q

from league.domain.season.history.meetings import Matrix, SharedTable, head_to_head, tables_of
from league.domain.season.history.record import Finish, Record, record
from league.domain.season.state import Season as SeasonState
from league.domain.season.table.outcomes import DID_NOT_COME, final_entries, outcomes
from league.domain.tournament.results.presence import attended
from league.models import Entry, FinalEntries, LeagueTableRow, Person, Season, Tournament
from league.projections import league_tables, ratings
from league.projections.league_tables import CLOSED, TableQuery, closed_tournaments
from league.repository import streams
from league.repository.streams import SEASON, TOURNAMENT


@dataclass(frozen=True)
class PlayedTables:
    """A closed tournament: the final places by people of an entry, and its tables."""

    finishes: Sequence[tuple[tuple[str, ...], Finish]]
    tables: Sequence[Sequence[SharedTable]]

    def of(self, person: str) -> Iterator[Finish]:
        """The person's final places."""
        return (finish for people, finish in self.finishes if person in people)


@dataclass(frozen=True)
class InSeason:
    """A person's record in a season. place: in the league table, which may be seconds behind the log."""

    season: UUID
    name: str
    place: int | None
    record: Record


@dataclass(frozen=True)
class History:
    """A person's records in the club: in all, and by season, the newest first."""

    all_time: Record
    seasons: Sequence[InSeason]


def season_meetings(season: Season, without: Collection[UUID] = ()) -> Matrix:
    """Who met whom in the season's closed tournaments. Results from elsewhere have no tables, abandoned events none.

    without: tournaments that the reader may not see.
    """
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        counted = set(_counted(stream.aggregate.state))
    ids = [id for id in closed_tournaments(season) if str(id) in counted and id not in without]
    tournaments = _played(season.club_id, ids)
    return head_to_head(table for played in tournaments for table in played.tables)


def history(person: Person, without: frozenset[UUID] = frozenset()) -> History:
    """The person's records: closed tournaments of the club, and results from elsewhere in its seasons.

    without: tournaments that the reader may not see.
    """
    id = str(person.pk)
    tournaments = [tournament for tournament in _tournaments(person) if tournament not in without]
    played = dict(zip(map(str, tournaments), _played(person.club_id, tournaments), strict=True))
    places = dict(LeagueTableRow.objects.filter(person=person).values_list("season", "place"))
    for season in Season.objects.filter(tournaments__in=without).distinct():
        places[season.pk] = _place_without(season, id, without)
    from_elsewhere: list[Finish] = []
    in_seasons = []
    seasons = list(Season.objects.filter(club=person.club_id).order_by("-pk"))
    read = streams.each(SEASON, [(person.club_id, season.pk) for season in seasons])
    for season, stream in zip(seasons, read, strict=True):
        state: SeasonState = stream.aggregate.state
        bare = list(_bare(state, id))
        from_elsewhere += bare
        mine = _record(id, [played[counted] for counted in _counted(state) if counted in played], bare)
        if mine.events or mine.tables:
            in_seasons.append(InSeason(season.pk, season.name, places.get(season.pk), mine))
    return History(_record(id, played.values(), from_elsewhere), in_seasons)


def _place_without(season: Season, person: str, without: frozenset[UUID]) -> int | None:
    """The person's place in the league table if these tournaments did not count."""
    rows = league_tables.table(season, TableQuery(without=without)).rows
    return next((row["place"] for row in rows if row["person"] == person), None)


def _record(person: str, played: Iterable[PlayedTables], bare: Sequence[Finish]) -> Record:
    tournaments = list(played)
    finishes = [finish for tournament in tournaments for finish in tournament.of(person)]
    return record(person, [*finishes, *bare], [table for tournament in tournaments for table in tournament.tables])


def _counted(state: SeasonState) -> Iterator[str]:
    """The season's tournaments without the abandoned ones, which count for nothing."""
    return (event.tournament for event in state.events.values() if event.tournament and not event.abandoned)


def _bare(state: SeasonState, person: str) -> Iterator[Finish]:
    """The person's places in results from elsewhere. An entry that did not come took no part."""
    for outcome in outcomes(state, {}, state.scheme):
        if person in outcome.people and outcome.status.get(person) != DID_NOT_COME:
            places = [unit.place for unit in outcome.units if person in unit.people]
            yield Finish(outcome.event.id, min(places, default=None))


def _tournaments(person: Person) -> list[UUID]:
    """The closed tournaments in which the person may have been: alone, in a team, or in somebody's place."""
    entered = Entry.objects.filter(club=person.club_id)
    own, teams = entered.filter(person=person), entered.filter(person=None)
    closed = Tournament.objects.filter(club=person.club_id, state=CLOSED)
    stood_in = FinalEntries.objects.filter(club=person.club_id, entries__contains=str(person.pk)).values("pk")
    rated = ratings.rounds_of(person.club_id, person.pk).order_by().values("tournament")
    wanted = closed.filter(Q(entries__in=own) | Q(entries__in=teams) | Q(pk__in=stood_in) | Q(pk__in=rated))
    return list(wanted.distinct().order_by("pk").values_list("pk", flat=True))


def _played(club: UUID, tournaments: Sequence[UUID]) -> Iterator[PlayedTables]:
    for stream in streams.each(TOURNAMENT, [(club, id) for id in tournaments]):
        finish = partial(Finish, str(stream.id))
        state = stream.aggregate.state
        finals = final_entries(state)
        placed = [(tuple(set(entry.people) & set(entry.came)), finish(entry.place)) for entry in finals]
        stood_in = [(people, finish(None)) for people in attended(state).values()]
        yield PlayedTables([*placed, *stood_in], list(tables_of(state)))
