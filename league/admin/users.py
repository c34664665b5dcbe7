"""Accounts and their tokens, for superusers."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from league.access.tokens import scope_of
from league.admin.scope import is_superuser
from league.admin.site import site
from league.models import Club, User


def site_zone() -> ZoneInfo:
    """The clubs' time zone if they share one, else that of the installation."""
    zones = list(Club.objects.order_by().values_list("time_zone", flat=True).distinct()[:2])
    return ZoneInfo(zones[0] if len(zones) == 1 else settings.TIME_ZONE)


def rendered(answer: HttpResponse) -> HttpResponse:
    """The answer, rendered in the active time zone."""
    return answer.render() if isinstance(answer, SimpleTemplateResponse) else answer


class SuperuserOnly(ModelAdmin):
    """Rows for superusers only, with times in the clubs' zone."""

    empty_sentence: ClassVar[Any] = ""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        with timezone.override(site_zone()):
            return rendered(super().changelist_view(request, extra_context))

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with timezone.override(site_zone()):
            return rendered(super().changeform_view(request, *args, **kwargs))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    has_add_permission, has_change_permission = has_module_permission, has_view_permission

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User, site=site)
class UserAdmin(DjangoUserAdmin[User], SuperuserOnly):
    """Accounts. They are deactivated instead of deleted, because the log has their ids."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "email", "is_active", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser")
    search_fields = ("username", "first_name", "last_name", "email")
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Access"), {"fields": ("is_active", "is_superuser")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )


@admin.register(AuthToken, site=site)
class TokenAdmin(SuperuserOnly):
    """Logins by token, without the tokens themselves; deleting one logs the user out."""

    list_display = ("user", "called", "scope", "created", "last_used", "expiry")
    list_display_links = None
    list_select_related = ("user", "details")
    search_fields = ("user__username",)
    ordering = ("-created",)
    fields = ("user", "created", "expiry")
    empty_sentence = _("There are no tokens. They are created through the API.")

    @admin.display(description=_("name"))
    def called(self, token: AuthToken) -> str:
        return token.details.name if hasattr(token, "details") else ""

    @admin.display(description=_("scope"))
    def scope(self, token: AuthToken) -> str:
        return str(scope_of(token).label)

    @admin.display(description=_("last used"), ordering="details__last_used_at")
    def last_used(self, token: AuthToken) -> datetime | None:
        return token.details.last_used_at if hasattr(token, "details") else None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)
