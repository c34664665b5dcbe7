"""`schema` and `docs`: the OpenAPI document, and a page that shows it and loads nothing from elsewhere."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import StaticHTMLRenderer
from rest_framework.request import Request

from api.base import Resource
from api.openapi.markdown import headings
from api.openapi.page import GUIDE, SHOWN, components_of, count, guide, html_of, sections_of, title
from league.web.errors import not_found
from league.web.pages import present
from league.web.tags import moment

RENDERERS = {renderer.media_type: renderer for renderer in reversed(SpectacularAPIView.renderer_classes)}
"""JSON, under two names, then YAML: a client that accepts anything gets the first."""
ETAG_DIGITS = 32
JSON_DOCUMENT = "application/vnd.oai.openapi+json"


@cache
def document(media_type: str, language: str | None) -> tuple[bytes, str]:
    """The OpenAPI document in the active language, and its ETag; cached, since generating it takes a while."""
    made = SchemaGenerator().get_schema(request=None, public=True)
    content: bytes = RENDERERS[media_type]().render(made, renderer_context={})
    return content, f'"{sha256(content).hexdigest()[:ETAG_DIGITS]}"'


class Schema(Resource):
    """The OpenAPI 3.1 document, as JSON, or as YAML where `Accept` asks for it."""

    renderer_classes = list(RENDERERS.values())
    authentication_classes = []
    schema = None  # type: ignore[assignment]

    def get(self, request: Request) -> Any:
        """The document; 304 for a client that has this version."""
        media_type = request.accepted_renderer.media_type
        content, etag = document(media_type, get_language())
        answer = HttpResponse(content, content_type=media_type, headers={"ETag": etag})
        patch_vary_headers(answer, ["Accept", "Accept-Language"])
        return get_conditional_response(request._request, etag=etag, response=answer)


class Docs(Resource):
    """The guide with all operations as one page; or a page of `docs/` to which the guide leads. Both in English."""

    renderer_classes = [StaticHTMLRenderer]
    authentication_classes = []
    schema = None  # type: ignore[assignment]

    def get(self, request: Request, page: str = GUIDE) -> Any:
        """The page; 304 for a browser that has it as it is."""
        if page not in SHOWN:
            return not_found(request._request, Http404())  # the middleware makes it a problem for programs
        now = present()
        content = _page(request._request, page, now)
        etag = f'W/"{sha256(content.replace(moment(now), "").encode()).hexdigest()[:ETAG_DIGITS]}"'
        answer = HttpResponse(content, headers={"Cache-Control": "no-cache", "Content-Language": "en", "ETag": etag})
        known = get_conditional_response(request._request, etag=etag, response=answer)
        assert isinstance(known, HttpResponse)
        # Without a type, the 304 would have the policy of data, and the browser would take it for the page.
        known["Content-Type"] = answer["Content-Type"]
        return known


def _page(request: HttpRequest, page: str, now: datetime) -> str:
    base, docs, schema = (request.build_absolute_uri(reverse(f"api:{name}")) for name in ("root", "docs", "schema"))
    shown = {"page": "docs", "now": now, "base": base.rstrip("/"), "docs": docs, "schema": schema}
    with translation.override("en"):
        return render_to_string("api/docs.html", {**_parts_of(page), **shown}, request)


@cache
def _parts_of(page: str) -> dict[str, Any]:
    """What the page says on every server; cached, since it is made from the whole document."""
    parts: dict[str, Any] = {"title": title(page), "guide": html_of(page), "version": settings.VERSION}
    if page != GUIDE:
        return parts
    made = json.loads(document(JSON_DOCUMENT, "en")[0])
    sections = sections_of(made)
    reference = render_to_string("api/reference.html", {"sections": sections, "components": components_of(made)})
    return {
        **parts,
        "reference": reference,
        "sections": sections,
        "headings": headings(guide(page)),
        "operations": count(sections),
    }
