"""Bodies that are commands: what the path and the service know already is filled in, the rest is decoded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, Union
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec import UNSET, UnsetType

from api import parsing
from api.parsing import Body, Empty
from games.kernel import Command
from league.domain.values.fields import Id

C = TypeVar("C", bound=Command)
TIME = "at"
IDS: Mapping[Any, Any] = {Id: UUID, Id | None: UUID | None}
"""Where a command takes any id, the API takes UUIDs alone."""


@cache
def body_of(
    command: type[Command], filled: tuple[str, ...] = (), name: str = "", like: type[Any] | None = None, **others: Any
) -> type[Body]:
    """The body of a command: its fields without those `filled` in for it and without the time.

    name: of the OpenAPI component, the command's if left out. like: the struct whose texts describe the fields that
    have none. others: types of fields that the API takes more strictly.
    """
    fields = [
        (field.name, others.get(field.name) or IDS.get(field.type, field.type), _default_of(field))
        for field in msgspec.structs.fields(command)
        if field.name not in (*filled, TIME)
    ]
    if not fields:
        return Empty
    return _body(name or command.__name__, fields, str(command.__doc__), like)


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    return msgspec.field(default=field.default, default_factory=field.default_factory)  # type: ignore[call-overload]


def command_of(command: type[C], body: Body, **filled: Any) -> C:
    """The command that a body asks for, now. filled: what the body can't name."""
    given = {name: _written(getattr(body, name)) for name in body.__struct_fields__}
    now = {TIME: timezone.now()} if TIME in command.__struct_fields__ else {}
    return command(**given, **now, **filled)


def decode(command: type[C], raw: Any, **filled: Any) -> C:
    """The command that the JSON values of a body ask for. Raises BadFields, also for a field that is `filled` in."""
    return command_of(command, parsing.read(body_of(command, tuple(filled)), raw), **filled)


def _written(value: Any) -> Any:
    return str(value) if isinstance(value, UUID) else value


def change_of(new: type[Body], *fixed: str, name: str) -> type[Body]:
    """The struct of a PATCH's body: the fields of a new thing but the fixed ones; each may be left out."""
    fields = [
        (field.name, Union[field.type, UnsetType], UNSET)  # noqa: UP007  # the type is known only at run time
        for field in msgspec.structs.fields(new)
        if field.name not in fixed
    ]
    return _body(name, fields, "Fields to change; those that are left out stay as they are.", new)


def changes_in(body: Body) -> dict[str, Any]:
    """The fields that the body of a PATCH names."""
    return {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}


def _body(name: str, fields: list[tuple[str, Any, Any]], docstring: str, like: type[Any] | None) -> type[Body]:
    namespace = {"__doc__": docstring, "described_as": like}
    body: Any = msgspec.defstruct(name, fields, bases=(Body,), namespace=namespace, frozen=True, kw_only=True)
    return body  # type: ignore[no-any-return]
