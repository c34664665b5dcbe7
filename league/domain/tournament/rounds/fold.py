"""Folds the events of a round up to its start."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec import UNSET, UnsetType

from league.domain.tournament.folding import (
    changed_entry,
    changed_round,
    changed_round_and_tables,
    folds,
    mark_moved,
    remove_clocks,
)
from league.domain.tournament.rounds import events as e
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament


@folds(e.EntriesKeptApart)
def _kept_apart(state: Tournament, event: e.EntriesKeptApart) -> None:
    state.separation_groups = event.groups


@folds(e.SeasonCounted)
def _season_counted(state: Tournament, event: e.SeasonCounted) -> None:
    state.counted = event.counts


@folds(e.RotationPlanned)
def _rotation_planned(state: Tournament, event: e.RotationPlanned) -> None:
    state.rotation = event.plan


@folds(e.RoundSeated)
def _seated(state: Tournament, event: e.RoundSeated) -> None:
    _remove_draft(state)
    knockout = None if event.knockout is UNSET else event.knockout
    tables = [
        Table(
            table.id,
            event.round,
            table.number,
            table.area,
            table.seats,
            state.version,
            is_small_final=knockout is not None and table.id in knockout.small_finals,
        )
        for table in event.tables
    ]
    draft = Round(
        event.round,
        event.number,
        event.attempt,
        event.based_on,
        tables,
        event.byes,
        event.cost,
        state.version,
        event.given,
        event.game,
        event.bye_terms,
        by_hand=event.given,
        edition=event.edition,
        games=1 if event.games is UNSET else event.games,
        knockout=knockout,
    )
    state.rounds.append(draft)
    state.tables.update((table.id, table) for table in tables)
    state.attempts[event.number] = event.attempt


@folds(e.DraftChanged)
def _draft_changed(state: Tournament, event: e.DraftChanged) -> None:
    draft = changed_round(state, event.round)
    draft.byes, draft.cost, draft.by_hand = event.byes, event.cost, True
    _replaced(draft, event.replaced)
    for now in event.tables:
        table = state.tables[now.id]
        table.seats, table.version = now.seats, state.version


def _replaced(round: Round, pairs: tuple[tuple[str, str], ...] | UnsetType) -> None:
    if round.knockout is not None and pairs is not UNSET:
        round.knockout = round.knockout.with_replaced(pairs)


@folds(e.DraftDiscarded)
def _discarded(state: Tournament, event: e.DraftDiscarded) -> None:
    _remove_draft(state)


def _remove_draft(state: Tournament) -> None:
    if state.draft is not None:
        for table in state.rounds.pop().tables:
            del state.tables[table.id]


@folds(e.RoundDiscarded)
def _published_discarded(state: Tournament, event: e.RoundDiscarded) -> None:
    for table in _removed(state, event.joined).tables:
        state.gone[table.id] = state.tables.pop(table.id).number


@folds(e.RoundCancelled)
def _cancelled(state: Tournament, event: e.RoundCancelled) -> None:
    changed_round_and_tables(state, event.round)
    round = _removed(state, event.joined)
    round.state = "cancelled"
    remove_clocks(round)
    state.cancelled.append(round)
    mark_moved(state)


def _removed(state: Tournament, joined: Iterable[str]) -> Round:
    """Takes the open round, the last, out of those that count. joined: entries that play from its number on."""
    round = state.rounds.pop()
    for entry in joined:
        changed_entry(state, entry).from_round = round.number
    return round


@folds(e.RoundPublished)
def _published(state: Tournament, event: e.RoundPublished) -> None:
    changed_round(state, event.round).state = "published"


@folds(e.RoundRepaired)
def _repaired(state: Tournament, event: e.RoundRepaired) -> None:
    round = changed_round(state, event.round)
    round.byes, round.cost, round.repairs = event.byes, event.cost, round.repairs + 1
    round.by_hand = True
    _replaced(round, event.replaced)
    small_finals = [table.number for table in round.tables if table.is_small_final]
    for now in event.tables:
        before = [now.id, *(gone.id for gone in event.gone if gone.into == now.id)]
        longest = max((state.tables[id] for id in before if id in state.tables), key=lambda table: table.extra_seconds)
        seated = Table(now.id, round.id, now.number, now.area, now.seats, state.version)
        is_small_final = now.number in small_finals
        seated = replace(
            seated, extra_seconds=longest.extra_seconds, clock=longest.clock, is_small_final=is_small_final
        )
        state.tables[now.id] = seated.with_games(round.games) if round.state == "running" else seated
    for gone in event.gone:
        del state.tables[gone.id]
        state.gone[gone.id], state.moved_to[gone.id] = gone.number, gone.into
    round.tables = sorted(
        (table for table in state.tables.values() if table.round == event.round), key=lambda table: table.number
    )
    for entry in event.joined:
        changed_entry(state, entry).from_round = round.number
