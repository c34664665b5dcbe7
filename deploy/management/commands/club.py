"""`manage.py club`: serve a club night from one machine, with web, worker and beat in one process, on SQLite."""

from __future__ import annotations

import errno
import os
import signal
import sys
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

import segno
import structlog
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from deploy import club
from deploy.celery import app
from deploy.data_folder import DATABASE
from deploy.embedded import Background
from league import tasks
from league.access.origin import addresses, is_here_only
from league.services import clocks, people

log = structlog.get_logger(__name__)

GENERAL_OPTIONS = {
    "--version",
    "--verbosity",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
    "--force-color",
}
"""Django's own options, which an organiser doesn't need."""


class Command(BaseCommand):
    """Sets up what is missing, prints the address, and serves until Ctrl-C."""

    help = "Serves a club night from this machine."
    # Some checks read the database, which is only migrated in `handle`.
    requires_system_checks: list[str] = []
    suppressed_base_arguments = GENERAL_OPTIONS
    server: club.Server | None = None

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Refuse shortened options, since deploy/modes.py, which reads them before Django, knows none."""
        return super().create_parser(prog_name, subcommand, allow_abbrev=False, **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on (127.0.0.1: this machine only)"
        )
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000; 0: any free one)")
        parser.add_argument(
            "--lan", action="store_true", help="open to the local network; shows the night's page as a QR code"
        )
        parser.add_argument("--data", metavar="DIR", help="the folder with the club's data (data)")

    def handle(self, *args: Any, **options: Any) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        host, folder = ("0.0.0.0" if options["lan"] else options["host"]), Path(os.environ["TABLEKEEPER_DATA"])  # noqa: S104
        lock = self.hold(folder)
        listening = self.listen(host, options["port"])
        port = listening.getsockname()[1]
        club.write_address(lock, club.url(host, port))
        password = self.set_up(folder / DATABASE)
        people.forget_again(at=timezone.now())
        self.catch_up()
        self.server = club.server()
        background = Background(app)
        background.start()
        self.greet(club.url(host, port), password)
        if options["lan"]:
            self.show_lan(port)
        elif is_here_only(host):
            self.say("Only this machine opens it. For phones in the hall, stop it and start it again with --lan.")
        self.say("Ctrl-C stops it.")
        try:
            self.server.run(sockets=[listening])
            self.say("Stopping, which takes some seconds.")
        finally:
            background.stop()
            self.empty_the_wal()
        self.say("Stopped.")

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        """End the server after the running requests; a second signal ends it at once."""
        if self.server is None:
            raise SystemExit(0)
        self.server.force_exit = self.server.should_exit
        self.server.should_exit = True

    def hold(self, folder: Path) -> Any:
        """Lock the data folder for this process."""
        try:
            return club.hold(folder)
        except club.AlreadyRunning as running:
            if running.address:
                raise SystemExit(f"Tablekeeper runs already with the data in {folder}, at {running.address}.") from None
            raise SystemExit(
                f"Tablekeeper is just starting with the data in {folder}, or a backup is being restored there."
            ) from None
        except OSError as error:
            raise SystemExit(f"Can't keep a club's data in {folder} ({error.strerror}).") from None

    def listen(self, host: str, port: int) -> Any:
        try:
            return club.listen(host, port)
        except (OSError, OverflowError) as error:
            raise SystemExit(f"Can't listen on {host}, port {port}: {reason(error)}.") from None

    def set_up(self, file: Path) -> str | None:
        """Migrate the database, and return the password of the first director; None if there are users.

        SQLite opens a read-only file without an error, so that is asked before.
        """
        try:
            connection.ensure_connection()
            if not os.access(file, os.W_OK):
                raise SystemExit(f"Can't use the database {file} (it is read-only).")
            call_command("migrate", interactive=False, verbosity=0)
            return club.first_director()
        except DatabaseError as error:
            raise SystemExit(f"Can't use the database {file} ({error}).") from None

    def empty_the_wal(self) -> None:
        """Leave the whole database in its one file, or say that it could not be done; nothing is lost by that."""
        try:
            club.empty_the_wal()
        except DatabaseError as error:
            self.say(f"What was stored last is in {DATABASE}-wal ({error}): where you copy the data, copy it too.")

    def catch_up(self) -> None:
        """Run the tasks that became due while the server was off. If one fails, the worker tries again every second."""
        clocks.begin()
        for task in (tasks.sweep_clocks, tasks.follow):
            try:
                task()
            except Exception:
                log.exception("left to the worker", task=task.name)

    def greet(self, address: str, password: str | None) -> None:
        """Print the address, and at the first start the password."""
        self.say(f"Tablekeeper is at {address}")
        if password and not os.environ.get("TABLEKEEPER_PASSWORD"):
            self.say(f"Log in as {club.DIRECTOR} with the password {password} (it is shown only this once).")
        elif password:
            self.say(f"Log in as {club.DIRECTOR} with the password from TABLEKEEPER_PASSWORD.")

    def show_lan(self, port: int) -> None:
        """Print the addresses for phones in the network, and as a QR code that of tonight's page."""
        origins = [club.url(address, port).rstrip("/") for address in addresses()]
        if settings.PUBLIC_ORIGIN:
            origins = [settings.PUBLIC_ORIGIN]
        if not origins:
            self.say("This machine isn't in a network now.")
            return
        first, *others = origins
        self.say(f"In this network it is at {first}/")
        for other in others:
            self.say(f"In another network of this machine it is at {other}/")
        page = club.night_page(timezone.now())
        self.say(f"The page of {page.tournament or 'the night'} for everybody's phones: {first}{page.path}")
        segno.make(f"{first}{page.path}").terminal(out=sys.stdout, compact=True)

    def say(self, sentence: str) -> None:
        """Print a line without buffering."""
        self.stdout.write(sentence)
        self.stdout.flush()


def reason(error: OSError | OverflowError) -> str:
    """Return the reason why the port can't be used, without Python's additions."""
    if isinstance(error, OverflowError):
        return "ports go from 0 to 65535"
    number = error.errno or 0
    if number < 0:  # from the look-up of the name
        return "this host is not known"
    return "it is in use, so try another --port" if number == errno.EADDRINUSE else os.strerror(number)
