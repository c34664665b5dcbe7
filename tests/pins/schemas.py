"""JSON Schemas as flat lines: the path and the type of each field, without the names of components."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
Lines = Iterator[tuple[str, str]]
ALTERNATIVES = ("anyOf", "oneOf")
WORDS = ("title", "description", "examples", "example", "$ref", "$defs", "$schema", "discriminator", "type")
"""What says nothing about which values are taken."""
NESTED = ("properties", "required", "items", "prefixItems", "additionalProperties", *ALTERNATIVES)


NEWER = ("abandoned", "again", "call", "club", "tournament")
"""Fields added since 0.5.0, after which no alternative is named, so that its name stays."""


def lines(schema: Schema, root: Mapping[str, Any], path: str = "") -> Lines:
    """Each field of a schema by its path. root: where its references lead to.

    `a.b` is a field of an object, `a[]` an item of a list, `a{}` a value of a map, `a<b>` the alternative with tag b.
    """
    yield from _lines(schema, root, path, "", ())


def _lines(schema: Schema, root: Mapping[str, Any], path: str, note: str, above: Sequence[str]) -> Lines:
    """note: what the parent says of this field. above: the references that led here."""
    resolved, followed = _resolved(schema, root, above)
    if len(set(followed)) < len(followed):
        yield path, f"as the {resolved.get('type', 'value')} above it{note}"
        return
    options = _alternatives(resolved)
    if not options:
        yield path, _kind(resolved) + note
        yield from _children(resolved, root, path, followed)
        return
    reached = [_resolved(option, root, followed) for option in options]
    yield path, " or ".join(sorted({_kind(option) for option, _ in reached})) + _facts(resolved) + note
    for name, option in _named([option for option, _ in reached]):
        trail = next(trail for found, trail in reached if found is option)
        yield from _children(option, root, path + name, trail)


def _resolved(schema: Schema, root: Mapping[str, Any], above: Sequence[str]) -> tuple[Schema, Sequence[str]]:
    """A schema behind its references, and the references."""
    followed = list(above)
    while "$ref" in schema:
        reference = schema["$ref"]
        followed.append(reference)
        found: Any = root
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]
        schema = {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
        if len(set(followed)) < len(followed):
            break
    return schema, followed


def _alternatives(schema: Schema) -> Sequence[Schema]:
    return [option for word in ALTERNATIVES for option in schema.get(word, ())]


def _named(options: Sequence[Schema]) -> Iterator[tuple[str, Schema]]:
    """The alternatives that have fields of their own: by tag, or by a field that only they have."""
    nested = [option for option in options if any(word in option for word in NESTED)]
    for option in nested:
        others = [other for other in nested if other is not option and other.get("type") == option.get("type")]
        tags = option.get("properties", {}).get("type", {}).get("enum", ())
        yield (f"<{tags[0]}>" if len(tags) == 1 else _only_field(option, others) if others else ""), option


def _only_field(option: Schema, others: Sequence[Schema]) -> str:
    own = set(option.get("properties", ())).difference(*(other.get("properties", ()) for other in others))
    return f"<with {min(own, key=lambda name: (name in NEWER, name))}>" if own else ""


def _children(schema: Schema, root: Mapping[str, Any], path: str, above: Sequence[str]) -> Lines:
    for option in _alternatives(schema):
        yield from _lines(option, root, path, "", above)
    needed = schema.get("required", ())
    for name, part in schema.get("properties", {}).items():
        yield from _lines(part, root, f"{path}.{name}", "" if name in needed else ", optional", above)
    for at, part in enumerate(schema.get("prefixItems", ())):
        yield from _lines(part, root, f"{path}[{at}]", "", above)
    for word, sign in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(word), Mapping) and schema[word]:
            yield from _lines(schema[word], root, path + sign, "", above)


def _kind(schema: Schema) -> str:
    """The type and every limit of the values themselves."""
    kind = schema.get("type", "value")
    return (kind if isinstance(kind, str) else " or ".join(kind)) + _facts(schema)


def _facts(schema: Schema) -> str:
    facts = {key: value for key, value in schema.items() if key not in (*WORDS, *NESTED)}
    if "propertyNames" in facts:
        facts["propertyNames"] = {key: value for key, value in facts["propertyNames"].items() if key not in WORDS}
    if "enum" in facts:
        facts["enum"] = sorted(facts["enum"], key=str)
    closed = ", closed" if schema.get("additionalProperties") is False else ""
    return closed + "".join(
        f", {key} {json.dumps(facts[key], sort_keys=True, ensure_ascii=False)}" for key in sorted(facts)
    )
