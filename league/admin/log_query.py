"""What of a club's log is asked for, and the events that answer it: bounded by positions, never by an offset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, QueryDict
from django.urls import reverse

from league.models import Club, Event

PAGE = 50
LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Asked:
    """What the page is asked for. before, after: positions that bound it, one of them at most."""

    club: Club
    stream: UUID | None
    kind: str
    type: str
    before: int | None
    after: int | None

    def link(self, **changed: object) -> str:
        """The page's address with some of this changed; empty values are left out."""
        asked = {"club": self.club.pk, "stream": self.stream, "kind": self.kind, "type": self.type}
        wanted = {key: value for key, value in (asked | changed).items() if value not in (None, "")}
        return f"{reverse('admin:log')}?{urlencode(wanted)}"


def asked_for(asked: QueryDict, clubs: Sequence[Club]) -> Asked:
    """What the address asks for, of one of `clubs`: the first if none is named. Raises Http404."""
    wanted = asked.get("club", "")
    club = next((club for club in clubs if str(club.pk) == wanted), None) if wanted else clubs[0]
    if club is None:
        raise Http404
    try:
        stream = UUID(text) if (text := asked.get("stream")) else None
        before, after = (int(text) if (text := asked.get(key)) else None for key in ("before", "after"))
    except ValueError:
        raise Http404 from None
    if any(bound is not None and not 0 <= bound <= LARGEST for bound in (before, after)):
        raise Http404
    return Asked(club, stream, asked.get("kind", ""), asked.get("type", ""), before, after)


def page(asked: Asked) -> tuple[list[Event], bool, bool]:
    """The events asked for, newest first; whether there are newer and older ones."""
    found = Event.objects.filter(club=asked.club.pk)
    if asked.stream:
        found = found.filter(stream=asked.stream)
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
