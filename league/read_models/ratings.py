"""The ratings of a club follow its log: its tables are rated in the order in which their rounds were closed.

Nothing is kept that the log does not say. What came to be otherwise (a result that was corrected, a tournament that
was called off) is taken as if it had been so from the start: everything from there on is computed anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from league import streams
from league.domain.ratings import OVERALL, Ladder, Ladders, Rated, RatedSeat, RatedTable, Strength, rated_tables
from league.domain.tournament.events import ResultCorrected, RoundClosed, TournamentCancelled
from league.domain.tournament.state import Tournament
from league.log import store
from league.log.store import Stored
from league.models import Rating, RatingStep
from league.streams import TOURNAMENT

RATINGS = "ratings"
MOVES_A_RATING = (RoundClosed.type, ResultCorrected.type, TournamentCancelled.type)
AT_ONCE = 2000
KEY = ("position", "number")

Pair = tuple[str, str]
"""A person and a game."""


class Played(NamedTuple):
    """A rated table in its place: position and time of its round's close in the log, the table's number in it."""

    position: int
    number: int
    at: datetime
    tournament: UUID
    round: int
    table: RatedTable

    @property
    def pairs(self) -> Iterator[Pair]:
        """Whose rating it moves, and in what."""
        for seat in self.table.seats:
            for person in seat.people:
                yield person, self.table.game
                yield person, OVERALL


def rating_of(person: UUID, game: str = OVERALL) -> Strength | None:
    """How somebody is rated in a game, or overall; None before the first rated table."""
    found = Rating.objects.filter(person=person, game=game).first()
    return None if found is None else Strength(found.mu, found.sigma, found.games)


def follow_ratings(club: UUID, events: Sequence[Stored]) -> None:
    """Moves the ratings by what these events, the next of the log, may have moved."""
    tournaments = list(dict.fromkeys(event.stream for event in events if event.type in MOVES_A_RATING))
    if tournaments:
        _rate(club, tournaments, events[-1].position)


def _rate(club: UUID, tournaments: Sequence[UUID], upto: int) -> None:
    """Rates anew from the first table on at which these tournaments are not rated as they say now, up to a position."""
    steps = RatingStep.objects.filter(club=club)
    said = {row[:2]: row for tournament in tournaments for row in _played(club, tournament, upto)}
    stood = {row[:2]: row for row in _tables(steps.filter(tournament__in=tournaments))}
    moved = [key for key in {**said, **stood} if said.get(key) != stood.get(key)]
    if not moved:
        return
    since, _ = min(moved)
    after = list(_tables(steps.filter(position__gte=since)))
    again = [row for row in after if row.tournament not in tournaments]
    to_rate = sorted([*again, *(row for row in said.values() if row.position >= since)], key=lambda row: row[:2])
    pairs = dict.fromkeys(pair for row in (*after, *to_rate) for pair in row.pairs)
    ladders = _before(club, since) if after else _now(club, pairs)
    steps.filter(position__gte=since).delete()
    RatingStep.objects.bulk_create(_steps(club, to_rate, ladders), batch_size=AT_ONCE)
    _write(club, ladders, pairs)


def _played(club: UUID, tournament: UUID, upto: int) -> Iterator[Played]:
    """The rated tables of a tournament's rounds that were closed by then, with their results as they are now."""
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
            if (closed := closes.get(found.id)) is not None:
                for table in rated_tables(state, found):
                    number = state.tables[table.id].number
                    yield Played(closed.position, number, closed.recorded_at, tournament, found.number, table)


def _tables(steps: QuerySet[RatingStep]) -> Iterator[Played]:
    """The tables that steps came from, in the order of play."""
    for (position, number), group in groupby(steps.order_by(*KEY, "seat", "member"), _key):
        rows = list(group)
        first = rows[0]
        seats = tuple(_seat(list(people)) for _, people in groupby(rows, lambda step: step.seat))
        table = RatedTable(str(first.table), first.game, seats)
        yield Played(position, number, first.at, first.tournament_id, first.round, table)


def _key(step: RatingStep) -> tuple[int, int]:
    return step.position, step.number


def _seat(steps: Sequence[RatingStep]) -> RatedSeat:
    return RatedSeat(tuple(str(step.person_id) for step in steps), steps[0].place)


def _steps(club: UUID, to_rate: Iterable[Played], ladders: Ladders) -> Iterator[RatingStep]:
    """What each table comes to, one after the other."""
    for row in to_rate:
        ladders.rate(row.table)
        yield from (_step(club, row, rated) for rated in ladders.after(row.table))


def _step(club: UUID, row: Played, rated: Rated) -> RatingStep:
    return RatingStep(
        club_id=club,
        position=row.position,
        at=row.at,
        tournament_id=row.tournament,
        round=row.round,
        table=UUID(row.table.id),
        number=row.number,
        game=row.table.game,
        seat=rated.seat,
        member=rated.member,
        person_id=UUID(rated.person),
        place=rated.place,
        mu=rated.in_game.mu,
        sigma=rated.in_game.sigma,
        games=rated.in_game.games,
        overall_mu=rated.overall.mu,
        overall_sigma=rated.overall.sigma,
        overall_games=rated.overall.games,
    )


def _now(club: UUID, pairs: Iterable[Pair]) -> Ladders:
    """The ladders as they stand, with those people."""
    people = dict.fromkeys(person for person, _ in pairs)
    ladders = Ladders()
    for row in Rating.objects.filter(club=club, person__in=map(UUID, people)):
        ladders[row.game].put(str(row.person_id), Strength(row.mu, row.sigma, row.games))
    return ladders


def _before(club: UUID, position: int) -> Ladders:
    """The ladders of everybody as they were before a position."""
    ladders = Ladders()
    newest = Window(RowNumber(), ["person", "game"], order_by=[F(name).desc() for name in KEY])
    steps = RatingStep.objects.filter(club=club, position__lt=position).annotate(back=newest).filter(back=1)
    for step in steps.order_by(*KEY):
        person = str(step.person_id)
        ladders[step.game].put(person, Strength(step.mu, step.sigma, step.games))
        ladders[OVERALL].put(person, Strength(step.overall_mu, step.overall_sigma, step.overall_games))
    return ladders


def _write(club: UUID, ladders: Ladders, pairs: Mapping[Pair, None]) -> None:
    """Writes the ratings of these people in these games; who has none any more has no row."""
    rows, gone = [], []
    for person, game in pairs:
        ladder: Ladder = ladders[game]
        if person in ladder.rating:
            rows.append(_rating(club, person, game, ladder.strength(person)))
        else:
            gone.append((person, game))
    for person, game in gone:
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
