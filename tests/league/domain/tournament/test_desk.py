"""Calls for the director, announcements, the screens; and what needs the director."""

from datetime import timedelta

import pytest

from games.kernel import REFEREE
from league.domain.tournament import commands as c
from league.domain.tournament.attention import wanted
from league.domain.tournament.results.reports import Report
from league.domain.tournament.view import announcements_at, call_view
from tests.league.domain.night import EVENING, FOUR, Night, running_night

TABLE = "table:r1a1"
LATER = EVENING + timedelta(minutes=5)


def calls(call: str = "c1", by: str = TABLE, **more) -> c.CallDirector:
    where = more if "entry" in more else {"table": "r1a1", **more}
    return c.CallDirector(call=call, at=EVENING, by=by, **where)


def sent(night: Night, command) -> list[str]:
    return [event.type.removeprefix("tournament.") for event in night.send(command)]


def kinds(night: Night) -> list[tuple[str, str | None, str | None]]:
    return [(item.kind, item.table, item.entry) for item in wanted(night.state)]


def checks_in(entry: str, by: str = "user:1", minutes: int = 0) -> c.CheckIn:
    return c.CheckIn(entry, EVENING + timedelta(minutes=minutes), by)


def drops(entry: str, after_round: int | None = None, by: str = "") -> c.Drop:
    return c.Drop(entry=entry, after_round=after_round, at=EVENING, by=by or f"entry:{entry}")


def test_a_table_calls_once_until_it_is_answered():
    night = running_night()
    assert sent(night, calls(note="  the rules?  ", as_entry="bob")) == ["director_called"]
    assert sent(night, calls("c2", as_entry="ann")) == []
    (item,) = wanted(night.state)
    assert (item.kind, item.call, item.table, item.entry) == ("call", "c1", "r1a1", "bob")
    assert (item.since, item.note) == (EVENING, "the rules?")
    assert sent(night, c.AnswerCall("c1", LATER, "user:1")) == ["call_answered"]
    assert sent(night, c.AnswerCall("c1", LATER, "user:2")) == []
    assert wanted(night.state) == []
    assert sent(night, calls("c2", as_entry="ann")) == ["director_called"]
    assert night.refused(c.AnswerCall("c9", LATER, "user:1")).code == "unknown_call"


def test_an_entry_calls_wherever_it_is():
    night = running_night(*FOUR, "eve", table_size={"min": 4, "max": 4, "prefer": 4})
    (bye,) = night.last.byes
    assert sent(night, calls("c1", f"entry:{bye}", entry=bye)) == ["director_called"]
    seated = night.last.tables[0].seats[0]
    assert sent(night, calls("c2", f"entry:{seated}", entry=seated)) == ["director_called"]
    assert kinds(night) == [("call", None, bye), ("call", "r1a1", seated)]


def test_who_may_see_a_call():
    night = running_night()
    (called,) = night.send(calls(note="help", as_entry="ann"))
    (answered,) = night.send(c.AnswerCall("c1", LATER, "user:1"))
    for event in (called, answered):
        assert event.show(None) is None
        assert event.show("r1a2") is None
        assert {"by", "as_entry"}.isdisjoint(event.show("r1a1"))
    assert called.show("r1a1")["note"] == "help"
    assert (called.show(REFEREE)["as_entry"], answered.show(REFEREE)["by"]) == ("ann", "user:1")
    shown = call_view(night.state.calls["c1"], "r1a1")
    assert (shown["state"], shown["answered_at"]) == ("answered", "2026-12-01T19:05:00Z")
    assert "by" not in shown
    assert call_view(night.state.calls["c1"], REFEREE)["answered_by"] == "user:1"


def test_a_call_is_from_somewhere():
    night = running_night()
    assert night.refused(c.CallDirector(call="c", at=EVENING, by="user:1")).code == "bad_call"
    both = c.CallDirector(call="c", at=EVENING, by="user:1", table="r1a1", entry="ann")
    assert night.refused(both).code == "bad_call"
    assert night.refused(calls(entry="zoe")).code == "unknown_entry"
    assert night.refused(calls(as_entry="zoe")).code == "not_at_table"
    assert night.refused(calls(by="entry:ann", as_entry="ann")).code == "no_table_link"
    night.report(1, ann=1, bob=2, cy=3, dan=4)
    night.send(calls("open"))
    night.close_round()
    assert night.refused(calls("c2")).code == "round_closed"
    night.send(c.Close())
    assert night.refused(calls("c3", entry="ann")).code == "tournament_closed"
    assert kinds(night) == [("call", "r1a1", None)]
    assert sent(night, c.AnswerCall("open", LATER, "user:1")) == ["call_answered"]


def test_a_call_changes_no_seating_and_no_version_of_the_table():
    night = running_night()
    table, moved = night.last.tables[0].version, night.state.moved_at
    night.send(calls())
    night.send(c.AnswerCall("c1", LATER, "user:1"))
    assert (night.last.tables[0].version, night.state.moved_at) == (table, moved)


def test_disputes_want_the_director_with_who_and_what():
    night = running_night(games_per_round=2)
    right = {"ann": 1, "bob": 2, "cy": 3, "dan": 4}
    for game in night.last.tables[0].games:
        night.send(
            c.RecordResult(table="r1a1", places=right, at=EVENING, source="table", by="entry:ann", game=game.event_game)
        )
    swapped = Report(places={"ann": 2, "bob": 1, "cy": 3, "dan": 4})
    night.send(c.DisputeResult(table="r1a1", said=swapped, at=LATER, by=TABLE, note="no", game=2, as_entry="bob"))
    night.send(c.DisputeResult(table="r1a1", said=None, at=EVENING, by="user:1", note="the sum"))
    first, second = wanted(night.state)
    assert (first.game, first.entry, first.note, first.since) == (1, None, "the sum", EVENING)
    assert (second.game, second.entry, second.note, second.since) == (2, "bob", "no", LATER)
    assert [dispute.claim for dispute in first.disputes] == [None]
    night.send(c.RuleResult(table="r1a1", said=None, at=LATER, by="user:1", reason="ok", game=2))
    assert [item.game for item in wanted(night.state)] == [1]


def test_who_comes_after_the_round_was_seated_wants_a_place():
    night = Night(*FOUR)
    night.register("eve", "fay")
    night.send(checks_in("eve", "entry:eve"))
    night.seat()
    night.send(checks_in("fay", "entry:fay", 3))
    assert kinds(night) == []  # the round is a draft, which is stale now
    assert night.state.is_stale
    night.redo()
    night.start()
    assert kinds(night) == []
    night.register("gus")
    assert kinds(night) == []  # registered, but not here
    night.send(checks_in("gus", minutes=10))
    assert [(item.kind, item.entry, item.since) for item in wanted(night.state)] == [
        ("late", "gus", EVENING + timedelta(minutes=10))
    ]
    assert sent(night, c.NoticeEntry("gus", LATER, "user:1")) == ["entry_noticed"]
    assert sent(night, c.NoticeEntry("gus", LATER, "user:1")) == []
    assert kinds(night) == []
    night.send(drops("gus", by="user:1"))
    night.send(c.Return("gus", EVENING, "entry:gus"))
    assert kinds(night) == [("late", None, "gus")]


def test_who_says_that_they_leave_is_noticed():
    night = running_night()
    assert sent(night, c.NoticeEntry("ann", LATER, "user:1")) == []
    night.send(drops("ann", 1))
    night.send(drops("bob"))
    night.send(drops("cy", by="user:1"))
    assert kinds(night) == [("leave", "r1a1", "ann"), ("leave", "r1a1", "bob")]
    assert [item.after_round for item in wanted(night.state)] == [1, 1]
    night.send(c.NoticeEntry("ann", LATER, "user:1"))
    night.send(c.Return("bob", EVENING, "entry:bob"))
    assert kinds(night) == []
    night.send(drops("bob"))
    assert kinds(night) == [("leave", "r1a1", "bob")]
    night.send(c.Cancel())
    assert kinds(night) == []


def test_what_the_director_noticed_is_the_staff_s():
    night = running_night()
    (dropped,) = night.send(drops("ann", 1))
    (noticed,) = night.send(c.NoticeEntry("ann", LATER, "user:1"))
    assert (noticed.show(None), noticed.show("ann")) == (None, None)
    assert dropped.show(None) == {"entry": "ann", "after_round": 1, "at_once": False, "at": "2026-12-01T19:00:00Z"}


def test_a_check_in_is_taken_back_before_the_entry_is_seated():
    night = Night(*FOUR)
    night.register("eve")
    back = c.WithdrawCheckIn("ann", LATER, "entry:ann")
    assert sent(night, c.WithdrawCheckIn("eve", LATER, "entry:eve")) == []
    assert sent(night, back) == ["check_in_withdrawn"]
    assert sent(night, back) == []
    night.send(checks_in("ann"))
    night.seat()
    assert (night.refused(back).code, night.refused(back).facts["number"]) == ("entry_seated", 1)
    night.send(c.Discard("r1"))
    assert sent(night, back) == ["check_in_withdrawn"]
    night.send(drops("bob"))
    assert night.refused(c.WithdrawCheckIn("bob", LATER, "entry:bob")).code == "entry_dropped"


def test_who_left_after_a_round_that_is_over_checks_in_by_returning():
    night = running_night()
    night.send(drops("ann", 1))
    assert sent(night, checks_in("ann")) == []
    night.report(1, ann=1, bob=2, cy=3, dan=4)
    night.close_round()
    assert night.refused(checks_in("ann", "entry:ann")).code == "entry_dropped"
    assert sent(night, c.Return("ann", LATER, "entry:ann")) == ["entry_returned"]


@pytest.mark.parametrize(
    "command", [checks_in("ann"), drops("ann"), c.Return("ann"), c.WithdrawCheckIn("ann", LATER, "entry:ann")]
)
def test_nobody_comes_or_goes_after_the_end(command):
    night = Night(*FOUR)
    night.play("ann bob cy dan")
    night.send(c.Close())
    assert night.refused(command).code == "tournament_closed"
    night = Night(*FOUR)
    night.send(c.Cancel())
    assert night.refused(command).code == "tournament_cancelled"


def test_an_announcement_is_shown_until_its_time_or_its_withdrawal():
    night = Night(*FOUR)
    assert sent(night, c.Announce("a1", "  Pizza at 20:30 ", EVENING, LATER)) == ["announced"]
    assert sent(night, c.Announce("a2", "Bring your cups", EVENING)) == ["announced"]
    assert [shown.text for shown in announcements_at(night.state, EVENING)] == ["Bring your cups", "Pizza at 20:30"]
    assert [shown.id for shown in announcements_at(night.state, LATER)] == ["a2"]
    assert sent(night, c.WithdrawAnnouncement("a2", LATER)) == ["announcement_withdrawn"]
    assert sent(night, c.WithdrawAnnouncement("a2", LATER)) == []
    assert announcements_at(night.state, LATER) == []
    assert night.refused(c.WithdrawAnnouncement("a9", LATER)).code == "unknown_announcement"
    assert night.refused(c.Announce("a1", "again", EVENING)).code == "duplicate"
    assert night.refused(c.Announce("a3", "late", EVENING, EVENING)).field == "until"
    night.send(c.Cancel())
    assert sent(night, c.Announce("a4", "We meet again on Tuesday", LATER)) == ["announced"]


def test_the_screen_shows_what_was_chosen_last():
    night = Night(*FOUR)
    assert night.state.screen == ("auto", 0)
    assert sent(night, c.SetScreen("auto")) == []
    assert sent(night, c.SetScreen("podium", 1)) == ["screen_set"]
    assert sent(night, c.SetScreen("podium", 1)) == []
    assert sent(night, c.SetScreen("podium", 2)) == ["screen_set"]
    assert night.state.screen == ("podium", 2)


def test_a_call_from_a_table_that_was_seated_again_is_where_its_people_sit_now():
    night = Night(*"abcdefgh")
    night.seat()
    night.send(c.Publish("r1"))
    first, second = night.last.tables
    night.send(calls("c1", f"table:{first.id}", table=first.id, as_entry=first.seats[0]))
    night.send(calls("c2", f"table:{second.id}", table=second.id))
    night.send(c.Discard("r1"))
    assert [(item.table, item.call) for item in wanted(night.state)] == [(None, "c1"), (None, "c2")]
    night.seat()
    night.start()
    now = next(table.id for table in night.last.tables if first.seats[0] in table.seats)
    assert [item.table for item in wanted(night.state)] == [now, None]
    assert night.refused(calls("c3", f"table:{first.id}", table=first.id)).code == "table_gone"
