"""The sticky bar of the desk: the clock, the tables that have to report, and the one next step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from league.admin.desk.step import Step, StepLink
from league.admin.desk.tournament import entering, results, rounds
from league.admin.desk.tournament.desk import TournamentDesk, game_stream
from league.admin.desk.tournament.steps import OPEN, Offered, is_expected
from league.admin.tournament.standings import by_number
from league.domain.seating import course
from league.domain.seating.knockout.level import open_level_tables
from league.domain.tournament.rounds.state import Round, Table
from league.domain.values.clock import Clock
from league.queries.wording import state_name

LAST_SECONDS = 300
"""The clock is amber for that long."""

MOST_SHOWN = 24
"""Tables that the bar names."""


@dataclass(frozen=True)
class CountdownClock:
    """Time left: in seconds, and as text. is_counting: whether it runs. state: running, last, over or paused."""

    seconds: int
    text: str
    is_counting: bool
    state: str
    deadline: datetime | None


@dataclass(frozen=True)
class OpenTable:
    """A table that has to report. called: its number. id: of its card."""

    called: str
    id: str


@dataclass(frozen=True)
class Next:
    """The next step: a link to `address`, or `step` itself as a button. then: what comes after it, in words.

    words: "" if the person at the desk can't take it; then only `then` is shown.
    """

    words: str
    then: str
    address: str = ""
    step: Step | None = None


@dataclass(frozen=True)
class Bar:
    """round: None before the first. number: of the round it is about. missing: tables that have to report."""

    round: Round | None
    number: int
    rounds_in_all: int | None
    clock: CountdownClock | None
    missing: Sequence[OpenTable]
    next: Next

    @property
    def shown_missing(self) -> Sequence[OpenTable]:
        return self.missing[:MOST_SHOWN]

    @property
    def more_missing(self) -> int:
        return len(self.missing) - len(self.shown_missing)

    @property
    def state_name(self) -> str:
        """The state of the round, in words."""
        return state_name(self.round.state) if self.round else ""


def bar(desk: TournamentDesk, steps: Mapping[str, Offered], at: datetime) -> Bar:
    state = desk.state
    last = state.rounds[-1] if state.rounds else None
    games = games_of(last) if last is not None and last.state == "running" else []
    missing = [game for game in games if game.result is None]
    disputed = [game for game in games if game.result is not None and game.result.disputes]
    return Bar(
        round=last,
        number=last.number if last else 1,
        rounds_in_all=state.effective_settings.rounds,
        clock=countdown(last.clock if last is not None and last.state == "running" else None, at),
        missing=[OpenTable(short(desk, game), game_stream(game)) for game in missing],
        next=_next(desk, steps, last, missing, disputed),
    )


def games_of(round: Round) -> list[Table]:
    """The games of a round, from table 1 on."""
    return [game for table in by_number(round) for game in table.games]


def short(desk: TournamentDesk, game: Table) -> str:
    """The number of a game's table, with the game's number if it plays several."""
    return f"{game.number}.{game.game}" if game.more or game.game > 1 else str(game.number)


def countdown(clock: Clock | None, at: datetime) -> CountdownClock | None:
    if clock is None:
        return None
    left = clock.remaining_at(at)
    return CountdownClock(
        seconds=int(left.total_seconds()),
        text=_minutes(left),
        is_counting=clock.running_since is not None,
        state=_clock_state(clock, left),
        deadline=clock.deadline,
    )


def _clock_state(clock: Clock, left: timedelta) -> str:
    if clock.running_since is None:
        return "paused"
    if left <= timedelta():
        return "over"
    return "last" if left <= timedelta(seconds=LAST_SECONDS) else "running"


def _minutes(left: timedelta) -> str:
    seconds = int(left.total_seconds())
    return f"{'+' if seconds < 0 else ''}{abs(seconds) // 60:02d}:{abs(seconds) % 60:02d}"


def _next(
    desk: TournamentDesk,
    steps: Mapping[str, Offered],
    last: Round | None,
    missing: Sequence[Table],
    disputed: Sequence[Table],
) -> Next:
    if desk.state.state not in OPEN:
        return Next(_("Again: open one like this") if desk.again else "", "", desk.again)
    if last is None or last.state == "closed":
        return _between_rounds(desk, steps, last)
    number = last.number
    if last.state == "draft":
        found = steps.get("publish")
        words = _("publish round {number}").format(number=number)
        if desk.state.is_stale and "redo" in steps:
            return Next(_("Seat again"), words, step=rounds.Redo(desk, str(last.id)))
        return _taken(found, _("Publish"), _start_words(desk, last, within=True)) if found else Next("", words)
    if last.state == "published":
        then = _("enter slips, close round {number}").format(number=number)
        found = steps.get("start")
        return (
            _taken(found, _start_words(desk, last), then) if found else Next("", _start_words(desk, last, within=True))
        )
    return _in_round(desk, steps, last, missing, disputed)


def _in_round(
    desk: TournamentDesk,
    steps: Mapping[str, Offered],
    round: Round,
    missing: Sequence[Table],
    disputed: Sequence[Table],
) -> Next:
    close = steps.get("close_and_seat") or steps.get("close_round")
    words, closing = close_words(desk, round), then_close_words(desk, round)
    if missing:
        table = _("decide table {number}").format(number=short(desk, disputed[0])) if disputed else closing
        return Next(_("Enter slips"), table, desk.tab("slips"))
    if disputed:
        step = results.RuleResult(desk, game_stream(disputed[0]))
        return Next(_("Decide table {number}").format(number=short(desk, disputed[0])), closing, step.address)
    if level := open_level_tables(desk.state, round):
        address = desk.address(results.DecideLevel.name, level[0].table.id)
        return Next(_("Decide table {number}").format(number=level[0].table.number), closing, address)
    if close is None:
        return Next("", closing)
    if close.name == "close-round":
        is_last = course.is_last(desk.state, round)
        return Next(words, _("close the tournament") if is_last else _("seat the next round"), close.address)
    return Next(words, _("publish round {number}").format(number=round.number + 1), close.address)


def close_words(desk: TournamentDesk, round: Round) -> str:
    """What closes a round: with the seating of the next one, if one follows."""
    if course.is_followed(desk.state, round):
        return _("Close round {number}, seat round {next}").format(number=round.number, next=round.number + 1)
    return _("Close round {number}").format(number=round.number)


def then_close_words(desk: TournamentDesk, round: Round) -> str:
    """The same, within a sentence."""
    if course.is_followed(desk.state, round):
        return _("close round {number}, seat round {next}").format(number=round.number, next=round.number + 1)
    return _("close round {number}").format(number=round.number)


def _start_words(desk: TournamentDesk, round: Round, *, within: bool = False) -> str:
    """What starts a round. within: a sentence."""
    if desk.state.settings_in_round(round.number).clock_seconds is not None:
        return _("start the clock") if within else _("Start the clock")
    words = _("start round {number}") if within else _("Start round {number}")
    return words.format(number=round.number)


def _between_rounds(desk: TournamentDesk, steps: Mapping[str, Offered], last: Round | None) -> Next:
    state, number = desk.state, len(desk.state.rounds) + 1
    seat = _("Seat round {number}").format(number=number)
    then = _("seat round {number}").format(number=number)
    if last is None and not state.players(1):
        return _before_anybody_is_here(desk, then)
    is_over = last is not None and course.is_over(state, last)
    if found := None if is_over else steps.get("seat"):
        return _taken(found, seat, _("publish round {number}").format(number=number))
    if found := None if is_over else steps.get("seat_by_hand"):
        return Next(str(found.button), _("publish round {number}").format(number=number), found.address)
    if found := steps.get("close"):
        return Next(_("Close the tournament"), "", found.address)
    return Next("", _("close the tournament") if is_over else then)


def _before_anybody_is_here(desk: TournamentDesk, then: str) -> Next:
    people = desk.tab("people")
    if any(map(is_expected, desk.state.entries.values())):
        return Next(_("Check people in"), then, people)
    if desk.may(entering.Register):
        return Next(_("Enter people"), then, people)
    return Next("", _("enter people"))


def _taken(step: Offered, words: str, then: str) -> Next:
    """A step that is taken by a button, or that has a page of its own."""
    if isinstance(step, StepLink) or step.has_page:
        return Next(words, then, step.address)
    return Next(words, then, step=step)
