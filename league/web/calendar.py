"""The next evening, and an evening as an event for a calendar (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser

from league.access.visibility import listed
from league.models import Tournament, User

LINE_BYTES = 73
"""Of a line of a calendar, without the blank that continues one and the end."""


def next_after(row: Tournament, user: User | AnonymousUser, now: datetime) -> Tournament | None:
    """The club's next tournament that this user's lists show."""
    rows = Tournament.objects.filter(club=row.club_id, state="open", starts_at__gt=now).exclude(pk=row.pk)
    return listed(rows.select_related("public_code"), user).order_by("starts_at", "pk").first()


def event(row: Tournament, address: str, now: datetime) -> str:
    """A tournament that has a start, as a calendar of one event."""
    assert row.starts_at is not None
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tablekeeper//EN",
        "BEGIN:VEVENT",
        f"UID:{row.pk}@tablekeeper",
        f"DTSTAMP:{_moment(now)}",
        f"DTSTART:{_moment(row.starts_at)}",
        f"SUMMARY:{_escaped(f'{row.name}, {row.club.name}')}",
        f"URL:{address}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


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
