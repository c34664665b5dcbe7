"""Descriptions of fields: the texts `name: text` in the docstring of a struct, or of one that it extends."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

LIKE = {
    "AddTournament": "AddResult",
    "ChangeClub": "NewClub",
    "ChangePerson": "NewPerson",
    "ChangeSeason": "NewSeason",
    "ChangeTournament": "NewTournament",
    "CorrectEvent": "AddResult",
}
"""Components of which a field without a text means the same as in another component."""


def describe_all(components: Mapping[str, dict[str, Any]]) -> None:
    """Gives the properties of components their descriptions."""
    for name, schema in components.items():
        describe(name, schema)
    for name, other in LIKE.items():
        for field, part in components[other]["properties"].items():
            components[name]["properties"].get(field, {}).setdefault("description", part.get("description", ""))


def describe(name: str, schema: dict[str, Any]) -> None:
    """Gives the properties of a component the descriptions from the docstring of its struct. name: of both."""
    properties: dict[str, Any] = schema.get("properties", {})
    for docstring in _docstrings(name, str(schema.get("description", ""))):
        for field, text in texts(docstring, properties).items():
            properties[field].setdefault("description", text)


def texts(docstring: str, names: Collection[str]) -> dict[str, str]:
    """The text of each name, up to the next name: `name: text`, or `name, name: text` for several."""
    if not names:
        return {}
    name = f"(?:{'|'.join(map(re.escape, names))})"
    parts = re.split(rf"(?:^|(?<=\s))({name}(?:,\s+{name})*):\s", docstring)
    found = zip(parts[1::2], map(_sentence, parts[2::2]), strict=True)
    return {field: text for fields, text in found for field in re.split(r",\s+", fields)}


def _sentence(text: str) -> str:
    """A text of a docstring as a sentence of the document, where None is null."""
    text = re.sub(r"\bNone\b", "null", " ".join(text.split()))
    return text[:1].upper() + text[1:]


def _docstrings(name: str, own: str) -> list[str]:
    """The docstring of a struct, then those of the structs that it extends."""
    for struct in _structs(msgspec.Struct):
        if struct.__name__ == name and str(struct.__doc__).strip() == own:
            return [str(base.__doc__) for base in struct.__mro__ if base.__module__ != msgspec.Struct.__module__]
    return [own]


def _structs(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for struct in base.__subclasses__():
        yield struct
        yield from _structs(struct)
