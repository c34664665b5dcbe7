"""`manage.py demo`: play a club night on a temporary server and database."""

from __future__ import annotations

import io
import secrets
import signal
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from deploy.club import DIRECTOR
from deploy.demo import Failed, report
from deploy.demo.client import Client
from deploy.demo.night import Night, Played
from deploy.demo.screen import Screen
from deploy.demo.server import Server, served, verified

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""What ends the demo; Windows has no SIGHUP."""
PASSWORD_BYTES = 12


class Command(BaseCommand):
    """Starts a server, plays over its REST API, prints the results, and removes everything."""

    help = "Plays a club night on a temporary server and database, and prints the results."
    # Only the server has a database.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--keep", action="store_true", help="leave the server running until Ctrl-C")

    def handle(self, *args: Any, keep: bool, **options: Any) -> None:
        for number in SIGNALS:
            signal.signal(number, interrupt)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        screen, password = Screen(sys.stdout), secrets.token_urlsafe(PASSWORD_BYTES)
        is_played = False
        try:
            with tempfile.TemporaryDirectory(prefix="tablekeeper-demo-") as folder, screen.busy():
                screen.doing("A server starts")
                with served(Path(folder), password) as server:
                    played = self.play(screen, server, password)
                    screen.doing("The log is verified")
                    show(screen, played, verified(server.folder))
                    is_played = True
                    if keep:
                        stay(screen, server, password)
                    screen.doing("The server stops")
        except Failed as failed:
            sys.exit(str(failed))
        except KeyboardInterrupt:
            if not is_played:
                sys.exit("The demo was interrupted; its server is stopped.")
        screen.say("The server is stopped and its database removed.")

    def play(self, screen: Screen, server: Server, password: str) -> Played:
        """Play the night. Raises Failed."""
        screen.say(f"A server of its own runs at {server.address}")
        with Client(server.address) as client:
            client.log_in(DIRECTOR, password)
            return Night(client, screen).play()


def show(screen: Screen, played: Played, verdict: str) -> None:
    """Print the seatings, the standings, the league table, and the result of `verify`."""
    for closed in played.rounds:
        screen.head(
            f"Round {closed['number']}: who sat where, in the order of the seats, with the points of their game"
        )
        screen.say(report.seatings(closed))
    screen.head(f"{played.tournament['name']}: standings after round {played.standings['after_round']}")
    screen.say(report.standings(played.standings, played.tournament["tie_breaks"]))
    screen.head("League table")
    screen.say(report.league_table(played.league_table))
    screen.head("The log")
    screen.say(f"verify: {verdict}")


def stay(screen: Screen, server: Server, password: str) -> None:
    """Wait until a signal comes. Raises Failed if the server ends by itself."""
    screen.head("To look at")
    screen.say(f"{server.address} (log in as {DIRECTOR} with the password {password})")
    screen.say(f"{server.address}api/v1/docs")
    screen.say("Ctrl-C stops the server and removes its database.")
    screen.doing("The server runs")
    server.wait()


def interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    """End the demo. Further signals are ignored, so that they can't disturb the clean-up."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt
