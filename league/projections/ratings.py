"""The ratings of a club follow its log: tables are rated in the order in which their rounds were closed.

After a correction or a cancellation all ratings from that round on are computed again, as if it had been so from the
start. So they are when a round is shown whose results were hidden: until then it moves nobody's rating.

Somebody to whom lists don't show some tournaments sees the ratings that there would be without these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from league.domain.club.events import PeopleMerged, PeopleSeparated
from league.domain.ratings import OVERALL, Ladders, RatedTable, RatingsAfter, Strength, ranked, rated_tables
from league.domain.tournament.closing.events import (
    RoundClosed,
    TournamentCancelled,
    TournamentClosed,
    TournamentReopened,
)
from league.domain.tournament.events import TournamentChanged
from league.domain.tournament.results.events import ResultCorrected
from league.domain.tournament.rounds.events import RoundCancelled, RoundDiscarded, RoundPublished, RoundStarted
from league.domain.tournament.stages.events import StageBegun, StageUndone
from league.domain.tournament.state import Tournament
from league.log import store
from league.log.store import Stored
from league.models import FollowerPosition, RatedRound, Rating
from league.repository import streams
from league.repository.streams import TOURNAMENT

RATINGS = "ratings"
SHOWS_OR_HIDES = (
    TournamentChanged, TournamentClosed, TournamentReopened, RoundPublished, RoundStarted, RoundDiscarded,
    RoundCancelled, StageBegun, StageUndone,
)  # fmt: skip
"""What may show a hidden round, or hide it again."""
MOVES_A_RATING = tuple(event.type for event in (RoundClosed, ResultCorrected, TournamentCancelled, *SHOWS_OR_HIDES))
MOVES_PEOPLE = (PeopleMerged.type, PeopleSeparated.type)
AT_ONCE = 2000
CACHED = 4

Pair = tuple[str, str]
"""A person and a game."""


class Step(NamedTuple):
    """A rated table. number: of the table in its round. after: the strengths of its people, in their order."""

    number: int
    table: RatedTable
    after: tuple[RatingsAfter, ...]


class Played(NamedTuple):
    """A closed round. position, at: of its close in the log. tables: the rated ones with their numbers."""

    position: int
    at: datetime
    tournament: UUID
    number: int
    tables: tuple[tuple[int, RatedTable], ...]

    @property
    def pairs(self) -> Iterator[Pair]:
        """The ratings that it changes, by person and game."""
        for _, table in self.tables:
            for person in table.people:
                yield person, table.game
                yield person, OVERALL


_steps = msgspec.json.Decoder(tuple[Step, ...])


def steps_of(row: RatedRound) -> tuple[Step, ...]:
    """The rated tables of a round, in the order of play."""
    return _steps.decode(row.tables)


def rounds_of(club: UUID, person: UUID) -> QuerySet[RatedRound]:
    """The rounds in which a person was rated, in the order of play. Searches the text of all the club's rounds."""
    return RatedRound.objects.filter(club=club, tables__contains=str(person)).order_by("position")


class Rerated(NamedTuple):
    """The ratings that there would be without some tournaments. rounds: those that count, in the order of play."""

    ladders: Ladders
    rounds: Sequence[RatedRound]


def ratings_of(
    club: UUID, game: str, person: UUID | None = None, *, without: frozenset[UUID] = frozenset()
) -> list[Rating]:
    """The ratings in a game, the best first; of that person alone, if one is named.

    without: tournaments that the reader may not see.
    """
    if (rerated := _rerated(club, without)) is None:
        rows = Rating.objects.filter(club=club, game=game).order_by("-shown", "person")
        return list(rows if person is None else rows.filter(person=person))
    ranks = ranked(rerated.ladders[game])
    return [_rating(club, one, game, now) for one, now in ranks if person is None or one == str(person)]


def history_of(club: UUID, person: UUID, *, without: frozenset[UUID] = frozenset()) -> list[RatedRound]:
    """The rounds in which a person was rated, in the order of play. without: as in `ratings_of`."""
    if (rerated := _rerated(club, without)) is None:
        return list(rounds_of(club, person))
    return [row for row in rerated.rounds if str(person) in row.tables]


def _rerated(club: UUID, without: frozenset[UUID]) -> Rerated | None:
    """The ratings without these tournaments; None if none of them was rated."""
    rated = RatedRound.objects.filter(club=club, tournament__in=without)
    since = rated.order_by("position").values_list("position", flat=True).first() if without else None
    if since is None:
        return None
    followed = FollowerPosition.objects.filter(club=club, name=RATINGS).values_list("position", flat=True).first()
    return _rated_again(club, followed or 0, since, without)


@lru_cache(maxsize=CACHED)
def _rated_again(club: UUID, followed: int, since: int, without: frozenset[UUID]) -> Rerated:
    """The ratings from a position on without these tournaments. followed: the position of the stored ratings."""
    rounds = RatedRound.objects.filter(club=club).order_by("position")
    before, later = list(rounds.filter(position__lt=since)), rounds.filter(position__gt=since)
    ladders = _before(club, since)
    again = [_rated(club, _as_played(row), ladders) for row in later.exclude(tournament__in=without)]
    return Rerated(ladders, [*before, *again])


def follow_ratings(club: UUID, events: Sequence[Stored]) -> None:
    """Updates the ratings that these events, the next of the log, may have changed."""
    moved = (event.stream for event in events if event.type in MOVES_A_RATING)
    tournaments = list(dict.fromkeys([*moved, *_of_moved_people(club, events)]))
    if tournaments:
        _rate(club, tournaments, events[-1].position)


def _of_moved_people(club: UUID, events: Sequence[Stored]) -> Iterator[UUID]:
    """The rated tournaments of people who were merged or separated."""
    for event in map(streams.decode, (row for row in events if row.type in MOVES_PEOPLE)):
        if isinstance(event, PeopleMerged | PeopleSeparated):
            for person in (event.person, event.into if isinstance(event, PeopleMerged) else event.was):
                rounds = RatedRound.objects.filter(club=club, tables__contains=person).order_by()
                yield from rounds.values_list("tournament", flat=True).distinct()


def _rate(club: UUID, tournaments: Sequence[UUID], upto: int) -> None:
    """Rates again all rounds from the first in which these tournaments differ from their ratings, up to a position."""
    rounds = RatedRound.objects.filter(club=club).order_by("position")
    current = {row.position: row for tournament in tournaments for row in _played(club, tournament, upto)}
    rated = {row.position: row for row in map(_as_played, rounds.filter(tournament__in=tournaments))}
    moved = [position for position in {**current, **rated} if current.get(position) != rated.get(position)]
    if not moved:
        return
    since = min(moved)
    after = list(map(_as_played, rounds.filter(position__gte=since)))
    again = [row for row in after if row.tournament not in tournaments]
    to_rate = sorted(
        [*again, *(row for row in current.values() if row.position >= since)], key=lambda row: row.position
    )
    pairs = dict.fromkeys(pair for row in (*after, *to_rate) for pair in row.pairs)
    ladders = _before(club, since) if after else _now(club, pairs)
    rounds.filter(position__gte=since).delete()
    RatedRound.objects.bulk_create((_rated(club, row, ladders) for row in to_rate), batch_size=AT_ONCE)
    _write(club, ladders, pairs)


def _played(club: UUID, tournament: UUID, upto: int) -> Iterator[Played]:
    """A tournament's rated rounds that were closed by then, with their current results."""
    closes = {
        event.round: row
        for row in store.load(club, tournament)
        if row.type == RoundClosed.type and row.position <= upto
        for event in [streams.decode(row)]
        if isinstance(event, RoundClosed)
    }
    with streams.reading(club, TOURNAMENT, tournament) as stream:
        state: Tournament = stream.aggregate.state
        for found in state.rounds:
            tables = tuple((state.tables[table.id].number, table) for table in rated_tables(state, found))
            if tables and (closed := closes.get(found.id)) is not None:
                yield Played(closed.position, closed.recorded_at, tournament, found.number, tables)


def _as_played(row: RatedRound) -> Played:
    tables = tuple((step.number, step.table) for step in steps_of(row))
    return Played(row.position, row.at, row.tournament_id, row.number, tables)


def _rated(club: UUID, row: Played, ladders: Ladders) -> RatedRound:
    """Rates the tables of a round one after the other."""
    steps = []
    for number, table in row.tables:
        ladders.rate(table)
        steps.append(Step(number, table, ladders.after(table)))
    return RatedRound(
        club_id=club,
        position=row.position,
        at=row.at,
        tournament_id=row.tournament,
        number=row.number,
        tables=msgspec.json.encode(steps).decode(),
    )


def _now(club: UUID, pairs: Iterable[Pair]) -> Ladders:
    """The current ladders, with those people."""
    people = dict.fromkeys(person for person, _ in pairs)
    ladders = Ladders()
    for row in Rating.objects.filter(club=club, person__in=map(UUID, people)):
        ladders[row.game].put(str(row.person_id), Strength(row.mu, row.sigma, row.games))
    return ladders


def _before(club: UUID, position: int) -> Ladders:
    """The ladders of everybody before a position."""
    newest: dict[Pair, Strength] = {}
    for row in RatedRound.objects.filter(club=club, position__lt=position).order_by("position"):
        for step in steps_of(row):
            for person, now in zip(step.table.people, step.after, strict=True):
                newest[person, step.table.game] = now.in_game
                newest[person, OVERALL] = now.overall
    ladders = Ladders()
    for (person, game), strength in newest.items():
        ladders[game].put(person, strength)
    return ladders


def _write(club: UUID, ladders: Ladders, pairs: Mapping[Pair, None]) -> None:
    """Writes the ratings of these people in these games; deletes the rows of those who have none any more."""
    rows = []
    for person, game in pairs:
        if person in ladders[game].rating:
            rows.append(_rating(club, person, game, ladders[game].strength(person)))
        else:
            Rating.objects.filter(club=club, person=UUID(person), game=game).delete()
    Rating.objects.bulk_create(
        rows,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["club", "game", "person"],
        update_fields=["mu", "sigma", "shown", "games"],
    )


def _rating(club: UUID, person: str, game: str, now: Strength) -> Rating:
    return Rating(
        club_id=club, person_id=UUID(person), game=game, mu=now.mu, sigma=now.sigma, shown=now.shown, games=now.games
    )
