"""The format of exports, `tablekeeper-export/1`. Fields may be added, so readers ignore those they don't know."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from league.domain.values.names import LONGEST

FORMAT = "tablekeeper-export/1"
Kind = Literal["tournament", "season", "club"]
Naming = Literal["names", "codes"]
StreamKind = Literal["tournament", "season", "game", "club"]
MOST_STREAMS, MOST_EVENTS, MOST_PEOPLE = 100_000, 1_000_000, 100_000
Text = Annotated[str, Meta(max_length=LONGEST)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Count = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class ExportedEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event with every field that is hashed, and its hash.

    club, actor: where and by whom it was recorded. position: its number in the exporting club's log, which is not
    hashed; events come in in this order. command: the one that caused it, as accepted, or null. recorded_at: UTC with
    six digits, `2026-01-31T19:30:00.000000Z`.
    """

    position: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    version: Count
    type: str
    schema: Annotated[int, Meta(ge=1, le=2**15 - 1)]
    data: msgspec.Raw
    command: msgspec.Raw
    actor: str
    club: UUID
    correlation: UUID
    rules: str
    recorded_at: str
    hash: str


class ExportedStream(msgspec.Struct, frozen=True):
    """A stream with all of its events, in order of version. kind: what it is of; a game's is that of a table."""

    id: UUID
    kind: StreamKind
    events: Annotated[list[ExportedEvent], Meta(min_length=1, max_length=MOST_EVENTS)]


class ExportedPerson(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A person, by name or by code. born: with codes the year alone. household: with codes a number in this file.

    email: in exports of a whole club alone. forgotten: the name was deleted at the person's wish.
    """

    id: UUID
    name: Text | UnsetType = UNSET
    code: Text | UnsetType = UNSET
    family_name: Text = ""
    household: Text = ""
    home_club: Text = ""
    born: Annotated[str, Meta(max_length=10)] = ""
    email: Annotated[str, Meta(max_length=254)] = ""
    shown_as: Text = ""
    forgotten: bool = False


class ExportedIdentity(msgspec.Struct, frozen=True):
    """An id in the events that stands for a person of another id, since the two were merged."""

    known_as: UUID
    person: UUID


class ExportedClub(msgspec.Struct, frozen=True):
    """The exporting club."""

    id: UUID
    name: Name
    time_zone: Annotated[str, Meta(max_length=64)]
    language: Annotated[str, Meta(max_length=10)]


class ExportedSerial(msgspec.Struct, frozen=True):
    """How often the links of a table or an entry were revoked."""

    kind: Literal["table", "entry"]
    target: UUID
    serial: Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """All of an export but its streams.

    kind, id: of what was exported. people: whether people have names or codes. teams: names by entry. codes: of
    tournaments, by id. left_out: friendly games that are still played.
    """

    format: str
    kind: Kind
    id: UUID
    people: Naming
    exported_at: datetime
    club: ExportedClub
    persons: Annotated[list[ExportedPerson], Meta(max_length=MOST_PEOPLE)]
    identities: Annotated[list[ExportedIdentity], Meta(max_length=MOST_PEOPLE)] = []
    teams: dict[UUID, Text] = {}
    codes: dict[UUID, Annotated[str, Meta(max_length=10)]] = {}
    link_serials: list[ExportedSerial] = []
    left_out: list[UUID] = []


class Export(Header, frozen=True, kw_only=True):
    """A tournament, a season or a club, as one file.

    format: `tablekeeper-export/1`. streams: the log, complete and with its hashes; of a season also its tournaments,
    of a tournament also its games.
    """

    streams: Annotated[list[ExportedStream], Meta(min_length=1, max_length=MOST_STREAMS)]
