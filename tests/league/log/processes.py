"""Real processes on the test's database, by fork."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections

FORK = multiprocessing.get_context("fork")


def start(run: Callable[..., None], *args: Any) -> BaseProcess:
    """A process that runs `run` on a connection of its own."""
    assert "memory" not in str(connection.settings_dict["NAME"]), "these tests need a database that processes share"
    connections.close_all()
    if connection.vendor == "postgresql":
        cast("Any", connections[DEFAULT_DB_ALIAS]).close_pool()  # its connections and threads are not for two processes
    process = FORK.Process(target=run, args=args, daemon=True)
    process.start()
    return process
