"""The rows of `models.inline`, written in the transaction of the events that they follow from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

from django.db.models import Model, QuerySet

from games.kernel import Event
from league.domain.season.state import Season as SeasonState
from league.domain.tournament.clocks.events import ClockExpired
from league.domain.tournament.events import TournamentChanged
from league.domain.tournament.results.events import ResultConfirmed, ResultDisputed, ResultRecorded
from league.domain.tournament.rounds.events import RoundStarted
from league.domain.tournament.rounds.state import Round as RoundState
from league.domain.tournament.state import Tournament as TournamentState
from league.domain.tournament.view import entry_state
from league.models import (
    Announcement,
    DirectorCall,
    Entry,
    FinalEntries,
    GoneTable,
    Penalty,
    Round,
    Season,
    Standings,
    Table,
    TableGame,
    Tournament,
    codes,
)
from league.models.inline import Derived
from league.projections import standings
from league.repository.streams import GAME, SEASON, TOURNAMENT, Stream, stream_of

BATCH = 500
OVER = ("closed", "cancelled")
FROM_TABLES = (ResultRecorded, ResultConfirmed, ResultDisputed)
"""The events that tables send, all of a round at once. They take no round and no table away."""


class Versioned(Protocol):
    """A thing with the version of the stream at the latest event about it."""

    version: int


def write_all(streams: Sequence[Stream]) -> None:
    """Writes the rows of everything that has changed since the stored versions of the streams."""
    games = [stream for stream in streams if stream.kind == GAME]
    others = [stream for stream in streams if stream.kind != GAME]
    _clocks([stream for stream in others if _is_of_clocks(stream)])
    for stream in others:
        if not _is_of_clocks(stream):
            write(stream)
    if len(games) > 1:
        _games(games)
    else:
        for game in games:
            write(game)


def write(stream: Stream) -> None:
    """Writes the rows of everything that has changed since the stored version of the stream."""
    {TOURNAMENT: _tournament, SEASON: _season, GAME: _game}[stream.kind](stream)


def _new_events(stream: Stream) -> Sequence[Event]:
    return stream.aggregate.events[stream.stored :]


def _save(model: type[Model], rows: Iterable[Model], *, but: Sequence[str] = ()) -> None:
    """Inserts or updates rows in one query. but: fields that keep their values."""
    fields = [field.name for field in model._meta.concrete_fields if not field.primary_key and field.name not in but]
    model._default_manager.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=fields)


def _is_of_clocks(stream: Stream) -> bool:
    """Whether nothing has happened but that clocks ran out, which is all that a sweep appends to most tournaments."""
    return (
        stream.kind == TOURNAMENT
        and stream.stored > 0
        and all(isinstance(event, ClockExpired) for event in _new_events(stream))
    )


def _clocks(streams: Sequence[Stream]) -> None:
    """The rows of tournaments whose clocks have run out, in few queries for all of them."""
    if not streams:
        return
    states = {stream.id: stream.aggregate.state for stream in streams}
    changed = {stream.id: _changed_rounds(stream, states[stream.id]) for stream in streams}
    _save(Tournament, [_tournament_row(stream, states[stream.id]) for stream in streams])
    _save(Round, [_round(stream, states[stream.id], found) for stream in streams for found in changed[stream.id]])
    _save(Table, [row for stream in streams for row in _table_rows(stream, changed[stream.id])], but=["game_version"])
    for stream in streams:
        _more_games(stream, changed[stream.id])


def _tournament(stream: Stream) -> None:
    state: TournamentState = stream.aggregate.state
    if state.is_removed:
        Tournament.objects.filter(pk=stream.id).delete()
        return
    _save(Tournament, [_tournament_row(stream, state)])
    changed = any(isinstance(event, TournamentChanged) for event in _new_events(stream))
    if stream.stored == 0 or changed:
        codes.fit(stream.club, stream.id, is_link=state.settings.visible_to == "link")
    _entries(stream, state)
    _items(stream, Penalty, state.penalties)
    _items(stream, DirectorCall, state.calls)
    _items(stream, Announcement, state.announcements)
    _rounds(stream, state)
    _standings(stream, state)


def _tournament_row(stream: Stream, state: TournamentState) -> Tournament:
    return Tournament(
        id=stream.id,
        club_id=stream.club,
        version=stream.aggregate.version,
        name=state.settings.name,
        state=state.state,
        game=state.settings.game,
        starts_at=state.settings.starts_at,
        visibility=state.settings.visible_to,
        standings_shown=state.settings.shown_standings,
    )


def _entries(stream: Stream, state: TournamentState) -> None:
    """The entries that have changed; with the close of a round also those that leave after one."""
    has_closed = any(found.state == "closed" and found.version > stream.stored for found in state.rounds)
    _save(
        Entry,
        [
            Entry(
                id=UUID(entry.id),
                club_id=stream.club,
                version=entry.version,
                tournament_id=stream.id,
                person_id=UUID(entry.person) if entry.person else None,
                state=entry_state(state, entry),
            )
            for entry in state.entries.values()
            if entry.version > stream.stored or (has_closed and entry.dropped_after is not None)
        ],
        but=["team"],
    )


def _items(stream: Stream, model: type[Derived], items: Mapping[str, Versioned]) -> None:
    """The rows of things of a tournament that have changed. items: all of them by id."""
    ids = {"club_id": stream.club, "tournament_id": stream.id}
    changed = {id: item.version for id, item in items.items() if item.version > stream.stored}
    _save(model, [model(id=UUID(id), version=version, **ids) for id, version in changed.items()])


def _rounds(stream: Stream, state: TournamentState) -> None:
    rounds, changed = [*state.rounds, *state.cancelled], _changed_rounds(stream, state)
    _save(Round, [_round(stream, state, found) for found in changed])
    _save(Table, _table_rows(stream, changed), but=["game_version"])
    if not all(isinstance(event, FROM_TABLES) for event in _new_events(stream)):
        _only(Round.objects.filter(tournament=stream.id), [found.id for found in rounds])
        for found in changed:
            _only(Table.objects.filter(round=UUID(found.id)), [table.id for table in found.tables])
        _gone_tables(stream, state)
    _more_games(stream, changed)
    if state.state in OVER:
        Round.objects.filter(tournament=stream.id).update(due_at=None)


def _changed_rounds(stream: Stream, state: TournamentState) -> list[RoundState]:
    return [found for found in (*state.rounds, *state.cancelled) if found.version > stream.stored]


def _table_rows(stream: Stream, rounds: Sequence[RoundState]) -> list[Table]:
    """The tables of these rounds that have changed."""
    return [
        Table(
            id=UUID(table.id),
            club_id=stream.club,
            version=table.version,
            round_id=UUID(found.id),
            number=table.number,
            game=stream.aggregate.state.game_of(found).game,
            by_hand=table.is_reported_by_hand,
        )
        for found in rounds
        for table in found.tables
        if table.version > stream.stored
    ]


def _only(rows: QuerySet[Any], ids: Sequence[str]) -> None:
    """Deletes the rows that are not of these ids, all of which have one: most commands delete none."""
    if rows.count() > len(ids):
        rows.exclude(pk__in=map(UUID, ids)).delete()


def _more_games(stream: Stream, rounds: Sequence[RoundState]) -> None:
    """The further games of tables that play several."""
    tables = [table for found in rounds for table in found.tables if table.more and table.version > stream.stored]
    rows = [
        TableGame(
            id=stream_of(table.id, game.game),
            club_id=stream.club,
            version=table.version,
            table_id=UUID(table.id),
            number=game.game,
            by_hand=game.is_reported_by_hand,
        )
        for table in tables
        for game in table.more
    ]
    if rows:
        _save(TableGame, rows, but=["game_version"])


def _gone_tables(stream: Stream, state: TournamentState) -> None:
    """The tables that are gone; few tournaments have any, and none comes back."""
    if state.gone:
        rows = [GoneTable(id=UUID(id), club_id=stream.club, tournament_id=stream.id) for id in state.gone]
        GoneTable.objects.bulk_create(rows, ignore_conflicts=True)


def _standings(stream: Stream, state: TournamentState) -> None:
    """The standings and what seasons read, where the events above the stored version have moved them."""
    if not state.closed_rounds:
        return
    begun = any(isinstance(event, RoundStarted) for event in _new_events(stream))
    if begun or state.moved_at > stream.stored:
        is_running = any(found.state == "running" for found in state.rounds)
        _put(Standings, stream.id, None if is_running else standings.standings_row(stream))
        _put(FinalEntries, stream.id, standings.final_row(stream))


def _put(model: type[Model], tournament: UUID, row: Model | None) -> None:
    if row is None:
        model._default_manager.filter(pk=tournament).delete()
    else:
        row.save()


def _round(stream: Stream, state: TournamentState, found: RoundState) -> Round:
    return Round(
        id=UUID(found.id),
        club_id=stream.club,
        version=found.version,
        tournament_id=stream.id,
        number=found.number,
        state=found.state,
        games=found.games,
        due_at=found.due_at if found.state == "running" else None,
    )


def _game(stream: Stream) -> None:
    match = stream.match
    row = {"game": match.game.slug, "game_version": match.version}
    if Table.objects.filter(pk=stream.id).update(**row):
        return
    if not TableGame.objects.filter(pk=stream.id).update(game_version=match.version):
        Table.objects.create(id=stream.id, club_id=stream.club, number=1, **row)


def _games(streams: Sequence[Stream]) -> None:
    """As `_game`, of many games, all of them at tables that have their rows."""
    versions = {stream.id: stream.match.version for stream in streams}
    models: tuple[Any, ...] = (Table, TableGame)
    for model in models:
        found = list(model._default_manager.filter(pk__in=versions).only("pk"))
        for row in found:
            row.game_version = versions[row.pk]
        model._default_manager.bulk_update(found, ["game_version"], batch_size=BATCH)


def _season(stream: Stream) -> None:
    state: SeasonState = stream.aggregate.state
    if state.is_removed:
        for season in Season.objects.select_for_update().filter(pk=stream.id):  # no follower writes its rows meanwhile
            season.delete()
        return
    _save(Season, [Season(id=stream.id, club_id=stream.club, version=stream.aggregate.version, name=state.name)])
    named = [UUID(event.tournament) for event in state.events.values() if event.tournament]
    Season.objects.get(pk=stream.id).tournaments.set(Tournament.objects.filter(pk__in=named))
