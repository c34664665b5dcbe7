"""Schemas in a few words for the page of the API: "list of Table", "text or null", "1 to 200"."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from api.openapi import markdown

Json = Mapping[str, Any]
SCHEMAS = "#/components/schemas/"
FORMATS = {
    "date-time": "time",
    "date": "date",
    "uuid": "id",
    "uri": "address",
    "email": "e-mail address",
    "binary": "file",
}
TYPES = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "null"}
OR = mark_safe(" or ")
NEEDED, NOT_ALWAYS = "needed", "not always there"


@dataclass(frozen=True)
class Field:
    """A field or a parameter. note: whether it is needed, or not always there. place: where a parameter stands."""

    name: str
    kind: SafeString
    note: str
    text: SafeString
    place: str = ""


def fields_of(schema: Json, *, is_sent: bool) -> list[Field]:
    """The fields of an object. is_sent: it is a part of a body, which need not have all of them."""
    required = schema.get("required", [])
    there, missing = (NEEDED, "") if is_sent else ("", NOT_ALWAYS)
    return [
        Field(name, kind_of(part), there if name in required else missing, markdown.line(part.get("description", "")))
        for name, part in schema.get("properties", {}).items()
    ]


def kind_of(schema: Any) -> SafeString:
    """What a value is; names of schemas are links."""
    if not isinstance(schema, Mapping) or not schema:
        return mark_safe("anything")
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(SCHEMAS)
        return format_html('<a href="#schema-{}">{}</a>', name, name)
    if "const" in schema:
        return _values([schema["const"]])
    if "enum" in schema:
        return _values(schema["enum"])
    for word in ("oneOf", "anyOf", "allOf"):
        if word in schema:
            return format_html_join(OR, "{}", ((kind_of(one),) for one in schema[word]))
    return _by_type(schema)


def _by_type(schema: Json) -> SafeString:
    types = schema.get("type")
    if isinstance(types, list):
        return format_html_join(OR, "{}", ((kind_of({**schema, "type": one}),) for one in types))
    if types == "array":
        return format_html("list of {}", kind_of(schema.get("items", {})))
    if types == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return format_html("object of {} by key", kind_of(schema["additionalProperties"]))
    word = FORMATS.get(schema.get("format", "")) or TYPES.get(str(types), str(types or "anything"))
    return format_html("{}{}", word, _bounds(schema))


def _bounds(schema: Json) -> str:
    """The least and the most of a number or of the length of a text, and the default."""
    least = schema.get("minimum", schema.get("minLength"))
    most = schema.get("maximum", schema.get("maxLength"))
    unit = " characters" if "maxLength" in schema or "minLength" in schema else ""
    said = f", {least} to {most}{unit}" if least is not None and most is not None else ""
    said = said or (
        f", from {least}{unit}" if least is not None else f", up to {most}{unit}" if most is not None else ""
    )
    has_default = "default" in schema and schema["default"] is not None
    return said + (f"; {json.dumps(schema['default'], ensure_ascii=False)} if left out" if has_default else "")


def _values(values: list[Any]) -> SafeString:
    return format_html_join(OR, "<code>{}</code>", ((json.dumps(value, ensure_ascii=False),) for value in values))
