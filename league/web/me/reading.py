"""What My page shows, read once: where somebody is now, what they can do, and what belongs to the phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Literal
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from league.access.audience import Audience
from league.access.roles import Caller
from league.access.visibility import PUBLIC
from league.domain.tournament.desk.state import Call, latest_call
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.state import voice_of
from league.domain.tournament.state import Tournament as State
from league.models import Table, Tournament
from league.queries import names
from league.queries.league_moves import Line
from league.repository import streams
from league.repository.streams import GAME, TOURNAMENT
from league.services.policies import play_of
from league.web import addresses, night
from league.web.clock import ShownClock
from league.web.me import evening, meetings, why
from league.web.me.evening import PlayedRound, RatingMove
from league.web.me.meetings import Met
from league.web.night import Night, Where
from league.web.pages import present
from league.web.rounds import Seat

Face = Literal["arrive", "waiting", "seated", "playing", "bye", "unseated", "left", "out", "over", "cancelled"]
"""What the page is about: unseated: a round goes on without them; out: not in the final, or out of a knockout."""
FACES: Mapping[str, Face] = {
    "bye": "bye",
    "dropped": "left",
    "not_here": "arrive",
    "not_in_stage": "out",
    "out": "out",
    "over": "over",
    "cancelled": "cancelled",
}


@dataclass(frozen=True)
class Facts:
    """What the night does not tell of an entry. people: of each entry of the own table, by entry.

    version: of the own entry; each change raises it. to_confirm: the version of the table whose result somebody else
    has reported and this entry can confirm; None without one. result_at: when it was reported. call: the last call of
    the own table or the entry. is_dealt: whether the game is played in an app, which reports it.
    """

    version: int
    leaves_after: int | None
    from_round: int
    members: Sequence[str]
    people: Mapping[str, Sequence[str]]
    to_confirm: int | None = None
    result_at: datetime | None = None
    call: Call | None = None
    is_dealt: bool = False


@dataclass(frozen=True)
class MyPage:
    """The page of an entry. why: sentences about the own seat. met: by the entry of each other at the table."""

    row: Tournament
    night: Night
    where: Where
    who: Caller
    facts: Facts
    face: Face
    why: Sequence[str] = ()
    met: Mapping[str, Met] = field(default_factory=dict)

    @property
    def entry(self) -> str:
        return self.where.entry

    @property
    def first_name(self) -> str:
        """The name by which the page speaks to somebody; a team is called as a whole."""
        return self.where.name if self.facts.members else (self.where.name.split() or [""])[0]

    @property
    def public_name(self) -> str:
        """What pages that everybody may read call the person instead of the name; "" where they name them."""
        person = self.night.person(self.entry) if self.entry in self.night.unnamed else None
        return person.name if person else ""

    @property
    def person_address(self) -> str:
        """The public page of the person with all their nights, once this one is over; "" where there is none."""
        people = self.facts.people.get(self.entry, ())
        is_listed = self.row.visibility == PUBLIC and self.face == "over" and bool(self.played)
        if not is_listed or self.public_name or len(people) != 1:
            return ""
        return reverse("web:person", args=[self.row.club.slug, people[0]])

    @property
    def clock(self) -> ShownClock:
        """The clock of the own table, else that of the round."""
        own = self.where.table.clock if self.where.table else None
        return own or self.night.clock

    @property
    def leaves_after(self) -> int | None:
        """The round after which the entry leaves, as it has announced."""
        return self.facts.leaves_after if self.face != "left" else None

    @property
    def may_leave(self) -> bool:
        """Whether the entry is here and could go."""
        return self.face in ("waiting", "seated", "playing", "bye", "unseated") and self.leaves_after is None

    @property
    def may_call(self) -> bool:
        """Whether the director can be called."""
        return self.face not in ("arrive", "left", "over", "cancelled")

    @property
    def is_coming(self) -> bool:
        """Whether the director has answered the last call just now."""
        return self.facts.call is not None and self.facts.call.is_coming(timezone.now())

    @property
    def may_take_back(self) -> bool:
        """Whether the entry can say that it is not here after all."""
        return self.face == "waiting" and self.night.phase == "before"

    @property
    def table_address(self) -> str:
        """The page of the own table."""
        assert self.night.round is not None
        assert self.where.table is not None
        return addresses.of_table(self.night.code, self.night.round.number, self.where.table.number)

    @cached_property
    def played(self) -> list[PlayedRound]:
        return evening.rounds_played(self.night, self.entry)

    @property
    def last(self) -> PlayedRound | None:
        """The last closed round."""
        return self.played[-1] if self.played else None

    @property
    def lines(self) -> list[tuple[Seat, Met | None]]:
        """The seats of the own table, each with the last meeting."""
        seats = self.where.table.seats if self.where.table else ()
        return [(seat, self.met.get(seat.entry)) for seat in seats]

    @cached_property
    def ratings(self) -> list[RatingMove]:
        return evening.ratings(self.row, self.facts.people.get(self.entry, ()), self.who)

    @property
    def league(self) -> list[Line]:
        return evening.league_moves(self.row, self.entry, self.who)


def read(row: Tournament, entry: str, who: Caller) -> MyPage:
    """The page of an entry of the tournament. row: with its club and its code. who: the holder of its link."""
    found = night.read(row, who, present())
    where = found.where(entry)
    assert where is not None, "a link's entry is one of its tournament"
    where = _with_names(row, found, where, who)
    face = _face(found, where)
    facts = replace(_facts(row, where, found.version), is_dealt=face == "playing" and _is_dealt(row, where))
    page = MyPage(row, found, where, who, facts, face)
    return _with_reasons(page) if face in ("seated", "playing", "bye", "unseated") else page


def _with_names(row: Tournament, night: Night, where: Where, who: Caller) -> Where:
    """With the names of who sits at the own table, also of those whom pages that everybody may read don't name."""
    seats = where.table.seats if where.table else ()
    if night.unnamed.isdisjoint([where.entry, *(seat.entry for seat in seats)]):
        return where
    called = names.of_entries(row.pk, audience_at(where, who))
    named = tuple(replace(seat, name=called[seat.entry]) for seat in seats)
    table = where.table and replace(where.table, seats=named)
    own = next((seat for seat in named if seat.entry == where.entry), None)
    return replace(where, name=called[where.entry], table=table, seat=own)


def audience_at(where: Where, who: Caller) -> Audience:
    """The holder of an entry's link as a reader of names: they know who sits with them."""
    return who.audience.knowing([seat.entry for seat in where.table.seats] if where.table else ())


def _face(found: Night, where: Where) -> Face:
    person = found.person(where.entry)
    if found.is_open and person and person.has_left:
        return "left"  # the seat may still be there
    if where.kind == "table":
        return "playing" if found.phase == "running" else "seated"
    if where.kind == "not_seated":
        return "unseated" if found.is_open else "waiting"
    return FACES[where.kind]


def _facts(row: Tournament, where: Where, version: int) -> Facts:
    """version: of the tournament as the page shows it. Nothing is confirmed that came after that."""
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        state: State = stream.aggregate.state
        mine = state.entries[where.entry]
        seats = [seat.entry for seat in where.table.seats] if where.table else [where.entry]
        return Facts(
            version=mine.version,
            leaves_after=_leaves_after(state, mine),
            from_round=mine.from_round,
            members=mine.members,
            people={entry: state.entries[entry].people for entry in seats},
            to_confirm=_to_confirm(state, where) if stream.stored == version else None,
            result_at=_result_at(state, where),
            call=_last_call(state, where),
        )


def _is_dealt(row: Tournament, where: Where) -> bool:
    """Whether the game at the own table is played in an app."""
    assert where.table is not None
    with streams.reading(row.club_id, GAME, UUID(where.table.id)) as stream:
        return play_of(stream.match) == "dealt"


def _last_call(state: State, where: Where) -> Call | None:
    """The last call of the own table, or of the entry itself; an open one before others."""
    callers = [where.table.id, where.entry] if where.table else [where.entry]
    calls = [call for caller in callers if (call := latest_call(state.calls, caller))]
    return next((call for call in calls if call.is_open), calls[0] if calls else None)


def _to_confirm(state: State, where: Where) -> int | None:
    """The version of the table as people see it, where it waits for the entry to confirm. Several games have no one."""
    if where.table is None or where.table.state != "reported" or where.table.games > 1:
        return None
    table = state.tables[where.table.id]
    if table.result is None or table.result.voice == voice_of(None, where.entry):
        return None
    game = Table.objects.filter(pk=where.table.id).values_list("game_version", flat=True).first()
    return table.version + (game or 0)


def _result_at(state: State, where: Where) -> datetime | None:
    result = state.tables[where.table.id].result if where.table else None
    return result.at if result else None


def _leaves_after(state: State, entry: Entry) -> int | None:
    """The round after which an entry leaves, while that is still to come."""
    after = entry.dropped_after
    return after if after is not None and not entry.left and after > len(state.closed_rounds) else None


def _with_reasons(page: MyPage) -> MyPage:
    """With why the entry sits there, and whom it meets again."""
    assert page.night.round is not None
    seats = list(page.facts.people)
    return MyPage(
        page.row,
        page.night,
        page.where,
        page.who,
        page.facts,
        page.face,
        why.why_here(page.row, page.entry, page.night, seats, page.who.reader, audience_at(page.where, page.who)),
        meetings.met(page.row, page.night, page.entry, page.facts.people) if page.where.table else {},
    )
