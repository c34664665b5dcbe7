"""What holds in any tournament with finals: random rounds, cuts, corrections, penalties, and people who leave."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Aggregate
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.stages.commands import BeginStage
from league.domain.values.faults import read
from league.domain.values.numbers import exact
from tests.league.domain.night import EVENING, Night

PEOPLE = tuple("abcdefghijkl")
FORMATS: tuple[dict[str, Any], ...] = ({"type": "areas"}, {"type": "areas", "k": 4}, {"type": "swiss"})
Draw = Any


def leave_or_be_punished(night: Night, data: Draw) -> None:
    """Now and then somebody leaves, is punished, or a table is corrected."""
    what = data.draw(st.sampled_from(("nothing", "penalty", "drop", "correct")))
    entry = data.draw(st.sampled_from(PEOPLE))
    if what == "penalty":
        night.send(c.Penalise(f"p{night.state.version}", entry, data.draw(st.integers(1, 5)), "late"))
    if what == "drop" and sum(one.is_here for one in night.state.entries.values()) > 9:
        night.send(c.Drop(entry))
    if what == "correct":
        found = data.draw(st.sampled_from(night.state.closed_rounds))
        table = data.draw(st.sampled_from(found.tables))
        order = data.draw(st.permutations(table.seats))
        said = Report(places={one: place for place, one in enumerate(order, 1)})
        game = data.draw(st.sampled_from(table.games)).event_game
        night.send(CorrectResult(table=table.id, said=said, at=EVENING, by="user:1", reason="read wrongly", game=game))


def cut(night: Night, data: Draw) -> None:
    """A final of as many as there can be, or fewer."""
    playing = [entry.id for entry in night.state.players(night.state.next_number)]
    top = data.draw(st.integers(min(4, len(playing)), len(playing)))
    carry = data.draw(st.sampled_from(("none", "half", "all")))
    if top >= 3:
        format = data.draw(st.sampled_from(FORMATS))
        night.send(read(BeginStage, {"top": top, "carry": carry, "format": format}))


def check(night: Night) -> None:
    """Places are a ranking; whoever is in the final comes before everybody else; the log folds to the same."""
    rows = standings(night.state)
    places = [row["place"] for row in rows]
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert sorted(row["entry"] for row in rows) == sorted({row["entry"] for row in rows})
    for line in (line for row in rows for line in row["rounds"] if "games" in line):
        assert exact(line["points"]) == sum(exact(game["points"]) for game in line["games"])
    stage = night.state.stage
    if stage is not None:
        inside = [row["place"] for row in rows if row["entry"] in stage.entries]
        outside = [row["place"] for row in rows if row["entry"] not in stage.entries]
        assert len(inside) == stage.top
        assert max(inside) < min(outside, default=len(PEOPLE) + 1)
        frozen = {row.entry: row for row in stage.standings}
        for row in rows:
            if row["entry"] not in stage.entries:
                assert exact(row["points"]) == exact(frozen[row["entry"]].points)
    again: Aggregate[Any] = Aggregate(tournament.RULES)
    for event in night.aggregate.events:
        tournament.RULES.evolve[type(event)](again.state, event)
    assert standings(again.state) == rows


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whoever_goes_on_comes_first_and_alone_has_seats(data: Draw) -> None:
    games = data.draw(st.sampled_from((1, 2)))
    size = {"min": 3, "max": 4, "prefer": 4}
    night = Night(*PEOPLE, table_size=size, tie_breaks=["wins"], games_per_round=games)
    for _ in range(data.draw(st.integers(1, 2))):
        night.play_as_seated()
    for _ in range(data.draw(st.integers(1, 2))):
        leave_or_be_punished(night, data)
        if len(night.state.players(night.state.next_number)) < 3:
            break
        cut(night, data)
        check(night)
        for _ in range(data.draw(st.integers(1, 2))):
            if len(night.state.players(night.state.next_number)) < 3:
                break
            night.play_as_seated()
            stage = night.state.stage
            assert stage is not None
            seated = [entry for table in night.last.tables for entry in table.seats] + list(night.last.byes)
            assert set(seated) <= set(stage.entries)
            leave_or_be_punished(night, data)
            check(night)
    if night.state.stage is not None and len(night.state.rounds) < night.state.stage.from_round:
        night.play(" ".join([entry.id for entry in night.state.players(night.state.next_number)][:2]))
    before = standings(night.state)
    night.send(c.Close())
    assert [row["entry"] for row in standings(night.state)] == [row["entry"] for row in before]
