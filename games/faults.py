"""Every fault of JSON values that should be of a type, each with its path, its code and a sentence.

msgspec names the first fault only. `faults_in` goes to where it complains, and no further: parts that it accepts are
not looked into, so that a large body with a few faults takes little longer than a good one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Union

import msgspec

from games.fault_sentences import code_of, sentence_of, sentence_of_member
from games.json_types import LISTS, Plain, fields_of, fitting, plain
from games.kernel import N_, Fault, Json, Path, Rejected, dotted

MOST_FAULTS = 50
CHUNK = 64
"""How many members of a list or object msgspec is asked about at once."""
UNKNOWN = N_("There is no such field. Known fields: {known}.")
NO_FIELDS = N_("There is no such field: there are none here.")
MISSING = N_("This is missing.")


def faults_in(kind: Any, body: Any, most: int = MOST_FAULTS) -> list[Fault]:
    """The faults of JSON values that should be of a type, in the order of the body; no more than `most`."""
    return list(islice(_faults(kind, body, ()), most))


class WrongFields(Rejected):
    """Refuses a command, or options, because of their fields. `faults` has all of them, the sentence their names."""

    def __init__(self, code: str, template: str, faults: Sequence[Fault]) -> None:
        self.faults, first = faults, faults[0]
        if first.field:
            fields = ", ".join(fault.field for fault in faults)
            super().__init__(code, template, {"field": first.field, "fields": fields}, first.field)
        else:
            super().__init__(code, first.template, first.facts)


def complaint(kind: Any, value: Any) -> str:
    """What msgspec says of a value, without the place; "" where the value is of the type."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return str(error).partition(" - at `")[0]
    return ""


def _faults(kind: Any, value: Any, path: Path, *, is_member: bool = False) -> Iterator[Fault]:
    """is_member: of an object with free keys."""
    reason = complaint(kind, value)
    if not reason:
        return
    kind, found = fitting(kind, value), False
    for fault in _faults_of_parts(plain(kind), value, path):
        found = True
        yield fault
    if not found:
        code = code_of(reason)
        named = sentence_of_member(plain(kind), code, str(path[-1]), value) if is_member else None
        yield _fault(path, code, *(named or sentence_of(plain(kind), code, value)))


def _fault(path: Path, code: str, template: str, facts: Json | None = None) -> Fault:
    return Fault(dotted(path), code, template, facts or {}, path)


def _faults_of_parts(kind: Plain, value: Any, path: Path) -> Iterator[Fault]:
    """The faults inside of a value; none of a value that has no parts, or is of another kind than the type."""
    if isinstance(value, list) and kind.base in LISTS:
        yield from _of_items(kind, value, path)
    if isinstance(value, dict):
        if kind.base is Union:
            yield from _of_tagged(kind.parts, value, path)
        elif kind.is_struct:
            yield from _of_struct(kind.base, value, path)
        elif kind.base is dict and kind.parts:
            yield from _of_members(kind, value, path)


def _of_tagged(kinds: Iterable[Any], value: Json, path: Path) -> Iterator[Fault]:
    """The faults of an object that is one of several structs, as its tag says."""
    structs = [plain(kind).base for kind in kinds if plain(kind).is_struct]
    if not structs:
        return
    field, by_tag = structs[0].__struct_config__.tag_field, {one.__struct_config__.tag: one for one in structs}
    tag = value.get(field)
    if isinstance(tag, str) and tag in by_tag:
        yield from _of_struct(by_tag[tag], value, path)
    elif field in value:
        yield _fault((*path, field), "invalid", N_("One of: {choices}."), {"choices": ", ".join(by_tag)})
    else:
        yield _fault((*path, field), "required", MISSING)


def _of_struct(struct: type[msgspec.Struct], value: Json, path: Path) -> Iterator[Fault]:
    """The faults of fields, as the body has them, then those of missing ones."""
    fields, config = fields_of(struct), struct.__struct_config__
    for name, item in value.items():
        if name in fields:
            yield from _faults(fields[name].type, item, (*path, name))
        elif config.forbid_unknown_fields and name != config.tag_field:
            known = {"known": ", ".join(fields)} if fields else None
            yield _fault((*path, name), "unknown", UNKNOWN if fields else NO_FIELDS, known)
    for name, field in fields.items():
        if field.required and name not in value:
            yield _fault((*path, name), "required", MISSING)


def _of_members(kind: Plain, value: Json, path: Path) -> Iterator[Fault]:
    """The faults of an object with free keys: of its size, of its keys and of their values."""
    yield from _of_size(dict, kind, value, path)
    of_key, of_value = kind.parts
    for members in _chunks(list(value.items())):
        if complaint(dict[of_key, of_value], dict(members)):  # type: ignore[valid-type]
            for key, item in members:
                if reason := complaint(of_key, key):
                    code = code_of(reason)
                    yield _fault((*path, key), code, *sentence_of(plain(of_key), code, key))
                    continue
                yield from _faults(of_value, item, (*path, key), is_member=True)


def _of_items(kind: Plain, value: list[Any], path: Path) -> Iterator[Fault]:
    """The faults of a list: of its size and of its items."""
    if kind.base is tuple and kind.parts[-1:] != (...,):
        pairs = zip(kind.parts, value, strict=True) if len(kind.parts) == len(value) else ()
        for at, (one, item) in enumerate(pairs):
            yield from _faults(one, item, (*path, at))
        return
    yield from _of_size(list, kind, value, path)
    for number, items in enumerate(_chunks(value)):
        if kind.parts and complaint(list[kind.parts[0]], items):  # type: ignore[name-defined]
            for at, item in enumerate(items, number * CHUNK):
                yield from _faults(kind.parts[0], item, (*path, at))


def _of_size(of: type, kind: Plain, value: Any, path: Path) -> Iterator[Fault]:
    """The fault of a list or an object that is too short or too long."""
    if kind.bounds and complaint(Annotated[(of, *kind.bounds)], value):
        yield _fault(path, "bad_length", *sentence_of(kind, "bad_length", value))


def _chunks(members: list[Any]) -> Iterator[list[Any]]:
    return (members[start : start + CHUNK] for start in range(0, len(members), CHUNK))
