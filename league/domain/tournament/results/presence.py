"""Who was there: one rule for standings, records, ratings, the ledger, and the attendance that a season counts.

| at a table | played | attended |
| --- | --- | --- |
| to the end, or left early | yes | yes |
| absent, or left out of the round | no | no |
| alone, since everybody else was absent | no: no game was played | yes |
| the owner of a seat in which somebody stood in | no | no |
| who stood in | yes | yes |
| a team in which somebody stood in | nobody, since it isn't known for whom | all its members, and who stood in |
| a bye given by the pairing | no | yes |
| a bye at one's own request | no | no |

In logs of 0.5.0 and before somebody may stand in twice at a table, or beside a seat of their own: only their own seat
counts, and neither of two.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament

PAIRING = "pairing"
"""The kind of a bye that the pairing has given."""


def dropped_from(state: Tournament, round: Round) -> list[str]:
    """The entries with a seat or a bye in an open round that have left the tournament: they may never come."""
    if round.state not in ("published", "running"):
        return []
    placed = (entry for table in round.tables for entry in table.seats)
    return [entry for entry in (*placed, *round.byes) if state.entries[entry].left]


def missing_from(state: Tournament, round: Round) -> list[str]:
    """The entries that left a table early or never came to it, and have not said that they leave the tournament."""
    claims = [game.result.claim for table in round.tables for game in table.games if game.result is not None]
    away = dict.fromkeys(entry for claim in claims for entry in (*claim.absent, *claim.left))
    return [entry for entry in away if state.entries[entry].plays(round.number + 1)]


def seats_taken(seats: Sequence[str], claim: Claim) -> Sequence[str]:
    """The seats to which their entry came, or somebody in its place."""
    return [seat for seat in seats if seat not in claim.absent]


def seats_played(seats: Sequence[str], claim: Claim) -> Sequence[str]:
    """The seats for which a game was played: nobody plays alone."""
    taken = seats_taken(seats, claim)
    return taken if len(taken) > 1 else []


def who_played(entries: Mapping[str, Entry], seats: Sequence[str], claim: Claim) -> dict[str, tuple[str, ...]]:
    """The people who played a game, by the entry in whose seat they did."""
    people = {seat: _players(entries[seat], claim) for seat in seats_played(seats, claim)}
    own = {person for seat, mine in people.items() if seat not in claim.stand_in for person in mine}
    times = Counter(person for mine in people.values() for person in mine)
    return {
        seat: mine
        for seat, mine in people.items()
        if mine and (seat not in claim.stand_in or (mine[0] not in own and times[mine[0]] == 1))
    }


def played_at(state: Tournament, game: Table) -> dict[str, tuple[str, ...]]:
    """As `who_played`; nobody without a result. Tournaments of the first edition count who was alone as well."""
    if game.result is None:
        return {}
    claim = game.result.claim
    if state.edition == 1 and len(alone := seats_taken(game.seats, claim)) == 1:
        return {seat: people for seat in alone if (people := _players(state.entries[seat], claim))}
    return who_played(state.entries, game.seats, claim)


def _players(entry: Entry, claim: Claim) -> tuple[str, ...]:
    """The people in an entry's seat, as far as they are known."""
    if (stand_in := claim.stand_in.get(entry.id)) is None:
        return entry.people
    return (stand_in,) if entry.person is not None else ()


def attended(state: Tournament) -> dict[str, tuple[str, ...]]:
    """The people who came in the seats of an entry, or had a bye given by the pairing.

    Only of entries that had a seat or a bye, and where these are not just its own people.
    """
    came: dict[str, dict[str, None]] = defaultdict(dict)
    for closed in state.closed_rounds:
        for entry in closed.byes:
            is_given = closed.terms_of(entry).kind == PAIRING
            came[entry] |= dict.fromkeys(state.entries[entry].people if is_given else ())
        for entry in (entry for table in closed.tables for entry in table.seats):
            came[entry] |= {}
        for entry, people in came_to_tables(state.entries, closed):
            came[entry] |= dict.fromkeys(people)
    return {entry: tuple(people) for entry, people in came.items() if {*people} != {*state.entries[entry].people}}


def came_to_tables(entries: Mapping[str, Entry], round: Round) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The people who came to each game of a round, by the entry in whose seat they did."""
    results = [game.result for table in round.tables for game in table.games if game.result is not None]
    for claim in (result.claim for result in results):
        for seat in seats_taken(list(claim.places), claim):
            stand_in = [person for owner, person in claim.stand_in.items() if owner == seat]
            own = () if stand_in and entries[seat].person is not None else entries[seat].people
            yield seat, (*own, *stand_in)


def everybody(state: Tournament) -> set[str]:
    """All people whom a tournament names: of its entries, who stood in, and who came in a seat."""
    entered = {person for entry in state.entries.values() for person in entry.people}
    results = [game.result for table in state.tables.values() for game in table.games if game.result is not None]
    stood_in = {person for result in results for person in result.claim.stand_in.values()}
    return entered.union(stood_in, *state.attended.values())
