"""The units of systemd start every process of the operators' guide, with the programs of the project's environment."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from kombu import Queue

from deploy import debian
from deploy.celery import app
from deploy.linters import units
from tests.deploy.production import lines_of_the_guide

pytestmark = pytest.mark.backend("sqlite")
UNITS = {unit.name: unit.read_text("utf-8") for unit in sorted(units.FOLDER.iterdir()) if unit.is_file()}
SERVICES = [name for name in UNITS if name.endswith(".service")]
PROCESS = re.compile(r"(manage\.py|celery) .*?\b(migrate|serve|worker|beat)\b")


def test_the_units_are_the_processes_of_the_guide() -> None:
    by_guide = {found.groups() for line in lines_of_the_guide() if (found := PROCESS.search(line))}
    by_units = [PROCESS.findall(re.findall(r"^ExecStart=(.*)$", UNITS[unit], re.MULTILINE)[0]) for unit in SERVICES]
    assert sorted(by_units) == sorted([process] for process in by_guide)


def test_the_target_wants_every_unit_and_a_worker_for_each_queue() -> None:
    wanted = set(re.findall(r"tablekeeper-[\w@]+\.service", UNITS["tablekeeper.target"]))
    assert {re.sub(r"@\w+", "@", unit) for unit in wanted} == set(SERVICES)
    queues = app.conf.task_queues or [Queue(app.conf.task_default_queue)]
    assert {f"tablekeeper-worker@{queue.name}.service" for queue in queues} <= wanted


@pytest.mark.parametrize("unit", [name for name in SERVICES if "migrate" not in name])
def test_a_process_waits_for_the_migrations_and_is_started_again(unit: str) -> None:
    for line in ("After=tablekeeper-migrate.service", "manage.py migrate --check\n", "Restart=always"):
        assert line in UNITS[unit]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("NoNewPrivileges=yes", "NoNewPrivilege=yes", "NoNewPrivilege'"),
        ("User=tablekeeper", "User=root", "more open than 1.5"),
        ("ProtectSystem=strict", "ProtectSystem=strictly", "Failed to parse protect system value"),
    ],
)
def test_systemd_complains_about_a_wrong_word_and_about_an_open_service(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    program = debian.find("systemd-analyze")
    assert program, "Run this once:  sudo apt-get install -y systemd"
    folder = Path(shutil.copytree(units.FOLDER, tmp_path / "units"))
    assert list(units.complaints_of(program, folder)) == []
    common = folder / "tablekeeper-.service.d/common.conf"
    common.write_text(common.read_text("utf-8").replace(old, new))
    assert complaint in "".join(units.complaints_of(program, folder))
