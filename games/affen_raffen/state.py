"""The state, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.affen_raffen.commands import RaffenOptions
from games.affen_raffen.events import (
    BonusGiven,
    BonusKept,
    PairTaken,
    PlayerFinished,
    RaffenFinished,
    RaffenRoundScored,
    RaffenStarted,
    RoundRecorded,
    RoundStarted,
    TileTurned,
    TileTurnedBack,
)
from games.affen_raffen.parts import TASKS, Bonus, TaskName, Tile
from games.kernel import Event
from games.scores import Scores

Phase = Literal["ready", "search", "over"]


@dataclass(slots=True)
class State:
    """The table. round: the one being played, or the next to be; at the end the last.

    tiles: by place. holder: of each place that is not face down, who has turned or taken it. turned: the place that a
    player looks at. played: the tasks of the rounds so far.
    """

    players: tuple[str, ...] = ()
    options: RaffenOptions = field(default_factory=RaffenOptions)
    seed: str = ""
    phase: Phase = "ready"
    round: int = 1
    task: TaskName | None = None
    played: list[TaskName] = field(default_factory=list)
    tiles: tuple[Tile, ...] = ()
    holder: dict[int, str] = field(default_factory=dict)
    turned: dict[str, int | None] = field(default_factory=dict)
    pairs: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    bonus: dict[str, list[Bonus]] = field(default_factory=dict)
    open_places: set[int] = field(default_factory=set)
    finished: list[str] = field(default_factory=list)
    scores: Scores = field(default_factory=Scores)

    @property
    def is_junior(self) -> bool:
        return self.options.variant == "junior"

    @property
    def pairs_needed(self) -> int:
        """How many pairs a player needs to have finished."""
        return self.options.pairs_to_win if self.is_junior or self.task is None else TASKS[self.task].pairs

    def face_down(self) -> list[int]:
        """The places whose tile nobody has turned or taken."""
        return [place for place in range(len(self.tiles)) if place not in self.holder]


def _started(state: State, event: RaffenStarted) -> None:
    state.players, state.options, state.seed = event.players, event.options, event.seed
    _clear_table(state)


def _clear_table(state: State) -> None:
    state.task, state.tiles = None, ()
    state.holder, state.open_places, state.finished = {}, set(), []
    state.turned = dict.fromkeys(state.players)
    state.pairs = {player: [] for player in state.players}
    state.bonus = {player: [] for player in state.players}


def _round_started(state: State, event: RoundStarted) -> None:
    _clear_table(state)
    state.phase, state.task, state.tiles = "search", event.task, event.tiles


def _turned(state: State, event: TileTurned) -> None:
    state.turned[event.player] = event.place
    state.holder[event.place] = event.player


def _turned_back(state: State, event: TileTurnedBack) -> None:
    state.turned[event.player] = None
    del state.holder[event.place]


def _taken(state: State, event: PairTaken) -> None:
    state.pairs[event.player].append(event.places)
    for place in event.places:
        state.holder[place] = event.player


def _kept(state: State, event: BonusKept) -> None:
    _lay_open(state, event.player, event.player, event.place, event.tile)


def _given(state: State, event: BonusGiven) -> None:
    _lay_open(state, event.player, event.to, event.place, event.tile)


def _lay_open(state: State, finder: str, owner: str, place: int, tile: Tile) -> None:
    state.turned[finder] = None
    state.holder[place] = owner
    state.open_places.add(place)
    if tile.kind != "animal":
        state.bonus[owner].append(Bonus(tile.kind, tile.animal))


def _player_finished(state: State, event: PlayerFinished) -> None:
    state.finished.append(event.player)


def _recorded(state: State, event: RoundRecorded) -> None:
    state.task = event.task


def _scored(state: State, event: RaffenRoundScored) -> None:
    state.scores.rounds.append(event)
    state.phase = "ready"
    if state.task is not None:
        state.played.append(state.task)
    if event.next_round is not None:
        state.round = event.next_round
        _clear_table(state)


def _finished(state: State, event: RaffenFinished) -> None:
    state.scores.finished = event
    state.phase = "over"


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    RaffenStarted: _started,
    RoundStarted: _round_started,
    TileTurned: _turned,
    TileTurnedBack: _turned_back,
    PairTaken: _taken,
    BonusKept: _kept,
    BonusGiven: _given,
    PlayerFinished: _player_finished,
    RoundRecorded: _recorded,
    RaffenRoundScored: _scored,
    RaffenFinished: _finished,
}
