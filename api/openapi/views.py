"""`schema` and `docs`: the OpenAPI document, and a page that shows it and loads nothing from elsewhere."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request

from api.base import Resource
from api.openapi.schema import describes
from api.query import Query

RENDERERS = {renderer.media_type: renderer for renderer in SpectacularAPIView.renderer_classes}
ETAG_DIGITS = 32


@cache
def document(media_type: str, language: str | None) -> tuple[bytes, str]:
    """The OpenAPI document in the active language, and its ETag; cached, since generating it takes a while."""
    made = SchemaGenerator().get_schema(request=None, public=True)
    content: bytes = RENDERERS[media_type]().render(made, renderer_context={})
    return content, f'"{sha256(content).hexdigest()[:ETAG_DIGITS]}"'


class Schema(Resource):
    """The OpenAPI 3.1 document, as YAML or JSON."""

    renderer_classes = SpectacularAPIView.renderer_classes
    authentication_classes = []
    schema = None  # type: ignore[assignment]

    def get(self, request: Request) -> Any:
        """The document; 304 for a client that has this version."""
        media_type = request.accepted_renderer.media_type
        content, etag = document(media_type, get_language())
        answer = HttpResponse(content, content_type=media_type, headers={"ETag": etag})
        patch_vary_headers(answer, ["Accept", "Accept-Language"])
        return get_conditional_response(request._request, etag=etag, response=answer)


class DocsQuery(Query, frozen=True):
    """Which part of the page."""

    script: str | None = None


class Docs(Resource, SpectacularSwaggerSplitView):
    """The document as a page, and with `?script` the script that fills it."""

    renderer_classes = SpectacularSwaggerSplitView.renderer_classes
    authentication_classes = []
    schema = None  # type: ignore[assignment]
    url_name = "api:schema"

    @describes(query=DocsQuery)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page or its script."""
        return super().get(request, *args, **kwargs)
