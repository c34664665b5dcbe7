"""Ratings of people by openskill's PlackettLuce, for each game and over all games.

A rating is a normal distribution with mean mu and deviation sigma; people see mu - 3 sigma. Tables are rated in the
order of play, including ties and teams. Ratings are floats: nothing exact depends on them, and the same tables in the
same order give the same floats.

Who played is decided by `results.presence`; a team is rated as all its members, by its place. Places follow from awards
where there are any.

A table with fewer than two rated seats is not rated, so forfeits are not. Several games at a table are rated one after
the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.presence import who_played
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.shown import hidden_rounds
from league.domain.tournament.state import Tournament

OVERALL = ""
"""Stands for all games together, in place of a game's slug."""
DEVIATIONS = 3.0
"""The number of sigmas below mu that people are shown."""
MODEL = PlackettLuce()


class Strength(NamedTuple):
    """A rating. games: how many tables it is based on."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> float:
        """A safe estimate: the person is almost surely stronger."""
        return self.mu - DEVIATIONS * self.sigma


class RatedSeat(NamedTuple):
    """The person or team that played in a seat, and its place."""

    people: tuple[str, ...]
    place: int


class RatedTable(NamedTuple):
    """A table to rate, with at least two seats. game: a slug."""

    id: str
    game: str
    seats: tuple[RatedSeat, ...]

    @property
    def people(self) -> list[str]:
        """Everybody who is rated, in seat order."""
        return [person for seat in self.seats for person in seat.people]


class RatingsAfter(NamedTuple):
    """A person's ratings after a table: in its game, and over all games."""

    in_game: Strength
    overall: Strength


@dataclass
class Ladder:
    """The ratings of everybody in one game, or in all of them."""

    rating: dict[str, PlackettLuceRating] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)

    def put(self, person: str, known: Strength) -> None:
        """Sets a known rating to continue from."""
        self.rating[person] = MODEL.rating(known.mu, known.sigma)
        self.games[person] = known.games

    def strength(self, person: str) -> Strength:
        now = self.rating[person]
        return Strength(now.mu, now.sigma, self.games[person])

    def rate(self, seats: Sequence[RatedSeat]) -> None:
        """Updates everybody at a table.

        This is `PlackettLuce.rate` without its copies of all arguments, which take four fifths of its time; a test
        compares both, to the last bit.
        """
        order = sorted(range(len(seats)), key=lambda seat: seats[seat].place)
        teams = [[self._next(person) for person in seats[seat].people] for seat in order]
        MODEL._compute(teams, ranks=[seats[seat].place for seat in order])

    def _next(self, person: str) -> PlackettLuceRating:
        """A person's rating before the next game: a bit less certain than after the last one."""
        known = self.rating.get(person)
        if known is None:
            known = self.rating[person] = MODEL.rating()
        known.sigma = math.sqrt(known.sigma * known.sigma + MODEL.tau * MODEL.tau)
        self.games[person] += 1
        return known


@dataclass
class Ladders:
    """The ladder of each game, by slug, and that of all games together, OVERALL."""

    ladders: dict[str, Ladder] = field(default_factory=dict)

    def __getitem__(self, game: str) -> Ladder:
        """The ladder of a game; empty if nobody has played it."""
        return self.ladders.setdefault(game, Ladder())

    def rate(self, table: RatedTable) -> None:
        """Updates everybody at a table, in its game and overall."""
        for game in (table.game, OVERALL):
            self[game].rate(table.seats)

    def after(self, table: RatedTable) -> tuple[RatingsAfter, ...]:
        """The new ratings of the people at the table rated last, in their order."""
        in_game, overall = self[table.game], self[OVERALL]
        return tuple(RatingsAfter(in_game.strength(person), overall.strength(person)) for person in table.people)


def ladders_of(tournaments: Iterable[Tournament]) -> Ladders:
    """The ladders after these tournaments, in the order played."""
    ladders = Ladders()
    for state in tournaments:
        for round in state.rounds:
            for table in rated_tables(state, round):
                ladders.rate(table)
    return ladders


def ranked(ladder: Ladder) -> list[tuple[str, Strength]]:
    """Everybody on a ladder, the best shown rating first; ids order equals."""
    rows = [(person, ladder.strength(person)) for person in ladder.rating]
    return sorted(rows, key=lambda row: (-row[1].shown, row[0]))


def rated_tables(state: Tournament, round: Round) -> list[RatedTable]:
    """The tables by which a round is rated, by table number; empty unless the round is closed, and readers see it.

    A cancelled tournament is not rated at all. A reopened one keeps the tables that were played.
    """
    is_hidden = any(hidden.id == round.id for hidden in hidden_rounds(state))
    if state.state == "cancelled" or round.state != "closed" or is_hidden:
        return []
    game, tables = state.game_of(round).game, []
    for table in sorted(round.tables, key=lambda table: table.number):
        for played in table.games:
            if played.result is not None:
                seats = rated_seats(state.entries, table.seats, played.result.claim)
                if len(seats) > 1:
                    tables.append(RatedTable(table.id, game, seats))
    return tables


def rated_seats(entries: Mapping[str, Entry], seats: Sequence[str], claim: Claim) -> tuple[RatedSeat, ...]:
    """The rated seats of a game, in order."""
    return tuple(RatedSeat(people, claim.places[seat]) for seat, people in who_played(entries, seats, claim).items())
