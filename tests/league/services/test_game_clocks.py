"""The clock of a game at its table: asked for by the game, kept by the tournament, swept like the rounds' own."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest

from games.kernel import N_, Rejected
from games.match import Match
from league.domain.tournament.clocks.commands import Pause, Resume
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.view import table_view
from league.models import Round as RoundRow
from league.models import Table as TableRow
from league.repository import streams
from league.repository.streams import GAME
from league.services import clocks, policies, results
from tests.league.nights import Night, log_of, new_club, new_people

pytestmark = pytest.mark.django_db
STANDARD, FAMILY = timedelta(seconds=240), timedelta(seconds=300)


def monkeys(players: int = 4, **options: Any) -> Night:
    """A running round of 4 Monkeys, whose game waits for its first round. The round itself has no clock."""
    night = Night.open(
        new_club(),
        game="four-monkeys",
        game_options={"play": "dealt", **options},
        table_size={"min": 2, "max": 8, "prefer": 8},
    )
    night.enter(new_people(night.club, players))
    night.start_round()
    return night


def table(night: Night) -> Table:
    (found,) = night.state().rounds[-1].tables
    return found


def begin(night: Night) -> datetime:
    """Starts a round of the game; when that was."""
    night.play(table(night).id, {"type": "start_round"})
    return night.at


def phase(night: Night) -> str:
    match = streams.rebuilt(night.club.pk, GAME, UUID(table(night).id)).match
    found: str = match.view(None)["phase"]
    return found


def shown(night: Night, at: datetime, viewer: str | None = None) -> dict[str, Any]:
    state = night.state()
    body: dict[str, Any] = table_view(state, table(night), state.rounds[-1], at, viewer)["clock"]
    return body


def types(night: Night) -> list[str]:
    return [name.partition(".")[2] for _, name in log_of(night.club) if "clock" in name]


def row_of(night: Night) -> TableRow:
    return TableRow.objects.select_related("round").get(pk=table(night).id)


def told_by_hand(night: Night, seats: tuple[str, ...]) -> None:
    said = Report(places={entry: place for place, entry in enumerate(seats, 1)})
    results.report(row_of(night), said, actor="user:test", at=night.at)


def test_it_starts_with_the_games_round_and_its_end_ends_the_game_round_once():
    night = monkeys()
    assert shown(night, night.at)["state"] == "off"
    began = begin(night)
    assert RoundRow.objects.get().due_at == began + STANDARD
    assert shown(night, began + timedelta(seconds=40))["remaining_seconds"] == 200.0
    assert clocks.sweep(began + STANDARD - timedelta(microseconds=1)) == 0
    assert phase(night) == "play"
    assert [clocks.sweep(began + STANDARD) for _ in range(3)] == [1, 0, 0]
    assert phase(night) in ("check", "ready")
    assert types(night) == ["table_clock_started", "table_clock_expired"]
    assert RoundRow.objects.get().due_at is None


def test_the_clocks_of_many_games_end_in_one_sweep():
    nights = [monkeys() for _ in range(3)]
    late = max(begin(night) for night in nights) + STANDARD
    before = [phase(night) for night in nights]
    assert clocks.sweep(late) == 3
    assert not {*before} & {phase(night) for night in nights}
    assert clocks.sweep(late) == 0


def test_a_stop_ends_it_and_the_next_round_has_a_new_one():
    night = monkeys(4, variant="family")
    began = begin(night)
    night.play(table(night).id, {"type": "stop", "player": table(night).seats[0]})  # a false one: the round is void
    assert types(night) == ["table_clock_started", "table_clock_stopped"]
    again = begin(night)
    assert clocks.sweep(began + FAMILY) == 0
    assert clocks.sweep(again + FAMILY) == 1
    assert phase(night) in ("check", "ready")


def test_one_clock_for_both_areas_of_eight():
    night = monkeys(8)
    began = begin(night)
    clocks.sweep(began + STANDARD)
    assert types(night) == ["table_clock_started", "table_clock_expired"]
    assert phase(night) in ("check", "ready")


def test_it_stands_still_while_the_round_is_paused():
    night = monkeys()
    began = begin(night)
    found = night.state().rounds[-1]
    night.send(Pause(found.id, began + timedelta(seconds=100)))
    assert shown(night, began + timedelta(hours=1))["remaining_seconds"] == 140.0
    assert clocks.sweep(began + timedelta(hours=5)) == 0
    resumed = began + timedelta(hours=6)
    night.send(Resume(found.id, resumed))
    assert shown(night, resumed + timedelta(seconds=40))["remaining_seconds"] == 100.0
    assert clocks.sweep(resumed + timedelta(seconds=139)) == 0
    assert clocks.sweep(resumed + timedelta(seconds=140)) == 1


def test_a_game_round_that_begins_while_the_round_is_paused_waits_for_it():
    night = monkeys()
    began = begin(night)
    found = night.state().rounds[-1]
    night.send(Pause(found.id, began))
    night.play(table(night).id, {"type": "stop", "player": table(night).seats[0]})
    again = begin(night)
    assert shown(night, again + timedelta(hours=1))["remaining_seconds"] == 240.0
    assert shown(night, again)["state"] == "paused"


def test_a_hidden_time_is_told_to_staff_alone():
    night = monkeys(4, timer_visible=False)
    began = begin(night)
    assert shown(night, began) == {
        "state": "running", "deadline": None, "remaining_seconds": None, "extended_seconds": 0,
        "now": msgspec.to_builtins(began),
    }  # fmt: skip
    assert shown(night, began, "referee")["remaining_seconds"] == 240.0
    clocks.sweep(began + STANDARD)
    events = streams.rebuilt(night.club.pk, "tournament", night.id).aggregate.events
    told = [event.show(None) for event in events if event.type.startswith("tournament.table_clock")]
    assert told[0] is None
    assert told[1] is not None
    assert "deadline" not in told[1]


def test_in_recorded_play_the_clock_runs_out_and_the_sheet_still_comes():
    night = monkeys(4, play="recorded")
    began = begin(night)
    assert [clocks.sweep(began + STANDARD), clocks.sweep(began + STANDARD)] == [1, 0]
    assert phase(night) == "play"
    assert shown(night, began + STANDARD)["state"] == "expired"


def test_a_game_without_a_clock_has_none():
    night = Night.open(new_club(), game="monster-trick", game_options={"play": "dealt"})
    night.enter(new_people(night.club, 3))
    night.start_round()
    night.play(table(night).id, {"type": "start_round"})
    assert types(night) == []


def test_a_closed_round_has_no_clock_of_a_game_to_sweep():
    night = monkeys(4, play="recorded")
    began = begin(night)
    seats = table(night).seats
    from league.domain.tournament.closing.commands import CloseRound

    told_by_hand(night, seats)
    night.send(CloseRound(night.state().rounds[-1].id))
    assert RoundRow.objects.get().due_at is None
    assert clocks.sweep(began + timedelta(hours=9)) == 0


def test_a_round_goes_on_where_the_only_clock_was_stopped_while_it_was_paused():
    night = monkeys()
    began = begin(night)
    found = night.state().rounds[-1]
    night.send(Pause(found.id, began))
    night.play(table(night).id, {"type": "stop", "player": table(night).seats[0]})
    night.send(Resume(found.id, night.at))
    again = begin(night)
    assert shown(night, again)["state"] == "running"
    night.play(table(night).id, {"type": "stop", "player": table(night).seats[0]})
    with pytest.raises(Rejected) as refusal:
        night.send(Resume(found.id, night.at))
    assert refusal.value.code == "no_clock"


def test_a_game_that_waits_beside_its_tables_word_ends_its_round_when_it_goes_on():
    night = monkeys()
    began = begin(night)
    told_by_hand(night, table(night).seats)
    assert RoundRow.objects.get().due_at is None
    assert clocks.sweep(began + STANDARD) == 0
    results.take_back(row_of(night), "too early", actor="user:test", at=night.at)
    assert (phase(night), RoundRow.objects.get().due_at) == ("play", began + STANDARD)
    assert [clocks.sweep(began + STANDARD) for _ in range(2)] == [1, 0]
    assert phase(night) in ("check", "ready")


def pairs(tables: int) -> Night:
    night = Night.open(
        new_club(),
        game="four-monkeys",
        game_options={"play": "dealt"},
        table_size={"min": 2, "max": 2, "prefer": 2},
        clock_seconds=60,
    )
    night.enter(new_people(night.club, 2 * tables))
    for found in night.start_round().tables:
        night.play(found.id, {"type": "start_round"})
    return night


def test_a_game_that_breaks_holds_up_no_other_clock_of_its_round(monkeypatch):
    night = pairs(3)
    first, *_ = night.state().rounds[-1].tables
    done = Match.execute

    def breaks(self, raw):
        if first.seats[0] in self.state.players:
            raise KeyError("broken")
        return done(self, raw)

    monkeypatch.setattr(Match, "execute", breaks)
    at = night.at + STANDARD
    assert [clocks.sweep(at), clocks.sweep(at)] == [3, 0]  # two games, and the round's own
    held = [found.game_clock for found in night.state().rounds[-1].tables]
    assert [known.clock.expired for known in held if known] == [False, True, True]
    monkeypatch.undo()
    assert clocks.sweep(at) == 1


def test_where_the_games_result_is_refused_the_game_has_not_ended_either(monkeypatch):
    night = monkeys()
    began = begin(night)

    def refuses(work, stream, events, before):
        if stream.kind == GAME:
            raise Rejected("bad_result", N_("That is no result."))

    monkeypatch.setattr(policies, "react", refuses)
    assert clocks.sweep(began + STANDARD) == 0
    monkeypatch.undo()
    assert (phase(night), types(night)) == ("play", ["table_clock_started"])
    assert clocks.sweep(began + STANDARD) == 1
