"""A tournament as folded from its events. Changed in place by `evolve` only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from msgspec import UNSET, UnsetType

from league.domain.values.clock import Clock
from league.domain.standings.round_scores import RoundScore
from league.domain.tournament.rounds.seating import KeptApart, Rotated, SeasonCounts
from league.domain.tournament.results.reports import Claim, Source
from league.domain.tournament.rounds.events import METHODS
from league.domain.tournament.settings import ByeTerms, Knockout, Settings
from league.domain.tournament.stages.stage import FinalPlace, Stage

TournamentState = Literal["open", "running", "closed", "cancelled"]
RoundState = Literal["draft", "published", "running", "closed"]
ResultState = Literal["reported", "confirmed", "disputed", "ruled"]
URGENT: tuple[ResultState, ...] = ("disputed", "reported", "ruled", "confirmed")
"""Of several games at a table the first of these is the table's state."""


@dataclass(slots=True)
class Entry:
    """A person or a team. left: gone at once; dropped_after: the last round it plays, where it leaves.

    table: the number of the one that it always sits at. version: the tournament's version at the last event about it.
    """

    id: str
    person: str | None
    members: tuple[str, ...]
    from_round: int
    version: int
    rating: int | None = None
    table: int | None = None
    checked_in: bool = False
    left: bool = False
    dropped_after: int | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """The person, or the team's members."""
        return self.members if self.person is None else (self.person,)

    @property
    def is_here(self) -> bool:
        """Whether it has checked in and not left."""
        return self.checked_in and not self.left

    def plays(self, round_number: int) -> bool:
        """Whether it is to be seated in that round."""
        announced = self.dropped_after is not None and round_number > self.dropped_after
        return self.is_here and not announced and self.from_round <= round_number


@dataclass(frozen=True, slots=True)
class Dispute:
    """Somebody says that a table's result is another one."""

    by: str
    claim: Claim
    at: datetime
    note: str | None


@dataclass(slots=True)
class Result:
    """What a table reported, and what others say to it. disputes: open ones. ruled: staff have had the last word."""

    claim: Claim
    source: Source
    at: datetime
    by: str | None
    confirmed_by: str | None = None
    disputes: tuple[Dispute, ...] = ()
    ruled: bool = False

    @property
    def places(self) -> dict[str, int]:
        """The place of every seat."""
        return self.claim.places

    @property
    def scores(self) -> dict[str, int | str] | None:
        """What the places come from, where it was said."""
        return self.claim.scores

    @property
    def state(self) -> ResultState:
        """reported, confirmed, disputed or ruled."""
        if self.disputes:
            return "disputed"
        if self.ruled:
            return "ruled"
        return "reported" if self.confirmed_by is None else "confirmed"


@dataclass(frozen=True, slots=True)
class Edition:
    """Which edition the final standings are, the first being that of the close, and why there is a new one."""

    number: int
    at: datetime
    reason: str | None


@dataclass(frozen=True, slots=True)
class Reopening:
    """When and why a closed tournament went on."""

    at: datetime
    reason: str | None


@dataclass(frozen=True, slots=True)
class PastSeed:
    """A secret that a close has revealed, and its hash. up_to_round: the last round that was drawn from it."""

    secret: str
    seed_hash: str
    up_to_round: int


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock that a table's game asks for. key: what it is for. visible: whether players see the time left."""

    key: str
    clock: Clock
    visible: bool

    def is_due(self, at: datetime) -> bool:
        """Whether it has run out by `at` and nobody has noted it yet."""
        return self.clock.is_due(at)


@dataclass(slots=True)
class Table:
    """A table of a round; seats: entries from seat 1 on.

    extra_seconds: time that it was given beside the round's. clock: its own, where it was given any.
    game_clock: that of the game played at it, where the game asks for one.

    Where several games are played at it in the round, the table itself is the first of them, and `more` are the others
    from its start on: tables of the same seats, each with a result and a game's clock of its own. game: which it is.
    """

    id: str
    round: str
    number: int
    area: str | None
    seats: tuple[str, ...]
    version: int
    result: Result | None = None
    extra_seconds: int = 0
    clock: Clock | None = None
    game_clock: GameClock | None = None
    game: int = 1
    more: tuple[Table, ...] = ()

    @property
    def games(self) -> tuple[Table, ...]:
        """The games played at it, in order."""
        return (self, *self.more)

    @property
    def told_game(self) -> int | UnsetType:
        """Which game it is, as events name it."""
        return UNSET if self.game == 1 else self.game

    @property
    def has_reported(self) -> bool:
        """Whether each of its games has a result."""
        return all(game.result is not None for game in self.games)

    @property
    def reported_state(self) -> ResultState | None:
        """That of its results together, as long as one is disputed also before each game has one; None before."""
        states = [game.result.state for game in self.games if game.result is not None]
        if len(states) < len(self.games) and "disputed" not in states:
            return None
        return min(states, key=URGENT.index)

    @property
    def is_disputed(self) -> bool:
        """Whether a result of it has an open dispute."""
        return any(game.result is not None and game.result.disputes for game in self.games)

    def with_games(self, games: int) -> Table:
        """The table as the round starts, with so many games."""
        seated = (self.id, self.round, self.number, self.area, self.seats, self.version)
        return replace(self, more=tuple(Table(*seated, game=game) for game in range(2, games + 1)))

    @property
    def actor(self) -> str:
        """Who is written into the log where the table's link was used: nobody knows which of its players."""
        return f"table:{self.id}"

    @property
    def is_told(self) -> bool:
        """Whether its result is the table's own word, so that its game waits until that is taken back."""
        return self.result is not None and self.result.source == "table"


@dataclass(slots=True)
class Round:
    """A round. based_on: version that its plan was made for. score: as decided, once it is closed.

    given: its plan was the director's own, with tables of any size. game: its own; None: the tournament's.
    is_paused: its clocks stand still. repairs: how often its seats were changed after it was published.
    bye_terms: by entry, of whoever would sit out otherwise than as the scheme pays.
    by_hand: the director gave its plan, or changed the draft. edition: of the methods that seated it.
    games: how many each table plays.
    """

    id: str
    number: int
    attempt: int
    based_on: int
    tables: list[Table]
    byes: tuple[str, ...]
    cost: dict[str, int]
    version: int
    given: bool = False
    game: str | None = None
    bye_terms: Mapping[str, ByeTerms] = field(default_factory=dict)
    by_hand: bool = False
    edition: int = METHODS
    games: int = 1
    state: RoundState = "draft"
    is_paused: bool = False
    repairs: int = 0
    clock: Clock | None = None
    score: RoundScore | None = None

    def terms_of(self, entry: str) -> ByeTerms:
        """How a bye of the entry counts in it."""
        return self.bye_terms.get(entry, ByeTerms())

    @property
    def clocks(self) -> list[Clock]:
        """The round's clock, those of the tables with extra time, and those of the games at the tables."""
        held = (self.clock, *(table.clock for table in self.tables))
        of_games = (game.game_clock.clock for table in self.tables for game in table.games if game.game_clock)
        return [*(clock for clock in held if clock is not None), *of_games]

    @property
    def due_at(self) -> datetime | None:
        """When the next of its clocks runs out; None where none does.

        A game waits while its table's own word stands: its time is up, if at all, when that is taken back.
        """
        held = (self.clock, *(table.clock for table in self.tables))
        games = (game for table in self.tables for game in table.games)
        of_games = (game.game_clock.clock for game in games if game.game_clock and not game.is_told)
        waiting = (clock.deadline for clock in (*held, *of_games) if clock is not None and not clock.expired)
        return min((deadline for deadline in waiting if deadline is not None), default=None)


class RoundGame(NamedTuple):
    """The game at the tables of a round, and its options; none are its defaults."""

    game: str
    options: Mapping[str, Any]

    @property
    def low_wins(self) -> bool:
        """Whether the lowest score wins at a table: so where the options say it."""
        return self.options.get("win") == "low"


@dataclass(slots=True)
class Penalty:
    """Points off, unless lifted. given, version: of the tournament at the first and the last event about it."""

    id: str
    entry: str
    points: Fraction
    after_round: int
    reason: str
    given: int
    version: int
    lifted: bool = False


@dataclass(slots=True)
class Tournament:
    """The state before the first event has no settings; nobody looks at it then.

    rounds: by number, from 1, a draft last. gone: ids of tables that a repair has put others in the place of, with
    their numbers. attempts: of each round's number, drafts thrown away included.
    moved_at: version of the last event that a seating depends on, or the standings of what is closed.
    apart: who was not to meet in the last seating.
    counted: what had been counted in the season for the last seating that looked at it.
    rotation: the plan of rounds to come, where the format has one. stages: those that have begun, in order.
    final: as decided, once it is closed.
    revised: the edition of `final`, where it is not the first. editions: how many there have been.
    secret: of the draws to come; past_seeds: of those before the tournament was reopened. lot_secret: of the lots
    among equals in the standings, the first one all along, so that they stay.
    """

    settings: Settings = field(default_factory=lambda: Settings(name="", game=""))
    club: str = ""
    secret: str = ""
    seed_hash: str = ""
    lot_secret: str = ""
    past_seeds: tuple[PastSeed, ...] = ()
    state: TournamentState = "open"
    version: int = 0
    moved_at: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    entry_of: dict[str, str] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    attempts: dict[int, int] = field(default_factory=dict)
    penalties: dict[str, Penalty] = field(default_factory=dict)
    apart: tuple[KeptApart, ...] = ()
    counted: SeasonCounts | None = None
    rotation: Rotated | None = None
    stages: tuple[Stage, ...] = ()
    final: tuple[FinalPlace, ...] | None = None
    revised: Edition | None = None
    editions: int = 0
    reopened: Reopening | None = None

    @property
    def draft(self) -> Round | None:
        """The draft of the next round, if there is one."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].state == "draft" else None

    @property
    def open_round(self) -> Round | None:
        """The round that is published or running, if there is one."""
        return next((found for found in self.rounds if found.state in ("published", "running")), None)

    @property
    def closed_rounds(self) -> list[Round]:
        """The rounds that are over, in order."""
        return [found for found in self.rounds if found.state == "closed"]

    @property
    def begun_rounds(self) -> list[Round]:
        """The rounds that are running or over, in order."""
        return [found for found in self.rounds if found.state in ("running", "closed")]

    @property
    def next_number(self) -> int:
        """The number of the round that is seated next, or seated again while it is a draft."""
        return len(self.rounds) if self.draft else len(self.rounds) + 1

    @property
    def knockout(self) -> Knockout | None:
        """The format that the next round is held in, if it is a knockout."""
        format = self.held.format
        return format if isinstance(format, Knockout) else None

    @property
    def is_stale(self) -> bool:
        """Whether entries or standings have moved since the draft was made."""
        return self.draft is not None and self.draft.based_on < self.moved_at

    @property
    def stage(self) -> Stage | None:
        """The stage that goes on; None before the first."""
        return self.stages[-1] if self.stages else None

    def stage_of(self, round_number: int) -> Stage | None:
        """The stage that a round is of; None before the first."""
        return next((stage for stage in reversed(self.stages) if stage.from_round <= round_number), None)

    @property
    def held(self) -> Settings:
        """The settings as the next round is held: with those of the stage that goes on."""
        return self.held_in(self.next_number)

    def held_in(self, round_number: int) -> Settings:
        """The settings as the round of that number is held: with those of its stage."""
        stage = self.stage_of(round_number)
        return self.settings if stage is None else stage.over(self.settings)

    def game_of(self, found: Round) -> RoundGame:
        """What a round is played with: the game of its stage with its options, or another with its defaults."""
        return self.played_as(found.game or self.held_in(found.number).game)

    def played_as(self, game: str) -> RoundGame:
        """A game with the options that it is played with here: another than the tournament's has its defaults."""
        return RoundGame(game, self.settings.game_options if game == self.settings.game else {})

    def game_at(self, table: Table) -> RoundGame:
        """What is played at a table."""
        return self.game_of(next(found for found in self.rounds if found.id == table.round))

    def players(self, round_number: int) -> list[Entry]:
        """The entries to be seated in that round, in the order of registration; in a stage those who are in it."""
        may = self.admitted(round_number)
        return [entry for entry in self.entries.values() if entry.id in may and entry.plays(round_number)]

    def admitted(self, round_number: int) -> Collection[str]:
        """Who may be in that round: everybody, and in a stage whoever went on."""
        stage = self.stage_of(round_number)
        return self.entries.keys() if stage is None else dict.fromkeys(stage.entries).keys()
