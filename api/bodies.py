"""Bodies made from other structs: from a command without what the service fills in, from a new thing for its PATCH."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, Union, get_args
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

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
    return _body(name or command.__name__, fields, str(command.__doc__))


def command_of(command: type[C], raw: Any, **injected: Any) -> C:
    """The command in a body; a body that names an injected field is refused as one with an unknown field.

    raw: the body's JSON values. Raises BadFields.
    """
    body = msgspec.structs.asdict(read(body_of(command, *injected), raw))
    given = {name: str(value) if isinstance(value, UUID) else value for name, value in body.items()}
    return command(**given, **injected)


def change_of(new: type[Body], *fixed: str, name: str) -> type[Body]:
    """The struct of a PATCH's body: the fields of a new thing but the fixed ones; each may be left out."""
    fields = [
        (field.name, Union[field.type, UnsetType], UNSET)  # noqa: UP007  # the type is known only at run time
        for field in msgspec.structs.fields(new)
        if field.name not in fixed
    ]
    texts = str(new.__doc__).partition("\n\n")[2]
    return _body(name, fields, f"Fields to change; those that are left out stay as they are.\n\n{texts}")


def changes_in(body: Body) -> dict[str, Any]:
    """The fields that the body of a PATCH names."""
    return {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}


def _body(name: str, fields: list[tuple[str, Any, Any]], docstring: str) -> type[Body]:
    return msgspec.defstruct(name, fields, bases=(Body,), namespace={"__doc__": docstring}, frozen=True, kw_only=True)


def _as_uuid(kind: Any) -> Any:
    if kind == Id:
        return UUID
    return UUID | None if set(get_args(kind)) == {Id, type(None)} else kind


def _like(field: msgspec.structs.FieldInfo) -> Any:
    return msgspec.field(default=field.default, default_factory=field.default_factory, name=field.encode_name)
