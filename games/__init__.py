"""Rules of games: pure Python, no clock, no I/O. `Match` is the one face of every game."""

from games.kernel import Rejected
from games.match import Match
from games.registry import list_games

__all__ = ["Match", "Rejected", "list_games"]
