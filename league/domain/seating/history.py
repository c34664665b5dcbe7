"""The closed rounds of a tournament, as formats see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from league.domain.seating.problem import PastRound, PastTable
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament


def past_round_of(found: Round) -> PastRound:
    return PastRound(found.number, tuple(_sat(found, table) for table in found.tables), _pairing_byes(found))


def _pairing_byes(found: Round) -> tuple[str, ...]:
    return tuple(entry for entry in found.byes if found.terms_of(entry).kind == "pairing")


def _sat(found: Round, table: Table) -> PastTable:
    places = found.score.places if found.score else {}
    claims = [game.result.claim for game in table.games if game.result is not None]
    absent = [entry for entry in table.seats if claims and all(entry in claim.absent for claim in claims)]
    left = [entry for entry in table.seats if any(entry in claim.left for claim in claims) and entry not in absent]
    return PastTable(
        table.number,
        table.seats,
        table.area,
        {entry: places[entry] for entry in table.seats if entry in places},
        played=not claims or any(len(claim.absent) < len(table.seats) - 1 for claim in claims),
        away=(*absent, *left),
    )


def byes_had(state: Tournament) -> Mapping[str, int]:
    """Byes that the pairing has given to each entry."""
    return Counter(entry for found in state.closed_rounds for entry in _pairing_byes(found))
