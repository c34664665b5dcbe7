"""The pages that open a tournament or a season."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access.roles import caller
from league.admin.desk.opening import NewSeason, NewTournament
from league.admin.desk.refusals import REFUSALS, tell
from league.admin.scope import clubs_directed
from league.models import User
from league.services import idempotency
from league.services.idempotency import StoredResponse

REFUSED = 422


def add(
    request: HttpRequest, kind: type[NewTournament | NewSeason], goes_to: str, context: dict[str, Any]
) -> HttpResponse:
    """The form, by GET; what it asks for, by POST, once. goes_to: the name of the page of what was opened."""
    clubs = list(clubs_directed(request))
    if not clubs:
        raise PermissionDenied
    form = kind(clubs, request.POST) if request.method == "POST" else kind(clubs)
    if request.method == "POST" and form.is_valid():
        try:
            id = _once(request, form)
        except REFUSALS as refusal:
            tell(form, form.chosen_club().pk, refusal, form.field_of())
        else:
            messages.success(request, _("{name} is open.").format(name=form.cleaned_data["name"]))
            return HttpResponseRedirect(reverse(goes_to, args=[id]))
    status = REFUSED if form.is_bound else 200
    shown = {**context, "form": form, "title": form.title}
    return TemplateResponse(request, "league/admin/desk/open.html", shown, status=status)


def _once(request: HttpRequest, form: NewTournament | NewSeason) -> str:
    """The id of what was opened, once for each time that the form was made."""
    assert isinstance(request.user, User)
    actor = caller(request.user, form.chosen_club()).actor
    token = form.cleaned_data["once"]
    sent = sorted((key, values) for key, values in request.POST.lists() if key != "csrfmiddlewaretoken")
    print_ = idempotency.fingerprint(request.path.encode(), repr(sent).encode())
    key = f"desk:{token}" if token else None
    return idempotency.run_once(actor, key, print_, lambda: StoredResponse(201, str(form.open(actor).stream.id))).body
