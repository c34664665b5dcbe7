"""Descriptions of fields: the texts `name: text` in the docstring of a struct, or of one that it extends.

A body that is made from another struct names it as `described_as`: fields without a text of their own have its.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec


def describe_all(components: Mapping[str, dict[str, Any]]) -> None:
    """Gives components and their properties their descriptions."""
    for name, schema in components.items():
        own = str(schema.get("description", ""))
        properties: dict[str, Any] = schema.get("properties", {})
        if own:
            schema["description"] = without_texts(own, properties)
        for docstring in _docstrings(name, own):
            for field, text in texts(docstring, properties).items():
                properties[field].setdefault("description", text)
        for part in properties.values():
            if len(part.get("enum", ())) == 1:
                part.setdefault("description", f"Always `{part['enum'][0]}`.")


def texts(docstring: str, names: Collection[str]) -> dict[str, str]:
    """The text of each name, to the next one or the end of the paragraph: `name: text`, or `name, name: text`."""
    found = [part for paragraph in _paragraphs(docstring) for part in _parts(paragraph, names)[1]]
    return {field: text for fields, text in found for field in re.split(r",\s+", fields)}


def without_texts(docstring: str, names: Collection[str]) -> str:
    """The docstring without the texts of fields; its paragraphs are parted by a blank line."""
    left = [_as_json(_parts(paragraph, names)[0]) for paragraph in _paragraphs(docstring)]
    return "\n\n".join(filter(None, left))


def _paragraphs(docstring: str) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", docstring)]


def _parts(paragraph: str, names: Collection[str]) -> tuple[str, list[tuple[str, str]]]:
    """What stands before the first text of a field, and the texts with their names."""
    if not names:
        return paragraph, []
    name = f"(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})"
    before, *rest = re.split(rf"(?:^|(?<=\s))({name}(?:,\s{name})*):\s", paragraph)
    return before.strip(), list(zip(rest[::2], map(_sentence, rest[1::2]), strict=True))


def _sentence(text: str) -> str:
    text = _as_json(text.strip())
    return text[:1].upper() + text[1:]


def _as_json(text: str) -> str:
    """A text of the code as one of the document, where None is null."""
    return re.sub(r"\bNone\b", "null", text)


def _docstrings(name: str, own: str) -> list[str]:
    """The docstring of a struct, then those of the structs that it extends, or is made from."""
    structs = [kind for kind in _structs(msgspec.Struct) if kind.__name__ == name and str(kind.__doc__).strip() == own]
    return [own, *(str(kind.__doc__) for struct in structs for kind in _described(struct))]


def _described(struct: type[msgspec.Struct]) -> Iterator[type[Any]]:
    for kind in struct.__mro__:
        if kind.__module__ != msgspec.Struct.__module__ and kind is not object:
            yield kind
            if like := vars(kind).get("described_as"):
                yield from _described(like)


def _structs(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for struct in base.__subclasses__():
        yield struct
        yield from _structs(struct)
