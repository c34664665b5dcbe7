"""Faults in the fields of a body or command: all of them in one refusal, `bad_fields`.

`read` is for bodies that become a command; `refuse` is for checks that types can't express. Both raise `BadFields`. Its
`faults` describe each wrong field; `facts["errors"]` has them as JSON.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from games.codec import plain_fault, validation_fault
from games.kernel import N_, Json, Rejected
from league.domain.values.wrong_paths import Path, exact_path, steps, value_at

T = TypeVar("T")

_CODES = (
    ("missing required", "required"),
    ("unknown", "unknown"),
    ("of length", "bad_length"),
    ("matching regex", "bad_format"),
    ("`int` >=", "too_small"),
    ("`int` <=", "too_big"),
    ("Expected", "wrong_type"),
)
_TEMPLATES = {
    "bad_format": N_("This does not have the expected form."),
    "required": N_("This is missing."),
    "unknown": N_("There is no such field."),
}
"""Sentences by code, for complaints that msgspec words badly."""
_TEMPLATES_OF_KEYS = {
    "bad_format": N_("{key}: {value} is not a number such as 3, 2.5 or 7/3."),
    "too_small": N_("{key}: {value} is too small."),
    "too_big": N_("{key}: {value} is too large."),
}
"""As `_TEMPLATES`, for members of an object with free keys."""
_NO_WHOLE_NUMBER = N_("{key}: {value} is not a whole number.")
_WRONG_MEMBER = N_("{key}: {value} can't be used here: {reason}.")
LONGEST_VALUE = 60
_PLAIN_CODES = ("too_deep", "bad_text", "number_out_of_range", "not_json")


@dataclass(frozen=True)
class Fault:
    """One wrong field. field: dotted path. template: the sentence, with `{fact}` places."""

    field: str
    code: str
    template: str
    facts: Json = dataclasses.field(default_factory=dict)

    @property
    def detail(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.facts)

    def as_json(self) -> Json:
        """The fault as an entry of a problem's `errors`."""
        return {"field": self.field, "code": self.code, "detail": self.detail}


class BadFields(Rejected):
    """Refuses a body or command because of its fields. `faults` is never empty; `field` is that of the first one."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)
        errors = [fault.as_json() for fault in self.faults]
        super().__init__("bad_fields", N_("Some fields are wrong."), {"errors": errors}, self.faults[0].field)


class Refusals(Rejected):
    """Refuses a list by the rules, for what is wrong with any of its parts. Its own code is that of the first one.

    faults: one for each refused part, with its path; never empty.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)
        first = self.faults[0]
        super().__init__(first.code, first.template, first.facts, first.field)


class PartsRefused:
    """Collects the refusals of the parts of a list, so that all of them are answered at once."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    @contextmanager
    def part(self, path: str) -> Iterator[None]:
        """Takes up a refusal of the part with that path, and goes on."""
        try:
            yield
        except (BadFields, Refusals) as refusal:
            self.faults += [dataclasses.replace(fault, field=_joined(path, fault.field)) for fault in refusal.faults]
        except Rejected as refusal:
            field = _joined(path, refusal.field or "")
            self.faults.append(Fault(field, refusal.code, refusal.template, dict(refusal.facts)))

    def refuse(self) -> None:
        """Raises Refusals if any part was refused."""
        if self.faults:
            raise Refusals(self.faults)


def _joined(path: str, field: str) -> str:
    return ".".join(filter(None, (path, field)))


def refuse(faults: Iterable[Fault]) -> None:
    """Raises BadFields if there are any faults."""
    if listed := list(faults):
        raise BadFields(listed)


def read(wanted: type[T], body: Any) -> T:
    """Convert a body (JSON values) to the struct `wanted`. Raises BadFields."""
    fault = plain_fault(body)
    if fault is None:
        try:
            return msgspec.convert(body, wanted)
        except msgspec.ValidationError as error:
            raise BadFields([_fault(wanted, body, error)]) from error
    path, reason = fault
    code = code_of(reason)
    raise BadFields([Fault(path, code, template_of(code), {"reason": reason})])


def _fault(wanted: type[T], body: Any, error: msgspec.ValidationError) -> Fault:
    """The fault that msgspec found. Under a free key, such as an entry's id, the sentence has the key and the value."""
    path, reason = validation_fault(error)
    code = code_of(reason)
    if steps(str(error))[-1:] != [None]:
        return Fault(path, code, template_of(code), {"reason": reason})
    exact = exact_path(wanted, body, str(error))
    return fault_of_member(exact, value_at(body, exact), reason)


def fault_of_member(path: Path, value: Any, reason: str) -> Fault:
    """The fault of a member of an object with free keys. path: to it. reason: msgspec's complaint."""
    code = code_of(reason)
    facts = {"key": str(path[-1]), "value": _short(value), "reason": reason}
    template = _NO_WHOLE_NUMBER if reason.startswith("Expected `int`,") else _TEMPLATES_OF_KEYS.get(code, _WRONG_MEMBER)
    return Fault(".".join(map(str, path)), code, template, facts)


def _short(value: Any) -> str:
    """The value as it was written, or its beginning."""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def template_of(code: str) -> str:
    """The sentence for a code. It may use the fact `{reason}`, msgspec's own complaint."""
    return _TEMPLATES.get(code, N_("This is wrong: {reason}."))


def code_of(reason: str) -> str:
    """The code for a complaint of msgspec or of `plain_fault`."""
    if reason in _PLAIN_CODES:
        return reason
    return next((code for sign, code in _CODES if sign in reason), "invalid")
