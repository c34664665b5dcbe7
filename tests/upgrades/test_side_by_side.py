"""After `migrate`, processes of the release before write on the same database until they are restarted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.upgrades.kept import DATA, call, restored
from tests.upgrades.test_databases import places

OLD = "0.5.0"
BEFORE = Path(__file__).with_name("before.py")
GONE = "drf_spectacular_sidecar"
"""A package of then that is installed no longer: static files alone, which nobody asks for here."""


def source(folder: Path) -> Path:
    """The code of the old release."""
    with tarfile.open(DATA / OLD / "source.tar.xz") as packed:
        packed.extractall(folder / "source", filter="data")
    (folder / "source" / GONE).mkdir()
    (folder / "source" / GONE / "__init__.py").touch()
    return folder / "source"


def before(code: Path, url: str, *step: str) -> Any:
    """What a process of the old release answers."""
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [sys.executable, str(BEFORE), *step], cwd=code, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.django_db
def test_an_old_process_writes_after_the_migration_and_misreads_nothing_of_the_new_one(tmp_path: Path) -> None:
    code = source(tmp_path)
    with restored(OLD, tmp_path) as url:
        call(url, "tests.upgrades.now:migrated")
        opened = before(code, url, "open")
        tournament = opened["tournament"]
        first = call(url, "tests.upgrades.now:went_on", tournament)
        assert first["findings"] == []
        assert places(first["standings"]) == places(opened["standings"])
        assert first["found"] == ["Ann"]
        assert first["seated"] == 201
        assert set(first["pages"].values()) == {200}, first["pages"]
        assert first["announced"] == 201, "an event of a type that the old release does not know"
        assert before(code, url, "seat", tournament) == {"sent": 500, "written": 0}
        assert call(url, "tests.upgrades.now:verified") == []
