"""A command runs whole or not at all, with all that follows from it."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import transaction

from games.kernel import Rejected
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.commands import Create
from league.domain.tournament.entries.commands import CheckIn
from league.domain.tournament.rounds.commands import Start
from league.domain.values.faults import BadFields, read
from league.dry_run.trial import DryRunDone, dry_run
from league.log import store
from league.models import Entry, Round, Table, Tournament
from league.repository import streams
from league.repository.streams import GAME, TOURNAMENT
from league.seating import planning
from league.services import execution, tournaments
from tests.league.nights import ACTOR, EVENING, Night, log_of, new_club, new_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    club = new_club()
    night = Night.open(club, rounds=3)
    night.enter(new_people(club, 8))
    return night


def test_a_started_round_opens_a_game_at_each_table_in_the_same_append(night: Night) -> None:
    found = night.start_round()
    rows = store.feed(night.club.pk, 0, 1000)
    started = next(row for row in rows if row.type == "tournament.round_started")
    games = [row for row in rows if row.kind == GAME]
    assert {str(row.stream) for row in games} == {table.id for table in found.tables}
    assert {row.correlation for row in games} == {started.correlation}


def test_a_finished_game_is_its_tables_result_in_the_same_append(night: Night) -> None:
    table = night.start_round().tables[0]
    done = night.play(table.id, {"type": "record_round", "scores": dict(zip(table.seats, [9, 7, 7, 1], strict=True))})
    types = [row.type for row in done.events]
    assert types == ["scoresheet.round_recorded", "scoresheet.finished", "tournament.result_recorded"]
    result = night.state().tables[table.id].result
    assert result is not None
    assert result.places == dict(zip(table.seats, [1, 2, 2, 4], strict=True))
    assert result.by == ACTOR


def test_a_rewound_game_takes_its_result_back(night: Night) -> None:
    found = night.start_round()
    night.report(found, night.entries.index)
    table = found.tables[0]
    night.play(table.id, {"type": "rewind", "to": 1, "reason": "wrong table"})
    assert night.state().tables[table.id].result is None
    with pytest.raises(Rejected) as refusal:
        night.send(CloseRound(found.id))
    assert refusal.value.code == "results_missing"


def test_an_amended_sheet_changes_the_result(night: Night) -> None:
    found = night.start_round()
    night.report(found, night.entries.index)
    table = found.tables[0]
    sheet = {"type": "record_round", "scores": dict(zip(table.seats, [1, 2, 3, 4], strict=True))}
    night.play(table.id, {"type": "amend", "at": 2, "command": sheet, "reason": "read upside down"})
    result = night.state().tables[table.id].result
    assert result is not None
    assert result.places == dict(zip(table.seats, [4, 3, 2, 1], strict=True))


def test_after_the_close_of_its_round_a_game_takes_no_commands(night: Night) -> None:
    night.play_round()
    table = night.state().rounds[0].tables[0]
    before = log_of(night.club)
    with pytest.raises(Rejected) as refusal:
        night.play(table.id, {"type": "rewind", "to": 1, "reason": "late"})
    assert refusal.value.code == "wrong_phase"
    assert log_of(night.club) == before


def test_commands_in_a_list_happen_all_or_none(night: Night) -> None:
    table = night.start_round().tables[0]
    scores = dict.fromkeys(table.seats, 1)
    before = log_of(night.club)
    commands = [{"type": "record_round", "scores": scores}, {"type": "record_round", "scores": scores}]
    with pytest.raises(Rejected):
        execution.execute(GAME, UUID(table.id), commands, club=night.club.pk, actor=ACTOR, at=night.at)
    assert log_of(night.club) == before
    assert night.state().tables[table.id].result is None


def test_an_effect_that_stands_already_appends_nothing(night: Night) -> None:
    found = night.start_round()
    before = log_of(night.club)
    assert night.send(Start(found.id, night.at)).events == []
    assert night.send(CheckIn(night.entries[0])).events == []
    assert log_of(night.club) == before


def test_a_plan_for_an_older_state_is_refused_and_nothing_is_seated(night: Night) -> None:
    plan = planning.plan_next(night.id, club=night.club.pk)
    assert plan is not None
    night.enter(new_people(night.club, 1))
    with pytest.raises(Rejected) as refusal:
        night.send(planning.new_seat_command(plan))
    assert refusal.value.code == "stale_plan"
    assert night.state().rounds == []


def test_what_a_rolled_back_transaction_folded_is_seen_by_nobody(night: Night) -> None:
    late = new_people(night.club, 1)[0]
    before = night.state().version
    with transaction.atomic():
        night.enter([late])
        transaction.set_rollback(True)
    with streams.reading(night.club.pk, TOURNAMENT, night.id) as stream:
        assert stream.aggregate.version == before


def test_a_dry_run_shows_and_writes_nothing(night: Night) -> None:
    table = night.start_round().tables[0]
    before = log_of(night.club)
    sheet = {"type": "record_round", "scores": dict.fromkeys(table.seats, 3)}
    with pytest.raises(DryRunDone) as told, dry_run():
        execution.execute(GAME, UUID(table.id), [sheet], club=night.club.pk, actor=ACTOR, at=night.at)
    assert [(event["kind"], event["version"]) for event in told.value.events] == [
        ("game", 2),
        ("game", 3),
        ("tournament", night.state().version + 1),
    ]
    assert log_of(night.club) == before
    assert Table.objects.get(pk=table.id).game_version == 1


def test_the_rows_of_now_follow_the_log(night: Night) -> None:
    found = night.start_round()
    assert Tournament.objects.get(pk=night.id).state == "running"
    assert set(Entry.objects.filter(tournament=night.id).values_list("state", flat=True)) == {"checked_in"}
    assert Round.objects.get(pk=found.id).state == "running"
    assert Table.objects.filter(round__pk=found.id).count() == len(found.tables) == 2


def test_a_club_finds_no_stream_of_another(night: Night) -> None:
    with pytest.raises(streams.NoSuchStream):
        execution.execute(
            TOURNAMENT, night.id, CheckIn(night.entries[0]), club=new_club("Others").pk, actor=ACTOR, at=EVENING
        )


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"game": "chess boxing"}, "game"),
        ({"game_options": {"rounds": "many"}}, "game_options.rounds"),
        ({"game": "monster-trick", "table_size": {"min": 3, "max": 6, "prefer": 4}}, "table_size"),
    ],
)
def test_a_tournament_that_its_game_can_not_be_played_in_is_refused(settings: dict[str, object], field: str) -> None:
    club = new_club()
    body = {"name": "T", "game": "scoresheet", "club": str(club.pk), **settings}
    with pytest.raises(BadFields) as refusal:
        tournaments.create(read(Create, body), actor=ACTOR, at=EVENING)
    assert [fault.field for fault in refusal.value.faults] == [field]
    assert log_of(club) == []


@pytest.mark.parametrize(("game", "sizes"), [("monster-trick", (2, 5, 4)), ("scoresheet", (2, 12, 4))])
def test_without_table_sizes_a_tournament_has_those_of_its_game(game: str, sizes: tuple[int, int, int]) -> None:
    body = {"name": "T", "game": game, "club": str(new_club().pk)}
    made = tournaments.create(read(Create, body), actor=ACTOR, at=EVENING).stream.aggregate.state.settings.table_size
    assert (made.min, made.max, made.prefer) == sizes


def test_times_in_a_stream_never_go_back(night: Night) -> None:
    night.at -= timedelta(hours=1)
    night.enter(new_people(night.club, 1))
    times = [row.recorded_at for row in store.load(night.club.pk, night.id)]
    assert times == sorted(times)
