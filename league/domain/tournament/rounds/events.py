"""What can have happened on the way to a round: who is kept apart, what counts, plans, drafts, what is published."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.kernel import Event, Json, PublicEvent
from league.domain.tournament.formats import ByeTerms
from league.domain.tournament.partly_public import PartlyPublicEvent
from league.domain.tournament.rounds.seating import RotationPlan, SeasonCounts, SeatedTable, SeparationGroup
from league.domain.values.fields import At, Part

FIRST_METHODS, METHODS = 1, 2
"""Editions of the methods of seating: a seating is drawn again by the one that drew it."""


def _tournaments_game(data: Json) -> Json:
    """Schema 1 of a round's seating knew no game but the tournament's."""
    return {**data, "game": None}


def _byes_as_paid(data: Json) -> Json:
    """Schema 2 of a round's seating knew no byes but those that the scheme pays."""
    return {**data, "bye_terms": {}}


def _first_edition(data: Json) -> Json:
    """Schema 3 of a draft did not say which edition of the methods had seated it."""
    return {**data, "edition": FIRST_METHODS}


def _not_by_hand(data: Json) -> Json:
    """Schema 3 of a published round did not say whether it was changed by hand."""
    return {**data, "by_hand": False}


class EntriesKeptApart(Event, frozen=True):
    """Who is not to meet in the seatings to come, in place of what was said before: the seatings look at that alone."""

    type = "tournament.entries_kept_apart"
    groups: tuple[SeparationGroup, ...]


class SeasonCounted(Event, frozen=True):
    """What entries have had in other tournaments of the season: the seatings to come look at that alone."""

    type = "tournament.season_counted"
    counts: SeasonCounts


class RotationPlanned(Event, frozen=True):
    """The rounds to come were planned, for that attempt of the first of them. plan: fields as in the command."""

    type = "tournament.rotation_planned"
    attempt: int
    plan: RotationPlan


class RoundSeated(Event, frozen=True):
    """A draft of a round was made, in place of an earlier attempt where there was one. Fields as in the command.

    edition: of the methods of seating. games: how many each table plays, unset where it is one.
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


class DraftChanged(Event, frozen=True):
    """A draft was changed by hand. tables: those that changed, as they are now; byes and cost: of the whole draft."""

    type = "tournament.draft_changed"
    round: str
    tables: tuple[SeatedTable, ...]
    byes: tuple[str, ...]
    cost: dict[str, int]


class DraftDiscarded(Event, frozen=True):
    """A draft was thrown away."""

    type = "tournament.draft_discarded"
    round: str


class RoundPublished(PublicEvent, frozen=True):
    """Everybody may see who sits where; `attempt` says how often it was drawn. game: None is the tournament's.

    bye_terms: of the byes that count otherwise than as the scheme pays them. by_hand: the director gave or changed it.
    games: how many each table plays, unset where it is one.
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
    """A table that is no more. into: the id of the one in its place, or of the one that its seats went to."""

    id: str
    number: int
    into: str


class RoundRepaired(PartlyPublicEvent, frozen=True):
    """Who sits where in a published or running round was changed by hand, before anything was played there.

    tables: those that changed, as they are now. gone: those that are no more; their games are never played.
    byes: of the whole round. joined: who came late and plays from this round on. cost: of the whole round.
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


class RoundStarted(PublicEvent, frozen=True):
    """A round began. clock_seconds and deadline: None without a clock."""

    type = "tournament.round_started"
    round: str
    at: At
    clock_seconds: int | None
    deadline: At | None
