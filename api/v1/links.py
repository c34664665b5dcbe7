"""`links`: what is printed on the slips of a round's tables, and sent to the people of an entry."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.urls import reverse
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Resource
from api.openapi.schema import describes
from api.parsing import Empty
from api.permissions import IsStaff
from api.replies import Reply
from api.v1.rounds import staffs_round
from api.writing import writes
from games.kernel import N_, Rejected
from league import models
from league.access import links
from league.access.links import OPEN_ROUND
from league.models import LinkKind, Round, Table


class LinkShown(msgspec.Struct):
    """A link. url: of what it opens, with the link behind `#`, where no server and no log sees it."""

    link: str
    url: str


class TableLink(LinkShown):
    """The link of a table."""

    table: UUID


class TableLinks(msgspec.Struct):
    """The links of a round's tables, by number."""

    results: list[TableLink]


def url(request: Request, name: str, id: UUID, link: str) -> str:
    """The address that a slip shows for a link."""
    return f"{request.build_absolute_uri(reverse(name, args=[id]))}#{link}"


class RoundLinks(Resource):
    """The links of a round's tables."""

    dry_run = DryRun.NONE

    @describes(TableLinks, body=Empty)
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff get the links of a published or running round: the same again, so that slips can be printed again.

        An Idempotency-Key means nothing, since nothing is made and no link is kept.
        """
        parsing.read(Empty, request.data)
        row = staffs_round(self, id)
        _require_open(row)
        made = links.made(row.club_id, LinkKind.TABLE, _tables(row))
        shown = [TableLink(link, url(request, "api:table", table, link), table) for table, link in made.items()]
        return Reply(TableLinks(shown))

    @describes()
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """Staff make the links of the round's tables worthless; those that are made from now on are new ones."""
        row = staffs_round(self, id)
        links.revoke(row.club_id, LinkKind.TABLE, _tables(row))
        return Reply()


def _tables(row: Round) -> list[UUID]:
    return list(Table.objects.filter(round=row).order_by("number").values_list("id", flat=True))


def _require_open(row: Round) -> None:
    if row.state not in OPEN_ROUND:
        template = N_("Links are for rounds that are published or running; round {number} is not.")
        raise Rejected("round_not_open", template, {"number": row.number})


class EntryLink(Resource):
    """The link of an entry."""

    queryset = models.Entry.objects.all()
    permission_classes = [IsStaff]
    dry_run = DryRun.NONE

    @describes(LinkShown, body=Empty)
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff get the entry's link, the same each time; it is good for the whole tournament.

        An Idempotency-Key means nothing, since nothing is made and no link is kept.
        """
        row = self.get_object()
        parsing.read(Empty, request.data)
        link = links.made(row.club_id, LinkKind.ENTRY, [id])[id]
        return Reply(LinkShown(link, url(request, "api:entry", id, link)))

    @describes()
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """Staff make the entry's link worthless; the next one is a new one."""
        row = self.get_object()
        links.revoke(row.club_id, LinkKind.ENTRY, [id])
        return Reply()
