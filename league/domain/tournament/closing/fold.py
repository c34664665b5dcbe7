"""Folds the events that end or reopen a round or a tournament."""

from __future__ import annotations

from msgspec import UNSET

from league.domain.tournament.closing import events as e
from league.domain.tournament.closing.state import Edition, PastSeed, Reopening
from league.domain.tournament.folding import changed_round_and_tables, folds, mark_moved, remove_clocks
from league.domain.tournament.results.scores import GameScore, RoundScore
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact


@folds(e.RoundClosed)
def _round_closed(state: Tournament, event: e.RoundClosed) -> None:
    round = changed_round_and_tables(state, event.round)
    round.state = "closed"
    remove_clocks(round)
    mark_moved(state)
    for entry in state.entries.values():
        if entry.dropped_after == round.number:
            entry.version = state.version
    score = RoundScore(scheme=state.settings_in_round(round.number).points)
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
    score.level = {} if event.level is UNSET else {match.table: match for match in event.level}
    round.score = score


@folds(e.TournamentClosed)
def _closed(state: Tournament, event: e.TournamentClosed) -> None:
    state.state, state.final, state.editions = "closed", event.standings, event.edition
    state.attended = {} if event.attended is UNSET else event.attended
    if state.reopened is not None:
        state.revised = Edition(event.edition, event.at or state.reopened.at, state.reopened.reason)
    mark_moved(state)


@folds(e.TournamentReopened)
def _reopened(state: Tournament, event: e.TournamentReopened) -> None:
    state.past_seeds = (*state.past_seeds, PastSeed(state.secret, state.seed_hash, len(state.rounds)))
    state.secret, state.seed_hash = event.secret, event.seed_hash
    state.state, state.final, state.revised, state.attended = "running", None, None, {}
    state.reopened = Reopening(event.at, event.reason)
    mark_moved(state)


@folds(e.StandingsRevised)
def _revised(state: Tournament, event: e.StandingsRevised) -> None:
    state.final, state.editions = event.standings, event.edition
    state.attended = {} if event.attended is UNSET else event.attended
    state.revised = Edition(event.edition, event.at, event.reason)
    mark_moved(state)


@folds(e.TournamentCancelled)
def _cancelled(state: Tournament, event: e.TournamentCancelled) -> None:
    state.state = "cancelled"
    if state.open_round is not None:
        remove_clocks(changed_round_and_tables(state, state.open_round.id))


@folds(e.TournamentRemoved)
def _removed(state: Tournament, event: e.TournamentRemoved) -> None:
    state.is_removed = True
