"""A tournament as folded from its events. Only folds change it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from msgspec import UNSET

from league.domain.tournament.closing.state import Edition, PastSeed, Reopening
from league.domain.tournament.desk.state import Announcement, Call, Screen
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.formats import Knockout
from league.domain.tournament.results.state import Penalty
from league.domain.tournament.rounds.seating import RotationPlan, SeasonCounts, SeparationGroup
from league.domain.tournament.rounds.state import Round, RoundGame, Table
from league.domain.tournament.settings import FideEdition, PointScheme, Settings
from league.domain.tournament.stages.stage import FinalPlace, Stage

EDITION = 2
"""The edition of the rules for new tournaments.

| edition | since | what is different |
| --- | --- | --- |
| 1 | 0.1.0 | |
| 2 | 0.6.0 | who was not there, byes, knockouts that were corrected later, the rest of a round robin |

A tournament keeps the edition in which it was opened, so that nothing changes in what it showed.
"""
SCORE_SHEET = "scoresheet"
"""The game whose results are its sheets."""
TournamentState = Literal["open", "running", "closed", "cancelled"]


@dataclass(slots=True)
class Tournament:
    """The state of a tournament. Before the first event its settings are empty.

    edition: of the rules; see EDITION. entry_of: entry ids by person. rounds: by number, from 1; a draft comes last.
    cancelled: rounds that were called off, in that order. gone: numbers of tables that are not played at any more, by
    id; moved_to: the tables that took their places, by id, where there is one. attempts: seatings per round number,
    including discarded drafts. moved_at: version of the last event that changed the standings or that a seating depends
    on. corrected_at: version of the last correction of a closed round. separation_groups, counted: who should not meet,
    and the counts of the season, as given to the latest seating that used them. rotation: the plan of rounds to come,
    if the format has one. stages: those that have begun, in order. final: the final standings, once decided; attended:
    the people who came in the seats of an entry, where these are not just its own. revised: the edition of `final`,
    unless it is the first. editions: how many there have been. secret: for draws to come; past_seeds: those used before
    the tournament was reopened. lot_secret: the first secret, which decides lots among equals. calls, announcements:
    all so far, by id. screen: what the screens show. is_removed: whether it is shown nowhere any more.
    """

    edition: int = EDITION
    settings: Settings = field(default_factory=lambda: Settings(name="", game=""))
    club: str = ""
    secret: str = ""
    seed_hash: str = ""
    lot_secret: str = ""
    past_seeds: tuple[PastSeed, ...] = ()
    state: TournamentState = "open"
    version: int = 0
    moved_at: int = 0
    corrected_at: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    entry_of: dict[str, str] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    cancelled: list[Round] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    moved_to: dict[str, str] = field(default_factory=dict)
    attempts: dict[int, int] = field(default_factory=dict)
    penalties: dict[str, Penalty] = field(default_factory=dict)
    separation_groups: tuple[SeparationGroup, ...] = ()
    counted: SeasonCounts | None = None
    rotation: RotationPlan | None = None
    stages: tuple[Stage, ...] = ()
    final: tuple[FinalPlace, ...] | None = None
    attended: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    revised: Edition | None = None
    editions: int = 0
    reopened: Reopening | None = None
    calls: dict[str, Call] = field(default_factory=dict)
    announcements: dict[str, Announcement] = field(default_factory=dict)
    screen: Screen = field(default_factory=Screen)
    is_removed: bool = False

    @property
    def draft(self) -> Round | None:
        return self.rounds[-1] if self.rounds and self.rounds[-1].state == "draft" else None

    @property
    def open_round(self) -> Round | None:
        """The round that is published or running, if there is one."""
        return next((round for round in self.rounds if round.state in ("published", "running")), None)

    @property
    def closed_rounds(self) -> list[Round]:
        return [round for round in self.rounds if round.state == "closed"]

    @property
    def begun_rounds(self) -> list[Round]:
        """The rounds that are running or closed, in order."""
        return [round for round in self.rounds if round.state in ("running", "closed")]

    @property
    def next_number(self) -> int:
        """The number of the round to seat next, or of the draft to seat again."""
        return len(self.rounds) if self.draft else len(self.rounds) + 1

    @property
    def knockout(self) -> Knockout | None:
        """The format of the next round, if it is a knockout."""
        return self.effective_settings.knockout

    @property
    def is_stale(self) -> bool:
        """Whether entries or standings have changed since the draft was made."""
        return self.draft is not None and self.draft.based_on < self.moved_at

    @property
    def stage(self) -> Stage | None:
        """The current stage; None before the first."""
        return self.stages[-1] if self.stages else None

    def stage_of(self, round_number: int) -> Stage | None:
        """The stage that a round belongs to; None before the first."""
        return next((stage for stage in reversed(self.stages) if stage.from_round <= round_number), None)

    @property
    def effective_settings(self) -> Settings:
        """The settings of the next round, including those of the current stage."""
        return self.settings_in_round(self.next_number)

    def settings_in_round(self, round_number: int) -> Settings:
        """The settings of the round with that number, including those of its stage."""
        stage = self.stage_of(round_number)
        return self.settings if stage is None else stage.over(self.settings)

    @property
    def fide_edition(self) -> FideEdition:
        """The edition of FIDE's tie-breaks: that of the settings; 2024 for tournaments from before they had one."""
        is_old = self.edition == 1 and self.settings.fide_tie_breaks is UNSET
        return "2024" if is_old else self.settings.fide_edition

    def game_of(self, round: Round) -> RoundGame:
        """The game of a round with its options."""
        settings = self.settings_in_round(round.number)
        return self.played_as(round.game or settings.game, (round.score and round.score.scheme) or settings.points)

    def played_as(self, game: str, scheme: PointScheme) -> RoundGame:
        """A game with its options here: those of the settings for the tournament's own game, else defaults.

        Where scores are the points and the lowest total ranks first, the lowest score wins on a sheet that doesn't say.
        """
        options = self.settings.game_options if game == self.settings.game else {}
        if self.edition > 1 and game == SCORE_SHEET and scheme.raw is not UNSET and scheme.lowest_first:
            options = {"win": "low", **options}
        return RoundGame(game, options)

    def game_at(self, table: Table) -> RoundGame:
        return self.game_of(self.round_with(table))

    def round_with(self, table: Table) -> Round:
        """The round that a table belongs to, also one that was cancelled."""
        return next(round for round in (*self.rounds, *self.cancelled) if round.id == table.round)

    def players(self, round_number: int) -> list[Entry]:
        """The entries to seat in that round, in order of registration."""
        may = self.admitted(round_number)
        return [entry for entry in self.entries.values() if entry.id in may and entry.plays(round_number)]

    def admitted(self, round_number: int) -> Collection[str]:
        """The ids of entries that may play in that round: all of them, or those of its stage."""
        stage = self.stage_of(round_number)
        return self.entries.keys() if stage is None else dict.fromkeys(stage.entries).keys()
