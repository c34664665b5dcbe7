"""Types of JSON values as msgspec knows them: taken apart, and matched with values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin
from uuid import UUID

import msgspec
from msgspec import Meta, UnsetType

TEXTS = (str, UUID, datetime, date, Literal)
LISTS = (list, tuple)


class Plain(NamedTuple):
    """A type taken apart. base: its origin, or the type itself. parts: its arguments. bounds: its `Meta`s."""

    base: Any
    parts: tuple[Any, ...]
    bounds: tuple[Meta, ...]

    @property
    def is_struct(self) -> bool:
        """Whether it is a struct."""
        return isinstance(self.base, type) and issubclass(self.base, msgspec.Struct)

    def bound(self, name: str) -> Any:
        """The value of a bound, as of `max_length`; None without one."""
        return next((found for one in self.bounds if (found := getattr(one, name)) is not None), None)


@cache
def plain(kind: Any) -> Plain:
    """The parts of a type; of a union without UnsetType."""
    bounds: tuple[Meta, ...] = ()
    while get_origin(kind) is Annotated:
        kind, *marks = get_args(kind)
        bounds = (*bounds, *(mark for mark in marks if isinstance(mark, Meta)))
    base = get_origin(kind) or kind
    parts = tuple(part for part in get_args(kind) if part is not UnsetType)
    return Plain(Union if base is UnionType else base, parts, bounds)


def fitting(kind: Any, value: Any) -> Any:
    """The type itself; of a union its only member that is written as the value is, else the union."""
    found = plain(kind)
    if found.base is not Union:
        return kind
    fits = [part for part in found.parts if may_be(part, value)]
    return fitting(fits[0], value) if len(fits) == 1 else kind


def may_be(kind: Any, value: Any) -> bool:
    """Whether values of the type are written as this kind of JSON value."""
    found = plain(kind)
    match value:
        case None | bool():
            return found.base is type(value)
        case dict():
            return found.is_struct or found.base is dict
        case list():
            return found.base in LISTS
        case str():
            return found.base in TEXTS
        case int():
            return found.base in (int, float)
    return found.base is float


@cache
def fields_of(struct: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The fields of a struct by their names in JSON."""
    return {field.encode_name: field for field in msgspec.structs.fields(struct)}
