"""The way back to a point in time of docs/postgresql.md, with a real base backup and a real archive of the WAL."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

import psycopg
import pytest
from django.conf import LazySettings
from django.core.management import call_command

from league.log import store
from league.models import Club, Person
from league.services import people
from tests import servers
from tests.deploy import guides
from tests.deploy.backups.scene import a_club, findings, using
from tests.league.nights import EVENING, Night, new_people

pytestmark = pytest.mark.backend("postgres")
PATIENCE_SECONDS = 60


class Cluster:
    """A PostgreSQL with an archive, set up by the lines of the guide. Its data folder can be replaced."""

    def __init__(self) -> None:
        self.folder = servers.new_folder()
        self.command = servers.postgres_program(self.folder)
        self.data = Path(self.command[self.command.index("-D") + 1])
        self.programs = Path(self.command[0]).parent
        self.host = quote(str(self.folder), safe="")
        for name in ("wal", "base"):
            (self.folder / name).mkdir()
            servers.give_away(self.folder / name)

    def start(self) -> None:
        """Starts it with the guide's settings of the archive."""
        archive = [line for line in self.of_guide("wal_level").splitlines() if line]
        settings = [line.replace(" = ", "=", 1).replace("'", "", 1).rstrip("'") for line in archive]
        own = ("listen_addresses=", f"unix_socket_directories={self.folder}")
        self.server = servers._start([*self.command, *(f"-c{setting}" for setting in (*settings, *own))])
        servers._wait(self.server, lambda: psycopg.connect(self.url("postgres")).close(), "PostgreSQL")

    def stop(self) -> None:
        """Stops it cleanly."""
        self.run("pg_ctl", "stop", "--pgdata", str(self.data), "--mode", "fast")
        self.server.process.wait(PATIENCE_SECONDS)

    def of_guide(self, begins: str) -> str:
        """A block of the guide, with the folders of this cluster."""
        blocks = (
            block.replace("\n   ", "\n").strip() for block in guides.text_of("docs/postgresql.md").split("```")[1::2]
        )
        (found,) = (block for block in blocks if block.startswith(begins))
        return found.replace("/var/backups/wal", str(self.folder / "wal")).replace(
            "/var/backups/base/$(date +%F)", str(self.folder / "base" / "first")
        )

    def run(self, program: str, *arguments: str) -> None:
        """Runs a program of PostgreSQL as its user."""
        environment = {"PGHOST": str(self.folder), "PGUSER": "tablekeeper", "PATH": "/usr/bin:/bin"}
        done = subprocess.run(
            [str(self.programs / program), *arguments], user=servers.user(), cwd="/", env=environment, check=False,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_SECONDS,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://tablekeeper@{self.host}/{name}"

    def asked(self, query: str) -> str:
        """The one value that a query gives."""
        with closing(psycopg.connect(self.url("postgres"), autocommit=True)) as raw:
            row = raw.execute(query).fetchone()
            assert row is not None
            return str(row[0])


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    made.start()
    yield made
    made.server.stop()


@pytest.mark.usefixtures("db")
def test_a_restore_to_a_point_in_time_is_clean_and_forgets(
    cluster: Cluster, settings: LazySettings, tmp_path: Path
) -> None:
    settings.FORGOTTEN_FILE = str(tmp_path / "forgotten")
    with closing(psycopg.connect(cluster.url("postgres"), autocommit=True)) as raw:
        raw.execute("CREATE DATABASE club")
    with using(cluster.url("club")):
        call_command("migrate", verbosity=0)
        club = a_club()
        program, *options = cluster.of_guide("pg_basebackup").split()
        cluster.run(program, *options)
        night = Night.open(club)
        night.enter(new_people(club, 4))
        before = store.feed(club.pk, 0, 10_000)
    moment = cluster.asked("SELECT clock_timestamp()")
    with using(cluster.url("club")):
        night.play_round()
        forgotten = Person.objects.filter(club=club).order_by("pk")[0]
        people.forget(forgotten, actor="user:test", at=EVENING)
    last = cluster.asked("SELECT pg_walfile_name(pg_switch_wal())")
    wait_for(cluster.folder / "wal" / last)
    cluster.stop()
    go_back(cluster, moment)
    with using(cluster.url("club")):
        assert store.feed(club.pk, 0, 10_000) == before
        assert Person.objects.get(pk=forgotten.pk).name != "Forgotten person"
        call_command("forget")
        assert Person.objects.get(pk=forgotten.pk).name == "Forgotten person"
        call_command("verify")
        Night.open(Club.objects.get(pk=club.pk))
        assert findings() == []


def wait_for(file: Path) -> None:
    """Waits until a segment of the WAL is in the archive."""
    end = monotonic() + PATIENCE_SECONDS
    while not file.exists():
        assert monotonic() < end
        sleep(0.1)


def go_back(cluster: Cluster, moment: str) -> None:
    """Steps 2 to 4 of the guide."""
    cluster.data.rename(cluster.folder / "damaged")
    (cluster.folder / "base" / "first").rename(cluster.data)
    recovery = cluster.of_guide("restore_command").replace("2026-12-01 21:15:00+01", moment)
    with (cluster.data / "postgresql.auto.conf").open("a") as settings:
        settings.write(f"\n{recovery}\n")
    (cluster.data / "recovery.signal").touch()
    cluster.start()
    end = monotonic() + PATIENCE_SECONDS
    while cluster.asked("SELECT pg_is_in_recovery()") != "False":
        assert monotonic() < end
        sleep(0.1)
