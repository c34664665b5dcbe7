"""What the evening brought somebody: the rounds, the rating, the league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from league.access import visibility
from league.access.audience import CLUB
from league.access.roles import Caller
from league.models import RatedRound, Tournament
from league.projections.ratings import history_of, steps_of
from league.queries import names
from league.queries.league_moves import Line, moves_of
from league.queries.wording import rating
from league.web.night import Night
from league.web.rounds import Seat, ShownRound, ShownTable

CLOSED = "closed"


@dataclass(frozen=True)
class PlayedRound:
    """A closed round of somebody. table, seat: None where they sat out; is_bye: because they had a bye."""

    round: ShownRound
    table: ShownTable | None
    seat: Seat | None
    is_bye: bool


@dataclass(frozen=True)
class RatingMove:
    """A person's rating in the game, as shown, before the tournament and after it. before: None for the first one."""

    name: str
    before: int | None
    after: int


def rounds_played(night: Night, entry: str) -> list[PlayedRound]:
    """The closed rounds, in order."""
    return [_played(round, entry) for round in night.rounds if round.state == CLOSED]


def _played(round: ShownRound, entry: str) -> PlayedRound:
    found = next(((table, seat) for table in round.tables for seat in table.seats if seat.entry == entry), None)
    table, seat = found or (None, None)
    return PlayedRound(round, table, seat, any(bye.entry == entry for bye in round.byes))


def ratings(row: Tournament, people: Sequence[str], who: Caller) -> list[RatingMove]:
    """How the ratings of an entry's own people have moved; of those only whom the tournament has rated.

    who: the reader, for whom other tournaments count only where lists show them.
    """
    without = visibility.unlisted(who) - {row.pk}
    called = names.of_people([UUID(person) for person in people], CLUB)
    moves = (_move(row, person, called.get(person, ""), without) for person in people)
    return [move for move in moves if move]


def _move(row: Tournament, person: str, name: str, without: frozenset[UUID]) -> RatingMove | None:
    rated = history_of(row.club_id, UUID(person), without=without)
    first = next((at for at, one in enumerate(rated) if one.tournament_id == row.pk), None)
    if first is None:
        return None
    here = [one for one in rated[first:] if one.tournament_id == row.pk]
    game = next(reversed(list(_steps(here, person))))[0]
    before = [shown for slug, shown in _steps(rated[:first], person) if slug == game]
    after = [shown for slug, shown in _steps(here, person) if slug == game]
    return RatingMove(name, before[-1] if before else None, after[-1])


def _steps(rated: Sequence[RatedRound], person: str) -> list[tuple[str, int]]:
    """The game and the rating after each table of a person."""
    return [
        (step.table.game, rating(ratings.in_game.shown))
        for one in rated
        for step in steps_of(one)
        for someone, ratings in zip(step.table.people, step.after, strict=True)
        if someone == person
    ]


def league_moves(row: Tournament, entry: str, who: Caller) -> list[Line]:
    """The places in league tables before and after. who: as for `ratings`."""
    return [line for season in moves_of(row, who) for line in season.of(entry)]
