"""Earlier states: a stream as of a position or a time of the log."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast

from league.domain.season.table.final_fold import RELEVANT_EVENTS, FinalFold
from league.domain.tournament.closing.events import RoundClosed
from league.log import store
from league.log.envelope import Stored
from league.models import Event
from league.repository import streams
from league.repository.identities import newest, text_here
from league.repository.streams import TOURNAMENT, NoSuchStream, Stream


def at_position(club: UUID, kind: str, id: UUID, position: int) -> Stream:
    """The stream with its events up to that position. Raises NoSuchStream where it has none."""
    return _up_to(club, kind, id, lambda row: row.position <= position)


def at_time(club: UUID, kind: str, id: UUID, at: datetime) -> Stream:
    """The stream with its events recorded up to that time. Raises NoSuchStream where it has none."""
    return _up_to(club, kind, id, lambda row: row.recorded_at <= at)


def as_of(club: UUID, kind: str, id: UUID, then: int | datetime) -> Stream:
    """The stream as of a position or a time of the log. Raises NoSuchStream where it had no events."""
    if isinstance(then, int):
        return at_position(club, kind, id, then)
    return at_time(club, kind, id, then)


def position_of_close(club: UUID, tournament: UUID, number: int) -> int:
    """The position of the last close of that round. Raises NoSuchStream where the round is not closed."""
    rounds = streams.rebuilt(club, TOURNAMENT, tournament).aggregate.state.rounds
    wanted = [found.id for found in rounds if found.number == number and found.state == "closed"]
    closes = [row for row in store.load(club, tournament) if row.type == RoundClosed.type]
    positions = [row.position for row in closes if getattr(streams.decode(row), "round", None) in wanted]
    if not positions:
        raise NoSuchStream(TOURNAMENT, tournament)
    return positions[-1]


def tournaments_as_of(club: UUID, ids: Collection[UUID], then: int | datetime) -> dict[UUID, FinalFold]:
    """The parts of tournaments that seasons use, as of then, by id; in one query. Later tournaments are left out."""
    rows = Event.objects.filter(club=club, stream__in=ids, type__in=[event.type for event in RELEVANT_EVENTS])
    rows = rows.filter(position__lte=then) if isinstance(then, int) else rows.filter(recorded_at__lte=then)
    found: dict[UUID, FinalFold] = {}
    ordered = rows.annotate(text=Cast("data", TextField())).order_by("stream", "version")
    people = newest(club)
    columns = ordered.values_list("stream", "type", "schema", "text", "origin_club")
    for stream, type_, schema, text, origin in columns.iterator():
        event = streams.codec().decode(type_, schema, text_here(text, club, TOURNAMENT, origin, people))
        found.setdefault(stream, FinalFold()).take(event)
    return found


def _up_to(club: UUID, kind: str, id: UUID, is_known: Callable[[Stored], bool]) -> Stream:
    rows = [row for row in store.load(club, id) if is_known(row)]
    if not rows or rows[0].kind != kind:
        raise NoSuchStream(kind, id)
    stream = Stream(club, kind, id, streams.new_aggregate(kind, rows[0].rules))
    stream.fold_all(rows)
    return stream
