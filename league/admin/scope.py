"""Access to the admin. A superuser sees everything, a club's director the rows of that club, a referee its tournaments,
league tables and log; others see nothing.

Only memberships decide: Django's permissions and `is_staff` have no effect.
"""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.core.exceptions import BadRequest
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest, HttpResponse
from unfold.admin import ModelAdmin

from league.access.roles import staff_roles
from league.models import Club, Role

_CACHE = "_staff_roles"


def directed_clubs(request: HttpRequest) -> list[UUID] | None:
    """The clubs that the caller directs; None means every club."""
    roles = _roles(request)
    return None if roles is None else [club for club, role in roles.items() if role == Role.DIRECTOR]


def staffed_clubs(request: HttpRequest) -> list[UUID] | None:
    """The clubs where the caller is a director or a referee; None means every club."""
    roles = _roles(request)
    return None if roles is None else list(roles)


def _roles(request: HttpRequest) -> dict[UUID, str] | None:
    """The caller's staff role in each club; None for a director of every club. Cached on the request."""
    if _CACHE not in vars(request):
        setattr(request, _CACHE, staff_roles(request.user) if request.user.is_active else {})
    roles: dict[UUID, str] | None = vars(request)[_CACHE]
    return roles


def may_enter(request: HttpRequest) -> bool:
    """Whether the caller may use the admin at all."""
    return staffed_clubs(request) != []


def is_director(request: HttpRequest) -> bool:
    """Whether the caller directs any club."""
    return directed_clubs(request) != []


def is_superuser(request: HttpRequest) -> bool:
    """Whether the caller runs the site."""
    return request.user.is_active and request.user.is_superuser


def clubs_seen(request: HttpRequest) -> QuerySet[Club]:
    """The clubs whose tournaments, league tables and log the caller may see."""
    return _clubs(staffed_clubs(request))


def clubs_directed(request: HttpRequest) -> QuerySet[Club]:
    """The clubs in which the caller may create things."""
    return _clubs(directed_clubs(request))


def refuse_nul(request: HttpRequest) -> None:
    """Raises BadRequest if the query contains a NUL, which no database accepts as text."""
    if any("\x00" in text for name, texts in request.GET.lists() for text in (name, *texts)):
        raise BadRequest


def _clubs(wanted: list[UUID] | None) -> QuerySet[Club]:
    return Club.objects.all() if wanted is None else Club.objects.filter(pk__in=wanted)


class ClubScoped(ModelAdmin):
    """Rows of the caller's own clubs; for other clubs' rows it answers 404. Nothing can be deleted: the log has its id.

    club_path: the field with the club's id. empty_sentence: shown while the list is empty.
    add_words: the label of a button above the list that adds a row; "" for no button.
    """

    club_path: ClassVar[str] = "club_id"
    empty_sentence: ClassVar[Any] = ""
    add_words: ClassVar[Any] = ""

    def clubs(self, request: HttpRequest) -> list[UUID] | None:
        """The clubs whose rows the caller may see; None means every club."""
        return directed_clubs(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        seen = self.clubs(request)
        return rows if seen is None else rows.filter(**{f"{self.club_path}__in": seen})

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        refuse_nul(request)
        answer: HttpResponse = super().changelist_view(request, extra_context)
        return answer

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Without the club's column if the caller has only one club."""
        seen = self.clubs(request)
        columns = super().get_list_display(request)
        return [column for column in columns if column != "club" or seen is None or len(seen) > 1]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.clubs(request) != []

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        seen = self.clubs(request)
        return seen is None or (getattr(obj, self.club_path) in seen if obj else bool(seen))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_director(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Any] | None:
        if db_field.related_model is Club:
            clubs = clubs_directed(request)
            kwargs["queryset"] = clubs
            only = list(clubs[:2])
            kwargs["initial"] = only[0] if len(only) == 1 else None
        field: ModelChoiceField[Any] | None = super().formfield_for_foreignkey(db_field, request, **kwargs)
        return field


class ReadOnly(ClubScoped):
    """Rows derived from the log, which the staff of their clubs can only read."""

    def clubs(self, request: HttpRequest) -> list[UUID] | None:
        return staffed_clubs(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
