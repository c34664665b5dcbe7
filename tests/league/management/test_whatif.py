"""`manage.py whatif`: both tables side by side in a terminal, and nothing is written."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from league.domain.season.commands import AddTournament
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.results.commands import RecordResult
from league.models import Club, Person
from league.repository.streams import SEASON
from league.services import execution
from tests.league.nights import ACTOR, EVENING, Night, log_of, new_club, new_people, open_season
from tests.processes import environment

pytestmark = pytest.mark.django_db
POINTS = '{"by_place": [4, 3, 0]}'


def night_in(club: Club, **settings: Any) -> Night:
    """Places pay 4, 2, 1. P1 has 4 and 1, P2 2 and 4, P3 1 and 2."""
    night = Night.open(club, points={"by_place": [4, 2, 1]}, **settings)
    night.enter(new_people(club, 3))
    night.play_round(lambda entry: 3 - night.entries.index(entry))
    night.play_round(lambda entry: {0: 1, 1: 3, 2: 2}[night.entries.index(entry)])
    return night


def season_of(night: Night) -> UUID:
    season = open_season(night.club)
    counts = AddTournament(str(uuid4()), str(night.id))
    execution.execute(SEASON, season, counts, club=night.club.pk, actor=ACTOR, at=EVENING)
    night.close()
    return season


def said(of: object, **options: Any) -> str:
    out = StringIO()
    call_command("whatif", str(of), stdout=out, **options)
    return out.getvalue()


def told(of: object, **options: Any) -> list[tuple[Any, ...]]:
    rows = json.loads(said(of, json=True, **options))["rows"]
    return [
        (row["name"], row["before"]["place"], row["after"]["place"], row["after"]["points"], row["movement"])
        for row in rows
    ]


def refused(of: object, **options: Any) -> str:
    with pytest.raises(CommandError) as caught:
        said(of, **options)
    assert caught.value.returncode == 1
    return str(caught.value)


def test_other_points_stand_beside_what_is_and_nothing_is_written():
    night = night_in(new_club())
    before = log_of(night.club)
    assert told(night.id, points=POINTS) == [("P2", 1, 1, 7, 0), ("P1", 2, 2, 4, 0), ("P3", 3, 3, 3, 0)]
    shown = said(night.id, points='{"by_place": [0, 0, 9]}')
    assert [line.split() for line in shown.splitlines() if "│ P" in line] == [
        ["│", "P1", "│", "2", "│", "5", "│", "points", "│", "1", "│", "9", "│", "shared", "│", "▲", "1", "│"],
        ["│", "P3", "│", "3", "│", "3", "│", "points", "│", "1", "│", "9", "│", "shared", "│", "▲", "2", "│"],
        ["│", "P2", "│", "1", "│", "6", "│", "points", "│", "3", "│", "0", "│", "points", "│", "▼", "2", "│"],
    ]
    assert "Tuesday: as it is, and what if" in shown
    assert log_of(night.club) == before


def test_no_name_is_cut_off_in_a_terminal():
    night = night_in(new_club())
    name = "Maria Margaretha Kirch the Elder, of the Observatory at Berlin"
    Person.objects.filter(club=night.club, name="P1").update(name=name)
    assert name in said(night.id, points=POINTS)


def test_another_chain_and_an_earlier_round():
    night = night_in(new_club())
    assert told(night.id, points='{"by_place": [1, 1, 1]}', tie_breaks="wins, last_round", after_round=1) == [
        ("P1", 1, 1, 1, 0),
        ("P2", 2, 2, 1, 0),
        ("P3", 3, 2, 1, 1),
    ]
    assert told(night.id, tie_breaks='[{"name": "wins", "shared": "none"}]')[0] == ("P2", 1, 1, 6, 0)
    assert told(night.id, tie_breaks="")[2] == ("P3", 3, 3, 3, 0)


def test_a_season_is_found_by_its_name_in_any_writing():
    night = night_in(new_club())
    season_of(night)
    scheme = '{"points": {"by_place": [3, 2, 1]}, "attendance": 10}'
    assert told(" wInter ", scheme=scheme) == [("P2", 1, 1, 13, 0), ("P1", 2, 2, 12, 0), ("P3", 3, 3, 11, 0)]


def test_several_of_one_name_are_told_by_their_ids():
    club = new_club()
    nights = [night_in(club), night_in(club)]
    assert all(str(night.id) in refused("tuesday", points=POINTS) for night in nights)
    assert "Nobody's" in refused("Nobody's", points=POINTS)
    assert str(club.pk) in refused(club.pk, points=POINTS)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "--points or --tie-breaks"),
        ({"after_round": 1}, "--points or --tie-breaks"),
        ({"points": "{"}, "points: This is not JSON"),
        ({"points": "[" * 5000}, "points: This is not JSON"),
        ({"points": '"\ud800"'}, "points: This is not JSON"),
        ({"points": "[]"}, "points: This is wrong"),
        ({"points": '{"by_place": [1e400]}'}, "points"),
        ({"points": '{"raw": {"per": 0}}'}, "points.raw.per: The score for one point must be above 0"),
        ({"tie_breaks": "wins,luck"}, "tie_breaks"),
        ({"tie_breaks": "wins,wins"}, "tie_breaks: A tie-break is listed more than once."),
        ({"tie_breaks": "[wins]"}, "tie_breaks: This is not JSON"),
        ({"points": POINTS, "after_round": 3}, "after_round: Round 3 has not begun."),
        ({"points": POINTS, "after_round": -1}, "Round -1 has not begun."),
        ({"points": POINTS, "scheme": "{}"}, "--scheme is for a season."),
    ],
)
def test_what_can_not_be_is_a_sentence(options: dict[str, Any], words: str):
    assert words in refused(night_in(new_club()).id, **options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "--scheme"),
        ({"scheme": "best"}, "scheme: This is not JSON"),
        ({"scheme": '{"best": 0}'}, "scheme.best"),
        ({"scheme": '{"best": 1, "drop_worst": 1}'}, "scheme.drop_worst: Only one of"),
        ({"scheme": "{}", "tie_breaks": "wins"}, "--tie-breaks is for a tournament."),
    ],
)
def test_what_can_not_be_of_a_season_is_a_sentence(options: dict[str, Any], words: str):
    assert words in refused(open_season(new_club()), **options)


def test_scores_that_were_never_told_are_named():
    night = Night.open(new_club())
    night.enter(new_people(night.club, 3))
    found = night.start_round()
    places = {entry: place for place, entry in enumerate(found.tables[0].seats, 1)}
    night.send(RecordResult(found.tables[0].id, places, night.at, source="table", by=ACTOR))
    night.send(CloseRound(found.id))
    assert refused(night.id, points='{"share": true}').endswith(" needs a score, because scores are the points here.")


@pytest.mark.django_db(transaction=True)
@pytest.mark.backend("sqlite")
def test_it_says_so_by_its_exit_code():
    club = new_club()
    night = night_in(club)
    for points, code in ((POINTS, 0), ("{", 1)):
        command = [sys.executable, "-m", "django", "whatif", str(night.id), "--points", points, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment(), timeout=60)
        assert done.returncode == code, done.stderr
        assert ("Traceback" in done.stderr, bool(done.stdout)) == (False, not code)
