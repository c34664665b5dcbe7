"""What is wrong with a file: the problem of the API with a pointer to where in the file it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError

from games.kernel import N_, Json, Rejected
from league.domain.values.faults import BadFields, Fault
from league.play.pointers import Path, Step, dotted, pointer, within
from league.queries.refusals import sentence


@dataclass
class PlayProblem(Exception):
    """A refusal of the file. template: the sentence in English, with `{fact}` places. path: where in the file."""

    status: int
    code: str
    template: str
    facts: Json = field(default_factory=dict)
    path: Sequence[Step] = ()
    faults: Sequence[Fault] = ()

    def body(self) -> Json:
        """The problem as JSON, in the active language."""
        errors = [
            {"field": fault.field, "code": fault.code, "detail": sentence(fault.template, fault.facts)}
            for fault in self.faults
        ]
        return {
            "type": f"/problems/{self.code}",
            "title": self.code.replace("_", " ").capitalize(),
            "status": self.status,
            "code": self.code,
            "detail": sentence(self.template, self.facts),
            "facts": self.facts,
            "errors": errors,
            "request_id": "",
            "pointer": pointer(self.path),
        }


def bad_field(path: Path, code: str, template: str, **facts: Any) -> PlayProblem:
    """A fault in the form of the file."""
    return PlayProblem(
        400, "bad_fields", N_("Some fields are wrong."), {}, path, [Fault(dotted(path), code, template, facts)]
    )


def refused(path: Path, code: str, template: str, **facts: Any) -> PlayProblem:
    """A refusal by the sense of the file."""
    return PlayProblem(409 if code == "duplicate" else 422, code, template, facts, path)


class Places:
    """Where in the file things come from, so that refusals of commands can say so.

    body: the file as plain JSON. known: the file's own ids by the ids of the log.
    """

    def __init__(self, body: Any) -> None:
        self.body = body
        self.known: dict[str, str] = {}

    @contextmanager
    def at(self, *path: Step) -> Iterator[None]:
        """What is refused inside becomes a problem at that path of the file."""
        try:
            yield
        except BadFields as wrong:
            first = wrong.faults[0]
            raise self._fields(path, wrong.faults, first.field) from wrong
        except Rejected as refusal:
            where = within(self.body, path, self.told(refusal.field or ""))
            raise refused(where, refusal.code, refusal.template, **self.told(refusal.facts)) from refusal
        except ValidationError as wrong:
            by_field = wrong.error_dict if hasattr(wrong, "error_dict") else {"": wrong.error_list}
            faults = [
                Fault(name, one.code or "invalid", " ".join(one.messages))
                for name, all in by_field.items()
                for one in all
            ]
            raise self._fields(path, faults, faults[0].field) from wrong

    def _fields(self, path: Path, faults: Sequence[Fault], first: str) -> PlayProblem:
        told = [Fault(self.told(fault.field), fault.code, fault.template, self.told(fault.facts)) for fault in faults]
        where = within(self.body, path, self.told(first))
        return PlayProblem(400, "bad_fields", N_("Some fields are wrong."), {}, where, told)

    def told(self, value: Any) -> Any:
        """The value with the file's own ids in it."""
        match value:
            case str():
                return ".".join(self.known.get(part, part) for part in value.split("."))
            case dict():
                return {self.told(key): self.told(part) for key, part in value.items()}
            case list() | tuple():
                return [self.told(part) for part in value]
            case _:
                return value
