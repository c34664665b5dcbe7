"""Events about entries."""

from __future__ import annotations

from games.kernel import Json, PublicEvent


def _unrated(data: Json) -> Json:
    """Schema 1 had no ratings."""
    return {**data, "rating": None}


class EntryRegistered(PublicEvent, frozen=True):
    """A person or a team was entered; it plays from that round on."""

    type = "tournament.entry_registered"
    schema = 2
    upcasts = {1: _unrated}
    entry: str
    person: str | None
    members: tuple[str, ...]
    from_round: int
    rating: int | None = None


class EntryCheckedIn(PublicEvent, frozen=True):
    """An entry has arrived."""

    type = "tournament.entry_checked_in"
    entry: str


class EntryDropped(PublicEvent, frozen=True):
    """An entry plays no round after `after_round`; with `at_once` it has left already."""

    type = "tournament.entry_dropped"
    entry: str
    after_round: int
    at_once: bool


class EntryReturned(PublicEvent, frozen=True):
    """An entry is present and will be seated again."""

    type = "tournament.entry_returned"
    entry: str


class TableFixed(PublicEvent, frozen=True):
    """An entry always sits at the table with that number from now on; None: at any table."""

    type = "tournament.table_fixed"
    entry: str
    table: int | None
