"""The parameters of a query as structs: a `Query` decodes them, bounds them and describes them in the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, reduce
from operator import or_
from types import MappingProxyType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec
from django.http import QueryDict
from msgspec import NODEFAULT, UNSET, Meta, UnsetType, inspect

from api import parsing
from api.openapi.fields import texts
from api.problems import FieldError, Problem, bad_field
from games.codec import MAX_INT
from games.kernel import N_

UNKNOWN = "unknown_parameter"
UNKNOWN_HERE = N_("There is no such parameter here. Known here: {known}.")
NONE_KNOWN = N_("There is no such parameter: none is known here.")
A_TIME = N_("A time is written with its offset: 2026-12-31T19:00:00+01:00.")
A_MOMENT = N_("Give a position of the log, or a time with its offset.")
MOST_FAULTS = 20
NOTHING: Mapping[str, Any] = MappingProxyType({})
Q = TypeVar("Q", bound="Query")
Moment = Annotated[int, Meta(ge=0, le=MAX_INT)] | Annotated[datetime, Meta(tz=True)]
JsonText = Annotated[str, Meta(extra_json_schema={"contentMediaType": "application/json"})]


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of an operation. Those without a default are needed.

    The docstring of a query has a text for each of its parameters, as those of bodies have for their fields:
    `name: text.` Types: whole numbers, flags, texts, ids, days, times, choices (`Literal`), tuples (of values parted by
    commas), and `int | datetime` for a moment in the log. `refused_as` names the code of a wrong value.
    """


def refused_as(code: str) -> Meta:
    """Names the code of a wrong value."""
    return Meta(extra={"code": code})


@dataclass(frozen=True)
class Parameter:
    """A parameter. name: in the query. field: in the struct. schema, text: for the document."""

    name: str
    field: str
    kind: inspect.Type
    is_needed: bool
    schema: Mapping[str, Any]
    text: str


@cache
def parameters_of(query: type[Query]) -> tuple[Parameter, ...]:
    """The parameters that a query takes."""
    fields = msgspec.structs.fields(query)
    described: dict[str, str] = {}
    for base in reversed(query.__mro__[: query.__mro__.index(Query)]):
        described |= texts(str(base.__doc__), [field.encode_name for field in fields])
    return tuple(_parameter(field, described.get(field.encode_name, "")) for field in fields)


def _parameter(field: msgspec.structs.FieldInfo, text: str) -> Parameter:
    given = _without_nothing(field.type)
    schema = msgspec.json.schema(given)
    if "enum" in schema:
        schema["type"] = "string"
    if field.default not in (NODEFAULT, UNSET, None):
        schema["default"] = field.default
    return Parameter(field.encode_name, field.name, inspect.type_info(given), field.required, schema, text)


def _without_nothing(kind: Any) -> Any:
    """The type of a parameter that is there."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    return reduce(or_, (part for part in get_args(kind) if part not in (type(None), UnsetType)))


def declared(method: Any) -> Iterator[str]:
    """The names of the parameters that a method describes."""
    query = method.described.query if hasattr(method, "described") else None
    return (parameter.name for parameter in parameters_of(query)) if query else iter(())


def read(query: type[Q], given: QueryDict) -> Q:
    """The parameters of a request. Raises Problem, with a fault for each that is wrong or missing."""
    values: dict[str, Any] = {}
    faults: list[FieldError] = []
    for parameter in parameters_of(query):
        try:
            text = given.get(parameter.name)
            if parameter.is_needed and (text is None or (text == "" and isinstance(parameter.kind, inspect.UUIDType))):
                raise bad_field(parameter.name, "required", N_("This is missing."))
            if text is not None:
                values[parameter.field] = _value(parameter.kind, parameter.name, text)
        except Problem as wrong:
            faults += wrong.errors
    if faults:
        raise Problem(400, "bad_fields", N_("Some fields are wrong."), errors=faults)
    return query(**values)


def refuse_others(given: QueryDict, known: Collection[str]) -> None:
    """Raises Problem for parameters that are not known here, and for those that are there twice."""
    unknown = [name for name in given if name not in known]
    if unknown:
        sentence, facts = (UNKNOWN_HERE, {"known": ", ".join(sorted(known))}) if known else (NONE_KNOWN, {})
        errors = [FieldError(name, UNKNOWN, sentence, facts) for name in unknown[:MOST_FAULTS]]
        raise Problem(400, UNKNOWN, N_("The query has parameters that are not known here."), errors=errors)
    twice = [name for name, values in given.lists() if len(values) > 1]
    if twice:
        sentence = N_("This parameter is there twice; it takes one value.")
        errors = [FieldError(name, "repeated_parameter", sentence) for name in twice]
        raise Problem(400, "bad_fields", N_("Some fields are wrong."), errors=errors)


def _value(kind: inspect.Type, name: str, text: str, extra: Mapping[str, Any] = NOTHING) -> Any:
    """The value that a text is. extra: of its `Meta`. Raises Problem."""
    match kind:
        case inspect.Metadata():
            return _value(kind.type, name, text, kind.extra or NOTHING)
        case inspect.LiteralType():
            return _choice(kind, name, text, extra)
        case inspect.StrType():
            return _text(kind, name, text, extra)
        case inspect.IntType():
            return parsing.whole_parameter_of(name, text, kind.ge or 0, MAX_INT if kind.le is None else kind.le)
        case inspect.VarTupleType():
            parts = dict.fromkeys(text.split(",")) if text else ()  # one may be there thousands of times
            return tuple(_value(kind.item_type, name, part) for part in parts)
    return READERS[type(kind)](name, text)


def _choice(kind: inspect.LiteralType, name: str, text: str, extra: Mapping[str, Any]) -> str:
    if text not in kind.values:
        choices = ", ".join(map(str, kind.values))
        raise bad_field(name, extra.get("code", "invalid"), N_("One of {choices}."), choices=choices)
    return text


def _text(kind: inspect.StrType, name: str, text: str, extra: Mapping[str, Any]) -> str:
    if kind.max_length is not None and len(text) > kind.max_length:
        raise bad_field(name, "bad_length", N_("A text of at most {most} signs."), most=kind.max_length)
    if kind.pattern is not None and not re.search(kind.pattern, text):
        raise bad_field(name, extra.get("code", "bad_format"), N_("This does not have the expected form."))
    return text


def _day(name: str, text: str) -> date:
    try:
        return msgspec.convert(text, date)
    except msgspec.ValidationError:
        raise bad_field(name, "bad_date", N_("A day is written 2026-12-31.")) from None


def _time(name: str, text: str) -> datetime:
    return parsing.time_of(name, text, A_TIME)


def _moment(name: str, text: str) -> int | datetime:
    return parsing.moment_of(name, text, A_MOMENT)


READERS: Mapping[type[inspect.Type], Callable[[str, str], Any]] = {
    inspect.BoolType: parsing.flag_of,
    inspect.UUIDType: parsing.id_of,
    inspect.DateType: _day,
    inspect.DateTimeType: _time,
    inspect.UnionType: _moment,
}
"""The functions that read a text, by the type of its parameter."""
