"""The steps of an aggregate: `POST <item>/<path>` sends the item one command. Each view set has them in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from api.base import Reply, Resource, ResourceSet, writes
from api.command_bodies import body_of, command_of, decode
from api.openapi.schema import describes
from api.parsing import Empty
from api.permissions import may, who_may
from games.kernel import Command
from league.access.actions import COMMANDS
from league.access.roles import Caller
from league.models import Season, Tournament
from league.repository.streams import SEASON, TOURNAMENT
from league.services import execution
from league.services.execution import Done

SENDER = "by"


def send(resource: Resource, row: Tournament | Season, command: Command) -> Done:
    """Sends a command to a tournament or a season, now, in the caller's name."""
    kind = TOURNAMENT if isinstance(row, Tournament) else SEASON
    actor, at = resource.caller(row.club_id).actor, timezone.now()
    return execution.execute(kind, row.pk, command, club=row.club_id, actor=actor, at=at)


@dataclass(frozen=True)
class Step:
    """A row of a table of steps.

    path: the last part of the path. command: its fields are the body, but for the item's id, the time and `filled`;
    `league.access.actions` says who may send it. name: of the action, in the operation id too. text: what it does, for
    the OpenAPI document. filled: fields of the command that are made here. or_entry: the holder of the entry's link may
    take it too. undo: the step that DELETE takes on the same path, answered without a body.
    """

    path: str
    command: type[Command]
    name: str
    text: str
    filled: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    or_entry: bool = False
    undo: Step | None = None


class Steps(ResourceSet):
    """A view set with a table of steps; the answer to each is the item as it is then.

    item_field: the field of commands that names the item; "" where the item itself has the stream.
    answer_type: the struct of an item's answer.
    """

    item_field = ""
    answer_type: ClassVar[Any] = None
    steps: ClassVar[Sequence[Step]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for step in cls.steps:
            method = _action(step, cls)
            setattr(cls, step.name, method)
            if step.undo is not None:
                setattr(cls, step.undo.name, method.mapping.delete(_undoing(step.undo)))

    def answer(self, row: Any, state: Any) -> Any:
        """The answer for a row, from the state of its aggregate."""
        raise NotImplementedError

    def aggregate_of(self, row: Any) -> Any:
        """The row of the tournament or season that the commands about an item go to."""
        return row.tournament if self.item_field else row

    def after(self, row: Any, done: Done) -> Reply:
        """The item after a command."""
        return Reply(self.answer(row, done.stream.aggregate.state))

    def item_named(self, row: Any) -> dict[str, str]:
        """The field with which commands name the row."""
        return {self.item_field: str(row.pk)} if self.item_field else {}


def _made(resource: Steps, row: Any, step: Step) -> dict[str, Any]:
    """The fields of a command that are made here: those of the step, and the sender."""
    made = {name: make() for name, make in step.filled.items()}
    return made | sent_by(resource.caller(row.club_id), step.command)


def sent_by(who: Caller, command: type[Command]) -> dict[str, str]:
    """The field of a command that names its sender, if it has one."""
    return {SENDER: who.actor} if SENDER in command.__struct_fields__ else {}


def _action(step: Step, resource: type[Steps]) -> Any:
    """The view set's method for a step, with its route and its permission."""
    known = (*step.filled, SENDER) if SENDER in step.command.__struct_fields__ else tuple(step.filled)
    filled = (resource.item_field, *known) if resource.item_field else known
    body = body_of(step.command, filled, "".join(word.capitalize() for word in step.name.split("_")))

    def take(self: Steps, request: Request, *args: Any, **kwargs: Any) -> Reply:
        row = self.get_object()
        command = decode(step.command, request.data, **self.item_named(row), **_made(self, row, step))
        return self.after(row, send(self, self.aggregate_of(row), command))

    allowed = COMMANDS[step.command]
    who = who_may(allowed, or_entry=step.or_entry)
    take.__name__, take.__doc__ = step.name, f"{step.text}\n\nAllowed for {who}"
    method = describes(resource.answer_type, body=body)(writes(take))
    path, permission = step.path, [may(allowed, or_entry=step.or_entry)]
    return action(detail=True, methods=["post"], url_path=path, url_name=path, permission_classes=permission)(method)


def _undoing(step: Step) -> Any:
    """The method for DELETE on the path of a step. It has no body, and the permission of that step."""

    def take(self: Steps, request: Request, *args: Any, **kwargs: Any) -> Reply:
        row = self.get_object()
        command = command_of(step.command, Empty(), **self.item_named(row), **_made(self, row, step))
        send(self, self.aggregate_of(row), command)
        return Reply()

    who = who_may(COMMANDS[step.command], or_entry=step.or_entry)
    take.__name__, take.__doc__ = step.name, f"{step.text}\n\nAllowed for {who}"
    return describes()(writes(take))
