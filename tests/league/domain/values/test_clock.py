"""A round's clock, as arithmetic and in a tournament."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from league.domain.tournament import commands as c
from league.domain.tournament.clocks.events import ClockExpired
from league.domain.tournament.view import clock_view
from league.domain.values import clock
from tests.league.domain.night import EVENING, Night, minutes

SEVEN = datetime(2026, 12, 1, 19, tzinfo=UTC)


def after(seconds):
    return SEVEN + timedelta(seconds=seconds)


def test_a_15_s_clock_paused_after_200_ms_for_20_s_has_14_800_ms_left():
    running = clock.started(15, SEVEN)
    standing = clock.stopped(running, after(0.2))
    assert standing.remaining_at(after(10)) == timedelta(milliseconds=14_800)
    again = clock.resumed(standing, after(20.2))
    assert again.remaining_at(after(20.2)) == timedelta(milliseconds=14_800)
    assert again.deadline == after(35)


def test_base_10_minutes_extension_5_elapsed_12_leaves_3():
    given_before = clock.extended(clock.started(600, SEVEN), 300, after(100))
    in_overtime = clock.extended(clock.ran_out(clock.started(600, SEVEN)), 300, after(720))
    for extended in (given_before, in_overtime):
        assert extended.remaining_at(after(720)) == timedelta(minutes=3)
        assert extended.deadline == after(900)
        assert not extended.expired


def test_an_extension_that_is_used_up_already_leaves_the_clock_expired():
    late = clock.extended(clock.ran_out(clock.started(600, SEVEN)), 60, after(700))
    assert late.expired
    assert late.remaining_at(after(700)) == timedelta(seconds=-40)


@given(st.lists(st.tuples(st.integers(0, 10**10), st.integers(0, 10**10)), max_size=20))
def test_pauses_cost_nothing_however_many_there_are(spells):
    """spells: microseconds run and then paused."""
    at, ticking = SEVEN, clock.started(10**6, SEVEN)
    for run, paused in spells:
        at += timedelta(microseconds=run)
        ticking = clock.stopped(ticking, at)
        at += timedelta(microseconds=paused)
        ticking = clock.resumed(ticking, at)
    ran = timedelta(microseconds=sum(run for run, _ in spells))
    assert ticking.remaining_at(at) == timedelta(seconds=10**6) - ran


def round_with_a_clock(seconds=600):
    night = Night("ann", "bob", "cy", "dan", clock_seconds=seconds)
    night.seat()
    night.start()
    return night


def test_the_deadline_stands_in_the_log():
    night = round_with_a_clock()
    assert night.aggregate.events[-1].deadline == minutes(10)
    assert clock_view(night.last.clock, minutes(4)) == {
        "state": "running",
        "deadline": "2026-12-01T19:10:00Z",
        "remaining_seconds": 360.0,
        "extended_seconds": 0,
        "now": "2026-12-01T19:04:00Z",
    }


def test_the_expiry_is_noted_once_however_often_and_late_it_is_asked():
    night = round_with_a_clock()
    assert night.send(c.Expire("r1", minutes(9.99))) == []
    assert night.send(c.Expire("r1", minutes(11))) == [ClockExpired("r1", minutes(11), minutes(10))]
    assert night.send(c.Expire("r1", minutes(11))) == []
    assert night.send(c.Expire("r1", minutes(300))) == []
    assert night.last.state == "running"
    night.report(1, **{entry: place for place, entry in enumerate(night.seats()[0], 1)})


def test_a_paused_clock_does_not_expire_and_goes_on_with_the_rest():
    night = round_with_a_clock()
    assert night.send(c.Pause("r1", minutes(4), "fire alarm"))
    assert night.send(c.Pause("r1", minutes(5))) == []
    assert night.send(c.Expire("r1", minutes(30))) == []
    assert clock_view(night.last.clock, minutes(30))["state"] == "paused"
    (resumed,) = night.send(c.Resume("r1", minutes(34)))
    assert resumed.deadline == minutes(40)
    assert night.send(c.Resume("r1", minutes(35))) == []
    assert night.send(c.Expire("r1", minutes(39))) == []
    assert night.send(c.Expire("r1", minutes(40)))


def test_an_extension_in_overtime_lets_it_run_and_expire_again():
    night = round_with_a_clock()
    night.send(c.Expire("r1", minutes(10)))
    (extended,) = night.send(c.Extend("r1", minutes(12), 300))
    assert extended.deadline == minutes(15)
    assert clock_view(night.last.clock, minutes(12))["remaining_seconds"] == 180.0
    assert night.send(c.Expire("r1", minutes(14))) == []
    assert len(night.send(c.Expire("r1", minutes(15)))) == 1


def test_what_has_run_out_is_not_paused():
    night = round_with_a_clock()
    assert night.refused(c.Pause("r1", minutes(10))).code == "clock_expired"
    night.send(c.Expire("r1", minutes(10)))
    assert night.refused(c.Pause("r1", minutes(11))).code == "clock_expired"


def test_a_round_without_a_clock_has_none_to_stop():
    night = Night("ann", "bob", "cy", "dan")
    night.seat()
    assert night.refused(c.Pause("r1", EVENING)).code == "round_not_running"
    night.start()
    assert night.refused(c.Extend("r1", EVENING, 60)).code == "no_clock"
    assert night.send(c.Expire("r1", minutes(999))) == []
    assert clock_view(night.last.clock, EVENING)["state"] == "off"
