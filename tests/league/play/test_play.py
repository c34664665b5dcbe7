"""The command: what it prints, its exit codes, what it keeps."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command

from games.kernel import Json
from league.log.verify import Tally, verify
from league.models import Club, Entry, Event, LeagueTableRow, Person, Season, Tournament
from league.projections import followers, rebuild
from league.repository import streams
from tests.deploy import guides
from tests.league.nights import new_club
from tests.league.play.files import as_bytes, file_of, night

EXAMPLE = Path(__file__).with_name("example.json")
ROOT = Path(__file__).parents[3]
WRONG = file_of(night(["ada", "bob"], [{"tables": [{"seats": ["ada", "bob"], "places": {"ada": 1, "bob": 3}}]}]))


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command: its exit code, standard output and standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            call_command("play", *arguments)
            code = 0
        except SystemExit as left:
            code = int(str(left.code))
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def counts() -> tuple[int, ...]:
    """How much stands in the database."""
    return tuple(model.objects.count() for model in (Club, Person, Tournament, Season, Event))


def written(folder: Path, file: Json) -> str:
    path = folder / "night.json"
    path.write_bytes(as_bytes(file))
    return str(path)


@pytest.mark.django_db
def test_the_example_of_the_contract(play):
    """Round 1: Ada 4, Emile and Kurt 1.5, Olga 0; Sophie has a bye. Ada loses 1, Olga leaves.

    Round 2: Ada 4, Emile and Kurt 1.5, Sophie 0: so her bye is worth 0 too. Season: 10, 7, 5, 3 for the places; then
    Kurt 10, Ada and Olga (7 + 5) / 2; a status and no place pays nothing.
    """
    code, out, err = play(str(EXAMPLE), "--json")
    shown = json.loads(out)
    rows = {row["entry"]: row for row in shown["tournaments"]["t1"]["standings"]}
    assert (code, err, shown["verify"]) == (0, "", "clean")
    assert {entry: row["points"] for entry, row in rows.items()} == {
        "ada": 7, "emile": 3, "kurt": 3, "sophie": 0, "olga": 0,
    }  # fmt: skip
    assert rows["ada"]["place"] == 1
    assert {rows["sophie"]["place"], rows["olga"]["place"]} == {4, 5}
    assert {rows["emile"]["place"], rows["kurt"]["place"]} == {2, 3}
    assert {rows[entry]["decided_by"] for entry in ("emile", "kurt", "sophie", "olga")} == {"lot"}
    assert rows["emile"]["name"] == "Émilie"
    season = {row["person"]: row["points"] for row in shown["seasons"]["s1"]["standings"]}
    second, third = (7, 5) if rows["kurt"]["place"] == 2 else (5, 7)
    fourth = {entry: 3 if rows[entry]["place"] == 4 else 0 for entry in ("sophie", "olga")}
    assert season == {
        "ada": 16, "kurt": 10 + second, "emile": third, "sophie": fourth["sophie"], "olga": 6 + fourth["olga"],
    }  # fmt: skip


@pytest.mark.django_db
def test_the_file_of_the_guide_for_organisers(play, tmp_path):
    """Ada 4 + 2, Kurt (2 + 1) / 2 + 4, Olga 1.5 + 0, Sophie 0 + 1."""
    file = json.loads(guides.block("docs/organisers.md", "json"))
    shown = json.loads(play(written(tmp_path, file), "--json")[1])
    rows = [(row["place"], row["entry"], row["points"]) for row in shown["tournaments"]["t1"]["standings"]]
    assert rows == [(1, "ada", 6), (2, "kurt", "5.5"), (3, "olga", "1.5"), (4, "sophie", 1)]
    assert [row["points"] for row in shown["seasons"]["winter"]["standings"]] == [10, 7, 5, 3]


@pytest.mark.django_db
def test_tables_for_people(play):
    code, out, err = play(str(EXAMPLE))
    assert (code, err) == (0, "")
    assert "Émilie" in out
    assert out.endswith("verify: clean\n")
    first = next(line for line in out.splitlines() if "ada" in line)
    assert first.split()[:5] == ["1", "ada", "4", "4", "7.00"]


@pytest.mark.django_db
def test_a_problem_is_exit_code_1_and_stands_alone_on_standard_error(play, tmp_path):
    file = written(tmp_path, WRONG)
    code, out, err = play(file, "--json")
    problem = json.loads(err)
    assert (code, out) == (1, "")
    assert (problem["code"], problem["status"]) == ("bad_places", 422)
    assert problem["pointer"] == "/tournaments/0/rounds/0/tables/0/places"
    assert set(problem) == {"type", "title", "status", "code", "detail", "facts", "errors", "request_id", "pointer"}
    code, out, err = play(file)
    assert (code, out) == (1, "")
    assert err.startswith("/tournaments/0/rounds/0/tables/0/places: ")


@pytest.mark.parametrize("arguments", [[], ["nowhere.json"], ["."], ["a\x00b"]])
def test_a_file_that_is_not_there_is_a_problem(play, arguments):
    code, out, err = play(*arguments, "--json")
    assert (code, out, json.loads(err)["pointer"]) == (1, "", "")


@pytest.mark.django_db
def test_standard_input(play, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.read_bytes())))
    code, out, _ = play("-", "--json")
    assert (code, list(json.loads(out)["tournaments"])) == (0, ["t1"])


@pytest.mark.django_db
def test_the_file_of_a_byte_order_mark(play, tmp_path):
    path = tmp_path / "night.json"
    path.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.read_bytes())
    assert play(str(path), "--json")[0] == 0


def test_the_schema_describes_the_example_and_refuses_what_is_unknown(play):
    code, out, _ = play("--schema")
    validator = jsonschema.Draft202012Validator(json.loads(out))
    validator.check_schema(json.loads(out))
    example = json.loads(EXAMPLE.read_text())
    assert code == 0
    assert list(validator.iter_errors(example)) == []
    assert list(validator.iter_errors({**example, "extra": 1}))
    assert list(validator.iter_errors({"tournaments": []}))


@pytest.mark.django_db
def test_nothing_is_kept_of_a_file_that_is_only_played(play):
    assert play(str(EXAMPLE), "--json")[0] == 0
    assert counts() == (0, 0, 0, 0, 0)


@pytest.mark.backend("sqlite")  # another process on an SQLite of its own, whatever this leg has
@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_the_same_file_gives_the_same_output_in_every_process(seed):
    """Lots decide in the example, and who sits where in round 2."""
    environ = {**os.environ, "DATABASE_URL": "sqlite://:memory:", "REDIS_URL": "", "PYTHONHASHSEED": seed}
    command = [sys.executable, "-m", "django", "play", str(EXAMPLE), "--json"]
    outputs = [
        subprocess.run(command, cwd=ROOT, env={**environ, "DJANGO_SETTINGS_MODULE": "deploy.settings"},
                       capture_output=True, timeout=60, check=True).stdout
        for _ in range(2)
    ]  # fmt: skip
    lots = {row["entry"]: row["tie_breaks"]["lot"] for row in json.loads(outputs[0])["tournaments"]["t1"]["standings"]}
    assert outputs[0] == outputs[1]
    assert lots == LOTS


LOTS = {"ada": 5, "emile": 1, "kurt": 2, "sophie": 4, "olga": 3}


@pytest.mark.django_db
def test_another_seed_draws_other_lots(play, tmp_path):
    example = json.loads(EXAMPLE.read_text())
    seen = set()
    for seed in ("a", "b", "c", "d"):
        example["tournaments"][0]["seed"] = seed
        shown = json.loads(play(written(tmp_path, example), "--json")[1])["tournaments"]["t1"]
        seen.add((shown["seed"], tuple(row["tie_breaks"]["lot"] for row in shown["standings"])))
    assert len({secret for secret, _ in seen}) == 4
    assert len({lots for _, lots in seen}) > 1


@pytest.mark.django_db(transaction=True)
def test_into_the_club_it_stands_as_if_played_there(play):
    club = new_club()
    known = Person.objects.create(club=club, name="kurt")
    only_played = play(str(EXAMPLE), "--json")[1]
    code, out, err = play(str(EXAMPLE), "--json", "--into", "club")
    assert (code, out, err) == (0, only_played, "")
    assert (Person.objects.count(), Person.objects.filter(name="kurt").get()) == (5, known)
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.state, tournament.club) == ("Tuesday", "closed", club)
    followers.follow(club.pk)
    table = {str(row.person): row.points for row in LeagueTableRow.objects.select_related("person")}
    assert table["ada"] == "16"
    assert list(verify(streams.codec().decode, Tally(), club.pk)) == []
    assert {row.actor for row in Event.objects.all()} == {"import"}
    assert list(rebuild.rebuild()) == []


@pytest.mark.django_db(transaction=True)
def test_twice_into_the_club_is_pointed_out_and_by_wish_two_nights_of_the_same_people(play, tmp_path):
    new_club()
    assert play(str(EXAMPLE), "--json", "--into", "club")[0] == 0
    before = counts()
    code, out, err = play(str(EXAMPLE), "--json", "--into", "club")
    problem = json.loads(err)
    assert (code, out, problem["code"], problem["pointer"]) == (1, "", "same_result", "/tournaments/0")
    assert (
        problem["detail"] == "The club has this very tournament already: Tuesday. To import it once more, add --again."
    )
    assert counts() == before
    renamed = json.loads(EXAMPLE.read_text())
    renamed["tournaments"][0]["name"] = "TUESDAY\u200b"
    code, _, err = play(written(tmp_path, renamed), "--json", "--into", "club")
    assert (code, json.loads(err)["code"]) == (1, "same_result")
    assert play(str(EXAMPLE), "--json", "--into", "club", "--again")[0] == 0
    assert (Tournament.objects.count(), Entry.objects.count(), Person.objects.count()) == (2, 10, 5)


@pytest.mark.django_db(transaction=True)
def test_the_same_results_of_a_season_twice_into_the_club_are_pointed_out(play, tmp_path):
    new_club()
    event = {"id": "away", "date": "2026-12-08", "places": {"ada": 1, "kurt": 2}}
    season = {"id": "s", "events": [event], "scheme": {"points": {"by_place": [3, 1]}}}
    file = {"format": "tablekeeper-play/1", "seasons": [season]}
    assert play(written(tmp_path, file), "--json", "--into", "club")[0] == 0
    other = {**file, "seasons": [{**season, "id": "other", "events": [{**event, "places": {"kurt": 1, "ada": 2}}]}]}
    assert play(written(tmp_path, other), "--json", "--into", "club")[0] == 0
    code, _, err = play(written(tmp_path, file), "--json", "--into", "club")
    assert (code, json.loads(err)["code"], json.loads(err)["pointer"]) == (1, "same_result", "/seasons/0")
    home = {"name": "Home", "places": {"ada": 1}}
    twice = {**file, "seasons": [{**season, "events": [{**home, "id": "e1"}, {**home, "id": "e2", "name": "home "}]}]}
    code, _, err = play(written(tmp_path, twice), "--json", "--into", "club")
    assert (code, json.loads(err)["code"]) == (1, "same_result")
    code, out, _ = play(written(tmp_path, twice), "--json", "--into", "club", "--again")
    assert (code, json.loads(out)["seasons"]["s"]["possible_duplicates"]) == (0, {"e2": "e1"})
    assert "s: e2 has the very same results as e1." in play(written(tmp_path, twice))[1]


@pytest.mark.django_db(transaction=True)
def test_into_the_club_a_problem_keeps_nothing(play, tmp_path):
    new_club()
    example = json.loads(EXAMPLE.read_text())
    example["tournaments"].append({**WRONG["tournaments"][0], "id": "t2", "entries": ["ada", "kurt"]})
    table = {"seats": ["ada", "kurt"], "places": {"ada": 1, "kurt": 3}}
    example["tournaments"][1]["rounds"] = [{"tables": [table]}]
    before = counts()
    code, out, err = play(written(tmp_path, example), "--json", "--into", "club")
    assert (code, out, json.loads(err)["code"]) == (1, "", "bad_places")
    assert counts() == before


@pytest.mark.django_db
def test_which_club(play):
    assert json.loads(play(str(EXAMPLE), "--json", "--into", "club")[2])["code"] == "unknown_club"
    first, second = new_club("First"), new_club("Second")
    for named, club in (((), first), (("--club", "Second"), second), (("--club", str(first.pk)), first)):
        before = Tournament.objects.filter(club=club).count()
        assert play(str(EXAMPLE), "--json", "--into", "club", "--again", *named)[0] == 0
        assert Tournament.objects.filter(club=club).count() == before + 1
    assert json.loads(play(str(EXAMPLE), "--json", "--into", "club", "--club", "Third")[2])["code"] == "unknown_club"


@pytest.mark.django_db
def test_points_that_can_hardly_be_intended_are_warned_of(play, tmp_path):
    table = {"seats": ["ada", "bob"], "scores": {"ada": 3, "bob": 1}}
    file = written(tmp_path, file_of(night(["ada", "bob"], [{"tables": [table]}], points={"by_place": [1, 2]})))
    sentence = "A last place is worth more than a first, although the highest total wins."
    code, out, err = play(file, "--json")
    assert (code, err) == (0, f"t: points.by_place: {sentence}\n")
    assert json.loads(out)["tournaments"]["t"]["warnings"] == [
        {"field": "points.by_place", "code": "last_above_first", "detail": sentence}
    ]
    assert "warnings" not in play(str(EXAMPLE), "--json")[1]


@pytest.mark.django_db
def test_a_penalty_of_a_file_makes_the_total_worse_where_the_lowest_wins(play, tmp_path):
    table = {"seats": ["ada", "bob", "cem"], "scores": {"ada": 1, "bob": 5, "cem": 9}}
    golf = night(
        ["ada", "bob", "cem"],
        [{"tables": [table]}],
        points={"raw": {}, "low_wins": True},
        penalties=[{"entry": "cem", "points": 8, "reason": "late"}, {"entry": "bob", "points": -2}],
    )
    rows = json.loads(play(written(tmp_path, file_of(golf)), "--json")[1])["tournaments"]["t"]["standings"]
    assert [(row["entry"], row["place"], row["points"], row["penalties"]) for row in rows] == [
        ("ada", 1, 1, 0),
        ("bob", 2, 3, -2),
        ("cem", 3, 17, 8),
    ]


@pytest.mark.django_db
def test_who_withdrew_and_who_was_absent_in_every_round(play, tmp_path):
    """dan and eve are absent in both rounds, one of them with a seat; cem leaves after the first."""
    first = {
        "tables": [{"seats": ["ada", "bob", "cem", "dan"], "scores": {"ada": 3, "bob": 2, "cem": 1}, "absent": ["dan"]}]
    }
    second = {"seat": True, "scores": {"ada": 1, "bob": 2}, "absent": ["dan", "eve"]}
    file = night(
        ["eve", "dan", "ada", "bob", "cem"],
        [first, second],
        table_size={"min": 2, "max": 4, "prefer": 4},
        points={"by_place": [1, 2, 3, 4], "low_wins": True},
        drops=[{"entry": "cem", "after_round": 1}, {"entry": "eve", "after_round": 2}],
    )
    path = written(tmp_path, file_of(file))
    rows = json.loads(play(path, "--json")[1])["tournaments"]["t"]["standings"]
    assert [(row["entry"], row["place"], row.get("withdrawn")) for row in rows][3:] == [
        ("eve", None, True),
        ("dan", None, None),
    ]
    assert {row["entry"] for row in rows if "withdrawn" in row} == {"cem", "eve"}
    assert "cem (withdrew)" in play(path)[1]
