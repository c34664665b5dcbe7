"""Reads requests: strict JSON bodies, parameters of the query, keys of requests that may be repeated."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import IO, Any, ClassVar, NoReturn, TypeVar
from uuid import UUID

import msgspec
from django.utils.http import parse_header_parameters
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from api.problems import FieldError, Problem, bad_field
from games.codec import MAX_INT, exact_float, plain_fault, repeated_key
from games.kernel import N_
from league.domain.values import faults

T = TypeVar("T")
LONGEST_KEY = 255
UTF_8 = ("utf-8", "utf8", "us-ascii", "ascii")
NOT_UTF_8 = N_("JSON is read as UTF-8, not as {charset}.")
MOST_DIGITS = len(str(MAX_INT))
TAG = re.compile(r'(?:W/)?"([0-9]{1,18})(?:\.[^",]*)?"')
SENTENCES = {
    "not_utf8": N_("The text is not UTF-8."),
    "bad_json": N_("This is not JSON: {reason}."),
    "duplicate_key": N_("The key {key} is there twice."),
    "too_deep": N_("Lists and objects are nested too deeply."),
    "bad_text": N_("NUL and lone surrogates are not allowed."),
    "number_out_of_range": N_("The number is too large, or has too many digits to be kept exactly."),
}


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A body; unknown fields are refused. described_as: the struct whose texts describe the fields that have none."""

    described_as: ClassVar[type[Any] | None] = None


class Empty(Body, frozen=True):
    """A body without fields."""


def unreadable(code: str, path: str = "", **facts: Any) -> Problem:
    """A 400 for a body that can't be read at all."""
    wrong = [FieldError(path, code, SENTENCES[code], facts)]
    return Problem(400, "unreadable", N_("The body can't be read."), errors=wrong)


def json_of(raw: bytes) -> Any:
    """The JSON values in `raw`, exact and storable in every database. Raises Problem.

    Refused: text that is not UTF-8, NaN and infinities, a key twice, deep nesting, lone surrogates and NUL, whole
    numbers beyond 64 bits, and numbers whose digits a float does not keep.
    """
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_float,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise unreadable("not_utf8") from None
    except RecursionError:
        raise unreadable("too_deep") from None
    except ValueError as error:
        raise unreadable("bad_json", reason=str(error)) from None
    fault = plain_fault(value)
    if fault is not None:
        raise unreadable(fault[1], _printable(fault[0]))
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = _printable(repeated_key(pairs))
        raise unreadable("duplicate_key", twice, key=twice)
    return made


def _whole(text: str) -> int:
    if len(text.removeprefix("-")) > MOST_DIGITS:
        raise unreadable("number_out_of_range")
    return int(text)


def _float(text: str) -> float:
    number = exact_float(text)
    if not isfinite(number):
        raise unreadable("number_out_of_range")
    return number


def _no_number(text: str) -> NoReturn:
    raise unreadable("number_out_of_range")


def _printable(path: str) -> str:
    return path.encode("ascii", "backslashreplace").decode("ascii").replace("\x00", "\\x00")


class StrictJson(BaseParser):
    """The parser of JSON bodies."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The body's JSON values. Raises Problem for another charset than UTF-8, in which JSON is written."""
        charset = parse_header_parameters(media_type or "")[1].get("charset", "utf-8")
        if charset.lower() not in UTF_8:
            raise Problem(415, "unsupported_media_type", NOT_UTF_8, {"charset": charset})
        return json_of(stream.read())


def read(wanted: type[T], raw: Any) -> T:
    """Converts the JSON values of a body into a struct. Raises BadFields."""
    return faults.read(wanted, raw)


def json_parameter(name: str, text: str) -> Any:
    """The JSON values of a parameter. Raises Problem."""
    try:
        return json_of(text.encode("utf-8", "surrogatepass"))
    except Problem:
        raise bad_field(name, "bad_json", N_("This is written as JSON, in the form that bodies have.")) from None


def refuse_nul(request: Request) -> None:
    """Raises Problem for NUL or a lone surrogate in a query, which PostgreSQL can't store."""
    for name, values in request.query_params.lists():
        if any("\x00" in text or (not text.isprintable() and _has_surrogate(text)) for text in (name, *values)):
            raise bad_field(_printable(name), "bad_text", SENTENCES["bad_text"])


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def whole_parameter(request: Request, name: str, default: int | None, least: int, most: int = MAX_INT) -> int | None:
    """The parameter as a whole number between `least` and `most`. Raises Problem."""
    text = request.query_params.get(name)
    return default if text is None else whole_parameter_of(name, text, least, most)


def whole_parameter_of(name: str, text: str, least: int, most: int = MAX_INT) -> int:
    """The text as a whole number between `least` and `most`. Raises Problem."""
    if not (text.isascii() and text.isdecimal()) or len(text) > MOST_DIGITS or not least <= int(text) <= most:
        raise bad_field(name, "bad_number", N_("A whole number from {least} to {most}."), least=least, most=most)
    return int(text)


def moment_of(name: str, text: str, sentence: str) -> int | datetime:
    """The text as a position of the log or a time. sentence: for a text that is neither. Raises Problem."""
    if text.isascii() and text.isdecimal():
        return whole_parameter_of(name, text, 0)
    return time_of(name, text, sentence)


def time_of(name: str, text: str, sentence: str) -> datetime:
    """The text as a time with its offset. sentence: for any other text. Raises Problem."""
    try:
        at = datetime.fromisoformat(text)
        if at.tzinfo is not None:
            return at.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise bad_field(name, "bad_time", sentence)


def id_of(name: str, text: str) -> UUID:
    """The text as an id. name: of its field, for the problem. Raises Problem."""
    try:
        return UUID(text)
    except ValueError:
        raise bad_field(name, "bad_id", N_("An id is a UUID.")) from None


def flag_parameter(request: Request, name: str, *, default: bool = False) -> bool:
    """The parameter as yes or no. default: where it is left out. Raises Problem."""
    return flag_of(name, request.query_params.get(name, "true" if default else "false"))


def flag_of(name: str, text: str) -> bool:
    """The text as yes or no. Raises Problem."""
    if text not in ("true", "false"):
        raise bad_field(name, "bad_flag", N_("Either true or false."))
    return text == "true"


def versions_of(request: Request) -> Collection[int] | None:
    """The versions of which a write's `If-Match` takes one; None for `*` and without the header. Raises Problem.

    A tag is a version, alone or with a digest, which is not compared: `"7"`, `"7.5f3a"`; a weak one counts too, since
    servers that compress make tags weak.
    """
    text = request.headers.get("If-Match", "*").strip()
    if text == "*":
        return None
    tags = [TAG.fullmatch(tag.strip()) for tag in text.split(",")]
    versions = [int(tag[1]) for tag in tags if tag]
    if len(versions) < len(tags):
        raise bad_field("If-Match", "bad_tag", N_('Tags as in `ETag`: "7" or "7.5f3a", or *.'))
    return versions


def key_of(request: Request) -> str | None:
    """The Idempotency-Key of a request. Raises Problem for an empty or long one, or one that is not printable ASCII."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 0 < len(key) <= LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise bad_field(
            "Idempotency-Key", "bad_key", N_("A key has 1 to {most} printable characters."), most=LONGEST_KEY
        )
    return key
