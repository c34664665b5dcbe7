"""`links`: printed on the slips of a round's tables, and sent to the people of an entry."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.urls import reverse
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, if_matching, writes
from api.openapi.schema import describes
from api.parsing import Empty
from api.permissions import may
from api.v1.rounds import HidesDrafts
from games.kernel import N_, Rejected
from league import models
from league.access import links
from league.access.actions import Action
from league.access.links import OPEN_ROUND
from league.access.origin import public_origin
from league.models import LinkKind


class Link(msgspec.Struct):
    """A link.

    link: as `Authorization: Link …` takes it. url: the address of its page, as a QR code on a slip shows it; logs show
    it without the link.
    """

    link: str
    url: str


class TableLink(Link):
    """The link of a table. table: its id."""

    table: UUID


class TableLinks(msgspec.Struct):
    """The links of a round's tables. results: by the number of the table."""

    results: list[TableLink]


def _url(request: Request, link: str) -> str:
    """The address that a slip shows for a link, as phones reach it."""
    return f"{public_origin(request._request)}{reverse('web:link', args=[link])}"


class RoundLinks(HidesDrafts):
    """The links of a round's tables."""

    permission_classes = [may(Action.TABLE_LINKS)]
    dry_run = DryRun.NONE
    gives_secrets = ("post",)

    @describes(TableLinks, body=Empty)
    @if_matching
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff get the links of a published or running round; the same each time, so that slips can be printed again.

        An Idempotency-Key has no effect, since nothing is stored.
        """
        row = self.get_object()
        parsing.read(Empty, request.data)
        _require_open(row)
        made = links.made(row.club_id, LinkKind.TABLE, _tables(row))
        found = [TableLink(link, _url(request, link), table) for table, link in made.items()]
        return Reply(TableLinks(found))

    @describes()
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """Staff revoke the links of the round's tables; links requested from now on are new ones."""
        row = self.get_object()
        links.revoke(row.club_id, LinkKind.TABLE, _tables(row))
        return Reply()


def _tables(row: models.Round) -> list[UUID]:
    return list(models.Table.objects.filter(round=row).order_by("number").values_list("id", flat=True))


def _require_open(row: models.Round) -> None:
    if row.state not in OPEN_ROUND:
        template = N_("Links are for rounds that are published or running; round {number} is not.")
        raise Rejected("round_not_open", template, {"number": row.number})


class EntryLink(Resource):
    """The link of an entry."""

    queryset = models.Entry.objects.select_related("tournament")
    permission_classes = [may(Action.ENTRY_LINKS)]
    dry_run = DryRun.NONE
    gives_secrets = ("post",)

    @describes(Link, body=Empty)
    @if_matching
    def post(self, request: Request, id: UUID) -> Reply:
        """A director gets the entry's link, the same each time; it is valid for the whole tournament.

        An Idempotency-Key has no effect, since nothing is stored.
        """
        row = self.get_object()
        parsing.read(Empty, request.data)
        link = links.made(row.club_id, LinkKind.ENTRY, [id])[id]
        return Reply(Link(link, _url(request, link)))

    @describes()
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """A director revokes the entry's link; the next one is a new one."""
        row = self.get_object()
        links.revoke(row.club_id, LinkKind.ENTRY, [id])
        return Reply()
