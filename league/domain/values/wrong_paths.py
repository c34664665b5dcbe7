"""The path of what msgspec complains about, with the keys of objects with free keys, which msgspec leaves out."""

from __future__ import annotations

import re
from typing import Any

import msgspec

Step = str | int
Path = tuple[Step, ...]

_STEP = re.compile(r"\.([^.\[]+)|\[([0-9]+)\]|(\[\.\.\.\])")
_PLACE = re.compile(r" - at (`key` in )?`\$?(.*)`$")
_NAMED = re.compile(r"^Object (?:missing required|contains unknown) field `(.*?)`")


def steps(complaint: str) -> list[Step | None]:
    """Return the path in a complaint; None is an unnamed key of an object with free keys."""
    place = _PLACE.search(complaint)
    found = _STEP.finditer(place[2] if place else "")
    path: list[Step | None] = [
        key or (int(number) if number else None) for key, number, _ in map(re.Match.groups, found)
    ]
    return [*path, None] if place and place[1] else path


def named_field(complaint: str) -> str | None:
    """Return the field that a complaint says is missing or unknown."""
    named = _NAMED.match(complaint)
    return named[1] if named else None


def exact_path(wanted: Any, body: Any, complaint: str) -> Path:
    """Return the path of a complaint, made when `body` was converted to the type `wanted`."""
    found: list[Step] = []
    for step in steps(complaint):
        found.append(_key(wanted, body, tuple(found), complaint) if step is None else step)
    return tuple(found)


def value_at(body: Any, path: Path) -> Any:
    for step in path:
        body = body[step]
    return body


def _key(wanted: Any, body: Any, path: Path, complaint: str) -> Step:
    """Return the key of a wrong member of the object at `path`. Of the members, the half with a wrong one is kept."""
    left = list(value_at(body, path).items())
    while len(left) > 1:
        half = left[: len(left) // 2]
        left = half if _complaint(wanted, _with(body, path, dict(half))) == complaint else left[len(half) :]
    return str(left[0][0])


def _complaint(wanted: Any, body: Any) -> str:
    """Return what is wrong with a body; "" for nothing."""
    try:
        msgspec.convert(body, wanted)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _with(body: Any, path: Path, value: Any) -> Any:
    """Return a copy of the body with `value` at `path`."""
    if not path:
        return value
    changed = body.copy()
    changed[path[0]] = _with(body[path[0]], path[1:], value)
    return changed
