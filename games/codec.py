"""Events and commands to and from plain JSON: canonical bytes, schema numbers, upcasters, clear refusals."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from functools import reduce
from typing import Any

import msgspec

from games.kernel import N_, Command, Event, Json, Rejected, Rules

MAX_DEPTH = 32
MAX_INT = 2**63 - 1
_canonical = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """Canonical JSON: keys sorted, no white space, UTF-8. `value`: an event, or plain JSON values."""
    return _canonical.encode(value)


def plain_fault(value: Any) -> tuple[str, str] | None:
    """Why `value` can't be kept as JSON text in every database: (path, reason), or None where it can.

    Refused: more than MAX_DEPTH levels, whole numbers beyond 64 bits, NaN and infinities, NUL and
    lone surrogates in text, keys that are not text, types that JSON does not have.
    """
    todo: list[tuple[tuple[Any, ...], Any]] = [((), value)]
    while todo:
        path, item = todo.pop()
        reason = "too_deep" if len(path) > MAX_DEPTH else _fault_here(item)
        if reason is not None:
            return _dotted(path), reason
        todo.extend(((*path, key), below) for key, below in _parts(item))
    return None


def _dotted(path: Iterable[Any]) -> str:
    return reduce(lambda above, key: f"{above}.{key}" if above else key, map(str, path), "")


def _fault_here(item: Any) -> str | None:
    """The fault of a value itself, not looking at its parts but at their keys."""
    match item:
        case str():
            return None if _is_plain_text(item) else "bad_text"
        case bool() | None:
            return None
        case int():
            return None if -MAX_INT <= item <= MAX_INT else "number_out_of_range"
        case float():
            return None if math.isfinite(item) else "number_out_of_range"
        case dict():
            return None if all(isinstance(key, str) and _is_plain_text(key) for key in item) else "bad_text"
        case list() | tuple():
            return None
        case _:
            return "not_json"


def _parts(item: Any) -> Iterable[tuple[Any, Any]]:
    """What a container holds, by its keys."""
    if isinstance(item, dict):
        return item.items()
    return enumerate(item) if isinstance(item, list | tuple) else ()


def _is_plain_text(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def repeated_key(pairs: Iterable[tuple[str, Any]]) -> str:
    """The first key that a JSON object has more than once, in time that grows with the number of its pairs only."""
    counts = Counter(key for key, _ in pairs)
    return next(key for key, count in counts.items() if count > 1)


def exact_float(text: str) -> float:
    """The number of a JSON text; infinity, which `plain_fault` finds, where a float would not give back its digits."""
    number = float(text)
    try:
        return number if Decimal(repr(number)) == Decimal(text) else math.inf
    except InvalidOperation:
        return math.inf


def decode_command(rules: Rules[Any], raw: Any) -> Command:
    """The command that `raw` (JSON values) says. Raises Rejected `bad_command`, or `bad_sheet` with `field`."""
    return accept_command(rules, raw)[0]


def command_in_log(rules: Rules[Any], raw: Json) -> Command:
    """The command whose JSON a log holds; an older release may have accepted it without fields that are needed now."""
    return decode_command(rules, rules.command_types[raw["type"]].from_log(raw))


def accept_command(rules: Rules[Any], raw: Any) -> tuple[Command, Json]:
    """As `decode_command`, and its JSON as accepted: a copy that belongs to the caller."""
    if not isinstance(raw, dict):
        raise Rejected("bad_command", N_("A command is a JSON object with a type."))
    fault = plain_fault(raw)
    tag = raw.get("type")
    known = rules.command_types.get(tag) if isinstance(tag, str) else None
    if known is None:
        raise Rejected("bad_command", N_("This is no command here."), field="type")
    if fault is None:
        accepted = json_copy(raw)
        try:
            return msgspec.convert(accepted, known), accepted
        except msgspec.ValidationError as error:
            fault = validation_fault(error)
    path, reason = fault
    top = path.partition(".")[0]
    code = "bad_sheet" if top in known.sheet else "bad_command"
    if not path:
        raise Rejected(code, N_("The command is wrong: {reason}."), {"reason": reason})
    raise Rejected(code, N_("The field {field} is wrong: {reason}."), {"field": path, "reason": reason}, field=path)


def validation_fault(error: msgspec.ValidationError) -> tuple[str, str]:
    """msgspec's complaint as (dotted path, reason); a missing or unknown field is the path's last part.

    The path ends at an object with free keys, since msgspec does not say which key it was.
    """
    text, _, where = str(error).partition(" - at `")
    known, free_key, _ = where.rstrip("`").partition("[...]")
    path = known.rpartition("$")[2].replace("[", ".").replace("]", "").strip(".")
    for marker in ("missing required field `", "contains unknown field `"):
        _, found, name = text.partition(marker)
        if found and not free_key:
            name = name.rstrip("`")
            return (f"{path}.{name}" if path else name), marker.split(" field")[0].replace("contains ", "")
    return path, text


class Codec:
    """Decodes stored events by their type and schema. One for every set of event classes."""

    def __init__(self, events: Iterable[type[Event]]) -> None:
        self.classes = {event.type: event for event in events}
        self._today = {name: (event.schema, msgspec.json.Decoder(event).decode) for name, event in self.classes.items()}

    def knows(self, name: str) -> bool:
        """Whether there is an event of that type here."""
        return name in self.classes

    def decode(self, name: str, schema: int, data: bytes | str) -> Event:
        """The event stored as type `name`, brought to today's schema. Raises KeyError for a type unknown here."""
        today, decode = self._today[name]
        if schema == today:
            return decode(data)
        return self.from_plain(name, schema, msgspec.json.decode(data))

    def from_plain(self, name: str, schema: int, data: Json) -> Event:
        """As `decode`, from plain values. Raises ValueError for a schema that a later release wrote."""
        event = self.classes[name]
        if schema > event.schema:
            raise ValueError(f"{name} of schema {schema} was written by a later release; known here is {event.schema}.")
        for old in range(schema, event.schema):
            data = event.upcasts[old](data)
        return msgspec.convert(data, event)


def json_copy(value: Any) -> Any:
    """A fresh copy of JSON values that have no `plain_fault`, without the types that callers derive from JSON's."""
    return json.loads(json.dumps(value))


def plain(value: Any) -> Any:
    """`value` (structs, JSON-able values) as a fresh copy of plain JSON values: lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))
