"""`manage.py simulate GAME`: let bots play a game, and count wins by seat."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import track
from rich.table import Table

from games import Match, Rejected
from games.bots import Endless, play
from games.game import Game
from games.registry import all_games, find_game
from league.domain.values.numbers import display

MOST_GAMES = 1_000_000


@dataclass
class Tally:
    """Wins and points by seat. A shared win counts as a fraction."""

    bots: Sequence[str]
    wins: list[Fraction] = field(default_factory=list)
    points: list[Fraction] = field(default_factory=list)
    games: int = 0
    events: int = 0
    cpu_seconds: float = 0

    def __post_init__(self) -> None:
        self.wins = [Fraction(0)] * len(self.bots)
        self.points = [Fraction(0)] * len(self.bots)

    def add(self, match: Match) -> None:
        """Count a finished game."""
        outcome, players = match.outcome(), match.state.players
        for seat, player in enumerate(players):
            if player in outcome["winners"]:
                self.wins[seat] += Fraction(1, len(outcome["winners"]))
            self.points[seat] += Fraction(outcome["totals"][player])
        self.games += 1
        self.events += match.version


class Command(BaseCommand):
    """Plays dealt games with bots; each bot sees only its own view."""

    help = "Lets bots play a game many times, and prints the wins by seat and the speed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's slug, such as monster-trick")
        parser.add_argument("--players", type=int, help="how many players; by default the fewest")
        parser.add_argument("--games", type=int, default=100, help="how many games to play (100)")
        parser.add_argument("--bots", default="tries", help="tries, random, or one for each seat, separated by commas")
        parser.add_argument("--seed", type=int, default=0, help="the same seed plays the same games (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tally = simulated(options["game"], options["players"], options["games"], options["bots"], options["seed"])
        except Rejected as refusal:
            raise CommandError(refusal.detail) from refusal
        except Endless as endless:
            raise CommandError(_("The bots never finish a game of %(game)s.") % {"game": endless}) from endless
        console = Console(file=self.stdout)  # type: ignore[arg-type]  # it writes text
        console.print(_table(tally))
        seconds = max(tally.cpu_seconds, 1e-9)
        speed = {"games": f"{tally.games / seconds:,.1f}", "events": f"{tally.events / seconds:,.0f}"}
        console.print(_("%(games)s games and %(events)s events a second of CPU") % speed)


def simulated(slug: str, players: int | None, games: int, bots: str, seed: int) -> Tally:
    """Play so many games. Raises CommandError for wrong arguments, Rejected where the game refuses them."""
    game = find_game(slug)
    if not game.bots:
        known = ", ".join(known.slug for known in all_games().values() if known.bots)
        raise CommandError(
            _("There is no bot for %(game)s; there are bots for: %(known)s.") % {"game": slug, "known": known}
        )
    seats = game.min_players if players is None else players
    if not game.min_players <= seats <= game.max_players:
        facts = {"title": game.title, "fewest": game.min_players, "most": game.max_players}
        raise CommandError(_("%(title)s is for %(fewest)s to %(most)s players.") % facts)
    if not 1 <= games <= MOST_GAMES:
        raise CommandError(_("The number of games must be from 1 to %(most)s.") % {"most": MOST_GAMES})
    tally = Tally(_seated(game, bots, seats))
    for number in track(range(games), description=_("Games"), console=Console(stderr=True), transient=True):
        began = process_time()
        tally.add(_played(game, tally.bots, seed, number))
        tally.cpu_seconds += process_time() - began
    return tally


def _seated(game: Game[Any], bots: str, seats: int) -> Sequence[str]:
    """Return the name of each seat's bot. bots: one for all, or one for each."""
    named = bots.split(",")
    if unknown := [name for name in named if name not in game.bots]:
        facts = {"name": unknown[0], "known": ", ".join(game.bots)}
        raise CommandError(_("There is no bot %(name)s; the bots are: %(known)s.") % facts)
    if len(named) not in (1, seats):
        raise CommandError(_("Name one bot for all seats, or one for each of the %(seats)s.") % {"seats": seats})
    return named * seats if len(named) == 1 else named


def _played(game: Game[Any], bots: Sequence[str], seed: int, number: int) -> Match:
    players = [f"seat {seat}" for seat in range(1, len(bots) + 1)]
    match = Match.start(game.slug, players, {"play": "dealt"}, f"{seed}/{number}")
    by_player = {player: game.bots[bot]() for player, bot in zip(players, bots, strict=True)}
    return play(match, by_player, Random(f"bots/{seed}/{number}"))  # noqa: S311 - games, not secrets


def _table(tally: Tally) -> Table:
    table = Table(_("Seat"), _("Bot"), title=_("%(games)s games") % {"games": tally.games})
    for heading in (_("Wins"), _("Share"), _("Points a game")):
        table.add_column(heading, justify="right")
    for row in _rows(tally):
        table.add_row(*row)
    return table


def _rows(tally: Tally) -> Iterator[tuple[str, ...]]:
    for seat, bot in enumerate(tally.bots):
        share = 100 * tally.wins[seat] / tally.games
        wins, points = display(tally.wins[seat]), display(tally.points[seat] / tally.games)
        yield str(seat + 1), bot, wins, f"{float(share):.1f} %", points
