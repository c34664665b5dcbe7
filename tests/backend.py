"""An early plugin of pytest: which database and broker the tests run on, set before the settings are read.

`--backend=sqlite` (the default): a file database, the broker in memory. `--backend=postgres`: a real PostgreSQL and a
real Redis, started here; TEST_DATABASE_URL and TEST_REDIS_URL name others that are used instead. Workers of
pytest-xdist inherit both. What touches no database (PURE) runs on the sqlite leg only.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

from tests import servers

BACKENDS = ("sqlite", "postgres")
VENDORS = {"sqlite": "sqlite", "postgres": "postgresql"}
ROOT = Path(__file__).resolve().parent.parent
PURE = (
    "tests/games/",
    "tests/rules/",
    "tests/league/domain/",
    "tests/pins/test_permanent.py",
    "tests/pins/test_play_files.py",
    "tests/test_import_cycles.py",
    "tests/deploy/test_guides.py",
)
WORKER = "PYTEST_XDIST_WORKER"
SHARED_MEMORY = Path("/dev/shm")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --backend."""
    parser.addoption("--backend", choices=BACKENDS, default="sqlite", help="the database to run on (sqlite)")


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Starts the servers and names them in the environment, before pytest-django reads the settings."""
    options = early_config.known_args_namespace
    if WORKER in os.environ:
        os.environ["REDIS_URL"] = redis_of_worker(os.environ["REDIS_URL"], os.environ[WORKER])
    elif not (options.help or options.version):
        os.environ.update(environment_of(options.backend))
    yield


def redis_of_worker(url: str, worker: str) -> str:
    """The worker's own database of the one Redis: gw0 has 1. An address that does not end in /0 is left as it is."""
    return f"{url.removesuffix('/0')}/{int(worker.removeprefix('gw')) + 1}" if url.endswith("/0") else url


def environment_of(backend: str) -> dict[str, str]:
    """The variables that the settings are read from; starts what is needed."""
    common = {"TABLEKEEPER_MODE": "club", "TABLEKEEPER_DATA": "", "SECRET_KEY": secrets.token_urlsafe(64)}
    if backend == "sqlite":
        file = servers.new_folder(sqlite_parent()) / "tests.sqlite3"
        return {**common, "DATABASE_URL": f"sqlite:///{file}", "REDIS_URL": ""}
    return {
        **common,
        "DATABASE_URL": os.environ.get("TEST_DATABASE_URL") or servers.postgres().url,
        "REDIS_URL": os.environ.get("TEST_REDIS_URL") or servers.redis_server().url,
    }


def sqlite_parent() -> Path:
    """Memory, if the machine has a folder in it: commits are as durable as the settings say, and fast."""
    is_there = os.access(SHARED_MEMORY, os.W_OK | os.X_OK)
    return SHARED_MEMORY / servers.PARENT.name if is_there else servers.PARENT


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Asserts that the settings are of the backend that was asked for, and makes them quicker where no test looks.

    SQLite gets a test database in a real file.
    """
    if "DATABASE_URL" not in os.environ:
        return
    from django.conf import settings
    from django.db import connection

    backend = config.getoption("backend")
    assert connection.vendor == VENDORS[backend], f"--backend={backend} runs on {connection.vendor}"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if backend == "sqlite":
        database = settings.DATABASES["default"]
        database.setdefault("TEST", {})["NAME"] = f"{database['NAME']}.test"


def pytest_report_header(config: pytest.Config) -> str:
    """The engine, as the settings have it."""
    from django.db import connection

    broker = "Redis" if os.environ.get("REDIS_URL") else "in memory"
    return f"backend: {config.getoption('backend')} (database {connection.vendor}, broker {broker})"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what belongs to the other leg."""
    backend = config.getoption("backend")
    theirs = [item for item in items if backend not in legs_of(item)]
    if theirs:
        config.hook.pytest_deselected(items=theirs)
        items[:] = [item for item in items if backend in legs_of(item)]


def legs_of(item: pytest.Item) -> Iterable[str]:
    """The legs that a test runs on: its mark's, else sqlite's alone if it is pure or looks at a browser, else both.

    What a browser shows does not depend on the database; the same pages are read without one on both legs.
    """
    marks = [mark.args[0] for mark in item.iter_markers("backend")]
    if marks:
        return marks
    path = item.path.relative_to(ROOT).as_posix()
    in_browser = "browser" in getattr(item, "fixturenames", ())
    return ("sqlite",) if in_browser or path.startswith(PURE) else BACKENDS
