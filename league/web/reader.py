"""Who reads a page of the hall, and what of a tournament they may see."""

from __future__ import annotations

from dataclasses import dataclass

from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament


@dataclass(frozen=True)
class Reader:
    """Somebody who reads a page. is_staff: of the tournament's club."""

    is_staff: bool = False

    def sees_results(self, state: Tournament, round: Round) -> bool:
        """Whether they may see the results of that round."""
        return True

    def sees_standings_after(self, state: Tournament) -> int:
        """The round up to which they may see standings; 0: none."""
        return len(state.begun_rounds)


PUBLIC = Reader()
