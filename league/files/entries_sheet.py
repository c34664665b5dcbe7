"""The entries of a tournament as bodies of the API, and as rows for a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from games.kernel import Json
from league.access.audience import Audience
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.view import entry_view
from league.files import tournament_sheets
from league.files.spreadsheet import Rows
from league.models import Entry, Tournament
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT


def entry_shown(row: Entry, state: State, called: Mapping[str, str]) -> Json:
    """Return an entry's body. called: the names of the tournament's entries, by id."""
    id = str(row.id)
    home = {"tournament": row.tournament_id, "club": row.club_id}
    return {**entry_view(state, state.entries[id]), **home, "team": _team(row, called[id]), "name": called[id]}


def _team(row: Entry, called: str) -> str | None:
    """The name of a team, without what distinguishes it from others; None for a person."""
    if not row.team:
        return None
    return row.team if called.startswith(row.team) else called


def as_they_stand(tournament: Tournament, rows: Sequence[Entry], audience: Audience) -> list[Json]:
    """Return the bodies of entries of one tournament, read from the log. Raises NoSuchStream."""
    called = names.of_entries(tournament.id, audience)
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.id) as stream:
        return [entry_shown(row, stream.aggregate.state, called) for row in rows]


def sheet(tournament: Tournament, rows: Sequence[Entry], audience: Audience) -> Rows:
    """Return entries of one tournament as rows for a spreadsheet. Raises NoSuchStream."""
    entries = as_they_stand(tournament, rows, audience)
    members = names.of_people({UUID(member) for entry in entries for member in entry["members"]}, audience)
    return tournament_sheets.entries_sheet(entries, members)
