"""The closed rounds of a tournament, as formats see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from league.domain.seating.problem import PastRound, PastTable
from league.domain.tournament.results.scores import RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament


def past_round_of(found: Round, score: RoundScore | None = None) -> PastRound:
    """A round as formats see it. score: what it would be closed with; None: as it was closed."""
    scored = score or found.score or RoundScore()
    still_in = None if found.knockout is None else found.knockout.still_in
    return PastRound(found.number, tuple(_sat(scored, table) for table in found.tables), _pairing_byes(found), still_in)


def _pairing_byes(found: Round) -> tuple[str, ...]:
    return tuple(entry for entry in found.byes if found.terms_of(entry).kind == "pairing")


def _sat(score: RoundScore, table: Table) -> PastTable:
    places, level = score.places, score.level.get(table.id, table.level)
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
        is_small_final=table.is_small_final,
        level=((), ()) if level is None else (level.on, level.out),
    )


def byes_had(state: Tournament) -> Mapping[str, int]:
    """Byes that the pairing has given to each entry; those of a knockout, in which they are no burden, in edition 1."""
    rounds = [
        found
        for found in state.closed_rounds
        if state.edition == 1 or state.settings_in_round(found.number).knockout is None
    ]
    return Counter(entry for found in rounds for entry in _pairing_byes(found))
