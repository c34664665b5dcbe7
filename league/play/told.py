"""What a table of a file tells, told to its tournament."""

from __future__ import annotations

from games.kernel import N_, Rejected
from league import results
from league.domain.tournament.duels import said_of_two
from league.domain.tournament.reports import Said
from league.domain.tournament.state import Table, Tournament
from league.play import form
from league.services import Work
from league.streams import Stream

def tell(work: Work, tournament: Stream, table: Table, result: form.Result) -> None:
    """Gives the table its result; ids are those of the log. Raises Rejected."""
    if result.commands is not None:
        if not results.play(work, tournament, table.id, result.commands):
            raise Rejected("game_not_finished", N_("After these commands the game is not finished."), field="commands")
    else:
        results.tell(work, tournament, table.id, said(tournament.aggregate.state, table, result))


def said(tournament: Tournament, table: Table, result: form.Result) -> Said:
    """The result as a table would say it."""
    if result.result is not None:
        return said_of_two(table.seats, result.result, tournament.settings.points)
    return Said(
        scores=result.scores, places=result.places, awards=result.awards, absent=result.absent, left=result.left
    )
