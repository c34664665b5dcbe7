"""Compression of answers by gzip, where the client takes it."""

from __future__ import annotations

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

SHRINKS = re.compile(
    r"text/(?!event-stream\b)|application/([\w.-]+[.+])?(json|yaml|xml|javascript|openapi)\b|image/svg"
)
"""Media types of text. A stream of events is never compressed, since its events would wait for one another."""


class CompressionMiddleware(GZipMiddleware):
    """Django's compression, with its random padding against guessing secrets by the length of answers.

    Images, PDFs and spreadsheets are left as they are; so are parts of a file, whose bytes are counted.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the answer if that makes it smaller."""
        is_text = SHRINKS.match(response.headers.get("Content-Type", ""))
        if not is_text or response.has_header("Content-Range"):
            return response
        return super().process_response(request, response)
