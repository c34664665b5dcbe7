"""What can have happened, and what of it a viewer may see. A pair that was taken is shown to nobody."""

from __future__ import annotations

from games.affen_raffen.commands import RaffenOptions, ReportedPair
from games.affen_raffen.parts import Bonus, TaskName, Tile
from games.game import Started
from games.kernel import REFEREE, Event, Json, PublicEvent, Viewer, fields
from games.scores import Finished, RoundScored


class RaffenStarted(Started, frozen=True):
    """The players sat down."""

    type = "affen_raffen.started"
    options: RaffenOptions


class RoundStarted(Event, frozen=True):
    """The tiles lie face down, by their places. task: null in the junior variant."""

    type = "affen_raffen.round_started"
    round: int
    task: TaskName | None
    tiles: tuple[Tile, ...]

    def show(self, viewer: Viewer) -> Json | None:
        """Of the tiles their number."""
        shown = fields(self)
        return shown if viewer == REFEREE else {**shown, "tiles": len(self.tiles)}


class TileTurned(Event, frozen=True, gc=False):
    """A player looks at a tile."""

    type = "affen_raffen.tile_turned"
    player: str
    place: int
    tile: Tile

    def show(self, viewer: Viewer) -> Json | None:
        """The tile is seen by who turned it."""
        shown = fields(self)
        return shown if viewer in (REFEREE, self.player) else {"player": self.player, "place": self.place}


class TileTurnedBack(PublicEvent, frozen=True, gc=False):
    """A player laid the tile back."""

    type = "affen_raffen.tile_turned_back"
    player: str
    place: int


class PairTaken(PublicEvent, frozen=True, gc=False):
    """A player took the tiles of two places, face down."""

    type = "affen_raffen.pair_taken"
    player: str
    places: tuple[int, int]


class BonusKept(PublicEvent, frozen=True, gc=False):
    """A bonus tile lies open before the player who turned it."""

    type = "affen_raffen.bonus_kept"
    player: str
    place: int
    tile: Tile


class BonusGiven(PublicEvent, frozen=True, gc=False):
    """A forced bonus tile lies open before another player."""

    type = "affen_raffen.bonus_given"
    player: str
    to: str
    place: int
    tile: Tile


class PlayerFinished(PublicEvent, frozen=True):
    """A player has all the pairs. order: 1 for the first who has."""

    type = "affen_raffen.player_finished"
    player: str
    order: int


class RoundRecorded(PublicEvent, frozen=True):
    """A round played at a real table was reported."""

    type = "affen_raffen.round_recorded"
    round: int
    task: TaskName | None
    pairs: dict[str, tuple[ReportedPair, ...]]
    finished: tuple[str, ...]
    bonus: dict[str, tuple[Bonus, ...]]


class RaffenRoundScored(RoundScored, frozen=True):
    """The round's points. next_round: its number; null after the last."""

    type = "affen_raffen.round_scored"
    next_round: int | None


class RaffenFinished(Finished, frozen=True):
    """The last round was scored."""

    type = "affen_raffen.finished"
