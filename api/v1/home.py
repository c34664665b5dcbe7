"""Where things belong: the fields that lead from a thing to its tournament and its club."""

from __future__ import annotations

from uuid import UUID

from games.kernel import Json
from league.models import Announcement, DirectorCall, Entry, Penalty, Round, SignUp, Table, Tournament

OfTournament = Announcement | DirectorCall | Entry | Penalty | Round | SignUp


def home_of(row: OfTournament | Table | Tournament) -> Json:
    """The fields `tournament` and `club`; a table of a friendly game has no tournament."""
    tournament: UUID | None
    match row:
        case Tournament():
            tournament = row.pk
        case Table(round=round):
            tournament = None if round is None else round.tournament_id
        case _:
            tournament = row.tournament_id
    return {"tournament": tournament, "club": row.club_id}
