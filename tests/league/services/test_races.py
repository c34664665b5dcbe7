"""Two at once, and killed half-way: real processes and threads on the database of the test."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connections
from uuid6 import uuid7

from games.kernel import Json, Rejected
from league.domain.season.commands import AddResult, Remove
from league.log import store
from league.log.verify import Tally, verify
from league.models import Club, FollowerPosition, KeptAnswer, LeagueTableRow, Season
from league.projections import followers
from league.projections.rebuild import rebuild
from league.repository import streams
from league.repository.streams import GAME, SEASON
from league.services import clocks, execution, friendly_games, idempotency
from tests.league.log import processes
from tests.league.nights import ACTOR, EVENING, Night, log_of, new_club, new_people, open_season

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_SECONDS = 60


def friendly(club: Club, rounds: int) -> UUID:
    """A friendly game of score sheets of two."""
    done = friendly_games.open_friendly(
        "scoresheet", ["ann", "bob"], {"rounds": rounds}, club=club.pk, actor=ACTOR, at=EVENING
    )
    return done.stream.id


def send_rounds(club: UUID, table: UUID, who: int, count: int) -> None:
    """Sends `count` rounds in which Ann's scores tell who sent them, and in which order."""
    for number in range(count):
        sheet: Json = {"type": "record_round", "scores": {"ann": who * 1000 + number, "bob": 0}}
        while True:
            try:
                execution.execute(GAME, table, [sheet], club=club, actor=ACTOR, at=EVENING)
                break
            except execution.Busy:
                time.sleep(0.01)


def test_two_processes_at_one_table_every_command_once_and_in_order() -> None:
    club = new_club()
    table = friendly(club, 100)
    senders = [processes.start(send_rounds, club.pk, table, who, 25) for who in (1, 2)]
    for sender in senders:
        sender.join(PATIENCE_SECONDS)
        assert sender.exitcode == 0
    match = streams.rebuilt(club.pk, GAME, table).match
    scores = [found["points"]["ann"] for found in match.outcome()["rounds"]]
    assert sorted(scores) == [who * 1000 + number for who in (1, 2) for number in range(25)]
    for who in (1, 2):
        mine = [score for score in scores if score // 1000 == who]
        assert mine == sorted(mine)


def report_all(night: Night) -> None:
    """Reports table after table of the running round."""
    night.report(night.state().rounds[-1], night.entries.index)


def test_a_process_killed_among_commands_leaves_whole_commands_only() -> None:
    club = new_club()
    night = Night.open(club, table_size={"min": 3, "max": 3, "prefer": 3})
    night.enter(new_people(club, 120))
    found = night.start_round()
    reporter = processes.start(report_all, night)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while sum(row.kind == GAME for row in store.feed(club.pk, 0, 2000)) < 60 and time.monotonic() < deadline:
        time.sleep(0.005)
    assert reporter.pid is not None
    os.kill(reporter.pid, signal.SIGKILL)
    reporter.join(PATIENCE_SECONDS)
    state = night.state()
    finished = {
        table.id for table in found.tables if streams.rebuilt(club.pk, GAME, UUID(table.id)).match.outcome()["finished"]
    }
    assert 0 < len(finished) < len(found.tables)
    assert {table.id for table in found.tables if state.tables[table.id].result} == finished
    assert list(verify(streams.codec().decode, Tally(), club.pk)) == []


def test_a_folded_state_follows_what_another_process_appended() -> None:
    club = new_club()
    table = friendly(club, 10)
    with streams.reading(club.pk, GAME, table) as stream:
        assert stream.aggregate.version == 1
    other = processes.start(send_rounds, club.pk, table, 1, 3)
    other.join(PATIENCE_SECONDS)
    with streams.reading(club.pk, GAME, table) as stream:
        assert stream.aggregate.version == 4


def test_the_same_key_twice_at_once_has_one_effect() -> None:
    club = new_club()
    both = Barrier(2)

    def create(name: str) -> idempotency.StoredResponse:
        def do() -> idempotency.StoredResponse:
            Club.objects.create(name=name)
            return idempotency.StoredResponse(201, f'{{"name": "{name}"}}')

        try:
            both.wait(PATIENCE_SECONDS)
            return idempotency.run_once("user:1", "key", idempotency.fingerprints(b"POST"), do)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(create, ["one", "two"]))
    assert Club.objects.exclude(pk=club.pk).count() == 1
    assert answers[0].body == answers[1].body
    assert sorted(answer.replayed for answer in answers) == [False, True]


@pytest.mark.parametrize(("status", "is_kept"), [(201, True), (422, True), (404, False), (503, False)])
def test_answers_are_kept_where_the_same_request_would_not_do_better(status: int, is_kept: bool) -> None:
    idempotency.run_once("user:1", "key", "print", lambda: idempotency.StoredResponse(status, "first"))
    again = idempotency.run_once("user:1", "key", "print", lambda: idempotency.StoredResponse(200, "second"))
    assert again.body == ("first" if is_kept else "second")


def test_a_key_used_for_another_request_is_refused_and_another_actors_is_free() -> None:
    idempotency.run_once("user:1", "key", "print", lambda: idempotency.StoredResponse(200, "mine"))
    with pytest.raises(idempotency.KeyReused):
        idempotency.run_once("user:1", "key", "another", lambda: idempotency.StoredResponse(200, "other"))
    assert (
        idempotency.run_once("user:2", "key", "print", lambda: idempotency.StoredResponse(200, "theirs")).body
        == "theirs"
    )
    assert KeptAnswer.objects.count() == 2


def test_two_tournaments_that_name_two_seasons_in_opposite_orders_both_stand() -> None:
    """Each would wait for the other's season, were the seasons not locked in one order."""
    club = new_club()
    seasons = [str(open_season(club)) for _ in range(2)]
    barrier = Barrier(2)

    def opens(named: list[str]) -> None:
        try:
            for _ in range(10):
                barrier.wait(PATIENCE_SECONDS)
                Night.open(club, seasons=named)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(opens, named) for named in (seasons, seasons[::-1])]:
            done.result(PATIENCE_SECONDS)
    assert [season.tournaments.count() for season in Season.objects.all()] == [20, 20]


def test_a_season_removed_while_its_table_is_written_leaves_no_row() -> None:
    club = new_club()
    (person,) = new_people(club, 1)
    seasons = [open_season(club) for _ in range(10)]
    for season in seasons:
        result = AddResult(str(uuid7()), places={str(person.pk): 1})
        execution.execute(SEASON, season, result, club=club.pk, actor=ACTOR, at=EVENING)

    def removes() -> None:
        try:
            for season in seasons:
                execution.execute(SEASON, season, Remove(), club=club.pk, actor=ACTOR, at=EVENING)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(removes)
        while not done.done():
            FollowerPosition.objects.filter(club=club).update(position=0)
            followers.follow(club.pk)
        done.result(PATIENCE_SECONDS)
    followers.follow(club.pk)
    assert (Season.objects.count(), LeagueTableRow.objects.count()) == (0, 0)
    assert rebuild() == []


def monkeys_at_play(tables: int) -> Night:
    """A running round of 4 Monkeys in which every game plays its first round."""
    size = {"min": 2, "max": 2, "prefer": 2}
    night = Night.open(new_club(), game="four-monkeys", game_options={"play": "dealt"}, table_size=size)
    night.enter(new_people(night.club, 2 * tables))
    for table in night.start_round().tables:
        night.play(table.id, {"type": "start_round"})
    return night


def test_games_are_told_once_that_time_is_up_however_many_sweep_while_players_say_stop() -> None:
    night = monkeys_at_play(6)
    tables = night.state().rounds[-1].tables
    late = night.at + timedelta(seconds=240)
    together = Barrier(4)

    def sweeps() -> int:
        try:
            together.wait(PATIENCE_SECONDS)
            return sum(clocks.sweep(late) for _ in range(4))
        finally:
            connections.close_all()

    def stops() -> int:
        stopped = 0
        try:
            together.wait(PATIENCE_SECONDS)
            for table in reversed(tables):
                command: Json = {"type": "stop", "player": table.seats[0]}
                with suppress(Rejected):
                    execution.execute(GAME, UUID(table.id), [command], club=night.club.pk, actor=ACTOR, at=late)
                    stopped += 1
        finally:
            connections.close_all()
        return stopped

    with ThreadPoolExecutor(4) as pool:
        swept, stopped = [pool.submit(sweeps) for _ in range(3)], pool.submit(stops)
        expired = sum(found.result(PATIENCE_SECONDS) for found in swept)
        ended = stopped.result(PATIENCE_SECONDS)
    expired += clocks.sweep(late)
    assert expired + ended == 6
    names = [name for _, name in log_of(night.club)]
    assert names.count("tournament.table_clock_expired") == expired
    assert names.count("tournament.table_clock_stopped") == ended
    for table in tables:
        assert streams.rebuilt(night.club.pk, GAME, UUID(table.id)).match.view(None)["phase"] != "play"
    assert clocks.sweep(late) == 0
