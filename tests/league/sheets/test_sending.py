"""Filled sheets looked at and sent, on time and late, by one and by another."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction

from games import Rejected
from games.round_sheet import Answers
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.rounds.state import Round
from league.models import Table
from league.sheets import asking, looking, sending
from league.sheets.sending import Seen, Sender
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db
AT = datetime(2026, 12, 1, 21, 0, tzinfo=UTC)
POINTS = {"by_place": [10, 7, 4, 2]}


class Hall:
    """One table of a round that runs, and those who sit at it."""

    def __init__(self, people: int = 4, **settings: Any) -> None:
        club = new_club()
        self.night = Night.open(club, points=POINTS, table_size={"min": 2, "max": 5, "prefer": people}, **settings)
        self.night.enter(new_people(club, people))
        self.round: Round = self.night.start_round()
        self.row = Table.objects.select_related("round").get(pk=self.round.tables[0].id)
        self.seats = self.round.tables[0].seats

    def sender(self, seat: int) -> Sender:
        """Somebody at the table, by its link."""
        return Sender(f"table:{self.row.pk}", AT, self.seats[seat])

    def asked(self, *, plainly: bool = False, game: int = 1) -> asking.Asked:
        found = asking.asked_of(looking.match_of(self.row, game), plainly=plainly)
        assert found is not None
        return found

    def answers(self, name: str, *values: Any) -> Answers:
        return Answers({}, {seat: {name: value} for seat, value in zip(self.seats, values, strict=True)})

    def seen(self, game: int = 1) -> Seen:
        table = self.night.state().tables[str(self.row.pk)]
        return Seen(table.games[game - 1].version, looking.match_of(self.row, game).version)

    def send(
        self, seat: int, asked: asking.Asked, answers: Answers, seen: Seen | None, game: int = 1
    ) -> sending.Effect:
        with transaction.atomic():
            return sending.send(self.row, asked, answers, self.sender(seat), game=game, seen=seen)

    def scores(self, said: Any) -> list[Any]:
        """By seat."""
        return [said.scores[seat] for seat in self.seats]

    @property
    def result(self) -> Any:
        return self.night.state().tables[str(self.row.pk)].result


def tricks(hall: Hall, *won: int) -> Answers:
    cards = (" ".join(map(str, range(n, 4 * n, n))) for n in (hall.asked().sheet.number,) * len(won))
    given = zip(hall.seats, won, cards, strict=True)
    return Answers({}, {seat: {"orders": order, "tricks": number} for seat, number, order in given})


def test_a_look_says_places_and_points_and_stores_nothing():
    hall = Hall()
    before = hall.seen()
    look = looking.look(hall.row, hall.asked(), hall.answers("scores", 28, 52, 52, 39))
    assert [(seat.place, seat.is_shared, seat.score, seat.points) for seat in look.seats] == [
        (1, True, 52, 17 / 2),
        (1, True, 52, 17 / 2),
        (3, False, 39, 4),
        (4, False, 28, 2),
    ]
    assert hall.seen() == before
    assert hall.result is None


def test_a_look_at_somebody_who_left():
    hall = Hall()
    answers = Answers(
        {}, {seat: {"scores": 10 + at} for at, seat in enumerate(hall.seats[:3])} | {hall.seats[3]: {"away": "left"}}
    )
    look = looking.look(hall.row, hall.asked(), answers)
    assert [seat.away for seat in look.seats] == ["", "", "", "left"]


def test_a_look_at_a_round_of_several_says_the_totals_so_far():
    hall = Hall(3, game="monster-trick")
    look = looking.look(hall.row, hall.asked(), tricks(hall, 1, 3, 5))
    assert not look.is_last
    assert (look.number, look.of) == (1, 3)
    assert [(seat.place, seat.score, seat.gained, seat.points) for seat in look.seats] == [
        (1, 3, 3, None),
        (2, 2, 2, None),
        (3, 1, 1, None),
    ]


def test_the_first_report_is_recorded_and_the_next_that_says_the_same_confirms_it():
    hall = Hall()
    asked, answers, seen = hall.asked(), hall.answers("scores", 1, 2, 3, 4), hall.seen()
    assert hall.send(0, asked, answers, seen) == "reported"
    assert hall.result.source == "game"
    assert hall.send(0, asked, answers, seen) == "known"
    assert hall.send(1, asked, answers, seen) == "confirmed"
    assert hall.result.state == "confirmed"


def test_what_comes_late_and_says_something_else_is_a_dispute_with_both_versions():
    hall = Hall()
    asked, seen = hall.asked(), hall.seen()
    hall.send(0, asked, hall.answers("scores", 1, 2, 3, 4), seen)
    assert hall.send(1, asked, hall.answers("scores", 4, 3, 2, 1), seen) == "disputed"
    assert hall.scores(hall.result) == [1, 2, 3, 4]
    (dispute,) = hall.result.disputes
    assert hall.scores(dispute.claim) == [4, 3, 2, 1]


def test_an_own_report_is_replaced_only_by_a_page_that_has_seen_it():
    hall = Hall()
    asked, seen = hall.asked(), hall.seen()
    hall.send(0, asked, hall.answers("scores", 1, 2, 3, 4), seen)
    with pytest.raises(Rejected) as refusal:
        hall.send(0, asked, hall.answers("scores", 4, 3, 2, 1), seen)
    assert refusal.value.code == "reported_meanwhile"
    assert hall.send(0, hall.asked(), hall.answers("scores", 4, 3, 2, 1), hall.seen()) == "reported"
    assert hall.scores(hall.result) == [4, 3, 2, 1]


def test_a_game_of_three_rounds_is_reported_round_by_round_and_confirmed_in_the_end():
    hall = Hall(3, game="monster-trick")
    for _ in range(2):
        assert hall.send(0, hall.asked(), tricks(hall, 1, 3, 5), hall.seen()) == "round"
    asked, answers, seen = hall.asked(), tricks(hall, 1, 3, 5), hall.seen()
    assert hall.send(0, asked, answers, seen) == "reported"
    assert hall.result.voice == f"entry:{hall.seats[0]}"
    assert hall.send(0, asked, answers, seen) == "known"
    assert hall.send(1, asked, answers, seen) == "confirmed"


def test_a_late_sheet_of_a_round_never_becomes_the_sheet_of_the_next():
    hall = Hall(3, game="monster-trick")
    asked, answers, seen = hall.asked(), tricks(hall, 1, 3, 5), hall.seen()
    other = tricks(hall, 5, 3, 1)
    hall.send(0, asked, answers, seen)
    assert hall.send(1, asked, answers, seen) == "known"
    assert hall.send(1, asked, other, seen) == "called"
    (call,) = hall.night.state().calls.values()
    assert call.note is not None
    assert call.note.startswith("Round 1 of the game was reported in two ways. On record: ")
    with pytest.raises(Rejected) as refusal:
        hall.send(2, asked, other, seen)
    assert refusal.value.code == "reported_meanwhile"
    assert len(looking.match_of(hall.row, 1).outcome()["rounds"]) == 1


def test_a_late_last_sheet_that_says_something_else_is_a_dispute():
    hall = Hall(3, game="fuzzy-tiger", game_options={"play": "recorded"})
    counts = [{"whiskers": at, "damage": 0} for at in (3, 2, 1)]
    asked, seen = hall.asked(), hall.seen()
    first = Answers({}, dict(zip(hall.seats, counts, strict=True)))
    last = Answers({}, dict(zip(hall.seats, counts[::-1], strict=True)))
    assert hall.send(0, asked, first, seen) == "reported"
    assert hall.send(1, asked, last, seen) == "disputed"
    with pytest.raises(Rejected):
        hall.send(0, asked, last, seen)
    assert hall.send(2, asked, first, seen) == "confirmed"


def test_a_round_that_somebody_began_meanwhile_takes_the_sheet():
    hall = Hall(3, game="four-monkeys")
    asked, seen = hall.asked(), hall.seen()
    hall.night.play(str(hall.row.pk), dict(asked.sheet.opening or {}))
    answers = Answers({}, {hall.seats[0]: {"tiles": [{"combo": "c1"}]}})
    assert hall.send(1, asked, answers, seen) == "round"
    check = hall.asked()
    assert not check.sheet.is_looked_at
    option = check.sheet.of_round[0].options[0]
    assert hall.send(1, check, Answers({"tile": option.value, "verdict": "right"}), hall.seen()) == "round"


def test_a_game_with_a_sheet_is_reported_by_places_if_somebody_left():
    hall = Hall(3, game="monster-trick")
    answers = Answers(
        {}, {seat: {"places": at} for at, seat in enumerate(hall.seats[:2], 1)} | {hall.seats[2]: {"away": "absent"}}
    )
    asked = hall.asked(plainly=True)
    assert [seat.points for seat in looking.look(hall.row, asked, answers).seats] == [10, 7, 4]
    assert hall.send(0, asked, answers, hall.seen()) == "reported"
    assert hall.result.source == "table"


def test_each_of_several_games_at_a_table_has_its_sheet():
    hall = Hall(games_per_round=2)
    for game in (1, 2):
        asked = hall.asked(game=game)
        answers = hall.answers("scores", *(game * at for at in range(4)))
        assert looking.look(hall.row, asked, answers, game=game).seats[0].points == 10
        assert hall.send(0, asked, answers, hall.seen(game), game) == "reported"
        assert hall.send(1, asked, answers, Seen(0, 1), game) == "confirmed"


def test_after_the_close_nothing_is_taken():
    hall = Hall()
    asked, seen, answers = hall.asked(), hall.seen(), hall.answers("scores", 1, 2, 3, 4)
    hall.send(0, asked, answers, seen)
    hall.night.send(CloseRound(hall.round.id))
    with pytest.raises(Rejected):
        hall.send(1, asked, hall.answers("scores", 4, 2, 3, 1), seen)
