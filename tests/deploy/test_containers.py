"""The containers hold what runs, and are the processes of the operators' guide. None of them is started."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from kombu import Queue
from pytest_django.live_server_helper import LiveServer

from deploy import alive
from deploy.celery import app
from deploy.linters import containers
from tests.deploy.production import lines_of_the_guide
from tests.deploy.served import variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
FOLDER = containers.FOLDER
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
PROCESS = re.compile(r"(manage\.py|celery) .*?\b(migrate|serve|worker|beat)\b")
PAGE = """
import django; django.setup()
from django.test import Client
answer = Client(headers={"host": "localhost"}).get("/api/v1/docs/access", headers={"accept": "text/html"})
print(answer.status_code, "<h1" in answer.content.decode())
"""


def ours() -> dict[str, dict[str, Any]]:
    """The services that run Tablekeeper's own image."""
    return {name: service for name, service in SERVICES.items() if service["image"] == "tablekeeper"}


def context() -> list[Path]:
    """The files that are sent to Docker, by the lines of .dockerignore; of two that fit, the last one counts."""
    lines = [line for line in (FOLDER / "Dockerfile.dockerignore").read_text("utf-8").splitlines() if line[:1] != "#"]
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [Path(file) for file in tracked.splitlines() if _is_sent(file, lines)]


def _is_sent(file: str, lines: list[str]) -> bool:
    parents = [file, *map(str, Path(file).parents)]
    fits = (line for line in reversed(lines) if any(fnmatch(part, line.lstrip("!")) for part in parents))
    return next(fits, "").startswith("!")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the image, and this environment in the place of the image's."""
    folder = tmp_path_factory.mktemp("image")
    for file in context():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def run(image: Path, *command: str, **more: str) -> str:
    told = variables(PYTHONDONTWRITEBYTECODE="1", **more)
    done = subprocess.run(command, cwd=image, env=told, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_image_holds_what_runs_and_no_more(image: Path) -> None:
    top = {path.name for path in image.iterdir()}
    assert top == {".venv", "LICENSE", "api", "deploy", "docs", "games", "league", "manage.py", "pyproject.toml"}
    assert not list(image.rglob("docs/*.png"))


def test_the_step_of_the_image_that_installs_has_the_files_that_it_needs(tmp_path: Path) -> None:
    before, _, _ = (FOLDER / "Dockerfile").read_text("utf-8").partition("\nRUN ")
    for line in re.findall(r"^COPY (.*)$", before, re.MULTILINE):
        *files, folder = line.split()
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(ROOT / file, tmp_path / folder)
    python = Path(sys.base_prefix, "bin/python3")
    run(tmp_path, str(python), "-S", "-c", "from deploy import bootstrap; bootstrap.build")
    assert (tmp_path / "deploy/requirements.txt").is_file()


def test_the_step_of_the_image_that_collects_static_files_works_and_pages_are_served(image: Path) -> None:
    dockerfile = (image / "deploy/Dockerfile").read_text("utf-8")
    (step,) = re.findall(r"^RUN (TABLEKEEPER_MODE=.*?) \\\n    && ", dockerfile, re.MULTILINE | re.DOTALL)
    static = image / "static"
    run(image, "sh", "-c", step, STATIC_ROOT=str(static))
    assert (static / "staticfiles.json").is_file()
    settings = {
        "TABLEKEEPER_MODE": "club", "DATABASE_URL": "sqlite://:memory:", "SECRET_KEY": "k" * 50,
        "STATIC_ROOT": str(static), "DJANGO_SETTINGS_MODULE": "deploy.settings",
    }  # fmt: skip
    assert run(image, ".venv/bin/python", "-c", PAGE, **settings).split() == ["200", "True"]


def test_the_services_are_the_processes_of_the_guide() -> None:
    by_guide = {found.groups() for line in lines_of_the_guide() if (found := PROCESS.search(line))}
    by_services = [PROCESS.findall(" ".join(service["command"])) for service in ours().values()]
    assert {tuple(process) for (process,) in by_services} == by_guide


def test_each_queue_has_a_worker() -> None:
    commands = [service["command"] for service in ours().values() if "worker" in service["command"]]
    queues = app.conf.task_queues or [Queue(app.conf.task_default_queue)]
    assert {queue.name for queue in queues} <= {command[command.index("--queues") + 1] for command in commands}


@pytest.mark.parametrize("name", [name for name in ours() if name != "migrate"])
def test_a_process_starts_after_the_migrations(name: str) -> None:
    assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_only_the_network_of_the_proxy_is_believed() -> None:
    (subnet,) = COMPOSE["networks"]["edge"]["ipam"]["config"]
    assert {name for name, service in SERVICES.items() if "edge" in service.get("networks", [])} == {"web", "caddy"}
    assert SERVICES["web"]["environment"]["FORWARDED_ALLOW_IPS"] == subnet["subnet"]


@pytest.mark.parametrize("name", ours())
def test_a_container_can_change_nothing_of_itself(name: str) -> None:
    service = SERVICES[name]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert not service.get("privileged", False)


@pytest.mark.parametrize("host", ["club.example", "*.club.example,other.example"])
def test_the_health_check_asks_by_a_name_that_is_answered(
    live_server: LiveServer, settings: Any, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", host)
    monkeypatch.delenv("PUBLIC_ORIGIN", raising=False)
    monkeypatch.setattr(alive, "SECONDS", 60)
    port = live_server.thread.port
    settings.ALLOWED_HOSTS = ["club.example"]
    assert alive.main(port) == 0
    settings.ALLOWED_HOSTS = ["another.example"]
    assert alive.main(port) == 1
    monkeypatch.setenv("PUBLIC_ORIGIN", "https://another.example")
    assert alive.main(port) == 0


def test_the_health_check_fails_where_nobody_listens() -> None:
    assert alive.main(1) == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("Dockerfile", "FROM python:3.11-slim-bookworm\n", "FROM python\n", "DL3006"),
        ("compose.yaml", "    restart: unless-stopped\n", "    restarts: always\n", "restarts"),
        ("Caddyfile", "reverse_proxy {", "reverse_proxies {", "reverse_proxies"),
    ],
)
def test_the_linters_complain_about_a_fault(tmp_path: Path, file: str, old: str, new: str, complaint: str) -> None:
    for name in ("Dockerfile", "compose.yaml", "Caddyfile"):
        shutil.copy(FOLDER / name, tmp_path / name)
    assert list(containers.complaints_of(tmp_path)) == []
    text = (tmp_path / file).read_text("utf-8")
    (tmp_path / file).write_text(text.replace(old, new))
    assert complaint in "".join(containers.complaints_of(tmp_path))
