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

    Images, PDFs and spreadsheets are left as they are; so are parts of a file, whose bytes are counted, and answers
    marked `no-transform`: the API's that give out a token or a link. A guess would take a request that is sent with
    somebody's cookie from elsewhere and repeats what the guesser has put into it; no API answer with a secret is one.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the answer if that makes it smaller."""
        is_text = SHRINKS.match(response.headers.get("Content-Type", ""))
        is_closed = "no-transform" in response.headers.get("Cache-Control", "")
        if not is_text or is_closed or response.has_header("Content-Range"):
            return response
        return super().process_response(request, response)
