"""Who reads the page of a table: by a personal link, by the link of the table, or by none.

All phones at a table share its link, so the page asks once who it is, and the phone remembers it for the tournament in
a cookie that holds no secret.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from msgspec import UNSET

from league.access import cookies
from league.access.audience import Audience
from league.access.links import Found, Holder
from league.access.roles import Caller, caller
from league.models import LinkKind, Tournament
from league.sheets.sending import Sender
from league.web import addresses

ME, SHOWN_TO = "tk-me", "me"
SECONDS = 24 * 3600


@dataclass(frozen=True)
class Reader:
    """Who reads the page. holder: of the link by which they act; None: they only look.

    me: the entry that they are, also where they only look. is_over: whether a link of the table is no longer valid.
    gone: the tables that are gone whose slips this browser has opened. said: who they said to be in this tournament,
    maybe at another table.
    """

    who: Caller
    holder: Holder | None = None
    me: str | None = None
    is_over: bool = False
    gone: tuple[UUID, ...] = ()
    said: str = ""

    @property
    def by_table(self) -> bool:
        """Whether they act by the table's link."""
        return self.holder is not None and self.holder.kind == LinkKind.TABLE

    @property
    def may_act(self) -> bool:
        """Whether they can report, confirm and dispute: it is known who they are."""
        return self.holder is not None and self.me is not None

    def audience(self, seats: Collection[str]) -> Audience:
        """As a reader of names: with a link of the table, or of an entry at it, they also read who else sits there."""
        return self.who.audience if self.who.link is None else self.who.audience.knowing(seats)

    def sender(self, at: datetime) -> Sender:
        """As whom they send."""
        assert self.holder is not None, "only holders of a link send"
        return Sender(self.holder.actor, at, (self.me or UNSET) if self.by_table else UNSET)

    @property
    def actor(self) -> str:
        """Whose repeated requests are answered alike."""
        assert self.holder is not None, "only holders of a link send"
        return f"{self.holder.actor} {self.me or ''}".strip()


def reader_of(
    request: HttpRequest, tournament: Tournament, table: UUID, seats: Collection[str], *, personally: bool = False
) -> Reader:
    """Who reads the page of that table. personally: only personal links act, so they come before what was said.

    A personal link counts unless somebody has said on this phone that they are another at the table. Of several such
    links, as in a family, that of the page counts which was opened last. A form says for whom it was shown.
    """
    found = [one for one in cookies.found_in(request) if one.holder.tournament == tournament.pk]
    said = request.POST.get(SHOWN_TO) or request.COOKIES.get(ME, "")
    remembered = said if said in seats else None
    slip = _slip(found, table)
    mine = {str(one.holder.id): one.holder for one in found if _is_own(one, seats)}
    own = mine.get(said) or next(iter(mine.values()), None)
    is_other = slip is not None and slip.over is None and remembered not in (None, str(own.id) if own else None)
    if own is not None and (personally or not is_other):
        return Reader(_caller(tournament, own), own, str(own.id))
    gone = tuple(one.holder.id for one in found if one.over and one.over.code == "table_gone")
    if slip is None:
        return Reader(caller(request.user, tournament.club), None, remembered, gone=gone, said=said)
    if slip.over is not None:
        return Reader(_caller(tournament, slip.holder), None, remembered, is_over=True)
    return Reader(_caller(tournament, slip.holder), slip.holder, remembered, said=said)


def _slip(found: Sequence[Found], table: UUID) -> Found | None:
    """The table's link, unless it was withdrawn."""
    links = (one for one in found if (one.holder.kind, one.holder.id) == (LinkKind.TABLE, table))
    return next((one for one in links if one.over is None or one.over.code == "round_over"), None)


def _is_own(one: Found, seats: Collection[str]) -> bool:
    return one.over is None and one.holder.kind == LinkKind.ENTRY and str(one.holder.id) in seats


def _caller(tournament: Tournament, holder: Holder) -> Caller:
    return caller(AnonymousUser(), tournament.club, holder)


def remember(answer: HttpResponseBase, code: str, entry: str | None) -> None:
    """The phone is that entry's for this tournament; None: nobody's."""
    if entry is None:
        answer.delete_cookie(ME, path=addresses.of_tournament(code))
        return
    answer.set_cookie(
        ME,
        entry,
        SECONDS,
        path=addresses.of_tournament(code),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
