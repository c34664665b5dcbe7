"""Faults in the fields of a body or command: all of them in one refusal, `bad_fields`.

`read` is for bodies that become a command; `refuse` is for checks that types can't express. Both raise `BadFields`. Its
`faults` describe each wrong field; `facts["errors"]` has them as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from games.codec import plain_fault
from games.fault_sentences import PLAIN_CODES
from games.faults import MOST_FAULTS, faults_in
from games.kernel import N_, Fault, Path, Rejected, under

__all__ = ["BadFields", "Fault", "PartsRefused", "Refusals", "read", "refuse"]

T = TypeVar("T")
SOME = N_("Some fields are wrong.")
MANY = N_("Many fields are wrong. These are the first of them.")


class BadFields(Rejected):
    """Refuses a body or command because of its fields. `faults` is never empty; `field` is that of the first one."""

    def __init__(self, faults: Iterable[Fault], template: str = SOME) -> None:
        self.faults = list(faults)
        errors = [fault.as_json() for fault in self.faults]
        super().__init__("bad_fields", template, {"errors": errors}, self.faults[0].field)

    def move_under(self, steps: Path) -> None:
        super().move_under(steps)
        self.facts = {"errors": [fault.as_json() for fault in self.faults]}

    def leave(self, step: str | int) -> None:
        super().leave(step)
        self.facts = {"errors": [fault.as_json() for fault in self.faults]}


class Refusals(Rejected):
    """Refuses a list by the rules, for what is wrong with any of its parts. Its own code is that of the first one."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        first = faults[0]
        super().__init__(first.code, first.template, first.facts, first.field)
        self.faults = faults


class PartsRefused:
    """Collects the refusals of the parts of a list, so that all of them are answered at once."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    @contextmanager
    def part(self, *steps: str | int) -> Iterator[None]:
        """Takes up a refusal of the part at this path, and goes on."""
        try:
            with under(*steps):
                yield
        except Rejected as refusal:
            own = Fault(refusal.field or "", refusal.code, refusal.template, refusal.facts)
            self.faults += refusal.faults or [own]

    def refuse(self) -> None:
        """Raises Refusals if any part was refused."""
        if self.faults:
            raise Refusals(self.faults)


def refuse(faults: Iterable[Fault]) -> None:
    """Raises BadFields if there are any faults."""
    if listed := list(faults):
        raise BadFields(listed)


def read(wanted: type[T], body: Any) -> T:
    """Convert a body (JSON values) to the struct `wanted`. Raises BadFields with its faults, up to MOST_FAULTS."""
    if (fault := plain_fault(body)) is not None:
        path, code = fault
        raise BadFields([Fault(path, code, PLAIN_CODES[code])])
    try:
        return msgspec.convert(body, wanted)
    except msgspec.ValidationError as error:
        raise bad_fields(faults_in(wanted, body, MOST_FAULTS + 1)) from error


def bad_fields(faults: list[Fault]) -> BadFields:
    """The refusal of a body with these faults, of which it lists MOST_FAULTS."""
    return BadFields(faults[:MOST_FAULTS], SOME if len(faults) <= MOST_FAULTS else MANY)
