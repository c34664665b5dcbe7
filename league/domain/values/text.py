"""Ids in texts."""

from __future__ import annotations

from uuid import UUID


def as_uuid(text: str) -> UUID | None:
    """The id that a text is, if it is one."""
    try:
        return UUID(text)
    except ValueError:
        return None
