"""Round sheets as forms: what a page draws, what a filled form answers, where a refusal is said."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string

from games import Match, Rejected
from games.kernel import Json
from games.round_sheet import Answers, RoundSheet
from league.domain.tournament.results.claims import claim_of
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Table
from league.sheets import asking, plain
from league.sheets.form import SheetForm
from tests.games.variants import VARIANTS

NAMES = {"ann": "Ann B.", "bob": "Bob", "cy": "Cy", "dee": "Dee", "eve": "Eve"}
RECORDED = [variant for variant in VARIANTS if variant.start().round_sheet() is not None]


def sheet_of(slug: str, players: int = 3, **options: Any) -> RoundSheet:
    found = asking.asked_of(Match.start(slug, list(NAMES)[:players], options, 1))
    assert found is not None
    return found.sheet


def filled(sheet: RoundSheet, **data: Any) -> SheetForm:
    return SheetForm(sheet, NAMES, {name: str(value) for name, value in data.items()})


def sent(form: SheetForm) -> Json:
    """What a browser sends for a form as it is shown at first."""
    shown = {name: form[name].value() for name in form.fields}
    return {name: str(value) for name, value in shown.items() if value not in (None, False, "")}


def errors(form: SheetForm) -> dict[str, list[str]]:
    return {name: [str(error) for error in found] for name, found in form.errors.items()}


@pytest.mark.parametrize("variant", RECORDED, ids=str)
def test_a_form_that_shows_answers_sends_the_same_answers(variant):
    match, lot = variant.start(), Random(str(variant))
    while match.pending():
        command, sheet = match.suggest(lot), match.round_sheet()
        assert sheet is not None
        known = None if command["type"] == "start_round" else sheet.filled(command)
        if known is not None:
            form = SheetForm(sheet, {}, sent(SheetForm(sheet, {}, current=known)))
            assert form.is_valid(), form.errors
            again, copy = asking.before(match, match.version + 1), asking.before(match, match.version + 1)
            again.execute_all(sheet.commands(form.answers))
            copy.execute_all(sheet.commands(known))
            assert again.outcome() == copy.outcome()
            assert again.view("referee") == copy.view("referee")
        match.execute(command)


@pytest.mark.parametrize("variant", RECORDED, ids=str)
def test_every_sheet_can_be_drawn(variant):
    sheet = variant.start().round_sheet()
    assert sheet is not None
    html = render_to_string("league/sheets/sheet.html", {"form": SheetForm(sheet, NAMES)})
    assert all(f"<bdi>{NAMES.get(player, player)}</bdi>" in html for player in sheet.players)
    assert html.count("data-line") == len(sheet.players)
    assert "{" not in html.replace("{least}", "").replace("{most}", "").replace("{sum}", "")


def test_scores_and_who_left():
    form = filled(sheet_of("scoresheet"), scores_1="1 ", scores_2="2", scores_3="", away_3="left")
    assert form.is_valid(), form.errors
    assert plain.report_of(form.answers) == Report(scores={"ann": 1, "bob": 2}, left=("cy",))


def test_a_name_that_is_missing_is_named_at_its_field():
    form = filled(sheet_of("scoresheet"), scores_1="1", scores_3="3")
    assert errors(form) == {"scores_2": ["Bob is missing."]}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("2.5", "Bob: 2.5 is not a whole number."),
        ("2,5", "Bob: 2,5 is not a whole number."),
        ("two", "Bob: two is not a number."),
        ("1e5", "Bob: 1e5 is not a number."),
        ("11", "Bob: 11 is above 10."),
        ("−1", "Bob: −1 is below 0."),
        ("9" * 25, f"Bob: {'9' * 25} is too large."),
        ("9" * 41, "Ensure this value has at most 40 characters (it has 41)."),
        ("32,000", "32,000 can be read in two ways: write 32000 or 32."),
        ("١", "Bob: ١ is not a number."),
    ],
)
def test_a_refused_number_is_said_with_the_name(typed, sentence):
    form = filled(sheet_of("scoresheet", min_score=0, max_score=10), scores_1="1", scores_2=typed, scores_3="3")
    assert errors(form) == {"scores_2": [sentence]}


def test_decimals_where_the_game_takes_them():
    form = filled(sheet_of("scoresheet", whole_numbers=False), scores_1="1", scores_2="2,5", scores_3="-0.25")
    assert form.is_valid()
    assert form.answers.each("scores") == {"ann": 1, "bob": "2.5", "cy": "-0.25"}


@pytest.mark.parametrize(
    ("options", "has_minus"), [({}, True), ({"min_score": 0}, False), ({"places_only": True}, False)]
)
def test_a_minus_key_only_where_there_are_negative_scores(options, has_minus):
    form = SheetForm(sheet_of("scoresheet", **options), NAMES)
    assert form.takes_negatives == has_minus
    assert ("inputmode" in form["scores_1" if not options.get("places_only") else "places_1"].field.widget.attrs) != (
        has_minus
    )


def test_a_rule_is_said_for_the_whole_sheet():
    form = filled(sheet_of("scoresheet", places_only=True), places_1=1, places_2=3, places_3=3)
    assert errors(form) == {"__all__": ["Places are numbered 1, 2, 3; shared places 1, 1, 3."]}


def test_the_only_choice_is_made_already():
    match = Match.start("four-monkeys", ["ann", "bob"], {}, 1)
    sheet = match.round_sheet()
    assert sheet is not None
    match.execute_all(sheet.commands(Answers({}, {"ann": {"tiles": [{"combo": "c1"}]}})))
    check = match.round_sheet()
    assert check is not None
    form = SheetForm(check, NAMES)
    assert form["round_tile"].value() == "ann 0"
    assert "Ann B.: ●▲ 1" in str(form["round_tile"])
    assert not SheetForm(check, NAMES, {"round_tile": "ann 0"}).is_valid()


def test_a_list_grows_by_a_row_and_no_further_than_it_may():
    sheet = sheet_of("affen-raffen")
    form = SheetForm(sheet, NAMES)
    assert len([name for name in form.fields if name.startswith("pairs_1_")]) == 2 * 3
    more = SheetForm(sheet, NAMES, {"more": "pairs_1", "pairs_1_2_one": "lion blue"})
    assert more.is_growing
    assert "pairs_1_3_one" in more.fields
    assert "pairs_2_3_one" not in more.fields
    huge = SheetForm(sheet, NAMES, {"pairs_1_999_one": "lion blue", "pairs_1_9999_one": "lion blue"})
    assert len(huge.fields) < 200


def test_a_refusal_of_the_game_is_at_its_field_with_names():
    sheet = sheet_of("affen-raffen")
    form = filled(sheet, round_task="any5", round_finish_1="cy")
    assert form.is_valid(), form.errors
    with pytest.raises(Rejected) as refusal:
        Match.start("affen-raffen", list(sheet.players), {}, 1).execute_all(sheet.commands(form.answers))
    form.add_refusal(refusal.value)
    assert errors(form) == {"round_finish_1": ["Cy can't have finished without 5 pairs."]}


def test_a_refusal_in_a_list_is_at_its_row():
    sheet = sheet_of("four-monkeys")
    form = filled(sheet, **{f"tiles_2_{row}_combo": "c1" for row in range(4)})
    assert form.is_valid(), form.errors
    with pytest.raises(Rejected) as refusal:
        Match.start("four-monkeys", list(sheet.players), {}, 1).execute_all(sheet.commands(form.answers))
    form.add_refusal(refusal.value)
    assert list(form.errors) == ["tiles_2_3_combo"]


def test_a_refusal_of_no_field_is_of_the_whole_sheet():
    form = filled(sheet_of("scoresheet"), scores_1=1, scores_2=2, scores_3=3)
    assert form.is_valid()
    form.add_refusal(Rejected("x", "{entry} is not here.", {"entry": "bob"}, "nonsense"))
    assert errors(form) == {"__all__": ["Bob is not here."]}


@pytest.mark.parametrize("value", ["\x00", "x" * 5000, "[]", "nobody"])
@pytest.mark.parametrize("variant", RECORDED[::3], ids=str)
def test_junk_is_refused(variant, value):
    sheet = variant.start().round_sheet()
    assert sheet is not None
    form = SheetForm(sheet, {})
    junk = SheetForm(sheet, {}, dict.fromkeys(form.fields, value))
    assert not junk.is_valid()
    assert render_to_string("league/sheets/sheet.html", {"form": junk})


def test_a_claim_is_shown_as_it_was_reported():
    table = Table(id="t", round="r", number=1, area=None, seats=("ann", "bob", "cy"), version=1)
    report = Report(scores={"ann": 3, "bob": "2.5"}, absent=("cy",), stand_in={"bob": "p1"})
    answers = plain.filled_by(claim_of(table, report))
    assert plain.report_of(answers) == report
    by_places = claim_of(table, Report(places={"ann": 1, "bob": 1, "cy": 3}))
    assert plain.report_of(plain.filled_by(by_places)) == Report(places={"ann": 1, "bob": 1, "cy": 3})


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ({"ann": {"scores": 1}, "bob": {"places": 2}}, "bad_result"),
        ({"ann": {"scores": 1}, "bob": {}}, "wrong_players"),
    ],
)
def test_a_plain_sheet_of_scores_and_places_takes_one_kind(players, code):
    with pytest.raises(Rejected) as refusal:
        plain.report_of(Answers({}, players))
    assert refusal.value.code == code


def test_a_game_with_a_sheet_can_be_reported_by_places():
    asked = asking.asked_of(Match.start("monster-trick", ["ann", "bob"], {}, 1), plainly=True, stand_ins=["p1"])
    assert asked is not None
    assert asked.is_plain
    form = SheetForm(asked.sheet, {**NAMES, "p1": "Zoe"}, {"places_1": "2", "places_2": "1", "stand_in_1": "p1"})
    assert form.is_valid(), form.errors
    assert plain.report_of(form.answers) == Report(places={"ann": 2, "bob": 1}, stand_in={"ann": "p1"})


def test_a_dealt_game_asks_for_no_sheet():
    assert asking.asked_of(Match.start("fuzzy-tiger", ["ann", "bob"], {}, 1)) is None


def test_a_recorded_sheet_is_shown_to_be_corrected():
    match = Match.start("monster-trick", ["ann", "bob"], {}, 1)
    first = {"type": "record_round", "orders": {"ann": [1, 2, 3], "bob": [3, 2, 1]}, "tricks": {"ann": 3, "bob": 3}}
    match.execute(first)
    ((number, command),) = asking.recorded(match)
    assert command == first
    found = asking.of_recorded(match, number)
    assert found is not None
    sheet, answers = found
    assert sheet.number == 1
    form = SheetForm(sheet, NAMES, {**sent(SheetForm(sheet, NAMES, current=answers)), "tricks_1": "2"})
    assert form.is_valid(), form.errors
    match.execute({"type": "amend", "at": number, "command": sheet.commands(form.answers)[-1], "reason": "typo"})
    assert match.outcome()["totals"] == {"ann": 2, "bob": 1}
    assert asking.of_recorded(match, 999) is None
