"""Faults in the fields of a body or command: all of them in one refusal, `bad_fields`.

`read` is for bodies that become a command; `refuse` is for checks that types can't express. Both raise `BadFields`. Its
`faults` describe each wrong field; `facts["errors"]` has them as JSON.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from games.codec import plain_fault, validation_fault
from games.kernel import N_, Json, Rejected

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
            fault = validation_fault(error)
    path, reason = fault
    code = code_of(reason)
    raise BadFields([Fault(path, code, template_of(code), {"reason": reason})])


def template_of(code: str) -> str:
    """The sentence for a code. It may use the fact `{reason}`, msgspec's own complaint."""
    return _TEMPLATES.get(code, N_("This is wrong: {reason}."))


def code_of(reason: str) -> str:
    """The code for a complaint of msgspec or of `plain_fault`."""
    if reason in _PLAIN_CODES:
        return reason
    return next((code for sign, code in _CODES if sign in reason), "invalid")
