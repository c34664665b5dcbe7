"""Folds the events of a tournament into its state. It holds no rules, and nothing here fails."""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel import Event
from league.domain.tournament import events as e
from league.domain.tournament.clocks import fold as clocks
from league.domain.tournament.closing import fold as closing
from league.domain.tournament.desk import fold as desk
from league.domain.tournament.entries import fold as entries
from league.domain.tournament.folding import FOLDS, SEATED_BY, Fold, changed_round_and_tables, folds, mark_moved
from league.domain.tournament.results import fold as results
from league.domain.tournament.rounds import fold as rounds
from league.domain.tournament.stages import fold as stages
from league.domain.tournament.state import Tournament

TOPICS = (clocks, closing, desk, entries, results, rounds, stages)
"""The modules that fold the other events. Importing them registers their folds."""


@folds(e.TournamentCreated)
def _created(state: Tournament, event: e.TournamentCreated) -> None:
    state.settings, state.club = event.settings, event.club
    state.secret, state.seed_hash = event.secret, event.seed_hash
    state.lot_secret = event.secret


@folds(e.TournamentChanged)
def _changed(state: Tournament, event: e.TournamentChanged) -> None:
    before, state.settings = state.settings, event.settings
    if any(getattr(before, name) != getattr(event.settings, name) for name in SEATED_BY):
        mark_moved(state)
    if before.points != event.settings.points and state.open_round is not None:
        changed_round_and_tables(state, state.open_round.id)


EVOLVE: Mapping[type[Event], Fold] = FOLDS
