"""The rounds on a tournament's desk, with their tables and the steps about these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from games.telling import Sentence
from league.admin.desk.step import Step
from league.admin.desk.tournament import repair, results, seating_costs
from league.admin.desk.tournament.desk import TournamentDesk, game_stream
from league.admin.desk.tournament.versions import Version, reporters, versions_of
from league.admin.tournament import standings
from league.domain.explanations.knockout import corrected_sentence, level_sentence
from league.domain.seating.knockout.corrections import Replacement, replacements
from league.domain.standings.standings import standings as standings_rows
from league.domain.tournament.results.presence import dropped_from
from league.domain.tournament.rounds.state import Round, Table
from league.domain.values.clock import Clock
from league.queries import refusals

OPEN = ("open", "running")
"""The states of a tournament in which it goes on."""


@dataclass(frozen=True)
class SeatLink:
    """The name at a seat. why: address of the page that explains the seat. has_left: marked in an open round."""

    name: str
    why: str
    has_left: bool


@dataclass(frozen=True)
class CountdownClock:
    """Time left: in seconds, and as text. is_counting: whether it runs."""

    seconds: int
    text: str
    is_counting: bool


@dataclass(frozen=True)
class TableCard:
    """A table of a round, or one of several games at it.

    called: the table's number and label, and the game's number. state: code of its result's state, "" if it needs
    none yet. report: the form for the first result. clock: time left for this table alone. log: id of the table's
    stream; None before the round is started.
    """

    number: int
    called: str
    area: str | None
    seats: Sequence[SeatLink]
    state: str
    state_name: str
    versions: Sequence[Version]
    report: results.RecordResult | None
    steps: Sequence[Step]
    log: str | None
    clock: CountdownClock | None


@dataclass(frozen=True)
class CorrectedSeat:
    """A sentence about a place in a knockout, and the step that puts the right entry in; None if there is none."""

    text: str
    step: Step | None


@dataclass(frozen=True)
class RoundCard:
    """A round. clock: None without one. costs: sentences about its seating. missing, disputed: names of tables.

    has_games: whether each table plays several games. has_areas: whether the tables are of areas. corrections: places
    of a knockout that belong to others by now. level: sentences about level tables of a knockout.
    """

    shown: standings.RoundSection
    is_stale: bool
    clock: CountdownClock | None
    tables: Sequence[TableCard]
    has_games: bool
    has_areas: bool
    missing: Sequence[str]
    disputed: Sequence[str]
    costs: Sequence[str]
    corrections: Sequence[CorrectedSeat]
    level: Sequence[str]


def round_cards(desk: TournamentDesk, at: datetime) -> list[RoundCard]:
    shown = standings.round_sections(desk.state, standings_rows(desk.state), desk.names)
    return [_round(desk, *pair, at) for pair in zip(desk.state.rounds, shown, strict=True)]


def _round(desk: TournamentDesk, round: Round, shown: standings.RoundSection, at: datetime) -> RoundCard:
    games = [game for table in standings.by_number(round) for game in table.games]
    users = reporters(games)
    tables = [_table(desk, round, game, users, at) for game in games]
    return RoundCard(
        shown=shown,
        is_stale=round.state == "draft" and desk.state.is_stale,
        clock=_countdown(round.clock if round.state == "running" else None, at),
        tables=tables,
        has_games=any(len(table.games) > 1 for table in round.tables),
        has_areas=any(table.area for table in round.tables),
        missing=[table.called for table in tables if table.state == "missing"],
        disputed=[table.called for table in tables if table.state == "disputed"],
        costs=seating_costs.lines(desk, round) if round.state == "draft" else [],
        corrections=[_corrected(desk, round, found) for found in replacements(desk.state, round)],
        level=[_say(desk, level_sentence(round, match)) for match in round.level],
    )


def _corrected(desk: TournamentDesk, round: Round, found: Replacement) -> CorrectedSeat:
    is_open = not found.played and desk.state.state in OPEN and found.replace is not None and found.by is not None
    step = repair.RepairReplace(desk, round.id, exchange=found) if is_open and desk.may(repair.RepairReplace) else None
    return CorrectedSeat(_say(desk, corrected_sentence(round, found)), step)


def _say(desk: TournamentDesk, sentence: Sentence) -> str:
    return refusals.sentence(sentence.template, sentence.facts, desk.names)


def _table(desk: TournamentDesk, round: Round, game: Table, users: Mapping[str, str], at: datetime) -> TableCard:
    is_open = round.state == "running" and desk.state.state in OPEN
    state, state_name = _state(game, is_running=round.state == "running")
    needs_result = is_open and game.result is None
    return TableCard(
        number=game.number,
        called=desk.game(game),
        area=game.area,
        seats=list(_seats(desk, round, game)),
        state=state,
        state_name=state_name,
        versions=list(versions_of(desk, game, users)),
        report=results.RecordResult(desk, game_stream(game))
        if needs_result and desk.may(results.RecordResult)
        else None,
        steps=[kind(desk, game_stream(game)) for kind in _steps(desk, round, game) if desk.may(kind)],
        log=game.id if round.state in ("running", "closed") else None,
        clock=_countdown(_own_clock(game) if needs_result else None, at),
    )


def _steps(desk: TournamentDesk, round: Round, game: Table) -> Iterator[type[Step]]:
    """The steps about a game's result."""
    if game.result is None or round.state not in ("running", "closed"):
        return
    if round.state == "running" and desk.state.state in OPEN:
        yield from [results.RuleResult] if game.result.disputes else []
        yield from [results.ConfirmResult] if game.result.state == "reported" else []
    if desk.state.state != "cancelled" and not game.result.disputes:
        yield results.CorrectResult


def _own_clock(game: Table) -> Clock | None:
    """The game's own clock, or that of a table with extra time."""
    return game.game_clock.clock if game.game_clock else game.clock


def _countdown(clock: Clock | None, at: datetime) -> CountdownClock | None:
    if clock is None:
        return None
    left = clock.remaining_at(at)
    return CountdownClock(int(left.total_seconds()), _minutes(left), clock.running_since is not None)


def _minutes(left: timedelta) -> str:
    seconds = int(left.total_seconds())
    return f"{'−' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"


def _seats(desk: TournamentDesk, round: Round, game: Table) -> Iterator[SeatLink]:
    gone = dropped_from(desk.state, round)
    for entry in game.seats:
        why = reverse("admin:league_tournament_why_seat", args=[desk.row.pk, entry, round.number])
        yield SeatLink(desk.name(entry), why, entry in gone)


def _state(game: Table, *, is_running: bool) -> tuple[str, str]:
    """The code and the name of the state of a game's result."""
    if game.result is None:
        return ("missing", _("not reported")) if is_running else ("", "")
    names = {
        "reported": _("reported"),
        "confirmed": _("confirmed"),
        "disputed": _("disputed"),
        "ruled": _("decided by staff"),
    }
    return game.result.state, names[game.result.state]
