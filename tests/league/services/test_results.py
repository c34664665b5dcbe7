"""What tables tell: in the game's log where its sheet can say it, else in the tournament; what was known when."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connections

from games.kernel import Rejected
from league.access.roles import Forbidden
from league.domain.standings import standings
from league.domain.tournament.results.reports import Report
from league.domain.tournament.results.state import Result
from league.domain.values.faults import BadFields
from league.log import store
from league.log.verify import Tally, verify
from league.models import Round, Table
from league.projections.rebuild import rebuild
from league.repository import as_of, streams
from league.repository.streams import GAME, TOURNAMENT
from league.services import results, rounds
from tests.league.nights import ACTOR, Night, new_club, new_people

pytestmark = pytest.mark.django_db
OTHER = "user:other"


def night_of(count: int = 4, **settings: Any) -> Night:
    """A night with the first round running."""
    night = Night.open(new_club(), rounds=3, **settings)
    night.enter(new_people(night.club, count))
    night.start_round()
    return night


def table_of(night: Night, number: int = 1) -> Table:
    found = night.state().rounds[-1].tables[number - 1]
    return Table.objects.select_related("round").get(pk=found.id)


def seats(night: Night, table: Table) -> tuple[str, ...]:
    return night.state().tables[str(table.pk)].seats


def _at_close(night: Night) -> streams.Stream:
    """The tournament as of the close of its first round."""
    position = as_of.position_of_close(night.club.pk, night.id, 1)
    return as_of.at_position(night.club.pk, TOURNAMENT, night.id, position)


def result(night: Night, table: Table) -> Result:
    found = night.state().tables[str(table.pk)].result
    assert found is not None
    return found


def places_of(night: Night, table: Table) -> list[int]:
    known = result(night, table).places
    return [known[entry] for entry in seats(night, table)]


def scores(night: Night, table: Table, *numbers: int) -> Report:
    return Report(scores=dict(zip(seats(night, table), numbers, strict=False)))


def places(night: Night, table: Table, *numbers: int) -> Report:
    return Report(places=dict(zip(seats(night, table), numbers, strict=True)))


def told(night: Night, table: Table, said: Report, actor: str = ACTOR) -> list[str]:
    return [row.type for row in results.report(table, said, by_staff=True, actor=actor, at=night.at).events]


def corrected(night: Night, table: Table, said: Report) -> list[str]:
    return [row.type for row in results.correct(table, said, "upside down", actor=ACTOR, at=night.at).events]


def code_of(refused: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Rejected) as refusal:
        refused(*args, **kwargs)
    return refusal.value.code


SHEET = ["scoresheet.round_recorded", "scoresheet.finished", "tournament.result_recorded"]


def test_scores_of_every_seat_are_the_sheet_s_own_round() -> None:
    night = night_of()
    table = table_of(night)
    assert told(night, table, scores(night, table, 9, 7, 7, 1)) == SHEET
    assert (result(night, table).source, places_of(night, table)) == ("game", [1, 2, 2, 4])
    assert told(night, table, scores(night, table, 9, 7, 7, 1)) == []
    assert told(night, table, scores(night, table, 9, 7, 7, 1), OTHER) == ["tournament.result_confirmed"]


def test_another_report_by_the_same_is_an_amend_and_by_another_a_dispute() -> None:
    night = night_of()
    table = table_of(night)
    told(night, table, scores(night, table, 9, 7, 7, 1))
    again = told(night, table, scores(night, table, 1, 7, 7, 9))
    assert again == ["scoresheet.rewound", *SHEET]
    assert told(night, table, scores(night, table, 9, 7, 7, 1), OTHER) == ["tournament.result_disputed"]
    assert places_of(night, table) == [4, 2, 2, 1]


def test_places_are_the_round_of_a_sheet_that_asks_for_places() -> None:
    night = night_of(game_options={"places_only": True})
    table = table_of(night)
    assert told(night, table, places(night, table, 1, 1, 3, 4)) == SHEET


def test_a_sheets_bounds_hold_for_what_is_told() -> None:
    night = night_of(game_options={"max_score": 10})
    table = table_of(night)
    assert code_of(told, night, table, scores(night, table, 11, 7, 7, 1)) == "bad_sheet"
    assert code_of(told, night, table, scores(night, table, 1, 7, 7)) == "wrong_players"


def test_what_a_sheet_can_not_say_is_the_tables_own_and_its_game_waits() -> None:
    night = night_of()
    table = table_of(night)
    first, *others = seats(night, table)
    gone = Report(scores=dict.fromkeys(others, 3), absent=(first,))
    assert told(night, table, gone) == ["tournament.result_recorded"]
    assert result(night, table).source == "table"
    sheet = {"type": "record_round", "scores": dict.fromkeys(seats(night, table), 3)}
    assert code_of(night.play, str(table.pk), sheet) == "wrong_phase"
    done = results.take_back(table, "it was another table", actor=ACTOR, at=night.at)
    assert [row.type for row in done.events] == ["tournament.result_withdrawn"]
    night.play(str(table.pk), sheet)
    assert result(night, table).source == "game"
    assert rebuild() == []


def test_awards_are_for_staff_and_a_stand_in_is_of_the_club() -> None:
    night = night_of()
    table = table_of(night)
    awards = Report(awards=dict.fromkeys(seats(night, table), 2))
    for refused in (partial(results.report, table, awards), partial(results.dispute, table, awards, None)):
        with pytest.raises(Forbidden):
            refused(actor="table:1", at=night.at)
    assert told(night, table, awards) == ["tournament.result_recorded"]
    seat = seats(night, table)[0]
    for person, code in ((str(uuid4()), "unknown_person"), ("no id", "bad_id")):
        with pytest.raises(BadFields) as refusal:
            corrected(night, table, Report(awards=awards.awards, stand_in={seat: person}))
        assert [(fault.field, fault.code) for fault in refusal.value.faults] == [(f"stand_in.{seat}", code)]


def test_a_correction_takes_back_to_the_game_what_its_sheet_can_say() -> None:
    night = night_of()
    table = table_of(night)
    told(night, table, places(night, table, 1, 2, 3, 4))
    assert corrected(night, table, scores(night, table, 1, 2, 3, 4)) == [*SHEET[:2], "tournament.result_corrected"]
    assert result(night, table).source == "game"
    assert corrected(night, table, places(night, table, 1, 2, 3, 4)) == ["tournament.result_corrected"]
    assert result(night, table).source == "table"


def test_after_the_close_a_correction_is_an_amend_and_another_round_knows_it() -> None:
    night = night_of()
    table = table_of(night)
    night.play(str(table.pk), {"type": "record_round", "scores": dict(zip(night.entries, [9, 7, 5, 3], strict=True))})
    assert table.round is not None
    rounds.close_round(table.round, {}, actor=ACTOR, at=night.at)
    night.play_round()
    night.start_round()
    best, last = night.entries[0], night.entries[3]
    upside_down = Report(scores=dict(zip(night.entries, [3, 5, 7, 9], strict=True)))
    assert corrected(night, table, upside_down) == ["scoresheet.rewound", *SHEET[:2], "tournament.result_corrected"]
    # Four seats pay 4, 3, 2 and 1: after round 1 the best has 1 now, and had 4 when the round was closed.
    knows = {row["entry"]: row["points"] for row in standings.standings(night.state(), 1)}
    assert (knows[best], knows[last]) == (1, 4)
    then = _at_close(night).aggregate.state
    knew = {row["entry"]: row["points"] for row in standings.standings(then)}
    assert (knew[best], knew[last]) == (4, 1)
    assert list(verify(streams.codec().decode, Tally(), night.club.pk)) == []
    assert rebuild() == []


def test_an_amend_flows_on_after_the_close_and_may_not_leave_the_table_without_a_result() -> None:
    night = night_of(game_options={"rounds": 2})
    table = table_of(night)
    for _ in range(2):
        night.play(str(table.pk), {"type": "record_round", "scores": dict.fromkeys(seats(night, table), 3)})
    assert table.round is not None
    rounds.close_round(table.round, {}, actor=ACTOR, at=night.at)
    night.close()
    sheet = {"type": "record_round", "scores": dict(zip(seats(night, table), [3, 3, 3, 4], strict=True))}
    done = results.amend(table, 2, sheet, "misread", actor=ACTOR, at=night.at)
    assert [row.type for row in done.events][-2:] == ["tournament.result_corrected", "tournament.standings_revised"]
    assert places_of(night, table) == [2, 2, 2, 1]


def test_an_amend_of_a_game_moves_the_mean_bye_of_a_later_round_and_back_again() -> None:
    """Five at tables of four: who sits out round 2 is paid what they had in round 1."""
    night = Night.open(new_club(), table_size={"min": 4, "max": 4, "prefer": 4})
    night.enter(new_people(night.club, 5))
    for _ in range(2):
        night.play_round()
    first, second = night.state().rounds
    (out,) = second.byes
    (held,) = first.tables
    before = standings.standings(night.state())
    table = Table.objects.get(pk=held.id)
    order = sorted(held.seats, key=lambda entry: (entry == out, night.entries.index(entry)))
    told = {entry: 1000 - night.entries.index(entry) for entry in held.seats}
    last = {entry: 9 - at for at, entry in enumerate(order)}

    def amended(scores: dict[str, int]) -> None:
        sheet = {"type": "record_round", "scores": scores}
        number = streams.rebuilt(night.club.pk, GAME, table.pk).match.commands_in_force()[-1]
        results.amend(table, number, sheet, "misread", actor=ACTOR, at=night.at)

    amended({**last, out: 99})
    assert paid(night, out) == [4, 4]
    amended(last)
    assert paid(night, out) == [1, 1]
    amended(told)
    assert standings.standings(night.state()) == before
    assert rebuild() == []


def paid(night: Night, entry: str) -> list[int | str]:
    """The points of an entry, round by round."""
    row = next(row for row in standings.standings(night.state()) if row["entry"] == entry)
    return [line["points"] for line in row["rounds"]]


def test_a_ruling_for_the_other_side_is_written_into_the_game() -> None:
    night = night_of()
    table = table_of(night)
    told(night, table, scores(night, table, 9, 7, 5, 1))
    right = scores(night, table, 1, 7, 5, 9)
    results.dispute(table, right, "I saw it", actor=OTHER, at=night.at)
    done = results.rule(table, right, "the sheet says so", actor=ACTOR, at=night.at)
    assert [row.type for row in done.events] == ["scoresheet.rewound", *SHEET, "tournament.result_ruled"]
    assert (result(night, table).state, result(night, table).source) == ("ruled", "game")


def test_the_missing_tables_are_given_with_the_close_or_not_at_all() -> None:
    night = night_of(8)
    first, second = table_of(night, 1), table_of(night, 2)
    told(night, first, scores(night, first, 4, 3, 2, 1))
    held = Round.objects.get(pk=str(first.round_id))
    both = {first.pk: places(night, first, 1, 2, 3, 4), second.pk: places(night, second, 1, 2, 3, 4)}
    assert code_of(rounds.close_round, held, both, actor=ACTOR, at=night.at) == "already_reported"
    assert night.state().tables[str(second.pk)].result is None
    del both[first.pk]
    rounds.close_round(held, both, actor=ACTOR, at=night.at)
    assert night.state().rounds[0].state == "closed"
    assert rounds.close_round(held, both, actor=ACTOR, at=night.at).events == []
    stranger = {night.id: places(night, second, 1, 2, 3, 4)}
    assert code_of(rounds.close_round, held, stranger, actor=ACTOR, at=night.at) == "unknown_table"


def test_what_was_known_at_a_position_and_at_a_time() -> None:
    night = night_of()
    table = table_of(night)
    before = store.feed(night.club.pk, 0, 1000)[-1].position
    wall = night.at
    night.report(night.state().rounds[-1], night.entries.index)
    for stream in (
        as_of.at_position(night.club.pk, TOURNAMENT, night.id, before),
        as_of.at_time(night.club.pk, TOURNAMENT, night.id, wall),
    ):
        assert stream.aggregate.state.tables[str(table.pk)].result is None
    for lost in (lambda: as_of.at_position(night.club.pk, TOURNAMENT, night.id, 0),
                 lambda: _at_close(night)):  # fmt: skip
        with pytest.raises(streams.NoSuchStream):
            lost()


def test_a_round_of_a_stand_in_stays_the_stand_ins_when_all_is_counted_anew() -> None:
    night = night_of()
    (eve,) = new_people(night.club, 1)
    first = table_of(night)
    third = seats(night, first)[2]
    points: dict[str, int | str] = dict(zip(seats(night, first), ["2.5", 2, "1.5", 1], strict=True))
    told(night, first, Report(awards=points, stand_in={third: str(eve.pk)}))
    assert first.round is not None
    rounds.close_round(first.round, {}, actor=ACTOR, at=night.at)
    night.start_round()
    second = table_of(night)
    told(night, second, places(night, second, 4, 3, 2, 1))
    corrected(night, second, places(night, second, 1, 2, 3, 4))
    assert rebuild() == []
    anew = night.state().tables
    results_of_both = [anew[str(table.pk)].result for table in (first, second)]
    assert [known and known.claim.stand_in for known in results_of_both] == [{third: str(eve.pk)}, {}]
    row = next(row for row in standings.standings(night.state(), 1) if row["entry"] == third)
    assert [line["points"] for line in row["rounds"]] == ["1.5"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same", [True, False])
def test_two_who_report_a_table_at_once_come_to_one_result_and_one_answer_to_it(same: bool) -> None:
    night = night_of()
    table = table_of(night)
    both = Barrier(2)
    says = [scores(night, table, 9, 7, 5, 1), scores(night, table, *((9, 7, 5, 1) if same else (1, 5, 7, 9)))]

    def report(who: int) -> None:
        try:
            both.wait(60)
            results.report(table, says[who], actor=f"user:{who}", at=night.at)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(report, range(2)))
    rows = [row.type for row in store.load(night.club.pk, night.id) if "result" in row.type]
    answered = "tournament.result_confirmed" if same else "tournament.result_disputed"
    assert rows == ["tournament.result_recorded", answered]
    assert len(store.load(night.club.pk, UUID(str(table.pk)))) == 3
