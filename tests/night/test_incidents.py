"""What happens in a hall while everybody goes on: the time runs out, a connection fails, seats change, people type."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Locator, expect

from tests.league.files.paper import pdf
from tests.night.hall import (
    NAMES,
    SOON_SECONDS,
    Hall,
    Night,
    card,
    fields,
    heading,
    paper,
    path_of,
    press,
    report,
    say_who,
    scan,
    soon,
    type_scores,
)

pytestmark = pytest.mark.backend("sqlite")
"""The server has a data folder of its own."""


WATCH = """() => {
    [window.rung, window.faces] = [0, []];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.rung += 1; return make.call(this); };
    setInterval(() => {
        const { now, face } = document.querySelector(".clock, .slide.is-clock")?.dataset ?? {};
        if ((now ?? face) && window.faces.at(-1) !== (now ?? face)) window.faces.push(now ?? face);
    }, 100);
}"""
"""Counts the tones that a page plays, and remembers the faces of its clock."""
RED = "rgb(179, 38, 30)"


def test_the_time_runs_out_everywhere_by_itself(hall: Hall) -> None:
    night = Night.open(hall.api, NAMES[:4], clock_seconds=30)
    found = night.seat(start=False)
    desk, public, slip, mine, wall = hall.director(), hall.phone(), hall.phone(), hall.phone(), hall.screen(night)
    public.goto(f"/t/{night.code}")
    desk.goto(night.desk)
    slip.goto(found.slip(1))
    mine.goto(night.personal(found.names(1)[1]))
    phones = (public, slip, mine)
    for page in (*phones, wall):
        page.evaluate(WATCH)
    press(desk, "Start the clock")
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()

    for page in phones:
        expect(page.locator(".clock").first).to_have_attribute("data-now", "last")
    for page in phones:
        expect(page.locator(".clock").first).to_have_attribute("data-now", "over")
        expect(page.locator(".clock").first).to_have_css("background-color", RED)
        expect(page.locator(".clock .time").first).to_have_text(re.compile(r"^\+00:\d\d$"))
        expect(page.locator("#said")).to_have_text("The time is over.")
    expect(wall.locator(".slide.is-clock")).to_have_attribute("data-face", "over")
    expect(wall.locator(".slide.is-clock")).to_have_css("background-color", RED)
    expect(wall.get_by_role("heading", name="Time is over")).to_be_visible()
    for page in (*phones, wall):
        assert page.evaluate("window.faces").index("last") < page.evaluate("window.faces").index("over")
    wall.wait_for_function("window.rung === 9")  # three strokes of three tones
    expect(desk.get_by_text("time is over", exact=True)).to_be_visible()
    expect(desk.get_by_role("button", name="Pause")).to_be_hidden()
    say_who(slip, found.names(1)[0])
    report(slip, 4, 3, 2, 1)
    heading(slip, "Reported")


def test_the_clocks_warnings_are_said(hall: Hall) -> None:
    """At five minutes and at one, for people who don't see the colour: on phones and at the desk, each once."""
    for seconds, on_phone, at_desk in (
        (308, "Five minutes left.", "Five minutes are left."),
        (68, "One minute left.", "One minute is left."),
    ):
        night = Night.open(hall.api, NAMES[:4], clock_seconds=seconds)
        night.seat(start=False)
        phone, desk = hall.phone(), hall.director()
        phone.goto(f"/t/{night.code}")
        desk.goto(night.desk)
        press(desk, "Start the clock")
        expect(phone.locator(".clock").first).to_be_visible()
        for page, said in ((phone, "#said"), (desk, "#spoken")):
            expect(page.locator(said)).to_have_text("")
        expect(phone.locator("#said")).to_have_text(on_phone)
        expect(desk.locator("#spoken")).to_have_text(at_desk)


def test_a_phone_loses_its_connection_while_it_sends(hall: Hall) -> None:
    night = Night.open(hall.api)
    found = night.seat()
    slip, names = found.slip(1), found.names(1)
    phone, other, desk = hall.phone(), hall.phone(), hall.director()
    for page, name in ((phone, names[0]), (other, names[1])):
        scan(page, slip, name)
    desk.goto(night.desk)
    type_scores(phone, 47, 39)
    phone.context.set_offline(True)
    type_scores(phone, 52, 28)
    heading(phone, "Your report is kept")
    expect(phone.locator("#offline")).to_be_visible()
    report(other, 41, 42, 43, 44)
    heading(other, "Reported")
    expect(card(desk, 1)).to_contain_text("reported")
    phone.context.set_offline(False)
    heading(phone, "The director decides")
    for shown in ("52", "44"):
        expect(phone.locator("main")).to_contain_text(shown)
    expect(desk.locator("#wants")).to_contain_text("Dispute")
    result = found.tables[0]["result"]
    assert [sorted(map(int, version["scores"].values())) for version in (result, *result["disputes"])] == [
        [41, 42, 43, 44],
        [28, 39, 47, 52],
    ]


def test_a_report_goes_out_once_when_the_connection_is_back(hall: Hall) -> None:
    night = Night.open(hall.api)
    found = night.seat()
    phone = hall.phone()
    scan(phone, found.slip(1), found.names(1)[0])
    type_scores(phone, 47, 39, 52, 28)
    heading(phone, "Look and send")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Send the result").tap()
    heading(phone, "Your report is kept")
    phone.get_by_role("button", name="Try now").tap()
    phone.context.set_offline(False)
    heading(phone, "Reported")
    phone.reload()
    heading(phone, "Reported")
    assert night.events("tournament.result_recorded") == 1
    assert night.events("tournament.result_disputed") == 0


def test_seats_change_after_the_slips_are_printed(hall: Hall) -> None:
    night = Night.open(hall.api, [f"Guest {number}" for number in range(1, 13)])
    found = night.seat()
    desk, phone = hall.director(), hall.phone()
    desk.goto(night.desk)
    assert len(codes(paper(desk, "Slips"))) == 3
    (one, *_rest), (other, *_more) = found.names(1), found.names(2)
    old = found.slip(1)
    desk.get_by_text("Change this round").click()
    swap = desk.locator("form", has=desk.get_by_role("button", name="Swap", exact=True))
    swap.get_by_label("Swap", exact=True).select_option(label=choice(swap, one))
    swap.get_by_label("with", exact=True).select_option(label=choice(swap, other))
    swap.get_by_role("button", name="Swap", exact=True).click()
    expect(desk.get_by_text("The seats are changed.")).to_be_visible()
    assert one in found.names(2)

    phone.goto(old)
    heading(phone, "Seats have changed")
    phone.get_by_role("link", name="Go to table 1").tap()
    expect(desk.locator(".tk-menu li", has_text="Slips that have changed")).to_contain_text("Tables 1, 2")
    assert sorted(codes(paper(desk, "Slips that have changed"))) == sorted(found.slip(number) for number in (1, 2))
    scan(phone, found.slip(2), one)
    report(phone, 4, 3, 2, 1)
    heading(phone, "Reported")


def codes(printed: bytes) -> list[str]:
    """The addresses in a paper's codes."""
    return [path_of(code) for page in pdf.codes(printed) for code in page]


def choice(form: Locator, name: str) -> str:
    """The first choice of a form that begins with a name."""
    return str(form.locator("option", has_text=re.compile(rf"^{name}\b")).first.inner_text())


def test_a_half_typed_card_stays_while_others_report(hall: Hall) -> None:
    night = Night.open(hall.api, [f"Guest {number}" for number in range(1, 25)])
    found = night.seat()
    phones = {number: hall.phone() for number in (1, 2, 4)}
    for number, phone in phones.items():
        scan(phone, found.slip(number), found.names(number)[0])
    desk = hall.director(height=500)
    desk.goto(night.desk)
    half = fields(desk, 3).nth(1)
    fields(desk, 3).nth(0).fill("9")
    half.press_sequentially("4")
    half.evaluate("field => scrollBy(0, field.getBoundingClientRect().top - 250)")
    before = half.bounding_box()
    for phone in phones.values():
        report(phone, 4, 3, 2, 1)
        heading(phone, "Reported")
    expect(desk.locator("#bar-report")).to_contain_text("3 to report")
    for number in phones:
        expect(card(desk, number)).to_contain_text("reported")
    expect(half).to_be_focused()
    assert half.bounding_box() == before
    half.press_sequentially("2")
    for at, value in enumerate(("9", "42", "", "")):
        expect(fields(desk, 3).nth(at)).to_have_value(value)


def test_a_report_is_at_the_desk_within_two_seconds(hall: Hall) -> None:
    night = Night.open(hall.api)
    found = night.seat()
    phone, desk = hall.phone(), hall.director()
    scan(phone, found.slip(1), found.names(1)[0])
    desk.goto(night.desk)
    expect(desk.locator("html")).to_have_attribute("data-connection", "live")
    desk.evaluate("window.stayed = true")
    type_scores(phone, 4, 3, 2, 1)
    heading(phone, "Look and send")
    began = time.monotonic()
    phone.get_by_role("button", name="Send the result").tap()
    took = soon(lambda: "reported" in card(desk, 1).inner_text(), began)
    assert took < 5 * SOON_SECONDS, "two seconds on a quiet machine"
    assert desk.evaluate("window.stayed"), "the desk was not loaded again"
