"""Links: signed values that let their holder act for a table or an entry, without an account.

Kind, id and serial are signed, so the same link can be printed again; raising the serial revokes it. A table's link
is valid while its round is published or running, an entry's as long as the tournament exists.
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
    """An invalid link. code: for programs; template: the sentence."""

    def __init__(self, code: str, template: str) -> None:
        self.code = code
        self.template = template
        super().__init__(code)


@dataclass(frozen=True)
class Holder:
    """The holder of a valid link: the table or entry that it is for, and the club."""

    kind: LinkKind
    id: UUID
    club: UUID

    @property
    def actor(self) -> str:
        """The actor that is written into the log."""
        return f"{self.kind.value}:{self.id}"


def made(club: UUID, kind: LinkKind, targets: Collection[UUID]) -> dict[UUID, str]:
    """The links of tables or entries of one club, by id; the same each time until they are revoked."""
    serials = dict(_rows(club, kind, targets).values_list("target", "serial"))
    return {target: _signed(kind, target, serials.get(target, 0)) for target in targets}


def revoke(club: UUID, kind: LinkKind, targets: Collection[UUID]) -> None:
    """Revokes all links of these tables or entries that were made so far."""
    rows = [LinkSerial(club_id=club, kind=kind, target=target) for target in targets]
    LinkSerial.objects.bulk_create(rows, ignore_conflicts=True)
    _rows(club, kind, targets).update(serial=F("serial") + 1)


def holder(link: str) -> Holder:
    """The holder of a link. Raises BadLink for an invalid or revoked link."""
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
    """The kind, id and serial in a link. Raises BadLink."""
    if len(link) > LONGEST:
        raise _no_link()
    try:
        kind, target, serial = SIGNER.unsign(link).split(SEPARATOR)
    except BadSignature:
        raise _no_link() from None
    return LinkKind(kind), UUID(target), int(serial)


def _of_table(id: UUID) -> UUID:
    """The club of a table whose round is published or running. Raises BadLink."""
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
