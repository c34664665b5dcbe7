"""Structs made ready before threads start."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.registry import all_games


def prepare_structs() -> None:
    """Let msgspec describe every struct class that is loaded, those of all games included.

    It describes a class at its first use. If two threads use a class for the first time at once, the second works with
    a description that is not finished, and the process crashes (seen with msgspec 0.22).
    """
    all_games()
    for struct in _subclasses(msgspec.Struct):
        msgspec.json.Decoder(struct)


def _subclasses(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for subclass in struct.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)
