"""Commits in a process of its own, and the lines that it logs meanwhile."""

from __future__ import annotations

import logging
import time
from typing import Any

from league.models import Club
from tests.league.nights import Night, new_people


class Lines(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.msg} {record.exc_info or ''}")


def many() -> dict[str, Any]:
    """Enters six people at the one club there is, each in a commit; the seconds of the slowest, and the lines."""
    kept, slowest = Lines(), 0.0
    logging.getLogger().addHandler(kept)
    club = Club.objects.get()
    night = Night.open(club)
    for person in new_people(club, 6):
        began = time.monotonic()
        night.enter([person])
        slowest = max(slowest, time.monotonic() - began)
    return {"slowest": slowest, "lines": kept.lines, "entries": len(night.state().entries)}
