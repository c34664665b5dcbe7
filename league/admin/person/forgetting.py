"""Somebody wants to be forgotten: what is deleted and what stays is said first, and the name has to be typed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.access.roles import USER
from league.domain.values.names import compared
from league.models import Entry, Person
from league.queries import records
from league.services import people

REFUSED = 422


@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest, person: Person, context: dict[str, Any]) -> HttpResponse:
    """The page; by POST with the person's name deletes it everywhere."""
    typed = request.POST.get("name", "")
    if request.method == "POST" and compared(typed) == compared(person.name):
        name = people.forgotten_name(person.club)
        people.forget(person, actor=f"{USER}{request.user.pk}", at=timezone.now())
        messages.success(request, _("The name was deleted. What was played stays, by “{name}”.").format(name=name))
        return HttpResponseRedirect(reverse("admin:league_person_changelist"))
    shown = {
        "title": _("Forget {name}").format(name=person),
        "person": person,
        "typed": typed,
        "is_refused": request.method == "POST",
        "shown_instead": people.forgotten_name(person.club),
        "events": records.history(person).all_time.events,
        "open": Entry.objects.filter(person=person, tournament__state__in=("open", "running")).count(),
        "merged": list(person.merged.order_by("pk")),
    }
    status = REFUSED if request.method == "POST" else 200
    return TemplateResponse(request, "league/admin/person/forget.html", {**context, **shown}, status=status)
