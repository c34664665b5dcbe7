"""Commands to the game at a table. A game that ends by them is its table's result (`policies`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import UNSET

from games.kernel import Json
from league.access.roles import TABLE_COMMANDS
from league.domain.tournament.require import table_of
from league.domain.tournament.results.senders import Sender, require_sender
from league.models import LinkKind, Table
from league.repository import streams
from league.repository.streams import FIRST, GAME, TOURNAMENT, Stream, stream_of
from league.services import execution
from league.services.execution import Done, Work
from league.services.results import As


def send(
    table: Table, commands: Sequence[Json], *, actor: str, at: datetime, game: int = FIRST, as_entry: As = UNSET
) -> Done:
    """Sends commands to a game at a table, all or nothing. as_entry: who uses the table's link.

    Raises what `execution.execute` raises, and Rejected.
    """
    id = stream_of(table.pk, game)

    def run(work: Work) -> Stream:
        work.as_entry = as_entry
        stream = work.stream(GAME, id)
        if as_entry or (actor.startswith(LinkKind.TABLE) and any(map(_reports, commands))):
            _require_sender(table, Sender(actor, as_entry))
        work.send(stream, commands)
        return stream

    return execution.commit(run, waits_for=id, club=table.club_id, actor=actor, at=at)


def _reports(command: Json) -> bool:
    """Whether a command says how the game goes."""
    return command.get("type") not in TABLE_COMMANDS


def _require_sender(table: Table, sender: Sender) -> None:
    if table.round is None:
        return
    with streams.reading(table.club_id, TOURNAMENT, table.round.tournament_id) as stream:
        state = stream.aggregate.state
        require_sender(state, table_of(state, str(table.pk))[0], sender)
