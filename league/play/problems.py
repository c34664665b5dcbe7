"""Problems of a file: those of the API, with a pointer to their origin in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import ValidationError

from games.kernel import Fault, Json, Path, Rejected
from league.domain.values.faults import SOME, BadFields
from league.play.pointers import dotted, pointer, within
from league.queries.refusals import sentence


@dataclass
class PlayProblem(Exception):
    """A refusal of the file. template: the sentence in English, with `{fact}` places. path: of the origin."""

    status: int
    code: str
    template: str
    facts: Json = field(default_factory=dict)
    path: Path = ()
    faults: Sequence[Fault] = ()

    def body(self) -> Json:
        """Return the problem as JSON, in the active language."""
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
    """Return the problem of a field whose type or form is wrong."""
    return PlayProblem(400, "bad_fields", SOME, {}, path, [Fault(dotted(path), code, template, facts)])


def refused(path: Path, code: str, template: str, **facts: Any) -> PlayProblem:
    """Return the problem of a file whose form is right."""
    return PlayProblem(409 if code == "duplicate" else 422, code, template, facts, path)


class Origins:
    """Where in the file the commands come from, for the pointers of their refusals.

    body: the file as plain JSON. file_ids: the file's own ids by the ids of the log.
    """

    def __init__(self, body: Any) -> None:
        self.body = body
        self.file_ids: dict[str, str] = {}

    @contextmanager
    def at(self, *path: str | int) -> Iterator[None]:
        """Turn a refusal inside into a PlayProblem at that path of the file."""
        try:
            yield
        except BadFields as wrong:
            raise self._bad_fields(path, wrong.faults) from wrong
        except Rejected as refusal:
            where = within(self.body, path, self.with_file_ids(refusal.field or ""))
            raise refused(where, refusal.code, refusal.template, **self.with_file_ids(refusal.facts)) from refusal
        except ValidationError as wrong:
            by_field = wrong.error_dict if hasattr(wrong, "error_dict") else {"": wrong.error_list}
            faults = [
                Fault(name, error.code or "invalid", " ".join(error.messages))
                for name, errors in by_field.items()
                for error in errors
            ]
            raise self._bad_fields(path, faults) from wrong

    def _bad_fields(self, path: Path, faults: Sequence[Fault]) -> PlayProblem:
        named = [
            replace(fault, field=self.with_file_ids(fault.field), facts=self.with_file_ids(fault.facts))
            for fault in faults
        ]
        where = within(self.body, path, named[0].field)
        return PlayProblem(400, "bad_fields", SOME, {}, where, named)

    def with_file_ids(self, value: Any) -> Any:
        """Return a JSON value with the file's own ids instead of those of the log."""
        match value:
            case str():
                return ".".join(self.file_ids.get(part, part) for part in value.split("."))
            case dict():
                return {self.with_file_ids(key): self.with_file_ids(part) for key, part in value.items()}
            case list() | tuple():
                return [self.with_file_ids(part) for part in value]
            case _:
                return value
