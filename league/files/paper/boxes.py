"""The boxes of a slip: what a table writes down in the game it plays, as the game's round sheet asks for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from games.kernel import Rejected
from games.match import Match
from games.round_sheet import RoundSheet

MOST_COLUMNS = 9
MOST_LINES = 15
"""More would be too small to write in, on a quarter of a sheet."""


@dataclass(frozen=True)
class Boxes:
    """A grid of boxes. columns: their heads. closing: heads of boxes that stand once for each player, at the end.

    lines: labels of the lines that each player has; one "" where there is only one. of_round: labels of lines that are
    about all players. hint: who wins. game: the number of one of several games that has a slip of its own; 0: all.
    """

    columns: tuple[str, ...]
    closing: tuple[str, ...] = ()
    lines: tuple[str, ...] = ("",)
    of_round: tuple[str, ...] = ()
    hint: str = ""
    game: int = 0

    def fits(self, seats: int) -> bool:
        """Whether the boxes of so many seats are large enough to write in."""
        is_narrow = len(self.columns) + len(self.closing) <= MOST_COLUMNS
        return is_narrow and (not self.is_stacked or self.height(seats) <= MOST_LINES)

    @property
    def is_stacked(self) -> bool:
        """Whether a player has several lines of boxes, below the name."""
        return len(self.lines) > 1

    def height(self, seats: int) -> int:
        """The number of lines, with those of the names where these are above the boxes."""
        return seats * (len(self.lines) + self.is_stacked) + len(self.of_round)


def boxes(game: str, options: Mapping[str, Any], seats: int, games: int = 1) -> list[Boxes]:
    """Return the boxes of a table's slips: one, or where a sheet needs the room, one for each of several games."""
    sheet = _sheet(game, json.dumps(options, sort_keys=True, default=str), seats)
    if games == 1:
        return [_of_game(sheet, seats)]
    together = _together(sheet, games)
    if together is not None and together.fits(seats):
        return [together]
    grid = _of_game(sheet, seats)
    return [replace(grid, game=number) for number in range(1, games + 1)]


@lru_cache(256)
def _sheet(game: str, options: str, seats: int) -> RoundSheet | None:
    """The sheet with which a match of so many players begins; None for dealt play, and where there can be none.

    options: as JSON.
    """
    try:
        return Match.start(game, [f"{seat}" for seat in range(seats)], json.loads(options)).round_sheet()
    except Rejected:  # fewer players than the game is for, as where somebody has left
        return None


def _of_game(sheet: RoundSheet | None, seats: int) -> Boxes:
    """The boxes of one game: all of its sheet, or the points of its rounds, or else the result alone."""
    result = Boxes((_("Score"),), (_("Place"),))
    if sheet is None:
        return result
    labels, hint = tuple(_(field.label) for field in sheet.of_player), _(sheet.hint) if sheet.hint else ""
    if sheet.of == 1 and not _has_lists(sheet):
        is_place = len(sheet.of_player) == 1 and sheet.of_player[0].name == "places"
        return Boxes(labels, () if is_place else (_("Place"),), of_round=_of_round(sheet), hint=hint)
    numbers = tuple(str(number) for number in range(1, sheet.of + 1))
    closing = (_("Sum"), _("Place"))
    lines = labels if len(labels) > 1 or sheet.of_round else ("",)
    points = Boxes(numbers, closing, hint=hint)
    whole = points if _has_lists(sheet) else replace(points, lines=lines, of_round=_of_round(sheet))
    rounds = [whole, points] if len(numbers) > 1 else []
    return next((grid for grid in rounds if grid.fits(seats)), replace(result, hint=hint))


def _together(sheet: RoundSheet | None, games: int) -> Boxes | None:
    """The boxes of several games on one slip; None where a game's sheet has more than one number for each player."""
    if sheet is not None and (sheet.of > 1 or len(sheet.of_player) > 1 or _has_lists(sheet) or sheet.of_round):
        return None
    label = _("Score") if sheet is None else _(sheet.of_player[0].label)
    place = _("Place")
    heads = tuple(_("Game {number}").format(number=number) for number in range(1, games + 1))
    hint = _(sheet.hint) if sheet is not None and sheet.hint else ""
    return Boxes(heads, lines=("",) if label == place else (label, place), hint=hint)


def _has_lists(sheet: RoundSheet) -> bool:
    """Whether a player's part is a list of things, for which a slip has no room."""
    return any(field.kind == "list" for field in (*sheet.of_player, *sheet.of_round))


def _of_round(sheet: RoundSheet) -> tuple[str, ...]:
    return tuple(_(field.label) for field in sheet.of_round)
