"""The oldest PostgreSQL that is supported, Debian 12's: for tests of what its versions do differently."""

from __future__ import annotations

import subprocess
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import psycopg

from deploy import debian
from tests import servers

VERSION = 15
PROGRAMS = Path(f"/usr/lib/postgresql/{VERSION}/bin")
REASON = f"The oldest PostgreSQL that is supported, {VERSION}, is tried too."


def _found() -> str | None:
    return str(PROGRAMS) if (PROGRAMS / "postgres").exists() else None


def start() -> servers.Server:
    """A running server with an empty database. Raises deploy.debian.Missing."""
    debian.find_or_install(f"postgresql-{VERSION}", REASON, _found)
    folder = servers.new_folder()
    servers.give_away(folder)
    data = folder / "data"
    options = [option for option in servers.INITDB if "builtin" not in option]
    initdb = [str(PROGRAMS / "initdb"), f"--pgdata={data}", "--username=tablekeeper", *options]
    subprocess.run(initdb, user=servers.user(), stdin=subprocess.DEVNULL, capture_output=True, check=True, cwd="/")
    settings = ("listen_addresses=", f"unix_socket_directories={folder}", *servers.UNSAFE_AND_FAST)
    server = servers._start([PROGRAMS / "postgres", "-D", data, *(f"-c{setting}" for setting in settings)])
    server.url = f"postgresql://tablekeeper@{quote(str(folder), safe='')}/postgres"
    servers._wait(server, lambda: psycopg.connect(server.url, connect_timeout=5).close(), f"PostgreSQL {VERSION}")
    with closing(psycopg.connect(server.url, autocommit=True)) as connection:
        connection.execute("CREATE DATABASE tablekeeper")
    server.url = server.url.removesuffix("postgres") + "tablekeeper"
    return server
