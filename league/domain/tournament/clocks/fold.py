"""Folds the start of a round and the events about its clocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from league.domain.tournament.clocks import events as e
from league.domain.tournament.folding import changed_game, changed_round, changed_round_and_tables, changed_table, folds
from league.domain.tournament.rounds.events import RoundStarted
from league.domain.tournament.rounds.state import GameClock
from league.domain.tournament.state import Tournament
from league.domain.values import clock
from league.domain.values.clock import Clock


@folds(RoundStarted)
def _started(state: Tournament, event: RoundStarted) -> None:
    state.state = "running"
    round = changed_round_and_tables(state, event.round)
    round.state = "running"
    if round.games > 1:
        round.tables = [table.with_games(round.games) for table in round.tables]
        state.tables.update((table.id, table) for table in round.tables)
    if event.clock_seconds is not None:
        round.clock = clock.started(event.clock_seconds, event.at)


@folds(e.ClockPaused)
def _paused(state: Tournament, event: e.ClockPaused) -> None:
    changed_round(state, event.round).is_paused = True
    _on_all_clocks(state, event.round, lambda ticking: clock.stopped(ticking, event.at), of_games=True)


@folds(e.ClockResumed)
def _resumed(state: Tournament, event: e.ClockResumed) -> None:
    changed_round(state, event.round).is_paused = False
    _on_all_clocks(state, event.round, lambda standing: clock.resumed(standing, event.at), of_games=True)


@folds(e.ClockExtended)
def _extended(state: Tournament, event: e.ClockExtended) -> None:
    if event.table is None:
        _on_all_clocks(state, event.round, lambda known: clock.extended(known, event.seconds, event.at))
        return
    table = changed_table(state, event.table)
    known = table.clock or changed_round(state, event.round).clock
    table.extra_seconds += event.seconds
    table.clock = known and clock.extended(known, event.seconds, event.at)


@folds(e.ClockExpired)
def _expired(state: Tournament, event: e.ClockExpired) -> None:
    holder = changed_round_and_tables(state, event.round) if event.table is None else changed_table(state, event.table)
    holder.clock = holder.clock and clock.ran_out(holder.clock)


@folds(e.TableClockStarted)
def _table_clock_started(state: Tournament, event: e.TableClockStarted) -> None:
    since = None if event.deadline is None else event.at
    game = changed_game(state, event.table, event.game)
    game.game_clock = GameClock(event.key, Clock(event.seconds, since), event.visible)


@folds(e.TableClockStopped)
def _table_clock_stopped(state: Tournament, event: e.TableClockStopped) -> None:
    changed_game(state, event.table, event.game).game_clock = None


@folds(e.TableClockExpired)
def _table_clock_expired(state: Tournament, event: e.TableClockExpired) -> None:
    game = changed_game(state, event.table, event.game)
    if (known := game.game_clock) is not None:
        game.game_clock = replace(known, clock=clock.ran_out(known.clock))


def _on_all_clocks(
    state: Tournament, round_id: str, change: Callable[[Clock], Clock], *, of_games: bool = False
) -> None:
    """Changes the clocks of a round and of its tables with extra time, and with `of_games` those of the games."""
    round = changed_round_and_tables(state, round_id)
    round.clock = round.clock and change(round.clock)
    for table in round.tables:
        table.clock = table.clock and change(table.clock)
        for game in table.games if of_games else ():
            if game.game_clock is not None:
                game.game_clock = replace(game.game_clock, clock=change(game.game_clock.clock))
