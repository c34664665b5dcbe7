"""Head-to-head results of a season, and a person's record by season and in all: read from the log each time."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q

from league.domain.season.history.meetings import Matrix, MeetingCounts, SharedTable, head_to_head, tables_of
from league.domain.season.history.record import Finish, Record, record
from league.domain.season.state import Season as SeasonState
from league.domain.season.table.outcomes import DID_NOT_COME, final_entries, outcomes
from league.domain.tournament.closing.events import TournamentClosed
from league.domain.tournament.results.presence import attended
from league.models import Club, Entry, FinalEntries, LeagueTableRow, Person, Season, StreamHead, Tournament
from league.projections import league_tables, ratings
from league.projections.league_tables import CLOSED, TableQuery, closed_tournaments
from league.repository import streams
from league.repository.identities import newest
from league.repository.streams import SEASON, TOURNAMENT, Stream

FEWEST_TABLES, MOST_RIVALS = 2, 3
MOST_KEPT = 4096
"""Tournaments of which it is kept what was played."""
_kept: dict[Hashable, PlayedTables] = {}


@dataclass(frozen=True)
class PlayedTables:
    """A closed tournament: its day, the final places by people of an entry, how many have one, and its tables."""

    day: date
    finishes: Sequence[tuple[tuple[str, ...], Finish]]
    placed: int
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
class Attended:
    """An event in which a person took part. tournament, code: None and "" for a result from elsewhere.

    place: the best that the person had, of so many; None without one. tables, wins: played there, and won.
    """

    name: str
    day: date | None
    place: int | None
    of: int
    tournament: UUID | None = None
    code: str = ""
    tables: int = 0
    wins: int = 0


@dataclass(frozen=True)
class History:
    """A person's records in the club: in all, and by season, the newest first; and their events, the newest first."""

    all_time: Record
    seasons: Sequence[InSeason]
    events: Sequence[Attended] = ()


def rivals(opponents: Mapping[str, MeetingCounts], among: Collection[str]) -> tuple[list[str], list[str]]:
    """Who has been ahead of a person most often, and behind; of those with whom they have sat at two tables or more.

    among: the opponents who may be named.
    """
    met = {other: counts for other, counts in opponents.items() if other in among and counts.tables >= FEWEST_TABLES}
    beaten_by = [other for other, counts in met.items() if counts.worse > counts.better]
    has_beaten = [other for other, counts in met.items() if counts.better > counts.worse]
    beaten_by.sort(key=lambda other: (-met[other].worse, met[other].better, other))
    has_beaten.sort(key=lambda other: (-met[other].better, met[other].worse, other))
    return beaten_by[:MOST_RIVALS], has_beaten[:MOST_RIVALS]


def season_meetings(season: Season, without: Collection[UUID] = ()) -> Matrix:
    """Who met whom in the season's closed tournaments. Results from elsewhere have no tables, abandoned events none.

    without: tournaments that the reader may not see.
    """
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        counted = set(_counted(stream.aggregate.state))
    ids = [id for id in closed_tournaments(season) if str(id) in counted and id not in without]
    tournaments = _played(season.club, ids)
    return head_to_head(table for played in tournaments for table in played.tables)


def history(person: Person, without: frozenset[UUID] = frozenset()) -> History:
    """The person's records: closed tournaments of the club, and results from elsewhere in its seasons.

    without: tournaments that the reader may not see.
    """
    id = str(person.pk)
    tournaments = {str(row.pk): row for row in _tournaments(person) if row.pk not in without}
    played = dict(zip(tournaments, _played(person.club, [row.pk for row in tournaments.values()]), strict=True))
    places = dict(LeagueTableRow.objects.filter(person=person).values_list("season", "place"))
    for season in Season.objects.filter(tournaments__in=without).distinct():
        places[season.pk] = _place_without(season, id, without)
    from_elsewhere: dict[str, Attended] = {}
    finishes: list[Finish] = []
    in_seasons = []
    seasons = list(Season.objects.filter(club=person.club_id).order_by("-pk"))
    read = streams.each(SEASON, [(person.club_id, season.pk) for season in seasons])
    for season, stream in zip(seasons, read, strict=True):
        state: SeasonState = stream.aggregate.state
        from_elsewhere |= (here := dict(_bare(season, state, id)))
        bare = [Finish(event, one.place) for event, one in here.items()]
        finishes += bare
        mine = _record(id, [played[counted] for counted in _counted(state) if counted in played], bare)
        if mine.events or mine.tables:
            in_seasons.append(InSeason(season.pk, season.name, places.get(season.pk), mine))
    events = [*_attended(id, tournaments, played), *from_elsewhere.values()]
    events.sort(key=lambda event: (event.day or date.min, str(event.tournament or ""), event.name), reverse=True)
    return History(_record(id, played.values(), finishes), in_seasons, events)


def _attended(person: str, rows: Mapping[str, Tournament], played: Mapping[str, PlayedTables]) -> Iterator[Attended]:
    """The tournaments in which the person took part."""
    for id, row in rows.items():
        mine = record(person, played[id].of(person), played[id].tables)
        if mine.events:
            place = min(mine.places, default=None)
            code, seen = row.public_code.code, played[id]
            yield Attended(row.name, seen.day, place, seen.placed, row.pk, code, mine.tables, mine.table_wins)


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


def _bare(season: Season, state: SeasonState, person: str) -> Iterator[tuple[str, Attended]]:
    """The person's results from elsewhere, by event. An entry that did not come took no part."""
    for outcome in outcomes(state, {}, state.scheme):
        if person in outcome.people and outcome.status.get(person) != DID_NOT_COME:
            places = [unit.place for unit in outcome.units if person in unit.people]
            event = outcome.event
            name = (event.result and event.result.name) or season.name
            yield event.id, Attended(name, event.date, min(places, default=None), len(outcome.units))


def _tournaments(person: Person) -> list[Tournament]:
    """The closed tournaments in which the person may have been: alone, in a team, or in somebody's place."""
    entered = Entry.objects.filter(club=person.club_id)
    own, teams = entered.filter(person=person), entered.filter(person=None)
    closed = Tournament.objects.filter(club=person.club_id, state=CLOSED)
    stood_in = FinalEntries.objects.filter(club=person.club_id, entries__contains=str(person.pk)).values("pk")
    rated = ratings.rounds_of(person.club_id, person.pk).order_by().values("tournament")
    wanted = closed.filter(Q(entries__in=own) | Q(entries__in=teams) | Q(pk__in=stood_in) | Q(pk__in=rated))
    return list(wanted.select_related("public_code").distinct().order_by("pk"))


def day_of(stream: Stream, zone: ZoneInfo) -> date:
    """The day on which a tournament began, or on which it was closed where that is not known."""
    starts = stream.aggregate.state.settings.starts_at
    closed = (event.at for event in reversed(stream.aggregate.events) if isinstance(event, TournamentClosed))
    at: datetime | None = starts or next(closed, None) or stream.recorded_at
    assert at is not None
    return at.astimezone(zone).date()


def _played(club: Club, tournaments: Sequence[UUID]) -> list[PlayedTables]:
    """What was played in these tournaments. It is found out once for each state of a tournament and of who is meant.

    The hash of the last event is read first, so that what is kept by it is no older.
    """
    heads = dict(StreamHead.objects.filter(club=club.pk, stream__in=tournaments).values_list("stream", "hash"))
    meant = newest(club.pk)
    keys = {id: (id, heads.get(id), meant, club.time_zone) for id in tournaments}
    found = {id: known for id, key in keys.items() if (known := _kept.get(key)) is not None}
    zone = ZoneInfo(club.time_zone)
    for stream in streams.each(TOURNAMENT, [(club.pk, id) for id in tournaments if id not in found]):
        found[stream.id] = _kept[keys[stream.id]] = _tables_played(stream, zone)
    for key in list(_kept)[: max(0, len(_kept) - MOST_KEPT)]:
        _kept.pop(key, None)
    return [found[id] for id in tournaments]


def _tables_played(stream: Stream, zone: ZoneInfo) -> PlayedTables:
    finish = partial(Finish, str(stream.id))
    state = stream.aggregate.state
    finals = final_entries(state)
    placed = [(tuple(set(entry.people) & set(entry.came)), finish(entry.place)) for entry in finals]
    stood_in = [(people, finish(None)) for people in attended(state).values()]
    ranked = sum(entry.place is not None for entry in finals)
    return PlayedTables(day_of(stream, zone), [*placed, *stood_in], ranked, list(tables_of(state)))
