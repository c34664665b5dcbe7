"""The events of a round up to its start: separation, season counts, plans, drafts, publication, repairs."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.kernel import Event, Json, PublicEvent
from league.domain.tournament.formats import ByeTerms
from league.domain.tournament.partly_public import PartlyPublicEvent
from league.domain.tournament.rounds.seating import (
    KnockoutSeats,
    RotationPlan,
    SeasonCounts,
    SeatedTable,
    SeparationGroup,
)
from league.domain.values.fields import At, Part

FIRST_METHODS, METHODS = 1, 2
"""Editions of the seating methods: a seating is checked with the edition that made it."""


def _tournaments_game(data: Json) -> Json:
    """Schema 1 had no game of its own for a round."""
    return {**data, "game": None}


def _byes_as_paid(data: Json) -> Json:
    """Schema 2 had no terms of byes."""
    return {**data, "bye_terms": {}}


def _first_edition(data: Json) -> Json:
    """Schema 3 did not say which edition of the methods seated the draft."""
    return {**data, "edition": FIRST_METHODS}


def _not_by_hand(data: Json) -> Json:
    """Schema 3 did not say whether a published round was changed by hand."""
    return {**data, "by_hand": False}


class EntriesKeptApart(Event, frozen=True):
    """Who should not meet in later seatings. Replaces earlier groups; seatings use nothing else."""

    type = "tournament.entries_kept_apart"
    groups: tuple[SeparationGroup, ...]


class SeasonCounted(Event, frozen=True):
    """What entries had in other tournaments of the season; later seatings use nothing else."""

    type = "tournament.season_counted"
    counts: SeasonCounts


class RotationPlanned(Event, frozen=True):
    """The rounds to come were planned, for that attempt at the first of them. plan: as in the command."""

    type = "tournament.rotation_planned"
    attempt: int
    plan: RotationPlan


class RoundSeated(Event, frozen=True):
    """A draft of a round was made; it replaces an earlier attempt. Fields as in the command.

    edition: of the seating methods. games: per table, unset if it is one. knockout: unset in other formats, in the
    first round of a knockout, and in rounds seated before this field existed.
    """

    type = "tournament.round_seated"
    schema = 4
    upcasts = {1: _tournaments_game, 2: _byes_as_paid, 3: _first_edition}
    round: str
    number: int
    attempt: int
    based_on: int
    tables: tuple[SeatedTable, ...]
    byes: tuple[str, ...]
    cost: dict[str, int]
    given: bool
    game: str | None = None
    bye_terms: dict[str, ByeTerms] = {}
    edition: int = METHODS
    games: int | UnsetType = UNSET
    knockout: KnockoutSeats | UnsetType = UNSET


class DraftChanged(Event, frozen=True):
    """A draft was changed by hand. tables: the changed ones, as they are now; byes, cost: of the whole draft.

    replaced: pairs who took each other's part in a knockout, since an earlier result was corrected.
    """

    type = "tournament.draft_changed"
    round: str
    tables: tuple[SeatedTable, ...]
    byes: tuple[str, ...]
    cost: dict[str, int]
    replaced: tuple[tuple[str, str], ...] | UnsetType = UNSET


class DraftDiscarded(Event, frozen=True):
    """A draft was deleted."""

    type = "tournament.draft_discarded"
    round: str


class RoundDiscarded(PublicEvent, frozen=True):
    """A published round was deleted before it began; its tables are gone. joined: as in `RoundCancelled`."""

    type = "tournament.round_discarded"
    round: str
    number: int
    joined: tuple[str, ...]


class RoundPublished(PublicEvent, frozen=True):
    """Everybody may see the seats. attempt: how often the round was seated. game: None is the tournament's.

    bye_terms: those of byes that don't count as the scheme says. by_hand: the director made or changed the seating.
    games: per table, unset if it is one.
    """

    type = "tournament.round_published"
    schema = 4
    upcasts = {1: _tournaments_game, 2: _byes_as_paid, 3: _not_by_hand}
    round: str
    number: int
    attempt: int
    tables: tuple[SeatedTable, ...]
    byes: tuple[str, ...]
    game: str | None = None
    bye_terms: dict[str, ByeTerms] = {}
    by_hand: bool = False
    games: int | UnsetType = UNSET


class GoneTable(Part, frozen=True):
    """A table that was removed. into: the id of the table that replaces it or takes its seats."""

    id: str
    number: int
    into: str


class RoundRepaired(PartlyPublicEvent, frozen=True):
    """Seats of a published or running round were changed by hand, before anything was played at these tables.

    tables: the changed ones, as they are now. gone: the removed ones; their games are never played. byes, cost: of the
    whole round. joined: late entries, which play from this round on. replaced: as in DraftChanged.
    """

    type = "tournament.round_repaired"
    staff_fields = ("cost", "reason")
    round: str
    tables: tuple[SeatedTable, ...]
    gone: tuple[GoneTable, ...]
    byes: tuple[str, ...]
    joined: tuple[str, ...]
    cost: dict[str, int]
    reason: str | None
    replaced: tuple[tuple[str, str], ...] | UnsetType = UNSET


class RoundStarted(PublicEvent, frozen=True):
    """A round began. clock_seconds, deadline: None without a clock."""

    type = "tournament.round_started"
    round: str
    at: At
    clock_seconds: int | None
    deadline: At | None


class RoundCancelled(PartlyPublicEvent, frozen=True):
    """A published or running round was called off: nothing of it counts, and a round of its number is seated again.

    joined: entries that came after it was seated; they play from that number on.
    """

    type = "tournament.round_cancelled"
    staff_fields = ("reason",)
    round: str
    number: int
    joined: tuple[str, ...]
    reason: str
