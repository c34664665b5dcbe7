"""The router: paths without a slash at their end and without format suffixes, and a root with links to every list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import path, reverse
from rest_framework.request import Request
from rest_framework.routers import DynamicRoute, Route, SimpleRouter

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly

LINKED = ("me", "ratings", "clock", "schema", "docs")
"""Paths that the root links to beside the lists."""


class Root(Resource):
    """The root of the API."""

    permission_classes = [ReadOnly]
    names: Sequence[str] = ()

    @describes(dict[str, str])
    def get(self, request: Request) -> Reply:
        """Links to every list, to the documentation and to the schema."""
        links = {name: request.build_absolute_uri(reverse("api:" + name)) for name in self.names}
        return Reply(links)


class Router(SimpleRouter):
    """DRF's router with our names of addresses: an item has the basename, a list its view set's `list_name` if any."""

    routes = [
        Route("{prefix}", {"get": "list", "post": "create", "patch": "update_list"}, "{list_name}", False, {}),
        Route(
            "{prefix}/{lookup}",
            {"get": "retrieve", "patch": "partial_update", "delete": "destroy"},
            "{basename}",
            True,
            {},
        ),
        DynamicRoute("{prefix}/{lookup}/{url_path}", "{basename}-{url_name}", True, {}),
    ]

    def __init__(self) -> None:
        super().__init__(trailing_slash=False, use_regex_path=False)

    def get_routes(self, viewset: Any) -> list[Route]:
        """The routes of a view set, with the name of its list."""
        routes = super().get_routes(viewset)
        return [
            route._replace(name=route.name.replace("{list_name}", viewset.list_name or "{basename}"))
            for route in routes
        ]

    def get_urls(self) -> list[Any]:
        """The routes of all view sets, and the root."""
        lists = [
            getattr(viewset, "list_name", "") or basename
            for prefix, viewset, basename in self.registry
            if "<" not in prefix and hasattr(viewset, "list")
        ]
        return [path("", Root.as_view(names=(*lists, *LINKED)), name="root"), *super().get_urls()]
