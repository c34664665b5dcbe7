"""Folds only those events of a tournament that a season needs; all others may be left out.

`outcomes.final_entries` gives the same from the full state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from msgspec import UNSET

from games.kernel import Event
from league.domain.season.table.outcomes import FinalEntry
from league.domain.tournament.closing.events import StandingsRevised, TournamentClosed, TournamentReopened
from league.domain.tournament.entries.events import EntryRegistered
from league.domain.tournament.events import TournamentChanged, TournamentCreated

RELEVANT_EVENTS: tuple[type[Event], ...] = (
    TournamentCreated,
    TournamentChanged,
    EntryRegistered,
    TournamentClosed,
    TournamentReopened,
    StandingsRevised,
)


@dataclass
class FinalFold:
    """The start of a tournament, and its final places; None while it is not closed."""

    starts_at: datetime | None = None
    final: Sequence[FinalEntry] | None = None
    _people: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Folds the next event."""
        match event:
            case TournamentCreated() | TournamentChanged():
                self.starts_at = event.settings.starts_at
            case EntryRegistered(entry=entry, person=person, members=members):
                self._people[entry] = members if person is None else (person,)
            case TournamentClosed() | StandingsRevised():
                attended = {} if event.attended is UNSET else event.attended
                self.final = [
                    FinalEntry(row.entry, self._people[row.entry], row.place, attended.get(row.entry, UNSET))
                    for row in event.standings
                ]
            case TournamentReopened():
                self.final = None
