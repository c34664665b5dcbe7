"""Junk: values that no command should hold, and commands with one thing wrong."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any


def nested(levels: int, inner: Any) -> Any:
    for level in range(levels):
        inner = [inner] if level % 2 else {"a": inner}
    return inner


VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    2.0,
    1.5,
    -0.0,
    2**63,
    2**64,
    10**400,
    float("nan"),
    float("inf"),
    "",
    "new",
    "referee",
    "\x00",
    "a\ud800b",
    "{0}{x}{",
    "x" * 100_000,
    [],
    {},
    [[]],
    [1, "a", None],
    {"": {}},
    {"\ud800": 1},
    {1: 2},
    {None: None},
    (1, 2),
    {1, 2},
    b"bytes",
    object,
    Ellipsis,
    1j,
    nested(5_000, 1),
    list(range(2_000)),
]

JUNK: list[Any] = [*VALUES, *({"type": value} for value in VALUES), {"type": "rewind"}, {"type": "amend", "at": 1}]


def mutations(command: dict[str, Any], lot: Random, number: int = 12) -> Iterator[dict[str, Any]]:
    """Copies of `command` with a field gone, one too many, or something else in one of its places."""
    yield {**command, lot.choice(["x", "player", "command", "schema", "{", ""]): lot.choice(VALUES)}
    for field in command:
        yield {key: value for key, value in command.items() if key != field}
        for _ in range(number // len(command) + 1):
            yield {**command, field: lot.choice(VALUES)}
    for _ in range(number):
        wrong = deepcopy(command)
        _spoil(wrong, lot)
        yield wrong


def _spoil(value: Any, lot: Random) -> None:
    """Puts junk somewhere inside a dict or list."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = lot.choice(keys)
    if isinstance(value[key], dict | list) and value[key] and lot.random() < 0.8:
        _spoil(value[key], lot)
    else:
        value[key] = lot.choice(VALUES)
