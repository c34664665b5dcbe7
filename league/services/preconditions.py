"""Writes on a condition: the thing is still in the version that the writer has seen.

To be called in the transaction of the write, before it: after `idempotency` has looked for a stored response, since the
repeat of a write that was done is no stale one. The thing stays locked until the transaction ends.

| thing | its version | its lock |
| --- | --- | --- |
| tournament, season | of its stream | of the stream |
| entry, penalty, call, announcement | of the tournament's stream at the last event about it | of the tournament |
| round | the same | of the round, of its games, of the tournament |
| table | the same, plus the version of its game | of its games, of the tournament |
| sign-up | its column | of the tournament |
| club, person, member, user, webhook | its column | of the row |
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import F, Model

from games.kernel import N_
from league.domain.tournament.require import table_of
from league.log import store
from league.models import Club, Round, Season, SignUp, Table, Tournament, User
from league.models.inline import Derived
from league.repository import streams
from league.repository.streams import FIRST, GAME, TOURNAMENT, NoSuchStream, stream_of

STALE = N_("Someone else changed this first. Check it and try again.")


class Stale(Exception):
    """The thing has another version than the writer has seen. version: the newest."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(version)


def require(version: int, expected: Collection[int]) -> None:
    """Raises Stale unless `version` is one of those expected."""
    if version not in expected:
        raise Stale(version)


def version_of(thing: Model, game: int = FIRST) -> int:
    """Locks a thing and returns its newest version, as its GET shows it. Raises NoSuchStream where it is gone.

    game: of a table, the one whose version counts.
    """
    if isinstance(thing, Table):
        return _table_version(thing, game)
    rows = type(thing)._default_manager.filter(pk=thing.pk).order_by()
    if isinstance(thing, Derived | SignUp):
        _lock(thing)
    else:
        rows = rows.select_for_update(no_key=True)
    version: int | None = rows.values_list("version", flat=True).first()
    if version is None:
        raise NoSuchStream(type(thing).__name__, thing.pk)
    return version


def raise_version(model: type[Club | User], id: UUID) -> None:
    """Raises the version of a row that lists something which has changed."""
    model._default_manager.filter(pk=id).update(version=F("version") + 1)


def _lock(thing: Any) -> None:
    """Locks the streams of a thing, in the order in which every command takes them."""
    if isinstance(thing, Tournament | Season):
        return store.lock(thing.pk)
    if isinstance(thing, Round) and thing.state == "running":
        store.lock(thing.pk)
        for table in thing.tables.order_by("id"):
            _lock_games(table, thing)
    return store.lock(thing.tournament_id)


def _lock_games(table: Table, round: Round) -> None:
    for number in range(1, round.games + 1):
        store.lock(stream_of(table.pk, number))


def _table_version(table: Table, game: int) -> int:
    if table.round is None:
        store.lock(table.pk)
        return _game_version(table, game)
    _lock_games(table, table.round)  # before their tournament
    store.lock(table.round.tournament_id)
    with streams.reading(table.club_id, TOURNAMENT, table.round.tournament_id) as stream:
        found, _ = table_of(stream.aggregate.state, str(table.pk))
        version: int = found.version
    return version + _game_version(table, game)


def _game_version(table: Table, game: int) -> int:
    """The version of a game at the table; 0 before the start of its round."""
    try:
        with streams.reading(table.club_id, GAME, stream_of(table.pk, game)) as stream:
            return stream.match.version
    except NoSuchStream:
        return 0
