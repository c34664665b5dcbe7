"""Events that end or reopen a round or a tournament."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.kernel import Json, PublicEvent, Viewer
from league.domain.tournament.partly_public import PartlyPublicEvent
from league.domain.tournament.results.scores import LevelMatch
from league.domain.tournament.stages.stage import FinalPlace
from league.domain.values.fields import At, Part
from league.domain.values.numbers import Written

Attended = dict[str, tuple[str, ...]]
"""People by entry."""
FIRST_EDITION = 1
"""The edition of the final standings at the first close."""


class ScoredGame(Part, frozen=True):
    """Decided places and points of one of several games at a table."""

    places: dict[str, int]
    points: dict[str, Written]


class TableScore(Part, frozen=True):
    """Decided places and points of a table. games: each of several games; the points are their sums."""

    table: str
    places: dict[str, int]
    points: dict[str, Written]
    games: tuple[ScoredGame, ...] | UnsetType = UNSET


class RoundClosed(PublicEvent, frozen=True):
    """A round is closed, with the points of each table as decided.

    byes, missed: as known then. From edition 2 of the tournament's rules on, standings calculate them from the tables
    of all closed rounds until the tournament is closed. level: tables of a knockout that were level where somebody has
    to go on, and who does.
    """

    type = "tournament.round_closed"
    round: str
    tables: tuple[TableScore, ...]
    byes: dict[str, Written]
    missed: dict[str, Written]
    level: tuple[LevelMatch, ...] | UnsetType = UNSET


def _first_edition(data: Json) -> Json:
    """Schema 1 knew no reopened tournaments."""
    return {**data, "edition": FIRST_EDITION, "at": None}


class TournamentClosed(PublicEvent, frozen=True):
    """The tournament is closed, with its final standings; anybody can check the draws with the secret.

    secret: of the draws since the opening, or since the latest reopening. edition: of the standings. attended: the
    people who came in the seats of an entry, where these are not just its own; unset if there is no such entry.
    """

    type = "tournament.closed"
    schema = 2
    upcasts = {1: _first_edition}
    standings: tuple[FinalPlace, ...]
    secret: str
    edition: int = FIRST_EDITION
    at: At | None = None
    attended: Attended | UnsetType = UNSET


class TournamentReopened(PartlyPublicEvent, frozen=True):
    """A closed tournament goes on; later draws use a new secret, as in TournamentCreated."""

    type = "tournament.reopened"
    staff_fields = ("reason",)
    at: At
    reason: str | None
    secret: str
    seed_hash: str

    def show(self, viewer: Viewer) -> Json | None:
        fields = super().show(viewer)
        return None if fields is None else {name: value for name, value in fields.items() if name != "secret"}


class StandingsRevised(PartlyPublicEvent, frozen=True):
    """A correction after the close changed the final standings: a new edition. attended: as at the close."""

    type = "tournament.standings_revised"
    staff_fields = ("reason",)
    edition: int
    standings: tuple[FinalPlace, ...]
    at: At
    reason: str
    attended: Attended | UnsetType = UNSET


class TournamentCancelled(PartlyPublicEvent, frozen=True):
    """The tournament was cancelled."""

    type = "tournament.cancelled"
    staff_fields = ("reason",)
    reason: str | None


class TournamentRemoved(PublicEvent, frozen=True):
    """The tournament was removed before a round was seated; it is not shown anywhere."""

    type = "tournament.removed"
