"""`manage.py redraw`: a round's seating, made again from the log and the secret."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from uuid6 import uuid7

from league.domain.seating.plan import GivenTable, Plan
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Swiss
from league.domain.tournament.rounds import events as seating_events
from league.domain.tournament.settings import TableSize
from league.domain.tournament.stages.commands import BeginStage
from league.models import Person, Round
from league.play import running
from league.queries.transcript import ISOLATE, POP
from league.seating import planning
from league.services import tournaments
from tests.league.nights import EVENING, Night, new_club, new_people
from tests.processes import environment

pytestmark = pytest.mark.django_db

PAIRS = {"min": 2, "max": 2}


def night_of(people: int, **settings: Any) -> Night:
    night = Night.open(new_club(), **settings)
    night.enter(new_people(night.club, people))
    return night


def redrawn(round: str, *options: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the report."""
    out = StringIO()
    try:
        call_command("redraw", round, "--json", *options, stdout=out)
        code = 0
    except SystemExit as ended:
        code = int(str(ended.code))
    return code, json.loads(out.getvalue())


def rounds(night: Night) -> list[str]:
    return [found.id for found in night.state().rounds]


def planned(night: Night) -> Plan:
    made = planning.plan_next(night.id, club=night.club.pk)
    assert made is not None
    return made


def tampered(made: Plan) -> Plan:
    """A plan in which the first of two tables have changed places."""
    first, second, *others = made.tables
    changed = (
        replace(first, seats=(second.seats[0], *first.seats[1:])),
        replace(second, seats=(first.seats[0], *second.seats[1:])),
    )
    return replace(made, tables=(*changed, *others))


FORMATS: list[dict[str, Any]] = [
    {"format": {"type": "areas"}},
    {"format": {"type": "areas", "k": 5}},
    {"format": {"type": "swiss"}},
    {"format": {"type": "swiss", "first": "rating"}, "table_size": PAIRS},
    {"format": {"type": "swiss", "system": "dutch"}, "table_size": PAIRS},
    {"format": {"type": "rotation"}, "rounds": 4},
    {"format": {"type": "rotation"}, "table_size": PAIRS},
    {"format": {"type": "round_robin", "double": True}, "table_size": PAIRS},
    {"format": {"type": "knockout", "advance": 2}},
    {"format": {"type": "knockout", "third_place": True}, "table_size": PAIRS},
]


@pytest.mark.parametrize("settings", FORMATS)
def test_every_round_of_an_evening_is_drawn_again_as_it_was_seated(settings: dict[str, Any]):
    night = night_of(13, **{"tie_breaks": ["wins"], **settings})
    for _ in range(2 if settings["format"]["type"] == "knockout" else 3):
        night.play_round()
    night.close()
    for number, round in enumerate(rounds(night), 1):
        code, report = redrawn(round)
        assert (code, report["outcome"], report["number"], report["attempts"]) == (0, "equal", number, 1)
        assert report["seed"] == night.state().secret
        assert report["changed_by_hand"] == []


def test_the_secret_of_a_tournament_that_goes_on_is_not_printed():
    night = night_of(8)
    night.play_round()
    code, report = redrawn(rounds(night)[0])
    assert (code, report["seed"], report["seed_hash"]) == (0, None, night.state().seed_hash)
    assert night.state().secret not in json.dumps(report)


def test_a_round_that_was_not_drawn_so_is_found_out():
    night = night_of(9)
    made = planned(night)
    night.send(planning.new_seat_command(tampered(made)))
    code, report = redrawn(rounds(night)[0])
    assert (code, report["outcome"]) == (1, "different")
    assert report["facts"]["table"] == 1
    assert report["facts"]["drawn"] == list(made.tables[0].seats)
    assert "Seats at table 1: " in report["detail"]
    assert "P" in report["detail"].replace(ISOLATE, "").replace(POP, "").partition("table 1: ")[2][:1]


def test_a_number_of_a_table_and_an_area_count_too():
    night = night_of(9)
    made = planned(night)
    first, *others = made.tables
    night.send(planning.new_seat_command(replace(made, tables=(replace(first, number=7), *others))))
    code, report = redrawn(rounds(night)[0])
    assert (code, report["facts"]) == (1, {"seated": 7, "drawn": 1})


def test_byes_count_too():
    night = night_of(5, table_size={"min": 4, "max": 4})
    made = planned(night)
    (out,), (table,) = made.byes, made.tables
    exchanged = replace(table, seats=(*table.seats[:-1], out))
    night.send(planning.new_seat_command(replace(made, tables=(exchanged,), byes=(table.seats[-1],))))
    code, report = redrawn(rounds(night)[0])
    assert (code, report["outcome"]) == (1, "different")


@pytest.mark.parametrize("settings", [{"type": "areas"}, {"type": "rotation"}, {"type": "swiss"}])
def test_each_attempt_is_drawn_from_its_own_seed(settings: dict[str, Any]):
    night = night_of(10, format=settings, rounds=4)
    night.send(planning.new_seat_command(planned(night)))
    (round,) = rounds(night)
    for _ in range(2):
        night.send(planning.new_redo_command(planning.plan_again(night.id, club=night.club.pk), UUID(round)))
    found = [redrawn(round, "--attempt", str(attempt)) for attempt in (1, 2, 3)]
    assert [(code, report["attempt"], report["attempts"]) for code, report in found] == [(0, n, 3) for n in (1, 2, 3)]
    assert len({report["position"] for _, report in found}) == 3
    assert redrawn(round)[1]["attempt"] == 3
    with pytest.raises(CommandError, match="has no attempt 4"):
        redrawn(round, "--attempt", "4")


@pytest.mark.parametrize("settings", [{"type": "areas"}, {"type": "rotation"}, {"type": "swiss"}])
def test_attempts_after_a_round_was_taken_back_are_drawn_again_alike(settings: dict[str, Any]):
    night = night_of(10, format=settings, rounds=4)
    night.send(planning.new_seat_command(planned(night)))
    (first,) = rounds(night)
    night.send(c.Publish(first))
    night.send(planning.new_redo_command(planning.plan_again(night.id, club=night.club.pk), UUID(first)))
    night.send(c.Start(first, EVENING))
    night.send(c.CancelRound(first, "a fire alarm"))
    night.send(planning.new_seat_command(planned(night)))
    (second,) = (found for found in rounds(night) if found != first)
    night.send(c.Publish(second))
    night.send(c.Discard(second))
    night.send(planning.new_seat_command(planned(night)))
    third = night.state().rounds[0].id
    found = [redrawn(third, "--attempt", str(attempt)) for attempt in (1, 2, 3, 4)]
    assert [(code, report["attempt"], report["attempts"]) for code, report in found] == [
        (0, n, 4) for n in (1, 2, 3, 4)
    ]
    assert (redrawn(third)[1]["attempt"], redrawn(first)[1]["attempt"]) == (4, 2)


def test_what_was_changed_by_hand_is_said_and_does_not_count():
    night = night_of(9)
    night.send(planning.new_seat_command(planned(night)))
    draft = night.state().rounds[0]
    one, other = draft.tables[0].seats[0], draft.tables[1].seats[0]
    night.send(c.Swap(draft.id, one, other))
    code, report = redrawn(draft.id)
    assert code == 0
    (change,) = report["changed_by_hand"]
    assert change["type"] == "tournament.draft_changed"
    assert change["tables"] == [1, 2]
    assert change["position"] == report["position"] + 1
    out = StringIO()
    call_command("redraw", draft.id, stdout=out)
    assert "Changed by hand after that: tables 1, 2" in out.getvalue()


def test_a_round_that_was_given_was_not_drawn():
    night = night_of(4)
    made = planning.plan_next(night.id, club=night.club.pk, given=[GivenTable(night.entries)])
    assert made is not None
    night.send(planning.new_seat_command(made))
    code, report = redrawn(rounds(night)[0])
    assert (code, report["outcome"]) == (2, "not_compared")
    assert report["detail"].startswith("The director gave the tables of round 1")


def test_a_prescribed_round_is_compared_with_its_plan():
    plan = [{"tables": [[1, 2, 3]], "byes": [4]}]
    night = night_of(4, format={"type": "prescribed", "plan": plan})
    night.send(planning.new_seat_command(planned(night)))
    code, report = redrawn(rounds(night)[0])
    assert code == 0
    assert "follows the given plan" in report["detail"]


def test_an_older_edition_of_the_methods_is_not_compared(monkeypatch: pytest.MonkeyPatch):
    night = night_of(9)
    night.send(planning.new_seat_command(planned(night)))
    monkeypatch.setattr("league.domain.seating.redraw.METHODS", seating_events.METHODS + 1)
    code, report = redrawn(rounds(night)[0])
    assert (code, report["outcome"]) == (2, "not_compared")
    assert report["facts"]["edition"] == seating_events.METHODS


def test_a_round_robin_of_an_older_edition_that_somebody_left_is_not_compared(monkeypatch: pytest.MonkeyPatch):
    """The plan with two changed seats stands for the one of its day; in other formats it is found out all the same."""
    monkeypatch.setattr("league.domain.seating.redraw.OPEN_GAMES", 3)
    for format, outcome in (("round_robin", "not_compared"), ("swiss", "different")):
        night = night_of(6, format={"type": format}, table_size=PAIRS)
        night.send(planning.new_seat_command(tampered(planned(night))))
        code, report = redrawn(rounds(night)[0])
        assert report["outcome"] == outcome
        assert (code, "edition 2 of the rules" in report["detail"]) == ((2, True) if code == 2 else (1, False))


def test_requested_byes_are_drawn_again_as_they_were_asked_for():
    night = night_of(7, format={"type": "round_robin"}, table_size=PAIRS)
    night.play_round()
    made = planning.plan_next(night.id, club=night.club.pk, byes=night.entries[:2])
    assert made is not None
    night.send(planning.new_seat_command(made))
    code, report = redrawn(rounds(night)[1])
    assert (code, report["outcome"]) == (0, "equal")


def test_the_dutch_system_is_not_compared_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch):
    night = night_of(6, format={"type": "swiss", "system": "dutch"}, table_size=PAIRS)
    night.send(planning.new_seat_command(planned(night)))
    assert redrawn(rounds(night)[0])[0] == 0
    monkeypatch.setattr("league.seating.redraw.dutch_pair", lambda: None)
    code, report = redrawn(rounds(night)[0])
    assert (code, report["outcome"]) == (2, "not_compared")
    assert "py4swiss" in report["detail"]


def test_a_reopened_tournament_has_two_secrets():
    night = night_of(8)
    night.play_round()
    night.close()
    first = night.state().secret
    tournaments.reopen(night.id, "one more", club=night.club.pk, actor="user:test", at=night.at)
    night.play_round()
    assert night.state().secret != first
    (one, two) = (redrawn(round) for round in rounds(night))
    assert (one[0], one[1]["seed"]) == (0, first)
    assert (two[0], two[1]["seed"]) == (0, None)
    assert one[1]["seed_hash"] != two[1]["seed_hash"]


def test_who_comes_and_goes_after_the_seating_changes_nothing():
    night = night_of(9)
    night.play_round()
    night.send(planning.new_seat_command(planned(night)))
    night.enter(new_people(night.club, 2))
    night.send(c.Drop(night.entries[0]))
    night.send(c.Penalise(id=str(uuid7()), entry=night.entries[1], points=3, reason="late", after_round=1))
    assert redrawn(rounds(night)[1])[0] == 0


def test_a_final_is_drawn_again_by_its_own_rules():
    night = night_of(8)
    night.play_round()
    night.send(BeginStage(top=4, carry="half", format=Swiss(), table_size=TableSize(4, 4, 4)))
    night.play_round()
    assert [redrawn(round)[0] for round in rounds(night)] == [0, 0]
    assert [len(found.tables) for found in night.state().rounds] == [2, 1]


def test_households_are_those_of_the_seating_whatever_they_are_now():
    night = night_of(9, format={"type": "swiss"})
    Person.objects.filter(name__in=("P1", "P2", "P3")).update(household="one")
    night.play_round()
    Person.objects.filter(name__in=("P1", "P2", "P3")).update(household="")
    night.play_round()
    Person.objects.filter(name__in=("P4", "P5", "P6")).update(household="two")
    assert [redrawn(round)[0] for round in rounds(night)] == [0, 0]


def test_a_draft_that_was_thrown_away_is_an_attempt_too():
    night = night_of(9)
    night.send(planning.new_seat_command(planned(night)))
    night.send(c.Discard(rounds(night)[0]))
    night.send(planning.new_seat_command(planned(night)))
    (round,) = rounds(night)
    found = [redrawn(round, "--attempt", str(attempt)) for attempt in (1, 2)]
    assert [(code, report["attempts"]) for code, report in found] == [(0, 2), (0, 2)]


def test_a_round_that_is_not_there_is_said_so():
    with pytest.raises(CommandError, match="There is no round"):
        redrawn("0198c0de-0000-7000-8000-000000000001")


@pytest.mark.django_db(transaction=True)
def test_it_is_equal_in_other_processes_under_other_hash_seeds():
    night = night_of(17, format={"type": "areas", "k": 8}, tie_breaks=["lot"])
    night.play_round()
    night.play_round()
    round = str(Round.objects.get(tournament=night.id, number=2).pk)
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "django", "redraw", round, "--json"],
            check=False,
            env={**os.environ, **environment(), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["outcome"] == "equal"


def test_a_round_that_somebody_was_absent_from_is_drawn_again_without_them():
    club = new_club()
    night = {
        "id": "t",
        "entries": list("abcde"),
        "points": {"win": 1, "draw": "1/2", "loss": 0},
        "format": {"type": "swiss"},
        "rounds": [{"seat": True, "scores": {"a": 4, "b": 3, "c": 2, "d": 1}, "absent": ["e"]}],
    }
    running.run_into(json.dumps({"format": "tablekeeper-play/1", "tournaments": [night]}).encode(), club, EVENING)
    code, told = redrawn(str(Round.objects.get().pk))
    assert (code, told["outcome"]) == (0, "equal")
