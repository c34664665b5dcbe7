"""Events and commands to and from plain JSON: canonical bytes, schema numbers, upcasters, clear refusals."""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import reduce
from itertools import chain
from typing import Any

import msgspec

from games.fault_sentences import PLAIN_CODES
from games.faults import WrongFields, faults_in
from games.kernel import N_, Command, Event, Fault, Json, LaterRelease, Rejected, Rules

MAX_DEPTH = 32
SURROGATE = re.compile("[\ud800-\udfff]")
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
    levels: list[Sequence[Any]] = [[value]]
    while items := levels[-1]:
        if len(levels) > MAX_DEPTH + 1:
            return _path_to(levels, 0), "too_deep"
        if not _are_plain(items):
            for at, item in enumerate(items):
                if reason := _fault_here(item):
                    return _path_to(levels, at), reason
        levels.append([part for _, item in _containers(items) for part in _parts(item)])
    return None


def _path_to(levels: Sequence[Sequence[Any]], at: int) -> str:
    """The dotted path of item number `at` of the last level. A level holds the parts of all items of the one before."""
    path: list[Any] = []
    for items in reversed(levels[:-1]):
        for number, item in _containers(items):
            parts = _parts(item)
            if at < len(parts):
                path.append(list(item)[at] if isinstance(item, dict) else at)
                at = number
                break
            at -= len(parts)
    return reduce(lambda above, key: f"{above}.{key}" if above else key, map(str, reversed(path)), "")


def _containers(items: Sequence[Any]) -> Iterable[tuple[int, Any]]:
    """The containers among items, with their numbers. One met twice is looked into once: else circles would double."""
    once: dict[int, tuple[int, Any]] = {}
    for number, item in enumerate(items):
        if isinstance(item, CONTAINERS):
            once.setdefault(id(item), (number, item))
    return once.values()


def _parts(item: Any) -> Collection[Any]:
    """What a container holds."""
    return item.values() if isinstance(item, dict) else item


def _are_plain(items: Iterable[Any]) -> bool:
    """Whether values themselves are surely without fault. All of a kind are looked at together, which is fast."""
    by_kind: defaultdict[type, list[Any]] = defaultdict(list)
    for item in items:
        by_kind[type(item)].append(item)
    return all(ARE_PLAIN[kind](group) if kind in ARE_PLAIN else False for kind, group in by_kind.items())


def _have_plain_keys(objects: Iterable[Json]) -> bool:
    keys = list(chain.from_iterable(objects))
    return {*map(type, keys)} <= {str} and _is_plain_text("".join(keys))


ARE_PLAIN: Mapping[type, Callable[[list[Any]], bool]] = {
    type(None): bool,
    bool: bool,
    list: bool,
    tuple: bool,
    int: lambda numbers: min(numbers) >= -MAX_INT and max(numbers) <= MAX_INT,
    float: lambda numbers: all(map(math.isfinite, numbers)),
    str: lambda texts: _is_plain_text("".join(texts)),
    dict: _have_plain_keys,
}
CONTAINERS = (dict, list, tuple)


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


def _is_plain_text(text: str) -> bool:
    return "\x00" not in text and (text.isascii() or SURROGATE.search(text) is None)


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
    tag = raw.get("type")
    known = rules.command_types.get(tag) if isinstance(tag, str) else None
    if known is None:
        raise Rejected("bad_command", N_("This is no command here."), field="type")
    command, accepted, wrong = converted(known, raw)
    if not wrong:
        return command, accepted
    code = "bad_sheet" if wrong[0].field.partition(".")[0] in known.sheet else "bad_command"
    raise WrongFields(code, N_("The command has wrong fields: {fields}."), wrong)


def converted(kind: Any, raw: Any) -> tuple[Any, Any, Sequence[Fault]]:
    """The value of a type that `raw` (JSON values) says, a copy of `raw`, and its faults, if it has any."""
    if (fault := plain_fault(raw)) is not None:
        path, code = fault
        return None, None, [Fault(path, code, PLAIN_CODES[code])]
    accepted = json_copy(raw)
    try:
        return msgspec.convert(accepted, kind), accepted, ()
    except msgspec.ValidationError:
        return None, None, faults_in(kind, accepted)


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
        """As `decode`, from plain values. Raises LaterRelease for a schema that a later release wrote."""
        event = self.classes[name]
        if schema > event.schema:
            raise LaterRelease(
                f"{name} of schema {schema} was written by a later release; known here is {event.schema}."
            )
        for old in range(schema, event.schema):
            data = event.upcasts[old](data)
        return msgspec.convert(data, event)


def json_copy(value: Any) -> Any:
    """A fresh copy of JSON values that have no `plain_fault`, without the types that callers derive from JSON's."""
    return json.loads(json.dumps(value))


def plain(value: Any) -> Any:
    """`value` (structs, JSON-able values) as a fresh copy of plain JSON values: lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))
