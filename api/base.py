"""The views of all resources: DRF's `GenericAPIView` and view sets, with structs in place of serializers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto
from typing import Any
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.generics import GenericAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.viewsets import ViewSetMixin

from api import parsing, problems
from api.authentication import Link, Session, Token
from api.openapi.schema import ResourceSchema
from api.pagination import Filters, Ordering, Pages
from api.permissions import ReadOnly
from api.problems import bad_field
from api.replies import Reply, as_http
from games.kernel import N_
from league.access import roles
from league.access.links import Holder
from league.access.roles import Caller

READING = ("GET", "HEAD")


class DryRun(Enum):
    """What `?dry_run=true` does at the writes of a resource.

    TOLD: the answer is the events and standings as they would be. OWN: the resource has its own answer. NONE: refused.
    """

    TOLD = auto()
    OWN = auto()
    NONE = auto()


class Resource(GenericAPIView[Any]):
    """A view of one path. Its methods return `Reply`; every other outcome is raised."""

    authentication_classes = [Token, Link, Session]
    permission_classes: Sequence[Any] = [ReadOnly]
    throttle_classes = []
    parser_classes = [parsing.StrictJson]
    renderer_classes = [JSONRenderer]
    filter_backends = []
    pagination_class: type[Pages] | None = None
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    versioning_class = None
    lookup_field = "id"
    schema = ResourceSchema()
    dry_run = DryRun.TOLD

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuses, before any method: a query that no database could take, and a dry run where there is none."""
        self._callers: dict[UUID, Caller] = {}
        _ = request._request.body  # read before the parser does, it stays there for the fingerprint
        super().initial(request, *args, **kwargs)
        parsing.refuse_nul(request)
        if parsing.flag_parameter(request, "dry_run") and (request.method in READING or self.dry_run is DryRun.NONE):
            raise bad_field("dry_run", "no_dry_run", N_("There is no dry run of this."))

    def check_permissions(self, request: Request) -> None:
        """As in DRF, but a method that the path does not have is 405 for everybody."""
        if request.method in self.allowed_methods:
            super().check_permissions(request)

    def get_exception_handler(self) -> Callable[..., HttpResponse | None]:
        """Errors are problems, whatever the settings of the framework say."""
        return problems.handle

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Turns the `Reply` of a reading method into a response."""
        if isinstance(response, Reply):
            response = as_http(response.stored())
        return super().finalize_response(request, response, *args, **kwargs)

    def get_parent(self, rows: type[Model] | QuerySet[Any]) -> Any:
        """The thing that a nested path begins with, looked up and permitted as by `get_object`."""
        parent = get_object_or_404(rows, id=self.kwargs[self.lookup_field])
        self.check_object_permissions(self.request, parent)
        return parent

    def raw_body(self) -> bytes:
        """The part of a request that is the same in a repeated request: of a form the file in it, else the body."""
        content: Any = self.request.data
        body: bytes = content if isinstance(content, bytes) else self.request._request.body
        return body

    def caller(self, club: UUID) -> Caller:
        """The role of the caller in the club; looked up once a request."""
        if club not in self._callers:
            link = self.request.auth if isinstance(self.request.auth, Holder) else None
            self._callers[club] = roles.caller(self.request.user, club, link)
        return self._callers[club]

    @property
    def callers(self) -> Collection[Caller]:
        """The caller's roles that were looked up so far."""
        return self._callers.values()


class ResourceSet(ViewSetMixin, Resource):
    """A list and its items. `represent` makes the answers of rows; each list and item is one of them.

    list_name: the name of the list's address, if it is not the router's `basename`, as the item's is.
    """

    filter_backends = [Filters, Ordering]
    pagination_class: type[Pages] | None = Pages
    ordering_fields: Sequence[str] = ("id",)
    lookup_value_converter = "uuid"
    list_name = ""

    def represent(self, rows: Sequence[Any]) -> Sequence[Any]:
        """The answers of rows, in their order, as the caller may see them."""
        raise NotImplementedError

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Filters are for lists; an item is found by its id alone."""
        return super().filter_queryset(queryset) if self.action == "list" else queryset

    def page(self, rows: QuerySet[Any]) -> Reply:
        """The page of `rows` that the query asks for. Raises Problem."""
        found = self.paginate_queryset(self.filter_queryset(rows)) or []
        answer: Any = self.get_paginated_response(self.represent(found))
        return answer  # type: ignore[no-any-return]

    def one(self, row: Any, *, created: str = "") -> Reply:
        """One row. created: the name of its address, where it was created."""
        return Reply(self.represent([row])[0])
