"""What somebody sends from their page: "I am here", "I leave after this round", and what takes these back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

from django.http import QueryDict

from games.kernel import Command
from league.domain.tournament.entries.commands import CheckIn, Drop, Return
from league.repository.streams import TOURNAMENT
from league.services import execution
from league.web import once
from league.web.me.reading import MyPage
from league.web.pages import present


def _leave(page: MyPage) -> Command:
    """After the open round, or at once where none is open."""
    return Drop(page.entry, page.night.round.number if page.night.is_open and page.night.round else None)


COMMANDS: Mapping[str, Callable[[MyPage], Command]] = {
    "here": lambda page: CheckIn(page.entry),
    "leave": _leave,
    "stay": lambda page: Return(page.entry),
}


def do(page: MyPage, what: str, data: QueryDict) -> None:
    """Does one of `COMMANDS`, once for each form shown. Raises Rejected, also for what the page does not offer."""
    command, row = COMMANDS[what](page), page.row

    def run() -> None:
        execution.execute(TOURNAMENT, UUID(str(row.pk)), command, club=row.club_id, actor=page.who.actor, at=present())

    once.run(page.who.actor, data, run, waits_for=row.pk)
