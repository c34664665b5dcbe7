"""The parameters in the document: those of queries, and the headers that requests take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter

from api.lean import FIELDS, TEXT
from api.parsing import LONGEST_KEY
from api.query import Parameter

NO_STANDINGS = "With false, `standings_before` and `standings_after` of a dry run are empty."
DRY_RUN = "true: answers what the request would change, and changes nothing (for staff; not for dealt games)."
ETAG = r'(W/)?"[0-9]{1,18}(\.[!#-+\--~]*)?"'
TAGS: Mapping[str, Any] = {"type": "string", "pattern": rf"^(\*|{ETAG}( *, *{ETAG})*)$"}
FORMS: Mapping[str, Mapping[str, Any]] = {
    "Idempotency-Key": {"type": "string", "maxLength": LONGEST_KEY, "pattern": r"^[!-~]([ -~]*[!-~])?$"},
    "If-Match": TAGS,
    "If-None-Match": TAGS,
}
TEXTS = {
    "Idempotency-Key": "A repeated request with the same key has no second effect and gets the first answer.",
    "If-Match": 'The write is done only while this is the version: an `ETag`, a bare `"<version>"` or `*`.',
    "If-None-Match": "The `ETag` of the answer that you have: while nothing has changed, the answer is 304.",
}


def header(name: str) -> OpenApiParameter:
    """One of the headers that all requests of a kind take."""
    return OpenApiParameter(name, dict(FORMS[name]), OpenApiParameter.HEADER, description=TEXTS[name])


def text_header(name: str, use: str) -> OpenApiParameter:
    """A header of one operation."""
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=use)


def parameter(one: Parameter) -> OpenApiParameter:
    """A parameter of the query; a list is one text with commas."""
    return OpenApiParameter(
        one.name,
        dict(one.schema),
        OpenApiParameter.QUERY,
        required=one.is_needed,
        description=one.text,
        explode=False if one.schema.get("type") == "array" else None,
    )


def lean(fields: Sequence[str]) -> OpenApiParameter:
    """The choice of fields of an answer."""
    names = {"type": "array", "items": {"type": "string", "enum": list(fields)}, "minItems": 1}
    return OpenApiParameter(FIELDS, names, OpenApiParameter.QUERY, description=TEXT, explode=False)


def trying() -> list[OpenApiParameter]:
    """The parameters of a dry run."""
    texts = {"dry_run": DRY_RUN, "standings": NO_STANDINGS}
    return [OpenApiParameter(name, bool, OpenApiParameter.QUERY, description=text) for name, text in texts.items()]
