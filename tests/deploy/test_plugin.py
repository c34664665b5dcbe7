"""A game from another package: installed by pip, found by its entry point, played over the API. No list is edited."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from games import registry
from games.registry import all_games
from tests.deploy.served import PASSWORD, club
from tests.processes import ROOT

PLUGIN = ROOT / "tests/plugin/high_card/__init__.py"
ABOUT = "high_card-1.0.dist-info"


def wheel(folder: Path) -> Path:
    """The package as a wheel: its module, and the entry point that names the game."""
    built = folder / "high_card-1.0-py3-none-any.whl"
    files = {
        "high_card/__init__.py": PLUGIN.read_text("utf-8"),
        f"{ABOUT}/METADATA": "Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n",
        f"{ABOUT}/WHEEL": "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{ABOUT}/entry_points.txt": "[tablekeeper.games]\nhigh-card = high_card:GAME\n",
    }
    names = "".join(f"{name},,\n" for name in [*files, f"{ABOUT}/RECORD"])
    with zipfile.ZipFile(built, "w") as archive:
        for name, text in {**files, f"{ABOUT}/RECORD": names}.items():
            archive.writestr(name, text)
    return built


def installed(folder: Path) -> Path:
    """The folder of packages into which pip has installed it."""
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(target)]
    done = subprocess.run([*pip, str(wheel(folder))], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.backend("sqlite")
def test_a_game_of_another_package_is_played_over_the_api(tmp_path: Path):
    site = installed(tmp_path)
    with club(tmp_path / "data", TABLEKEEPER_PASSWORD=PASSWORD, PYTHONPATH=str(site)) as running:
        api = httpx.Client(base_url=f"{running.address}api/v1/", timeout=30)
        token = api.post("tokens", json={"username": "director", "password": PASSWORD}).json()["token"]
        api.headers["Authorization"] = f"Token {token}"
        assert "high-card" in [game["slug"] for game in api.get("games").json()["results"]]
        club_id = api.get("me").json()["clubs"][0]["club"]
        tournament = api.post("tournaments", json={"club": club_id, "name": "Cards", "game": "high-card"}).json()
        for name in ("Ann", "Bob", "Cy"):
            person = api.post("people", json={"club": club_id, "name": name}).json()["id"]
            entry = api.post(f"tournaments/{tournament['id']}/entries", json={"person": person}).json()["id"]
            api.post(f"entries/{entry}/check-in", json={})
        seated = api.post(f"tournaments/{tournament['id']}/rounds", json={}).json()
        (table,) = api.post(f"rounds/{seated['id']}/start", json={}).json()["tables"]
        cards = {}
        for seat in table["seats"]:
            command = {"type": "turn", "player": seat["entry"]}
            answer = api.post(f"tables/{table['id']}/commands", json=command)
            assert answer.status_code == 200, answer.text
            cards[seat["entry"]] = answer.json()["view"]["turned"][seat["entry"]]
        assert api.post(f"rounds/{seated['id']}/close", json={}).status_code == 200
        rows = api.get(f"tournaments/{tournament['id']}/standings").json()["rows"]
        assert [row["entry"] for row in rows] == sorted(cards, key=cards.__getitem__, reverse=True)
        again = api.post(f"tables/{table['id']}/commands", json=command)
        assert (again.status_code, again.json()["code"]) == (422, "wrong_phase")
        assert api.get("schema").status_code == 200


class _Entry:
    """An entry point that gives a game."""

    def __init__(self, game: object) -> None:
        self.game = game

    def load(self) -> object:
        return self.game


@pytest.fixture
def fresh_registry():
    all_games.cache_clear()
    yield
    all_games.cache_clear()


@pytest.mark.usefixtures("fresh_registry")
def test_two_games_of_one_name_are_a_fault_of_the_installation(monkeypatch):
    from games.scoresheet import GAME

    monkeypatch.setattr(registry, "entry_points", lambda group: [_Entry(GAME)])
    with pytest.raises(RuntimeError, match="Two games are called scoresheet"):
        all_games()


@pytest.mark.usefixtures("fresh_registry")
def test_an_entry_point_that_gives_no_game_is_a_fault_of_the_installation(monkeypatch):
    monkeypatch.setattr(registry, "entry_points", lambda group: [_Entry("no game")])
    with pytest.raises(TypeError, match=r"tablekeeper\.games"):
        all_games()


class _Broken:
    """An entry point whose package can't be imported."""

    def load(self) -> object:
        raise ImportError("no module of that name")

    def __str__(self) -> str:
        return "high-card = high_card:GAME"


@pytest.mark.usefixtures("fresh_registry")
def test_an_entry_point_that_breaks_is_named(monkeypatch):
    monkeypatch.setattr(registry, "entry_points", lambda group: [_Broken()])
    with pytest.raises(RuntimeError, match="high-card = high_card:GAME"):
        all_games()
