"""Bodies that are commands, without what the service fills in: ids of the path, the time, the actor."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, get_args
from uuid import UUID

import msgspec

from api.parsing import Body, read
from league.domain.values.fields import Id

C = TypeVar("C", bound=msgspec.Struct)


@cache
def body_of(command: type[msgspec.Struct], *injected: str, name: str = "") -> type[Body]:
    """The struct of a command's body: its fields but the injected ones, without its tag; an id is a UUID.

    name: what the OpenAPI document calls it, where the command's own name does not say what it is about.
    """
    fields = [
        (field.name, _as_uuid(field.type), _like(field))
        for field in msgspec.structs.fields(command)
        if field.name not in injected
    ]
    namespace = {"__doc__": command.__doc__}
    return msgspec.defstruct(
        name or command.__name__, fields, bases=(Body,), namespace=namespace, frozen=True, kw_only=True
    )


def command_of(command: type[C], raw: Any, **injected: Any) -> C:
    """The command in a body; a body that names an injected field is refused as one with an unknown field.

    raw: the body's JSON values. Raises BadFields.
    """
    body = msgspec.structs.asdict(read(body_of(command, *injected), raw))
    given = {name: str(value) if isinstance(value, UUID) else value for name, value in body.items()}
    return command(**given, **injected)


def _as_uuid(kind: Any) -> Any:
    if kind == Id:
        return UUID
    return UUID | None if set(get_args(kind)) == {Id, type(None)} else kind


def _like(field: msgspec.structs.FieldInfo) -> Any:
    return msgspec.field(default=field.default, default_factory=field.default_factory, name=field.encode_name)
