"""A tournament as somebody in the hall may see it: what all its pages show, read once.

What a reader may not see is not in it: `league.access.visibility` says who may open a tournament, and
`league.domain.tournament.shown` which results they see.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import groupby
from threading import Lock
from typing import Literal
from zoneinfo import ZoneInfo

from games.kernel import Json
from league.access.audience import CLUB, EVERYBODY
from league.access.roles import Caller
from league.domain.seating import course
from league.domain.standings.comparison import with_movement
from league.domain.standings.standings import places_before, standings
from league.domain.tournament.desk.state import Announcement, Screen
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import Settings
from league.domain.tournament.shown import counted_without, hidden_from, hidden_rounds, shown_without
from league.domain.tournament.sign_up import is_list_open
from league.domain.tournament.stages.stage import Stage
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import announcements_at
from league.models import Tournament as Row
from league.projections import standings as standings_of
from league.queries import names
from league.queries.blocks import title_of
from league.queries.brackets import Bracket, bracket_of
from league.queries.ending import closed_at, knockout_stages, podium_of
from league.queries.wording import Movement, Points, criterion, criterion_value, movement_of, points
from league.repository import as_of, streams
from league.repository.streams import TOURNAMENT, Stream
from league.web import clock
from league.web.clock import ShownClock
from league.web.rounds import Person, Rounds, Seat, ShownRound, ShownTable, has_clock

__all__ = ["Night", "Person", "Phase", "Seat", "ShownRound", "ShownTable", "Standing", "Where", "read"]
Phase = Literal["before", "published", "running", "between", "over", "cancelled"]
"""before: no round is published yet. between: the last one is closed, the next one not published."""
OPEN = ("published", "running")
AS_IT_GOES = Screen()
"""A screen for which the desk has chosen nothing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings.

    decided_by: code of the criterion that separates it from the row above; tie_breaks: the criteria up to the deciding
    one with their values, of a row with as many points as another. stage: the number of its final; 0: in none.
    is_by_exit: whether a knockout places it, in which points decide nothing.
    """

    place: int | None
    is_shared: bool
    entry: str
    name: str
    points: Points
    decided_by: str
    tie_breaks: Sequence[tuple[str, Points]]
    movement: Movement
    has_left: bool
    stage: int
    is_by_exit: bool

    @property
    def counts(self) -> bool:
        """Whether it tells anything: at the start of a final everybody is level without points."""
        return not self.is_shared or self.points.text != "0"


Kind = Literal["table", "bye", "dropped", "not_here", "not_seated", "not_in_stage", "out", "over", "cancelled"]


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
    """A tournament at a time. version: of its log. key: of what it shows but for clocks, in this process.

    round: the newest one that is published, running or closed.

    is_played_out: whether no round can follow the closed one.
    standings: up to after_round, as the reader may see them. hides: whether results are hidden from the reader for now.
    finals: those that have begun, in order. rounds: all but drafts. unnamed: the entries that only members of the club
    and their own links may name.
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
    rounds: Sequence[ShownRound]
    roster: Sequence[Person]
    standings: Sequence[Standing]
    after_round: int
    hides: bool
    finals: tuple[Stage, ...]
    key: Hashable
    bracket: Bracket | None = None
    ended_at: datetime | None = None
    is_played_out: bool = False
    announcements: Sequence[Announcement] = ()
    screen: Screen = AS_IT_GOES
    unnamed: frozenset[str] = frozenset()

    @property
    def round(self) -> ShownRound | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def is_open(self) -> bool:
        """Whether people are at tables, or on their way there."""
        return self.phase in OPEN

    @property
    def takes_sign_ups(self) -> bool:
        """Whether the page for sign-ups takes somebody now."""
        return self.phase == "before" and is_list_open(self.settings, self.now)

    @property
    def here(self) -> int:
        return sum(person.is_here for person in self.roster)

    @cached_property
    def expected(self) -> Sequence[Person]:
        """The roster without those who have left."""
        return [person for person in self.roster if not person.has_left]

    @property
    def podium(self) -> list[tuple[int, list[Standing]]]:
        """The first three places of a closed tournament with those who share them, the first place first."""
        return podium_of(self.standings) if self.phase == "over" else []

    @property
    def blocks(self) -> list[tuple[str, list[Standing]]]:
        """The standings by final with its title, the latest first; one block without a title before any."""
        found = [(stage, list(rows)) for stage, rows in groupby(self.standings, key=lambda row: row.stage)]
        return [(title_of(stage) if len(found) > 1 else "", rows) for stage, rows in found]

    @property
    def begun(self) -> int:
        """How many rounds have begun."""
        return sum(round.state != "published" for round in self.rounds)

    @property
    def seats_by_name(self) -> list[tuple[Seat | Person, ShownTable | None]]:
        """Everybody of the newest round by name, with the table; None for those who sit out."""
        if self.round is None:
            return []
        seated = [(seat, table) for table in self.round.tables for seat in table.seats]
        everybody: list[tuple[Seat | Person, ShownTable | None]] = [*seated, *((bye, None) for bye in self.round.byes)]
        return sorted(everybody, key=lambda found: names.as_listed(found[0].name))

    def person(self, entry: str) -> Person | None:
        """The entry with that id."""
        return next((person for person in self.roster if person.entry == entry), None)

    def where(self, entry: str) -> Where | None:
        """Where an entry is now; None if it is not one of this tournament."""
        if (person := self.person(entry)) is None:
            return None
        standing = next((row for row in self.standings if row.entry == entry), None)
        table, seat = self._seat_of(entry) if self.is_open else (None, None)
        kind: Kind = "table" if table else self._kind(person)
        return Where(kind, entry, person.name, table, seat, standing)

    def _seat_of(self, entry: str) -> tuple[ShownTable | None, Seat | None]:
        tables = self.round.tables if self.round else ()
        found = ((table, seat) for table in tables for seat in table.seats if seat.entry == entry)
        return next(found, (None, None))

    def _kind(self, person: Person) -> Kind:
        """Why somebody has no table."""
        if self.phase == "over":
            return "over"
        if self.phase == "cancelled":
            return "cancelled"
        if person.has_left:
            return "dropped"
        if self.is_open and self.round and any(bye.entry == person.entry for bye in self.round.byes):
            return "bye"
        if self.finals and person.entry not in self.finals[-1].entries:
            return "not_in_stage"
        if self.bracket and person.entry in self.bracket.out:
            return "out"
        return "not_seated" if person.is_here else "not_here"


def read(row: Row, who: Caller, now: datetime, *, is_ranked_while_open: bool = True) -> Night:
    """The tournament as the caller may see it at that time, by few queries. row: with its club and its code.

    is_ranked_while_open: whether it has its standings also while each report makes a new version, where they cost the
    most.

    All readers of one version who may see the same share what is read, but for its clocks. So holders of links read the
    names that everybody may read; their own pages add those that they may read too.
    """
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        state: Tournament = stream.aggregate.state
        named = names.in_state(row.club_id, row.pk, state)
        called = named.read_by(CLUB if who.audience.is_club else EVERYBODY)
        hidden = hidden_from(state, who.reader).rounds
        viewer = who.reader if hidden_rounds(state) else None
        about = (row.public_code.code, row.name, row.club.name, row.club.time_zone)
        is_ranked = is_ranked_while_open or _phase(state, _newest(state)) not in OPEN
        key = (row.pk, stream.hash, viewer, is_ranked, about, *called.items())
        found = _kept.get(key) or _Reading(row, who, now, called, stream, key, hidden, is_ranked).night()
        return replace(_at(_keep(key, found), state, now), unnamed=frozenset(named.unnamed))


def read_then(row: Row, who: Caller, then: int | datetime, at: datetime) -> Night:
    """The tournament as it was known then, with the names of today. What is hidden from the caller by now is hidden.

    row: as for `read`. then: a position of the log or a time. at: of the clocks. Raises NoSuchStream where nothing was
    known then.
    """
    stream = as_of.as_of(row.club_id, TOURNAMENT, row.pk, then)
    hidden = standings_of.hidden_now(row, who.reader)
    called = names.of_entries(row.pk, CLUB if who.audience.is_club else EVERYBODY)
    found = _Reading(row, who, at, called, stream, (row.pk, then), hidden).night()
    return _at(found, stream.aggregate.state, at)


KEPT = 64
_kept: OrderedDict[Hashable, Night] = OrderedDict()
_lock = Lock()


def _keep(key: Hashable, night: Night) -> Night:
    with _lock:
        _kept[key] = night
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return night


def _at(night: Night, state: Tournament, now: datetime) -> Night:
    """The tournament with its clocks and announcements at another time."""
    newest = _newest(state)
    rounds = [*night.rounds]
    if newest is not None and newest.state == "running":
        clocks = {table.id: clock.of_table(table, now) for table in newest.tables if has_clock(table)}
        tables = [
            replace(table, clock=clocks.get(table.id)) if table.clock or table.id in clocks else table
            for table in rounds[-1].tables
        ]
        rounds[-1] = replace(rounds[-1], tables=tables)
    return replace(
        night,
        now=now,
        clock=_clock(state, night.phase, newest, now),
        rounds=rounds,
        announcements=announcements_at(state, now),
    )


def _newest(state: Tournament) -> Round | None:
    """The newest round that is no draft."""
    return next((round for round in reversed(state.rounds) if round.state != "draft"), None)


def _clock(state: Tournament, phase: Phase, newest: Round | None, now: datetime) -> ShownClock:
    if phase == "before":
        return clock.until(state.settings.starts_at, now)
    if phase == "running" and newest is not None:
        return clock.of_round(newest, now)
    return ShownClock("off", now)


@lru_cache(KEPT)
def _by_name(people: tuple[tuple[str, str, str], ...]) -> Sequence[Person]:
    """People by their names, made once of the same ones."""
    return sorted((Person(*one) for one in people), key=lambda person: (names.as_listed(person.name), person.entry))


@dataclass(frozen=True)
class _Reading:
    """One reading of a tournament. key: of what it finds. hidden: the rounds whose results the caller does not see.

    is_ranked: whether the standings are read, too.
    """

    row: Row
    who: Caller
    now: datetime
    called: Mapping[str, str]
    stream: Stream
    key: Hashable
    hidden: Collection[str]
    is_ranked: bool = True

    @property
    def state(self) -> Tournament:
        state: Tournament = self.stream.aggregate.state
        return state

    def night(self) -> Night:
        state, seen = self.state, shown_without(self.state, self.hidden, self.who.reader)
        rounds = Rounds(state, seen, self.called, self.now)
        public = [round for round in state.rounds if round.state != "draft"]
        phase = _phase(state, public[-1] if public else None)
        counted = counted_without(state, self.hidden)
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
            clock=_clock(state, phase, public[-1] if public else None, self.now),
            rounds=[rounds.shown(round) for round in public],
            roster=_by_name(tuple(rounds.known(entry) for entry in state.entries.values())),
            standings=self._standings(counted) if self.is_ranked else [],
            after_round=len(counted.begun_rounds),
            hides=seen is not state,
            finals=state.stages,
            bracket=bracket_of(state, self.who.reader, self.called),
            ended_at=closed_at(self.stream) if state.state == "closed" else None,
            is_played_out=phase == "between" and course.is_over(state, public[-1]),
            screen=state.screen,
            key=self.key,
        )

    def _standings(self, counted: Tournament) -> list[Standing]:
        """The standings that the reader may see. counted: the tournament with the rounds that count in them."""
        after = len(counted.begun_rounds)
        if after == 0:
            return []
        rows = standings_of.current_of(self.stream).rows if counted is self.state else standings(counted)
        rows = with_movement(places_before(counted, after), rows, "entry")
        places, totals = (Counter(row[name] for row in rows) for name in ("place", "points"))
        knockouts = knockout_stages(counted)
        return [self._standing(row, places[row["place"]] > 1, totals[row["points"]] > 1, knockouts) for row in rows]

    def _standing(self, row: Json, is_shared: bool, is_level: bool, knockouts: Collection[int]) -> Standing:
        stage = row["block"]["stage"] if "block" in row else 0
        return Standing(
            place=row["place"],
            is_shared=is_shared and row["place"] is not None,
            entry=row["entry"],
            name=self.called.get(row["entry"], ""),
            points=points(row["points"]),
            decided_by=row["decided_by"],
            tie_breaks=_deciding(row) if is_level else (),
            movement=movement_of(row),
            has_left="withdrawn" in row,
            stage=stage,
            is_by_exit=stage in knockouts,
        )


def _deciding(row: Json) -> list[tuple[str, Points]]:
    """The tie-breaks with their values, up to the one that decided; all of them for a shared place."""
    known = [(code, value) for code, value in row["tie_breaks"].items() if value is not None]
    codes = [code for code, _value in known]
    most = codes.index(row["decided_by"]) + 1 if row["decided_by"] in codes else len(codes)
    return [(criterion(code), criterion_value(value)) for code, value in known[:most]]


def _phase(state: Tournament, newest: Round | None) -> Phase:
    if state.state in ("closed", "cancelled"):
        return "over" if state.state == "closed" else "cancelled"
    if newest is None:
        return "before"
    if newest.state == "published":
        return "published"
    return "running" if newest.state == "running" else "between"
