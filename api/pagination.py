"""Lists: pages with a cursor, a size up to 200, an order, filters."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters import ChoiceFilter, Filter, UUIDFilter
from rest_framework.exceptions import NotFound
from rest_framework.filters import BaseFilterBackend, OrderingFilter
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from api import parsing
from api.problems import FieldError, Problem, bad_field
from games.kernel import N_, Json

USUAL, MOST = 50, 200
BAD_CURSOR = N_("The cursor is not one that a list gave.")


class Pages(CursorPagination):
    """Cursor pages; a bad cursor is a bad request."""

    usual = USUAL
    page_size_query_param = "page_size"
    max_page_size = MOST
    cursor_query_description = "Where the page begins: from `next` or `previous` of another page."
    page_size_query_description = "How many results a page has."

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """The page's rows. Raises Problem."""
        try:
            return super().paginate_queryset(queryset, request, view) or []
        except (NotFound, ValidationError, ValueError):  # ValueError: a position that is no value of the column
            raise bad_field("cursor", "bad_cursor", BAD_CURSOR) from None

    def get_paginated_response(self, data: Any) -> Any:
        """The page as JSON values."""
        return {"next": self.get_next_link(), "previous": self.get_previous_link(), "results": data}

    def get_page_size(self, request: Request) -> int:
        """The size that the query asks for. Raises Problem."""
        return parsing.whole_parameter(request, "page_size", self.usual, 1, MOST) or self.usual

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameters as the OpenAPI document lists them."""
        size = {"type": "integer", "minimum": 1, "maximum": MOST, "default": self.usual}
        return [
            _parameter("cursor", self.cursor_query_description, {"type": "string"}),
            _parameter("page_size", self.page_size_query_description, size),
        ]

    def decode_cursor(self, request: Request) -> Any:
        """The position in the list. Raises NotFound for one that no database could take."""
        cursor = super().decode_cursor(request)
        if cursor is not None and "\x00" in str(cursor.position):
            raise NotFound
        return cursor


class ListPages(Pages):
    """Pages of a list that is at hand whole, as the penalties of a tournament are.

    A cursor has the index and the id of the first item of its page: the id finds it where the list has grown, the index
    where it is gone.
    """

    usual = MOST

    def page_of(self, items: Sequence[Json], request: Request, key: str = "id") -> Json:
        """The page of a list. key: the field that identifies an item. Raises Problem."""
        ids, size = [str(item[key]) for item in items], self.get_page_size(request)
        start = _start(request.query_params.get(self.cursor_query_param), ids)
        following, before = start + size, max(start - size, 0)
        return {
            "next": self._link(request, following, ids) if following < len(ids) else None,
            "previous": self._link(request, before, ids) if start > 0 else None,
            "results": items[start:following],
        }

    def _link(self, request: Request, at: int, ids: Sequence[str]) -> str:
        cursor = urlsafe_b64encode(bytes(f"{at} {ids[at]}", "utf-8")).decode()
        return replace_query_param(request.build_absolute_uri(), self.cursor_query_param, cursor)


def _start(cursor: str | None, ids: Sequence[str]) -> int:
    """The index of the item with which the page of a cursor begins. Raises Problem."""
    if cursor is None:
        return 0
    try:
        index, _, id = urlsafe_b64decode(cursor.encode("ascii")).decode().partition(" ")
        return ids.index(id) if id in ids else min(int(index), len(ids))
    except ValueError:
        raise bad_field("cursor", "bad_cursor", BAD_CURSOR) from None


class Ordering(OrderingFilter):
    """`ordering=name` or `ordering=-name`, of the view's `ordering_fields`; the id decides between equals.

    The view's `ordering_columns` name the columns of orders that are not those of their fields.
    """

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """The columns to order by. Raises Problem."""
        wanted = request.query_params.get("ordering", "id")
        fields = _ordering_fields(view)
        if wanted.removeprefix("-") not in fields:
            raise bad_field("ordering", "bad_ordering", N_("One of {allowed}."), allowed=", ".join(fields))
        sign = "-" if wanted.startswith("-") else ""
        column = getattr(view, "ordering_columns", {}).get(wanted, wanted)
        return (wanted,) if wanted.removeprefix("-") == "id" else (column, f"{sign}id")

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameter as the OpenAPI document lists it."""
        fields = _ordering_fields(view)
        schema = {"type": "string", "enum": [f"{sign}{name}" for name in fields for sign in ("", "-")], "default": "id"}
        return [_parameter("ordering", "What the list is ordered by; with `-` in front the other way round.", schema)]


def _ordering_fields(view: Any) -> tuple[str, ...]:
    return getattr(view, "ordering_fields", ("id",))


class Filters(BaseFilterBackend):
    """The filters of the view's `filterset_class`; a bad value is a bad request."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        """The rows that the query's filters leave. Raises Problem."""
        filterset = getattr(view, "filterset_class", None)
        if filterset is None:
            return queryset
        chosen = filterset(request.query_params, queryset=queryset, request=request)
        if not chosen.is_valid():
            wrong = [
                FieldError(name, str(one.get("code") or "invalid"), str(one["message"]))
                for name, found in chosen.errors.get_json_data().items()
                for one in found
            ]
            raise Problem(400, "bad_fields", N_("Some fields are wrong."), errors=wrong)
        left: QuerySet[Any] = chosen.qs
        return left

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameters as the OpenAPI document lists them."""
        filterset = getattr(view, "filterset_class", None)
        return [
            _parameter(name, one.extra.get("help_text") or f"Only results of this {name}.", _schema(one))
            for name, one in (filterset.base_filters if filterset else {}).items()
        ]


class TimeField(forms.CharField):
    """A time with its offset."""

    def to_python(self, value: Any) -> Any:
        """The time. Raises ValidationError."""
        text = super().to_python(value)
        try:
            at = datetime.fromisoformat(text) if text else None
            if at is None or at.tzinfo is not None:
                return at and at.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        raise ValidationError(_("A time has its offset, as in 2026-12-31T19:00:00+01:00."), code="bad_time")


class TimeFilter(Filter):
    """A filter by a time."""

    field_class = TimeField


def _schema(one: Filter) -> dict[str, Any]:
    """The schema of a filter's values."""
    if isinstance(one, UUIDFilter):
        return {"type": "string", "format": "uuid"}
    if isinstance(one, TimeFilter):
        return {"type": "string", "format": "date-time"}
    if isinstance(one, ChoiceFilter):
        return {"type": "string", "enum": [value for value, _ in one.extra["choices"]]}
    longest = one.extra.get("max_length")
    return {"type": "string", **({"maxLength": longest} if longest else {})}


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "required": False, "in": "query", "description": description, "schema": schema}
