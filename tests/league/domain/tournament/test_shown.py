"""Which results readers see, by the setting `standings_shown`."""

from games.codec import canonical
from games.kernel import REFEREE
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.results.reports import Report
from league.domain.tournament.settings import Settings
from league.domain.tournament.shown import counted_for, hidden_from, hidden_rounds, is_hiding, shown_to
from league.domain.tournament.view import round_view, table_view
from tests.league.domain.night import EVENING, FOUR, Night

EIGHT = (*FOUR, "eve", "fay", "gus", "hal")
CANARY = 918270
MARK = "91827"
"""How every score with the canary begins."""


def night_that_shows(when, *people, **settings):
    """A night of eight, played three times, unless something else is said."""
    return Night(*(people or EIGHT), **{"standings_shown": when, "rounds": 3, **settings})


def started(night):
    night.seat()
    night.start()
    return night.last


def report(night, number=1):
    """A result with the canary for a table of the newest round."""
    table = night.last.tables[number - 1]
    places = {entry: place for place, entry in enumerate(table.seats, 1)}
    scores: dict[str, int | str] = {entry: CANARY + 9 - place for entry, place in places.items()}
    night.send(c.RecordResult(table.id, places, EVENING, source="table", by="user:7", scores=scores))
    return table


def report_all(night):
    for number in range(1, len(night.last.tables) + 1):
        report(night, number)


def play(night):
    """A whole round."""
    found = started(night)
    report_all(night)
    night.close_round()
    return found


def hidden(night):
    return [found.number for found in hidden_rounds(night.state)]


def told(night, viewer=None):
    """Everything that a viewer is shown of a night, as text."""
    state = night.state
    rounds = [round_view(state, found, EVENING, viewer) for found in (*state.rounds, *state.cancelled)]
    tables = [table_view(state, table, found, EVENING, viewer) for found in state.rounds for table in found.tables]
    mask = hidden_from(state, viewer)
    events = [mask.show(event, viewer) for event in night.aggregate.events]
    return str([rounds, tables, events, standings(counted_for(state, viewer))])


def test_a_tournament_is_live_unless_its_settings_say_otherwise():
    night = Night(*EIGHT)
    started(night)
    report(night)
    assert (night.state.settings.visible_to, night.state.settings.shown_standings) == ("public", "live")
    assert hidden(night) == []
    assert MARK in told(night)
    assert shown_to(night.state, None) is night.state


def test_settings_that_nobody_chose_leave_the_events_as_they_were():
    fields = canonical(Night(*FOUR).aggregate.events[0])
    assert b"visibility" not in fields
    assert b"standings_shown" not in fields
    assert "visibility" in Settings.__struct_fields__


def test_the_results_of_a_round_are_hidden_until_it_is_closed():
    night = night_that_shows("rounds")
    before = standings(night.state)
    started(night)
    report_all(night)
    assert hidden(night) == [1]
    assert MARK not in told(night)
    assert MARK in told(night, REFEREE)
    assert [row["points"] for row in standings(counted_for(night.state, None))] == [row["points"] for row in before]
    night.close_round()
    assert hidden(night) == []
    assert MARK in told(night)


def test_a_table_says_that_it_has_reported_but_not_what():
    night = night_that_shows("rounds")
    started(night)
    table = report(night)
    body = table_view(night.state, table, night.last, EVENING, None)
    assert (body["state"], body["result"]) == ("reported", None)


def test_the_links_of_a_table_and_its_entries_see_its_result_alone():
    night = night_that_shows("rounds")
    started(night)
    mine, other = report(night), report(night, 2)
    for viewer in (mine.id, mine.seats[1]):
        assert table_view(night.state, mine, night.last, EVENING, viewer)["result"]["scores"]
        assert table_view(night.state, other, night.last, EVENING, viewer)["result"] is None
        shown = round_view(night.state, night.last, EVENING, viewer)
        assert [table["result"] is None for table in shown["tables"]] == [False, True]
        rows = standings(counted_for(night.state, viewer))
        assert {row["points"] for row in rows} == {0}


def test_the_standings_stay_those_after_the_last_closed_round():
    night = night_that_shows("rounds")
    play(night)
    before = standings(night.state)
    started(night)
    report_all(night)
    assert standings(counted_for(night.state, None)) == before
    assert standings(counted_for(night.state, REFEREE)) != before


def test_the_last_round_is_hidden_until_the_tournament_is_closed():
    night = night_that_shows("hide_last")
    for _ in range(2):
        started(night)
        report(night)
        assert hidden(night) == []
        report(night, 2)
        night.close_round()
    before = standings(night.state)
    last = play(night)
    assert hidden(night) == [3]
    assert standings(counted_for(night.state, None)) == before
    body = round_view(night.state, last, EVENING, None)
    assert body["state"] == "closed"
    assert [table["result"] for table in body["tables"]] == [None, None]
    own = table_view(night.state, last.tables[0], last, EVENING, last.tables[0].seats[0])["result"]
    assert own["points"] == dict(zip(last.tables[0].seats, [4, 2, 1, 0], strict=True))
    night.send(c.Close())
    assert hidden(night) == []
    assert standings(counted_for(night.state, None)) == standings(night.state)


def test_what_one_close_has_shown_stays_shown():
    night = night_that_shows("hide_last", rounds=1)
    play(night)
    night.send(c.Close())
    night.send(c.Reopen(EVENING, "ab" * 16))
    assert hidden(night) == []
    night.send(c.Change(rounds=2))
    play(night)
    assert hidden(night) == [2]


def test_without_a_number_of_rounds_the_newest_may_be_the_last():
    night = night_that_shows("hide_last", rounds=None)
    play(night)
    assert hidden(night) == [1]
    night.seat()
    assert hidden(night) == [1]
    night.send(c.Publish(night.last.id))
    assert hidden(night) == []
    night.start()
    assert hidden(night) == [2]


def test_a_final_shows_the_round_before_it_and_hides_its_own_last_one():
    night = night_that_shows("hide_last", rounds=1)
    play(night)
    assert hidden(night) == [1]
    night.send(c.BeginStage(top=4, carry="none", rounds=2))
    assert hidden(night) == []
    play(night)
    assert hidden(night) == []
    started(night)
    assert hidden(night) == [3]


def test_a_final_that_is_undone_leaves_no_standings_behind():
    night = night_that_shows("hide_last", rounds=1)
    play(night)
    night.send(c.BeginStage(top=4, carry="none"))
    night.send(c.UndoStage())
    assert hidden(night) == [1]
    begun = night.aggregate.events[-2]
    seen = hidden_from(night.state, None).show(begun, None)
    assert seen is not None
    assert sorted(seen) == ["carry", "from_round", "number", "rules", "top"]


def test_the_last_round_of_a_knockout_is_its_last_match():
    night = night_that_shows("hide_last", rounds=None, format={"type": "knockout"}, table_size={"min": 2, "max": 2})
    for expected in ([], [], [3]):
        play(night)
        assert hidden(night) == expected


def test_the_last_round_of_a_round_robin_is_the_one_in_which_everybody_has_met():
    night = night_that_shows(
        "hide_last", *FOUR, rounds=None, format={"type": "round_robin"}, table_size={"min": 2, "max": 2}
    )
    for expected in ([], [], [3]):
        play(night)
        assert hidden(night) == expected


def test_the_last_round_of_a_plan_is_its_last():
    plan = [{"tables": [[1, 2, 3, 4], [5, 6, 7, 8]]}] * 2
    night = night_that_shows("hide_last", rounds=None, format={"type": "prescribed", "plan": plan})
    for expected in ([], [2]):
        play(night)
        assert hidden(night) == expected


def test_a_round_that_is_called_off_shows_nothing():
    for when, rounds in (("rounds", 3), ("hide_last", 1)):
        night = night_that_shows(when, rounds=rounds)
        started(night)
        report(night)
        night.send(c.CancelRound("r1", "a fire alarm"))
        assert [found.state for found in hidden_rounds(night.state)] == ["cancelled"]
        assert MARK not in told(night)


def test_the_results_of_tables_that_are_gone_are_hidden_too():
    night = night_that_shows("rounds")
    started(night)
    table = report(night)
    night.send(c.WithdrawResult(table.id))
    assert MARK not in told(night)


def test_several_games_at_a_table_are_hidden_one_and_all():
    night = night_that_shows("rounds", games_per_round=2)
    started(night)
    table = night.last.tables[0]
    places = {entry: place for place, entry in enumerate(table.seats, 1)}
    scores: dict[str, int | str] = dict.fromkeys(table.seats, CANARY)
    for game in table.games:
        night.send(
            c.RecordResult(table.id, places, EVENING, source="table", by="user:7", scores=scores, game=game.event_game)
        )
    assert MARK not in told(night)
    body = table_view(night.state, table, night.last, EVENING, None)
    assert [(game["state"], game["result"]) for game in body["games"]] == [("reported", None)] * 2
    assert str(2 * CANARY) in told(night, table.id)


def test_a_dispute_and_a_ruling_tell_no_numbers():
    night = night_that_shows("rounds")
    started(night)
    table = report(night)
    places = {entry: place for place, entry in enumerate(reversed(table.seats), 1)}
    scores: dict[str, int | str] = {entry: CANARY + place for entry, place in places.items()}
    night.send(c.DisputeResult(table.id, Report(places=places, scores=scores), EVENING, f"entry:{table.seats[0]}"))
    body = table_view(night.state, night.last.tables[0], night.last, EVENING, None)
    assert (body["state"], body["result"]) == ("disputed", None)
    assert MARK not in told(night)


def test_nothing_is_hidden_from_the_staff():
    night = night_that_shows("rounds")
    started(night)
    report(night)
    assert not is_hiding(night.state, REFEREE)
    assert is_hiding(night.state, None)
    assert counted_for(night.state, REFEREE) is shown_to(night.state, REFEREE) is night.state
