"""What a downloaded file is called: by night, date and what is in it; and the header that says so (RFC 6266)."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.text import slugify

from league.models import Club, Person, Season, Tournament

DEFAULT = "tablekeeper"
LONGEST = 60
"""Letters of a name: with three bytes each, the whole name stays below the 255 bytes of file systems."""


def of_tournament(row: Tournament, *what: str) -> str:
    """“tuesday-night-2026-12-01-standings”: the day on which it starts, or today where no start is set."""
    return name(row.name, row.starts_at, row.club, *what)


def of_season(row: Season, *what: str) -> str:
    """“winter-2026-12-01-league-table”: as of today."""
    return name(row.name, None, row.club, *what)


def of_person(row: Person, shown: str, *what: str) -> str:
    """“ada-2026-12-01-results”. shown: the name as the reader may know it."""
    return name(shown, None, row.club, *what)


def of_club(row: Club, *what: str) -> str:
    return name(row.name, None, row, *what)


def name(about: str, at: datetime | None, club: Club, *what: str) -> str:
    """The name of a file without its ending. at: its day, in the club's time zone; None: today."""
    day = (at or timezone.now()).astimezone(ZoneInfo(club.time_zone)).date()
    words = [slug for part in what if (slug := slugify(part, allow_unicode=True))]
    about = slugify(about, allow_unicode=True)[:LONGEST].strip("-_")
    return "-".join([about or DEFAULT, day.isoformat(), *words])


def disposition(file: str, *, is_attachment: bool = True) -> str:
    """The header of an answer that is a file of this name, with an ASCII form for programs that read no other."""
    kind = "attachment" if is_attachment else "inline"
    plain = re.sub("-{2,}", "-", _ascii(file)).replace("-.", ".").strip("-")
    fallback = plain if not plain.startswith(".") else f"{DEFAULT}{plain}"
    named = f'{kind}; filename="{fallback}"'
    return named if file == fallback else f"{named}; filename*=UTF-8''{quote(file, safe='')}"


def _ascii(text: str) -> str:
    """The letters without their marks; a minus in the place of what has no such letter."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return re.sub("[^A-Za-z0-9._-]", "-", bare)
