"""Lean answers: with `fields=a,b` a thing, or each result of a list, has only these of its fields."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.problems import bad_field
from games.kernel import N_

FIELDS, RESULTS = "fields", "results"
TEXT = "Names of fields, separated by commas: the answer, or each of its `results`, has only these."


@cache
def fields_of(answer: Any) -> tuple[str, ...]:
    """The names of the fields of an answer, in a list of each of its results; none of what is no struct."""
    kind = inspect.type_info(answer)
    if not isinstance(kind, inspect.StructType):
        return ()
    fields = {field.encode_name: field.type for field in kind.fields}
    results = fields.get(RESULTS)
    if isinstance(results, inspect.ListType) and isinstance(results.item_type, inspect.StructType):
        return tuple(field.encode_name for field in results.item_type.fields)
    return tuple(fields)


def fields_asked(request: Request, known: Collection[str]) -> Collection[str] | None:
    """The fields that the query asks for, of those known; None: all. Raises Problem."""
    text = request.query_params.get(FIELDS)
    if text is None or not known:
        return None
    if request.accepted_renderer.format != JSONRenderer.format:
        raise bad_field(FIELDS, "not_a_file", N_("A file has all of its columns: ask for JSON."))
    asked = text.split(",")
    for name in asked:
        if name not in known:
            template = N_("There is no field {unknown} here. There are: {known}.")
            raise bad_field(FIELDS, "unknown_field", template, unknown=name, known=", ".join(known))
    return frozenset(asked)  # a name may be there thousands of times


def only(fields: Collection[str], data: Any) -> Any:
    """An answer with these fields only, in its own order."""
    plain = data if isinstance(data, Mapping) else msgspec.to_builtins(data, enc_hook=str)
    if RESULTS not in plain:
        return _only(fields, plain)
    return {**plain, RESULTS: [_only(fields, result) for result in plain[RESULTS]]}


def _only(fields: Collection[str], data: Any) -> Any:
    plain = data if isinstance(data, Mapping) else msgspec.to_builtins(data, enc_hook=str)
    return {name: value for name, value in plain.items() if name in fields}
