"""Repairs through the services: which games are opened and which are left, and what two at once come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.db import connections

from games.kernel import Json, Rejected
from league.access.audience import CLUB
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import Publish, Repair, RepairMerge, RepairSeat, RepairSwap, Start
from league.domain.tournament.rounds.events import GoneTable
from league.domain.tournament.rounds.state import Round
from league.log.verify import Tally, verify
from league.models import Round as RoundRow
from league.models import Table as TableRow
from league.projections.rebuild import rebuild
from league.queries.names_in_log import names_of
from league.repository import streams
from league.repository.streams import GAME
from league.seating import planning
from league.services import execution, results, rounds
from tests.league.log import processes
from tests.league.nights import ACTOR, Night, new_club, new_people

PATIENCE_SECONDS = 60
at_once = pytest.mark.django_db(transaction=True)
alone = pytest.mark.django_db


def a_night(people: int, **settings: Any) -> Night:
    """People at tables of 2 to 6, three where that can be."""
    night = Night.open(new_club(), **{"table_size": {"min": 2, "max": 6, "prefer": 3}, **settings})
    night.enter(new_people(night.club, people))
    return night


def published(night: Night) -> Round:
    plan = planning.plan_next(night.id, club=night.club.pk)
    assert plan is not None
    night.send(planning.new_seat_command(plan))
    night.send(Publish(night.state().rounds[-1].id))
    return night.state().rounds[-1]


def repair(night: Night, asked: Callable[..., Repair]) -> execution.Done:
    row = RoundRow.objects.get(tournament=night.id)
    return rounds.repair(row, asked, actor=ACTOR, at=night.at)


def moves(entry: str, table: str) -> Callable[..., Repair]:
    return partial(RepairSeat, entry=entry, table=table)


def swaps(a: str, b: str) -> Callable[..., Repair]:
    return partial(RepairSwap, a=a, b=b)


def require_whole(night: Night) -> None:
    """Everybody sits once, at tables whose games have those players; log and rows are sound."""
    found = night.state().rounds[-1]
    assert sorted(entry for table in found.tables for entry in table.seats) == sorted(night.entries)
    for table in found.tables if found.state == "running" else ():
        match = streams.rebuilt(night.club.pk, GAME, UUID(table.id)).match
        assert tuple(match.state.players) == table.seats
    assert {str(row) for row in TableRow.objects.values_list("pk", flat=True)} == {table.id for table in found.tables}
    assert list(verify(streams.codec().decode, Tally(), night.club.pk)) == []
    assert rebuild() == []


@alone
def test_the_game_of_a_changed_table_is_left_as_it_was_opened_and_another_is_begun() -> None:
    night = a_night(6)
    first, second = night.start_round().tables
    done = repair(night, moves(first.seats[0], second.id))
    assert [event.type for event in done.events] == [
        "tournament.round_repaired",
        "scoresheet.started",
        "scoresheet.started",
    ]
    assert len({event.correlation for event in done.events}) == 1
    for left in (first, second):
        match = streams.rebuilt(night.club.pk, GAME, UUID(left.id)).match
        assert (tuple(match.state.players), match.version) == (left.seats, 1)
    require_whole(night)
    names = names_of(night.club.pk, [first.id, night.state().rounds[-1].tables[0].id], CLUB)
    assert sorted(names.values()) == ["a table that no longer exists", "table 1, round 1"]


@alone
def test_nothing_is_told_of_a_table_that_is_gone_by_whoever_found_it_before() -> None:
    night = a_night(6)
    first, second = night.start_round().tables
    row = TableRow.objects.select_related("round").get(pk=second.id)
    repair(night, moves(first.seats[0], second.id))
    said = Report(places={entry: at for at, entry in enumerate(second.seats, 1)})
    who: dict[str, Any] = {"actor": ACTOR, "at": night.at}
    sheet: Json = {"type": "record_round", "scores": dict.fromkeys(second.seats, 1)}
    told: list[Callable[[], Any]] = [
        partial(results.report, row, said, **who),
        partial(results.confirm, row, by_staff=True, **who),
        partial(results.dispute, row, said, None, **who),
        partial(results.rule, row, said, "late", **who),
        partial(results.rule, row, None, "late", **who),
        partial(results.correct, row, said, "late", **who),
        partial(results.take_back, row, "late", **who),
        partial(rounds.close_round, RoundRow.objects.get(), {row.pk: said}, **who),
        partial(night.play, second.id, sheet),
    ]
    answers = [refusal_of(tell) for tell in told]
    assert answers == [*["table_gone"] * 7, "unknown_table", "table_gone"]
    require_whole(night)


@alone
def test_before_the_start_no_game_is_opened() -> None:
    night = a_night(6)
    first, second = published(night).tables
    done = repair(night, partial(RepairMerge, tables=(first.id, second.id)))
    assert [event.type for event in done.events] == ["tournament.round_repaired"]
    require_whole(night)
    night.send(Start(night.state().rounds[-1].id, night.at))
    require_whole(night)


@alone
def test_a_game_that_can_not_be_played_so_refuses_the_repair_and_nothing_is_done() -> None:
    """Sizes of the tournament may go beyond those of the game of a round."""
    night = a_night(6, table_size={"min": 3, "max": 12, "prefer": 3})
    plan = planning.plan_next(night.id, club=night.club.pk, game="monster-trick")
    assert plan is not None
    night.send(planning.new_seat_command(plan))
    night.send(Start(night.state().rounds[-1].id, night.at))
    first, second = night.state().rounds[-1].tables
    with pytest.raises(Rejected) as refusal:
        repair(night, partial(RepairMerge, tables=(first.id, second.id)))
    assert (refusal.value.code, refusal.value.facts["most"]) == ("tables_too_large", 5)
    require_whole(night)


def refusal_of(call: Callable[[], Any]) -> str:
    """The code of the refusal; "" where it is done."""
    try:
        call()
    except Rejected as refusal:
        return refusal.code
    return ""


def together(*calls: Callable[[], Any]) -> list[str]:
    """Calls all at the same moment; the code of each one's refusal, "" where it was done."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> str:
        try:
            barrier.wait(PATIENCE_SECONDS)
            return refusal_of(call)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [done.result(PATIENCE_SECONDS) for done in [pool.submit(run, call) for call in calls]]


@at_once
@pytest.mark.parametrize("start", [False, True])
def test_two_directors_who_repair_at_once_both_have_their_way_or_the_second_learns_why_not(start: bool) -> None:
    night = a_night(9)
    for _ in range(6):
        night.state().rounds or (night.start_round() if start else published(night))
        first, second, third = night.state().rounds[-1].tables
        answers = together(
            partial(repair, night, moves(first.seats[0], third.id)),
            partial(repair, night, swaps(first.seats[-1], second.seats[0])),
            partial(repair, night, swaps(second.seats[-1], third.seats[0])),
        )
        assert all(answer in ("", "table_gone", "table_too_small", "table_full") for answer in answers)
        assert "" in answers
    require_whole(night)


def repairs_in_turn(night: Night, pairs: Sequence[tuple[str, str]]) -> None:
    """Swaps pair after pair; in a process of its own."""
    for a, b in pairs:
        repair(night, swaps(a, b))


@at_once
def test_two_processes_repair_one_round_and_every_swap_counts() -> None:
    night = a_night(12)
    night.start_round()
    before = night.state().rounds[-1]
    one, two = night.entries[:6], night.entries[6:]
    pairs = [list(pairwise(part)) for part in (one, two)]
    started = [processes.start(repairs_in_turn, night, part) for part in pairs]
    for process in started:
        process.join(PATIENCE_SECONDS)
        assert process.exitcode == 0
    assert night.state().rounds[-1].repairs == 10
    seat = {entry: (table.number, at) for table in before.tables for at, entry in enumerate(table.seats)}
    now = {entry: (t.number, at) for t in night.state().rounds[-1].tables for at, entry in enumerate(t.seats)}
    for part in (one, two):
        assert [now[entry] for entry in part] == [*(seat[entry] for entry in part[1:]), seat[part[0]]]
    require_whole(night)


@at_once
@pytest.mark.parametrize("told_by", ["the game", "the table"])
def test_a_result_that_comes_at_the_same_moment_stands_or_comes_too_late(told_by: str) -> None:
    night = a_night(30)
    found = night.start_round()
    pairs = list(zip(found.tables[::2], found.tables[1::2], strict=True))
    for first, second in pairs:
        sheet: Json = {"type": "record_round", "scores": {entry: at for at, entry in enumerate(second.seats)}}
        said = Report(places={entry: at for at, entry in enumerate(second.seats, 1)})
        row = TableRow.objects.select_related("round").get(pk=second.id)

        def tell(row: TableRow = row, sheet: Json = sheet, said: Report = said) -> None:
            if told_by == "the table":
                results.report(row, said, actor=ACTOR, at=night.at)
            else:
                execution.execute(GAME, row.pk, [sheet], club=night.club.pk, actor=ACTOR, at=night.at)

        answers = together(tell, partial(repair, night, moves(first.seats[0], second.id)))
        if answers[0] == "":
            assert answers[1] in ("game_begun", "already_reported")
            assert night.state().tables[second.id].result is not None
        else:
            assert answers == ["table_gone", ""]
            assert second.id not in night.state().tables
    require_whole(night)


@at_once
def test_a_round_that_is_started_while_it_is_repaired_has_games_for_those_who_sit_there() -> None:
    for _ in range(6):
        night = a_night(9)
        found = published(night)
        first, second, _third = found.tables
        answers = together(
            partial(night.send, Start(found.id, night.at)),
            partial(repair, night, moves(first.seats[0], second.id)),
        )
        assert answers == ["", ""]
        state = night.state()
        assert (state.rounds[-1].state, state.rounds[-1].repairs) == ("running", 1)
        for table in state.rounds[-1].tables:
            match = streams.rebuilt(night.club.pk, GAME, UUID(table.id)).match
            assert tuple(match.state.players) == table.seats


@alone
def test_a_round_that_is_started_after_it_was_looked_at_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look saw a round without games, at one of whose tables something has been played by now."""
    night = a_night(9, game_options={"rounds": 2})
    first, second, third = night.start_round().tables
    night.play(first.id, {"type": "record_round", "scores": dict.fromkeys(first.seats, 1)})
    games_left = rounds._games_left
    for asked, code in ((moves(first.seats[0], third.id), "game_begun"), (moves(second.seats[0], third.id), "")):
        saw: list[list[GoneTable]] = [[]]
        monkeypatch.setattr(rounds, "_games_left", lambda *told, saw=saw: saw.pop() if saw else games_left(*told))
        assert (refusal_of(partial(repair, night, asked)), saw) == (code, [])
    require_whole(night)
    assert night.state().rounds[-1].repairs == 1
