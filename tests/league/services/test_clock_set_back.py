"""The wall clock is set back by an hour while a round is running: the round goes on, and the log's time never falls."""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from deploy.celery import configuration
from league.domain.tournament.clocks.commands import Extend, Pause, Resume
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.rounds.commands import Start
from league.log import time
from league.log.store import load
from league.log.verify import Tally, verify
from league.models import Club, Round
from league.repository import streams
from league.repository.streams import GAME, TOURNAMENT
from league.seating import planning
from league.services import clocks, execution
from tests.league.nights import ACTOR, EVENING, Night, new_club, new_people

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
CLOCK_SECONDS = 600


class Machine:
    """A machine whose clocks a test sets. wall: what its wall clock shows; it moves with the monotonic one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.running = EVENING, monotonic()
        monkeypatch.setattr(timezone, "now", lambda: self.wall)
        monkeypatch.setattr(time, "monotonic", lambda: self.running)
        time.clock.set_back()

    def passes(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.running += seconds
        time.clock.set_back()

    def is_set(self, by: timedelta) -> None:
        self.wall += by


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


@pytest.fixture
def night() -> Night:
    """A night at its first round, whose clock of ten minutes began at EVENING and some seconds."""
    club = new_club()
    night = Night.open(club, clock_seconds=CLOCK_SECONDS)
    night.enter(new_people(club, 4))
    night.start_round()
    return night


def clock_of(night: Night) -> Any:
    return night.state().rounds[-1].clock


def times(club: Club, id: UUID) -> list[datetime]:
    return [row.recorded_at for row in load(club.pk, id)]


def sends(night: Night, command: Any, at: datetime) -> None:
    execution.execute(TOURNAMENT, night.id, command, club=night.club.pk, actor=ACTOR, at=at)


def test_what_comes_an_hour_early_is_taken_and_the_clock_runs_from_then(night: Night) -> None:
    """As after a restart of all processes: pause, resume, extend, report, close, seat and start."""
    round, early = night.state().rounds[-1].id, night.at - HOUR
    sends(night, Pause(round, early), early)
    assert clock_of(night).elapsed == timedelta()
    sends(night, Resume(round, early), early)
    sends(night, Extend(round, early, 60), early)
    assert clock_of(night).deadline == early + timedelta(seconds=CLOCK_SECONDS + 60)
    assert clocks.sweep(early + timedelta(seconds=CLOCK_SECONDS + 59)) == 0
    assert clocks.sweep(early + timedelta(seconds=CLOCK_SECONDS + 60)) == 1
    (table,) = night.state().rounds[-1].tables
    report = [{"type": "record_round", "scores": {entry: score for score, entry in enumerate(table.seats)}}]
    execution.execute(GAME, UUID(table.id), report, club=night.club.pk, actor=ACTOR, at=early)
    sends(night, CloseRound(round), early)
    plan = planning.plan_next(night.id, club=night.club.pk)
    assert plan is not None
    sends(night, planning.new_seat_command(plan), early)
    sends(night, Start(night.state().rounds[-1].id, early), early)
    assert clocks.sweep(early + timedelta(seconds=CLOCK_SECONDS)) == 1
    recorded = times(night.club, night.id)
    assert recorded == sorted(recorded)
    assert list(verify(lambda *row: streams.codec().decode(*row), Tally())) == []


def streams_events(night: Night) -> list[Any]:
    return list(streams.rebuilt(night.club.pk, TOURNAMENT, night.id).aggregate.events)


def test_the_sweep_finds_a_clock_that_ran_out_though_the_wall_clock_was_set_back(machine: Machine, night: Night):
    machine.passes(CLOCK_SECONDS / 2)
    machine.is_set(-HOUR)
    assert clocks.sweep(timezone.now()) == 0
    machine.passes(CLOCK_SECONDS / 2 - 60)
    assert clocks.sweep(timezone.now()) == 0
    machine.passes(120)
    assert clocks.sweep(timezone.now()) == 1
    assert clocks.sweep(timezone.now()) == 0
    assert clock_of(night).expired
    expired = streams_events(night)[-1]
    assert expired.at == EVENING + timedelta(seconds=CLOCK_SECONDS + 60)


def test_a_pause_after_the_clock_was_set_back_keeps_exactly_what_was_left(machine: Machine, night: Night):
    round = night.state().rounds[-1].id
    began = clock_of(night).running_since
    machine.passes(200)
    machine.is_set(-HOUR)
    sends(night, Pause(round, machine.wall), machine.wall)
    assert clock_of(night).elapsed == EVENING + timedelta(seconds=200) - began
    machine.passes(50)
    sends(night, Resume(round, machine.wall), machine.wall)
    assert clock_of(night).deadline == began + timedelta(seconds=CLOCK_SECONDS + 50)
    machine.is_set(HOUR)
    machine.passes(10)
    assert time.steady(machine.wall) == machine.wall


def test_after_a_restart_time_goes_on_from_the_newest_event(machine: Machine, night: Night, monkeypatch):
    machine.is_set(-HOUR)
    monkeypatch.setattr(time.clock, "zero", time.SteadyClock().zero)
    clocks.begin()
    newest = times(night.club, night.id)[-1]
    assert time.steady(machine.wall) == newest
    machine.passes(CLOCK_SECONDS)
    due = Round.objects.get().due_at
    assert due is not None
    assert due <= newest + timedelta(seconds=CLOCK_SECONDS)
    assert clocks.sweep(machine.wall) == 1


def test_what_was_wrong_by_more_than_a_day_is_not_kept(machine: Machine):
    machine.is_set(timedelta(days=3650))
    time.clock.set_back()
    machine.is_set(timedelta(days=-3650))
    assert time.steady(machine.wall) == EVENING


def test_a_step_forward_is_followed_and_a_small_step_back_too(machine: Machine):
    machine.is_set(HOUR)
    assert time.steady(machine.wall) == EVENING + HOUR
    machine.is_set(timedelta(seconds=-0.5))
    assert time.steady(machine.wall) == machine.wall


def test_beat_goes_on(machine: Machine):
    schedule: Any = configuration("")["beat_schedule"]
    sweep = schedule["sweep clocks"]["schedule"]
    last = sweep.now()
    machine.is_set(-HOUR)
    machine.passes(0.4)
    assert not sweep.is_due(last).is_due
    machine.passes(0.7)
    assert sweep.is_due(last).is_due
