"""The log page's query and its events, paged by position and never by offset."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.http import Http404, QueryDict
from django.urls import reverse

from league.admin.filters import query_string
from league.domain.tournament.entries.events import EntryRegistered
from league.models import Club, Entry, Event, Person, Table
from league.repository.streams import CLUB, SEASON, stream_of

PAGE = 50
ABOUT = ("stream", "table", "person")
MOST_ENTRIES = 300
"""A person's newest entries, which their history is searched for."""
LOG = "log"
"""The value of the parameter `view` for the events as they are stored."""
BOOKKEEPING = ("tournament.entries_kept_apart", "tournament.season_counted")
"""What a seating rests on: in words it tells nobody anything."""
LARGEST = 2**63 - 1


class LogQuery(NamedTuple):
    """A query of the log page.

    table: selects the table's games and the tournament's events about the table. person: what names them or an entry
    of theirs.
    before, after: exclusive bounds of the position, at most one of them.
    is_log: whether events are shown as they are stored; in words else.
    """

    club: Club
    stream: UUID | None
    table: UUID | None
    person: UUID | None
    kind: str
    type: str
    before: int | None
    after: int | None
    is_log: bool

    def link(self, **changed: object) -> str:
        """The page's address with some parameters changed, and without bounds."""
        about = {"stream": self.stream, "table": self.table, "person": self.person}
        kept = {"club": self.club.pk, **about, "kind": self.kind, "type": self.type, "view": LOG if self.is_log else ""}
        return reverse("admin:log") + query_string(**(kept | changed))

    @property
    def subject(self) -> UUID | None:
        """What all events are about; None for the whole club."""
        return self.person or self.table or self.stream


def parse(parameters: QueryDict, clubs: Sequence[Club]) -> LogQuery:
    """The query for one of `clubs`, by default the first. Raises Http404 for an invalid parameter."""
    wanted = parameters.get("club", "")
    club = next((club for club in clubs if str(club.pk) == wanted), None) if wanted else clubs[0]
    if club is None:
        raise Http404
    try:
        stream, table, person = (UUID(text) if (text := parameters.get(key)) else None for key in ABOUT)
        before, after = (int(text) if (text := parameters.get(key)) else None for key in ("before", "after"))
    except ValueError:
        raise Http404 from None
    if any(bound is not None and not 0 <= bound <= LARGEST for bound in (before, after)):
        raise Http404
    return LogQuery(
        club=club,
        stream=stream,
        table=table,
        person=person,
        kind=parameters.get("kind", ""),
        type=parameters.get("type", ""),
        before=before,
        after=after,
        is_log=parameters.get("view") == LOG,
    )


def _about_table(club: Club, table: UUID) -> Q:
    """The events of a table's games, and those of its tournament that name the table."""
    row = Table.objects.filter(club=club, pk=table).select_related("round").first()
    if row is None or row.round is None:
        return Q(stream=table)
    of_game = Q(stream__in=[stream_of(table, game) for game in range(1, row.round.games + 1)])
    of_tournament = Event.objects.filter(club=club.pk, stream=row.round.tournament_id)
    named = of_tournament.annotate(text=Cast("data", TextField())).filter(text__contains=str(table))
    return of_game | Q(position__in=named.values("position"))


def _about_person(club: Club, person: UUID) -> Q:
    """The events that name a person, or an entry of theirs in its tournament."""
    ids = [person, *Person.objects.filter(club=club, merged_into=person).values_list("pk", flat=True)]
    entries = Entry.objects.filter(club=club, person__in=ids).order_by("-pk")[:MOST_ENTRIES]
    named = reduce(or_, (Q(text__contains=str(id)) for id in ids))
    wanted = Q(kind__in=(CLUB, SEASON)) & named | Q(type=EntryRegistered.type) & named
    for entry in entries:
        wanted |= Q(stream=entry.tournament_id, text__contains=str(entry.pk))
    found = Event.objects.filter(club=club.pk).annotate(text=Cast("data", TextField())).filter(wanted)
    return Q(position__in=found.values("position"))


def page(query: LogQuery) -> tuple[list[Event], bool, bool]:
    """The events of one page, newest first; whether there are newer ones, and older ones."""
    found = Event.objects.filter(club=query.club.pk)
    if query.stream:
        found = found.filter(stream=query.stream)
    if query.table:
        found = found.filter(_about_table(query.club, query.table))
    if query.person:
        found = found.filter(_about_person(query.club, query.person))
    if query.kind:
        found = found.filter(kind=query.kind)
    if query.type:
        found = found.filter(type=query.type)
    if not query.is_log:
        found = found.exclude(type__in=BOOKKEEPING)
    order = "version" if query.stream else "position"
    if query.after is not None:
        rows = list(found.filter(position__gt=query.after).order_by(order)[: PAGE + 1])
        return rows[:PAGE][::-1], len(rows) > PAGE, query.after > 0 and bool(rows)
    if query.before is not None:
        found = found.filter(position__lt=query.before)
    rows = list(found.order_by(f"-{order}")[: PAGE + 1])
    return rows[:PAGE], query.before is not None and bool(rows), len(rows) > PAGE
