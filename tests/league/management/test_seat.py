"""`manage.py seat`: a round from the terminal; a search that goes on, is cut short, or is told how long to be."""

from __future__ import annotations

import os
import signal
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from rich.progress import Progress

from league.seating.planning import Effort
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db
FOURS = {"min": 4, "max": 4, "prefer": 4}


def rotation(players: int = 20, rounds: int = 8) -> Night:
    """Entries of a rotation that can't be without repeats: its search makes all its steps."""
    night = Night.open(new_club(), format={"type": "rotation"}, table_size=FOURS, rounds=rounds)
    night.enter(new_people(night.club, players))
    return night


def said(night: Night, **options: Any) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("seat", str(night.id), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def test_it_seats_the_draft_and_says_what_the_search_came_to():
    night = rotation()
    out, _ = said(night, steps=3000)
    plan = night.state().rotation
    assert plan is not None
    assert (plan.steps, night.state().rounds[-1].state) == (3000, "draft")
    assert "P17" in out
    assert f"{plan.method}, 3000 steps: {plan.repeats} repeated meetings" in out
    out, err = said(night)
    assert "is already a draft" in err
    assert "Delete the draft" in err
    assert "P17" in out
    assert len(night.state().rounds) == 1


def test_names_in_brackets_are_shown_as_they_are():
    night = Night.open(new_club(), table_size=FOURS)
    people = new_people(night.club, 4)
    people[0].name = "Emmy [red] [/bold]"
    people[0].save()
    night.enter(people)
    assert "Emmy [red] [/bold]" in said(night)[0]


def test_ctrl_c_cuts_the_search_short_and_the_best_so_far_is_seated(monkeypatch):
    night, update = rotation(), Progress.update

    def interrupted(self: Progress, *args: Any, completed: int = 0, **more: Any) -> None:
        update(self, *args, completed=completed, **more)
        if completed >= 6000:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Progress, "update", interrupted)
    before = signal.getsignal(signal.SIGINT)
    said(night, steps=10_000_000)
    plan = night.state().rotation
    assert plan is not None
    assert 6000 <= plan.steps < 50_000
    assert [len(table.seats) for table in night.state().rounds[-1].tables] == [4, 4, 4, 4, 4]
    assert signal.getsignal(signal.SIGINT) is before


def test_what_is_cut_short_is_found_again_with_as_many_steps(monkeypatch):
    cut, whole = rotation(), rotation()
    said(cut, steps=4096)
    said(whole, steps=4096)
    one, other = cut.state().rotation, whole.state().rotation
    assert one is not None
    assert other is not None
    assert (one.steps, one.repeats, one.method) == (other.steps, other.repeats, other.method)


def test_any_format_is_seated_and_a_refusal_is_a_sentence_with_names():
    night = Night.open(new_club(), format={"type": "swiss"}, apart={"household": "hard"})
    people = new_people(night.club, 6)
    for person in people[:3]:
        person.household = "Noether"
        person.save()
    night.enter(people)
    with pytest.raises(CommandError, match=r"These 3 can't be kept apart at 2 tables") as refused:
        said(night)
    assert sorted(str(refused.value).rpartition(": ")[2].removesuffix(".").split(", ")) == ["P1", "P2", "P3"]
    planned = Night.open(new_club(), format={"type": "prescribed", "plan": [{"tables": [[1, 2, 3]]}]})
    planned.enter(new_people(planned.club, 4))
    with pytest.raises(CommandError, match=r"^P4 has no seat\.$"):
        said(planned)
    with pytest.raises(CommandError, match="There is no tournament"):
        call_command("seat", str(uuid4()))
    with pytest.raises(CommandError, match="must be from 1 to"):
        said(night, steps=0)


@pytest.mark.parametrize(
    ("effort", "steps"),
    [(Effort(), None), (Effort(500), 500), (Effort(times=10), 1000), (Effort(500, 10), 500), (Effort(5000, 10), 1000)],
)
def test_the_lesser_of_the_bounds_holds(effort, steps):
    assert effort.steps_of(100) == steps
