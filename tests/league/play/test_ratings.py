"""What a file comes to in ratings: by game and overall, after the library's own sums."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from games.kernel import Json
from league.models import Rating
from league.play import running
from league.projections import followers
from tests.league.nights import new_club
from tests.league.play.files import EVENING, as_bytes, file_of, night, played
from tests.processes import ROOT

pytestmark = pytest.mark.django_db
EXAMPLE = Path(__file__).with_name("example.json")
NOBODY: Json = {"overall": {"game": None, "rows": []}}


def rows_of(shown: Json, game: str = "overall") -> dict[str, tuple[float, float, int]]:
    return {row["person"]: (row["mu"], row["sigma"], row["games"]) for row in shown["ratings"][game]["rows"]}


def test_the_example_of_the_contract():
    """Round 1: Ada, then Emile and Kurt, then Olga. Round 2: Ada, Emile and Kurt, Sophie, who had sat out before."""
    model = PlackettLuce()
    (a,), (e,), (k,), (o,) = model.rate([[model.rating()] for _ in range(4)], ranks=[1, 2, 2, 4])
    shown = played(json.loads(EXAMPLE.read_text("utf-8")))
    seats = {"ada": ([a], 1.0), "emile": ([e], 2.0), "kurt": ([k], 2.0), "sophie": ([model.rating()], 4.0)}
    second = shown["tournaments"]["t1"]["rounds"][1]["tables"][0]["seats"]
    after = model.rate([seats[entry][0] for entry in second], ranks=[seats[entry][1] for entry in second])
    expected = {entry: (now.mu, now.sigma) for entry, (now,) in zip(second, after, strict=True)}
    expected["olga"] = (o.mu, o.sigma)
    assert {person: row[:2] for person, row in rows_of(shown).items()} == expected
    assert rows_of(shown) == rows_of(shown, "scoresheet")
    assert list(shown["ratings"]) == ["overall", "scoresheet"]
    (first, *_) = shown["ratings"]["overall"]["rows"]
    assert list(first) == ["person", "name", "mu", "sigma", "shown", "games"]
    assert (first["person"], first["games"], first["shown"]) == ("ada", 2, first["mu"] - 3 * first["sigma"])
    assert [row["name"] for row in shown["ratings"]["scoresheet"]["rows"] if row["person"] == "emile"] == ["Émilie"]


@pytest.mark.backend("sqlite")  # another process on an SQLite of its own, whatever this leg has
def test_another_process_with_another_hash_seed_comes_to_the_same_floats():
    environ = {**os.environ, "DATABASE_URL": "sqlite://:memory:", "REDIS_URL": "", "PYTHONHASHSEED": "4711"}
    command = [sys.executable, "-m", "django", "play", str(EXAMPLE), "--json"]
    environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, timeout=60, check=True)
    assert json.loads(done.stdout)["ratings"] == played(json.loads(EXAMPLE.read_text("utf-8")))["ratings"]


def test_teams_absent_seats_and_who_left():
    people = ["a1", "a2", "b1", "b2", "c1", "d1"]
    teams = [
        {"id": "a", "team": "A", "members": ["a1", "a2"]},
        {"id": "b", "team": "B", "members": ["b1", "b2"]},
        {"entry": "c1"},
        {"entry": "d1"},
    ]
    table = {"seats": ["a", "b", "c1", "d1"], "places": {"a": 2, "b": 1}, "left": ["c1"], "absent": ["d1"]}
    rows = rows_of(played(file_of(night(teams, [{"tables": [table]}]), people=people)))
    model = PlackettLuce()
    (a1, a2), (b1, _), (c1,) = model.rate(
        [[model.rating(), model.rating()], [model.rating(), model.rating()], [model.rating()]], ranks=[2, 1, 3]
    )
    assert rows["a1"] == (a1.mu, a1.sigma, 1) == rows["a2"]
    assert a1 == a2
    assert rows["b1"] == rows["b2"] == (b1.mu, b1.sigma, 1)
    assert rows["c1"] == (c1.mu, c1.sigma, 1)
    assert "d1" not in rows


def test_forfeits_and_byes_are_no_games():
    rounds = [{"tables": [{"seats": ["x", "y"], "result": result}], "byes": ["z"]} for result in ("+/-", "-/+", "-/-")]
    assert played(file_of(night(["x", "y", "z"], rounds)))["ratings"] == NOBODY


def test_a_file_of_bare_results_rates_nobody():
    season = {"id": "s", "events": [{"id": "e", "places": {"x": 1, "y": 2}}]}
    assert played(file_of(seasons=[season]))["ratings"] == NOBODY


def test_who_is_rated_alike_stands_in_the_order_of_the_file():
    table = {"seats": ["zoe", "amy", "mia"], "places": {"zoe": 1, "amy": 1, "mia": 1}}
    shown = played(file_of(night(["zoe", "amy", "mia"], [{"tables": [table]}]), people=["mia", "zoe", "amy"]))
    assert list(rows_of(shown)) == ["mia", "zoe", "amy"]


def test_a_club_that_takes_the_file_rates_as_the_file_alone():
    file = json.loads(EXAMPLE.read_text("utf-8"))
    club = new_club()
    shown = running.run_into(as_bytes(file), club, EVENING)
    followers.follow(club.pk)
    for name, one in shown["ratings"].items():
        kept = Rating.objects.filter(club=club, game="" if name == "overall" else name).order_by("-shown", "person")
        assert sorted((row.mu, row.sigma, row.shown, row.games) for row in kept) == sorted(
            (row["mu"], row["sigma"], row["shown"], row["games"]) for row in one["rows"]
        )
