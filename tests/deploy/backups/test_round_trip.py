"""What was backed up is restored, in the same kind of database and in the other one."""

from __future__ import annotations

import gzip
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.conf import LazySettings
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from knox.models import AuthToken
from pytest_django import DjangoDbBlocker

from deploy.backups import restoring, saving, tables
from deploy.backups.archive import Manifest
from league.log import store
from league.models import Club, Event, Person, User
from league.services import people
from tests.deploy.backups.scene import KIND, a_club, empty, findings, using
from tests.league.log.scene import batch, notes, stream_of, write
from tests.league.nights import EVENING, Night, new_people, new_user
from tests.pins.test_fixtures import DUMP
from tests.standing import made_once


class Saved:
    """A backup of a club, and what else is in it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.club = a_club()
        self.user = new_user("ada", self.club)
        AuthToken.objects.create(user=self.user)
        SessionStore().create()
        self.last_user = new_user("gone").pk
        User.objects.filter(pk=self.last_user).delete()
        self.manifest = saving.save(file)
        self.log = store.feed(self.club.pk, 0, 10_000)


@pytest.fixture(scope="module")
def saved(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Saved]:
    """A backup, made once for the module."""
    file = tmp_path_factory.mktemp("backup") / "club.backup"
    with made_once(django_db_blocker, lambda: Saved(file)) as made:
        yield made


@pytest.fixture
def restored(saved: Saved, db: None, tmp_path: Path) -> Iterator[restoring.Restored]:
    """A database of the same kind, restored from the backup."""
    with empty(KIND[connection.vendor], tmp_path):
        yield restoring.restore(saved.file)


NUMBERED_AGAIN = ("league_leaguetablerow", "league_ratedround", "league_rating")
"""Their rows get other numbers when they are derived again."""


def contents(manifest: Manifest) -> dict[str, tuple[int, str, int]]:
    """Everything in a backup, by table."""
    return {
        part.table: (part.rows, "", 0) if part.table in NUMBERED_AGAIN else (part.rows, part.sha256, part.last_number)
        for part in manifest.parts
    }


def test_everything_comes_back_and_goes_on(saved: Saved, restored: restoring.Restored, tmp_path: Path) -> None:
    assert (restored.findings, restored.different, restored.forgotten) == ([], [], 0)
    assert restored.tally.events == len(saved.log)
    assert store.feed(saved.club.pk, 0, 10_000) == saved.log
    assert contents(saving.save(tmp_path / "again.backup")) == contents(saved.manifest)
    assert User.objects.get(username="ada").check_password("secret")
    assert (AuthToken.objects.count(), Session.objects.count()) == (1, 0)
    assert ContentType.objects.get_for_model(Club).model_class() is Club
    assert_goes_on(saved)


def assert_goes_on(saved: Saved) -> None:
    """Numbers are not given twice, not even those of rows that were deleted; a new night can be played."""
    assert new_user("next").pk > saved.last_user
    night = Night.open(Club.objects.get(pk=saved.club.pk))
    night.enter(new_people(night.club, 4))
    night.play_round()
    new = store.feed(night.club.pk, saved.log[-1].position, 10_000)
    assert [event.stream for event in new if event.version == 1 and event.kind == "tournament"] == [night.id]
    assert findings() == []


@pytest.mark.usefixtures("db")
def test_forgotten_people_stay_forgotten(saved: Saved, tmp_path: Path, settings: LazySettings) -> None:
    """The backup has their name, and only the list outside of the database knows better."""
    person = Person.objects.filter(club=saved.club).order_by("pk")[0]
    settings.FORGOTTEN_FILE = str(tmp_path / "forgotten")
    people.forget(person, actor="user:test", at=EVENING)
    with empty(KIND[connection.vendor], tmp_path):
        restored = restoring.restore(saved.file)
        assert restored.forgotten == 1
        assert Person.objects.get(pk=person.pk).name == "Forgotten person"
        assert Event.objects.filter(type="club.person_forgotten", actor="restore").count() == 1
        assert findings() == []


@pytest.mark.backend("postgres")
@pytest.mark.usefixtures("db")
def test_the_other_kind_of_database_has_the_same_contents(saved: Saved, tmp_path: Path) -> None:
    with empty("sqlite", tmp_path):
        assert restoring.restore(saved.file).different == []
        back = saving.save(tmp_path / "sqlite.backup")
    assert contents(back) == contents(saved.manifest)
    with empty("postgres", tmp_path):
        assert restoring.restore(tmp_path / "sqlite.backup").different == []
        assert contents(saving.save(tmp_path / "postgres.backup")) == contents(saved.manifest)
        assert_goes_on(saved)


@pytest.mark.backend("postgres")
@pytest.mark.usefixtures("db")
def test_a_backup_of_an_older_version_is_migrated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A backup can also be made before migrating, and all the migrations are one transaction then."""
    file = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(file)) as old:
        old.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    backup = tmp_path / "old.backup"
    with using(f"sqlite:///{file}"):
        call_command("backup", str(backup))
    assert ": 1602 events of 178 streams, " in capsys.readouterr().out
    with empty(KIND[connection.vendor], tmp_path):
        call_command("restore", str(backup))
        said = capsys.readouterr().out
        call_command("migrate", check_unapplied=True)
        assert Club.objects.filter(slug="").count() == 0
    assert "clean: 1602 events of 178 streams\n" in said
    assert "was different" not in said


def test_a_backup_is_of_one_moment_while_others_write(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event is stored after the table of events was read, and before that of the heads."""
    club, rows_of = uuid4(), tables.rows_of
    written = stream_of(club)

    def append() -> None:
        write(club, batch(written[0].stream, notes(4), written[-1]))
        connection.close()

    def rows_after_a_write(model: Any) -> Any:
        if model._meta.db_table == "league_streamhead":
            writer = Thread(target=append)
            writer.start()
            writer.join(60)
        return rows_of(model)

    monkeypatch.setattr(tables, "rows_of", rows_after_a_write)
    saving.save(tmp_path / "club.backup")
    assert len(store.feed(club)) == 4
    with zipfile.ZipFile(tmp_path / "club.backup") as file:
        events, heads = (file.read(f"tables/league_{name}.jsonl").splitlines() for name in ("event", "streamhead"))
    assert len(events) == 3
    assert [written[-1].hash in msgspec.json.decode(head) for head in heads] == [True]
