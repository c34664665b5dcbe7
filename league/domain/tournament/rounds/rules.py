"""The rules of a round up to its start: draft, publication, start; and of calling it off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy

from msgspec import UNSET

from games.kernel import N_, Event, Rejected
from league.domain.seating.knockout.corrections import seats_of
from league.domain.tournament.fold import EVOLVE
from league.domain.tournament.require import (
    require_allowed_size,
    require_going_on,
    require_not_closed,
    require_seatable,
    round_of,
    unbegun_of,
)
from league.domain.tournament.rounds.commands import CancelRound, Discard, Publish, Redo, Seat, Start
from league.domain.tournament.rounds.events import (
    DraftDiscarded,
    EntriesKeptApart,
    RotationPlanned,
    RoundCancelled,
    RoundDiscarded,
    RoundPublished,
    RoundSeated,
    RoundStarted,
    SeasonCounted,
)
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.domain.values import clock


def seat(state: Tournament, command: Seat) -> Iterator[Event]:
    """Takes a plan for the next round; no event if that round exists already."""
    require_going_on(state)
    if command.number <= len(state.rounds):
        return
    require_seatable(state)
    _require_current(state, command)
    _require_whole(state, command)
    yield from _seated(state, command)


def redo(state: Tournament, command: Redo) -> Iterator[Event]:
    """Takes another plan for a round that has not begun; no event if that attempt exists already."""
    require_going_on(state)
    round = unbegun_of(state, command.round)
    if command.attempt == round.attempt:
        return
    before = state_to_seat(state)
    _require_current(before, command)
    _require_whole(before, command)
    if round.state == "published":
        yield _discarded(state, round)
    yield from _seated(state, command)


def discard(state: Tournament, command: Discard) -> Iterator[Event]:
    """Deletes a draft, or a published round that has not begun."""
    require_going_on(state)
    round = unbegun_of(state, command.round)
    yield DraftDiscarded(round.id) if round.state == "draft" else _discarded(state, round)


def cancel(state: Tournament, command: CancelRound) -> Iterator[Event]:
    """Calls off a published or running round; no event if it is called off already."""
    if any(round.id == command.round for round in state.cancelled):
        return
    require_going_on(state)
    round = round_of(state, command.round)
    if round.state == "draft":
        template = N_("Round {number} is a draft: delete it instead.")
        raise Rejected("round_not_open", template, {"number": round.number})
    require_not_closed(round)
    yield RoundCancelled(round.id, round.number, _joined(state, round), command.reason)


def state_to_seat(state: Tournament) -> Tournament:
    """The state for which the next round is planned, or the round again that has not begun.

    A published round is taken out of a copy. The version stays that of `state`: plans are based on it.
    """
    round = state.open_round
    if round is None or round.state != "published":
        return state
    copy = deepcopy(state)
    EVOLVE[RoundDiscarded](copy, _discarded(state, round))
    copy.version, copy.moved_at = state.version, state.moved_at
    return copy


def _discarded(state: Tournament, published: Round) -> RoundDiscarded:
    return RoundDiscarded(published.id, published.number, _joined(state, published))


def _joined(state: Tournament, round: Round) -> tuple[str, ...]:
    """The entries that play from the next round on because they came after this one was seated."""
    return tuple(
        entry.id
        for entry in state.entries.values()
        if entry.entered > round.based_on and entry.from_round == round.number + 1
    )


def publish(state: Tournament, command: Publish) -> Iterator[Event]:
    """Publishes a draft; no event if it is published already."""
    require_going_on(state)
    round = round_of(state, command.round)
    if round.state == "draft":
        yield _published(round)


def start(state: Tournament, command: Start) -> Iterator[Event]:
    """Publishes a draft and starts it with its clock; no event if it has started already."""
    require_going_on(state)
    round = round_of(state, command.round)
    if round.state == "draft":
        yield _published(round)
    if round.state == "published":
        seconds = state.settings.clock_seconds
        deadline = None if seconds is None else clock.started(seconds, command.at).deadline
        yield RoundStarted(round.id, command.at, seconds, deadline)


def _published(draft: Round) -> RoundPublished:
    tables = tuple(SeatedTable(table.id, table.number, table.seats, table.area) for table in draft.tables)
    terms = {entry: draft.bye_terms[entry] for entry in draft.byes if entry in draft.bye_terms}
    return RoundPublished(
        round=draft.id,
        number=draft.number,
        attempt=draft.attempt,
        tables=tables,
        byes=draft.byes,
        game=draft.game,
        bye_terms=terms,
        by_hand=draft.by_hand,
        games=UNSET if draft.games == 1 else draft.games,
    )


def _seated(state: Tournament, plan: Seat) -> Iterator[Event]:
    """The draft, after the inputs from which it was made."""
    if plan.apart is not None and plan.apart != state.separation_groups:
        yield EntriesKeptApart(plan.apart)
    if plan.counted is not None and plan.counted != state.counted:
        yield SeasonCounted(plan.counted)
    if plan.rotation is not None:
        yield RotationPlanned(plan.attempt, plan.rotation)
    games = state.settings.games_per_round if plan.games is UNSET else plan.games
    yield RoundSeated(
        round=plan.round,
        number=plan.number,
        attempt=plan.attempt,
        based_on=plan.based_on,
        tables=plan.tables,
        byes=plan.byes,
        cost=plan.cost,
        given=plan.given,
        game=plan.game,
        bye_terms=plan.bye_terms,
        games=UNSET if games == 1 else games,
        knockout=seats_of(state, plan.number, plan.tables) or UNSET,
    )


def _require_current(state: Tournament, plan: Seat) -> None:
    """Refuses a plan made for another round, another attempt or an older version of the tournament."""
    expected = state.next_number, state.attempts.get(state.next_number, 0) + 1
    if (plan.number, plan.attempt) != expected or plan.based_on < state.moved_at:
        raise Rejected("stale_plan", N_("The tournament has changed since this seating was made."))


def _require_whole(state: Tournament, plan: Seat) -> None:
    """Refuses a plan that doesn't place everybody exactly once at tables of an allowed size.

    A plan given by the director may leave entries out and use any table size. In a knockout, entries that are out have
    neither a seat nor a bye.
    """
    placed = Counter([entry for table in plan.tables for entry in table.seats] + list(plan.byes))
    players = [entry.id for entry in state.players(plan.number)]
    known = dict.fromkeys(players)
    if twice := [entry for entry, times in placed.items() if times > 1]:
        raise Rejected("bad_plan", N_("{entry} has more than one seat."), {"entry": twice[0]}, "tables")
    if strangers := [entry for entry in placed if entry not in known]:
        raise Rejected("bad_plan", N_("{entry} does not play in this round."), {"entry": strangers[0]}, "tables")
    leaves_out = plan.given or state.knockout is not None
    if not leaves_out and (left_out := [entry for entry in players if entry not in placed]):
        raise Rejected("bad_plan", N_("{entry} has no seat."), {"entry": left_out[0]}, "tables")
    if not plan.tables:
        raise Rejected("bad_plan", N_("A round needs at least one table."), field="tables")
    for table in plan.tables:
        require_allowed_size(state, table.number, len(table.seats), given=plan.given, field="tables")
