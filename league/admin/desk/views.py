"""The desk's responses: its page, its steps, and the forms that open a tournament or a season.

Only a POST changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access.actions import Action
from league.access.roles import Caller, caller
from league.admin.desk.news import Asked, Tab
from league.admin.desk.opening import NewSeason, NewTournament, suggested_name
from league.admin.desk.refusals import REFUSALS, add_refusal
from league.admin.desk.step import Desk, Gone, Step
from league.admin.desk.tournament.shape import Tables
from league.admin.scope import clubs_for, may
from league.domain.values.text import as_uuid
from league.dry_run.trial import Dealt
from league.log.store import Key
from league.models import Club, Season, Tournament, User
from league.services import idempotency
from league.services.idempotency import StoredResponse

READING = ("GET", "HEAD")
REFUSED = 422
PREVIEW = "preview"
"""The button that shows a step's effects instead of taking it."""
Context = Callable[[], dict[str, Any]]
"""What every page of the admin shows; a redirect needs none of it."""


@dataclass(frozen=True)
class DeskPages:
    """The desks of tournaments, or of seasons. tabs: their pages, by name; "" is the first."""

    desk: type[Desk[Any, Any]]
    steps: Mapping[str, type[Step]]
    tabs: Mapping[str, Tab]


def show(
    request: HttpRequest, pages: DeskPages, row: Tournament | Season, context: Context, tab: str = ""
) -> HttpResponse:
    """A page of the desk; or, for an open page that asks, only what has changed on it."""
    if request.method not in READING:
        return HttpResponseNotAllowed(READING)
    desk, shown = _desk(request, pages, row, pages.desk.action), pages.tabs[tab]
    asked = Asked.by_get(request)
    if asked is not None and shown.news is not None:
        return _no_store(JsonResponse(shown.news(desk, request, asked)))
    if shown.answer is not None and (answer := shown.answer(desk, request.GET)) is not None:
        return _no_store(JsonResponse(answer))
    return TemplateResponse(
        request, shown.template, {**context(), **desk.head(), "tab": tab, **shown.context(desk, request.GET)}
    )


def _no_store(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    return response


def step(
    request: HttpRequest,
    pages: DeskPages,
    row: Tournament | Season,
    name: str,
    context: Context,
    about: UUID | None = None,
) -> HttpResponse:
    """A step: its page by GET where it has one, taken by POST."""
    kind = pages.steps.get(name)
    if kind is None:
        raise Http404
    desk, id = _desk(request, pages, row, kind.action), str(about or "")
    methods = ("POST", *READING) if kind.has_page else ("POST",)
    if request.method not in methods:
        return HttpResponseNotAllowed(methods)
    try:
        if request.method == "POST":
            form = kind(desk, id, request.POST, files=request.FILES)
            asked = Asked.by_post(request)
            tab = pages.tabs.get(asked.tab) if asked else None
            if asked is not None and tab is not None and tab.news is not None:
                return _no_store(_take_in_place(request, form, tab.news, asked))
            return _take(request, form, context)
        return _page(request, kind(desk, id, **kind.from_query(request.GET)), context)
    except Gone:
        messages.error(request, _("This no longer exists. The page shows the current state."))
        return HttpResponseRedirect(desk.address())


def open_new(
    request: HttpRequest, kind: type[NewTournament | NewSeason], goes_to: str, context: Context
) -> HttpResponse:
    """The form that opens a tournament or a season; a POST opens it once. goes_to: URL name of the page after it."""
    clubs = _clubs(request, kind.action)
    form = kind(clubs, request.POST) if request.method == "POST" else kind.shown(clubs, request.GET)
    if PREVIEW not in request.POST and form.is_valid():
        try:
            id = _open_once(request, form)
        except REFUSALS as refusal:
            add_refusal(form, form.chosen_club().pk, refusal, form.error_fields)
        else:
            messages.success(request, _("{name} is open.").format(name=form.cleaned_data["name"]))
            return HttpResponseRedirect(reverse(goes_to, args=[id]))
    shown = {**context(), "form": form, "title": form.heading}
    status = REFUSED if form.is_bound and PREVIEW not in request.POST else 200
    return TemplateResponse(request, "league/admin/desk/open.html", shown, status=status)


def _clubs(request: HttpRequest, action: Action) -> list[Club]:
    """The clubs in which something can be opened."""
    clubs = list(clubs_for(request, action))
    if not clubs:
        raise PermissionDenied
    return _demo(clubs, request) or [club for club in clubs if not club.is_demo] or clubs


def _demo(clubs: Sequence[Club], request: HttpRequest) -> list[Club]:
    """The demo among these clubs, where the form is filled in from one of its tournaments."""
    like = as_uuid(request.POST.get("like", "") or request.GET.get("like", ""))
    if like is None:
        return []
    rows = Tournament.objects.filter(pk=like, club__in=[club.pk for club in clubs if club.is_demo])
    return [row.club for row in rows.select_related("club")]


def tables(request: HttpRequest) -> HttpResponse:
    """The tables that the settings typed into a form make, for the form's script; and the name of a new tournament."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not may(request, NewTournament.action):
        raise PermissionDenied
    values = dict(request.POST.items())
    name = suggested_name(_clubs(request, NewTournament.action), values) if "like" in values else ""
    shown = {"shape": Tables(values).shape(), "suggested": name}
    return _no_store(TemplateResponse(request, "league/admin/desk/tables.html", shown))


def _open_once(request: HttpRequest, form: NewTournament | NewSeason) -> str:
    """Open it, once for each form shown; return its id."""
    actor = _caller(request, form.chosen_club()).actor
    return _run_once(request, actor, form.cleaned_data["once"], lambda: str(form.open(actor).stream.id), status=201)


def _take_in_place(request: HttpRequest, form: Step, news: Callable[..., dict[str, Any]], asked: Asked) -> HttpResponse:
    """Take a step for a page that stays open; answer with what has changed, and with the faults of a refused form."""
    said, faults, asks = "", {}, False
    if form.is_valid():
        try:
            asks = form.confirmation() is not None
            said = "" if asks else _taken_once(request, form)
        except REFUSALS as refusal:
            add_refusal(form, form.desk.row.club_id, refusal, form.error_fields)
    if not said and not asks:
        faults = form.faults()
    changed = news(form.desk.reloaded(), request, asked)
    answer = {**changed, "done": said, "faults": faults, "undo": form.undo if said else "", "asks": asks}
    return JsonResponse(answer, status=REFUSED if faults else 200)


def _take(request: HttpRequest, form: Step, context: Context) -> HttpResponse:
    """Take a step, or preview it, or ask for confirmation; after a refusal show the form again."""
    is_preview = form.is_previewed and PREVIEW in request.POST
    if is_preview:
        form.allow_empty_reason()
    if form.is_valid():
        try:
            if is_preview:
                return _page(request, form, context, preview=form.preview())
            if (confirmation := form.confirmation()) is not None:
                return _page(request, confirmation, context)
            messages.success(request, _taken_once(request, form))
            _follow_up(request, form)
            return HttpResponseRedirect(form.back)
        except Dealt:
            form.add_error(None, _("A dealt game has no preview: it would show the next cards."))
        except REFUSALS as refusal:
            add_refusal(form, form.desk.row.club_id, refusal, form.error_fields)
    if is_preview or form.is_shown_again:
        return _page(request, form, context, status=REFUSED)
    for sentences in form.errors.values():
        for sentence in sentences:
            messages.error(request, str(sentence))
    return HttpResponseRedirect(form.desk.tab(form.tab))  # the top of the page, which shows the messages


def _follow_up(request: HttpRequest, form: Step) -> None:
    """Do what comes after a step that was taken. A refusal of it is a message: the step stays taken."""
    try:
        if said := form.follow_up():
            messages.success(request, said)
    except REFUSALS as refusal:
        errors = forms.Form({})
        add_refusal(errors, form.desk.row.club_id, refusal)
        for sentence in errors.non_field_errors():
            messages.error(request, str(sentence))


def _taken_once(request: HttpRequest, form: Step) -> str:
    """Take a step, once for each form shown; return the message."""
    token = form.cleaned_data.get("once")
    if not token and "seen" not in form.fields:
        return form.run()
    return _run_once(request, form.desk.who.actor, token, form.run, waits_for=form.desk.row.pk)


def _run_once(
    request: HttpRequest,
    actor: str,
    token: str | None,
    run: Callable[[], str],
    status: int = 200,
    waits_for: Key | None = None,
) -> str:
    """What `run` returned when a form with this token was first sent. Raises KeyReused for other contents."""
    sent = sorted((key, values) for key, values in request.POST.lists() if key != "csrfmiddlewaretoken")
    contents = idempotency.fingerprints(request.path.encode(), repr(sent).encode())
    key = f"desk:{token}" if token else None
    waits_for = waits_for or actor
    return idempotency.run_once(actor, key, contents, lambda: StoredResponse(status, run()), waits_for=waits_for).body


def _page(
    request: HttpRequest, form: Step, context: Context, status: int = 200, preview: object = None
) -> HttpResponse:
    shown = {
        **context(),
        **form.desk.reloaded().head(),
        "form": form,
        "title": form.heading,
        "preview": preview,
    }
    return TemplateResponse(request, "league/admin/desk/step.html", shown, status=status)


def _desk(request: HttpRequest, pages: DeskPages, row: Tournament | Season, action: Action) -> Desk[Any, Any]:
    """The desk, for somebody who may do `action`. Raises PermissionDenied."""
    who = _caller(request, row.club_id)
    if not who.may(action):
        raise PermissionDenied
    return pages.desk(row, who)


def _caller(request: HttpRequest, club: Club | UUID) -> Caller:
    assert isinstance(request.user, User)
    return caller(request.user, club)
