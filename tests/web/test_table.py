"""The page of a table without a script: forms, as every phone can send them."""

from __future__ import annotations

import gzip
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from league import models
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.desk.commands import AnswerCall
from league.domain.tournament.desk.state import COMING
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import CancelRound, RepairMerge, RepairSwap
from league.services import results
from league.web import scripts
from tests.web.hall import Hall, Phone, heading, hidden

pytestmark = pytest.mark.django_db
SCORES: dict[str, Any] = {"scores_1": 47, "scores_2": 39, "scores_3": 52, "scores_4": 28}


def test_a_slip_asks_who_you_are_once() -> None:
    hall = Hall()
    phone = hall.phone(None)
    assert heading(phone.get()) == "Who are you?"
    assert phone.post(do="who", **{"as": hall.table().seats[1]}).status_code == 303
    page = phone.get()
    assert heading(page) == "Score sheet"
    assert f"You report as <b><bdi>{hall.name(2)}</bdi></b>" in page
    phone.post(do="forget")
    assert heading(phone.get()) == "Who are you?"


def test_only_somebody_at_the_table_can_be_said() -> None:
    phone = Hall().phone(None)
    phone.post(do="who", **{"as": str(uuid4())})
    assert heading(phone.get()) == "Who are you?"


def test_a_result_is_looked_at_sent_and_confirmed_by_another() -> None:
    hall = Hall()
    mine, other = hall.phone(1), hall.phone(2)
    looked = mine.look(**SCORES)
    assert heading(looked) == "Look and send"
    assert looked.index(hall.name(3)) < looked.index(hall.name(1)) < looked.index(hall.name(2))
    assert "+10 points" in looked
    assert hall.table().result is None
    assert heading(mine.send(**SCORES)) == "Reported"
    page = other.get()
    assert heading(page) == "Is this right?"
    assert f"<bdi>{hall.name(1)}</bdi> sent it at" in page
    assert other.post(**hidden(page), do="right").status_code == 303
    assert heading(other.get()) == heading(mine.get()) == "The result is confirmed"
    result = hall.table().result
    assert result is not None
    assert (result.state, result.as_entry, result.confirmed_as) == ("confirmed", *hall.table().seats[:2])


def test_nobody_says_that_is_right_what_they_have_not_seen() -> None:
    hall = Hall()
    mine, other = hall.phone(1), hall.phone(2)
    mine.send(**SCORES)
    seen = hidden(other.get())
    mine.send("?v=sheet", **{**SCORES, "scores_1": 60})
    answer = other.post(**seen, do="right")
    assert answer.status_code == 422
    assert "Someone else changed this first." in answer.content.decode()
    assert other.post(**hidden(other.get()), do="right").status_code == 303


def test_the_director_is_called_once() -> None:
    hall = Hall()
    phone = hall.phone(1)
    assert phone.post(do="call", key="1").status_code == 303
    assert "The director knows." in hall.phone(2).get()
    assert phone.post(do="call", key="2").status_code == 303
    (call,) = hall.night.state().calls.values()
    assert (call.table, call.as_entry) == (hall.table().id, hall.table().seats[0])


def test_the_table_knows_for_ten_minutes_that_the_director_is_coming() -> None:
    hall = Hall()
    phone = hall.phone(1)
    phone.post(do="call", key="1")
    (call,) = hall.night.state().calls.values()
    hall.night.send(AnswerCall(call.id, timezone.now(), "user:1"))
    page = phone.get()
    assert "The director is coming." in page
    assert "Call the director" in page
    (answered,) = hall.night.state().calls.values()
    assert answered.answered_at is not None
    assert not answered.is_coming(answered.answered_at + COMING)


def test_the_reporter_has_no_button_to_confirm_and_can_change_the_scores() -> None:
    hall = Hall()
    phone = hall.phone(1)
    page = phone.send(**SCORES)
    assert 'value="right"' not in page
    assert phone.post(**hidden(page), do="right").status_code == 422
    assert 'value="47"' in phone.get("?v=sheet")
    phone.send("?v=sheet", **{**SCORES, "scores_1": 60})
    result = hall.table().result
    assert result is not None
    assert result.claim.scores is not None
    assert result.claim.scores[hall.table().seats[0]] == 60
    assert result.state == "reported"


def test_a_sentence_is_enough_to_say_that_it_is_wrong() -> None:
    hall = Hall()
    hall.phone(1).send(**SCORES)
    other = hall.phone(2)
    page = other.get("?v=wrong")
    assert heading(page) == "What is wrong?"
    assert other.post("?v=wrong", **hidden(page), do="wrong", note="  ").status_code == 422
    assert other.post("?v=wrong", **hidden(page), do="wrong", note="I had 50").status_code == 303
    assert heading(other.get()) == "The director decides"
    result = hall.table().result
    assert result is not None
    assert [(dispute.note, dispute.claim) for dispute in result.disputes] == [("I had 50", None)]
    assert "I had 50" not in hall.phone(3).get()


def test_other_scores_are_a_dispute_with_both_versions() -> None:
    hall = Hall()
    hall.phone(1).send(**SCORES)
    other = hall.phone(2)
    assert "Both stand" in other.look("?v=sheet", **{**SCORES, "scores_2": 60})
    page = other.send("?v=sheet", **{**SCORES, "scores_2": 60})
    assert heading(page) == "The director decides"
    assert "The other version" in page
    third = hall.phone(3)
    assert third.post(**hidden(third.get()), do="right").status_code == 303


def test_what_comes_late_is_a_dispute_and_never_an_overwrite() -> None:
    hall = Hall()
    late = hall.phone(2)
    form = {**late.fill(**{**SCORES, "scores_2": 60}), "do": "send"}
    hall.phone(1).send(**SCORES)
    assert late.post(**form).status_code == 303
    assert late.post(**form).status_code == 303
    assert heading(late.get()) == "The director decides"
    result = hall.table().result
    assert result is not None
    assert len(result.disputes) == 1
    assert result.claim.scores is not None
    assert result.claim.scores[hall.table().seats[1]] == 39


def test_a_report_that_is_sent_twice_is_taken_once() -> None:
    hall = Hall()
    phone = hall.phone(1)
    looked = {**hidden(phone.look(**SCORES)), "do": "send"}
    assert phone.post(**looked).status_code == 303
    version = hall.night.state().version
    assert phone.post(**looked).status_code == 303
    assert hall.night.state().version == version
    assert phone.post(**{**looked, "scores_1": "99"}).status_code == 422


def test_a_refusal_is_a_sentence_at_the_field() -> None:
    phone = Hall().phone(1)
    answer = phone.post(**phone.fill(**{**SCORES, "scores_2": "4.5", "scores_4": ""}), do="look")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "王雪梅: 4.5 is not a whole number." in page or "4.5 is not a whole number." in page
    assert page.count('class="errorlist"') == 2
    assert 'value="47"' in page


def test_somebody_who_left_or_never_came() -> None:
    hall = Hall()
    page = hall.phone(1).send(scores_1=1, scores_2=2, scores_3=3, away_4="absent")
    assert "never came" in page
    result = hall.table().result
    assert result is not None
    assert result.claim.absent == (hall.table().seats[3],)


def test_back_to_the_scores_keeps_them() -> None:
    phone = Hall().phone(1)
    looked = phone.look(**SCORES)
    page = phone.post(**hidden(looked), do="change").content.decode()
    assert heading(page) == "Score sheet"
    assert 'value="52"' in page


def test_without_a_link_the_page_only_shows() -> None:
    hall = Hall()
    page = Client().get(hall.address()).content.decode()
    assert heading(page) == "Who sits here"
    assert "scan the code" in page
    answer = Client().post(hall.address(), {"do": "send", **SCORES})
    assert answer.status_code == 422
    assert hall.table().result is None


def test_before_the_start_nothing_is_reported() -> None:
    hall = Hall(is_running=False)
    phone = hall.phone(1)
    assert heading(phone.get()) == "The round has not started yet"
    assert phone.post(do="look", **SCORES).status_code == 422


def test_after_the_close_the_page_shows_what_is_on_record() -> None:
    hall = Hall()
    late = hall.phone(2)
    form = {**late.fill(**SCORES), "do": "send"}
    hall.phone(1).send(**SCORES)
    hall.night.send(CloseRound(hall.round.id))
    answer = late.post(**form)
    assert answer.status_code == 422
    page = late.get()
    assert heading(page) == "The result on record"
    assert "ask at the desk" in page
    assert "data-typed" in page


def test_personal_links_only() -> None:
    hall = Hall(personal_links=True)
    phone = hall.phone(1)
    assert heading(phone.get()) == "Report with your own link"
    assert phone.post(do="look", **SCORES).status_code == 422
    phone.client.get(hall.personal(hall.table().seats[2]))
    page = phone.get()
    assert heading(page) == "Score sheet"
    assert f"You report as <b><bdi>{hall.name(3)}</bdi></b>" in page
    assert "Not you?" not in page
    assert heading(phone.send(**SCORES)) == "Reported"
    result = hall.table().result
    assert result is not None
    assert result.by == f"entry:{hall.table().seats[2]}"


def test_of_two_people_with_one_phone_the_page_that_was_opened_last_counts() -> None:
    hall = Hall()
    phone = Phone(hall)
    for seat in (2, 3, 2, 3):
        phone.client.get(hall.personal(hall.table().seats[seat - 1]), follow=True)
        assert f"You report as <b><bdi>{hall.name(seat)}</bdi></b>" in phone.get()
    looked = phone.look(**SCORES)
    phone.client.get(hall.personal(hall.table().seats[1]), follow=True)
    phone.post(**{**hidden(looked), "do": "send"})
    result = hall.table().result
    assert result is not None
    assert result.by == f"entry:{hall.table().seats[2]}", "the form was shown to the other"
    assert heading(phone.get()) == "Is this right?"
    phone.client.get(hall.personal(hall.table().seats[2]), follow=True)
    assert heading(phone.get()) == "Reported"


@pytest.mark.parametrize("query", ["?game=2", "?game=0", "?game=x", "?game=99999"])
def test_a_game_that_is_not_played_there_is_not_found(query: str) -> None:
    assert Hall().phone(1).client.get(Hall().address() + query).status_code == 404


def test_a_table_that_is_not_there_is_not_found() -> None:
    hall = Hall()
    for address in (hall.address(9), hall.address(1, 2), "/t/ZZZZ/r1/1", hall.address(10**30)):
        assert Client().get(address).status_code == 404


def test_each_of_two_games_has_its_sheet() -> None:
    hall = Hall(games_per_round=2)
    phone, other = hall.phone(1), hall.phone(2)
    phone.send("?game=1", **SCORES)
    page = phone.get("?game=2")
    assert heading(page) == "Score sheet"
    assert "game 2 of 2" in page
    phone.send("?game=2", **SCORES)
    assert heading(phone.get("?game=2")) == "Reported"
    other.post("?game=2", **hidden(other.get("?game=2")), do="right")
    assert [game.result.state for game in hall.table().games if game.result] == ["reported", "confirmed"]


def test_hidden_results_are_shown_to_the_table_alone() -> None:
    hall = Hall(standings_shown="rounds")
    hall.phone(1).send(**SCORES)
    score = re.compile(r"\b52\b")
    assert not score.search(Client().get(hall.address()).content.decode())
    assert score.search(hall.phone(2).get())


def test_members_only_hides_the_page_but_from_the_table() -> None:
    hall = Hall(visibility="members")
    polled = f"/t/{hall.code}/now"
    assert [Client().get(address).status_code for address in (hall.address(), polled)] == [404, 404]
    phone = hall.phone(1)
    assert heading(phone.get()) == "Score sheet"
    assert phone.client.get(polled).json()["phase"] == "running"
    assert phone.client.get(f"/t/{hall.code}").status_code == 404


@pytest.mark.parametrize(
    "data", [{"do": "x" * 5000}, {"seen": "9.9.9"}, {"seen": "9" * 30}, {"key": "\x00"}, {"as": "\x00", "do": "who"}]
)
def test_junk_is_refused(data: dict[str, str]) -> None:
    phone = Hall().phone(1)
    assert phone.post(**{**phone.fill(**SCORES), **data}).status_code in (200, 303, 422)


def test_the_page_weighs_little() -> None:
    phone = Hall(4, game="four-monkeys").phone(1)
    answer = phone.client.get(phone.hall.address(), headers={"Accept-Encoding": "gzip"})
    script = scripts.script_of("table")
    assert len(script) < 15_000
    assert len(answer.content) + len(gzip.compress(script.encode())) < 30_000


# seats that change


def test_an_old_slip_leads_to_the_table_where_its_people_sit_now() -> None:
    hall = Hall(8)
    phone = hall.phone(1)
    old = hall.table().id
    first, second = hall.table(1), hall.table(2)
    hall.repair(RepairSwap, a=first.seats[0], b=second.seats[0])
    assert hall.table().id != old
    page = phone.get()
    assert heading(page) == "Seats have changed"
    assert "sits at table 2 in this round." in page
    assert f'href="{hall.address(2)}"' in page
    phone.client.cookies.pop("tk-me")
    assert "Table 1 was seated again." in phone.get()
    assert phone.post(do="look", **SCORES).status_code == 422
    assert heading(hall.phone(1).get()) == "Score sheet"


def test_a_slip_of_a_table_that_was_merged_leads_to_the_other() -> None:
    hall = Hall(4, table_size={"min": 2, "max": 4, "prefer": 2})
    phone = hall.phone(None, 2)
    hall.repair(RepairMerge, tables=(hall.table(1).id, hall.table(2).id))
    page = phone.get()
    assert "Table 2 is now table 1." in page
    assert f'href="{hall.address(1)}"' in page
    assert Client().get(hall.address(2)).status_code == 404


def test_a_phone_whose_owner_sits_elsewhere_now_says_where() -> None:
    hall = Hall(8, is_running=False)
    phone = hall.phone(1)
    mine = hall.table(1).seats[0]
    hall.repair(RepairSwap, a=mine, b=hall.table(2).seats[0])
    page = phone.get()
    assert mine in hall.table(2).seats
    assert "sits at table 2 in this round." in page
    assert f'href="{hall.address(2)}"' in page


# the sheets of games


def test_a_game_of_three_rounds_is_reported_round_by_round() -> None:
    hall = Hall(3, game="monster-trick")
    phone, typed = hall.phone(1), dict[str, Any](tricks_1=1, tricks_2=3, tricks_3=5)
    for number in (1, 2, 3):
        page = phone.get()
        assert heading(page) == f"Round sheet, round {number} of 3"
        orders: dict[str, Any] = {
            f"orders_{seat}": " ".join(str(number * card) for card in (1, 2, 3)) for seat in (1, 2, 3)
        }
        looked = phone.look(**orders, **typed)
        assert ("The table goes on after it" in looked) == (number < 3)
        page = phone.send(**orders, **typed)
    assert heading(page) == "Reported"
    assert "Rounds of the game so far" in phone.get("?v=sheet")


def test_a_broken_rule_is_said_above_the_sheet() -> None:
    phone = Hall(3, game="monster-trick").phone(1)
    orders: dict[str, Any] = {f"orders_{seat}": "1 2 3" for seat in (1, 2, 3)}
    answer = phone.post(**phone.fill(**orders, tricks_1=9, tricks_2=9, tricks_3=9), do="look")
    assert answer.status_code == 422
    assert "All together win 6 to 9 tricks; so far it is 27." in answer.content.decode()


def test_somebody_who_left_a_game_with_a_sheet() -> None:
    hall = Hall(3, game="monster-trick")
    phone = hall.phone(1)
    page = phone.send("?plain=1", places_1=2, places_2=1, away_3="left")
    assert heading(page) == "Reported"
    assert "left early" in page


def test_a_dealt_game_offers_no_sheet() -> None:
    phone = Hall(3, game="fuzzy-tiger").phone(1)
    assert heading(phone.get()) == "This game is played in the app"
    assert phone.post(do="look", scores_1=1).status_code == 303


def test_a_round_of_four_monkeys_is_begun_reported_and_checked() -> None:
    hall = Hall(3, game="four-monkeys")
    phone, other = hall.phone(1), hall.phone(2)
    form = {**other.fill(tiles_1_0_combo="c1"), "do": "look"}
    page = phone.get()
    assert "Start the game’s round" in page
    assert phone.post(**hidden(page), do="start").status_code == 303
    assert phone.post(**hidden(page), do="start").status_code == 303
    assert "yellow deck" in phone.get()
    looked = other.post(**form)
    assert looked.status_code == 200
    assert other.post(**hidden(looked.content.decode()), do="send").status_code == 303
    page = phone.get()
    assert heading(page) == "Look under a tile, round 1 of 3"
    found = re.search(r'name="round_tile" value="([^"]+)"', page)
    assert found is not None
    answer = phone.post(**phone.fill(round_tile=found[1], round_verdict="right"), do="send")
    assert answer.status_code == 303
    assert heading(phone.get()) == "Round sheet, round 2 of 3"


@pytest.mark.parametrize(
    ("game", "options", "people"),
    [
        ("scoresheet", {"places_only": True}, 4),
        ("scoresheet", {"rounds": 3}, 4),
        ("fuzzy-tiger", {"play": "recorded"}, 4),
        ("keskife", {}, 4),
        ("affen-raffen", {}, 4),
        ("four-monkeys", {"bananas": True}, 4),
    ],
)
def test_the_sheet_of_every_game_is_shown_and_grows(game: str, options: dict[str, object], people: int) -> None:
    phone = Hall(people, game=game, game_options=options).phone(1)
    page = phone.get()
    assert page.count("data-line") == people
    for name in re.findall(r'name="more" value="([^"]+)"', page):
        grown = phone.post(**phone.fill(more=name))
        assert grown.status_code == 200
        assert grown.content.decode().count('class="row"') == page.count('class="row"') + 1


def test_two_who_say_that_it_is_right_at_once_are_both_answered_by_the_confirmed_result() -> None:
    hall = Hall()
    hall.phone(1).send(**SCORES)
    second, third = hall.phone(2), hall.phone(3)
    pages = [hidden(phone.get()) for phone in (second, third)]
    assert [phone.post(**page, do="right").status_code for phone, page in zip((second, third), pages, strict=True)] == [
        303,
        303,
    ]
    result = hall.table().result
    assert result is not None
    assert (result.state, result.confirmed_as) == ("confirmed", hall.table().seats[1])


def test_a_confirmed_result_other_than_the_one_that_was_seen_is_not_said_to_be_right() -> None:
    hall = Hall()
    mine, second, third = (hall.phone(seat) for seat in (1, 2, 3))
    mine.send(**SCORES)
    seen = hidden(third.get())
    mine.send("?v=sheet", **{**SCORES, "scores_1": 60})
    second.post(**hidden(second.get()), do="right")
    answer = third.post(**seen, do="right")
    assert answer.status_code == 422
    assert "Someone else changed this first." in answer.content.decode()


def test_the_last_look_says_whether_the_same_or_another_result_is_on_record() -> None:
    hall = Hall()
    hall.phone(1).send(**SCORES)
    other = hall.phone(2)
    assert "The same result is on record. If you send it, you confirm it." in other.look("?v=sheet", **SCORES)
    assert "Another result is on record." in other.look("?v=sheet", **{**SCORES, "scores_1": 60})
    assert heading(other.send("?v=sheet", **SCORES)) == "The result is confirmed"


def test_a_dispute_by_a_sentence_alone_is_not_called_another_version() -> None:
    hall = Hall()
    hall.phone(1).send(**SCORES)
    second = hall.phone(2)
    second.post(**hidden(second.get("?v=wrong")), do="wrong", note="I had five.")
    assert "Somebody at the table said that this is wrong." in second.get()
    hall.phone(3).send("?v=sheet", **{**SCORES, "scores_1": 60})
    assert "Table 1 was reported in more than one way." in second.get()


def test_a_round_that_was_called_off_says_so_and_shows_no_result() -> None:
    hall = Hall()
    phone = hall.phone(1)
    phone.send(**SCORES)
    hall.night.send(CancelRound(hall.round.id, "power cut"))
    page = phone.get()
    assert heading(page) == "Round 1 was called off"
    assert "+10 points" not in page
    assert f'href="/t/{hall.code}"' in page
    assert phone.post(do="send").status_code == 422


def test_after_the_close_what_was_typed_may_also_have_arrived() -> None:
    hall = Hall()
    phone = hall.phone(1)
    phone.send(**SCORES)
    hall.night.send(CloseRound(hall.round.id))
    assert "If this differs from the result on record, show it at the desk." in phone.get()


def test_a_program_that_sends_by_the_tables_link_is_not_the_desk() -> None:
    hall = Hall()
    table = hall.table()
    row = models.Table.objects.select_related("round").get(pk=table.id)
    report = Report(scores=dict(zip(table.seats, (4, 3, 2, 1), strict=True)))
    results.report(row, report, actor=f"table:{table.id}", at=hall.night.at)
    assert "Somebody at the table sent it at" in hall.phone(1).get()


@pytest.mark.parametrize("language", ["de", "ar-EG,ar;q=0.9", "he", "x" * 300, "*"])
def test_a_page_is_in_one_language_also_where_a_form_is_refused(language: str) -> None:
    hall = Hall()
    phone = hall.phone(1)
    answer = phone.client.post(
        hall.address(), {"do": "look", "scores_1": "9" * 60}, headers={"Accept-Language": language}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert '<html lang="en" dir="ltr"' in page
    assert "Ensure this value has at most 40 characters" in page
