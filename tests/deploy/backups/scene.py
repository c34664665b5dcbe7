"""Databases to back up and to restore into, of either kind."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import dj_database_url
import msgspec
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import ConnectionHandler

from deploy.backups.archive import MANIFEST
from deploy.databases import with_options
from league.log.verify import Finding, Tally, verify
from league.models import Club
from league.projections import followers
from league.repository import streams
from tests.deploy.production import empty_database
from tests.league.nights import Night, new_club, new_people, open_season

KIND = {"sqlite": "sqlite", "postgresql": "postgres"}
"""How `empty` calls a vendor."""
numbers = count()


@contextmanager
def empty(kind: str, folder: Path) -> Iterator[None]:
    """An empty database, which everything in this thread uses inside."""
    number = next(numbers)
    if kind == "sqlite":
        with using(f"sqlite:///{folder / f'restored-{number}.sqlite3'}"):
            yield
    else:
        with empty_database(f"restored_{os.getpid()}_{number}") as url, using(url):
            yield


@contextmanager
def using(url: str) -> Iterator[None]:
    """Everything in this thread uses the database of this address inside."""
    database = with_options(dict(dj_database_url.parse(url)), pool_size=1)
    database["OPTIONS"].pop("pool", None)
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = ConnectionHandler({DEFAULT_DB_ALIAS: database})[DEFAULT_DB_ALIAS]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = usual


def a_club() -> Club:
    """A club with a closed night of one round that counts in a season."""
    club = new_club()
    season = open_season(club)
    night = Night.open(club, seasons=[str(season)])
    night.enter(new_people(club, 4))
    night.play_round()
    night.close()
    followers.follow(club.pk)
    return club


def findings() -> list[Finding]:
    """What is wrong with the log that is used."""
    return list(verify(streams.codec().decode, Tally()))


def rewritten(
    file: Path, table: str, change: Callable[[list[Any]], list[Any]], *, manifest: Callable[[Any], None] | None = None
) -> Path:
    """A copy of a backup with other rows in one table, and with a manifest whose hashes agree with them."""
    copy = file.with_name(f"rewritten-{next(numbers)}")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
        about = msgspec.json.decode(old.read(MANIFEST))
        for part in about["parts"]:
            name = f"tables/{part['table']}.jsonl"
            raw = old.read(name)
            if part["table"] == table:
                rows = change([msgspec.json.decode(line) for line in raw.splitlines()])
                raw = b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
                part |= {"rows": len(rows), "sha256": sha256(raw).hexdigest()}
            new.writestr(name, raw)
        if manifest:
            manifest(about)
        new.writestr(MANIFEST, msgspec.json.encode(about))
    return copy
