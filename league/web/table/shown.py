"""The page of a table as its reader sees it: the seats, the result, the sheet, and which face the page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from league.access.audience import Audience
from league.domain.tournament.results.state import Result, voice_of
from league.domain.values.numbers import written
from league.models import LinkKind, Table
from league.queries.wording import Points, points
from league.sheets.asking import Asked
from league.sheets.looking import LookedAt
from league.sheets.sending import Seen
from league.web.clock import ShownClock
from league.web.table.people import Reader

Phase = Literal["published", "running", "over", "off"]
"""off: the round was called off."""


class Place(NamedTuple):
    """Somebody at the table. number: of the seat."""

    number: int
    entry: str
    name: str


@dataclass(frozen=True)
class Line:
    """A seat as it stands in a result. you: the reader's. gained: in a round of the game that has others."""

    name: str
    place: int
    shared: bool
    score: Points | None
    points: Points | None
    gained: Points | None
    away: str
    you: bool

    @property
    def signed(self) -> str:
        """The points with their sign."""
        text = self.points.text if self.points else ""
        return text if text.startswith("−") or text == "0" else f"+{text}"

    @property
    def count(self) -> int:
        """The number by which the word for points is chosen."""
        return 1 if self.signed == "+1" else 2


@dataclass(frozen=True)
class Played:
    """The game's rounds so far: for everybody, the points of each and the total."""

    numbers: Sequence[int]
    rows: Sequence[tuple[str, Sequence[Points], Points]]


@dataclass(frozen=True)
class Level:
    """A table of a knockout that is drawn. entries: those between whom somebody has to decide. places: how many go on.

    decided_by: what has decided, "" if nothing has; on: then the names of those who go on.
    """

    entries: Sequence[tuple[str, str]]
    places: int
    decided_by: str
    on: Sequence[str]


@dataclass(frozen=True)
class AtTable:
    """A table of a round, as its reader sees it.

    game, games: which of several games at the table, and how many. result: None while there is none that the reader may
    see. reporter: the name of who reported it; "" for the desk or the game. asked: the sheet; None where none is asked.
    moved_to: the round and the number of the table where the reader, or the slip, belongs now. called_at: of a call for
    the director that is open. is_coming: the director has answered the last one just now. elsewhere: who this phone was
    said to be, if they sit at another table in this round, and its number. go_on: in a knockout, how many go on from
    the table, if somebody has to say who where it is drawn. level: that it is.
    """

    row: Table
    reader: Reader
    number: int
    label: str | None
    round: int
    of: int | None
    phase: Phase
    seats: Sequence[Place]
    clock: ShownClock
    game: int
    games: int
    seen: Seen
    needs_personal_links: bool
    result: Result | None = None
    lines: Sequence[Line] = ()
    disputed: Sequence[Sequence[Line]] = ()
    reporter: str = ""
    asked: Asked | None = None
    played: Played | None = None
    moved_to: tuple[int, int] | None = None
    called_at: datetime | None = None
    is_coming: bool = False
    elsewhere: tuple[str, int] | None = None
    go_on: int | None = None
    level: Level | None = None

    @property
    def me(self) -> str | None:
        return self.reader.me

    @property
    def my_name(self) -> str:
        return next((seat.name for seat in self.seats if seat.entry == self.me), "")

    @property
    def names(self) -> dict[str, str]:
        return {seat.entry: seat.name for seat in self.seats}

    @property
    def audience(self) -> Audience:
        return self.reader.audience(self.names)

    @property
    def is_mine(self) -> bool:
        """Whether the reader reported the result."""
        return self.result is not None and self.result.voice == voice_of(None, self.me)

    @property
    def i_dispute(self) -> bool:
        return self.result is not None and any(one.voice == voice_of(None, self.me) for one in self.result.disputes)

    @property
    def all_games(self) -> range:
        """The numbers of the games at the table."""
        return range(1, self.games + 1)

    @property
    def is_single(self) -> bool:
        """Whether the plain sheet is the game's own."""
        return self.asked is not None and self.asked.is_single

    @property
    def is_by_somebody(self) -> bool:
        """Whether the result came by the table's link, from a program that did not say who sends it."""
        return self.result is not None and (self.result.by or "").startswith(LinkKind.TABLE)

    @property
    def has_versions(self) -> bool:
        """Whether another result than that on record was reported; a dispute may also be a sentence alone."""
        return any(self.disputed)

    @property
    def moved_number(self) -> int:
        """The number of the table to go to."""
        return self.moved_to[1] if self.moved_to else self.number

    @property
    def may_act(self) -> bool:
        return self.reader.may_act and not (self.needs_personal_links and self.reader.by_table)

    @property
    def may_call(self) -> bool:
        """Whether the reader can call the director, also where only personal links report."""
        return self.reader.may_act and self.phase in ("published", "running")

    @property
    def view(self) -> str:
        """Which of its faces the page shows."""
        if self.moved_to is not None:
            return "moved"
        if self.phase == "off":
            return "off"
        if self.phase == "over":
            return "closed"
        if self.phase == "published":
            return "waiting"
        if self.reader.holder is None:
            return "watch"
        return self._open_view()

    def _open_view(self) -> str:
        if self.needs_personal_links and self.reader.by_table:
            return "personal"
        if self.me is None:
            return "who"
        if self.result is None:
            return "sheet" if self.asked else "dealt"
        return self._reported_view(self.result)

    def _reported_view(self, result: Result) -> str:
        if result.state in ("disputed", "ruled"):
            return result.state
        if result.state == "confirmed":
            return "confirmed"
        return "reported" if self.is_mine else "check"


def lines_of(seats: Sequence[LookedAt], called: Mapping[str, str], me: str | None) -> list[Line]:
    """The seats of a look or a result as a page draws them."""
    return [
        Line(
            name=called.get(seat.entry, ""),
            place=seat.place,
            shared=seat.is_shared,
            score=None if seat.score is None else points(seat.score),
            points=None if seat.points is None else points(written(seat.points)),
            gained=None if seat.gained is None else points(seat.gained),
            away=seat.away,
            you=seat.entry == me,
        )
        for seat in seats
    ]
