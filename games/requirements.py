"""What commands need, alike in the games: the refusals that come before a game's own rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.kernel import N_, Rejected


class Seated(Protocol):
    """A state with players."""

    @property
    def players(self) -> Sequence[str]: ...


def require_player(state: Seated, player: str, field: str = "player") -> None:
    """Refuses a stranger. field: where the command names them."""
    if player not in state.players:
        raise Rejected("unknown_player", N_("There is no such player in this match."), field=field)


def require_reported(play: str, phase: str) -> None:
    """Sheets are for recorded play, until the last round is in."""
    if play != "recorded":
        raise Rejected("wrong_phase", N_("This match is dealt here, its rounds are played and not reported."))
    if phase == "over":
        raise Rejected("wrong_phase", N_("The match is over."))
