"""A parser of what somebody sends, for the table of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

MEGABYTE = 1_000_000
HEAD = 65_536
"""The most bytes of a request's line and headers that the server reads."""


@dataclass(frozen=True)
class Parser:
    """A parser. samples: inputs that it takes. most: the bytes that can reach it. refusals: what it may raise."""

    name: str
    parse: Callable[[bytes], object]
    samples: tuple[bytes, ...]
    most: int = MEGABYTE
    refusals: tuple[type[Exception], ...] = field(default=())


def of_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """A parser of text, whose bytes the server has decoded."""
    return lambda content: read(content.decode("utf-8", "replace"))
