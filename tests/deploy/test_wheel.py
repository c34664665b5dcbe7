"""The wheel: built, installed with the production lock into an empty environment, and used as a club uses it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from api.openapi.page import GUIDE, PAGES, SOURCES
from deploy import __version__, bootstrap
from tests.deploy.production import environment_of
from tests.deploy.served import PASSWORD, Club, ended, variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
PACKAGES = ("api", "deploy", "games", "league")
SOURCE = (*PACKAGES, "docs", "pyproject.toml", "README.md", "LICENSE")
PATIENCE_SECONDS = 120
NIGHT = {
    "format": "tablekeeper-play/1",
    "tournaments": [
        {
            "id": "night",
            "entries": ["ada", "kurt"],
            "points": {"by_place": [1, 0]},
            "rounds": [{"tables": [{"seats": ["ada", "kurt"], "scores": {"ada": 7, "kurt": 5}}]}],
        }
    ],
}


def pip(*arguments: str) -> None:
    """Runs the pip of this environment, with the index that it is configured for."""
    subprocess.run([sys.executable, "-m", "pip", *arguments], check=True, capture_output=True, text=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a clean copy of the project's files."""
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "source").mkdir()
    for name in SOURCE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / "source" / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / "source" / name)
    pip("wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(folder / "source"))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment with the packages of the production lock and the wheel alone."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    (locked,) = environment_of(bootstrap.RUN).glob("lib/*/site-packages")
    (own,) = environment.glob("lib/*/site-packages")
    (own / "locked.pth").write_text(f"{locked}\n")
    pip("--python", str(environment / "bin/python"), "install", "--quiet", "--no-deps", "--no-index", str(wheel))
    return environment / "bin"


def test_the_wheel_holds_every_file_of_the_packages_and_the_pages_that_the_api_shows(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert {name.split("/")[0] for name in packed} == {*PACKAGES, f"tablekeeper-{__version__}.dist-info"}
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.is_file()]
    wanted = {file.relative_to(ROOT).as_posix() for file in files if file.suffix != ".pyc" and file.name != "README.md"}
    pages = {f"api/openapi/guides/{name}" for name in (*(f"{page}.md" for page in (GUIDE, *PAGES)), *SOURCES)}
    assert {name for name in packed if ".dist-info/" not in name} == wanted | pages
    assert {"deploy/requirements.txt", "league/static/league/icons.woff2", "deploy/formats/en/formats.py"} <= packed


def test_the_ranges_of_its_dependencies_hold_what_the_lock_has(programs: Path) -> None:
    pip("--python", str(programs / "python"), "check")


def test_a_club_runs_from_it_in_an_empty_folder(programs: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": "", "PYTHONPATH": ""}

    def tablekeeper(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [programs / "tablekeeper", *arguments], cwd=empty, env=variables(**home), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS,
        )  # fmt: skip

    command = [str(programs / "tablekeeper"), "club", "--port", "0"]
    with ended(Club(command, cwd=empty, TABLEKEEPER_PASSWORD=PASSWORD, **home)) as running:
        assert running.log_in(PASSWORD) == 201
        hall = httpx.get(running.address, follow_redirects=True, timeout=60)
        log_in = httpx.get(f"{running.address}admin/login/", timeout=60)
        assert (hall.status_code, log_in.status_code) == (200, 200)
        assert "<style" in hall.text
        static = re.findall(r'(?:href|src)="/(static/[^"]+)"', hall.text + log_in.text)
        assert {Path(path).suffix for path in static} >= {".css", ".js"}
        for path in static:
            assert httpx.get(f"{running.address}{path}", timeout=60).status_code == 200, path
        assert "Idempotency-Key" in httpx.get(f"{running.address}api/v1/docs", timeout=60).text
        assert httpx.get(f"{running.address}api/v1/schema", timeout=60).json()["info"]["version"] == __version__
        assert running.end(signal.SIGTERM) == 0

    assert (tmp_path / ".local/share/tablekeeper/tablekeeper.sqlite3").exists()
    assert "No DATABASE_URL is set: this uses the club's data in" in (verified := tablekeeper("verify")).stderr
    assert verified.returncode == 0, verified.stdout
    advice = tablekeeper("doctor").stdout
    assert "tablekeeper backup FILE" in advice
    assert "manage.py" not in advice
    assert tablekeeper("--version").stdout == f"Tablekeeper {__version__}\n"
    listed = tablekeeper("help").stdout.split()
    assert {"club", "serve", "demo", "play", "verify", "rebuild", "export", "migrate"} <= set(listed)
    assert not set(bootstrap.DEVELOPMENT) & set(listed)
    assert "Unknown command: 'test'" in tablekeeper("test").stderr
    (tmp_path / "night.json").write_text(json.dumps(NIGHT))
    played = tablekeeper("play", str(tmp_path / "night.json"))
    assert played.returncode == 0, played.stderr
    assert "ada" in played.stdout.lower()
    assert list(empty.iterdir()) == []
