"""A whole small evening from the browser: nothing but the words on the pages is used."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from league.projections.followers import follow
from tests.pages.desk import click, enter_new, open_tournament, report
from tests.pages.night import Night

Opened = Callable[..., Page]


def test_an_evening_of_two_rounds_by_clicking(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto("/admin/league/season/")
    page.get_by_role("link", name="Open a season").click()
    page.get_by_label("Name", exact=True).fill("Spring")
    page.get_by_label("Points by place").fill("5 3 1")
    click(page, "Open a season")
    expect(page.get_by_text("Spring is open.")).to_be_visible()

    open_tournament(page, "Small night", season="Spring", Rounds="2", points="4 2 1", Minutes_per_round="30")
    enter_new(page, "Hypatia", "Hedy Lamarr", "Ada Yonath")
    expect(page.get_by_text("3 people are entered. New in the club: Hypatia, Hedy Lamarr, Ada Yonath.")).to_be_visible()
    click(page, "Check everyone in")
    expect(page.get_by_text("3 people are here")).to_be_visible()

    click(page, "Seat round 1")
    expect(page.get_by_text("draft", exact=True).first).to_be_visible()
    click(page, "Publish")
    click(page, "Start the clock")
    expect(page.get_by_role("timer")).to_have_text(re.compile("29:5."))
    click(page, "Pause")
    expect(page.get_by_text("The clock is paused.").first).to_be_visible()
    click(page, "Resume")
    page.get_by_text("More time", exact=True).click()
    page.get_by_label("Reason").first.fill("late food")
    click(page, "Give more time")
    expect(page.get_by_role("timer")).to_have_text(re.compile("34:[45]."))
    expect(page.get_by_text("1 to report")).to_be_visible()
    report(page, 1, {"Hypatia": "10", "Hedy Lamarr": "8", "Ada Yonath": "6"})
    expect(page.get_by_text("All tables have reported.").first).to_be_visible()
    click(page, "Close round 1, seat round 2")
    click(page, "Close round 1, seat round 2")
    expect(page.get_by_text("The round is closed.")).to_be_visible()
    expect(page.get_by_text("Round 2 is seated as a draft.")).to_be_visible()

    click(page, "Publish")
    click(page, "Start the clock")
    expect(page.get_by_role("heading", name="Still playing")).to_be_visible()
    page.get_by_text("Change this round").click()
    click(page, "Close the round")
    expect(page.get_by_text("1 table has not reported. Write its result here.")).to_be_visible()
    for name, score in {"Hypatia": "7", "Hedy Lamarr": "9", "Ada Yonath": "9"}.items():
        page.get_by_label(f"Score of {name}").fill(score)
    click(page, "Close the round")
    expect(page.get_by_text("All rounds are played.")).to_be_visible()

    click(page, "Close the tournament")
    click(page, "Close the tournament")
    expect(page.get_by_text("The tournament is over. Results can still be corrected")).to_be_visible()
    page.get_by_role("link", name="Standings and rounds").click()
    # by hand: 4, 2, 1 and then 1, 3, 3 (two share the first place)
    assert standings(page) == [("Hypatia", "5"), ("Hedy Lamarr", "5"), ("Ada Yonath", "4")]

    page.go_back()
    page.get_by_role("article", name="Table 1").locator("summary").click()
    click(page, "Correct: table 1")
    page.get_by_label("Score of Ada Yonath").fill("12")
    page.get_by_label("Reason").fill("read upside down")
    click(page, "Correct")
    expect(page.get_by_text("The result of table 1 is corrected.")).to_be_visible()
    page.get_by_role("link", name="Standings and rounds").click()
    # round 2 is first among the closed ones: 1, 2, 4 after the correction, and 4, 2, 1 of round 1
    assert sorted(standings(page)) == [("Ada Yonath", "5"), ("Hedy Lamarr", "4"), ("Hypatia", "5")]

    follow(live_night.club.pk)
    page.goto("/admin/league/season/")
    page.get_by_role("link", name="Spring").click()
    # of equal points, Ada Yonath has the last round and Hypatia the first; each has won once
    assert standings(page, of="League table") == [("Ada Yonath", "5"), ("Hypatia", "3"), ("Hedy Lamarr", "1")]


def standings(page: Page, of: str = "Standings of") -> list[tuple[str, str]]:
    """Names and points of a table, from the first place on."""
    rows = page.get_by_role("table", name=of).locator("tbody tr")
    expect(rows).to_have_count(3)
    return [
        (row.get_by_role("rowheader").inner_text(), row.locator(".tk-total").inner_text().strip()) for row in rows.all()
    ]
