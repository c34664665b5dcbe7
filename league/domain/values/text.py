"""Names in the form in which they are compared."""

from __future__ import annotations

import unicodedata
from uuid import UUID

UNMARKED = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
"""Letters that Unicode takes for no other with a mark; ß is ss without capitals already."""


def compared(name: str) -> str:
    """A name as it is compared: case, spacing and the way its accents are written say nothing."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def as_uuid(text: str) -> UUID | None:
    """The id that a text is, if it is one."""
    try:
        return UUID(text)
    except ValueError:
        return None
