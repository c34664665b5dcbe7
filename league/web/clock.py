"""A clock as the hall sees it: what it counts to, and the server's time beside it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from games.kernel import Json
from league.domain.tournament.rounds.state import Round, Table
from league.domain.values.clock import Clock

State = Literal["off", "starts", "running", "paused", "hidden"]
LAST_MINUTES = timedelta(minutes=5)
COUNTED_BEFORE = timedelta(hours=12)
"""How long before its start a tournament counts down to it."""


@dataclass(frozen=True, slots=True)
class ShownClock:
    """A clock at the time `now`. deadline: None while it is paused, off or hidden. left: negative in overtime.

    state: off without a clock; starts: counts to the start of the tournament; hidden: the game shows no time.
    """

    state: State
    now: datetime
    deadline: datetime | None = None
    left: timedelta | None = None

    @property
    def face(self) -> str:
        """How it looks now: its state, or while it runs running, last or over."""
        if self.state != "running" or self.left is None or self.left > LAST_MINUTES:
            return self.state
        return "last" if self.left > timedelta() else "over"

    @property
    def seconds(self) -> int | None:
        """The whole seconds left, as the page counts them: a begun second counts."""
        return None if self.left is None else -(-self.left // timedelta(seconds=1))

    @property
    def text(self) -> str:
        """The time left: 12:46, 1:02:46, or +02:10 in overtime."""
        if self.seconds is None:
            return ""
        minutes, seconds = divmod(abs(self.seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{'+' if self.seconds < 0 else ''}{f'{hours}:' if hours else ''}{minutes:02}:{seconds:02}"

    def as_json(self) -> Json:
        """The clock with the server's time in one body, for scripts."""
        return {
            "state": self.state,
            "deadline": self.deadline,
            "remaining_seconds": None if self.left is None else self.left.total_seconds(),
            "now": self.now,
        }


def shown(clock: Clock | None, now: datetime, *, visible: bool = True) -> ShownClock:
    """A clock of a round or a table. visible: whether its readers may know the time."""
    if clock is None:
        return ShownClock("off", now)
    if not visible:
        return ShownClock("hidden", now)
    state: State = "paused" if clock.running_since is None else "running"
    return ShownClock(state, now, clock.deadline, clock.remaining_at(now))


def until(start: datetime | None, now: datetime) -> ShownClock:
    """The clock that counts to the start of a tournament; off where that is not known, is over or is not today."""
    is_soon = start is not None and timedelta() < start - now <= COUNTED_BEFORE
    return ShownClock("starts", now, start, start - now) if start and is_soon else ShownClock("off", now)


def of_round(round: Round, now: datetime) -> ShownClock:
    """The clock of a round; hidden where only games have clocks that nobody sees."""
    hides = any(game.game_clock and not game.game_clock.visible for table in round.tables for game in table.games)
    if round.clock is None and hides:
        return ShownClock("hidden", now)
    return shown(round.clock, now)


def of_table(table: Table, now: datetime) -> ShownClock | None:
    """The own clock of a table: that of its game, else one with extra time; None where it goes by the round's."""
    playing = next((game for game in table.games if game.result is None), table)
    if playing.game_clock is not None:
        return shown(playing.game_clock.clock, now, visible=playing.game_clock.visible)
    return None if table.clock is None else shown(table.clock, now)
