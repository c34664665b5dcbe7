"""The list of people who were forgotten, in a file outside the database: a restored backup does not know it.

One line a person: the ids of club and person, and the time. It holds no name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings

from league.domain.values.text import as_uuid


def note(club: UUID, people: Iterable[UUID], at: datetime) -> None:
    """Adds people to the list, on the disk, before their names are gone. Does nothing where the site has no list."""
    if not settings.FORGOTTEN_FILE:
        return
    lines = "".join(f"{club} {person} {at.isoformat()}\n" for person in people)
    file = os.open(settings.FORGOTTEN_FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, lines.encode())
        os.fsync(file)
    finally:
        os.close(file)


def listed() -> Iterator[tuple[UUID, UUID]]:
    """The clubs and people of the list. A line that was not written to its end is passed over."""
    if not settings.FORGOTTEN_FILE or not Path(settings.FORGOTTEN_FILE).exists():
        return
    for line in Path(settings.FORGOTTEN_FILE).read_text("utf-8", errors="replace").splitlines():
        club, person = (as_uuid(text) for text in [*line.split(), "", ""][:2])
        if club and person:
            yield club, person
