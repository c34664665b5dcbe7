"""Nobody plays twice in a round: not in two seats, nor in a seat of their own and in somebody else's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import N_, Rejected
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament


def require_seated_once(state: Tournament, table: Table, claim: Claim) -> None:
    """Refuses a stand-in who has a seat in the round, alone or in a team, or who stands in for another seat too."""
    round = state.round_with(table)
    others = {
        person: owner for other, owner, person in _stand_ins(round) if (other.id, other.game) != (table.id, table.game)
    }
    for owner, person in claim.stand_in.items():
        if (entry := state.entry_of.get(person)) is not None and (at := _table_of(round, entry)) is not None:
            facts = {"person": person, "entry": entry, "owner": owner, "number": at.number}
            template = N_("{entry} has a seat at table {number} in this round and can't stand in for {owner} as well.")
            raise Rejected("seated_twice", template, facts, "stand_in")
        if others.get(person, owner) != owner:
            facts = {"person": person, "entry": others[person], "owner": owner}
            template = N_("The person who stands in for {entry} in this round can't stand in for {owner} as well.")
            raise Rejected("seated_twice", template, facts, "stand_in")
        others[person] = owner


def require_not_standing_in(state: Tournament, round: Round, entries: Iterable[str]) -> None:
    """Refuses to seat entries of which somebody has stood in for another in the round."""
    playing = {person: owner for _, owner, person in _stand_ins(round)}
    for entry in entries:
        if owner := next((playing[person] for person in state.entries[entry].people if person in playing), None):
            facts = {"entry": entry, "owner": owner, "number": round.number}
            template = N_("{entry} stands in for {owner} in round {number} and can't have another seat in it.")
            raise Rejected("seated_twice", template, facts, "entry")


def _stand_ins(round: Round) -> Iterator[tuple[Table, str, str]]:
    """The game, the owner of the seat, and the person, of each stand-in reported in the round."""
    for table in round.tables:
        for game in table.games:
            if game.result is not None:
                for owner, person in game.result.claim.stand_in.items():
                    yield game, owner, person


def _table_of(round: Round, entry: str) -> Table | None:
    return next((table for table in round.tables if entry in table.seats), None)
