"""What a table of a file tells, told to its tournament."""

from __future__ import annotations

from games.kernel import N_, Rejected
from league import results
from league.domain.tournament.reports import Said
from league.domain.tournament.state import Table
from league.play import form
from league.services import Work
from league.streams import Stream

PLAYED = {
    "1-0": (1, 2),
    "0-1": (2, 1),
    "½-½": (1, 1),
    "1/2-1/2": (1, 1),
    "+/-": (1, 2),
    "-/+": (2, 1),
}
ABSENT = {"+/-": 1, "-/+": 0}


def tell(work: Work, tournament: Stream, table: Table, result: form.Result) -> None:
    """Gives the table its result; ids are those of the log. Raises Rejected."""
    if result.commands is not None:
        if not results.play(work, tournament, table.id, result.commands):
            raise Rejected("game_not_finished", N_("After these commands the game is not finished."), field="commands")
    else:
        results.tell(work, tournament, table.id, said(table, result))


def said(table: Table, result: form.Result) -> Said:
    """The result as a table would say it."""
    if result.result is None:
        return Said(
            scores=result.scores, places=result.places, awards=result.awards, absent=result.absent, left=result.left
        )
    if result.result not in PLAYED:
        raise Rejected(
            "not_supported", N_("This release does not offer this: {what}."), {"what": result.result}, "result"
        )
    places = dict(zip(table.seats, PLAYED[result.result], strict=True))
    absent = ABSENT.get(result.result)
    if absent is None:
        return Said(places=places)
    away = table.seats[absent]
    return Said(places={entry: place for entry, place in places.items() if entry != away}, absent=(away,))
