"""Writes on a condition: the thing is still in the version that the writer has seen.

To be called in the transaction of the write, before it: after `idempotency` has looked for a stored response, since the
repeat of a write that was done is no stale one. The thing stays locked until the transaction ends.
"""

from __future__ import annotations

from collections.abc import Collection

from games.kernel import N_
from league.domain.tournament.require import table_of
from league.log import store
from league.models import Table
from league.repository import streams
from league.repository.streams import FIRST, GAME, TOURNAMENT, NoSuchStream, stream_of

STALE = N_("This has changed meanwhile. Look at it again and decide.")


class Stale(Exception):
    """The thing has another version than the writer has seen. version: the newest."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(version)


def require_version(version: int, expected: Collection[int] | None) -> None:
    """Raises Stale unless `version` is one of those expected. None: any version is right."""
    if expected is not None and version not in expected:
        raise Stale(version)


def require_table(table: Table, expected: Collection[int] | None, game: int = FIRST) -> None:
    """Locks a table and raises Stale unless it has one of these versions. game: the one at it whose version counts."""
    if table.round is None:
        store.lock(table.pk)
        return require_version(_game_version(table, game), expected)
    for number in range(1, table.round.games + 1):  # games are locked before their tournament
        store.lock(stream_of(table.pk, number))
    store.lock(table.round.tournament_id)
    with streams.reading(table.club_id, TOURNAMENT, table.round.tournament_id) as stream:
        found, _ = table_of(stream.aggregate.state, str(table.pk))
        version: int = found.version
    return require_version(version + _game_version(table, game), expected)


def _game_version(table: Table, game: int) -> int:
    """The version of a game at the table; 0 before the start of its round."""
    try:
        with streams.reading(table.club_id, GAME, stream_of(table.pk, game)) as stream:
            return stream.match.version
    except NoSuchStream:
        return 0
