"""Folds the events of a tournament into its state. No rule stands here, and nothing here fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from games.kernel import Event
from league.domain import clock
from league.domain.clock import Clock
from league.domain.numbers import exact
from league.domain.scores import RoundScore
from league.domain.tournament import events as e
from league.domain.tournament import seating_events as seatings
from league.domain.tournament import stage_events as staging
from league.domain.tournament.stage import Stage
from league.domain.tournament.state import (
    Dispute,
    Edition,
    Entry,
    GameClock,
    PastSeed,
    Penalty,
    Reopening,
    Result,
    Round,
    Table,
    Tournament,
)

E = TypeVar("E", bound=Event)
SEATED_BY = ("game", "game_options", "format", "table_size", "points", "tie_breaks", "apart", "hall")
"""The settings that a seating depends on."""
EVOLVE: dict[type[Event], Callable[[Tournament, Any], None]] = {}


def folds(event: type[E]) -> Callable[[Callable[[Tournament, E], None]], Callable[[Tournament, E], None]]:
    """Makes a function the fold of `event`; the version is counted before it."""

    def take(fold: Callable[[Tournament, E], None]) -> Callable[[Tournament, E], None]:
        def counted(state: Tournament, event: E) -> None:
            state.version += 1
            fold(state, event)

        EVOLVE[event] = counted
        return fold

    return take


@folds(e.TournamentCreated)
def _created(state: Tournament, event: e.TournamentCreated) -> None:
    state.settings, state.club = event.settings, event.club
    state.secret, state.seed_hash = event.secret, event.seed_hash
    state.lot_secret = event.secret


@folds(e.TournamentChanged)
def _changed(state: Tournament, event: e.TournamentChanged) -> None:
    before, state.settings = state.settings, event.settings
    if any(getattr(before, name) != getattr(event.settings, name) for name in SEATED_BY):
        _moved(state)
    if before.points != event.settings.points and state.open_round is not None:
        _whole_round(state, state.open_round.id)


@folds(e.EntryRegistered)
def _registered(state: Tournament, event: e.EntryRegistered) -> None:
    entry = Entry(event.entry, event.person, event.members, event.from_round, state.version, event.rating)
    state.entries[entry.id] = entry
    for person in entry.people:
        state.entry_of[person] = entry.id


@folds(e.EntryCheckedIn)
def _checked_in(state: Tournament, event: e.EntryCheckedIn) -> None:
    _touched(state, event.entry).checked_in = True


@folds(e.EntryDropped)
def _dropped(state: Tournament, event: e.EntryDropped) -> None:
    entry = _touched(state, event.entry)
    entry.left, entry.dropped_after = event.at_once, event.after_round


@folds(e.EntryReturned)
def _returned(state: Tournament, event: e.EntryReturned) -> None:
    entry = _touched(state, event.entry)
    entry.checked_in, entry.left, entry.dropped_after = True, False, None


def _touched(state: Tournament, entry_id: str) -> Entry:
    """An entry that something happened to which a seating depends on."""
    entry = state.entries[entry_id]
    entry.version = state.version
    _moved(state)
    return entry


def _moved(state: Tournament) -> None:
    """Notes that a seating made before is stale, a draft's too."""
    if state.draft is not None and not state.is_stale:
        state.draft.version = state.version
    state.moved_at = state.version


@folds(seatings.TableFixed)
def _table_fixed(state: Tournament, event: seatings.TableFixed) -> None:
    _touched(state, event.entry).table = event.table


@folds(seatings.EntriesKeptApart)
def _kept_apart(state: Tournament, event: seatings.EntriesKeptApart) -> None:
    state.apart = event.groups


@folds(seatings.RotationPlanned)
def _rotation_planned(state: Tournament, event: seatings.RotationPlanned) -> None:
    state.rotation = event.plan


@folds(seatings.RoundSeated)
def _seated(state: Tournament, event: seatings.RoundSeated) -> None:
    _remove_draft(state)
    tables = [
        Table(table.id, event.round, table.number, table.area, table.seats, state.version) for table in event.tables
    ]
    draft = Round(
        event.round,
        event.number,
        event.attempt,
        event.based_on,
        tables,
        event.byes,
        event.cost,
        state.version,
        event.given,
        event.game,
        event.bye_terms,
        by_hand=event.given,
        edition=event.edition,
    )
    state.rounds.append(draft)
    state.tables.update((table.id, table) for table in tables)
    state.attempts[event.number] = event.attempt


@folds(seatings.DraftChanged)
def _draft_changed(state: Tournament, event: seatings.DraftChanged) -> None:
    draft = _round(state, event.round)
    draft.byes, draft.cost, draft.by_hand = event.byes, event.cost, True
    for now in event.tables:
        table = state.tables[now.id]
        table.seats, table.version = now.seats, state.version


@folds(seatings.DraftDiscarded)
def _discarded(state: Tournament, event: seatings.DraftDiscarded) -> None:
    _remove_draft(state)


def _remove_draft(state: Tournament) -> None:
    if state.draft is not None:
        for table in state.rounds.pop().tables:
            del state.tables[table.id]


@folds(seatings.RoundPublished)
def _published(state: Tournament, event: seatings.RoundPublished) -> None:
    _round(state, event.round).state = "published"


@folds(e.RoundRepaired)
def _repaired(state: Tournament, event: e.RoundRepaired) -> None:
    found = _round(state, event.round)
    found.byes, found.cost, found.repairs = event.byes, event.cost, found.repairs + 1
    found.by_hand = True
    for now in event.tables:
        before = [now.id, *(gone.id for gone in event.gone if gone.into == now.id)]
        longest = max((state.tables[id] for id in before if id in state.tables), key=lambda table: table.extra_seconds)
        seated = Table(now.id, found.id, now.number, now.area, now.seats, state.version)
        state.tables[now.id] = replace(seated, extra_seconds=longest.extra_seconds, clock=longest.clock)
    for gone in event.gone:
        del state.tables[gone.id]
        state.gone[gone.id] = gone.number
    found.tables = sorted(
        (table for table in state.tables.values() if table.round == event.round), key=lambda table: table.number
    )
    for entry in event.joined:
        _touched(state, entry).from_round = found.number


@folds(e.RoundStarted)
def _started(state: Tournament, event: e.RoundStarted) -> None:
    state.state = "running"
    found = _whole_round(state, event.round)
    found.state = "running"
    if event.clock_seconds is not None:
        found.clock = clock.started(event.clock_seconds, event.at)


@folds(e.ClockPaused)
def _paused(state: Tournament, event: e.ClockPaused) -> None:
    _round(state, event.round).is_paused = True
    _on_all_clocks(state, event.round, lambda ticking: clock.stopped(ticking, event.at), of_games=True)


@folds(e.ClockResumed)
def _resumed(state: Tournament, event: e.ClockResumed) -> None:
    _round(state, event.round).is_paused = False
    _on_all_clocks(state, event.round, lambda standing: clock.resumed(standing, event.at), of_games=True)


@folds(e.ClockExtended)
def _extended(state: Tournament, event: e.ClockExtended) -> None:
    if event.table is None:
        _on_all_clocks(state, event.round, lambda known: clock.extended(known, event.seconds, event.at))
        return
    table = _table(state, event.table)
    known = table.clock or _round(state, event.round).clock
    table.extra_seconds += event.seconds
    table.clock = known and clock.extended(known, event.seconds, event.at)


@folds(e.ClockExpired)
def _expired(state: Tournament, event: e.ClockExpired) -> None:
    holder = _whole_round(state, event.round) if event.table is None else _table(state, event.table)
    holder.clock = holder.clock and clock.ran_out(holder.clock)


@folds(e.TableClockStarted)
def _table_clock_started(state: Tournament, event: e.TableClockStarted) -> None:
    since = None if event.deadline is None else event.at
    _table(state, event.table).game_clock = GameClock(event.key, Clock(event.seconds, since), event.visible)


@folds(e.TableClockStopped)
def _table_clock_stopped(state: Tournament, event: e.TableClockStopped) -> None:
    _table(state, event.table).game_clock = None


@folds(e.TableClockExpired)
def _table_clock_expired(state: Tournament, event: e.TableClockExpired) -> None:
    table = _table(state, event.table)
    if (known := table.game_clock) is not None:
        table.game_clock = replace(known, clock=clock.ran_out(known.clock))


def _on_all_clocks(
    state: Tournament, round_id: str, change: Callable[[Clock], Clock], *, of_games: bool = False
) -> None:
    """Changes a round's clock and those of its tables with extra time, and if asked those of the games."""
    found = _whole_round(state, round_id)
    found.clock = found.clock and change(found.clock)
    for table in found.tables:
        table.clock = table.clock and change(table.clock)
        if of_games and table.game_clock is not None:
            table.game_clock = replace(table.game_clock, clock=change(table.game_clock.clock))


def _off(found: Round) -> None:
    """Takes a round's clocks away."""
    found.clock = None
    for table in found.tables:
        table.clock = table.game_clock = None


def _round(state: Tournament, round_id: str) -> Round:
    """A round that something happened to; only the newest ones change, so it is looked for from the end."""
    found = next(found for found in reversed(state.rounds) if found.id == round_id)
    found.version = state.version
    return found


def _whole_round(state: Tournament, round_id: str) -> Round:
    """A round that something happened to which each of its tables shows."""
    found = _round(state, round_id)
    for table in found.tables:
        table.version = state.version
    return found


@folds(e.ResultRecorded)
def _recorded(state: Tournament, event: e.ResultRecorded) -> None:
    table = _table(state, event.table)
    disputes = table.result.disputes if table.result else ()
    table.result = Result(event.claim, event.source, event.at, event.by, disputes=disputes)


@folds(e.ResultWithdrawn)
def _withdrawn(state: Tournament, event: e.ResultWithdrawn) -> None:
    _table(state, event.table).result = None


@folds(e.ResultConfirmed)
def _confirmed(state: Tournament, event: e.ResultConfirmed) -> None:
    if result := _table(state, event.table).result:
        result.confirmed_by = event.by
        result.disputes = _without(result, event.by)


@folds(e.ResultDisputed)
def _disputed(state: Tournament, event: e.ResultDisputed) -> None:
    if result := _table(state, event.table).result:
        result.disputes = (*_without(result, event.by), Dispute(event.by, event.claim, event.at, event.note))


@folds(e.DisputeWithdrawn)
def _dispute_withdrawn(state: Tournament, event: e.DisputeWithdrawn) -> None:
    if result := _table(state, event.table).result:
        result.disputes = _without(result, event.by)


def _without(result: Result, by: str) -> tuple[Dispute, ...]:
    return tuple(dispute for dispute in result.disputes if dispute.by != by)


@folds(e.ResultRuled)
def _ruled(state: Tournament, event: e.ResultRuled) -> None:
    if result := _table(state, event.table).result:
        result.ruled, result.disputes = True, ()


@folds(e.ResultCorrected)
def _corrected(state: Tournament, event: e.ResultCorrected) -> None:
    table = _table(state, event.table)
    table.result = Result(event.claim, event.source, event.at, event.by, ruled=True)
    score = next(found.score for found in state.rounds if found.id == table.round)
    if score is not None and event.points is not None:
        score.places.update(event.claim.places)
        score.points.update((entry, exact(points)) for entry, points in event.points.items())
        _moved(state)
    for later in state.rounds:
        if later.score is not None:
            byes = event.byes.get(later.id, {})
            later.score.byes.update((entry, exact(points)) for entry, points in byes.items())


def _table(state: Tournament, table_id: str) -> Table:
    table = state.tables[table_id]
    table.version = state.version
    _round(state, table.round)
    return table


@folds(e.PenaltyGiven)
def _penalised(state: Tournament, event: e.PenaltyGiven) -> None:
    points = exact(event.points)
    now = state.version
    penalty = Penalty(event.penalty, event.entry, points, event.after_round, event.reason, given=now, version=now)
    state.penalties[event.penalty] = penalty
    _touched(state, event.entry)


@folds(e.PenaltyLifted)
def _lifted(state: Tournament, event: e.PenaltyLifted) -> None:
    penalty = state.penalties[event.penalty]
    penalty.lifted, penalty.version = True, state.version
    _touched(state, penalty.entry)


@folds(e.RoundClosed)
def _round_closed(state: Tournament, event: e.RoundClosed) -> None:
    found = _whole_round(state, event.round)
    found.state = "closed"
    _off(found)
    _moved(state)
    for entry in state.entries.values():
        if entry.dropped_after == found.number:
            entry.version = state.version
    score = RoundScore(scheme=state.held_in(found.number).points)
    for table in event.tables:
        score.places.update(table.places)
        score.points.update((entry, exact(points)) for entry, points in table.points.items())
    score.byes = {entry: exact(points) for entry, points in event.byes.items()}
    score.missed = {entry: exact(points) for entry, points in event.missed.items()}
    found.score = score


@folds(staging.StageBegun)
def _stage_begun(state: Tournament, event: staging.StageBegun) -> None:
    begun = {name: getattr(event, name) for name in event.__struct_fields__}
    state.stages = (*state.stages, Stage(**begun, version=state.version))
    state.rotation = None
    _moved(state)


@folds(staging.StageRevised)
def _stage_revised(state: Tournament, event: staging.StageRevised) -> None:
    state.stages = tuple(
        replace(stage, standings=event.standings, edition=event.edition) if stage.number == event.number else stage
        for stage in state.stages
    )
    _moved(state)


@folds(staging.StageUndone)
def _stage_undone(state: Tournament, event: staging.StageUndone) -> None:
    state.stages = state.stages[: event.number - 1]
    _moved(state)


@folds(e.TournamentClosed)
def _closed(state: Tournament, event: e.TournamentClosed) -> None:
    state.state, state.final, state.editions = "closed", event.standings, event.edition
    if state.reopened is not None:
        state.revised = Edition(event.edition, event.at or state.reopened.at, state.reopened.reason)


@folds(e.TournamentReopened)
def _reopened(state: Tournament, event: e.TournamentReopened) -> None:
    state.past_seeds = (*state.past_seeds, PastSeed(state.secret, state.seed_hash, len(state.rounds)))
    state.secret, state.seed_hash = event.secret, event.seed_hash
    state.state, state.final, state.revised = "running", None, None
    state.reopened = Reopening(event.at, event.reason)
    state.moved_at = state.version


@folds(e.StandingsRevised)
def _revised(state: Tournament, event: e.StandingsRevised) -> None:
    state.final, state.editions = event.standings, event.edition
    state.revised = Edition(event.edition, event.at, event.reason)


@folds(e.TournamentCancelled)
def _cancelled(state: Tournament, event: e.TournamentCancelled) -> None:
    state.state = "cancelled"
    if state.open_round is not None:
        _off(_whole_round(state, state.open_round.id))
