"""What can have happened on the way to a round: who is kept apart, what counts, plans, drafts, what is published."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.kernel import Event, Json, PublicEvent
from league.domain.tournament.rounds.seating import KeptApart, Rotated, SeasonCounts, SeatedTable
from league.domain.tournament.settings import ByeTerms

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


class TableFixed(PublicEvent, frozen=True):
    """An entry always sits at the table of that number from now on; None: at any."""

    type = "tournament.table_fixed"
    entry: str
    table: int | None


class EntriesKeptApart(Event, frozen=True):
    """Who is not to meet in the seatings to come, in place of what was said before: the seatings look at that alone."""

    type = "tournament.entries_kept_apart"
    groups: tuple[KeptApart, ...]


class SeasonCounted(Event, frozen=True):
    """What entries have had in other tournaments of the season: the seatings to come look at that alone."""

    type = "tournament.season_counted"
    counts: SeasonCounts


class RotationPlanned(Event, frozen=True):
    """The rounds to come were planned, for that attempt of the first of them. plan: fields as in the command."""

    type = "tournament.rotation_planned"
    attempt: int
    plan: Rotated


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
