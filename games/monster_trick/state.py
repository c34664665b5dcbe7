"""The state, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.kernel import Event
from games.monster_trick.cards import HAND, Card, Suit
from games.monster_trick.commands import MonsterOptions
from games.monster_trick.events import (
    CardPlayed,
    MonsterFinished,
    MonsterRoundScored,
    MonsterStarted,
    PointCardsArranged,
    RoundDealt,
    RoundRecorded,
    TrickWon,
)
from games.scores import Scores

Phase = Literal["ready", "arrange", "play", "over"]


@dataclass(slots=True)
class Trick:
    """An open trick: its cards in the order played, each as the event that played it."""

    id: int
    suit: Suit
    played: list[CardPlayed]


@dataclass(slots=True)
class State:
    """The table. round: the one being played, or the next to be; at the end the last.

    turns_left: of all players together. hands: in the order dealt. orders: of those who have arranged.
    showing: the point card that lies face up, where one does.
    """

    players: tuple[str, ...] = ()
    options: MonsterOptions = field(default_factory=MonsterOptions)
    seed: str = ""
    phase: Phase = "ready"
    round: int = 1
    starter: str = ""
    turns_left: int = 0
    hands: dict[str, list[Card]] = field(default_factory=dict)
    orders: dict[str, tuple[int, ...]] = field(default_factory=dict)
    showing: dict[str, int | None] = field(default_factory=dict)
    tricks_won: dict[str, int] = field(default_factory=dict)
    open_tricks: dict[int, Trick] = field(default_factory=dict)
    tricks_opened: int = 0
    scores: Scores = field(default_factory=Scores)

    @property
    def player_on_turn(self) -> str | None:
        """Turns go clockwise: one seat on from the starter for each card played."""
        if self.phase != "play":
            return None
        played = HAND * len(self.players) - self.turns_left
        return self.players[(self.players.index(self.starter) + played) % len(self.players)]


def _started(state: State, event: MonsterStarted) -> None:
    state.players = event.players
    state.options = event.options
    state.seed = event.seed
    state.starter = event.starter
    _clear_table(state)


def _clear_table(state: State) -> None:
    state.hands = {player: [] for player in state.players}
    state.orders = {}
    state.showing = dict.fromkeys(state.players)
    state.tricks_won = dict.fromkeys(state.players, 0)
    state.open_tricks = {}
    state.tricks_opened = 0


def _round_dealt(state: State, event: RoundDealt) -> None:
    state.hands = {player: list(hand) for player, hand in event.hands.items()}
    state.turns_left = HAND * len(state.players)
    state.phase = "arrange"


def _point_cards_arranged(state: State, event: PointCardsArranged) -> None:
    state.orders[event.player] = event.order
    if len(state.orders) == len(state.players):
        state.phase = "play"


def _card_played(state: State, event: CardPlayed) -> None:
    card = event.card
    state.hands[event.player].remove(card)
    trick = state.open_tricks.get(event.trick)
    if trick is None:
        state.tricks_opened = event.trick
        state.open_tricks[event.trick] = Trick(event.trick, card.suit, [event])
    else:
        trick.played.append(event)
    state.turns_left -= 1


def _trick_won(state: State, event: TrickWon) -> None:
    del state.open_tricks[event.trick]
    state.tricks_won[event.player] += 1
    state.showing[event.player] = event.showing


def _round_recorded(state: State, event: RoundRecorded) -> None:
    state.orders = dict(event.orders)
    state.tricks_won = dict(event.tricks)
    state.showing = dict(event.showing)


def _round_scored(state: State, event: MonsterRoundScored) -> None:
    state.scores.rounds.append(event)
    state.phase = "ready"
    state.open_tricks = {}
    if event.next_starter is not None:
        state.starter = event.next_starter
        state.round = event.round + 1
        _clear_table(state)


def _finished(state: State, event: MonsterFinished) -> None:
    state.scores.finished = event
    state.phase = "over"


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    MonsterStarted: _started,
    RoundDealt: _round_dealt,
    PointCardsArranged: _point_cards_arranged,
    CardPlayed: _card_played,
    TrickWon: _trick_won,
    RoundRecorded: _round_recorded,
    MonsterRoundScored: _round_scored,
    MonsterFinished: _finished,
}
