"""Extra time for one table: a clock of its own that stands and runs with the round's."""

from hypothesis import given
from hypothesis import strategies as st

from league.domain.tournament import commands as c
from league.domain.tournament.clocks.events import ClockExpired
from league.domain.tournament.view import clock_view, round_view, table_view
from tests.league.domain.night import EVENING, Night, minutes

EIGHT = tuple("abcdefgh")


def two_tables(seconds: int | None = 600):
    """A running round at tables "a b c d" and "e f g h" with a clock."""
    night = Night(*EIGHT, clock_seconds=seconds)
    night.give("a b c d", "e f g h")
    night.start()
    return night


def extends(seconds, at, table: str | None = "r1a1"):
    return c.Extend(round="r1", at=minutes(at), seconds=seconds, reason="a spilled drink", table=table)


def left(night, at, table=1):
    """Seconds left on a table's clock."""
    return clock_of(night, at, table)["remaining_seconds"]


def clock_of(night, at, table=1):
    return table_view(night.state, night.last.tables[table - 1], night.last, minutes(at))["clock"]


def test_base_10_minutes_extra_5_elapsed_12_leaves_3_at_that_table_alone():
    for asked_at in (2, 12):
        night = two_tables()
        (extended,) = night.send(extends(300, asked_at))
        assert (extended.table, extended.deadline) == ("r1a1", minutes(15))
        assert (left(night, 12), left(night, 12, table=2)) == (180.0, -120.0)
        assert clock_view(night.last.clock, minutes(12))["remaining_seconds"] == -120.0
        body = round_view(night.state, night.last, minutes(12))
        assert [table["extra_seconds"] for table in body["tables"]] == [300, 0]
        assert (body["clock"]["extended_seconds"], clock_of(night, 12)["extended_seconds"]) == (0, 300)


def test_a_15_s_clock_with_5_s_extra_paused_after_200_ms_for_20_s_has_19_800_ms_left():
    night = two_tables(15)
    night.send(c.Extend(round="r1", at=minutes(0), seconds=5, reason=None, table="r1a1"))
    night.send(c.Pause("r1", minutes(0.2 / 60)))
    assert (clock_of(night, 5)["state"], left(night, 5)) == ("paused", 19.8)
    night.send(c.Resume("r1", minutes(20.2 / 60)))
    assert (left(night, 20.2 / 60), left(night, 20.2 / 60, table=2)) == (19.8, 14.8)


def test_each_clock_expires_once_at_its_own_deadline():
    night = two_tables()
    night.send(extends(300, 1))
    assert night.last.due_at == minutes(10)
    assert night.send(c.Expire("r1", minutes(11))) == [ClockExpired("r1", minutes(11), minutes(10))]
    assert (night.last.due_at, clock_of(night, 11)["state"]) == (minutes(15), "running")
    assert night.send(c.Expire("r1", minutes(14))) == []
    assert night.send(c.Expire("r1", minutes(16))) == [ClockExpired("r1", minutes(16), minutes(15), "r1a1")]
    assert night.send(c.Expire("r1", minutes(99))) == []
    assert (night.last.due_at, clock_of(night, 99)["state"]) == (None, "expired")


def test_a_late_sweep_notes_both():
    night = two_tables()
    night.send(extends(300, 1))
    assert [event.table for event in night.send(c.Expire("r1", minutes(60)))] == [None, "r1a1"]


def test_time_for_all_is_time_for_the_table_too():
    night = two_tables()
    night.send(extends(60, 1))
    night.send(c.Expire("r1", minutes(30)))
    night.send(extends(1500, 30, table=None))
    assert (left(night, 30), left(night, 30, table=2)) == (360.0, 300.0)
    assert night.last.due_at == minutes(35)
    night.send(extends(60, 31))
    assert (night.last.tables[0].extra_seconds, left(night, 30)) == (120, 420.0)


def test_a_table_that_still_has_time_can_be_stopped_when_the_round_s_clock_has_run_out():
    night = two_tables()
    night.send(extends(300, 1))
    expired, paused = night.send(c.Pause("r1", minutes(12)))
    assert (expired.type, paused.type) == ("tournament.clock_expired", "tournament.clock_paused")
    assert (clock_view(night.last.clock, minutes(13))["state"], clock_of(night, 13)["state"]) == ("expired", "paused")
    assert night.last.due_at is None
    night.send(c.Resume("r1", minutes(42)))
    assert left(night, 42) == 180.0
    assert night.last.due_at == minutes(45)
    assert night.refused(c.Pause("r1", minutes(45))).code == "clock_expired"


@given(st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["pause", "resume", "all", "r1a1", "expire"]))))
def test_a_table_is_ahead_of_its_round_by_its_extra_time_whatever_happens(steps):
    night, at = two_tables(3600), 0
    night.send(extends(60, 0))
    for seconds, step in steps:
        at += seconds
        command = {
            "pause": c.Pause("r1", minutes(at / 60)),
            "resume": c.Resume("r1", minutes(at / 60)),
            "expire": c.Expire("r1", minutes(at / 60)),
        }.get(step) or extends(30, at / 60, None if step == "all" else step)
        night.send(command)
        extra = night.last.tables[0].extra_seconds
        ahead = left(night, at / 60) - clock_view(night.last.clock, minutes(at / 60))["remaining_seconds"]
        assert abs(ahead - extra) < 1e-6


def test_extra_time_is_for_a_table_of_a_running_round_with_a_clock():
    night = two_tables()
    refused = night.refused(extends(60, 1, "r9a9"))
    assert (refused.code, refused.field) == ("unknown_table", "table")
    assert (
        night.refused(c.Extend(round="r9", at=EVENING, seconds=60, reason=None, table="r1a1")).code == "unknown_round"
    )
    assert two_tables(None).refused(extends(60, 1)).code == "no_clock"
    night.report(1, a=1, b=2, c=3, d=4)
    night.report(2, e=1, f=2, g=3, h=4)
    night.send(extends(60, 1))
    night.close_round()
    assert night.last.clocks == []
    assert night.last.tables[0].extra_seconds == 60
    assert night.refused(extends(60, 1)).code == "round_not_running"


def test_a_tournament_called_off_has_no_clocks_left():
    night = two_tables()
    night.send(extends(60, 1))
    night.send(c.Cancel())
    assert (night.last.clocks, night.last.due_at) == ([], None)
    assert night.send(c.Expire("r1", minutes(99))) == []


def test_the_reason_is_the_staff_s():
    night = two_tables()
    (extended,) = night.send(extends(60, 1))
    assert "a spilled drink" not in str(extended.show(None))
    assert extended.show(None)["table"] == "r1a1"
