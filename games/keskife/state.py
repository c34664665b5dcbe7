"""The state, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.kernel import Event
from games.keskife.cards import ROUNDS, Card
from games.keskife.commands import KeskifeOptions
from games.keskife.events import (
    ActionStopped,
    CardsDealt,
    Held,
    KeskifeFinished,
    KeskifeRoundScored,
    KeskifeStarted,
    LeadNamed,
    NumberTurned,
    Pointed,
    RoleTaken,
    RoundRecorded,
    RoundStarted,
)
from games.scores import Scores

Phase = Literal["lead", "role", "mime", "point", "over"]


@dataclass(slots=True)
class State:
    """The table. round: the one being played, or the next to be; at the end the last.

    lead: of the round, or of the last one while the next lead is not known. led: who has led a round, in order.
    cards, number, pointed: of the round, and of the scored one until the next is opened.
    numbers_out: number cards used since they were last shuffled.
    """

    players: tuple[str, ...] = ()
    options: KeskifeOptions = field(default_factory=KeskifeOptions)
    seed: str = ""
    phase: Phase = "lead"
    round: int = 1
    lead: str = ""
    led: list[str] = field(default_factory=list)
    cards: dict[str, Card] = field(default_factory=dict)
    number: tuple[int, int] | None = None
    numbers_out: list[int] = field(default_factory=list)
    pointed: dict[str, str | None] = field(default_factory=dict)
    held: dict[str, Held] = field(default_factory=dict)
    scores: Scores = field(default_factory=Scores)

    @property
    def all_have_led(self) -> bool:
        """Whether the next lead is drawn by lot."""
        return len(self.led) == len(self.players)

    @property
    def awaits_a_name(self) -> bool:
        """Between rounds: whether the last lead has yet to name the next one."""
        return self.phase == "lead" and self.lead in self.led and not self.all_have_led


def _started(state: State, event: KeskifeStarted) -> None:
    state.players = event.players
    state.options = event.options
    state.seed = event.seed
    state.lead = event.lead
    state.held = dict.fromkeys(event.players, Held())


def _lead_named(state: State, event: LeadNamed) -> None:
    state.lead = event.lead


def _leads(state: State, lead: str) -> None:
    state.lead = lead
    if lead not in state.led:
        state.led.append(lead)


def _round_started(state: State, event: RoundStarted) -> None:
    _leads(state, event.lead)
    state.cards = {}
    state.number = None
    state.pointed = {}
    state.phase = "role"


def _role_taken(state: State, event: RoleTaken) -> None:
    state.cards[event.player] = event.role


def _cards_dealt(state: State, event: CardsDealt) -> None:
    state.cards = dict(event.cards)


def _number_turned(state: State, event: NumberTurned) -> None:
    if event.reshuffled:
        state.numbers_out = []
    state.number = (event.tens, event.units)
    state.numbers_out += state.number
    state.phase = "mime"


def _action_stopped(state: State, event: ActionStopped) -> None:
    state.phase = "point"


def _pointed(state: State, event: Pointed) -> None:
    state.pointed[event.player] = event.at


def _round_recorded(state: State, event: RoundRecorded) -> None:
    _leads(state, event.lead)
    state.cards = dict(event.cards)
    state.pointed = dict(event.pointed)


def _round_scored(state: State, event: KeskifeRoundScored) -> None:
    state.scores.rounds.append(event)
    state.held = dict(event.held)
    state.phase = "lead"
    state.round = min(event.round + 1, ROUNDS)


def _finished(state: State, event: KeskifeFinished) -> None:
    state.scores.finished = event
    state.phase = "over"


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    KeskifeStarted: _started,
    LeadNamed: _lead_named,
    RoundStarted: _round_started,
    RoleTaken: _role_taken,
    CardsDealt: _cards_dealt,
    NumberTurned: _number_turned,
    ActionStopped: _action_stopped,
    Pointed: _pointed,
    RoundRecorded: _round_recorded,
    KeskifeRoundScored: _round_scored,
    KeskifeFinished: _finished,
}
