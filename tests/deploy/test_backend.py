"""The tests run on the database that was asked for, and other processes see it."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from league.models import Club
from tests import backend, processes, servers


def club_names() -> list[str]:
    """What a process of its own sees."""
    return list(Club.objects.values_list("name", flat=True))


def add_club(name: str) -> None:
    """Writes from a process of its own."""
    Club.objects.create(name=name)


@pytest.mark.django_db(transaction=True)
def test_two_processes_and_the_test_see_one_database():
    Club.objects.create(name="here")
    writer = processes.start("tests.deploy.test_backend:add_club", "there")
    assert processes.result(writer) is None
    reader = processes.start("tests.deploy.test_backend:club_names")
    assert sorted(processes.result(reader)) == ["here", "there"]
    assert sorted(club_names()) == ["here", "there"]


@pytest.mark.backend("sqlite")
@pytest.mark.django_db
def test_sqlite_keeps_the_log_as_it_must():
    with connection.cursor() as cursor:
        said = {}
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers"):
            cursor.execute(f"PRAGMA {pragma}")
            said[pragma] = cursor.fetchone()[0]
    assert said == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1}
    assert Path(connection.settings_dict["NAME"]).is_file()


@pytest.mark.backend("postgres")
def test_redis_is_real_and_each_worker_has_its_own():
    import redis

    url = os.environ["REDIS_URL"]
    assert redis.Redis.from_url(url).ping()
    assert backend.redis_of_worker("redis://127.0.0.1:1/0", "gw1") == "redis://127.0.0.1:1/2"


def item(path: str, *marks: str, uses: str = "") -> Any:
    """A collected test of a file. uses: a fixture."""
    return SimpleNamespace(
        path=backend.ROOT / path,
        fixturenames=[uses],
        iter_markers=lambda name: [SimpleNamespace(args=[mark]) for mark in marks],
    )


@pytest.mark.parametrize(
    ("path", "marks", "legs"),
    [
        ("tests/rules/test_monster_trick.py", (), {"sqlite"}),
        ("tests/league/domain/standings/test_points.py", (), {"sqlite"}),
        ("tests/league/services/test_execution.py", (), {"sqlite", "postgres"}),
        ("tests/league/services/test_execution.py", ("postgres",), {"postgres"}),
    ],
)
def test_pure_tests_run_once_and_the_others_on_both_databases(path, marks, legs):
    assert set(backend.legs_of(item(path, *marks))) == legs


def test_what_a_browser_shows_is_looked_at_once():
    assert set(backend.legs_of(item("tests/web/test_public_browser.py", uses="browser"))) == {"sqlite"}


def test_a_folder_is_kept_while_its_process_lives_and_removed_by_the_next(tmp_path):
    abandoned = tmp_path / "run-old"
    abandoned.mkdir()
    mine = servers.new_folder(tmp_path)
    assert not abandoned.exists()
    servers.new_folder(tmp_path)
    assert mine.is_dir()
