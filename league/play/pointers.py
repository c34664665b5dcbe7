"""Paths in a file, and JSON pointers (RFC 6901)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.kernel import Path


def pointer(path: Path) -> str:
    """Return the pointer of a path: "" for the whole file."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def dotted(path: Path) -> str:
    """Return the path as a field of a problem."""
    return ".".join(map(str, path))


def within(body: Any, path: Path, field: str) -> Path:
    """Return the path of a command's dotted `field`, as far as the file has it at `path`."""
    place = body
    for step in path:
        place = place[step]
    return (*path, *_followed(place, field))


def _followed(place: Any, field: str) -> Iterator[str | int]:
    rest = field
    while rest:
        if isinstance(place, list):
            step, _, rest = rest.partition(".")
            if not step.isdecimal() or int(step) >= len(place):
                return
            yield int(step)
            place = place[int(step)]
        elif isinstance(place, dict):
            found = next(
                (key for key in sorted(place, key=len, reverse=True) if f"{rest}.".startswith(f"{key}.")), None
            )
            if found is None:
                return
            yield found
            place, rest = place[found], rest[len(found) + 1 :]
        else:
            return
