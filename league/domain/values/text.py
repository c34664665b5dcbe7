"""Names in the form in which they are compared."""

from __future__ import annotations

import unicodedata
from uuid import UUID

UNMARKED = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
"""Letters that Unicode does not decompose into a letter and a mark; casefold already turns ß into ss."""


def comparable(name: str) -> str:
    """The name without the differences that don't count: case, spacing and how accents are encoded."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def as_uuid(text: str) -> UUID | None:
    """The id that a text is, if it is one."""
    try:
        return UUID(text)
    except ValueError:
        return None
