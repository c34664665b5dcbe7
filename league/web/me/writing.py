"""What somebody sends from their page: "I am here", "I leave after this round", and what takes these back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import QueryDict

from games.kernel import N_, Command, Rejected
from league.domain.tournament.entries.commands import CheckIn, Drop, Return, WithdrawCheckIn
from league.models import Entry, Table
from league.repository.streams import TOURNAMENT
from league.services import calls, execution, preconditions, results
from league.services.preconditions import Stale
from league.web import once
from league.web.me.reading import MyPage
from league.web.pages import present
from league.web.tags import moment

LONGEST_NUMBER = 12
NO_TABLE = N_("You have no table now. Look at the page again.")


def do(page: MyPage, what: str, data: QueryDict) -> None:
    """Does one of `ACTIONS`, once for each form shown. Raises Rejected, also for what the page does not offer."""
    once.run(page.who.actor, data, lambda: ACTIONS[what](page, data), waits_for=page.row.pk)


def _send(page: MyPage, command: Command) -> None:
    row = page.row
    execution.execute(TOURNAMENT, row.pk, command, club=row.club_id, actor=page.who.actor, at=present())


def _here(page: MyPage, _data: QueryDict) -> None:
    _send(page, CheckIn(page.entry, at=present(), by=page.who.actor))


def _leave(page: MyPage, _data: QueryDict) -> None:
    """After the open round, or at once where none is open."""
    after = page.night.round.number if page.night.is_open and page.night.round else None
    _send(page, Drop(page.entry, after, at=present(), by=page.who.actor))


def _stay(page: MyPage, _data: QueryDict) -> None:
    _send(page, Return(page.entry, at=present(), by=page.who.actor))


def _away(page: MyPage, _data: QueryDict) -> None:
    """Takes "I am here" back."""
    _send(page, WithdrawCheckIn(page.entry, at=present(), by=page.who.actor))


def _call(page: MyPage, _data: QueryDict) -> None:
    """Calls the director to the own table, or to the entry where it has none."""
    table = _own_table(page)
    if table is not None:
        calls.from_table(table, None, actor=page.who.actor, at=present())
    else:
        calls.from_entry(Entry.objects.get(pk=page.entry), None, actor=page.who.actor, at=present())


def _own_table(page: MyPage) -> Table | None:
    own = page.where.table
    return Table.objects.select_related("round").filter(pk=own.id).first() if own else None


def _right(page: MyPage, data: QueryDict) -> None:
    """Confirms the result of the own table as the page showed it; nothing where somebody else just has."""
    if (table := _own_table(page)) is None:
        raise Rejected("no_table", NO_TABLE)
    try:
        preconditions.require(preconditions.version_of(table), [_number(data.get("seen", ""))])
    except Stale:
        if _is_confirmed(page, data):
            return
        raise Rejected("stale", preconditions.STALE) from None
    results.confirm(table, by_staff=False, actor=page.who.actor, at=present())


def _is_confirmed(page: MyPage, data: QueryDict) -> bool:
    """Whether the result that the page showed is confirmed by now."""
    at, own = page.facts.result_at, page.where.table
    return bool(own and own.state == "confirmed" and at and data.get("result") == moment(at))


def _number(text: str) -> int:
    """A version as a form sends it; -1, which no table has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER else -1


ACTIONS: Mapping[str, Callable[[MyPage, QueryDict], None]] = {
    "here": _here,
    "away": _away,
    "call": _call,
    "leave": _leave,
    "stay": _stay,
    "right": _right,
}
