"""How strong people are: ratings after openskill's PlackettLuce, in each game and over all games.

A rating is a normal distribution: mu, and how sure that is, sigma; people are shown mu - 3 sigma. Tables are rated in
the order of play, ties and teams included. Ratings are floats: nothing that is exact depends on them, and the same
tables in the same order give the same floats.

| who sat at a table | what is rated |
| --- | --- |
| absent | nobody: the others are rated as if the seat had not been there |
| left before the end | as placed, which is last unless the table said otherwise |
| a stand-in | whoever played, not whose seat it was; nobody where that person has another seat at the table |
| a team | all its members by the team's place; nobody where one of them had a stand-in, since it isn't said who |
| awards | by the places that follow from them |

A table at which fewer than two seats are rated is none: so are forfeits. Several games at a table are rated one after
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
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament

OVERALL = ""
"""In place of a game's slug: all games together."""
DEVIATIONS = 3.0
"""How many sigma below mu a rating is shown."""
MODEL = PlackettLuce()


class Strength(NamedTuple):
    """A rating. games: how many tables it comes from."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> float:
        """What the person is almost surely better than."""
        return self.mu - DEVIATIONS * self.sigma


class RatedSeat(NamedTuple):
    """Who played in a seat, a person or a team, and the place."""

    people: tuple[str, ...]
    place: int


class RatedTable(NamedTuple):
    """A table as it is rated: at least two seats. game: a slug."""

    id: str
    game: str
    seats: tuple[RatedSeat, ...]

    @property
    def people(self) -> list[str]:
        """Everybody who is rated, seat by seat."""
        return [person for seat in self.seats for person in seat.people]


class RatingsAfter(NamedTuple):
    """Somebody's ratings after a table: in its game, and over all games."""

    in_game: Strength
    overall: Strength


@dataclass
class Ladder:
    """The people of one game, or of all, as they are rated so far."""

    rating: dict[str, PlackettLuceRating] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)

    def put(self, person: str, known: Strength) -> None:
        """Goes on from what is known of somebody."""
        self.rating[person] = MODEL.rating(known.mu, known.sigma)
        self.games[person] = known.games

    def strength(self, person: str) -> Strength:
        """How somebody is rated now."""
        now = self.rating[person]
        return Strength(now.mu, now.sigma, self.games[person])

    def rate(self, seats: Sequence[RatedSeat]) -> None:
        """Moves everybody at a table.

        It is `PlackettLuce.rate` without the copies that it makes of all it is given, which take four fifths of its
        time; a test holds the two together, to the last bit.
        """
        order = sorted(range(len(seats)), key=lambda seat: seats[seat].place)
        teams = [[self._next(person) for person in seats[seat].people] for seat in order]
        MODEL._compute(teams, ranks=[seats[seat].place for seat in order])

    def _next(self, person: str) -> PlackettLuceRating:
        """Somebody before the next game: a bit less sure than after the last one."""
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
        """The ladder of a game; an empty one where nobody has played it."""
        return self.ladders.setdefault(game, Ladder())

    def rate(self, table: RatedTable) -> None:
        """Moves everybody at a table, in its game and overall."""
        for game in (table.game, OVERALL):
            self[game].rate(table.seats)

    def after(self, table: RatedTable) -> tuple[RatingsAfter, ...]:
        """How the people of the table that was rated last are rated now, in their order."""
        in_game, overall = self[table.game], self[OVERALL]
        return tuple(RatingsAfter(in_game.strength(person), overall.strength(person)) for person in table.people)


def ladders_of(tournaments: Iterable[Tournament]) -> Ladders:
    """The ladders after these tournaments, which were played one after the other."""
    ladders = Ladders()
    for state in tournaments:
        for round in state.rounds:
            for table in rated_tables(state, round):
                ladders.rate(table)
    return ladders


def ranked(ladder: Ladder) -> list[tuple[str, Strength]]:
    """Everybody on a ladder, the best shown first; ids order equals."""
    rows = [(person, ladder.strength(person)) for person in ladder.rating]
    return sorted(rows, key=lambda row: (-row[1].shown, row[0]))


def rated_tables(state: Tournament, round: Round) -> list[RatedTable]:
    """What a round is rated by, in the order of its tables' numbers: nothing unless it is closed.

    Nothing of a tournament that was called off, as if it had never been. A reopened one keeps what was played.
    """
    if state.state == "cancelled" or round.state != "closed":
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
    """Who is rated at a table, in the order of its seats."""
    played = {seat: _played(entries[seat], claim) for seat in seats if seat not in claim.absent}
    own = Counter(person for people in played.values() for person in people)
    return tuple(
        RatedSeat(people, claim.places[seat])
        for seat, people in played.items()
        if people and (seat not in claim.stand_in or own[people[0]] == 1)
    )


def _played(entry: Entry, claim: Claim) -> tuple[str, ...]:
    """Who sat in an entry's seat; nobody where that is not known."""
    if (stand_in := claim.stand_in.get(entry.id)) is None:
        return entry.people
    return (stand_in,) if entry.person is not None else ()
