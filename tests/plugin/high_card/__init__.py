"""High Card, a tiny game in a package of its own: each player turns a card up, the highest one wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from games.game import Game, Options, Started
from games.kernel import N_, REFEREE, Command, Event, Json, PublicEvent, Rejected, Rules, Viewer, draw
from games.scores import Finished, RoundScored, Scores, outcome, rank


class HighCardOptions(Options, frozen=True):
    """Nobody reports it: the cards are dealt here."""

    play: Literal["dealt"] = "dealt"


class Turn(Command, frozen=True, tag="turn"):
    """Turn the own card up."""

    player: str


class HighCardStarted(Started, frozen=True):
    """Everybody got a card, face down."""

    type = "high_card.started"
    options: HighCardOptions
    cards: dict[str, int]

    def show(self, viewer: Viewer) -> Json | None:
        shown = super().show(viewer)
        if shown is not None and viewer != REFEREE:
            del shown["cards"]
        return shown


class CardTurned(PublicEvent, frozen=True):
    """A player turned the own card up."""

    type = "high_card.card_turned"
    player: str
    card: int


class HighCardScored(RoundScored, frozen=True):
    """All cards lie open."""

    type = "high_card.round_scored"


class HighCardFinished(Finished, frozen=True):
    """The highest card has won."""

    type = "high_card.finished"


@dataclass(slots=True)
class State:
    """The table. cards: of all; turned: those that lie open."""

    players: tuple[str, ...] = ()
    cards: dict[str, int] = field(default_factory=dict)
    turned: dict[str, int] = field(default_factory=dict)
    scores: Scores = field(default_factory=Scores)


def start(players: tuple[str, ...], options: HighCardOptions, seed: str) -> Iterable[Event]:
    """Deals a card to each."""
    cards = draw(seed, "high-card/deal", range(1, 53))
    return [HighCardStarted(players, seed, options, dict(zip(players, cards, strict=False)))]


def decide(state: State, command: Turn) -> Iterator[Event]:
    """Turns a card; the last one ends the game."""
    if command.player not in state.players:
        raise Rejected("unknown_player", N_("There is no such player in this match."), field="player")
    if command.player in state.turned:
        raise Rejected("already_turned", N_("{player} has turned the card."), {"player": command.player})
    yield CardTurned(command.player, state.cards[command.player])
    if len(state.turned) == len(state.players):
        yield HighCardScored(1, {**state.cards}, {player: {"card": card} for player, card in state.cards.items()})
        yield HighCardFinished(*rank(state.players, state.scores.totals(state.players)))


def view(state: State, viewer: Viewer) -> Json:
    """The open cards; the own one."""
    own = state.cards if viewer == REFEREE else {who: card for who, card in state.cards.items() if who == viewer}
    return {"turned": dict(state.turned), "cards": dict(own)}


def _started(state: State, event: HighCardStarted) -> None:
    state.players, state.cards = event.players, dict(event.cards)


def _turned(state: State, event: CardTurned) -> None:
    state.turned[event.player] = event.card


def _scored(state: State, event: HighCardScored) -> None:
    state.scores.rounds.append(event)


def _finished(state: State, event: HighCardFinished) -> None:
    state.scores.finished = event


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    HighCardStarted: _started,
    CardTurned: _turned,
    HighCardScored: _scored,
    HighCardFinished: _finished,
}


def pending(state: State) -> list[Json]:
    """Whoever has not turned a card."""
    return [{"player": player, "type": "turn"} for player in state.players if player not in state.turned]


def robot(state: State, lot: Random) -> Json:
    """One of those who are awaited turns a card."""
    return {"type": "turn", "player": lot.choice(pending(state))["player"]}


GAME = Game(
    slug="high-card",
    title=N_("High Card"),
    min_players=2,
    max_players=8,
    options=HighCardOptions,
    rules=Rules("high-card", tuple(EVOLVE), (Turn,), State, EVOLVE, decide, view),
    start=start,
    pending=pending,
    outcome=lambda state: outcome(state.players, state.scores),
    robot=robot,
    sentences={"card_turned": N_("{player} turns up {card}.")},
)
