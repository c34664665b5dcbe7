"""Answers: what a view returns, and how it becomes an HTTP response."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import HttpResponse

from api import problems
from league.services.idempotency import StoredResponse

REFUSED = 422


@dataclass(frozen=True)
class Reply:
    """The answer of a view. data: a struct or JSON values; None for 204. location: the path of what was created."""

    data: Any = None
    status: int = 200
    location: str = ""

    def stored(self) -> StoredResponse:
        """The answer in the form in which it is kept for a repeated request."""
        body = "" if self.data is None else as_json(self.data).decode()
        return StoredResponse(self.status if body else 204, body, self.location)


def as_json(data: Any) -> bytes:
    """An answer's JSON; times with their offset, ids and translated words as text."""
    return msgspec.json.encode(data, enc_hook=str)


def as_http(answer: StoredResponse) -> HttpResponse:
    """The answer with its headers: `ETag` of a single resource, `Location`, `Idempotency-Replayed`."""
    kind = problems.CONTENT_TYPE if answer.status == REFUSED else "application/json"
    response = HttpResponse(answer.body, status=answer.status, content_type=kind if answer.body else None)
    version = _version(answer.body) if answer.body else None
    if version is not None:
        response["ETag"] = f'"{version}"'
    if answer.location:
        response["Location"] = answer.location
    if answer.replayed:
        response["Idempotency-Replayed"] = "true"
    return response


class _Versioned(msgspec.Struct):
    id: str | None = None
    version: int | None = None


_versioned = msgspec.json.Decoder(_Versioned | list[Any])


def _version(body: str) -> int | None:
    try:
        read = _versioned.decode(body)
    except msgspec.ValidationError:
        return None
    return read.version if isinstance(read, _Versioned) and read.id else None
