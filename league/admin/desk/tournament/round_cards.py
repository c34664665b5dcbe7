"""The rounds on a tournament's desk, with their tables and the steps about these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import uuid4

from django.utils.translation import gettext as _

from games.telling import Sentence
from league.admin.desk.step import Step, StepLink
from league.admin.desk.tournament import repair, seating_costs
from league.admin.desk.tournament.bar import CountdownClock, countdown, games_of, short
from league.admin.desk.tournament.desk import TournamentDesk, game_stream
from league.admin.desk.tournament.result_form import ABSENT, AWAY, asked_for
from league.admin.desk.tournament.results import (
    ConfirmResult,
    CorrectResult,
    DecideLevel,
    RecordResult,
    RuleResult,
    is_by_staff,
)
from league.admin.desk.tournament.sheet import has_sheet
from league.admin.desk.tournament.steps import OPEN
from league.admin.desk.tournament.versions import Version, VersionSeat, reporters, seats_of, versions_of
from league.admin.formatting.areas import area_words
from league.admin.tournament import standings
from league.domain.explanations.knockout import corrected_sentence, level_sentence
from league.domain.seating.knockout.corrections import Replacement, replacements
from league.domain.seating.knockout.level import LevelTable, asked_level_tables
from league.domain.tournament.results.presence import dropped_from
from league.domain.tournament.rounds.state import Round, Table
from league.domain.values.clock import Clock
from league.queries import refusals
from league.queries.wording import Points, points, state_name


@dataclass(frozen=True)
class Seat:
    """A seat. entry: its id. has_left: marked in an open round. away: the choice that is selected in the form."""

    number: int
    entry: str
    name: str
    has_left: bool

    @property
    def away(self) -> str:
        return ABSENT if self.has_left else ""


@dataclass(frozen=True)
class Line:
    """A reported table in one line: who won, with which score, and when it was reported."""

    winners: Sequence[str]
    score: Points | None
    at: datetime


@dataclass(frozen=True)
class TableCard:
    """A game at a table of a round. called: the table's number and label, and the game's number; short: without label.

    id: of the game's stream. state: code of its result's state, "" if it needs none yet. seen, once: the hidden fields
    of the form for the first result. clock: time left for this table alone. areas: in words, by letter. log: id of the
    table's stream; None before the round is started. level: its table, if that is level in a knockout.
    """

    desk: TournamentDesk
    round: Round
    game: Table
    gone: Collection[str]
    users: Mapping[str, str]
    clock: CountdownClock | None
    areas: Mapping[str, str]
    level: LevelTable | None = None

    @property
    def id(self) -> str:
        return game_stream(self.game)

    @property
    def number(self) -> int:
        return self.game.number

    @property
    def short(self) -> str:
        return short(self.desk, self.game)

    @property
    def label(self) -> str:
        return self.desk.state.settings.furniture.label(self.game.number) or ""

    @property
    def called(self) -> str:
        return self.desk.game(self.game)

    @property
    def area(self) -> str:
        return self.areas.get(self.game.area or "", "")

    @cached_property
    def seats(self) -> list[Seat]:
        return [
            Seat(number, entry, self.desk.name(entry), entry in self.gone)
            for number, entry in enumerate(self.game.seats, 1)
        ]

    @property
    def left(self) -> list[str]:
        """The names of those at the table who have left the tournament."""
        return [seat.name for seat in self.seats if seat.has_left]

    @property
    def state(self) -> str:
        if self.game.result is None:
            return "missing" if self.round.state == "running" else ""
        if self.is_undecided and self.game.result.state != "disputed":
            return "level"
        return "desk" if self.is_by_staff else self.game.result.state

    @property
    def state_name(self) -> str:
        return _state_names().get(self.state, "")

    @property
    def is_by_staff(self) -> bool:
        """Whether staff reported the result, so that nobody has to confirm it."""
        result = self.game.result
        return result is not None and result.state == "reported" and is_by_staff(result.by)

    @property
    def is_undecided(self) -> bool:
        """Whether somebody has to say who goes on from the table."""
        return self.level is not None and self.level.decided is None

    @property
    def decided(self) -> str:
        """What decided who goes on from the level table, in a sentence."""
        match = self.level.decided if self.level else None
        return _say(self.desk, level_sentence(self.round, match)) if match else ""

    @property
    def calls(self) -> bool:
        """Whether somebody at the table calls the director."""
        callers = {self.game.id, *self.game.seats}
        return any(call.is_open and callers & {call.table, call.entry} for call in self.desk.state.calls.values())

    @property
    def is_open(self) -> bool:
        """Whether a result may be reported."""
        return self.round.state == "running" and self.desk.state.state in OPEN

    @property
    def needs_result(self) -> bool:
        return self.is_open and self.game.result is None

    @property
    def is_typed(self) -> bool:
        """Whether the card is a form."""
        return self.needs_result and self.desk.may(RecordResult)

    @cached_property
    def asked(self) -> tuple[str, ...]:
        return asked_for(self.desk.state.game_at(self.game))

    @property
    def has_sheet(self) -> bool:
        """Whether the game has a sheet of its own to fill in."""
        return has_sheet(self.desk.state.game_at(self.game))

    @property
    def typed(self) -> str:
        """What the slip grid asks for: scores if the game has any, else places."""
        return self.asked[0]

    @property
    def results(self) -> list[VersionSeat]:
        """The result in the order of the seats; without one, nothing but the names."""
        if self.game.result is None:
            return [VersionSeat(seat.name, 0, None, "") for seat in self.seats]
        return seats_of(self.desk, self.game.result.claim, self.game.seats)

    @property
    def is_shared(self) -> bool:
        """Whether several won."""
        return self.line is not None and len(self.line.winners) > 1

    @property
    def aways(self) -> Sequence[tuple[str, object]]:
        return AWAY

    @property
    def once(self) -> str:
        return uuid4().hex

    @property
    def report(self) -> RecordResult | None:
        """The whole form for the first result."""
        return RecordResult(self.desk, self.id) if self.is_typed else None

    @property
    def line(self) -> Line | None:
        result = self.game.result
        if result is None:
            return None
        first = [entry for entry, place in result.places.items() if place == 1]
        score = (result.scores or {}).get(first[0]) if first else None
        return Line([self.desk.name(entry) for entry in first], None if score is None else points(score), result.at)

    @cached_property
    def versions(self) -> list[Version]:
        return list(versions_of(self.desk, self.game, self.users))

    @cached_property
    def steps(self) -> list[Step | StepLink]:
        kinds: list[type[Step]] = [
            *([DecideLevel] if self.level else []),
            *_steps(self.desk, self.round, self.game, is_by_staff=self.is_by_staff),
        ]
        offered = [kind for kind in kinds if self.desk.may(kind)]
        return [
            StepLink.to(kind, self.desk, self.id) if kind.has_page else kind(self.desk, self.id) for kind in offered
        ]

    @property
    def log(self) -> str | None:
        return self.game.id if self.round.state in ("running", "closed") else None

    @property
    def order(self) -> str:
        """The place of its card among others: disputes and level tables first."""
        return f"{0 if self.state in ('disputed', 'level') else 1}{self.game.number:05d}{self.game.game:02d}"


def _state_names() -> dict[str, str]:
    return {
        "missing": _("playing"),
        "reported": _("reported"),
        "desk": _("from the desk"),
        "confirmed": _("confirmed"),
        "disputed": _("disputed"),
        "level": _("drawn: who goes on?"),
        "ruled": _("decided by staff"),
    }


@dataclass(frozen=True)
class CorrectedSeat:
    """A sentence about a place in a knockout, and the step that puts the right entry in; None if there is none."""

    text: str
    step: Step | None


@dataclass(frozen=True)
class RoundCard:
    """A round. costs: sentences about its seating. missing, disputed: names of tables.

    has_games: whether each table plays several games. corrections: places of a knockout that belong to others by now.
    level: sentences about level tables of a knockout.
    """

    desk: TournamentDesk
    round: Round
    tables: Sequence[TableCard]
    clock: CountdownClock | None

    @cached_property
    def shown(self) -> standings.RoundSection:
        """What the tournament's main page shows of it, without its tables."""
        return standings.round_section(self.desk.state, self.round, self.desk.names)

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def state(self) -> str:
        return self.round.state

    @property
    def state_name(self) -> str:
        return state_name(self.round.state)

    @property
    def is_stale(self) -> bool:
        return self.round.state == "draft" and self.desk.state.is_stale

    @property
    def changes_since(self) -> list[str]:
        """What has changed since the draft was made, in sentences."""
        state, since = self.desk.state, self.round.based_on
        found = []
        if any(entry.version > since for entry in state.entries.values()):
            found.append(_("People came, left or got a penalty since this draft was made."))
        if state.corrected_at > since:
            found.append(_("A result was corrected since this draft was made."))
        return found or [_("The settings have changed since this draft was made.")]

    @property
    def open(self) -> list[TableCard]:
        return [card for card in self.tables if card.game.result is None]

    @property
    def done(self) -> list[TableCard]:
        return sorted((card for card in self.tables if card.game.result is not None), key=lambda card: card.order)

    @property
    def has_games(self) -> bool:
        return any(len(table.games) > 1 for table in self.round.tables)

    @property
    def missing(self) -> list[str]:
        return [card.called for card in self.tables if card.state == "missing"]

    @property
    def disputed(self) -> list[str]:
        return [card.called for card in self.tables if card.state == "disputed"]

    @cached_property
    def costs(self) -> list[str]:
        if self.round.state == "draft":
            return seating_costs.lines(self.desk, self.round)
        return seating_costs.warnings(self.desk, self.round) if self.round.state in ("published", "running") else []

    @cached_property
    def corrections(self) -> list[CorrectedSeat]:
        return [_corrected(self.desk, self.round, found) for found in replacements(self.desk.state, self.round)]

    @property
    def level(self) -> list[str]:
        """What decided the drawn matches, as long as the places of the next round rest on that."""
        if self.round.number < len(self.desk.state.closed_rounds):
            return []
        return [_say(self.desk, level_sentence(self.round, match)) for match in self.round.level]


def round_card(desk: TournamentDesk, round: Round, at: datetime) -> RoundCard:
    games = games_of(round)
    clock = countdown(round.clock if round.state == "running" else None, at)
    return RoundCard(desk, round, list(table_cards(desk, round, games, at)), clock)


def table_cards(desk: TournamentDesk, round: Round, games: Iterable[Table], at: datetime) -> Iterator[TableCard]:
    """The cards of some games of a round."""
    found = list(games)
    gone, users, areas = dropped_from(desk.state, round), reporters(found), area_words(desk.state, round)
    is_open = round.state == "running" and desk.state.state in OPEN
    level = {one.table.id: one for one in asked_level_tables(desk.state, round)} if is_open else {}
    for game in found:
        own = _own_clock(game) if is_open and game.result is None else None
        yield TableCard(desk, round, game, gone, users, countdown(own, at), areas, level.get(game.id))


def _corrected(desk: TournamentDesk, round: Round, found: Replacement) -> CorrectedSeat:
    is_open = not found.played and desk.state.state in OPEN and found.replace is not None and found.by is not None
    step = repair.RepairReplace(desk, round.id, exchange=found) if is_open and desk.may(repair.RepairReplace) else None
    return CorrectedSeat(_say(desk, corrected_sentence(round, found)), step)


def _say(desk: TournamentDesk, sentence: Sentence) -> str:
    return refusals.sentence(sentence.template, sentence.facts, desk.names)


def _steps(desk: TournamentDesk, round: Round, game: Table, *, is_by_staff: bool) -> Iterator[type[Step]]:
    """The steps about a game's result."""
    if game.result is None or round.state not in ("running", "closed"):
        return
    if round.state == "running" and desk.state.state in OPEN:
        yield from [RuleResult] if game.result.disputes else []
        yield from [ConfirmResult] if game.result.state == "reported" and not is_by_staff else []
    if desk.state.state != "cancelled" and not game.result.disputes:
        yield CorrectResult


def _own_clock(game: Table) -> Clock | None:
    """The game's own clock, or that of a table with extra time."""
    return game.game_clock.clock if game.game_clock else game.clock
