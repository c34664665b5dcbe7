"""Events about entries. by: the sender of the command; unset, as the time, in logs from before 0.6.0."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.kernel import Json, PublicEvent
from league.domain.tournament.partly_public import PartlyPublicEvent
from league.domain.values.fields import At


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


class EntryCheckedIn(PartlyPublicEvent, frozen=True):
    """An entry has arrived."""

    type = "tournament.entry_checked_in"
    staff_fields = ("by",)
    entry: str
    at: At | UnsetType = UNSET
    by: str | UnsetType = UNSET


class CheckInWithdrawn(PartlyPublicEvent, frozen=True):
    """An entry has not arrived after all."""

    type = "tournament.check_in_withdrawn"
    staff_fields = ("by",)
    entry: str
    at: At
    by: str


class EntryDropped(PartlyPublicEvent, frozen=True):
    """An entry plays no round after `after_round`; with `at_once` it has left already."""

    type = "tournament.entry_dropped"
    staff_fields = ("by",)
    entry: str
    after_round: int
    at_once: bool
    at: At | UnsetType = UNSET
    by: str | UnsetType = UNSET


class EntryReturned(PartlyPublicEvent, frozen=True):
    """An entry is present and will be seated again."""

    type = "tournament.entry_returned"
    staff_fields = ("by",)
    entry: str
    at: At | UnsetType = UNSET
    by: str | UnsetType = UNSET


class TableFixed(PublicEvent, frozen=True):
    """An entry always sits at the table with that number from now on; None: at any table."""

    type = "tournament.table_fixed"
    entry: str
    table: int | None
