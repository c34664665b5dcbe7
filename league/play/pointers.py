"""Paths in a file, and JSON pointers (RFC 6901)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

Step = str | int
Path = tuple[Step, ...]

_STEP = re.compile(r"\.([^.\[]+)|\[([0-9]+)\]|(\[\.\.\.\])")
_PLACE = re.compile(r" - at (`key` in )?`\$?(.*)`$")
_NAMED = re.compile(r"^Object (?:missing required|contains unknown) field `(.*?)`")


def pointer(path: Sequence[Step]) -> str:
    """Return the pointer of a path: "" for the whole file."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def dotted(path: Sequence[Step]) -> str:
    """Return the path as a field of a problem."""
    return ".".join(map(str, path))


def steps(complaint: str) -> list[Step | None]:
    """Return the path in a decoder's message; None is an unnamed key of an object with free keys."""
    place = _PLACE.search(complaint)
    found = _STEP.finditer(place[2] if place else "")
    path: list[Step | None] = [
        key or (int(number) if number else None) for key, number, _ in map(re.Match.groups, found)
    ]
    return [*path, None] if place and place[1] else path


def named_field(complaint: str) -> str | None:
    """Return the field that a decoder's message says is missing or unknown."""
    named = _NAMED.match(complaint)
    return named[1] if named else None


def within(body: Any, path: Path, field: str) -> Path:
    """Return the path of a command's dotted `field`, as far as the file has it at `path`."""
    place = body
    for step in path:
        place = place[step]
    return (*path, *_followed(place, field))


def _followed(place: Any, field: str) -> Iterator[Step]:
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
