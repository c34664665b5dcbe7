"""The admin's site and its login."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from unfold.forms import AuthenticationForm as UnfoldAuthenticationForm
from unfold.sites import UnfoldAdminSite

from league.access.actions import Action
from league.access.roles import clubs_of
from league.admin import first_steps, invitations, overview, what_runs
from league.admin.log import timeline, transcript
from league.admin.scope import may
from league.models import User


class DirectorLogin(UnfoldAuthenticationForm):
    """Admits superusers, the staff of clubs and who is invited; others get the error of a wrong password."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "Please enter the user name and password of a club’s director or referee. Both may be case-sensitive."
        ),
    }

    def confirm_login_allowed(self, user: User) -> None:
        AuthenticationForm.confirm_login_allowed(self, user)
        if clubs_of(user, Action.READING) == [] and not invitations.of(user):
            raise self.get_invalid_login_error()


class ClubAdminSite(UnfoldAdminSite):
    """The admin of clubs. Only models registered here are in it, none of other apps."""

    site_title = "Tablekeeper"
    site_header = "Tablekeeper"
    index_title = _("Overview")
    index_template = "league/admin/index.html"
    login_form = DirectorLogin

    def has_permission(self, request: HttpRequest) -> bool:
        return may(request, Action.READING) or (request.user.is_active and bool(invitations.of(request.user)))

    def extra_urls(self) -> list[URLPattern]:
        return [
            path("first-steps/", self.admin_view(first_steps.hide), name="first_steps"),
            path("first-people/", self.admin_view(self.first_people), name="first_people"),
            path("demo/", self.admin_view(first_steps.fill_demo), name="demo"),
            path("demo/remove/", self.admin_view(first_steps.remove_demo), name="remove_demo"),
            path("log/", self.admin_view(timeline.timeline), {"site": self}, name="log"),
            path("invitations/<int:id>/", self.admin_view(invitations.answer), name="invitation"),
            path("what-runs/", self.admin_view(what_runs.page), {"site": self}, name="what_runs"),
            path("tables/<uuid:id>/", self.admin_view(transcript.page), {"site": self}, name="transcript"),
        ]

    def first_people(self, request: HttpRequest) -> HttpResponse:
        """A pasted list of a new club's people; a refused one is shown again with its faults."""
        return first_steps.add_people(request, lambda form: self.index(request, {"names_form": form}))

    def app_index(self, request: HttpRequest, app_label: str, extra_context: Any = None) -> HttpResponse:
        """The overview: the only app's models are in the sidebar."""
        return HttpResponseRedirect(reverse("admin:index"))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        shown = {**overview.context(request), "invitations": invitations.of(request.user), **(extra_context or {})}
        answer: HttpResponse = super().index(request, shown)
        return answer


site = ClubAdminSite(name="admin")
site.empty_value_display = ""
