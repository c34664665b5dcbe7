"""What can have happened."""

from __future__ import annotations

from games.game import Started
from games.scores import Finished, RoundScored
from games.scoresheet.commands import SheetOptions


class SheetStarted(Started, frozen=True):
    """The sheet was laid out."""

    type = "scoresheet.started"
    options: SheetOptions


class RoundRecorded(RoundScored, frozen=True):
    """A round was reported. With `places_only` its points are the places."""

    type = "scoresheet.round_recorded"


class SheetFinished(Finished, frozen=True):
    """The last round was reported."""

    type = "scoresheet.finished"
