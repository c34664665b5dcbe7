"""Folds the events of a tournament into its state. No rule stands here, and nothing here fails."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from games.kernel import Event
from league.domain.values.numbers import exact
from league.domain.standings.round_scores import GameScore, RoundScore
from league.domain.tournament import events as e
from league.domain.tournament.clocks import fold as fold_clocks
from league.domain.tournament.stages import fold as fold_parts
from league.domain.tournament.results import fold as fold_results
from league.domain.tournament.rounds import fold as fold_seatings
from league.domain.tournament.folding import (
    FOLDS,
    SEATED_BY,
    Fold,
    folds,
    moved,
    off,
    touched,
    whole_round,
)
from league.domain.tournament.state import (
    Entry,
    Tournament,
)

OTHERS = (fold_clocks, fold_parts, fold_results, fold_seatings)
"""The modules that fold the other events: loaded, they have entered themselves."""


@folds(e.TournamentCreated)
def _created(state: Tournament, event: e.TournamentCreated) -> None:
    state.settings, state.club = event.settings, event.club
    state.secret, state.seed_hash = event.secret, event.seed_hash
    state.lot_secret = event.secret


@folds(e.TournamentChanged)
def _changed(state: Tournament, event: e.TournamentChanged) -> None:
    before, state.settings = state.settings, event.settings
    if any(getattr(before, name) != getattr(event.settings, name) for name in SEATED_BY):
        moved(state)
    if before.points != event.settings.points and state.open_round is not None:
        whole_round(state, state.open_round.id)


@folds(e.EntryRegistered)
def _registered(state: Tournament, event: e.EntryRegistered) -> None:
    entry = Entry(event.entry, event.person, event.members, event.from_round, state.version, event.rating)
    state.entries[entry.id] = entry
    for person in entry.people:
        state.entry_of[person] = entry.id


@folds(e.EntryCheckedIn)
def _checked_in(state: Tournament, event: e.EntryCheckedIn) -> None:
    touched(state, event.entry).checked_in = True


@folds(e.EntryDropped)
def _dropped(state: Tournament, event: e.EntryDropped) -> None:
    entry = touched(state, event.entry)
    entry.left, entry.dropped_after = event.at_once, event.after_round


@folds(e.EntryReturned)
def _returned(state: Tournament, event: e.EntryReturned) -> None:
    entry = touched(state, event.entry)
    entry.checked_in, entry.left, entry.dropped_after = True, False, None


@folds(e.RoundClosed)
def _round_closed(state: Tournament, event: e.RoundClosed) -> None:
    found = whole_round(state, event.round)
    found.state = "closed"
    off(found)
    moved(state)
    for entry in state.entries.values():
        if entry.dropped_after == found.number:
            entry.version = state.version
    score = RoundScore(scheme=state.held_in(found.number).points)
    for table in event.tables:
        score.places.update(table.places)
        score.points.update((entry, exact(points)) for entry, points in table.points.items())
        if table.games is not UNSET:
            score.games[table.table] = {
                number: GameScore(game.places, {entry: exact(points) for entry, points in game.points.items()})
                for number, game in enumerate(table.games, 1)
            }
    score.byes = {entry: exact(points) for entry, points in event.byes.items()}
    score.missed = {entry: exact(points) for entry, points in event.missed.items()}
    found.score = score


EVOLVE: Mapping[type[Event], Fold] = {event: FOLDS[event] for event in e.EVENTS}
