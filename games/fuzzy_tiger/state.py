"""The state, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.fuzzy_tiger.cards import SLEEP
from games.fuzzy_tiger.commands import FuzzyOptions
from games.fuzzy_tiger.events import (
    CardActed,
    CardChosen,
    CardsRevealed,
    CardsTakenBack,
    FuzzyFinished,
    FuzzyScored,
    FuzzyStarted,
    MonkeysWentBack,
    NextTigerFound,
    ResultRecorded,
    TigerWoke,
    TurnLost,
    WhiskersPlucked,
)
from games.kernel import Event
from games.scores import Scores

Phase = Literal["choose", "act", "over"]


@dataclass(slots=True)
class State:
    """The table. revealed: turns whose cards were turned up. chosen: cards that lie face down.

    spent: in the order played. to_act: the cards of this turn that have not acted, each with its players, in order.
    last_turn: what happened since cards were last turned up.
    """

    players: tuple[str, ...] = ()
    options: FuzzyOptions = field(default_factory=FuzzyOptions)
    revealed: int = 0
    positions: dict[str, int] = field(default_factory=dict)
    tiger: int = SLEEP
    whiskers: dict[str, int] = field(default_factory=dict)
    damage: dict[str, int] = field(default_factory=dict)
    time: int | None = None
    in_hand: dict[str, list[int]] = field(default_factory=dict)
    spent: dict[str, list[int]] = field(default_factory=dict)
    sheltered: tuple[str, ...] = ()
    chosen: dict[str, int] = field(default_factory=dict)
    to_act: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    last_turn: list[Event] = field(default_factory=list)
    scores: Scores = field(default_factory=Scores)

    @property
    def phase(self) -> Phase:
        """Before the end cards are chosen, unless one waits for its player's choice."""
        if self.scores.finished is not None:
            return "over"
        return "act" if self.to_act else "choose"

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; at the end that of the last."""
        return self.revealed + 1 if self.phase == "choose" else max(1, self.revealed)


def _started(state: State, event: FuzzyStarted) -> None:
    state.players = event.players
    state.options = event.options
    state.positions = dict(event.at.positions)
    state.tiger = event.at.tiger
    state.whiskers = dict(event.at.whiskers)
    state.damage = dict(event.at.damage)
    state.time = event.at.time
    state.in_hand = {player: list(event.cards) for player in event.players}
    state.spent = {player: [] for player in event.players}


def _card_chosen(state: State, event: CardChosen) -> None:
    state.in_hand[event.player].remove(event.card)
    state.chosen[event.player] = event.card


def _cards_revealed(state: State, event: CardsRevealed) -> None:
    state.revealed = event.turn
    for player, card in event.cards.items():
        state.spent[player].append(card)
    state.chosen = {}
    state.sheltered = ()
    state.to_act = list(event.order)
    state.last_turn = [event]


def _turn_lost(state: State, event: TurnLost) -> None:
    del state.to_act[0]
    state.last_turn.append(event)


def _card_acted(state: State, event: CardActed) -> None:
    del state.to_act[0]
    state.positions.update(event.moved)
    state.tiger = event.tiger
    state.sheltered += event.sheltered
    state.last_turn.append(event)


def _cards_taken_back(state: State, event: CardsTakenBack) -> None:
    for player, cards in event.cards.items():
        state.in_hand[player] = sorted([*state.in_hand[player], *cards])
        state.spent[player] = []
    state.last_turn.append(event)


def _whiskers_plucked(state: State, event: WhiskersPlucked) -> None:
    state.whiskers[event.player] += event.whiskers
    state.tiger = event.tiger
    state.last_turn.append(event)


def _monkeys_went_back(state: State, event: MonkeysWentBack) -> None:
    state.positions.update(event.moved)
    state.last_turn.append(event)


def _tiger_woke(state: State, event: TigerWoke) -> None:
    for player, damage in event.damage.items():
        state.damage[player] += damage
    state.to_act = []
    state.last_turn.append(event)


def _next_tiger_found(state: State, event: NextTigerFound) -> None:
    state.positions = dict(event.positions)
    state.tiger = event.tiger
    state.time = event.time
    state.sheltered = ()
    state.last_turn.append(event)


def _result_recorded(state: State, event: ResultRecorded) -> None:
    state.whiskers = dict(event.whiskers)
    state.damage = dict(event.damage)
    if event.positions is not None:
        state.positions = dict(event.positions)


def _round_scored(state: State, event: FuzzyScored) -> None:
    state.scores.rounds.append(event)


def _finished(state: State, event: FuzzyFinished) -> None:
    state.scores.finished = event


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    FuzzyStarted: _started,
    CardChosen: _card_chosen,
    CardsRevealed: _cards_revealed,
    TurnLost: _turn_lost,
    CardActed: _card_acted,
    CardsTakenBack: _cards_taken_back,
    WhiskersPlucked: _whiskers_plucked,
    MonkeysWentBack: _monkeys_went_back,
    TigerWoke: _tiger_woke,
    NextTigerFound: _next_tiger_found,
    ResultRecorded: _result_recorded,
    FuzzyScored: _round_scored,
    FuzzyFinished: _finished,
}
