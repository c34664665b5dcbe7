"""Every event type with every schema number that was ever stored: a JSON Schema of its data, and an example.

Examples are the stored rows of `golden.jsonl`, in the folder of the game or of the domain, as staff see them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from games.game import Game
from games.kernel import REFEREE, Event, Json
from games.registry import all_games
from league.repository.streams import codec

Rows = Mapping[tuple[str, int], Json]
ShownTo = Literal["everybody", "partly", "staff"]


class EventForm(NamedTuple):
    """An event type with one of its schema numbers.

    shown_to: who sees the data in a feed; `partly`: everybody sees a part of them. data: the JSON Schema. example: of
    the data; None for a game whose folder has none.
    """

    type: str
    schema: int
    is_current: bool
    description: str
    shown_to: ShownTo
    data: Json
    example: Json | None


@cache
def catalogue() -> tuple[EventForm, ...]:
    """All forms in the order of their types, of each the newest first."""
    rows = {**_rows_in("league.domain")}
    for game in all_games().values():
        rows |= _rows_in(_package_of(game))
    return tuple(form for _, event in sorted(codec().classes.items()) for form in _forms(event, rows))


def _package_of(game: Game[Any]) -> str:
    return str(import_module(game.options.__module__).__package__)


def _rows_in(package: str) -> Rows:
    """The first stored row of each type and schema number."""
    file = files(package) / "golden.jsonl"
    rows = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()] if file.is_file() else []
    return {(row["type"], row["schema"]): row["data"] for row in reversed(rows)}


def _forms(event: type[Event], rows: Rows) -> Iterator[EventForm]:
    """The forms of one type, from the newest to the oldest that has a row."""
    schema = _schema_of(event)
    for number in range(event.schema, 0, -1):
        data = rows.get((event.type, number))
        if data is None and number < event.schema:
            continue
        if number < event.schema:
            _take_out(schema, schema, _newer_keys(data, event.upcasts[number](data or {})))
        shown = None if data is None else _shown(event, number, data)
        hidden: Json = {} if data is None or shown is None else {key: {} for key in set(data) - set(shown)}
        form = msgspec.json.decode(msgspec.json.encode(schema))
        _take_out(form, form, hidden)
        text = " ".join(str(event.__doc__).split())
        public = _shown_to(event, number, data)
        yield EventForm(event.type, number, number == event.schema, text, public, form, shown)


def _schema_of(event: type[Event]) -> Json:
    """The JSON Schema of an event's data, references resolved by its own `$defs`; what is always there is required."""
    (reference,), components = msgspec.json.schema_components([event], ref_template="#/$defs/{name}")
    schema: Json = msgspec.json.decode(msgspec.json.encode({"own": reference, "$defs": components}))
    own: Json = schema["$defs"].pop(schema["own"]["$ref"].rpartition("/")[2])
    always = [each.encode_name for each in msgspec.structs.fields(event) if each.default is not UNSET]
    return {**own, "required": always, **({"$defs": schema["$defs"]} if schema["$defs"] else {})}


def _newer_keys(before: Any, after: Any) -> dict[str, Any]:
    """What a conversion to the next schema adds: names of fields, each with what is added inside of it."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return {}
    added: dict[str, Any] = {key: {} for key in after if key not in before}
    inside = {key: found for key in before if (found := _newer_keys(before[key], after.get(key)))}
    return added | inside


def _take_out(schema: Json, root: Json, keys: Mapping[str, Any]) -> None:
    """Takes fields out of a schema; with further names, these out of the field."""
    part = _object_in(schema, root)
    for key, inside in keys.items():
        if inside:
            _take_out(part["properties"][key], root, inside)
            continue
        part["properties"].pop(key, None)
        part["required"] = [name for name in part.get("required", ()) if name != key]


def _object_in(schema: Json, root: Json) -> Json:
    """The schema of an object behind a reference, or behind the alternative that is one."""
    if "anyOf" in schema:
        schema = next(option for option in schema["anyOf"] if option.get("type") != "null")
    found: Json = root["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _shown(event: type[Event], number: int, data: Json) -> Json:
    """The data as staff see them. Of an old form that is what the newest shows, without what is newer."""
    shown = codec().from_plain(event.type, number, data).show(REFEREE) or {}
    return shown if number == event.schema else {name: value for name, value in data.items() if name in shown}


def _shown_to(event: type[Event], number: int, data: Json | None) -> ShownTo:
    if data is None:
        return "partly"
    read = codec().from_plain(event.type, number, data)
    public = read.show(None)
    return "staff" if public is None else "everybody" if public == read.show(REFEREE) else "partly"
