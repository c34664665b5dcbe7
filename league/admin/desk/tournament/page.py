"""What the desk shows, and which steps it offers to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.admin.desk.tournament import (
    by_hand,
    rounds,
    seating_costs,
    seating_fields,
)
from league.admin.desk.tournament import (
    closing as ending,
)
from league.admin.desk.tournament import (
    entries as entering,
)
from league.admin.desk.tournament import (
    plan as planning,
)
from league.admin.desk.tournament import (
    repair as repairing,
)
from league.admin.desk.tournament import (
    results as reporting,
)
from league.admin.desk.tournament import (
    settings as setting,
)
from league.admin.desk.tournament import (
    stages as finals,
)
from league.admin.desk.tournament.desk import Desk, game_stream
from league.admin.desk.tournament.step import Step
from league.admin.formatting import stages
from league.admin.formatting.names import user_names
from league.admin.formatting.wording import Points, points
from league.admin.tournament import standings
from league.domain.standings.standings import standings as rows_of
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.formats import Manual
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.state import Result
from league.domain.tournament.rounds.state import Round, Table
from league.domain.values.clock import Clock
from league.domain.values.text import as_uuid
from league.queries.names import as_listed

GOING = ("open", "running")


@dataclass(frozen=True)
class EntryRow:
    """An entry with what can be clicked. state: its code; state_name: in words. facts: its rating, its own table."""

    name: str
    state: str
    state_name: str
    facts: Sequence[str]
    steps: Sequence[Step]


@dataclass(frozen=True)
class Version:
    """A result as somebody told it. seats: name, score if any, place, and whether it was away."""

    by: str
    note: str
    seats: Sequence[tuple[str, Points | None, int, str]]


@dataclass(frozen=True)
class Seat:
    """Who has a seat. why: the address of the page that says why."""

    name: str
    why: str


@dataclass(frozen=True)
class TableCard:
    """A table of an open or closed round, or one of several games at it.

    report: its form while nothing is told; versions: the first one stands. called: its number with what stands on it,
    and that of the game. seconds, clock: left for it alone, where it has extra time or its game a clock. log: the
    table's stream, None before the round is started.
    """

    number: int
    called: str
    area: str | None
    seats: Sequence[Seat]
    state: str
    state_name: str
    versions: Sequence[Version]
    report: reporting.Report | None
    steps: Sequence[Step]
    log: str | None
    seconds: int | None
    clock: str
    is_counting: bool


@dataclass(frozen=True)
class RoundCard:
    """A round. seconds: left on its clock, None without one; clock: in words; is_counting: whether they run.

    costs: what its seating came to, in words. missing, disputed: tables, called by number and label; has_games: games,
    as each table plays several.
    """

    shown: standings.ShownRound
    is_stale: bool
    seconds: int | None
    clock: str
    is_counting: bool
    tables: Sequence[TableCard]
    has_games: bool
    missing: Sequence[str]
    disputed: Sequence[str]
    costs: Sequence[str]


@dataclass(frozen=True)
class PenaltyRow:
    """A penalty. lift: None once it is lifted, or for the end of the night."""

    name: str
    points: Points
    reason: str
    lift: Step | None


def context(desk: Desk, at: datetime, wanted: str = "") -> dict[str, Any]:
    """What the desk's templates show. wanted: of whom to tick, only those who are called so."""
    state, going = desk.state, desk.state.state in GOING
    cards = [_round(desk, found, shown, at) for found, shown in _rounds(desk)]
    is_director = desk.who.is_director
    entries = [_entry(desk, entry) for entry in state.entries.values()]
    last = cards[-1] if cards else None
    steps = list(_steps(desk, at))
    return {
        "desk": desk,
        "is_going": going,
        "is_director": is_director,
        "current": last if last and last.shown.state != "closed" else None,
        "past": [card for card in reversed(cards) if card.shown.state == "closed"],
        "entries": sorted(entries, key=lambda row: as_listed(row.name)),
        "here": sum(entry.is_here for entry in state.entries.values()),
        "playing": len(state.players(state.next_number)) if state.stages else None,
        "expected": sum(not entry.checked_in and not entry.left for entry in state.entries.values()),
        "penalties": [_penalty(desk, id) for id in state.penalties],
        "steps": {step.name.replace("-", "_"): step for step in steps},
        "repairs": [step for step in steps if isinstance(step, repairing.Repairing)],
        "enter": entering.Enter(desk, wanted=wanted) if going and is_director and not state.stages else None,
        "punish": ending.Punish(desk) if going and state.entries else None,
        "round_now": len(state.closed_rounds) + 1,
        "rounds_in_all": state.effective_settings.rounds,
        "how_seated": seating_fields.told(state.effective_settings.format),
        "stages": stages.told(state, desk.names),
    }


def _steps(desk: Desk, at: datetime) -> Iterator[Step]:
    """The steps about the tournament and its open round, as far as they make sense now and the caller takes them."""
    for step in _sensible(desk, at):
        if desk.who.is_director or step.for_referees:
            yield step


def _sensible(desk: Desk, at: datetime) -> Iterator[Step]:
    state = desk.state
    last = state.rounds[-1] if state.rounds else None
    if state.state not in GOING:
        yield from [ending.Reopening(desk)] if state.state == "closed" else []
        return
    yield setting.SetAnew(desk)
    if any(not entry.checked_in and not entry.left for entry in state.entries.values()):
        yield entering.AllHere(desk)
    if planning.may_be_planned(state):
        yield planning.ReadPlan(desk)
    yield ending.CallOff(desk)
    if last is not None and last.state != "closed":
        yield from (kind(desk, last.id) for kind in (*_about_round(desk, last, at), *_repairs(desk, last)))
        return
    if state.effective_settings.rounds is None or len(state.rounds) < state.effective_settings.rounds:
        yield by_hand.SeatByHand(desk)
        yield from [] if isinstance(state.effective_settings.format, Manual) else [rounds.SeatNext(desk)]
    if last is not None:
        waiting = finals.waits(state)
        yield from [finals.UndoFinal(desk)] if waiting else [finals.BeginFinal(desk), ending.EndTournament(desk)]


def _about_round(desk: Desk, found: Round, at: datetime) -> Sequence[type[Step]]:
    """What can be done with a round that is not closed."""
    if found.state == "draft":
        drawn = () if found.given else (rounds.Redo,)
        plan = seating_costs.plan_of(desk.state, found)
        longer_ = (rounds.SearchLonger,) if plan is not None and plan.repeats > plan.bound else ()
        return (*drawn, *longer_, rounds.ThrowAway, rounds.Exchange, rounds.Transfer, rounds.ShowAll, rounds.Begin)
    if found.state == "published":
        return (rounds.Begin,)
    longer = () if found.clock is None else (rounds.Longer,)
    if found.is_paused:
        return (ending.EndRound, rounds.GoOn, *longer)
    runs = any(clock.remaining_at(at) > timedelta() for clock in found.clocks)
    return (ending.EndRound, *((rounds.Stop,) if runs else ()), *longer)


def _repairs(desk: Desk, found: Round) -> Sequence[type[Step]]:
    return repairing.offered(desk, found) if found.state in ("published", "running") else ()


def _entry(desk: Desk, entry: Entry) -> EntryRow:
    state, state_name, kinds = _entry_state(desk, entry)
    offered = desk.state.state in GOING and desk.who.is_director
    steps = [kind(desk, entry.id) for kind in kinds] if offered else []
    return EntryRow(desk.name(entry.id), state, state_name, list(_facts(desk, entry)), steps)


def _facts(desk: Desk, entry: Entry) -> Iterator[str]:
    if entry.rating is not None:
        yield _("rated {rating}").format(rating=entry.rating)
    if entry.table is not None:
        yield _("always at table {number}").format(number=desk.table(entry.table))


def _entry_state(desk: Desk, entry: Entry) -> tuple[str, str, list[type[Step]]]:
    if entry.left:
        return "left", _("has left"), [entering.Back]
    if not entry.checked_in:
        return "expected", _("not here yet"), [entering.Here, entering.Left, entering.OwnTable]
    if entry.dropped_after is not None:
        name = _("leaves after round {number}").format(number=entry.dropped_after)
        return "leaving", name, [entering.Back, entering.Left]
    leaving = [entering.Leaving] if desk.state.open_round else []
    return "here", _("here"), [entering.Left, *leaving, entering.OwnTable]


def _rounds(desk: Desk) -> Iterator[tuple[Round, standings.ShownRound]]:
    shown = standings.shown_rounds(desk.state, rows_of(desk.state), desk.names)
    yield from zip(desk.state.rounds, shown, strict=True)


def _round(desk: Desk, found: Round, shown: standings.ShownRound, at: datetime) -> RoundCard:
    clock = found.clock if found.state == "running" else None
    is_open = found.state == "running"
    users = _tellers(found)
    tables = [
        table_card(desk, table, users, at, is_running=is_open, is_begun=found.state in ("running", "closed"))
        for seated in standings.by_number(found)
        for table in seated.games
    ]
    return RoundCard(
        shown=shown,
        is_stale=found.state == "draft" and desk.state.is_stale,
        seconds=int(clock.remaining_at(at).total_seconds()) if clock else None,
        clock=_minutes(clock.remaining_at(at)) if clock else "",
        is_counting=clock is not None and clock.running_since is not None,
        tables=tables,
        has_games=any(len(table.games) > 1 for table in found.tables),
        missing=[table.called for table in tables if table.state == "missing"],
        disputed=[table.called for table in tables if table.state == "disputed"],
        costs=seating_costs.lines(desk, found) if found.state == "draft" else [],
    )


def _minutes(left: timedelta) -> str:
    seconds = int(left.total_seconds())
    return f"{'−' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"


def _tellers(found: Round) -> dict[str, str]:
    """The names of the users who told the results of a round, by actor."""
    games = [game for table in found.tables for game in table.games]
    actors = [actor for game in games if game.result for actor in told_by(game.result)]
    ids = [id for actor in actors if actor and (id := as_uuid(actor.removeprefix("user:")))]
    return {f"user:{id}": name for id, name in user_names(ids).items()} if ids else {}


def told_by(result: Result) -> list[str | None]:
    """Who told a result, and who disputes it."""
    return [result.by, *(dispute.by for dispute in result.disputes)]


def _own_clock(table: Table) -> Clock | None:
    """That of the table's game, or the one with its extra time."""
    return table.game_clock.clock if table.game_clock else table.clock


def table_card(
    desk: Desk, table: Table, users: dict[str, str], at: datetime, *, is_running: bool, is_begun: bool
) -> TableCard:
    """A table, as one of its games where it plays several, with what can be done at it."""
    state, state_name = _table_state(table, is_running=is_running)
    kinds: list[type[Step]] = []
    if is_running and table.result:
        kinds += [reporting.Rule] if table.result.disputes else []
        kinds += [reporting.Confirm] if table.result.state == "reported" else []
    if table.result and is_begun and desk.state.state != "cancelled":
        kinds += [] if table.result.disputes else [reporting.Correct]
    is_open = is_running and desk.state.state in GOING
    clock = _own_clock(table) if is_open and table.result is None else None
    stream = game_stream(table)
    return TableCard(
        number=table.number,
        called=desk.game(table),
        area=table.area,
        seats=list(_seats(desk, table)),
        state=state,
        state_name=state_name,
        versions=list(_versions(desk, table, users)),
        report=reporting.Report(desk, stream) if is_open and table.result is None else None,
        steps=[kind(desk, stream) for kind in kinds if is_open or kind is reporting.Correct],
        log=table.id if is_begun else None,
        seconds=int(clock.remaining_at(at).total_seconds()) if clock else None,
        clock=_minutes(clock.remaining_at(at)) if clock else "",
        is_counting=clock is not None and clock.running_since is not None,
    )


def _seats(desk: Desk, table: Table) -> Iterator[Seat]:
    number = next(found.number for found in desk.state.rounds if found.id == table.round)
    for entry in table.seats:
        yield Seat(desk.name(entry), reverse("admin:league_tournament_why_seat", args=[desk.row.pk, entry, number]))


def card_of(desk: Desk, table: Table, at: datetime) -> TableCard:
    """A table as it stands, with nothing to be done."""
    found = next(found for found in desk.state.rounds if found.id == table.round)
    return table_card(desk, table, _tellers(found), at, is_running=found.state == "running", is_begun=False)


def _table_state(table: Table, *, is_running: bool) -> tuple[str, str]:
    if table.result is None:
        return ("missing", _("not reported")) if is_running else ("", "")
    names = {
        "reported": _("reported"),
        "confirmed": _("confirmed"),
        "disputed": _("disputed"),
        "ruled": _("decided by staff"),
    }
    return table.result.state, names[table.result.state]


def _versions(desk: Desk, table: Table, users: dict[str, str]) -> Iterator[Version]:
    if table.result is None:
        return
    yield _version(desk, table.result.claim, users.get(table.result.by or "", ""), "")
    for dispute in table.result.disputes:
        yield _version(desk, dispute.claim, users.get(dispute.by, ""), dispute.note or "")


def _version(desk: Desk, claim: Claim, by: str, note: str) -> Version:
    def away(entry: str) -> str:
        return _("never came") if entry in claim.absent else _("left early") if entry in claim.left else ""

    scores = claim.scores or {}
    seats = [
        (desk.name(entry), points(scores[entry]) if entry in scores else None, place, away(entry))
        for entry, place in sorted(claim.places.items(), key=lambda item: item[1])
    ]
    return Version(by, note, seats)


def _penalty(desk: Desk, id: str) -> PenaltyRow:
    found = desk.state.penalties[id]
    can_lift = not found.lifted and desk.state.state in GOING
    number: Any = str(found.points)
    return PenaltyRow(desk.name(found.entry), points(number), found.reason, ending.Lift(desk, id) if can_lift else None)
