"""Form fields made from the types of a struct's fields."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from django import forms
from msgspec import Meta, UnsetType

from league.admin.desk.number_fields import WholeField
from league.queries.wording import humanised


def hint_at(struct: type[msgspec.Struct], path: str) -> Any:
    """The type of the field at a path such as "table_size.min"; None if there is none.

    In a union of structs the field belongs to the first that has it.
    """
    hint: Any = struct
    for name in path.split("."):
        known = [part for part in _parts(hint) if name in getattr(part, "__struct_fields__", ())]
        if not known:
            return None
        hint = get_type_hints(known[0], include_extras=True)[name]
    return hint


def is_nullable(hint: Any) -> bool:
    return NoneType in get_args(hint)


def form_field(hint: Any, **options: Any) -> forms.Field | None:
    """A field for a whole number, yes or no, a choice or a text, with its type's bounds; None for other types.

    options: of the form field; choices default to the values of a Literal.
    """
    parts = _parts(hint)
    if len(parts) != 1:
        return None
    type_, bounds = _with_bounds(parts[0])
    if get_origin(type_) is Literal:
        choices = [(value, humanised(str(value))) for value in get_args(type_)]
        return forms.ChoiceField(**{"choices": choices, **options})
    if type_ is bool:
        return forms.BooleanField(**options)
    if type_ is int:
        return WholeField(**{"min_value": bounds.ge, "max_value": bounds.le, **options})
    return forms.CharField(max_length=bounds.max_length, **options) if type_ is str else None


def _parts(hint: Any) -> Sequence[Any]:
    """The types of a union, without null and unset."""
    types = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return [part for part in types if part not in (NoneType, UnsetType)]


def _with_bounds(hint: Any) -> tuple[Any, Meta]:
    if get_origin(hint) is not Annotated:
        return hint, Meta()
    type_, *metas = get_args(hint)
    return type_, next((meta for meta in metas if isinstance(meta, Meta)), Meta())
