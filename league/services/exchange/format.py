"""The format of exports, `tablekeeper-export/1`. Fields may be added, so readers ignore those they don't know."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from league.domain.values.names import LONGEST
from league.models.slug_field import LONGEST as LONGEST_SLUG

FORMAT = "tablekeeper-export/1"
Kind = Literal["tournament", "season", "club"]
Naming = Literal["names", "codes"]
StreamKind = Literal["tournament", "season", "game", "club"]
MOST_SLUGS = 100
MOST_STREAMS, MOST_EVENTS, MOST_PEOPLE = 100_000, 1_000_000, 100_000
Text = Annotated[str, Meta(max_length=LONGEST)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Slug = Annotated[str, Meta(max_length=LONGEST_SLUG)]
Count = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class ExportedEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event with every field that is hashed, and its hash.

    position: its number in the exporting club's log, which is not hashed; events come in in this order. version: its
    number in the stream, from 1. type: as in feeds. schema: of the data. data: as recorded. command: the one that
    caused it, as accepted, or null. actor: by whom it was recorded. club: where. correlation: the same for all events
    of a command. rules: the edition that decided. recorded_at: UTC with six digits, `2026-01-31T19:30:00.000000Z`.
    hash: SHA-256 of the previous event's hash and the canonical JSON of all fields but position and hash.
    """

    position: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    version: Count
    type: str
    schema: Annotated[int, Meta(ge=1, le=2**15 - 1)]
    data: Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
    command: Annotated[msgspec.Raw, Meta(extra_json_schema={"type": ["object", "null"]})]
    actor: str
    club: UUID
    correlation: UUID
    rules: str
    recorded_at: str
    hash: str


class ExportedStream(msgspec.Struct, frozen=True):
    """A stream of the log.

    id: of the tournament, the season, the club, or the game at a table. kind: which of these. version, hash: of its
    last event, as the log has them elsewhere than at the event. events: all of them, in order of version.
    """

    id: UUID
    kind: StreamKind
    version: Count
    hash: str
    events: Annotated[list[ExportedEvent], Meta(min_length=1, max_length=MOST_EVENTS)]


class ExportedPerson(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A person, by name or by code.

    id: as in the events. name: the full name. code: in place of the name; the same in every export. family_name: as
    the club knows it. household: the same text for all people of one; with codes a number. home_club: the club that
    the person comes from. born: a year or a date; with codes the year alone. email: in exports of a whole club alone.
    shown_as: the name that standings show. public: whether pages that everybody may read name the person; null: yes,
    unless they are known to be under 18. forgotten: the name was deleted at the person's wish.
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
    public: bool | None = None
    forgotten: bool = False


class ExportedIdentity(msgspec.Struct, frozen=True):
    """An id in the events that stands for a person of another id, since the two were merged.

    known_as: the id in the events. person: the id of the person who is meant.
    """

    known_as: UUID
    person: UUID


class ExportedClub(msgspec.Struct, frozen=True):
    """The exporting club.

    id: its own. name: the club's name. time_zone: of the IANA list. language: two letters, as `de`. slug: its name in
    addresses. old_slugs: those that it had before, which lead to it.
    """

    id: UUID
    name: Name
    time_zone: Annotated[str, Meta(max_length=64)]
    language: Annotated[str, Meta(max_length=10)]
    slug: Slug = ""
    old_slugs: Annotated[list[Slug], Meta(max_length=MOST_SLUGS)] = []


class ExportedSerial(msgspec.Struct, frozen=True):
    """How often the links of a table or an entry were revoked.

    kind: of the link. target: the id of the table or the entry. serial: the number.
    """

    kind: Literal["table", "entry"]
    target: UUID
    serial: Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """All of an export but its streams; `Export` describes the fields."""

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

    format: `tablekeeper-export/1`. kind: what was exported. id: its own. people: whether people have names or codes.
    exported_at: the time. club: the one that exported it. persons: everybody whom the events name. identities: ids in
    the events that stand for another person. teams: their names, by the id of the entry. codes: of the tournaments'
    pages, by tournament. link_serials: how often links were revoked. left_out: friendly games that are still played.
    streams: the log, complete and with its hashes; of a season also its tournaments, of a tournament also its games.
    """

    streams: Annotated[list[ExportedStream], Meta(min_length=1, max_length=MOST_STREAMS)]
