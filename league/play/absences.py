"""Who is absent from a round that the service seats."""

from __future__ import annotations

from collections.abc import Sequence

from league.domain.tournament.formats import Areas, Rotation, Swiss
from league.domain.tournament.state import Tournament
from league.play import form


def unpaired(state: Tournament, played: form.Round) -> Sequence[str]:
    """Who is absent from a round of two that the service seats, and so has no seat there but a bye of their own wish.

    In a round robin and a knockout everybody has an opponent all the same; with other points a seat that nobody took.
    """
    settings = state.settings
    is_of_two = settings.points.outcomes is not None and isinstance(settings.format, Areas | Rotation | Swiss)
    return played.absent if played.seat and is_of_two else ()
