"""`schema` and `docs`: the OpenAPI document, and a page that shows it without any other server."""

from __future__ import annotations

from typing import Any

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.request import Request

from api.door import Door


class Schema(Door, SpectacularAPIView):
    """The OpenAPI 3.1 document, as YAML or JSON."""

    renderer_classes = SpectacularAPIView.renderer_classes
    authentication_classes = []
    schema = None  # type: ignore[assignment]

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The document."""
        return super().get(request, *args, **kwargs)


class Docs(Door, SpectacularSwaggerView):
    """The document as a page."""

    renderer_classes = SpectacularSwaggerView.renderer_classes
    authentication_classes = []
    schema = None  # type: ignore[assignment]
    url_name = "api:schema"

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        return super().get(request, *args, **kwargs)
