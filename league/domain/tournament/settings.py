"""The settings of a tournament."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from games.kernel import N_, Command
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
    """First places at tables.

    name: of the tie-break. shared: a first place shared by k entries counts 1/k for each, or not at all.
    """

    shared: Literal["part", "none"] = "part"


class Opponents(Part, frozen=True, tag_field="name", tag="opponents"):
    """The mean of the opponents' points per round.

    name: of the tie-break. floor: an opponent counts for at least this.
    """

    floor: Number


TieBreak = TieBreakName | Wins | Opponents
TieBreaks = Annotated[tuple[TieBreak, ...], Meta(max_length=20)]


class TableSize(Part, frozen=True):
    """The number of seats at a table.

    min: the fewest. max: the most. prefer: the usual number; if left out, 4 or the bound nearest to it.
    """

    min: Annotated[int, Meta(ge=SMALLEST_TABLE, le=LARGEST_TABLE)] = 2
    max: Annotated[int, Meta(ge=SMALLEST_TABLE, le=LARGEST_TABLE)] = 12
    prefer: Annotated[int, Meta(ge=SMALLEST_TABLE, le=LARGEST_TABLE)] = msgspec.field(default_factory=int)

    def __post_init__(self) -> None:
        """Fills in the preferred size, so that it is stored."""
        if not self.prefer:
            force_setattr(self, "prefer", min(max(USUAL_TABLE, self.min), self.max))


class Raw(Part, frozen=True):
    """Scores as points: (score - minus) / per. minus: taken off the score first. per: so much score is a point."""

    minus: Number = 0
    per: Number = 1


class Best(Part, frozen=True):
    """Only the best rounds or games count; with one game per round these are the same.

    n: how many. of: whether rounds or games are counted.

    A bye or missed round counts as that many games of equal points in a round of several games.
    """

    n: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    of: Literal["round", "game"]


ByeText = Annotated[
    str,
    Meta(
        pattern=f"^(mean|win)$(?!\\n)|{NUMBER_PATTERN}",
        extra={"sentence": N_("A bye is mean, win, or a number such as 3, 2.5 or 7/3.")},
    ),
]


class PointScheme(Part, frozen=True):
    """What a place at a table pays.

    by_place: points from the first place on, 0 beyond the list; None: n..1 at a table of n. per_size: other lists for
    tables of that many seats. win: points for a sole first place, instead of lists; with draw and loss. draw: points
    for a shared first place. loss: points for any other place. ties: what a shared place pays. bye: "mean", "win" or
    points; None becomes "win" with win, draw and loss, otherwise "mean". missed: points for a round that an entry
    neither played nor had a bye in. raw: points for the score, added to those of the place if there are lists. share:
    the score as a share of the table's total, instead of all these. low_wins: the lowest total ranks first. best: how
    many rounds or games count; unset: all.
    """

    by_place: PointList | None = None
    ties: Ties = "average"
    per_size: dict[str, PointList] = {}
    bye: Whole | ByeText | None = None
    missed: Number = 0
    win: Number | UnsetType = UNSET
    draw: Number | UnsetType = UNSET
    loss: Number | UnsetType = UNSET
    raw: Raw | UnsetType = UNSET
    share: bool | UnsetType = UNSET
    low_wins: bool | UnsetType = UNSET
    best: Best | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Fills in the bye, so that it is stored."""
        if self.bye is None:
            force_setattr(self, "bye", "mean" if self.outcomes is None else "win")

    @property
    def outcomes(self) -> tuple[Number, Number, Number] | None:
        """Points for a win, a draw and a loss, if the scheme gives all three."""
        if self.win is UNSET or self.draw is UNSET or self.loss is UNSET:
            return None
        return self.win, self.draw, self.loss

    @property
    def lowest_first(self) -> bool:
        """Whether the lowest total ranks first."""
        return self.low_wins is True

    @property
    def pays_scores(self) -> bool:
        """Whether a result needs scores to be paid."""
        return self.raw is not UNSET or self.share is True

    def pays_places(self, size: int) -> bool:
        """Whether a place at a table of that size pays anything by itself."""
        return not self.pays_scores or self.by_place is not None or str(size) in self.per_size


SeparationStrength = Literal["off", "soft", "hard"]


class Separation(Part, frozen=True):
    """Who should not meet: off, soft (avoided if possible) or hard (never: a round that would need it is refused).

    household: people of one household. club: people from one club.
    """

    household: SeparationStrength = "soft"
    club: SeparationStrength = "off"


class Hall(Part, frozen=True):
    """The tables in the room. labels: their labels, from table 1 on. rotate: entries change tables between rounds."""

    labels: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...], Meta(max_length=1000)] = ()
    rotate: bool = False

    def label(self, number: int) -> str | None:
        """The label of that table, if it has one."""
        return self.labels[number - 1] if number <= len(self.labels) else None


FideEdition = Literal["2024", "2026"]
"""FIDE's tie-break regulations: those of 1 August 2024, or those of 1 March 2026."""
FIDE_2026_FROM = date(2026, 3, 1)
Balance = Literal["tournament", "season"]
"""Whether meetings, seats, byes and short tables are balanced within a tournament, or across its season."""
Visibility = Literal["public", "link", "members"]
"""Who may open a tournament: everybody; who has its address; members of its club, and entries with their links."""
StandingsShown = Literal["live", "rounds", "hide_last"]
"""When readers see results: at once; once their round is closed; those of the last round once the tournament is."""


MOST_PLACES = 2000


class SignUpList(Part, frozen=True):
    """The list on which people put themselves.

    open: whether the list takes somebody; it is closed from the first published round on. limit: the people for whom
    there is room; others wait on the standby list. null: everybody. closes_at: the list closes then; null: with the
    first round.
    """

    open: bool = True
    limit: Annotated[int, Meta(ge=1, le=MOST_PLACES)] | None = None
    closes_at: At | None = None


class Settings(Part, frozen=True):
    """The settings of a tournament.

    name: of the tournament. game: its slug. game_options: options of the game, by name; `GET games/{slug}` has their
    schema. format: how rounds are seated; `areas` if left out. table_size: seats at a table. points: what a place at a
    table pays; n to 1 at a table of n if left out. tie_breaks: in order. apart: who should not meet. hall: the tables
    in the room. games_per_round: games that a
    table plays in each round seated from now on. rounds: at most this many. clock_seconds: per round; None: no clock.
    starts_at: with its offset. seasons: ids of the seasons in which the tournament counts. balance: whether meetings,
    seats, byes and short tables are balanced within the `tournament`, or across its `season`. fide_tie_breaks: the
    edition of FIDE's tie-breaks; unset: the one in force on the day of `starts_at`, or the newest without a day.
    personal_links: tables report only by the links of their entries and by staff; the table's own link only shows it.
    visibility: who may open the tournament; unset: everybody. standings_shown: when readers see results; unset: live.
    sign_up: the page on which people sign up; null or unset: there is none.
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
    fide_tie_breaks: FideEdition | UnsetType = UNSET
    personal_links: bool | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    standings_shown: StandingsShown | UnsetType = UNSET
    sign_up: SignUpList | UnsetType | None = UNSET

    @property
    def chain(self) -> tuple[str, ...]:
        return tuple(map(name_of, self.tie_breaks))

    @property
    def knockout(self) -> Knockout | None:
        return self.format if isinstance(self.format, Knockout) else None

    @property
    def is_round_robin(self) -> bool:
        return isinstance(self.format, RoundRobin)

    @property
    def separation(self) -> Separation:
        return Separation() if self.apart is UNSET else self.apart

    @property
    def furniture(self) -> Hall:
        return Hall() if self.hall is UNSET else self.hall

    @property
    def needs_personal_links(self) -> bool:
        """Whether the link of a table neither reports nor confirms nor disputes."""
        return self.personal_links is True

    @property
    def balances_season(self) -> bool:
        """Whether seatings count what entries had in other tournaments of the season."""
        return self.balance == "season"

    @property
    def visible_to(self) -> Visibility:
        """Who may open the tournament."""
        return "public" if self.visibility is UNSET else self.visibility

    @property
    def shown_standings(self) -> StandingsShown:
        """When readers see results."""
        return "live" if self.standings_shown is UNSET else self.standings_shown

    @property
    def sign_up_page(self) -> SignUpList | None:
        """The page on which people sign up, if there is one."""
        return self.sign_up or None

    @property
    def fide_edition(self) -> FideEdition:
        if self.fide_tie_breaks is not UNSET:
            return self.fide_tie_breaks
        return "2024" if self.starts_at is not None and self.starts_at.date() < FIDE_2026_FROM else "2026"


class Change(Command, frozen=True, tag="change", kw_only=True):
    """Changes the settings that it names, each as in `Settings`; null removes a limit, a clock, a date or a page.

    What is closed stays as decided. A test keeps the fields of both in agreement.
    """

    name: Name | UnsetType = UNSET
    game: Game | UnsetType = UNSET
    game_options: dict[str, Any] | UnsetType = UNSET
    games_per_round: GamesPerRound | UnsetType = UNSET
    format: Format | UnsetType = UNSET
    rounds: Rounds | UnsetType | None = UNSET
    table_size: TableSize | UnsetType = UNSET
    points: PointScheme | UnsetType = UNSET
    tie_breaks: TieBreaks | UnsetType = UNSET
    clock_seconds: Seconds | UnsetType | None = UNSET
    starts_at: At | UnsetType | None = UNSET
    apart: Separation | UnsetType = UNSET
    hall: Hall | UnsetType = UNSET
    balance: Balance | UnsetType = UNSET
    fide_tie_breaks: FideEdition | UnsetType = UNSET
    personal_links: bool | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    standings_shown: StandingsShown | UnsetType = UNSET
    sign_up: SignUpList | UnsetType | None = UNSET


def name_of(tie_break: TieBreak) -> str:
    """The name of a tie-break, with or without options."""
    return tie_break if isinstance(tie_break, str) else str(tie_break.__struct_config__.tag)
