"""The desk's doors and refusals: who takes which step, what a stale, repeated or wrong form does."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from playwright.sync_api import Page, expect
from uuid6 import uuid7

from league.access.audience import CLUB
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.steps import STEPS
from league.domain.tournament.entries.commands import NewEntry, Register
from league.domain.tournament.results.reports import Report
from league.domain.tournament.state import Tournament
from league.models import Event, KeptAnswer, Membership, Person, Role, Table, User
from league.models import Tournament as Row
from league.queries.names import of_entries
from league.repository.streams import TOURNAMENT, reading
from league.services import execution, results
from tests.pages.night import PASSWORD, Night, looks_only, make_people
from tests.pages.test_browser import FAINT

FOR_REFEREES = {
    *("result", "sheet", "confirm", "rule", "correct", "decide-level"),
    *("pause", "resume", "extend"),
    *("penalise", "lift"),
    *("arrive", "here", "away", "all-here"),
    *("answer-call", "notice", "announce", "withdraw-announcement", "screen"),
}
"""Every other step of the desk is for directors."""
TABS = ("", "people", "more")
"""The pages of the desk, as their addresses end."""


@pytest.fixture
def referee(night: Night) -> Client:
    """A referee of the night's club, logged in."""
    user = User.objects.create_user("referee", password=PASSWORD)
    Membership.objects.create(club=night.club, user=user, role=Role.REFEREE)
    client = Client()
    client.force_login(user)
    return client


def running(night: Night) -> Tournament:
    """The tournament of which round 2 runs, one of its three tables reported."""
    with reading(night.club.pk, TOURNAMENT, night.tournaments[-1]) as stream:
        state: Tournament = deepcopy(stream.aggregate.state)
        return state


def address(night: Night, step: str = "", about: str = "") -> str:
    """Where a step about something in the running tournament is taken."""
    parts = [part for part in (step, about) if part]
    return f"/admin/league/tournament/{night.tournaments[-1]}/desk/" + "".join(f"{part}/" for part in parts)


def form_at(client: Client, night: Night, step: str, about: str = "") -> dict[str, Any]:
    """The hidden fields of a step's form, as a page of the desk shows them now."""
    if STEPS[step].has_page:
        forms = [client.get(address(night, step, about)).context["form"]]
    else:
        forms = [form for tab in TABS for form in _forms(client.get(address(night, tab)).context)]
    form = next(form for form in forms if (form.name, form.about) == (step, about))
    return {field.html_name: field.value() for field in form.hidden_fields()}


def _forms(context: Any) -> list[Any]:
    cards = context["current"].tables if context.get("current") else []
    offered = [context.get("enter"), context.get("penalise"), *(card.report for card in cards)]
    steps = [*context["steps"].values(), *offered]
    return [step for step in [*steps, *(step for card in cards for step in card.steps)] if step]


def scores(*typed: str) -> dict[str, str]:
    """Scores by seat."""
    return {f"score_{seat}": score for seat, score in enumerate(typed, 1)}


def events(night: Night) -> int:
    """How many events the tournament's log has."""
    return Event.objects.filter(stream=night.tournaments[-1]).count()


def said(client: Client, night: Night) -> str:
    """The desk's pages."""
    return "".join(client.get(address(night, tab)).text for tab in TABS)


def test_every_step_refuses_who_may_not_take_it(referee: Client, stranger: Client, client: Client, night: Night):
    member = Client()
    user = User.objects.create_user("member", password=PASSWORD)
    Membership.objects.create(club=night.club, user=user, role=Role.MEMBER)
    member.force_login(user)
    before = events(night)
    for name in STEPS:
        at = address(night, name)
        assert stranger.post(at).status_code == 404, name
        assert client.post(at).status_code == 302, name
        assert "/login/" in member.post(at).headers["Location"], name
        assert (referee.post(at).status_code == 403) == (name not in FOR_REFEREES), name
    assert stranger.get(address(night)).status_code == 404
    assert events(night) == before


def test_a_referee_has_results_clocks_penalties_and_check_in_and_no_other_button(referee: Client, night: Night):
    expected = uuid7()
    register = Register((NewEntry(str(expected), str(make_people(night.club, ["Late"])[0].pk)),))
    tournament = night.tournaments[-1]
    actor = f"user:{night.director.pk}"
    execution.execute(TOURNAMENT, tournament, register, club=night.club.pk, actor=actor, at=timezone.now())
    page = said(referee, night)
    assert "Check in" in page
    assert referee.post(address(night, "here", str(expected))).status_code == 302
    assert running(night).entries[str(expected)].checked_in
    for there in ("Save the result", "Give more time", "Take points off"):
        assert there in page
    for absent in ("Leaves now", "Close the round", "Cancel the tournament", "Names, one on each line"):
        assert absent not in page
    found = running(night).rounds[-1]
    sent = form_at(referee, night, "extend", found.id) | {"minutes": "5", "reason": "late food"}
    assert referee.post(address(night, "extend", found.id), sent).status_code == 302


def test_no_get_changes_anything(director: Client, night: Night):
    before = events(night)
    found = running(night).rounds[-1]
    for name in STEPS:
        for about in ("", found.id, found.tables[0].id, found.tables[1].id):
            assert director.get(address(night, name, about)).status_code in (200, 302, 405), name
    director.get(address(night))
    assert events(night) == before


def test_a_post_without_its_token_is_refused(night: Night):
    client = Client(enforce_csrf_checks=True)
    client.force_login(night.director)
    before = events(night)
    found = running(night).rounds[-1]
    assert client.post(address(night, "pause", found.id)).status_code == 403
    assert client.post("/admin/league/tournament/add/", {"name": "x"}).status_code == 403
    assert events(night) == before


def test_what_is_wrong_is_said_and_what_was_typed_is_kept(director: Client, night: Night):
    table = running(night).rounds[-1].tables[1]
    sent = form_at(director, night, "result", table.id) | scores("abc", "7,5")
    before = events(night)
    answer = director.post(address(night, "result", table.id), sent)
    assert answer.status_code == 422
    assert ": abc is not a number." in answer.text
    assert 'value="7,5"' in answer.text
    answer = director.post(address(night, "result", table.id), sent | scores("3", "7,5"))
    assert answer.status_code == 422
    assert " is missing." in answer.text
    assert events(night) == before


def test_a_score_before_three_digits_is_asked_about_and_not_cut(director: Client, night: Night):
    table = running(night).rounds[-1].tables[1]
    others = ["0"] * (len(table.seats) - 1)
    before = events(night)
    for text, told in (("32,000", "write 32000 or 32."), ("1.125", "write 1125 or 1.1250.")):
        sent = form_at(director, night, "result", table.id) | scores(text, *others)
        answer = director.post(address(night, "result", table.id), sent)
        assert answer.status_code == 422
        assert f"{text} can be read in two ways: {told}" in answer.text
        assert f'value="{text}"' in answer.text
    assert events(night) == before
    sent = form_at(director, night, "result", table.id) | scores("1,1250", *others)
    assert director.post(address(night, "result", table.id), sent).status_code == 302
    reported = running(night).tables[table.id].result
    assert reported is not None
    assert (reported.scores or {})[table.seats[0]] == "1.125"


@pytest.mark.parametrize(
    ("step", "typed"),
    [("penalise", {"points": "1.000"}), ("settings", {"by_place": "32.000 2 1"}), ("settings", {"rounds": "32.000"})],
)
def test_every_number_of_the_desk_is_asked_about(director: Client, night: Night, step: str, typed: dict[str, str]):
    before = events(night)
    sent = form_at(director, night, step) | {"reason": "late", "entry": next(iter(running(night).entries))} | typed
    answer = director.post(address(night, step), sent)
    assert answer.status_code == 422
    assert "can be read in two ways" in answer.text
    assert events(night) == before


def test_a_table_tells_who_never_came_and_who_left(director: Client, night: Night):
    table = running(night).rounds[-1].tables[1]
    seats = len(table.seats)
    typed = scores("", *(str(10 * seat) for seat in range(2, seats)), "")
    sent = form_at(director, night, "result", table.id) | typed | {"away_1": "absent", f"away_{seats}": "left"}
    assert director.post(address(night, "result", table.id), sent).status_code == 302
    result = running(night).tables[table.id].result
    assert result is not None
    assert (result.claim.absent, result.claim.left) == ((table.seats[0],), (table.seats[-1],))
    assert result.places[table.seats[-2]] == 1
    assert "<b>1</b> to report" in said(director, night)


def test_a_report_copies_no_more_of_the_tournament_than_its_table(director: Client, night: Night):
    table = running(night).rounds[-1].tables[1]
    sent = form_at(director, night, "result", table.id) | scores(*(str(seat) for seat in range(len(table.seats))))
    with patch.object(TournamentDesk, "state", property(lambda _: pytest.fail("the whole state was copied"))):
        assert director.post(address(night, "result", table.id), sent).status_code == 302
    assert running(night).tables[table.id].result is not None


def test_a_second_director_with_the_same_page_disputes_nothing(director: Client, night: Night):
    table = running(night).rounds[-1].tables[1]
    other = User.objects.create_user("second", password=PASSWORD)
    Membership.objects.create(club=night.club, user=other, role=Role.DIRECTOR)
    second = Client()
    second.force_login(other)
    numbers = [str(number) for number in range(1, len(table.seats) + 1)]
    first_page = form_at(director, night, "result", table.id)
    second_page = form_at(second, night, "result", table.id)
    director.post(address(night, "result", table.id), first_page | scores(*numbers))
    before = events(night)
    late = second.post(address(night, "result", table.id), second_page | scores(*reversed(numbers)))
    assert late.status_code == 422
    assert "Someone else changed this first" in late.text
    assert "Current result:" in late.text
    assert events(night) == before
    result = running(night).tables[table.id].result
    assert result is not None
    assert not result.disputes


def test_a_double_click_has_one_effect(director: Client, night: Night):
    found = running(night).rounds[-1]
    sent = form_at(director, night, "extend", found.id) | {"minutes": "5", "reason": "late food"}
    for _ in range(2):
        assert director.post(address(night, "extend", found.id), sent).status_code == 302
    clock = running(night).rounds[-1].clock
    assert clock is not None
    assert clock.extended_seconds == 300
    sent = form_at(director, night, "enter") | {"new": "Hypatia"}
    for _ in range(2):
        director.post(address(night, "enter"), sent)
    assert Person.objects.filter(name="Hypatia").count() == 1
    sent = form_at(director, night, "penalise")
    sent |= {"entry": next(iter(running(night).entries)), "points": "7/3", "reason": "late"}
    for _ in range(2):
        director.post(address(night, "penalise"), sent)
    assert len(running(night).penalties) == 1
    assert KeptAnswer.objects.exists()


def test_somebody_known_is_not_entered_as_somebody_new_by_mistake(director: Client, night: Night):
    people, entries = Person.objects.count(), len(running(night).entries)
    sent = form_at(director, night, "enter") | {"new": "ada lovelace\nA\u200bda  Lovelace"}
    answer = director.post(address(night, "enter"), sent)
    assert "Ada Lovelace, as in line 1: only once" in answer.text
    assert director.post(address(night, "enter"), {**sent, "is-2-0": "new"}).status_code == 302
    assert (Person.objects.count(), len(running(night).entries)) == (people + 1, entries + 1)


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        ("Hypatia\u202e", "Character 8 of this name, U+202E"),
        ("Bea\n\u3164", "Line 2, “\u3164”: A name is missing"),
        ("Bea\n🎲", "needs a letter or a digit"),
        ("a" * 121, "at most 120 characters"),
        ("name,club\nBea,Paris,Rome", "Line 2 has cells after the last column."),
    ],
)
def test_what_is_refused_in_a_pasted_list(director: Client, night: Night, pasted: str, words: str):
    before = Person.objects.count()
    answer = director.post(address(night, "enter"), form_at(director, night, "enter") | {"new": pasted})
    assert answer.status_code == 422
    assert words in answer.text
    assert Person.objects.count() == before


def test_a_pasted_list_is_stored_as_the_api_stores_names(director: Client, night: Night):
    pasted = "\r\n\tHypa\u200btia  of\u00a0Alexandria\u3000\r\nJose\u0301\r\n"
    sent = form_at(director, night, "enter") | {"new": pasted}
    assert director.post(address(night, "enter"), sent).status_code == 302
    assert Person.objects.filter(name__in=["Hypatia of Alexandria", "Jos\u00e9"]).count() == 2


def test_the_lists_of_people_and_ratings_are_searched_without_accents(director: Client, night: Night):
    Person.objects.create(club=night.club, name="J\u00e9r\u00f4me")
    Person.objects.create(club=night.club, name="\u0141ukasz", home_club="Krak\u00f3w")
    for words, name in (
        ("jerome", "J\u00e9r\u00f4me"),
        ("J\u00c9R\u00d4ME", "J\u00e9r\u00f4me"),
        ("krakow lukasz", "\u0141ukasz"),
    ):
        answer = director.get("/admin/league/person/", {"q": words})
        assert [person.name for person in answer.context["cl"].result_list] == [name]
    assert director.get("/admin/league/rating/", {"q": "x" * 3000}).status_code == 200


def test_an_entry_leaves_comes_back_and_leaves_after_the_round(director: Client, night: Night):
    entry = next(iter(running(night).entries))
    director.post(address(night, "drop", entry))
    assert running(night).entries[entry].left
    director.post(address(night, "return", entry))
    director.post(address(night, "drop-after", entry))
    assert running(night).entries[entry].dropped_after == 2
    assert "leaves after round 2" in said(director, night)


def test_a_dispute_stands_out_and_is_ruled_with_a_reason(director: Client, referee: Client, night: Night):
    table = running(night).rounds[-1].tables[0]
    first = running(night).tables[table.id].result
    assert first is not None
    other = {entry: len(table.seats) + 1 - place for entry, place in first.places.items()}
    results.dispute(Table.objects.get(pk=table.id), Report(places=other), "swapped", actor="user:x", at=timezone.now())
    page = said(referee, night)
    assert "Wants the director" in page
    assert ">Decide</a>" in page
    assert "says: “swapped”" in page
    sent = form_at(referee, night, "rule", table.id) | {"decision": "against-1"}
    assert referee.post(address(night, "rule", table.id), sent).status_code == 422
    assert referee.post(address(night, "rule", table.id), sent | {"reason": "asked all"}).status_code == 302
    ruled = running(night).tables[table.id].result
    assert ruled is not None
    assert (ruled.state, ruled.places) == ("ruled", other)


def test_a_dispute_that_is_only_a_sentence_is_shown_with_its_name_and_is_no_version_to_choose(
    referee: Client, night: Night
):
    table = running(night).rounds[-1].tables[0]
    row, first = Table.objects.get(pk=table.id), running(night).tables[table.id].result
    assert first is not None
    slip, (speaker, other) = f"table:{table.id}", table.seats[:2]
    at, swapped = timezone.now(), {entry: len(table.seats) + 1 - place for entry, place in first.places.items()}
    results.dispute(row, None, "the sum is wrong", actor=slip, at=at, as_entry=speaker)
    results.dispute(row, Report(places=swapped), None, actor=slip, at=at, as_entry=other)
    names = of_entries(night.tournaments[-1], CLUB)
    page = said(referee, night)
    assert f"{escape(names[speaker])} says: “the sum is wrong”" in page
    assert f"{escape(names[other])} says:" in page
    form = referee.get(address(night, "rule", table.id)).context["form"]
    assert [value for value, _label in form.fields["decision"].choices] == ["uphold", "against-2", "other"]
    sent = form_at(referee, night, "rule", table.id) | {"decision": "against-2", "reason": "asked all"}
    assert referee.post(address(night, "rule", table.id), sent).status_code == 302
    ruled = running(night).tables[table.id].result
    assert ruled is not None
    assert (ruled.state, ruled.places) == ("ruled", swapped)


def test_a_draft_is_drawn_again_once_and_thrown_away(director: Client, night: Night):
    found = running(night).rounds[-1]
    sent = form_at(director, night, "close-round", found.id)
    for table in found.tables[1:]:
        numbers = scores(*(str(seat) for seat in range(len(table.seats))))
        sent |= {f"table-{table.number}-{field}": score for field, score in numbers.items()}
    assert director.post(address(night, "close-round", found.id), sent).status_code == 302
    director.post(address(night, "seat"))
    director.post(address(night, "seat"))
    draft = running(night).draft
    assert draft is not None
    assert draft.number == 3
    sent = form_at(director, night, "redo", draft.id)
    assert director.post(address(night, "redo", draft.id), sent).status_code == 302
    late = director.post(address(night, "redo", draft.id), sent)
    assert "Someone else changed this first" in late.text
    again = running(night).draft
    assert again is not None
    assert again.attempt == 2
    a, b = again.tables[0].seats[0], again.tables[1].seats[0]
    sent = form_at(director, night, "swap", again.id) | {"a": a, "b": b}
    for _ in range(2):
        director.post(address(night, "swap", again.id), sent)
    swapped = running(night).draft
    assert swapped is not None
    assert swapped.tables[0].seats[0] == b
    director.post(address(night, "drop", a))
    assert "People came, left or got a penalty since this draft was made." in said(director, night)
    director.post(address(night, "discard", again.id), form_at(director, night, "discard", again.id))
    assert running(night).draft is None
    gone = director.post(address(night, "publish", again.id), follow=True)
    assert "There is no round" in gone.text


def test_nobody_can_be_seated_where_too_few_are_here(director: Client, night: Night):
    opened = director.get("/admin/league/tournament/add/").context["form"]
    sent = {"once": opened["once"].value(), "name": "Empty night", "game": "scoresheet"}
    for _ in range(2):
        assert director.post("/admin/league/tournament/add/", sent).status_code == 302
    row = Row.objects.get(name="Empty night")
    answer = director.post(f"/admin/league/tournament/{row.pk}/desk/seat/", follow=True)
    assert list(answer.context["messages"])[-1].level_tag == "error"
    assert Row.objects.filter(name="Empty night").count() == 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"by_place": "4 two 1"}, "“two” is not a number"),
        ({"smallest": "4", "preferred": "3", "largest": "5"}, "The preferred size is not between"),
        ({"smallest": "4"}, "Write all three sizes"),
        ({"starts_at": "2027-03-28T02:30"}, "The clocks change in that hour"),
        ({"starts_at": "2027-10-31T02:30"}, "The clocks change in that hour"),
        ({"scoresheet__rounds": "0"}, "This has to be at least 1."),
        ({"name": " "}, "This field is required."),
    ],
)
def test_a_tournament_that_cannot_be_is_refused_beside_what_was_typed(
    director: Client, night: Night, wrong: dict[str, str], sentence: str
):
    before = Row.objects.count()
    form = {"name": "Wrong night", "game": "scoresheet", **wrong}
    answer = director.post("/admin/league/tournament/add/", form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert all(f'value="{text}"' in answer.text for text in wrong.values() if text.strip())
    assert Row.objects.count() == before


def test_another_clubs_season_takes_no_tournament(stranger: Client, night: Night):
    form = {"name": "Stolen", "game": "scoresheet", "season": str(night.season)}
    assert stranger.post("/admin/league/tournament/add/", form).status_code == 422
    assert not Row.objects.filter(name="Stolen").exists()


def test_the_clock_counts_down_whatever_the_browsers_clock_says(open_page: Callable[..., Page], live_night: Night):
    page = open_page()
    page.add_init_script("Date.now = () => 0")
    page.goto(address(live_night))
    shown = page.get_by_role("timer")
    first = _seconds(shown.inner_text())
    page.wait_for_timeout(2200)
    assert 2 <= first - _seconds(shown.inner_text()) <= 4


def test_two_screens_with_wrong_clocks_show_the_same_time_left_and_none_jumps_back(
    open_page: Callable[..., Page], live_night: Night
):
    """One browser's clock is two minutes fast, the other's two minutes slow, and both are set right meanwhile."""
    fast, slow = open_page(), open_page()
    for page, minutes in ((fast, 2), (slow, -2)):
        page.add_init_script(WRONG_CLOCK.format(milliseconds=60_000 * minutes))
        page.goto(address(live_night))
    wrong = fast.evaluate("Date.now()") - slow.evaluate("Date.now()")
    assert 230_000 < wrong < 250_000
    seen: list[tuple[int, int]] = []
    for reading_number in range(6):
        if reading_number == 3:
            for page in (fast, slow):
                page.evaluate("window.clockIsOffBy = 0")
        seen.append((left(fast), left(slow)))
        fast.wait_for_timeout(500)
    assert all(abs(one - other) <= 1 for one, other in seen)
    for shown in zip(*seen, strict=True):
        assert list(shown) == sorted(shown, reverse=True)
        assert shown[0] > shown[-1]


WRONG_CLOCK = """
window.clockIsOffBy = {milliseconds};
const right = Date.now.bind(Date);
Date = class extends Date {{
    constructor(...given) {{ given.length ? super(...given) : super(right() + window.clockIsOffBy); }}
    static now() {{ return right() + window.clockIsOffBy; }}
}};
"""
"""The browser's wall clock, off by so much."""


def left(page: Page) -> int:
    return _seconds(page.get_by_role("timer").inner_text())


def _seconds(text: str) -> int:
    minutes, seconds = text.removeprefix("+").split(":")
    return (-1 if text.startswith("+") else 1) * (60 * int(minutes) + int(seconds))


@looks_only
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_the_desk_without_scrolling_it_sideways(
    open_page: Callable[..., Page], live_night: Night, scheme: str
):
    page = open_page(width=390, scheme=scheme)
    for at in (address(live_night), "/admin/league/tournament/add/", "/admin/league/season/add/"):
        page.goto(at)
        expect(page.locator("#content-main")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(FAINT) == []
        unnamed = "found => found.filter((one) => one.type !== 'hidden' && !one.labels.length && !one.ariaLabel).length"
        assert page.locator("#content-main :is(input, select, textarea)").evaluate_all(unnamed) == 0
