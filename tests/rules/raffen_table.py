"""Scenes of Affen Raffen: a table whose tiles lie as the test says."""

from __future__ import annotations

from typing import Any

import pytest

from games import Match, Rejected
from games.affen_raffen.parts import Bonus, Tile
from games.affen_raffen.scoring import Collected, parts
from games.affen_raffen.state import State

Json = dict[str, Any]
PLAYERS = ["ann", "bob", "cy"]


def tile(words: str) -> Tile:
    """ "lion blue" as a tile, "bonus" as a bonus tile in a pair."""
    return Tile("first") if words == "bonus" else Tile("animal", *words.split())  # type: ignore[arg-type]


def pair(one: str, other: str | None = None) -> tuple[Tile, Tile]:
    """A pair; of one word a matching one."""
    return tile(one), tile(other or one)


def scored(
    task: str | None,
    pairs: dict[str, list[tuple[Tile, Tile]]],
    *finished: str,
    players: list[str] | None = None,
    **bonus: list[Bonus],
) -> dict[str, dict[str, int]]:
    """The parts of everybody's points."""
    state = State(players=tuple(players or PLAYERS), task=task)  # type: ignore[arg-type]
    collected = Collected(pairs, finished, bonus)
    return {player: parts(state, collected, player) for player in state.players}


def points(breakdown: dict[str, int]) -> int:
    return sum(breakdown.values())


class Search:
    """A dealt round in which the referee's eye finds tiles for the players."""

    def __init__(self, players: list[str] | None = None, seed: int = 1, **options: Any) -> None:
        self.players = players or PLAYERS
        self.match = Match.start("affen-raffen", self.players, {"play": "dealt", **options}, seed)
        self.send("start_round")

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def send(self, kind: str, player: str | None = None, **fields: Any) -> list[Json]:
        return self.match.send({"type": kind, **({"player": player} if player else {}), **fields})

    def refused(self, kind: str, player: str | None = None, **fields: Any) -> str:
        """The code with which it is refused; nothing changes."""
        before = self.match.log
        with pytest.raises(Rejected) as refusal:
            self.send(kind, player, **fields)
        assert self.match.log == before
        return refusal.value.code

    def down(self, *kinds: str) -> int:
        """A face-down place whose tile is of one of these kinds."""
        return next(place for place in self.state.face_down() if self.state.tiles[place].kind in kinds)

    def alike(self) -> list[int]:
        """Two face-down places with a pair."""
        known: dict[Tile, int] = {}
        for place in self.state.face_down():
            found = self.state.tiles[place]
            if found in known and not found.is_bonus:
                return [known[found], place]
            known[found] = place
        raise AssertionError("no pair is left")

    def unlike(self) -> list[int]:
        """Two face-down places that are no pair."""
        first, *others = [place for place in self.state.face_down() if not self.state.tiles[place].is_bonus]
        return [first, next(place for place in others if self.state.tiles[place] != self.state.tiles[first])]

    def take_all(self, player: str, *, false: int = 0) -> list[Json]:
        """A player takes as many pairs as are needed, some of them false; the last events."""
        for number in range(self.state.pairs_needed):
            events = self.send("take", player, places=self.unlike() if number < false else self.alike())
        return events
