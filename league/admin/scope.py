"""Access to the admin: what the table of `league.access.actions` allows in each club, superusers everything.

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

from league.access.actions import ALLOWED, Action
from league.access.roles import roles_of
from league.models import Club, Role

_CACHE = "_roles"


def clubs_where(request: HttpRequest, action: Action) -> list[UUID] | None:
    """The clubs where the caller may do `action`; None means every club."""
    roles = _roles(request)
    return None if roles is None else [club for club, role in roles.items() if action in ALLOWED[role]]


def _roles(request: HttpRequest) -> dict[UUID, Role] | None:
    """The caller's role in each club; None for a director of every club. Cached on the request."""
    if _CACHE not in vars(request):
        setattr(request, _CACHE, roles_of(request.user) if request.user.is_active else {})
    roles: dict[UUID, Role] | None = vars(request)[_CACHE]
    return roles


def may(request: HttpRequest, action: Action) -> bool:
    """Whether the caller may do `action` in any club."""
    return clubs_where(request, action) != []


def is_superuser(request: HttpRequest) -> bool:
    """Whether the caller runs the site."""
    return request.user.is_active and request.user.is_superuser


def clubs_for(request: HttpRequest, action: Action) -> QuerySet[Club]:
    """The clubs where the caller may do `action`."""
    wanted = clubs_where(request, action)
    return Club.objects.all() if wanted is None else Club.objects.filter(pk__in=wanted)


def clubs_seen(request: HttpRequest) -> QuerySet[Club]:
    """The clubs whose tournaments, league tables and log the caller may see."""
    return clubs_for(request, Action.READING)


def refuse_nul(request: HttpRequest) -> None:
    """Raises BadRequest if the query contains a NUL, which no database accepts as text."""
    if any("\x00" in text for name, texts in request.GET.lists() for text in (name, *texts)):
        raise BadRequest


class ClubScoped(ModelAdmin):
    """Rows of the caller's own clubs; for other clubs' rows it answers 404. Nothing can be deleted: the log has its id.

    action: what somebody must be allowed in a club to see its rows, to change them and to add some.
    club_path: the field with the club's id. empty_sentence: shown while the list is empty.
    add_words: the label of a button above the list that adds a row; "" for no button.
    """

    action: ClassVar[Action]
    club_path: ClassVar[str] = "club_id"
    empty_sentence: ClassVar[Any] = ""
    add_words: ClassVar[Any] = ""

    def clubs(self, request: HttpRequest) -> list[UUID] | None:
        """The clubs whose rows the caller may see; None means every club."""
        return clubs_where(request, self.action)

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
        return may(request, self.action)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Any] | None:
        if db_field.related_model is Club:
            clubs = clubs_for(request, self.action)
            kwargs["queryset"] = clubs
            only = list(clubs.filter(is_demo=False)[:2])
            kwargs["initial"] = only[0] if len(only) == 1 else None
        field: ModelChoiceField[Any] | None = super().formfield_for_foreignkey(db_field, request, **kwargs)
        return field


class ReadOnly(ClubScoped):
    """Rows derived from the log, which the staff of their clubs can only read."""

    action = Action.READING

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
