"""The state, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.four_monkeys.commands import MonkeysOptions
from games.four_monkeys.events import (
    BananaPassed,
    HandReplenished,
    MonkeysFinished,
    MonkeysRoundScored,
    MonkeysStarted,
    RoundEnded,
    RoundRecorded,
    RoundStarted,
    RoundVoided,
    Seats,
    SmartestFound,
    TileBurned,
    TileChecked,
    TileGrabbed,
    TileRevealed,
)
from games.four_monkeys.parts import HAND, Colour, Combo, seat_of
from games.kernel import Event
from games.scores import Adjustment, Scores

Phase = Literal["ready", "play", "check", "over"]
FALSE_STOP = "false_stop"


@dataclass(slots=True)
class Tile:
    """A combo tile before its owner. cards: ids beneath; None where it was reported and nobody said."""

    combo: Combo
    cards: tuple[int, ...] | None
    burned: bool = False
    aside: bool = False
    checked: bool = False

    @property
    def value(self) -> int:
        """What its visible side is worth."""
        return self.combo.value - self.burned

    @property
    def is_to_check(self) -> bool:
        return not self.aside and not self.checked


@dataclass(slots=True)
class Area:
    """An area and its stacks, each with the top tile last; one that is used up stays, empty."""

    seats: Seats
    stacks: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class Place:
    """What lies before a player. pile: the deck, its top card last. skins: banana skins received.

    after_grab: the player's last action was a grab.
    """

    hand: list[int] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    replenished: bool = False
    own_skin: bool = False
    skins: int = 0
    after_grab: bool = False

    @property
    def combos(self) -> set[str]:
        """The different combos that the player has a tile of."""
        return {tile.combo.id for tile in self.tiles}


@dataclass(slots=True)
class State:
    """The table. round: the one being played, or the next to be; at the end the last. attempt: at it, from 1.

    area_of: by player. places: by player. smartest: while tiles are checked. turn: whose tile is checked next.
    """

    players: tuple[str, ...] = ()
    options: MonkeysOptions = field(default_factory=MonkeysOptions)
    seed: str = ""
    catalogue: dict[str, Combo] = field(default_factory=dict)
    phase: Phase = "ready"
    round: int = 1
    attempt: int = 1
    areas: list[Area] = field(default_factory=list)
    area_of: dict[str, Area] = field(default_factory=dict)
    decks: dict[str, Colour] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    smartest: tuple[str, ...] = ()
    turn: str | None = None
    scores: Scores = field(default_factory=Scores)


def _started(state: State, event: MonkeysStarted) -> None:
    state.players = event.players
    state.options = event.options
    state.seed = event.seed
    state.catalogue = {combo.id: combo for combo in event.options.catalogue}
    _clear_table(state)


def _clear_table(state: State) -> None:
    for area in state.areas:
        area.stacks = []
    state.places = {player: Place() for player in state.players}
    state.smartest = ()
    state.turn = None


def _round_started(state: State, event: RoundStarted) -> None:
    _clear_table(state)
    state.areas = [Area(seats, [list(reversed(s)) for s in event.stacks.get(seats.name, ())]) for seats in event.areas]
    state.area_of = {player: area for area in state.areas for player in area.seats.players}
    state.decks = dict(event.decks)
    for player, place in state.places.items():
        pile = event.piles.get(player, ())
        place.hand = list(pile[:HAND])
        place.pile = list(reversed(pile[HAND:]))
        place.own_skin = state.options.bananas
    state.phase = "play"


def _draw(state: State, place: Place, drawn: Iterable[int]) -> None:
    for card in drawn:
        state.places[state.players[seat_of(card)]].pile.pop()
        place.hand.append(card)


def _tile_grabbed(state: State, event: TileGrabbed) -> None:
    place = state.places[event.player]
    state.area_of[event.player].stacks[event.stack].pop()
    for card in event.cards:
        place.hand.remove(card)
    place.tiles.append(Tile(state.catalogue[event.combo], event.cards))
    _draw(state, place, event.drawn)
    place.after_grab = True


def _tile_burned(state: State, event: TileBurned) -> None:
    place = state.places[event.player]
    place.tiles[event.tile].burned = True
    _draw(state, place, event.drawn)
    place.after_grab = False


def _hand_replenished(state: State, event: HandReplenished) -> None:
    place = state.places[event.player]
    place.replenished = True
    for card in event.discarded:
        place.hand.remove(card)
    _draw(state, place, event.drawn)
    place.after_grab = False


def _tile_revealed(state: State, event: TileRevealed) -> None:
    stacks = state.area_of[event.player].stacks
    stacks.append([stacks[event.stack].pop()])
    state.places[event.player].after_grab = False


def _banana_passed(state: State, event: BananaPassed) -> None:
    giver = state.places[event.player]
    if event.own:
        giver.own_skin = False
    else:
        giver.skins -= 1
    giver.after_grab = False
    state.places[event.to].skins += 1


def _round_voided(state: State, event: RoundVoided) -> None:
    state.scores.adjustments.append(Adjustment(event.player, event.points, FALSE_STOP, event.round))
    state.attempt = event.attempt + 1
    state.phase = "ready"
    _clear_table(state)


def _round_recorded(state: State, event: RoundRecorded) -> None:
    for player, report in event.sheet.items():
        place = state.places[player]
        place.tiles = [Tile(state.catalogue[tile.combo], None, tile.burned) for tile in report.tiles]
        place.replenished = report.replenished
        place.own_skin = False
        place.skins = report.bananas


def _round_ended(state: State, event: RoundEnded) -> None:
    for player, place in state.places.items():
        place.hand = []
        for tile in event.aside[player]:
            place.tiles[tile].aside = True
    state.phase = "check"


def _smartest_found(state: State, event: SmartestFound) -> None:
    state.smartest = event.players
    state.turn = event.turn


def _tile_checked(state: State, event: TileChecked) -> None:
    tile = state.places[event.player].tiles[event.tile]
    tile.checked = True
    tile.aside = not event.correct
    state.turn = event.turn


def _round_scored(state: State, event: MonkeysRoundScored) -> None:
    state.scores.rounds.append(event)
    if event.next_round is not None:
        state.round = event.next_round
        state.attempt = 1
        state.phase = "ready"
        _clear_table(state)


def _finished(state: State, event: MonkeysFinished) -> None:
    state.scores.finished = event
    state.phase = "over"


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    MonkeysStarted: _started,
    RoundStarted: _round_started,
    TileGrabbed: _tile_grabbed,
    TileBurned: _tile_burned,
    HandReplenished: _hand_replenished,
    TileRevealed: _tile_revealed,
    BananaPassed: _banana_passed,
    RoundVoided: _round_voided,
    RoundRecorded: _round_recorded,
    RoundEnded: _round_ended,
    SmartestFound: _smartest_found,
    TileChecked: _tile_checked,
    MonkeysRoundScored: _round_scored,
    MonkeysFinished: _finished,
}
