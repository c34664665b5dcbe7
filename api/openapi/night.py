"""The examples of answers: those of a real night, which `python -m tests.clients` plays and writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("night.json")


@cache
def night() -> Mapping[str, Mapping[str, Any]]:
    """The answers by operation; of each by status, media type and, of a problem, its code: `200 application/json`."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return found


def answer_of(operation: str, status: str, media_type: str) -> Any:
    """The answer that an operation gave; None if it gave none."""
    return night().get(operation, {}).get(f"{status} {media_type}")


def any_answer(media_type: str) -> Any:
    """The answer in a media type that one operation gave for all."""
    return next(kept[kind] for kept in night().values() for kind in kept if kind.endswith(media_type))


def problems_of(status: str, operation: str | None = None) -> dict[str, Any]:
    """The problems by code that were met: by an operation, or of each code the first one."""
    found: dict[str, Any] = {}
    for id, kept in sorted(night().items()):
        for kind, body in kept.items():
            if kind.startswith(f"{status} application/problem+json ") and operation in (None, id):
                found.setdefault(body["code"], body)
    return found
