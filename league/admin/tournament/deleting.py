"""Tournaments in which nothing was seated are deleted from their list, once somebody has looked at which these are."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel import Rejected
from league.access.actions import Action
from league.access.roles import caller
from league.admin.scope import clubs_for
from league.models import Tournament, User
from league.queries.refusals import sentence
from league.repository.streams import NoSuchStream
from league.services import tournaments
from league.services.execution import Busy

if TYPE_CHECKING:
    from league.admin.row_pages import RowPages

CONFIRMED = "confirmed"


class Kept(NamedTuple):
    """A tournament that stays, and why."""

    name: str
    why: str


def delete(pages: RowPages, request: HttpRequest, chosen: QuerySet[Tournament]) -> HttpResponse | None:
    """The page that asks, or None once they are deleted: the list says so in messages."""
    rows = list(chosen.select_related("club").order_by("pk"))
    allowed = set(clubs_for(request, Action.TOURNAMENTS).values_list("pk", flat=True))
    seated = _("A round was seated: it can be cancelled, but not deleted.")
    foreign = _("Only directors of its club delete it.")
    kept = [Kept(row.name, seated if row.club_id in allowed else foreign) for row in rows if _stays(row, allowed)]
    rows = [row for row in rows if not _stays(row, allowed)]
    if CONFIRMED not in request.POST:
        context = {
            **pages.site_context(request),
            "title": _("Delete tournaments"),
            "rows": rows,
            "kept": kept,
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "league/admin/delete_tournaments.html", context)
    done = [row for row in rows if _delete(request, row)]
    if done:
        text = ngettext("{n} tournament is deleted.", "{n} tournaments are deleted.", len(done))
        messages.success(request, text.format(n=len(done)))
    return None


def _stays(row: Tournament, allowed: Collection[UUID]) -> bool:
    return row.club_id not in allowed or row.rounds.exists()


def _delete(request: HttpRequest, row: Tournament) -> bool:
    """Whether it was deleted; a refusal is a message. One that somebody else has deleted is."""
    assert isinstance(request.user, User)
    actor = caller(request.user, row.club_id).actor
    try:
        tournaments.remove(row.pk, club=row.club_id, actor=actor, at=timezone.now())
    except NoSuchStream:
        return True
    except (Rejected, Busy) as refusal:
        said = sentence(refusal.template, refusal.facts) if isinstance(refusal, Rejected) else _("Please try again.")
        messages.error(request, f"{row.name}: {said}")
        return False
    return True
