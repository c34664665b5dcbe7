"""Who is in: register, check in, drop, return."""

from league.domain.tournament import commands as c
from league.domain.tournament.view import entry_state, entry_view
from tests.league.domain.night import FOUR, Night, running_night


def test_nobody_is_in_twice_alone_or_in_a_team():
    night = Night(*FOUR)
    again = night.refused(c.Register((c.NewEntry("new", "person ann"),)))
    assert (again.code, again.facts) == ("duplicate", {"person": "person ann", "entry": "ann"})
    in_team = c.NewEntry("team", members=("person zoe", "person bob"))
    assert night.refused(c.Register((in_team,))).code == "duplicate"
    assert night.refused(c.Register((c.NewEntry("ann", "person zoe"),))).code == "duplicate"


def test_a_list_is_entered_whole_or_not_at_all():
    night = Night()
    twice = (c.NewEntry("a", "person zoe"), c.NewEntry("b", "person zoe"))
    assert night.refused(c.Register(twice)).code == "duplicate"
    assert night.refused(c.Register((c.NewEntry("a", "person zoe"), c.NewEntry("b")))).code == "bad_entry"
    assert night.refused(c.Register((c.NewEntry("a", "person zoe", ("person ann",)),))).code == "bad_entry"
    assert len(night.register("ann", "bob")) == 2


def test_a_team_s_members_are_its_people():
    night = Night()
    night.send(c.Register((c.NewEntry("team", members=("zoe", "yan")),)))
    assert night.state.entries["team"].people == ("zoe", "yan")


def test_check_in_twice_is_once():
    night = Night(*FOUR)
    assert night.send(c.CheckIn("ann")) == []
    assert night.refused(c.CheckIn("zoe")).code == "unknown_entry"


def test_only_who_has_checked_in_is_seated():
    night = Night(*FOUR)
    night.register("eve")
    assert [entry.id for entry in night.state.players(1)] == list(FOUR)


def test_from_round_2_on():
    night = Night(*FOUR)
    night.send(c.Register((c.NewEntry("eve", "person eve", from_round=2),)))
    night.send(c.CheckIn("eve"))
    assert len(night.state.players(1)) == 4
    assert len(night.state.players(2)) == 5


def test_a_late_entry_plays_from_the_next_round():
    night = running_night()
    night.come("eve")
    assert night.state.entries["eve"].from_round == 2


def test_an_announced_leaver_plays_until_then():
    night = Night(*FOUR, "eve")
    night.send(c.Drop("eve", after_round=1))
    assert night.send(c.Drop("eve", after_round=1)) == []
    night.play("ann bob cy dan eve")
    assert entry_state(night.state, night.state.entries["eve"]) == "dropped"
    assert len(night.state.players(2)) == 4
    assert night.refused(c.Drop("ann", after_round=1)).code == "round_closed"
    night.send(c.Return("eve"))
    assert night.send(c.Return("eve")) == []
    assert len(night.state.players(2)) == 5


def test_who_leaves_at_once_is_not_seated_and_has_to_return():
    night = Night(*FOUR)
    night.send(c.Drop("ann"))
    assert night.send(c.Drop("ann")) == []
    assert entry_view(night.state, night.state.entries["ann"])["state"] == "dropped"
    assert night.refused(c.CheckIn("ann")).code == "entry_dropped"
    night.send(c.Return("ann"))
    assert entry_view(night.state, night.state.entries["ann"]) == {
        "id": "ann", "version": 11, "person": "person ann", "members": [], "state": "checked_in", "from_round": 1,
        "dropped_after": None, "rating": None, "table": None,
    }  # fmt: skip
