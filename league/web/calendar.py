"""The next evening, and evenings as events for a calendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser

from league.access.visibility import listed
from league.models import Tournament, User

MEDIA_TYPE = "text/calendar; charset=utf-8"
LINE_BYTES = 73
"""Of a line of a calendar, without the blank that continues one and the end."""
ASK_AGAIN = "PT6H"
"""How often a program that subscribes to a calendar should look."""


def next_after(row: Tournament, user: User | AnonymousUser, now: datetime) -> Tournament | None:
    """The club's next tournament that this user's lists show."""
    rows = Tournament.objects.filter(club=row.club_id, state="open", starts_at__gt=now).exclude(pk=row.pk)
    return listed(rows.select_related("public_code"), user).order_by("starts_at", "pk").first()


def events(rows: Iterable[tuple[Tournament, str]], now: datetime, name: str = "") -> str:
    """Tournaments that have a start, with their addresses, as a calendar. name: of one to subscribe to."""
    followed = (f"X-WR-CALNAME:{_escaped(name)}", f"REFRESH-INTERVAL;VALUE=DURATION:{ASK_AGAIN}") if name else ()
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tablekeeper//EN",
        *followed,
        *(line for row, address in rows for line in _event(row, address, now)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(row: Tournament, address: str, now: datetime) -> Iterator[str]:
    assert row.starts_at is not None
    yield "BEGIN:VEVENT"
    yield f"UID:{row.pk}@tablekeeper"
    yield f"DTSTAMP:{_moment(now)}"
    yield f"DTSTART:{_moment(row.starts_at)}"
    yield f"SUMMARY:{_escaped(f'{row.name}, {row.club.name}')}"
    yield f"URL:{address}"
    if row.state == "cancelled":
        yield "STATUS:CANCELLED"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    """The line in pieces of at most 75 bytes, none of which cuts a letter."""
    pieces = [""]
    for sign in line:
        if len((pieces[-1] + sign).encode()) > LINE_BYTES:
            pieces.append("")
        pieces[-1] += sign
    return "\r\n ".join(pieces)
