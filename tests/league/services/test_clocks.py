"""The sweep of round clocks: once, whenever and by whomever it is run."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone

from games.kernel import Event
from league.domain.tournament.clocks.commands import Extend, Pause
from league.domain.tournament.closing.commands import Cancel
from league.domain.tournament.rounds.state import Round
from league.live import pause
from league.models import Event as EventRow
from league.models import Round as RoundRow
from league.projections import waking
from league.projections.rebuild import rebuild
from league.repository.streams import Stream
from league.services import clocks, execution
from tests.league.nights import Night, log_of, new_club, new_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    club = new_club()
    night = Night.open(club, clock_seconds=600)
    night.enter(new_people(club, 4))
    return night


@pytest.fixture
def found(night: Night) -> Round:
    return night.start_round()


def expiries(night: Night) -> int:
    """How many clocks the log says have run out."""
    return sum(name == "tournament.clock_expired" for _, name in log_of(night.club))


def test_nothing_is_due_before_the_deadline_and_at_it_the_clock_has_run_out(night: Night, found: Round) -> None:
    deadline = RoundRow.objects.get(pk=found.id).due_at
    assert deadline is not None
    assert clocks.sweep(deadline - timedelta(microseconds=1)) == 0
    assert clocks.sweep(deadline) == 1
    assert expiries(night) == 1


def test_a_sweep_that_comes_late_or_again_appends_one_expiry(night: Night, found: Round) -> None:
    late = night.at + timedelta(hours=5)
    assert [clocks.sweep(late), clocks.sweep(late), clocks.sweep(late + timedelta(hours=1))] == [1, 0, 0]
    assert expiries(night) == 1


def test_a_paused_clock_is_not_due(night: Night, found: Round) -> None:
    night.send(Pause(found.id, night.at))
    assert clocks.sweep(night.at + timedelta(hours=5)) == 0


def test_an_extension_moves_what_is_due(night: Night, found: Round) -> None:
    night.send(Extend(found.id, night.at, 300))
    deadline = RoundRow.objects.get(pk=found.id).due_at
    assert deadline is not None
    assert clocks.sweep(deadline - timedelta(seconds=1)) == 0
    assert clocks.sweep(deadline) == 1


def test_a_table_with_extra_time_runs_out_at_its_own_deadline_once(night: Night, found: Round) -> None:
    deadline = RoundRow.objects.get(pk=found.id).due_at
    assert deadline is not None
    night.send(Extend(found.id, night.at, 300, table=found.tables[0].id))
    assert RoundRow.objects.get(pk=found.id).due_at == deadline
    assert [clocks.sweep(deadline), clocks.sweep(deadline)] == [1, 0]
    own = deadline + timedelta(seconds=300)
    assert RoundRow.objects.get(pk=found.id).due_at == own
    assert [clocks.sweep(own - timedelta(microseconds=1)), clocks.sweep(own), clocks.sweep(own)] == [0, 1, 0]
    assert expiries(night) == 2
    assert RoundRow.objects.get(pk=found.id).due_at is None


def test_tables_still_report_after_the_clock_has_run_out(night: Night, found: Round) -> None:
    clocks.sweep(night.at + timedelta(hours=5))
    night.report(found, night.entries.index)
    assert all(table.result for table in night.state().rounds[0].tables)


def test_a_cancelled_tournament_has_no_clock_to_sweep(night: Night, found: Round) -> None:
    night.send(Cancel())
    assert RoundRow.objects.get(pk=found.id).due_at is None
    assert clocks.sweep(night.at + timedelta(hours=5)) == 0


@pytest.mark.parametrize("fault", [execution.Busy, ValueError])
def test_a_clock_that_can_not_be_swept_does_not_hold_up_the_others(
    night: Night, found: Round, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    other = Night.open(night.club, clock_seconds=60)
    other.enter(new_people(night.club, 4))
    other.start_round()
    send = execution.Work.send

    def busy_first(work: execution.Work, stream: Stream, *args: Any) -> list[Event]:
        if stream.id == other.id:
            raise fault
        return send(work, stream, *args)

    with monkeypatch.context() as patched:
        patched.setattr(execution.Work, "send", busy_first)
        assert clocks.sweep(night.at + timedelta(hours=5)) == 1
    assert clocks.sweep(night.at + timedelta(hours=5)) == 1


def test_the_clocks_of_a_club_are_noted_in_one_transaction_and_their_rows_are_as_rebuilt(
    night: Night, found: Round
) -> None:
    others = [Night.open(night.club, clock_seconds=60) for _ in range(3)]
    for other in others:
        other.enter(new_people(night.club, 4))
        other.start_round()
    extended = others[0].state().rounds[0]
    others[0].send(Extend(extended.id, others[0].at, 30, table=extended.tables[0].id))
    assert clocks.sweep(night.at + timedelta(hours=5)) == 5
    rows = EventRow.objects.filter(club=night.club.pk, type="tournament.clock_expired")
    assert len({row.correlation for row in rows}) == 1
    assert rebuild() == []


def test_a_sweep_waits_for_the_clocks_that_end_before_the_next_one(night: Night) -> None:
    night.at = timezone.now() - timedelta(seconds=600 - 0.5)
    night.start_round()
    assert expiries(night) == 0
    assert clocks.sweep_for(60) == 1
    assert clocks.sweep_for(0) == 0


@pytest.mark.django_db(transaction=True)
def test_a_broker_out_of_reach_fails_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(waking, "pause", pause.Pause())
    monkeypatch.setattr(current_app, "send_task", unreachable)
    night = Night.open(new_club())
    assert night.state().state == "open"


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_failed_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def unreachable(*args: object, **kwargs: object) -> None:
        asked.append(now[0])
        raise ConnectionError

    now = [1000.0]
    monkeypatch.setattr(waking, "pause", pause.Pause())
    monkeypatch.setattr(pause, "monotonic", lambda: now[0])
    monkeypatch.setattr(current_app, "send_task", unreachable)
    night = Night.open(new_club())
    night.enter(new_people(night.club, 4))
    assert asked == [1000.0]
    now[0] += pause.REST_SECONDS
    night.start_round()
    assert asked == [1000.0, 1000.0 + pause.REST_SECONDS]
