"""How a closed tournament ended: its places and its podium, with the names that the readers may read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Protocol, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from games.kernel import Json
from league.access.audience import Audience
from league.domain.season.table.outcomes import final_entries
from league.domain.tournament.closing.events import TournamentClosed
from league.domain.tournament.require import require_ended
from league.domain.tournament.state import Tournament as State
from league.domain.values.numbers import Written
from league.models import Tournament
from league.projections.standings import current_of
from league.queries import names
from league.queries.blocks import title_of
from league.queries.wording import Points, points
from league.repository import streams
from league.repository.streams import TOURNAMENT, Stream

ON_THE_PODIUM = 3


class Ranked(Protocol):
    """A row of standings. place: None if it was absent in every round."""

    @property
    def place(self) -> int | None: ...


R = TypeVar("R", bound=Ranked)


def podium_of(rows: Iterable[R]) -> list[tuple[int, list[R]]]:
    """The first three places with those who share them, the first place first. rows: by place."""
    first = [row for row in rows if row.place is not None and row.place <= ON_THE_PODIUM]
    return [(place, list(sharing)) for place, sharing in groupby(first, key=lambda row: row.place or 0)]


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A row of the final standings. members: names, of a team. points: None in a knockout, where they place nobody.

    stage: the number of its final; 0: in none.
    """

    place: int | None
    is_shared: bool
    entry: str
    name: str
    members: Sequence[str]
    points: Written | None
    has_withdrawn: bool
    stage: int

    @property
    def shown_points(self) -> Points | None:
        return None if self.points is None else points(self.points)


@dataclass(frozen=True)
class Ending:
    """A closed tournament. day: of its start, else of its close, in the club's time zone; None if neither is known.

    people: how many came. rounds: how many were played.
    """

    row: Tournament
    day: datetime | None
    rows: Sequence[FinalRow]
    people: int
    rounds: int

    @cached_property
    def placed(self) -> Sequence[FinalRow]:
        return [row for row in self.rows if row.place is not None]

    @property
    def podium(self) -> list[tuple[int, list[FinalRow]]]:
        return podium_of(self.rows)

    @property
    def blocks(self) -> list[tuple[str, list[FinalRow]]]:
        """The placed rows of each block with its title, the latest final first; "" where there is only one."""
        found = [(stage, list(rows)) for stage, rows in groupby(self.placed, key=lambda row: row.stage)]
        return [(title_of(stage) if len(found) > 1 else "", rows) for stage, rows in found]


def read(row: Tournament, audience: Audience) -> Ending:
    """How a tournament ended. row: with its club. Raises Rejected before its close, and if it was cancelled."""
    called = names.of_entries(row.pk, audience)
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        state: State = stream.aggregate.state
        require_ended(state)
        found, at = current_of(stream).rows, state.settings.starts_at or closed_at(stream)
        members = {entry.id: entry.members for entry in state.entries.values()}
        knockouts, rounds = knockout_stages(state), len(state.begun_rounds)
        came = {person for entry in final_entries(state) for person in entry.came}
    people = _members(members.values(), audience)
    teams = {entry: [people[member] for member in of if member in people] for entry, of in members.items()}
    day = at and at.astimezone(ZoneInfo(row.club.time_zone))
    return Ending(row, day, list(_rows(found, called, teams, knockouts)), len(came), rounds)


def closed_at(stream: Stream) -> datetime | None:
    """When a tournament was last closed; None for one closed before that was noted."""
    events = reversed(stream.aggregate.events)
    return next((event.at for event in events if isinstance(event, TournamentClosed)), None)


def knockout_stages(state: State) -> Collection[int]:
    """The numbers of the stages that are knockouts; 0: what is before them."""
    parts = [state.settings, *(stage.over(state.settings) for stage in state.stages)]
    return [number for number, part in enumerate(parts) if part.knockout is not None]


def _members(teams: Iterable[Sequence[str]], audience: Audience) -> Mapping[str, str]:
    people = {UUID(member) for team in teams for member in team}
    return names.of_people(people, audience) if people else {}


def _rows(
    found: Sequence[Json],
    called: Mapping[str, str],
    teams: Mapping[str, Sequence[str]],
    knockouts: Collection[int],
) -> Iterator[FinalRow]:
    sharers = Counter(row["place"] for row in found)
    for row in found:
        stage = row["block"]["stage"] if "block" in row else 0
        yield FinalRow(
            place=row["place"],
            is_shared=row["place"] is not None and sharers[row["place"]] > 1,
            entry=row["entry"],
            name=called.get(row["entry"], ""),
            members=teams[row["entry"]],
            points=None if stage in knockouts else row["points"],
            has_withdrawn="withdrawn" in row,
            stage=stage,
        )
