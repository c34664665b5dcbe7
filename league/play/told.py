"""What a table of a file tells, told to its tournament."""

from __future__ import annotations

from games.kernel import N_
from league import results
from league.domain.tournament.duels import said_of_two
from league.domain.tournament.reports import Said
from league.domain.tournament.state import Table, Tournament
from league.play import form
from league.play.pointers import Path
from league.play.problems import Places, refused
from league.services import Work
from league.streams import Stream


def tell(work: Work, tournament: Stream, table: Table, result: form.Result, path: Path, places: Places) -> None:
    """Gives the table its result; ids are those of the log. path: where the result stands. Raises PlayProblem."""
    if result.commands is None:
        with places.at(*path):
            results.tell(work, tournament, table.id, said(tournament.aggregate.state, table, result))
        return
    is_finished = False
    for at, command in enumerate(result.commands):
        with places.at(*path, "commands", at):
            is_finished = results.play(work, tournament, table.id, command)
    if not is_finished:
        raise refused((*path, "commands"), "game_not_finished", N_("After these commands the game is not finished."))


def said(tournament: Tournament, table: Table, result: form.Result) -> Said:
    """The result as a table would say it."""
    if result.result is not None:
        return said_of_two(table.seats, result.result, tournament.settings.points)
    return Said(
        scores=result.scores, places=result.places, awards=result.awards, absent=result.absent, left=result.left
    )
