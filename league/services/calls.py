"""Calls for the director, from a table or from an entry. Both raise what `execution.execute` raises, and Rejected.

A call while the last one is open has no effect; `latest_call` of the tournament's state finds that one.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from msgspec import UNSET
from uuid6 import uuid7

from games.kernel import N_, Rejected
from league.domain.tournament.desk.commands import CallDirector
from league.models import Entry, Table
from league.repository.streams import TOURNAMENT
from league.services import execution
from league.services.execution import Done
from league.services.results import As


def from_table(table: Table, note: str | None, *, actor: str, at: datetime, as_entry: As = UNSET) -> Done:
    """Calls the director to a table. as_entry: who uses the table's link."""
    if table.round is None:
        raise Rejected("no_tournament", N_("Outside of a tournament nobody directs the game at a table."))
    command = CallDirector(call=str(uuid7()), at=at, by=actor, table=str(table.pk), note=note, as_entry=as_entry)
    return _send(table.round.tournament_id, command, table.club_id, actor)


def from_entry(entry: Entry, note: str | None, *, actor: str, at: datetime) -> Done:
    """Calls the director to an entry, wherever it is."""
    command = CallDirector(call=str(uuid7()), at=at, by=actor, entry=str(entry.pk), note=note)
    return _send(entry.tournament_id, command, entry.club_id, actor)


def _send(tournament: UUID, command: CallDirector, club: UUID, actor: str) -> Done:
    return execution.execute(TOURNAMENT, tournament, command, club=club, actor=actor, at=command.at)
