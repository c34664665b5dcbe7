"""`manage.py serve`: run the web processes of production, behind a proxy that speaks https."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from uvicorn.supervisors import Multiprocess

from deploy import even_connections
from deploy.club import GRACE_SECONDS, listen, raise_open_files
from deploy.connections import Limits, most_connections


class Command(BaseCommand):
    """Runs Uvicorn on a socket without delay, whose connections its processes share evenly.

    With Uvicorn's own `--workers`, each response but the first of a connection waits some 40 ms for the client's
    acknowledgement.
    """

    help = "Serves the web application with several processes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--workers", type=int, default=1, help="how many processes answer (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            listening = listen(options["host"], options["port"])
        except (OSError, OverflowError) as error:
            raise CommandError(f"Can't listen on {options['host']} port {options['port']} ({error}).") from None
        listening.set_inheritable(True)
        config = even_connections.config(
            "deploy.asgi:application",
            processes=options["workers"],
            grace_seconds=GRACE_SECONDS,
            limits=Limits(most=most_connections(raise_open_files())),
        )
        with listening:
            Multiprocess(config, sockets=[listening]).run()
