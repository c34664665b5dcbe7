"""The page of what runs, for superusers: the parts of the service, workers, queues, followers, and last runs."""

from __future__ import annotations

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from league.admin.scope import is_superuser
from league.models import LastRun
from league.queries import health, what_runs


def page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Show the state as it is now. Raises PermissionDenied for others than superusers."""
    if not is_superuser(request):
        raise PermissionDenied
    lines = health.lines()
    names = {"ok": _("ok"), "late": _("late"), "broken": _("broken")}
    context = {
        **site.each_context(request),
        "title": _("What runs"),
        "lines": [(line, names[line.state]) for line in lines],
        "is_sound": health.is_sound(lines),
        "workers": what_runs.workers(),
        "leader": what_runs.leading_beat(),
        "runs": LastRun.objects.all(),
    }
    return TemplateResponse(request, "league/admin/what_runs.html", context)
