"""Lists: pages with a cursor, a size up to 200, an order, filters."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django_filters import ChoiceFilter, Filter, UUIDFilter
from rest_framework.exceptions import NotFound
from rest_framework.filters import BaseFilterBackend, OrderingFilter
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from api import parsing
from api.problems import FieldError, Problem, bad_field
from games.kernel import N_

USUAL, MOST = 50, 200
BAD_CURSOR = N_("The cursor is not one that a list gave.")


class Pages(CursorPagination):
    """Cursor pages; a bad cursor is a bad request."""

    page_size = USUAL
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
        return parsing.whole_parameter(request, "page_size", USUAL, 1, MOST) or USUAL

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameters as the OpenAPI document lists them."""
        size = {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}
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


class Ordering(OrderingFilter):
    """`ordering=name` or `ordering=-name`, of the view's `ordering_fields`; the id decides between equals."""

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """The columns to order by. Raises Problem."""
        wanted = request.query_params.get("ordering", "id")
        fields = _ordering_fields(view)
        if wanted.removeprefix("-") not in fields:
            raise bad_field("ordering", "bad_ordering", N_("One of {allowed}."), allowed=", ".join(fields))
        sign = "-" if wanted.startswith("-") else ""
        return (wanted,) if wanted.removeprefix("-") == "id" else (wanted, f"{sign}id")

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


def _schema(one: Filter) -> dict[str, Any]:
    """The schema of a filter's values."""
    if isinstance(one, UUIDFilter):
        return {"type": "string", "format": "uuid"}
    if isinstance(one, ChoiceFilter):
        return {"type": "string", "enum": [value for value, _ in one.extra["choices"]]}
    longest = one.extra.get("max_length")
    return {"type": "string", **({"maxLength": longest} if longest else {})}


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "required": False, "in": "query", "description": description, "schema": schema}
