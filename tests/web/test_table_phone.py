"""The page of a table on phones: keys, two phones, a connection that fails, a round that closes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from league.domain.tournament.closing.commands import CloseRound
from tests.web.axe import violations
from tests.web.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)
Opens = Callable[..., Page]
SLOWEST = 25_000
"""Milliseconds that an answer may take on a busy machine."""


@pytest.fixture
def at_table(phone: Opens) -> Opens:
    """Opens a table's slip on a phone of its own. seat: whose phone it is; None: that is not said yet."""

    def opened(hall: Hall, seat: int | None = 1, width: int = 360, **more: Any) -> Page:
        page = phone(width, has_touch=True, **more)
        page.goto(hall.slip())
        if seat is not None:
            page.get_by_role("button", name=hall.name(seat)).tap()
            expect(page.locator(".view-who")).to_have_count(0, timeout=SLOWEST)
            page.wait_for_load_state()
        return page

    return opened


def type_scores(page: Page, *scores: int) -> None:
    """Types with the page's keys, each score with *Next name*; the last of them leads on."""
    for score in scores:
        for digit in str(score):
            page.locator(f'[data-key="{digit}"]').tap()
        page.locator('[data-key="next"]').tap()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_text(text, timeout=SLOWEST)


def send(page: Page) -> None:
    page.get_by_role("button", name="Send the result").tap()


def test_one_phone_reports_by_keys_and_another_confirms(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    mine = at_table(hall)
    keys = mine.locator("[data-keys]")
    assert keys.get_by_role("button", name="Next name").is_visible()
    type_scores(mine, 47, 39, 5)
    expect(mine.locator("[data-tally]")).to_have_text("3 of 4 scores are in")
    expect(mine.locator("[data-kept]")).to_be_visible()
    assert keys.get_by_role("button", name="Look and send").is_visible()
    mine.locator('[data-key="back"]').tap()
    mine.locator('[data-key="2"]').tap()
    mine.locator('[data-key="next"]').tap()
    type_scores(mine, 28)
    heading(mine, "Look and send")
    expect(mine.locator("ol.result li").first).to_contain_text("52")
    send(mine)
    heading(mine, "Reported")
    other = at_table(hall, 2)
    heading(other, "Is this right?")
    other.get_by_role("button", name="Right").tap()
    heading(other, "The result is confirmed")


def test_keys_for_minus_and_delete(at_table: Opens, transactional_db: None) -> None:
    page = at_table(Hall())
    field = page.locator("#id_scores_1")
    for key, shown in (("4", "4"), ("7", "47"), ("sign", "-47"), ("sign", "47"), ("delete", "4"), ("clear", "")):
        page.locator(f'[data-key="{key}"]').tap()
        expect(field).to_have_value(shown)
    assert at_table(Hall(game_options={"min_score": 0})).locator('[data-key="sign"]').count() == 0


def test_what_is_typed_survives_a_reload(at_table: Opens, transactional_db: None) -> None:
    page = at_table(Hall())
    type_scores(page, 47, 39)
    page.reload()
    expect(page.locator("#id_scores_2")).to_have_value("39", timeout=SLOWEST)
    type_scores(page, 52, 28)
    heading(page, "Look and send")


def test_a_report_waits_for_the_connection_and_goes_out_once(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    page = at_table(hall)
    type_scores(page, 47, 39, 52, 28)
    heading(page, "Look and send")
    page.context.set_offline(True)
    send(page)
    heading(page, "Your report is kept")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("ol.result")).to_be_visible()
    page.get_by_role("button", name="Try now").tap()
    assert hall.table().result is None
    page.context.set_offline(False)
    heading(page, "Reported")
    assert hall.table().result is not None
    page.reload()
    heading(page, "Reported")


def test_what_is_looked_at_without_a_connection_is_sent_too(at_table: Opens, transactional_db: None) -> None:
    page = at_table(Hall())
    page.context.set_offline(True)
    type_scores(page, 47, 39, 52, 28)
    heading(page, "Your report is kept")
    expect(page.locator("main [data-text]")).to_contain_text("47")
    page.context.set_offline(False)
    heading(page, "Reported")


def test_what_no_longer_fits_becomes_a_dispute(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    page = at_table(hall, 2)
    type_scores(page, 1, 2, 3, 4)
    heading(page, "Look and send")
    page.context.set_offline(True)
    send(page)
    heading(page, "Your report is kept")
    hall.phone(1).send(scores_1=4, scores_2=3, scores_3=2, scores_4=1)
    page.context.set_offline(False)
    heading(page, "The director decides")
    result = hall.table().result
    assert result is not None
    assert len(result.disputes) == 1


def test_after_the_close_what_was_typed_is_shown(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    page = at_table(hall, 2)
    type_scores(page, 1, 2)
    hall.phone(1).send(scores_1=4, scores_2=3, scores_3=2, scores_4=1)
    hall.night.send(CloseRound(hall.round.id))
    type_scores(page, 3, 4)
    heading(page, "The result on record")
    typed = page.locator("[data-typed]")
    expect(typed).to_be_visible()
    expect(typed).to_contain_text(f"{hall.name(1)}: 1")


def test_one_tap_calls_the_director_while_the_keys_are_open(at_table: Opens, transactional_db: None) -> None:
    page = at_table(Hall(), 1)
    page.set_viewport_size({"width": 360, "height": 560})
    page.locator("[name=scores_1]").tap()
    expect(page.locator("[data-keys]")).to_be_visible()
    call = page.get_by_role("button", name="Call the director")
    call.evaluate("button => button.scrollIntoView({block: 'center'})")
    call.tap()
    expect(page.locator(".called")).to_contain_text("The director knows.", timeout=SLOWEST)


def test_a_sentence_says_that_it_is_wrong_and_the_director_is_called(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    hall.phone(1).send(scores_1=4, scores_2=3, scores_3=2, scores_4=1)
    page = at_table(hall, 2)
    page.get_by_role("button", name="Call the director").tap()
    expect(page.locator(".called")).to_contain_text("The director knows.", timeout=SLOWEST)
    page.get_by_role("link", name="Wrong").tap()
    page.get_by_label("What is wrong with this result?").fill("I had five.")
    page.get_by_role("button", name="Tell the director").tap()
    heading(page, "The director decides")


def test_rules_are_said_while_somebody_types(at_table: Opens, transactional_db: None) -> None:
    page = at_table(Hall(3, game="monster-trick"))
    for seat in (1, 2, 3):
        page.locator(f"#id_orders_{seat}").select_option("1 2 3")
        page.locator(f"#id_tricks_{seat}").fill("4")
    rule = page.locator("[data-rule]")
    expect(rule).to_have_text("All together win 6 to 9 tricks; so far it is 12.")
    page.locator("#id_tricks_3").fill("1")
    expect(rule).to_be_hidden()


def test_a_list_grows_and_comes_back_whole(at_table: Opens, transactional_db: None) -> None:
    page = at_table(Hall(3, game="affen-raffen"))
    page.get_by_role("button", name="One more").first.tap()
    page.locator("#id_pairs_1_3_one").select_option("lion blue")
    page.reload()
    expect(page.locator("#id_pairs_1_3_one")).to_have_value("lion blue", timeout=SLOWEST)


def test_without_a_script_everything_works(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    page = at_table(hall, java_script_enabled=False)
    for seat, score in enumerate((47, 39, 52, 28), 1):
        page.locator(f"#id_scores_{seat}").fill(str(score))
    page.get_by_role("button", name="Look and send").last.tap()
    heading(page, "Look and send")
    send(page)
    heading(page, "Reported")
    other = at_table(hall, 2, java_script_enabled=False)
    other.get_by_role("button", name="Right").tap()
    heading(other, "The result is confirmed")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(at_table: Opens, phone: Opens, scheme: str, transactional_db: None) -> None:
    hall = Hall(clock_seconds=600)
    who = at_table(hall, None, color_scheme=scheme)
    mine = at_table(hall, 1, color_scheme=scheme)
    assert violations(who) == violations(mine) == []
    type_scores(mine, 47, 39, 52, 28)
    heading(mine, "Look and send")
    assert violations(mine) == []
    send(mine)
    heading(mine, "Reported")
    other = at_table(hall, 2, color_scheme=scheme)
    assert violations(mine) == violations(other) == []
    other.get_by_role("link", name="Wrong").tap()
    heading(other, "What is wrong?")
    assert violations(other) == []
    watch = phone(1280, color_scheme=scheme)
    watch.goto(hall.address())
    assert violations(watch) == []


GAMES = [("monster-trick", {}), ("keskife", {}), ("affen-raffen", {}), ("four-monkeys", {"bananas": True})]


@pytest.mark.parametrize(("game", "options"), [*GAMES, ("fuzzy-tiger", {"play": "recorded"})])
def test_the_sheet_of_every_game_fits_a_narrow_phone(
    at_table: Opens, game: str, options: dict[str, Any], transactional_db: None
) -> None:
    page = at_table(Hall(4, game=game, game_options=options), width=320)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert violations(page) == []


def test_a_result_is_read_with_letters_of_twice_the_size(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    hall.phone(1).send(scores_1=1000000, scores_2=3, scores_3=2, scores_4=1)
    page = at_table(hall, 2, width=180)
    heading(page, "Is this right?")
    assert page.evaluate("document.documentElement.scrollWidth") <= 180
    heights = "all => Math.max(...all.map(one => one.offsetHeight))"
    assert page.eval_on_selector_all("ol.result .name", heights) < 180
