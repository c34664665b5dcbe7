"""What an organiser sets for a tournament."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from league.domain.tournament.formats import Areas, Format, Knockout, RoundRobin
from league.domain.values.fields import (
    LARGEST_TABLE,
    MOST_ROUNDS,
    SMALLEST_TABLE,
    USUAL_TABLE,
    At,
    Game,
    GamesPerRound,
    Id,
    Name,
    Part,
    Rounds,
    Seconds,
)
from league.domain.values.numbers import NUMBER_PATTERN, Number, Whole

PointList = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=LARGEST_TABLE)]
Ties = Literal["average", "higher", "lower"]


TieBreakName = Literal[
    "wins", "game_points", "share", "opponents", "head_to_head", "last_round", "count_back", "best_game",
    "rank_average", "buchholz", "buchholz_cut1", "median", "sonneborn_berger", "direct_encounter", "progressive",
    "wins_played", "lot",
]  # fmt: skip
"""Defined at the top of `league.domain.standings.tie_breaks`."""


class Wins(Part, frozen=True, tag_field="name", tag="wins"):
    """First places at tables. shared: a first that k share counts 1/k for each of them, or for none."""

    shared: Literal["part", "none"] = "part"


class Opponents(Part, frozen=True, tag_field="name", tag="opponents"):
    """The mean of the opponents' points per round. floor: no opponent counts for less."""

    floor: Number


TieBreak = TieBreakName | Wins | Opponents
TieBreaks = Annotated[tuple[TieBreak, ...], Meta(max_length=20)]


class TableSize(Part, frozen=True):
    """How many seats a table has: within the bounds, and best as many as preferred.

    prefer: left out, 4, or the bound that is nearest to it.
    """

    min: Annotated[int, Meta(ge=SMALLEST_TABLE, le=LARGEST_TABLE)] = 2
    max: Annotated[int, Meta(ge=SMALLEST_TABLE, le=LARGEST_TABLE)] = 12
    prefer: Annotated[int, Meta(ge=SMALLEST_TABLE, le=LARGEST_TABLE)] = msgspec.field(default_factory=int)

    def __post_init__(self) -> None:
        """Settles what was left out, so that it is written down."""
        if not self.prefer:
            force_setattr(self, "prefer", min(max(USUAL_TABLE, self.min), self.max))


class Raw(Part, frozen=True):
    """Scores as points: (score - minus) / per."""

    minus: Number = 0
    per: Number = 1


class Best(Part, frozen=True):
    """Only the best count: so many rounds, or games; with one game a round these are the same.

    With several, a bye and a round that was missed are as many games as the others have played in it, of equal points.
    """

    n: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    of: Literal["round", "game"]


class PointScheme(Part, frozen=True):
    """What a place at a table pays.

    by_place: from the first place on, 0 beyond it; None: n..1 at a table of n. per_size: other lists for
    tables of that many seats. win, draw, loss: instead of lists, all three: who is first alone has won, who shares
    the first place has drawn. ties: what a shared place pays. bye: "mean", "win" or points; None becomes "win" with
    win, draw and loss, else "mean". missed: points of a round that an entry neither played nor sat out by the seating.
    raw: points of the score, added to those of the place where there are lists. low_wins: the lowest total is first.
    share: instead of all these, the score as a part of all scores at the table. best: how many count; unset: all.
    """

    by_place: PointList | None = None
    ties: Ties = "average"
    per_size: dict[str, PointList] = {}
    bye: Whole | Annotated[str, Meta(pattern=f"^(mean|win)$(?!\\n)|{NUMBER_PATTERN}")] | None = None
    missed: Number = 0
    win: Number | UnsetType = UNSET
    draw: Number | UnsetType = UNSET
    loss: Number | UnsetType = UNSET
    raw: Raw | UnsetType = UNSET
    share: bool | UnsetType = UNSET
    low_wins: bool | UnsetType = UNSET
    best: Best | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Settles the bye, so that it is written down with the scheme."""
        if self.bye is None:
            force_setattr(self, "bye", "mean" if self.outcomes is None else "win")

    @property
    def outcomes(self) -> tuple[Number, Number, Number] | None:
        """What a win, a draw and a loss pay, where the scheme says all three."""
        if self.win is UNSET or self.draw is UNSET or self.loss is UNSET:
            return None
        return self.win, self.draw, self.loss

    @property
    def pays_scores(self) -> bool:
        """Whether a result without scores can't be paid."""
        return self.raw is not UNSET or self.share is True

    def pays_places(self, size: int) -> bool:
        """Whether a place at a table of that size pays anything by itself."""
        return not self.pays_scores or self.by_place is not None or str(size) in self.per_size


SeparationStrength = Literal["off", "soft", "hard"]


class Separation(Part, frozen=True):
    """Who is not to meet. household: people of one household. club: people who come from one club.

    Each is off, soft (rather not) or hard (never: a round that can't be is refused).
    """

    household: SeparationStrength = "soft"
    club: SeparationStrength = "off"


class Hall(Part, frozen=True):
    """The tables as furniture. labels: what stands on them, from table 1 on. rotate: nobody is long at one of them."""

    labels: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...], Meta(max_length=1000)] = ()
    rotate: bool = False

    def label(self, number: int) -> str | None:
        """What stands on that table."""
        return self.labels[number - 1] if number <= len(self.labels) else None


Balance = Literal["tournament", "season"]
"""Within what meetings, seats, byes and smaller tables are shared out: a tournament alone, or its season too."""


class Settings(Part, frozen=True):
    """The settings of a tournament.

    name: of the tournament. game: its slug. game_options: options of the game, by name. games_per_round: games that a
    table plays in each round seated from now on. rounds: at most this many. clock_seconds: per round; None: no clock.
    starts_at: with its offset. seasons: ids of the seasons in which the tournament counts. balance: whether meetings,
    seats, byes and short tables are balanced within the `tournament`, or across its `season`.
    """

    name: Name
    game: Game
    game_options: dict[str, Any] = {}
    games_per_round: GamesPerRound = 1
    format: Format = Areas()
    rounds: Rounds | None = None
    table_size: TableSize = TableSize()
    points: PointScheme = PointScheme()
    tie_breaks: TieBreaks = ()
    clock_seconds: Seconds | None = None
    starts_at: At | None = None
    seasons: Annotated[tuple[Id, ...], Meta(max_length=100)] = ()
    apart: Separation | UnsetType = UNSET
    hall: Hall | UnsetType = UNSET
    balance: Balance | UnsetType = UNSET

    @property
    def chain(self) -> tuple[str, ...]:
        """The names of the tie-breaks."""
        return tuple(map(name_of, self.tie_breaks))

    @property
    def knockout(self) -> Knockout | None:
        """The format, if it is a knockout."""
        return self.format if isinstance(self.format, Knockout) else None

    @property
    def is_round_robin(self) -> bool:
        """Whether all pairings are known ahead, everybody against everybody."""
        return isinstance(self.format, RoundRobin)

    @property
    def kept_apart(self) -> Separation:
        """Who is not to meet."""
        return Separation() if self.apart is UNSET else self.apart

    @property
    def furniture(self) -> Hall:
        """The tables of the hall."""
        return Hall() if self.hall is UNSET else self.hall

    @property
    def balances_season(self) -> bool:
        """Whether seatings look at what entries have had in the other tournaments of its seasons."""
        return self.balance == "season"


def name_of(tie_break: TieBreak) -> str:
    """What a tie-break is called, with options or without."""
    return tie_break if isinstance(tie_break, str) else str(tie_break.__struct_config__.tag)
