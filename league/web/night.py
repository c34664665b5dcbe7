"""A tournament as somebody in the hall may see it: what all its pages show, read once.

The pages of the hall show what is here and nothing else; what a reader may not see is not in it. The rules for that
are asked in `league.web.reader`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from games.kernel import Json
from league.domain.standings.comparison import with_movement
from league.domain.standings.standings import places_before, standings
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.presence import dropped_from
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import Settings
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import entry_state, result_view, table_state
from league.models import Tournament as Row
from league.projections.standings import current_of
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT, Stream
from league.web import clock
from league.web.clock import ShownClock
from league.web.reader import Reader

Phase = Literal["before", "published", "running", "between", "over", "cancelled"]
"""before: no round is published yet. between: the last one is closed, the next one not published."""
OPEN = ("published", "running")
REPORTED = ("reported", "confirmed", "disputed", "ruled")


class Announcement(NamedTuple):
    """A sentence from the desk."""

    id: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Person:
    """An entry in the list of who plays. state: registered, checked_in or dropped."""

    entry: str
    name: str
    state: str

    @property
    def is_here(self) -> bool:
        return self.state == "checked_in"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table. score, place, points: None before a result that the reader may see. dropped: has left."""

    number: int
    entry: str
    name: str
    score: int | str | None = None
    place: int | None = None
    points: int | str | None = None
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a round. state: not_started, playing, reported, confirmed, disputed or ruled.

    clock: its own, where it does not go by the round's. shows_result: whether its seats have what was reported.
    """

    id: str
    number: int
    label: str | None
    area: str | None
    seats: Sequence[Seat]
    state: str
    clock: ShownClock | None
    shows_result: bool

    @property
    def has_reported(self) -> bool:
        return self.state in REPORTED

    @property
    def winners(self) -> list[Seat]:
        """The seats in first place."""
        return [seat for seat in self.seats if seat.place == 1]

    @property
    def ranked(self) -> list[Seat]:
        """The seats by place, those without one last."""
        return sorted(self.seats, key=lambda seat: (seat.place is None, seat.place or 0, seat.number))


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round that is published, running or closed. stage: the number of its stage; 0 before any final."""

    id: str
    number: int
    state: str
    game: str
    stage: int
    tables: Sequence[ShownTable]
    byes: Sequence[Person]

    @property
    def reported(self) -> int:
        """How many of its tables have reported."""
        return sum(table.has_reported for table in self.tables)


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings. moved: places gained since the round before; None if that is not known.

    decided_by: code of the criterion that separates it from the row above. stage: as in `ShownRound`.
    """

    place: int | None
    is_shared: bool
    entry: str
    name: str
    points: int | str
    decided_by: str
    tie_breaks: Json
    moved: int | None
    is_new: bool
    has_left: bool
    stage: int


Kind = Literal["table", "bye", "dropped", "not_here", "not_seated", "not_in_stage", "over", "cancelled"]


@dataclass(frozen=True, slots=True)
class Where:
    """Where an entry is now. table, seat: only of kind table. standing: its row, where the reader may see one."""

    kind: Kind
    entry: str
    name: str
    table: ShownTable | None = None
    seat: Seat | None = None
    standing: Standing | None = None

    @property
    def others(self) -> list[Seat]:
        """Everybody else at the table, in the order of the seats."""
        return [seat for seat in self.table.seats if seat.entry != self.entry] if self.table else []


@dataclass(frozen=True)
class Night:
    """A tournament at a time. round: the newest one that is published, running or closed. of: rounds planned, if known.

    after_round: the round that the standings count up to. is_final: whether they are the last word.
    """

    code: str
    id: str
    version: int
    name: str
    club: str
    zone: ZoneInfo
    now: datetime
    phase: Phase
    settings: Settings
    clock: ShownClock
    round: ShownRound | None
    of: int | None
    rounds: Sequence[ShownRound]
    roster: Sequence[Person]
    standings: Sequence[Standing]
    after_round: int
    is_final: bool
    stages: Sequence[int]
    ended_at: datetime | None = None
    announcements: Sequence[Announcement] = ()
    places: Mapping[str, Standing] = field(default_factory=dict)

    def person(self, entry: str) -> Person | None:
        """The entry with that id."""
        return next((person for person in self.roster if person.entry == entry), None)

    def where(self, entry: str) -> Where | None:
        """Where an entry is now; None if it is not one of this tournament."""
        person = self.person(entry)
        if person is None:
            return None
        found = self._seat_of(entry) if self.phase in OPEN else None
        kind = "table" if found else self._kind(person)
        table, seat = found or (None, None)
        return Where(kind, entry, person.name, table, seat, self.places.get(entry))

    def _seat_of(self, entry: str) -> tuple[ShownTable, Seat] | None:
        tables = self.round.tables if self.round else ()
        return next(((table, seat) for table in tables for seat in table.seats if seat.entry == entry), None)

    def _kind(self, person: Person) -> Kind:
        """Why somebody has no table."""
        if self.phase in ("over", "cancelled"):
            return "over" if self.phase == "over" else "cancelled"
        if person.state == "dropped":
            return "dropped"
        if self.phase in OPEN and self.round and person in self.round.byes:
            return "bye"
        if self.stages and person.entry not in self.in_stage:
            return "not_in_stage"
        return "not_here" if person.state == "registered" else "not_seated"

    @property
    def in_stage(self) -> set[str]:
        """The entries of the current stage."""
        newest = max((row.stage for row in self.standings), default=0)
        return {row.entry for row in self.standings if row.stage == newest}


def read(row: Row, reader: Reader, now: datetime) -> Night:
    """The tournament as that reader may see it at that time, by few queries. row: with its club and its code."""
    called = names.of_entries(row.pk)
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        return _Reading(row, reader, now, called, stream).night()


@dataclass(frozen=True)
class _Reading:
    """One reading of a tournament."""

    row: Row
    reader: Reader
    now: datetime
    called: Mapping[str, str]
    stream: Stream

    @property
    def state(self) -> Tournament:
        state: Tournament = self.stream.aggregate.state
        return state

    def night(self) -> Night:
        state = self.state
        rounds = [round for round in state.rounds if round.state != "draft"]
        newest = rounds[-1] if rounds else None
        phase = _phase(state, newest)
        listed, after = self._standings()
        roster = [self._person(entry) for entry in state.entries.values()]
        return Night(
            code=self.row.public_code.code,
            id=str(self.row.pk),
            version=self.stream.stored,
            name=self.row.name,
            club=self.row.club.name,
            zone=ZoneInfo(self.row.club.time_zone),
            now=self.now,
            phase=phase,
            settings=state.settings,
            clock=self._clock(phase, newest),
            round=self._round(newest) if newest else None,
            of=state.effective_settings.rounds,
            rounds=[self._round(round) for round in rounds],
            roster=sorted(roster, key=lambda person: (names.as_listed(person.name), person.entry)),
            standings=listed,
            after_round=after,
            is_final=state.state == "closed",
            stages=[stage.number for stage in state.stages],
            ended_at=self.stream.recorded_at if state.state == "closed" else None,
            places={standing.entry: standing for standing in listed},
        )

    def _clock(self, phase: Phase, newest: Round | None) -> ShownClock:
        if phase == "before":
            return clock.until(self.state.settings.starts_at, self.now)
        if phase in OPEN and newest is not None:
            return clock.of_round(newest, self.now)
        return ShownClock("off", self.now)

    def _person(self, entry: Entry) -> Person:
        return Person(entry.id, self.called.get(entry.id, ""), entry_state(self.state, entry))

    def _round(self, round: Round) -> ShownRound:
        stage = self.state.stage_of(round.number)
        return ShownRound(
            id=round.id,
            number=round.number,
            state=round.state,
            game=self.state.game_of(round).game,
            stage=stage.number if stage else 0,
            tables=[self._table(round, table) for table in round.tables],
            byes=[self._person(self.state.entries[entry]) for entry in round.byes],
        )

    def _table(self, round: Round, table: Table) -> ShownTable:
        is_seen = self.reader.sees_results(self.state, round)
        result = (result_view(self.state, table) if is_seen else None) or {}
        gone = dropped_from(self.state, round)
        state = table_state(table, round)
        return ShownTable(
            id=table.id,
            number=table.number,
            label=self.state.settings.furniture.label(table.number),
            area=table.area,
            seats=[
                Seat(
                    number=number,
                    entry=entry,
                    name=self.called.get(entry, ""),
                    score=(result.get("scores") or {}).get(entry),
                    place=(result.get("places") or {}).get(entry),
                    points=(result.get("points") or {}).get(entry),
                    dropped=entry in gone,
                )
                for number, entry in enumerate(table.seats, 1)
            ],
            state="not_started" if state == "waiting" else state,
            clock=clock.of_table(table, self.now) if round.state == "running" else None,
            shows_result=bool(result),
        )

    def _standings(self) -> tuple[list[Standing], int]:
        """The standings that the reader may see, and the round that they count up to."""
        after = self.reader.sees_standings_after(self.state)
        if after == 0:
            return [], 0
        begun = len(self.state.begun_rounds)
        rows = current_of(self.stream).rows if after >= begun else standings(self.state, after)
        return [self._standing(row) for row in self._marked(with_movement(self._before(after), rows, "entry"))], after

    def _before(self, after: int) -> Mapping[str, int | None] | None:
        return places_before(self.state, after)

    def _marked(self, rows: Sequence[Json]) -> list[Json]:
        places = [row["place"] for row in rows]
        return [{**row, "is_shared": row["place"] is not None and places.count(row["place"]) > 1} for row in rows]

    def _standing(self, row: Json) -> Standing:
        return Standing(
            place=row["place"],
            is_shared=row["is_shared"],
            entry=row["entry"],
            name=self.called.get(row["entry"], ""),
            points=row["points"],
            decided_by=row["decided_by"],
            tie_breaks=row["tie_breaks"],
            moved=row.get("moved"),
            is_new=bool(row.get("new")),
            has_left=bool(row.get("withdrawn")),
            stage=row.get("block", {}).get("stage", 0),
        )


def _phase(state: Tournament, newest: Round | None) -> Phase:
    if state.state in ("closed", "cancelled"):
        return "over" if state.state == "closed" else "cancelled"
    if newest is None:
        return "before"
    if newest.state == "published":
        return "published"
    return "running" if newest.state == "running" else "between"
