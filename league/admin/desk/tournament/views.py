"""The desk's answers: its page, and its steps. Only a POST changes anything."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.admin.desk.once import once
from league.admin.desk.refusals import REFUSALS, tell
from league.admin.desk.tournament import page
from league.admin.desk.tournament.desk import Desk, desk_of
from league.admin.desk.tournament.preview import Preview, preview_of
from league.admin.desk.tournament.step import Gone, Step
from league.admin.desk.tournament.steps import STEPS
from league.admin.formatting.wording import game_name, state_name
from league.dry_run import trial
from league.dry_run.trial import Dealt, DryRunDone
from league.models import Tournament, User

READING = ("GET", "HEAD")
REFUSED = 422
PREVIEW = "preview"
"""The button by which a step is not taken, but shown."""


def show(request: HttpRequest, row: Tournament, context: dict[str, Any]) -> HttpResponse:
    """The desk of a tournament."""
    if request.method not in READING:
        return HttpResponseNotAllowed(READING)
    desk = desk_of(row, _user(request))
    shown = {**context, **_head(desk), **page.context(desk, timezone.now(), request.GET.get("find", ""))}
    return TemplateResponse(request, "league/admin/desk/desk.html", shown)


def step(request: HttpRequest, row: Tournament, name: str, about: UUID | None, context: dict[str, Any]) -> HttpResponse:
    """A step: asked for by GET where it has a page of its own, taken by POST."""
    if name not in STEPS:
        raise Http404
    kind, desk, id = STEPS[name], desk_of(row, _user(request)), str(about or "")
    if not (desk.who.is_director or (desk.who.is_staff and kind.for_referees)):
        raise PermissionDenied
    try:
        if request.method == "POST":
            files = {"files": request.FILES} if kind.is_in_parts else {}
            return _taken(request, kind(desk, id, request.POST, **files), context)
        if request.method in READING and kind.is_asked:
            return _page(request, kind(desk, id), context)
    except Gone:
        messages.error(request, _("That is not there any more. This is how it stands now."))
        return _back(desk, kind)
    return HttpResponseNotAllowed(("POST", *READING) if kind.is_asked else ("POST",))


def _taken(request: HttpRequest, form: Step, context: dict[str, Any]) -> HttpResponse:
    """Takes a step, and goes back to the desk; where it is refused, back to what was typed."""
    is_tried = form.is_previewed and PREVIEW in request.POST
    if is_tried:
        form.try_without_reason()
    if form.is_valid():
        if is_tried:
            return _previewed(request, form, context)
        if (shown := form.shown_first()) is not None:
            return _page(request, shown, context)
        try:
            messages.success(request, once(request, form, form.desk.who.actor, form.run))
            return _back(form.desk, form)
        except REFUSALS as refusal:
            tell(form, form.desk.row.club_id, refusal, form.faults)
    if form.is_asked or form.has_fields:
        return _page(request, form, context, status=REFUSED)
    for sentences in form.errors.values():
        for sentence in sentences:
            messages.error(request, str(sentence))
    return _back(form.desk, Step)  # to the top, where the messages are


def _previewed(request: HttpRequest, form: Step, context: dict[str, Any]) -> HttpResponse:
    """The step's page with what it would change; nothing is."""
    try:
        with trial.dry_run():
            form.run()
    except DryRunDone as tried:
        return _page(request, form, context, preview=preview_of(form.desk, tried))
    except Dealt:
        form.add_error(None, _("A dealt game has no preview: it would show the next cards."))
    except REFUSALS as refusal:
        tell(form, form.desk.row.club_id, refusal, form.faults)
    return _page(request, form, context, status=REFUSED)


def _page(
    request: HttpRequest, form: Step, context: dict[str, Any], status: int = 200, preview: Preview | None = None
) -> HttpResponse:
    desk = desk_of(form.desk.row, _user(request))
    table = desk.game_at(form.about)
    shown = {
        **context,
        **_head(desk),
        "form": form,
        "title": form.heading,
        "card": page.card_of(desk, table, timezone.now()) if table else None,
        "back": _address(desk, form),
        "preview": preview,
    }
    return TemplateResponse(request, "league/admin/desk/step.html", shown, status=status)


def _head(desk: Desk) -> dict[str, Any]:
    return {
        "tournament": desk.row,
        "state": desk.state.state,
        "state_name": state_name(desk.state.state),
        "game": game_name(desk.state.settings.game),
    }


def _address(desk: Desk, form: Step | type[Step]) -> str:
    anchor = f"#{form.anchor}" if form.anchor else ""
    return reverse("admin:league_tournament_desk", args=[desk.row.pk]) + anchor


def _back(desk: Desk, form: Step | type[Step]) -> HttpResponse:
    return HttpResponseRedirect(_address(desk, form))


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
