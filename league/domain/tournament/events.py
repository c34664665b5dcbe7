"""The events of a tournament's settings; those of each topic are in its folder.

Events hold ids, never names; numbers are written exactly. `game` is the number of one of several games at a table;
unset means the first. Only staff see drafts and reasons. Nobody sees the secret before the close reveals it.
"""

from __future__ import annotations

import msgspec

from games.kernel import Event, Json, PublicEvent, Viewer
from league.domain.tournament.settings import Settings


class TournamentCreated(Event, frozen=True):
    """A tournament was opened. secret: 32 hex digits; seed_hash: SHA-256 of its 16 bytes, in hex."""

    type = "tournament.created"
    club: str
    settings: Settings
    secret: str
    seed_hash: str

    def show(self, viewer: Viewer) -> Json | None:
        fields: Json = msgspec.to_builtins(self)
        del fields["secret"]
        return fields


class TournamentChanged(PublicEvent, frozen=True):
    """The settings that apply from now on; what is closed stays as it was decided."""

    type = "tournament.changed"
    settings: Settings
