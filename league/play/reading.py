"""Parse the bytes of a file, or raise a problem with a pointer to the fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec

from games.codec import MAX_INT, exact_float, plain_fault, repeated_key
from games.faults import MOST_FAULTS, faults_in
from games.kernel import N_, Path
from league.domain.values.faults import bad_fields
from league.play.form import File
from league.play.problems import PlayProblem, bad_field

LONGEST_INT = len(str(MAX_INT)) + 1


class _RepeatedKey(dict[str, Any]):
    """An object with a repeated key. name: the first such."""

    name = ""


def read_file(content: bytes) -> tuple[File, Any]:
    """Return the file, and its plain JSON. Raises PlayProblem."""
    body = _plain(content)
    for path, code in _faults(body):
        raise bad_field(path, code, _SENTENCES[code])
    try:
        return msgspec.convert(body, File), body
    except msgspec.ValidationError as error:
        wrong = bad_fields(faults_in(File, body, MOST_FAULTS + 1))
        raise PlayProblem(400, wrong.code, wrong.template, {}, wrong.faults[0].path, wrong.faults) from error


_SENTENCES = {
    "too_deep": N_("This is nested too deep."),
    "bad_text": N_("This text holds a character that is none."),
    "number_out_of_range": N_("This number is too large, or has too many digits to be kept exactly."),
    "duplicate": N_("This name stands twice in its object."),
}


def _plain(content: bytes) -> Any:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        template = N_("The file is not UTF-8: byte {byte}.")
        raise PlayProblem(400, "bad_encoding", template, {"byte": error.start}) from error
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole, parse_float=exact_float
        )
    except RecursionError as error:
        raise PlayProblem(400, "too_deep", N_("The file is nested too deep.")) from error
    except json.JSONDecodeError as error:
        facts = {"line": error.lineno, "column": error.colno, "reason": error.msg}
        raise PlayProblem(400, "not_json", N_("Line {line}, column {column}: {reason}."), facts) from error
    except ValueError as error:
        raise PlayProblem(400, "not_json", N_("The file is no JSON: {reason}."), {"reason": str(error)}) from error


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _whole(digits: str) -> int:
    """Return the number; a very long one becomes one that is surely refused as too large."""
    return int(digits) if len(digits) <= LONGEST_INT else 2 * MAX_INT


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeated = _RepeatedKey(members)
    repeated.name = repeated_key(pairs)
    return repeated


def _faults(body: Any) -> Iterator[tuple[Path, str]]:
    """Yield the path and code of each value that some database can't store as JSON, in the order of the file."""
    if (deep := plain_fault(body)) is not None and deep[1] == "too_deep":
        yield _path_of_depth(body), "too_deep"
        return
    todo: list[tuple[Path, Any]] = [((), body)]
    while todo:
        path, item = todo.pop()
        if isinstance(item, dict | list):
            if isinstance(item, _RepeatedKey):
                yield (*path, item.name), "duplicate"
            parts = list(item.items() if isinstance(item, dict) else enumerate(item))
            if isinstance(item, dict) and plain_fault(dict.fromkeys(item)):
                yield path, "bad_text"
            todo += [((*path, step), part) for step, part in reversed(parts)]
        elif fault := plain_fault(item):
            yield path, fault[1]


def _path_of_depth(body: Any) -> Path:
    """Return the path of the member of the outermost object that is nested too deep."""
    parts = body.items() if isinstance(body, dict) else enumerate(body)
    return next(((step,) for step, part in parts if (plain_fault([part]) or ("", ""))[1] == "too_deep"), ())
