"""The state, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.kernel import Event
from games.scores import Scores
from games.scoresheet.commands import SheetOptions
from games.scoresheet.events import RoundRecorded, SheetFinished, SheetStarted


@dataclass(slots=True)
class State:
    """A sheet: the players, what was agreed, the rounds so far."""

    players: tuple[str, ...] = ()
    options: SheetOptions = field(default_factory=SheetOptions)
    scores: Scores = field(default_factory=Scores)

    @property
    def is_over(self) -> bool:
        return self.scores.finished is not None

    @property
    def round(self) -> int:
        """The round to be reported next; at the end the last one."""
        return min(len(self.scores.rounds) + 1, self.options.rounds)

    @property
    def lowest_wins(self) -> bool:
        return self.options.places_only or self.options.win == "low"


def _started(state: State, event: SheetStarted) -> None:
    state.players = event.players
    state.options = event.options


def _round_recorded(state: State, event: RoundRecorded) -> None:
    state.scores.rounds.append(event)


def _finished(state: State, event: SheetFinished) -> None:
    state.scores.finished = event


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    SheetStarted: _started,
    RoundRecorded: _round_recorded,
    SheetFinished: _finished,
}
