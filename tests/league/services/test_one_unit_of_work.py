"""Costs that are bounded: many commands fold and write a tournament once, and a report costs the same in any field."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from unittest.mock import patch
from uuid import UUID

import pytest
from uuid6 import uuid7

from games.kernel import Rejected
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.entries.commands import CheckIn, Drop, NewEntry
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Round
from league.log.store import writing
from league.models import Entry, Table, Tournament
from league.models import Round as RoundRow
from league.projections.rebuild import rebuild
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import results, rounds, tournaments
from tests.league.counted_queries import counted
from tests.league.nights import ACTOR, Night, new_club, new_people

pytestmark = pytest.mark.django_db(transaction=True)
SMALL, LARGE = 12, 120


def expected(count: int) -> Night:
    """A tournament for which so many people are registered."""
    night = Night.open(new_club(f"{count}"))
    entries = [NewEntry(str(uuid7()), str(person.pk)) for person in new_people(night.club, count)]
    tournaments.register(night.id, entries, {}, club=night.club.pk, actor=ACTOR, at=night.at)
    night.entries = [entry.id for entry in entries]
    return night


def all_here(night: Night) -> None:
    tournaments.check_in(night.id, None, club=night.club.pk, actor=ACTOR, at=night.at)


def queries_of(run: Callable[[], object]) -> list[str]:
    with counted() as asked:
        run()
    return asked


def test_all_here_reads_the_log_once_and_asks_the_database_as_often_for_many_as_for_few() -> None:
    few, many = expected(SMALL), expected(LARGE)
    with patch.object(streams, "rebuilt", wraps=streams.rebuilt) as folded:
        assert len(queries_of(lambda: all_here(few))) == len(queries_of(lambda: all_here(many)))
        assert folded.call_count <= 2
    for night in (few, many):
        assert {entry.checked_in for entry in night.state().entries.values()} == {True}
        assert set(Entry.objects.filter(tournament=night.id).values_list("state", flat=True)) == {"checked_in"}


def test_all_here_needs_memory_in_proportion_to_the_entries() -> None:
    def peak(night: Night) -> int:
        tracemalloc.start()
        all_here(night)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(expected(SMALL))  # the first time loads what stays
    assert peak(expected(LARGE)) < 100_000_000 * LARGE / 1200


def test_people_who_are_entered_and_checked_in_at_once_are_one_unit_of_work() -> None:
    night = Night.open(new_club())

    def enter(count: int) -> list[str]:
        entries = [NewEntry(str(uuid7()), str(person.pk)) for person in new_people(night.club, count)]
        club, at = night.club.pk, night.at
        return queries_of(
            lambda: tournaments.register(night.id, entries, {}, club=club, actor=ACTOR, at=at, are_here=True)
        )

    assert len(enter(SMALL)) == len(enter(LARGE))
    assert {entry.checked_in for entry in night.state().entries.values()} == {True}


def report_at(found: Round, number: int, night: Night) -> list[str]:
    table = found.tables[number]
    row = Table.objects.select_related("round").get(pk=table.id)
    report = Report(scores={entry: 30 - seat for seat, entry in enumerate(table.seats)})
    return queries_of(lambda: results.report(row, report, actor=ACTOR, at=night.at))


def cost_of_a_report(count: int) -> tuple[int, int]:
    """The number of queries that a second round's report takes, and of their characters."""
    night = expected(count)
    all_here(night)
    night.play_round()
    night.send(Drop(night.entries[0]))
    for entry in night.entries[count // 2 :]:
        night.send(Drop(entry, after_round=2))
    found = night.start_round()
    report_at(found, 0, night)
    asked = report_at(found, 1, night)
    assert not any("league_entry" in query for query in asked if not query.startswith("SELECT"))
    assert rebuild() == []
    return len(asked), sum(map(len, asked))


def test_a_report_asks_and_writes_the_same_in_a_small_and_in_a_large_tournament() -> None:
    few, few_characters = cost_of_a_report(SMALL)
    many, many_characters = cost_of_a_report(LARGE)
    assert few == many
    assert many_characters < 1.2 * few_characters


def test_entries_that_leave_after_a_round_are_gone_once_it_is_closed() -> None:
    night = expected(SMALL)
    all_here(night)
    night.send(Drop(night.entries[3], after_round=1))
    assert Entry.objects.get(pk=night.entries[3]).state == "checked_in"
    night.play_round()
    assert Entry.objects.get(pk=night.entries[3]).state == "dropped"
    assert rebuild() == []


def test_tables_of_a_round_that_is_drawn_again_are_gone() -> None:
    night = expected(SMALL)
    all_here(night)
    first = night.start_round()
    assert {str(id) for id in Table.objects.values_list("pk", flat=True)} == {table.id for table in first.tables}
    night.report(first, night.entries.index)
    night.send(CloseRound(first.id))
    row = Tournament.objects.get(pk=night.id)
    rounds.seat_next(row, actor=ACTOR, within=lambda write: write())
    draft = RoundRow.objects.get(number=2)
    before = set(Table.objects.filter(round=draft).values_list("pk", flat=True))
    rounds.redo(draft, actor=ACTOR, within=lambda write: write())
    tables = {UUID(table.id) for table in night.state().rounds[-1].tables}
    assert tables.isdisjoint(before)
    assert set(Table.objects.exclude(round__number=1).values_list("pk", flat=True)) == tables
    assert rebuild() == []


def test_a_refused_command_costs_the_next_one_no_fold_of_the_log() -> None:
    night = expected(SMALL)
    all_here(night)
    with patch.object(streams, "rebuilt", wraps=streams.rebuilt) as folded:
        for _ in range(3):
            with pytest.raises(Rejected):
                night.send(CloseRound(str(uuid7())))
        assert folded.call_count <= 1


def test_commands_within_one_transaction_fold_the_log_once_and_so_do_reads_among_them() -> None:
    night = expected(LARGE)
    with patch.object(streams, "rebuilt", wraps=streams.rebuilt) as folded, writing(night.id):
        for entry in night.entries[:SMALL]:
            night.send(CheckIn(entry))
            with streams.reading(night.club.pk, TOURNAMENT, night.id) as stream:
                assert stream.aggregate.state.entries[entry].checked_in
        assert folded.call_count <= 1


def test_what_a_transaction_takes_back_is_seen_by_nobody_even_within_it() -> None:
    night = expected(SMALL)
    first, second, third = night.entries[:3]

    def here() -> list[str]:
        with streams.reading(night.club.pk, TOURNAMENT, night.id) as stream:
            return [entry.id for entry in stream.aggregate.state.entries.values() if entry.checked_in]

    with writing(night.id):
        night.send(CheckIn(first))
        with suppress(ZeroDivisionError), writing():
            night.send(CheckIn(second))
            raise ZeroDivisionError
        assert here() == [first]
        with pytest.raises(Rejected):
            tournaments.check_in(night.id, [second, str(uuid7())], club=night.club.pk, actor=ACTOR, at=night.at)
        assert here() == [first]
        night.send(CheckIn(third))
    assert here() == [first, third]
    assert [entry.id for entry in night.state().entries.values() if entry.checked_in] == [first, third]
    assert rebuild() == []
