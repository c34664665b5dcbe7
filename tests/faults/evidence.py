"""What the log says, read from the database past everything that was tested."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.faults.history import Clock, Effect, History
from tests.faults.load import Load

LOG = "SELECT position, club, stream, version, type, data, recorded_at FROM league_event ORDER BY position"
PEOPLE = "SELECT club_id, name FROM league_person WHERE name LIKE 'Person %'"


@dataclass(frozen=True)
class Event:
    """An event as it is stored."""

    position: int
    club: str
    stream: str
    version: int
    type: str
    data: Mapping[str, Any]
    recorded_at: datetime


def history_of(
    load: Load, log: Sequence[Event], people: Sequence[tuple[str, str]], *, shift: float, verify: Any, different: Any
) -> History:
    """What clients saw, and what is stored of their clubs. people: each one's club and name. verify: its report."""
    clubs = {club.id for club in load.clubs}
    log = [event for event in log if event.club in clubs]
    versions: dict[str, list[int]] = defaultdict(list)
    announced: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for event in log:
        versions[event.stream].append(event.version)
        if event.type == "tournament.announced":
            announced[event.stream].append((event.version, event.data["text"]))
    return History(
        writes=load.journal.writes,
        reads=load.journal.reads,
        effects=[
            *filter(None, map(effect_of, log)),
            *(Effect(club, 0, name) for club, name in people if club in clubs),
        ],
        versions=versions,
        announced=announced,
        clocks=clocks_of(log),
        feeds={club.id: (club.read, [event.position for event in log if event.club == club.id]) for club in load.clubs},
        shift=shift,
        findings=verify["findings"],
        different=different,
    )


def effect_of(event: Event) -> Effect | None:
    """The effect that an event is; None for one that follows from another."""
    kind, data = event.type.removeprefix("tournament."), event.data
    match kind:
        case "created":
            return Effect(event.club, 0, data["settings"]["name"])
        case "announced":
            return Effect(event.stream, event.version, data["text"])
        case "round_seated" | "round_started" | "round_closed" | "clock_paused" | "clock_resumed":
            return Effect(event.stream, event.version, f"{kind} {data['round']}")
        case "clock_extended":
            return Effect(event.stream, event.version, f"{kind} {data['table']}")
        case "closed":
            return Effect(event.stream, event.version, "closed")
        case "result_recorded":
            return Effect(event.stream, event.version, _score(data["scores"]))
        case "result_corrected" | "result_ruled":
            return Effect(event.stream, event.version, _score(data["claim"]["scores"]))
    return None


def _score(scores: Mapping[str, Any]) -> str:
    return f"score {max(map(int, scores.values()))}"


def clocks_of(log: Sequence[Event]) -> list[Clock]:
    """The clocks of all rounds, and of the tables that got more time; worked out from their events alone."""
    rounds: dict[str, _Clocks] = {}
    for event in log:
        round = event.data.get("round")
        if event.type == "tournament.round_started":
            rounds[event.data["round"]] = _Clocks({None: _time(event.data["deadline"])})
        elif round in rounds:
            rounds[round].add(event)
    return [
        Clock(f"{round} {table or ''}".rstrip(), deadline, clocks.ended[table], clocks.closed)
        for round, clocks in rounds.items()
        for table, deadline in clocks.deadlines.items()
    ]


@dataclass
class _Clocks:
    """The clocks of a round, by table; None is the clock of the round itself."""

    deadlines: dict[str | None, datetime]
    ended: dict[str | None, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    paused: datetime | None = None
    closed: datetime | None = None

    def add(self, event: Event) -> None:
        """Takes in a later event of the round."""
        data = event.data
        match event.type.removeprefix("tournament."):
            case "clock_extended" if not self._has_run_out(data):
                self.deadlines[data["table"]] = _time(data["deadline"])
            case "clock_paused":
                self.paused = _time(data["at"])
            case "clock_resumed" if self.paused:
                stood = _time(data["at"]) - self.paused
                self.deadlines |= {table: at + stood for table, at in self.deadlines.items() if not self.ended[table]}
            case "clock_expired":
                self.ended[data["table"]].append(event.recorded_at)
            case "round_closed":
                self.closed = event.recorded_at

    def _has_run_out(self, extension: Mapping[str, Any]) -> bool:
        """Whether the round's clock ran out so long ago that nothing is left of the table's new time either."""
        return bool(self.ended[None]) and _time(extension["deadline"]) <= _time(extension["at"])


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def log_of(connection: Any) -> list[Event]:
    """All events, by position."""
    return [
        Event(
            position, _id(club), _id(stream), version, type,
            data if isinstance(data, dict) else json.loads(data),
            at if isinstance(at, datetime) else datetime.fromisoformat(f"{at}+00:00"),
        )
        for position, club, stream, version, type, data, at in connection.execute(LOG).fetchall()
    ]  # fmt: skip


def people_of(connection: Any) -> list[tuple[str, str]]:
    """The club and name of each person that the load has entered."""
    return [(_id(club), name) for club, name in connection.execute(PEOPLE).fetchall()]


def _id(value: Any) -> str:
    """An id as the API writes it, from either database."""
    text = str(value).replace("-", "")
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
