"""Lists in pages: a cursor, a size up to 200, an order, filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django_filters import FilterSet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from api import parsing
from api.base import Reply, Resource
from api.problems import FieldError, Problem, bad_field
from games.kernel import N_

USUAL, MOST = 50, 200
BAD_CURSOR = N_("The cursor is not one that a list gave.")


class Pages(CursorPagination):
    """Cursor pages; a bad cursor is a bad request."""

    page_size = USUAL
    page_size_query_param = "page_size"
    max_page_size = MOST
    ordering = "id"
    orderings: tuple[str, ...] = ("id",)

    def get_page_size(self, request: Request) -> int:
        """How many the reader wants. Raises Problem."""
        return parsing.whole_parameter(request, "page_size", USUAL, 1, MOST) or USUAL

    def decode_cursor(self, request: Request) -> Any:
        """The place in the list that the reader has come to. Raises NotFound for one that no database could take."""
        cursor = super().decode_cursor(request)
        if cursor is not None and "\x00" in str(cursor.position):
            raise NotFound
        return cursor

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """`ordering=name` or `ordering=-name`; the id decides between equals. Raises Problem."""
        wanted = request.query_params.get("ordering", "id")
        if wanted.removeprefix("-") not in self.orderings:
            raise bad_field("ordering", "bad_ordering", N_("One of {allowed}."), allowed=", ".join(self.orderings))
        sign = "-" if wanted.startswith("-") else ""
        return (wanted,) if wanted.removeprefix("-") == "id" else (wanted, f"{sign}id")


def page(
    door: Resource,
    rows: QuerySet[Any],
    show: Callable[[list[Any]], list[Any]],
    *,
    orderings: tuple[str, ...] = ("id",),
    filters: type[FilterSet] | None = None,
) -> Reply:
    """A page of `rows`. show: makes what is told of the page's rows, all at once. Raises Problem."""
    request = door.request
    if filters is not None:
        rows = filtered(request, rows, filters)
    pages = Pages()
    pages.orderings = orderings
    try:
        found = pages.paginate_queryset(rows, request, door) or []
    except (NotFound, ValidationError, ValueError):  # ValueError: a position that is no value of the column
        raise bad_field("cursor", "bad_cursor", BAD_CURSOR) from None
    return Reply({"next": pages.get_next_link(), "previous": pages.get_previous_link(), "results": show(found)})


def filtered(request: Request, rows: QuerySet[Any], filters: type[FilterSet]) -> QuerySet[Any]:
    """The rows that the query's filters leave. Raises Problem."""
    chosen = filters(request.query_params, queryset=rows)
    if not chosen.is_valid():
        wrong = [
            FieldError(name, str(one.get("code") or "invalid"), str(one["message"]))
            for name, found in chosen.errors.get_json_data().items()
            for one in found
        ]
        raise Problem(400, "bad_fields", N_("Some fields are wrong."), errors=wrong)
    left: QuerySet[Any] = chosen.qs
    return left
