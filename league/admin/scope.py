"""What of the admin somebody may see: a superuser all of it, a club's director the rows of that club, others nothing.

Django's own permissions and `is_staff` decide nothing here: who directs a club is said by the memberships alone.
"""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from league.access import clubs_of
from league.models import Club, Role

_KEPT = "_directed_clubs"


def directed_clubs(request: HttpRequest) -> list[UUID] | None:
    """The clubs that the caller directs; None means every club. Asked of the database once a request."""
    if _KEPT not in vars(request):
        setattr(request, _KEPT, clubs_of(request.user, Role.DIRECTOR) if request.user.is_active else [])
    kept: list[UUID] | None = vars(request)[_KEPT]
    return kept


def may_enter(request: HttpRequest) -> bool:
    """Whether the caller may use the admin at all."""
    return directed_clubs(request) != []


def is_superuser(request: HttpRequest) -> bool:
    """Whether the caller runs the site."""
    return request.user.is_active and request.user.is_superuser


def clubs_seen(request: HttpRequest) -> QuerySet[Club]:
    """The clubs whose rows the caller may see."""
    directed = directed_clubs(request)
    return Club.objects.all() if directed is None else Club.objects.filter(pk__in=directed)


class ClubScoped(ModelAdmin):
    """Rows of the caller's own clubs; everybody else's do not exist. Nothing is deleted: the log names it by id.

    club_path: the field that leads to the club's id. empty_sentence: what a list says while it has no row.
    """

    club_path: ClassVar[str] = "club_id"
    empty_sentence: ClassVar[Any] = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        directed = directed_clubs(request)
        return rows if directed is None else rows.filter(**{f"{self.club_path}__in": directed})

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Who directs one club needs no column to say which."""
        directed = directed_clubs(request)
        columns = super().get_list_display(request)
        return [column for column in columns if column != "club" or directed is None or len(directed) > 1]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_enter(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        directed = directed_clubs(request)
        return directed is None or (getattr(obj, self.club_path) in directed if obj else bool(directed))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_enter(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Any] | None:
        if db_field.related_model is Club:
            kwargs["queryset"] = clubs_seen(request)
        field: ModelChoiceField[Any] | None = super().formfield_for_foreignkey(db_field, request, **kwargs)
        return field


class ReadOnly(ClubScoped):
    """Rows derived from the log: looked at, never written."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
