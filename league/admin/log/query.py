"""What of a club's log is asked for, and the events that answer it: bounded by positions, never by an offset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.http import Http404, QueryDict
from django.urls import reverse

from league.models import Club, Event, Table
from league.repository.streams import stream_of

PAGE = 50
LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Asked:
    """What the page is asked for. table: its games, and what the tournament's log says of it.

    before, after: positions that bound it, one of them at most.
    """

    club: Club
    stream: UUID | None
    table: UUID | None
    kind: str
    type: str
    before: int | None
    after: int | None

    def link(self, **changed: object) -> str:
        """The page's address with some of this changed; empty values are left out."""
        asked = {"club": self.club.pk, "stream": self.stream, "table": self.table, "kind": self.kind, "type": self.type}
        wanted = {key: value for key, value in (asked | changed).items() if value not in (None, "")}
        return f"{reverse('admin:log')}?{urlencode(wanted)}"


def asked_for(asked: QueryDict, clubs: Sequence[Club]) -> Asked:
    """What the address asks for, of one of `clubs`: the first if none is named. Raises Http404."""
    wanted = asked.get("club", "")
    club = next((club for club in clubs if str(club.pk) == wanted), None) if wanted else clubs[0]
    if club is None:
        raise Http404
    try:
        stream, table = (UUID(text) if (text := asked.get(key)) else None for key in ("stream", "table"))
        before, after = (int(text) if (text := asked.get(key)) else None for key in ("before", "after"))
    except ValueError:
        raise Http404 from None
    if any(bound is not None and not 0 <= bound <= LARGEST for bound in (before, after)):
        raise Http404
    return Asked(club, stream, table, asked.get("kind", ""), asked.get("type", ""), before, after)


def _about_table(club: Club, table: UUID) -> Q:
    row = Table.objects.filter(club=club, pk=table).select_related("round").first()
    if row is None or row.round is None:
        return Q(stream=table)
    of_game = Q(stream__in=[stream_of(table, game) for game in range(1, row.round.games + 1)])
    named = Event.objects.annotate(text=Cast("data", TextField())).filter(text__contains=str(table))
    return of_game | Q(position__in=named.filter(stream=row.round.tournament_id).values("position"))


def page(asked: Asked) -> tuple[list[Event], bool, bool]:
    """The events asked for, newest first; whether there are newer and older ones."""
    found = Event.objects.filter(club=asked.club.pk)
    if asked.stream:
        found = found.filter(stream=asked.stream)
    if asked.table:
        found = found.filter(_about_table(asked.club, asked.table))
    if asked.kind:
        found = found.filter(kind=asked.kind)
    if asked.type:
        found = found.filter(type=asked.type)
    order = "version" if asked.stream else "position"
    if asked.after is not None:
        rows = list(found.filter(position__gt=asked.after).order_by(order)[: PAGE + 1])
        return rows[:PAGE][::-1], len(rows) > PAGE, asked.after > 0 and bool(rows)
    if asked.before is not None:
        found = found.filter(position__lt=asked.before)
    rows = list(found.order_by(f"-{order}")[: PAGE + 1])
    return rows[:PAGE], asked.before is not None and bool(rows), len(rows) > PAGE
