"""What releases have written, kept in `tests/data/upgrades`, and how it is brought back into a database of its own."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from django.db import connection

from tests.deploy.production import empty_database
from tests.processes import ROOT

DATA = ROOT / "tests" / "data" / "upgrades"
VERSIONS = sorted(folder.name for folder in DATA.iterdir())
PATIENCE_SECONDS = 300
BACKENDS = {"sqlite": "sqlite", "postgresql": "postgres"}


def read(version: str, name: str) -> str:
    """A file of a release."""
    return gzip.decompress((DATA / version / f"{name}.gz").read_bytes()).decode()


def backend() -> str:
    """The database on which the tests run, by which the files are named."""
    return BACKENDS[connection.vendor]


def answered(version: str) -> dict[str, Any]:
    """What the release answered about its night, on the database on which the tests run."""
    found: dict[str, Any] = json.loads(read(version, f"{backend()}.json"))
    return found


@contextmanager
def restored(version: str, folder: Path) -> Iterator[str]:
    """The address of a database as the release left it, not migrated yet."""
    dump = read(version, f"{backend()}.sql")
    if backend() == "sqlite":
        file = folder / "old.sqlite3"
        with closing(sqlite3.connect(file)) as database:
            database.executescript(dump)
        yield f"sqlite:///{file}"
        return
    with empty_database(f"upgrade_{uuid4().hex}") as url:
        with closing(psycopg.connect(url, autocommit=True)) as database:
            database.execute(dump)
        yield url


def call(url: str, target: str, *arguments: Any, **more: str) -> Any:
    """What `module:function` gives in a process of its own on that database."""
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "deploy.settings", **more}
    done = subprocess.run(
        [sys.executable, "-m", "tests.processes", target, json.dumps(arguments)], cwd=ROOT, env=environment,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def known(now: Any, before: Any) -> Any:
    """Today's answers to all that was asked before; fields that were added since are left out."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {name: known(value, before[name]) for name, value in now.items() if name in before}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [known(one, other) for one, other in zip(now, before, strict=True)]
    return now
