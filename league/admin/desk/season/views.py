"""A season's desk: the page that leads to its steps, and their answers. Only a POST changes anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from league.admin.desk.once import once
from league.admin.desk.refusals import REFUSALS, tell
from league.admin.desk.season import corrections, events, groups, results_file, settings
from league.admin.desk.season.corrections import Correction
from league.admin.desk.season.events import Result
from league.admin.desk.season.step import Desk, SeasonStep, desk_of
from league.admin.desk.season.typed_result import MOST_ROWS, ROWS
from league.models import Season, User

READING = ("GET", "HEAD")
REFUSED = 422
STEPS: Mapping[str, type[SeasonStep]] = {
    step.name: step
    for step in (
        settings.SetAnew,
        groups.Groups,
        events.TakeIn,
        events.Result,
        results_file.ReadResults,
        results_file.TakeResults,
        events.TakeOut,
        corrections.CorrectResult,
        corrections.Recount,
    )
}
LED_TO = ("settings", "groups", "tournament", "result", "results-file", "take-out")
OF_AN_EVENT = ("correct", "recount")
"""Led to beside the event that they are about."""


def show(request: HttpRequest, row: Season, context: dict[str, Any]) -> HttpResponse:
    """The desk of a season."""
    if request.method not in READING:
        return HttpResponseNotAllowed(READING)
    desk = _desk(request, row)
    steps = [
        (STEPS[name].title, reverse("admin:league_season_step", args=[row.pk, name]))
        for name in LED_TO
        if name != "take-out" or desk.state.events
    ]
    shown = {
        **context,
        "season": row,
        "title": row.name,
        "steps": steps,
        "events": [(words, _correcting(desk, id)) for id, words in events.event_choices(desk)],
    }
    return TemplateResponse(request, "league/admin/season_desk/desk.html", shown)


def step(request: HttpRequest, row: Season, name: str, context: dict[str, Any]) -> HttpResponse:
    """A step: its form by GET, taken by POST."""
    kind = STEPS.get(name)
    if kind is None:
        raise Http404
    desk = _desk(request, row)
    if request.method == "POST":
        return _taken(request, _bound(request, kind, desk), context)
    is_led_to = kind.name in (*LED_TO, *OF_AN_EVENT)
    if request.method not in READING or not is_led_to:
        return HttpResponseNotAllowed(("POST", *READING) if is_led_to else ("POST",))
    more: dict[str, Any] = {"rows": _rows(request)} if kind is Result else {}
    if issubclass(kind, Correction):
        more["which"] = request.GET.get("which", "")
    return _page(request, kind(desk, **more), context)


def _correcting(desk: Desk, event: str) -> str:
    """Where an event of the season is put right."""
    name = "recount" if desk.state.events[event].tournament else "correct"
    return f"{reverse('admin:league_season_step', args=[desk.row.pk, name])}?{urlencode({'which': event})}"


def _bound(request: HttpRequest, kind: type[SeasonStep], desk: Desk) -> SeasonStep:
    return kind(desk, request.POST, files=request.FILES)


def _taken(request: HttpRequest, form: SeasonStep, context: dict[str, Any]) -> HttpResponse:
    """Takes a step, and goes back to the desk; where it is refused, back to what was typed."""
    if form.is_valid():
        try:
            if (shown := form.shown_first()) is not None:
                return _page(request, shown, context)
            messages.success(request, once(request, form, form.desk.who.actor, form.run))
        except REFUSALS as refusal:
            tell(form, form.desk.row.club_id, refusal, form.field_of())
        else:
            return HttpResponseRedirect(reverse("admin:league_season_desk", args=[form.desk.row.pk]))
    return _page(request, form, context, status=REFUSED)


def _page(request: HttpRequest, form: SeasonStep, context: dict[str, Any], status: int = 200) -> HttpResponse:
    shown = {**context, "season": form.desk.row, "form": form, "title": form.title}
    return TemplateResponse(request, "league/admin/season_desk/step.html", shown, status=status)


def _desk(request: HttpRequest, row: Season) -> Desk:
    """The desk, for a director. Raises PermissionDenied."""
    assert isinstance(request.user, User)
    desk = desk_of(row, request.user)
    if not desk.who.is_director:
        raise PermissionDenied
    return desk


def _rows(request: HttpRequest) -> int:
    """How many rows are asked for. Raises Http404 for what is no such number."""
    text = request.GET.get("rows", str(ROWS))
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_ROWS)) and 1 <= int(text) <= MOST_ROWS):
        raise Http404
    return int(text)
