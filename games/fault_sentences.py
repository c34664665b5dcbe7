"""Codes and plain sentences for what msgspec complains about."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal, Union
from uuid import UUID

import msgspec

from games.json_types import LISTS, TEXTS, Plain, plain
from games.kernel import N_, Json

LONGEST_VALUE = 60
_CODES = (
    ("missing required", "required"),
    ("unknown", "unknown"),
    ("of length", "bad_length"),
    ("matching regex", "bad_format"),
    ("`int` >=", "too_small"),
    ("`int` <=", "too_big"),
    ("Expected", "wrong_type"),
)
FORMS: Mapping[Any, str] = {
    UUID: N_("An id is a UUID, such as 0198c0de-0000-7000-8000-000000000001."),
    datetime: N_("A time is written with its offset, such as 2026-12-31T19:00:00+01:00."),
    date: N_("A day is written as 2026-12-31."),
}
"""Sentences for types that are texts of a form."""
KINDS: Mapping[frozenset[str], str] = {
    frozenset({"boolean"}): N_("This has to be true or false."),
    frozenset({"whole"}): N_("This has to be a whole number."),
    frozenset({"number"}): N_("This has to be a number."),
    frozenset({"text"}): N_("This has to be a text."),
    frozenset({"object"}): N_("This has to be an object."),
    frozenset({"list"}): N_("This has to be a list."),
    frozenset({"whole", "text"}): N_("This has to be a whole number or a text."),
    frozenset({"whole", "number", "text"}): N_("This has to be a number, or a text with a decimal number."),
    frozenset({"whole", "text", "object"}): N_("This has to be a whole number, a text or an object."),
    frozenset({"whole", "list"}): N_("This has to be a whole number or a list."),
    frozenset({"text", "object"}): N_("This has to be a text or an object."),
    frozenset({"text", "list"}): N_("This has to be a text or a list."),
    frozenset({"object", "list"}): N_("This has to be an object or a list."),
}
"""Sentences for a value of another kind than is needed."""
LENGTHS: Mapping[tuple[str, bool, bool], str] = {
    ("text", True, True): N_("A text of {least} to {most} signs."),
    ("text", True, False): N_("A text of at least {least} signs."),
    ("text", False, True): N_("A text of at most {most} signs."),
    ("list", True, True): N_("A list of {least} to {most} entries."),
    ("list", True, False): N_("A list of at least {least} entries."),
    ("list", False, True): N_("A list of at most {most} entries."),
    ("object", True, True): N_("An object with {least} to {most} fields."),
    ("object", True, False): N_("An object with at least {least} fields."),
    ("object", False, True): N_("An object with at most {most} fields."),
}
"""Sentences for a wrong length, by what it is of, and whether there is a least and a largest one."""
EXACT_LENGTH = N_("A list of exactly {length} entries.")
OTHERWISE = N_("This can't be used here.")
PLAIN_CODES = {
    "too_deep": N_("Lists and objects are nested too deeply."),
    "bad_text": N_("NUL and lone surrogates are not allowed."),
    "number_out_of_range": N_("The number is too large, or has too many digits to be kept exactly."),
    "not_json": N_("This is no JSON value."),
}
"""Sentences for the reasons of `plain_fault`, which are codes."""
OF_MEMBERS = {
    "whole": N_("{key}: {value} is not a whole number."),
    "too_small": N_("{key}: {value} is too small."),
    "too_big": N_("{key}: {value} is too large."),
    "wrong_type": N_("{key}: {value} can't be used here."),
}
"""Sentences for numbers in objects with free keys, as scores by entry."""


def code_of(reason: str) -> str:
    """The code for a complaint of msgspec or of `plain_fault`."""
    if reason in PLAIN_CODES:
        return reason
    return next((code for sign, code in _CODES if sign in reason), "invalid")


def sentence_of(kind: Plain, code: str, value: Any) -> tuple[str, Json]:
    """The sentence, with its facts, for a value with that fault."""
    match code:
        case "wrong_type" if kind.base not in FORMS:
            return KINDS.get(frozenset(_kinds_of(kind)), OTHERWISE), {}
        case "too_small":
            return N_("This has to be at least {least}."), {"least": kind.bound("ge")}
        case "too_big":
            return N_("This has to be at most {most}."), {"most": kind.bound("le")}
        case "bad_length":
            return _of_length(kind)
        case "bad_format":
            is_blank = kind.bound("pattern") == r"\S"
            usual = N_("This can't be blank.") if is_blank else N_("This does not have the expected form.")
            return _said(kind, "sentence") or usual, {}
    if kind.base is Literal:
        return N_("One of: {choices}."), {"choices": ", ".join(map(str, kind.parts))}
    return FORMS.get(kind.base, OTHERWISE), {}


def sentence_of_member(kind: Plain, code: str, key: str, value: Any) -> tuple[str, Json] | None:
    """The sentence for a wrong number in an object with free keys, with its key and value; None of other values."""
    kinds = set(_kinds_of(kind))
    if not kinds & {"whole", "number"}:
        return _named(_said(kind, "of_member"), key, value)
    return _named(OF_MEMBERS.get("whole" if code == "wrong_type" and kinds == {"whole"} else code), key, value)


def _named(template: str | None, key: str, value: Any) -> tuple[str, Json] | None:
    return (template, {"key": key, "value": _short(value)}) if template else None


def _short(value: Any) -> str:
    """The value as it was written, or its beginning."""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def _said(kind: Plain, name: str) -> str | None:
    """A sentence that the type itself has, as `extra` of its `Meta`."""
    return next((said for one in kind.bounds if (said := (one.extra or {}).get(name))), None)


def _of_length(kind: Plain) -> tuple[str, Json]:
    if kind.base is tuple and kind.parts[-1:] != (...,):
        return EXACT_LENGTH, {"length": len(kind.parts)}
    least, most = kind.bound("min_length"), kind.bound("max_length")
    (of,) = _kinds_of(kind)
    return LENGTHS.get((of, least is not None, most is not None), OTHERWISE), {"least": least, "most": most}


def _kinds_of(kind: Plain) -> list[str]:
    """The kinds of JSON values that a type is written as, without null."""
    if kind.base is Union:
        return [one for part in kind.parts if part is not type(None) for one in _kinds_of(plain(part))]
    if kind.base is dict or kind.is_struct:
        return ["object"]
    if kind.base in LISTS:
        return ["list"]
    names = {bool: "boolean", int: "whole", float: "number"}
    return ["text" if kind.base in TEXTS else names.get(kind.base, "")]
