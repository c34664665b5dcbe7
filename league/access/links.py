"""Links: signed values that let their holder act for a table or an entry, without an account.

Kind, id and serial are signed, so the same link can be printed again; raising the serial revokes it. A table's link
is valid while its round is published or running, an entry's as long as the tournament exists.

| form | since | what it is |
| --- | --- | --- |
| short | 0.6.0 | 40 characters, base64url of: id (16 bytes), serial and kind (2 bytes), signature (12 bytes) |
| long | 0.2.0 | `kind.id.serial.signature`, as text; taken for ever, but no longer made |

Whether a value was signed here is decided without the database, so a guess costs no query.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.crypto import constant_time_compare

from games.kernel import N_
from league.access.keys import digests
from league.models import Entry, GoneTable, LinkKind, LinkSerial, Table
from league.repository.game_streams import TABLE_GONE

SEPARATOR = "."
SIGNER = Signer(salt="tablekeeper.link", sep=SEPARATOR)
LONGEST = 150
SHORT = re.compile(r"[A-Za-z0-9_-]{40}(?:[A-Za-z0-9_-]{2,4})?")
ID_BYTES, HEAD_BYTES, MAC_BYTES = 16, 2, 12
KINDS = (LinkKind.TABLE, LinkKind.ENTRY)
"""By the lowest bit of a short link's head; the other bits are its serial."""
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
    """The holder of a valid link: the table or entry that it is for, its club and its tournament.

    table: of a table's link the row as it was when the link was looked up, with its round and its tournament.
    """

    kind: LinkKind
    id: UUID
    club: UUID
    tournament: UUID
    table: Table | None = field(default=None, compare=False, repr=False)

    @property
    def actor(self) -> str:
        """The actor that is written into the log."""
        return f"{self.kind.value}:{self.id}"


class Signed(NamedTuple):
    """What a link of this site says."""

    kind: LinkKind
    id: UUID
    serial: int


@dataclass(frozen=True)
class Found:
    """A link of this site, and what has become of it.

    over: why it opens nothing any more; None while it is valid. serial: of the newest link; None of a table that is
    gone.
    """

    holder: Holder
    over: BadLink | None
    serial: int | None = None


def made(club: UUID, kind: LinkKind, targets: Collection[UUID]) -> dict[UUID, str]:
    """The short links of tables or entries of one club, by id; the same each time until they are revoked."""
    serials = dict(_rows(club, kind, targets).values_list("target", "serial"))
    return {target: _short(Signed(kind, target, serials.get(target, 0))) for target in targets}


def revoke(club: UUID, kind: LinkKind, targets: Collection[UUID]) -> None:
    """Revokes all links of these tables or entries that were made so far."""
    rows = [LinkSerial(club_id=club, kind=kind, target=target) for target in targets]
    LinkSerial.objects.bulk_create(rows, ignore_conflicts=True)
    _rows(club, kind, targets).update(serial=F("serial") + 1)


def holder(link: str) -> Holder:
    """The holder of a link. Raises BadLink for a link that is invalid, over or revoked."""
    one = found(link)
    if one.over is not None:
        raise one.over
    return one.holder


def id_in(link: str) -> UUID | None:
    """The id of the table or entry in a link of this site, which may be over; None for another value."""
    try:
        return _read(link).id
    except BadLink:
        return None


def found(link: str) -> Found:
    """A link, valid or over. Raises BadLink for a value that is no link, or of which nothing is known."""
    signed = _read(link)
    one = _found([signed]).get(signed)
    if one is None:  # links are made of tables that everybody sees, and these go by a repair only
        raise BadLink("table_gone", TABLE_GONE) if signed.kind == LinkKind.TABLE else no_link()
    return one


def found_all(links: Iterable[str]) -> list[Found]:
    """The links among some values, valid or over, in their order. At most three queries, however many there are."""
    read = []
    for link in links:
        with suppress(BadLink):
            read.append(_read(link))
    known = _found(read)
    return [known[signed] for signed in read if signed in known]


def _found(links: Sequence[Signed]) -> dict[Signed, Found]:
    """What is known of links; those of things that no row tells of are missing."""
    tables = [link.id for link in links if link.kind == LinkKind.TABLE]
    entries = [link.id for link in links if link.kind == LinkKind.ENTRY]
    known = {**_of_tables(tables), **_of_entries(entries)}
    return {link: _as_it_is(link, known[link.id]) for link in links if link.id in known}


def _as_it_is(link: Signed, one: Found) -> Found:
    """The link of a table or an entry, which may have been revoked, also before its round was over."""
    if one.serial not in (None, link.serial):
        return Found(one.holder, BadLink("link_revoked", N_("This link was withdrawn. Ask for a new one.")))
    return one


def _serial(kind: LinkKind) -> Coalesce:
    """The serial of the newest link of a table or an entry, in the query of its row."""
    rows = LinkSerial.objects.filter(club=OuterRef("club"), kind=kind, target=OuterRef("pk"))
    return Coalesce(Subquery(rows.values("serial")[:1]), 0)


def _of_tables(ids: Sequence[UUID]) -> dict[UUID, Found]:
    """Tables by id: valid while their round is published or running. Friendly games have no links."""
    if not ids:
        return {}
    rows = Table.objects.filter(pk__in=ids, round__isnull=False).select_related("round__tournament").order_by()
    known = {table.pk: _of_table(table, table.serial) for table in rows.annotate(serial=_serial(LinkKind.TABLE))}
    missing = [id for id in ids if id not in known]
    gone = GoneTable.objects.filter(pk__in=missing) if missing else ()
    return known | {
        row.pk: Found(Holder(LinkKind.TABLE, row.pk, row.club_id, row.tournament_id), BadLink("table_gone", TABLE_GONE))
        for row in gone
    }


def _of_table(table: Table, serial: int) -> Found:
    assert table.round is not None
    holder = Holder(LinkKind.TABLE, table.pk, table.club_id, table.round.tournament_id, table)
    if table.round.state not in OPEN_ROUND or table.round.tournament.state in OVER:
        return Found(holder, BadLink("round_over", N_("The round of this link is over.")), serial)
    return Found(holder, None, serial)


def _of_entries(ids: Sequence[UUID]) -> dict[UUID, Found]:
    """Entries by id: valid as long as their tournament exists."""
    if not ids:
        return {}
    rows = Entry.objects.filter(pk__in=ids).order_by().annotate(serial=_serial(LinkKind.ENTRY))
    return {
        id: Found(Holder(LinkKind.ENTRY, id, club, tournament), None, serial)
        for id, club, tournament, serial in rows.values_list("pk", "club", "tournament", "serial")
    }


def _rows(club: UUID, kind: LinkKind, targets: Collection[UUID]) -> QuerySet[LinkSerial]:
    return LinkSerial.objects.filter(club=club, kind=kind, target__in=targets)


def _short(signed: Signed) -> str:
    """The short form of a link; it grows only with a serial above 32,767."""
    head = signed.serial * len(KINDS) + KINDS.index(signed.kind)
    length = max(HEAD_BYTES, -(-head.bit_length() // 8))
    said = signed.id.bytes + head.to_bytes(length, "big")
    return urlsafe_b64encode(said + next(_macs(said))).rstrip(b"=").decode()


def _macs(said: bytes) -> Iterator[bytes]:
    return (digest[:MAC_BYTES] for digest in digests("tablekeeper.link.short", said))


def _read(link: str) -> Signed:
    """The kind, id and serial in a link of either form. Raises BadLink."""
    if len(link) > LONGEST:
        raise no_link()
    return _read_long(link) if SEPARATOR in link else _read_short(link)


def _read_short(link: str) -> Signed:
    if not SHORT.fullmatch(link):
        raise no_link()
    raw = urlsafe_b64decode(link + "=" * (-len(link) % 4))
    said, mac = raw[:-MAC_BYTES], raw[-MAC_BYTES:]
    if not any(constant_time_compare(mac, own) for own in _macs(said)):
        raise no_link()
    serial, kind = divmod(int.from_bytes(said[ID_BYTES:], "big"), len(KINDS))
    return Signed(KINDS[kind], UUID(bytes=said[:ID_BYTES]), serial)


def _read_long(link: str) -> Signed:
    try:
        kind, target, serial = SIGNER.unsign(link).split(SEPARATOR)
    except BadSignature:
        raise no_link() from None
    return Signed(LinkKind(kind), UUID(target), int(serial))


def no_link() -> BadLink:
    """What to raise for a value that was not made here."""
    return BadLink("bad_link", N_("This is no link of this site."))
