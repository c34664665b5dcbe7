"""Which sheet a table is asked for now, as data: the game's own, or scores and places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games import Match
from games.kernel import Json
from games.round_sheet import Answers, RoundSheet
from games.scoresheet.commands import SheetOptions
from league.domain.tournament.results.reports import Report
from league.services.policies import play_of
from league.sheets import plain


@dataclass(frozen=True)
class Asked:
    """A sheet, and how it is sent. report: as the table's result; None: as commands of its game.

    may_be_plain: whether scores and places are another way to report the table. is_single: as of `is_single`.
    """

    sheet: RoundSheet
    report: Callable[[Answers], Report] | None = None
    may_be_plain: bool = False
    is_single: bool = False

    @property
    def is_plain(self) -> bool:
        return self.report is not None


def asked_of(match: Match, *, plainly: bool = False, stand_ins: Sequence[str] = ()) -> Asked | None:
    """The sheet of a game at a table; None where play is dealt: the game itself knows its result.

    plainly: scores and places, also for a game with a sheet of its own. stand_ins: as in `plain.plain_sheet`.
    """
    if play_of(match) == "dealt":
        return None
    seats = list(match.state.players)
    if is_single(match):
        return Asked(
            plain.plain_sheet(seats, before(match, 2).round_sheet(), stand_ins), plain.report_of, is_single=True
        )
    sheet = None if plainly else match.round_sheet()
    if sheet is None:
        return Asked(plain.plain_sheet(seats, None, stand_ins), plain.report_of)
    return Asked(sheet, may_be_plain=True)


def is_single(match: Match) -> bool:
    """Whether the game is a score sheet of one round, which a report of the table fills as well."""
    options = getattr(match.events[0], "options", None)
    return isinstance(options, SheetOptions) and options.rounds == 1


def before(match: Match, number: int) -> Match:
    """The match before the event of that number (from 1), a match of its own."""
    pairs = [(event, match.commands.get(at)) for at, event in enumerate(match.events[: number - 1])]
    return Match.load(match.game.slug, pairs)


def recorded(match: Match) -> list[tuple[int, Json]]:
    """The sheets in force: the number of the event that each begins with, as `amend` takes it, and its command."""
    return [
        (number, match.commands[number - 1])
        for number in match.commands_in_force()
        if match.commands[number - 1]["type"].startswith("record_")
    ]


def of_recorded(match: Match, number: int) -> tuple[RoundSheet, Answers] | None:
    """A sheet in force as it was filled in, to be corrected by an `amend`; None where that event began no sheet."""
    command = dict(recorded(match)).get(number)
    sheet = None if command is None else before(match, number).round_sheet()
    answers = None if sheet is None or command is None else sheet.filled(command)
    return None if sheet is None or answers is None else (sheet, answers)
