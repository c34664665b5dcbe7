"""Links: signed values that let whoever holds one act for a table or for an entry, without an account.

What is signed is kind, id and serial, so the same link can be printed again; raising the serial revokes it.
A table's link is good while its round is published or running; an entry's for the tournament.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db.models import F, QuerySet

from games.kernel import N_
from league.models import Entry, LinkKind, LinkSerial, Table
from league.repository.game_streams import TABLE_GONE

SEPARATOR = "."
SIGNER = Signer(salt="tablekeeper.link", sep=SEPARATOR)
LONGEST = 150
OPEN_ROUND = ("published", "running")
OVER = ("closed", "cancelled")


class BadLink(Exception):
    """A link that opens nothing. code: for programs; template: the sentence."""

    def __init__(self, code: str, template: str) -> None:
        self.code = code
        self.template = template
        super().__init__(code)


@dataclass(frozen=True)
class Holder:
    """Whoever came with a link: for which table or entry they stand, and in which club."""

    kind: LinkKind
    id: UUID
    club: UUID

    @property
    def actor(self) -> str:
        """Who is written into the log."""
        return f"{self.kind.value}:{self.id}"


def made(club: UUID, kind: LinkKind, targets: Collection[UUID]) -> dict[UUID, str]:
    """The links of tables or entries of one club; the same each time, until they are revoked."""
    serials = dict(_rows(club, kind, targets).values_list("target", "serial"))
    return {target: _signed(kind, target, serials.get(target, 0)) for target in targets}


def revoke(club: UUID, kind: LinkKind, targets: Collection[UUID]) -> None:
    """Makes all links worthless that were made of these tables or entries so far."""
    rows = [LinkSerial(club_id=club, kind=kind, target=target) for target in targets]
    LinkSerial.objects.bulk_create(rows, ignore_conflicts=True)
    _rows(club, kind, targets).update(serial=F("serial") + 1)


def holder(link: str) -> Holder:
    """For whom the holder of a link stands, now. Raises BadLink for one that opens nothing (any more)."""
    kind, target, serial = _read(link)
    club = _of_table(target) if kind == LinkKind.TABLE else _of_entry(target)
    current = _rows(club, kind, [target]).values_list("serial", flat=True).first() or 0
    if serial != current:
        raise BadLink("link_revoked", N_("This link was withdrawn. Ask for a new one."))
    return Holder(kind, target, club)


def _rows(club: UUID, kind: LinkKind, targets: Collection[UUID]) -> QuerySet[LinkSerial]:
    return LinkSerial.objects.filter(club=club, kind=kind, target__in=targets)


def _signed(kind: LinkKind, target: UUID, serial: int) -> str:
    return SIGNER.sign(SEPARATOR.join((kind.value, target.hex, str(serial))))


def _read(link: str) -> tuple[LinkKind, UUID, int]:
    """What is signed in a link. Raises BadLink."""
    if len(link) > LONGEST:
        raise _no_link()
    try:
        kind, target, serial = SIGNER.unsign(link).split(SEPARATOR)
    except BadSignature:
        raise _no_link() from None
    return LinkKind(kind), UUID(target), int(serial)


def _of_table(id: UUID) -> UUID:
    """The club of a table whose round is open. Raises BadLink."""
    table = Table.objects.select_related("round__tournament").filter(pk=id).first()
    if table is None:  # links are made of tables that everybody sees, and these go by a repair only
        raise BadLink("table_gone", TABLE_GONE)
    if table.round is None:
        raise _no_link()
    if table.round.state not in OPEN_ROUND or table.round.tournament.state in OVER:
        raise BadLink("round_over", N_("The round of this link is over."))
    return table.club_id


def _of_entry(id: UUID) -> UUID:
    club = Entry.objects.filter(pk=id).values_list("club", flat=True).first()
    if club is None:
        raise _no_link()
    return club


def _no_link() -> BadLink:
    return BadLink("bad_link", N_("This is no link of this site."))
