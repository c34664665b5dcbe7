"""How far everybody has come in a knockout, which its standings go by before any points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from league.domain.seating import knockout
from league.domain.seating.field import Bounds, Field
from league.domain.seating.past import past_of

if TYPE_CHECKING:
    from league.domain.tournament.state import Round, Tournament


def reached(state: Tournament, rounds: Sequence[Round]) -> Mapping[str, int]:
    """Ranks from 1, equal where equally far, after the closed of `rounds`; nobody has one in another format."""
    if state.knockout is None:
        return {}
    closed = tuple(past_of(found) for found in rounds if found.state == "closed")
    if not closed:
        return {}
    size = state.settings.table_size
    players = tuple(entry.id for entry in state.players(state.next_number))
    field = Field(len(closed) + 1, "", players, Bounds(size.min, size.max, size.prefer), past=closed)
    return knockout.reached(field, advance=state.knockout.advance)
