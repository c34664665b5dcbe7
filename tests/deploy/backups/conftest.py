"""A backup and an empty database, for all modules here that need them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from deploy.backups import saving
from tests.deploy.backups.scene import KIND, a_club, empty
from tests.standing import made_once


@pytest.fixture(scope="module")
def backup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A backup of a club, made once for the module."""
    file = tmp_path_factory.mktemp("backup") / "club.backup"

    def make() -> Path:
        a_club()
        saving.save(file)
        return file

    with made_once(django_db_blocker, make) as made:
        yield made


@pytest.fixture
def target(db: None, tmp_path: Path) -> Iterator[None]:
    """An empty database."""
    with empty(KIND[connection.vendor], tmp_path):
        yield
