"""What an aggregate is: a stream of events and pure functions over it.

A game, a tournament and a season have this one shape. `decide` may refuse, `evolve` never fails and
holds no rule, `view` and `show` tell a viewer what that viewer may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from dataclasses import field as made_by
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

REFEREE = "referee"
"""The viewer who sees all; reserved, no player may be called so."""

Viewer = str | None
"""A player's id, `REFEREE`, or None for the public."""

Json = dict[str, Any]
T = TypeVar("T")
State = TypeVar("State")


def N_(template: str) -> str:  # noqa: N802
    """Marks a sentence for translation; it is translated where it is shown."""
    return template


Path = tuple[str | int, ...]
"""The steps to a value inside of JSON values."""


def dotted(path: Path) -> str:
    """A path as text."""
    return ".".join(map(str, path))


@dataclass(frozen=True)
class Fault:
    """One wrong field. field: dotted path. template: the sentence, with `{fact}` places. path: the steps of `field`."""

    field: str
    code: str
    template: str
    facts: Json = made_by(default_factory=dict)
    path: Path = made_by(default=(), compare=False)

    @property
    def detail(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.facts)

    def as_json(self) -> Json:
        """The fault as an entry of a problem's `errors`."""
        return {"field": self.field, "code": self.code, "detail": self.detail}


class Rejected(Exception):
    """A refusal by rule or state: a stable code for programs, a sentence for people, facts for both.

    code: snake_case. template: English, with `{fact}` places, the key of its translations.
    field: path of the wrong field of the command, where one is wrong. faults: all of them, where there may be several.
    """

    faults: Sequence[Fault] = ()

    def __init__(self, code: str, template: str, facts: Json | None = None, field: str | None = None) -> None:
        self.code = code
        self.template = template
        self.facts = facts or {}
        self.field = field
        super().__init__(code, self.detail)

    at = 0
    """The number of the refused command, where several were sent."""

    def leave(self, step: str | int) -> None:
        """Takes a step off the beginnings of the wrong fields' paths."""
        self.field = (self.field or "").removeprefix(str(step)).removeprefix(".") or None
        self.faults = [
            replace(fault, field=fault.field.removeprefix(f"{step}."), path=fault.path[1:]) for fault in self.faults
        ]

    def move_under(self, steps: Path) -> None:
        """Puts steps before the paths of the wrong fields."""
        self.field = dotted((*steps, self.field) if self.field else steps)
        self.faults = [
            replace(fault, field=dotted((*steps, fault.field) if fault.field else steps), path=(*steps, *fault.path))
            for fault in self.faults
        ]

    @property
    def detail(self) -> str:
        """The template filled with the facts, in English."""
        return self.template.format(**self.facts)


@contextmanager
def under(*steps: str | int) -> Iterator[None]:
    """Puts these steps before the fields of a refusal inside: those of a part of a body, to the whole body's root."""
    try:
        yield
    except Rejected as refusal:
        refusal.move_under(steps)
        raise


def fields(event: msgspec.Struct) -> Json:
    """The fields of `event` as plain values."""
    shown: Json = msgspec.to_builtins(event)
    return shown


class Event(msgspec.Struct, frozen=True):
    """A frozen fact in the past tense. Its stored name and schema number are permanent.

    type: `<prefix>.<name>`, as stored. schema: the form of the data, from 1.
    upcasts: from schema n to n + 1, each on the plain dict. Unless it says otherwise an event is
    for the staff's eyes only.
    """

    type: ClassVar[str]
    schema: ClassVar[int] = 1
    upcasts: ClassVar[Mapping[int, Callable[[Json], Json]]] = {}

    def show(self, viewer: Viewer) -> Json | None:
        """The data that `viewer` may see of this event, or None for nothing at all."""
        return fields(self) if viewer == REFEREE else None


class PublicEvent(Event, frozen=True):
    """An event that everybody may see whole."""

    def show(self, viewer: Viewer) -> Json | None:
        return fields(self)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What somebody asks for. Decoded, validated and described from the one class.

    staff: only the referee may send it. sheet: the fields of a round sheet in it, whose faults are `bad_sheet`.
    """

    staff: ClassVar[bool] = False
    sheet: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def type_name(cls) -> str:
        """The command's `type` in JSON."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def from_log(cls, raw: Json) -> Json:
        """A command's JSON as it stands in a log, with the fields that may be missing only there."""
        return raw


class LaterRelease(ValueError):
    """What is stored was written by a later release, so this one must not read it: it would misread it."""


@dataclass(frozen=True)
class Rules(Generic[State]):
    """The functions that make a stream an aggregate.

    name: of the kind ("tournament") or the slug of a game; stored with each event as `name/edition`.
    initial: the state before the first event, owned by the caller and changed in place by `evolve`.
    decide: yields events; each is folded before the next is asked for; raises Rejected before the first.
    """

    name: str
    events: Sequence[type[Event]]
    commands: Sequence[type[Command]]
    initial: Callable[[], State]
    evolve: Mapping[type[Event], Callable[[State, Any], None]]
    decide: Callable[[State, Any], Iterator[Event]]
    view: Callable[[State, Viewer], Json]
    edition: int = 1
    command_types: dict[str, type[Command]] = made_by(init=False, repr=False)

    def __post_init__(self) -> None:
        by_tag = {command.type_name(): command for command in self.commands}
        object.__setattr__(self, "command_types", by_tag)

    @property
    def label(self) -> str:
        """Which edition of the rules decided an event, as stored with it."""
        return f"{self.name}/{self.edition}"

    def of_edition(self, edition: int, initial: Callable[[], State]) -> Rules[State]:
        """The same functions for streams of an older edition. initial: its state, in which they find the edition.

        Raises LaterRelease for an edition that is unknown here.
        """
        if edition > self.edition:
            raise LaterRelease(f"The rules {self.name}/{edition} are not known here.")
        return replace(self, edition=edition, initial=initial)


class Aggregate(Generic[State]):
    """A log and its folded state.

    events: all so far; their number is the version. commands: index of a command's first event -> the
    command's JSON as accepted. The state is changed in place and belongs to the aggregate.
    """

    def __init__(self, rules: Rules[State]) -> None:
        self.rules = rules
        self.state = rules.initial()
        self.events: list[Event] = []
        self.commands: dict[int, Json] = {}

    @property
    def version(self) -> int:
        """The number of events folded."""
        return len(self.events)

    def fold(self, event: Event, command: Json | None = None) -> None:
        """Takes an event that happened; `command` if it is the first of that command's events."""
        if command is not None:
            self.commands[len(self.events)] = command
        self.events.append(event)
        self.evolve(event)

    def evolve(self, event: Event) -> None:
        """Folds one event into the state."""
        self.rules.evolve[type(event)](self.state, event)

    def extend(self, pairs: Iterable[tuple[Event, Json | None]]) -> None:
        """Folds events that happened, each with its command if it is the first of a command's events."""
        for event, command in pairs:
            self.fold(event, command)

    def begin(self, events: Iterable[Event], command: Json | None = None) -> list[Event]:
        """Folds the first events, each before the next is asked for; answers them."""
        started: list[Event] = []
        for event in events:
            self.fold(event, None if started else command)
            started.append(event)
        return started

    def send(self, command: Command) -> list[Event]:
        """Decides and folds `command`; answers its events. A refusal (Rejected) changes nothing."""
        return self.begin(self.rules.decide(self.state, command), msgspec.to_builtins(command))


def draw(seed: int | str, label: str, items: Iterable[T]) -> list[T]:
    """`items` in an order drawn by lot: the same for the same seed and label, on every machine.

    label: what is drawn, for which round and attempt. The shuffle is Fisher and Yates', over
    `random.Random.random()`, the one method whose sequence Python promises to keep.
    """
    chance = Random(f"{seed}/{label}")  # noqa: S311
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
