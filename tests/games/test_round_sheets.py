"""Round sheets as data: over the registry, and an example of each game with what it is worth."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import Match, Rejected
from games.game import Game, no_round_sheet
from games.registry import all_games
from games.round_sheet import Answers, Field, RoundSheet
from tests.games.variants import VARIANTS

SHEETS = ("record_round", "record_result")
RECORDED = [variant for variant in VARIANTS if variant.start().round_sheet() is not None]


def again(match: Match) -> Match:
    return Match.from_log(match.game.slug, match.log)


def test_a_game_that_has_a_sheet_has_one_for_recorded_play():
    assert {variant.slug for variant in RECORDED} == {slug for slug, game in all_games().items() if has_sheet(game)}
    assert len(RECORDED) > len(all_games())


def has_sheet(game: Game[Any]) -> bool:
    return game.round_sheet is not no_round_sheet


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_dealt_match_has_no_sheet(variant):
    assert (variant.start().round_sheet() is None) == (variant not in RECORDED)
    assert (variant.options.get("play") == "dealt") <= (variant not in RECORDED)


@pytest.mark.parametrize("variant", RECORDED, ids=str)
def test_a_sheet_filled_as_a_command_says_is_that_command(variant):
    match, lot, filled = variant.start(), Random(str(variant)), 0
    while match.pending():
        command, sheet = match.suggest(lot), match.round_sheet()
        assert sheet is not None
        answers = None if command["type"] == "start_round" else sheet.filled(command)
        if answers is None:
            assert command == sheet.opening
            match.execute(command)
            continue
        assert list(sheet.problems(answers)) == []
        copy = again(match)
        copy.execute_all(sheet.commands(answers))
        match.execute(command)
        assert copy.outcome() == match.outcome()
        assert copy.view("referee") == match.view("referee")
        filled += 1
    assert filled
    assert match.round_sheet() is None


@pytest.mark.parametrize("variant", RECORDED, ids=str)
def test_a_sheet_says_which_round_it_is_of_and_names_its_fields_once(variant):
    match, lot = variant.start(), Random(str(variant))
    while (sheet := match.round_sheet()) is not None:
        assert 1 <= sheet.number <= sheet.of
        assert sheet.players == tuple(match.state.players)
        names = [field.name for field in (*sheet.of_round, *sheet.of_player)]
        assert len(set(names)) == len(names)
        assert all(rule.field in names for rule in sheet.rules)
        assert set(sheet.notes) <= set(sheet.players)
        match.execute(match.suggest(lot))


def sheet_of(match: Match) -> RoundSheet:
    sheet = match.round_sheet()
    assert sheet is not None
    return sheet


def wrong_spot(sheet: RoundSheet, refusal: Rejected) -> tuple[str, str | None]:
    spot = sheet.spot(refusal.field or "")
    assert spot is not None
    return spot.field.name, spot.player


def started(slug: str, players: int = 3, **options: object) -> Match:
    return Match.start(slug, ["ann", "bob", "cy", "dee", "eve", "fay", "gus"][:players], options, 1)


def fill(match: Match, players: dict[str, Any] | None = None, **of_round: object) -> Match:
    match.execute_all(sheet_of(match).commands(Answers(of_round, players or {})))
    return match


def of_each(name: str, *values: object) -> dict[str, Any]:
    return {player: {name: value} for player, value in zip(["ann", "bob", "cy", "dee"], values, strict=False)}


# an example of each game


def test_scores_of_a_score_sheet():
    match = fill(started("scoresheet", whole_numbers=False), of_each("scores", 47, "39.5", 52))
    assert match.outcome()["totals"]["bob"] == "39.5"
    assert match.round_sheet() is None


def test_scores_and_their_places():
    outcome = fill(started("scoresheet"), of_each("scores", 47, 39, 52)).outcome()
    assert outcome["placings"] == {"ann": 2, "bob": 3, "cy": 1}


def test_places_of_a_score_sheet_over_two_rounds():
    match = fill(started("scoresheet", places_only=True, rounds=2), of_each("places", 1, 1, 3))
    assert sheet_of(match).number == 2
    assert fill(match, of_each("places", 2, 1, 3)).outcome()["placings"] == {"ann": 2, "bob": 1, "cy": 3}


def test_a_tie_at_fuzzy_tiger_goes_to_the_nearer_monkey():
    counts = {
        "ann": {"whiskers": 9, "damage": 2},
        "bob": {"whiskers": 7, "damage": 0},
        "cy": {"whiskers": 8, "damage": 3},
    }
    match = fill(started("fuzzy-tiger", play="recorded"), counts)
    assert match.outcome()["placings"] == {"ann": 1, "bob": 1, "cy": 3}
    placed = {player: {**given, "positions": at} for (player, given), at in zip(counts.items(), (5, 2, 6), strict=True)}
    match = fill(started("fuzzy-tiger", play="recorded"), placed)
    assert match.outcome()["placings"] == {"ann": 2, "bob": 1, "cy": 3}


def test_a_round_of_monster_trick():
    players = {
        "ann": {"orders": "3 1 2", "tricks": 4},
        "bob": {"orders": "1 2 3", "tricks": 3},
        "cy": {"orders": "2 3 1", "tricks": 0},
    }
    match = fill(started("monster-trick"), players)
    assert match.outcome()["totals"] == {"ann": 3, "bob": 3, "cy": 0}
    assert sheet_of(match).number == 2
    assert sheet_of(match).of_player[0].orders[0].value == "2 4 6"


def test_a_round_of_keskife():
    """The digest's example: E is the monkey, A and B find them."""
    points = {"ann": "eve", "bob": "eve", "cy": "dee", "dee": "cy"}
    players = {player: {"points": at} for player, at in points.items()} | {"eve": {"monkeys": True}}
    match = fill(started("keskife", 5), players, lead="ann")
    assert match.outcome()["totals"] == {"ann": 1, "bob": 1, "cy": 0, "dee": 0, "eve": 3}
    assert "ann" not in [option.value for option in sheet_of(match).of_round[0].options]


def test_a_round_of_affen_raffen():
    """The first finisher with three correct pairs has 3 + 3; forced lions without lions cost two."""
    pairs = [{"one": "penguin green"}, {"one": "lion blue", "other": "lion blue"}, {"one": "zebra ochre"}]
    others = [{"one": "monkey blue"}, {"one": "flamingo blue"}, {"one": "zebra blue"}]
    players = {"ann": {"pairs": pairs}, "bob": {"pairs": others, "bonus": [{"bonus": "forced lion"}]}}
    match = fill(started("affen-raffen"), players, task="animals3", finish_1="ann")
    assert match.outcome()["totals"] == {"ann": 6, "bob": 1, "cy": 0}
    assert "animals3" not in [option.value for option in sheet_of(match).of_round[0].options]


def test_a_round_of_four_monkeys_and_its_checks():
    """Ian's first tile is right, so are the others; then nobody else's are looked at."""
    players = {
        "ann": {"tiles": [{"combo": "c1"}, {"combo": "c5", "burned": True}]},
        "bob": {"tiles": [{"combo": "c3"}, {"combo": "c9"}], "replenished": True, "bananas": 1},
        "cy": {},
    }
    match = started("four-monkeys", bananas=True)
    assert sheet_of(match).opening == {"type": "start_round"}
    fill(match, players)
    sheet = sheet_of(match)
    assert not sheet.is_looked_at
    assert [(option.player, option.value) for option in sheet.of_round[0].options] == [("bob", "bob 0")]
    fill(match, tile="bob 0", verdict="right")
    fill(match, tile="bob 1", verdict="right")
    assert match.outcome()["totals"] == {"ann": 3, "bob": 3, "cy": 0}


def test_a_round_that_is_begun_before_shows_everybodys_deck():
    match = started("four-monkeys", 7)
    match.execute(sheet_of(match).opening)
    sheet = sheet_of(match)
    assert sheet.opening is None
    assert all(len(notes) == 2 for notes in sheet.notes.values())
    assert len(sheet.notes) == 7


# what is wrong


@pytest.mark.parametrize(
    ("slug", "options", "players", "of_round", "field", "player"),
    [
        ("scoresheet", {}, of_each("scores", 1, "2.5", 3), {}, "scores", "bob"),
        ("scoresheet", {"max_score": 9}, of_each("scores", 1, 10, 3), {}, "scores", "bob"),
        ("scoresheet", {}, of_each("scores", 1, 2), {}, "scores", "cy"),
        ("scoresheet", {"places_only": True}, of_each("places", 1, 3, 3), {}, "places", "bob"),
        ("fuzzy-tiger", {"play": "recorded"}, of_each("whiskers", 1, 2, 3), {}, "damage", "ann"),
        ("monster-trick", {}, of_each("tricks", 3, 3, 3), {}, "orders", "ann"),
        ("affen-raffen", {}, {}, {}, "task", None),
        ("affen-raffen", {}, {}, {"task": "any5", "finish_1": "cy"}, "finish_1", None),
        ("four-monkeys", {}, {"ann": {"tiles": [{"combo": "c1"}] * 4}}, {}, "tiles", "ann"),
        ("four-monkeys", {"bananas": True}, {"bob": {"bananas": 4}}, {}, "bananas", "bob"),
        ("four-monkeys", {}, {}, {"stopped": "zed"}, "stopped", None),
    ],
)
def test_a_refusal_is_at_its_field(slug, options, players, of_round, field, player):
    match = started(slug, **options)
    sheet = sheet_of(match)
    with pytest.raises(Rejected) as refusal:
        fill(match, players, **of_round)
    assert wrong_spot(sheet, refusal.value) == (field, player)


@pytest.mark.parametrize(
    ("given", "of_round", "field", "player"),
    [
        ({"eve": {"monkeys": True}}, {}, "lead", None),
        ({"eve": {"monkeys": True}}, {"lead": "ann"}, "points", "ann"),
        ({}, {"lead": "ann"}, "monkeys", None),
        ({"eve": {"monkeys": True}, "ann": {"points": "ann"}}, {"lead": "ann"}, "points", "ann"),
    ],
)
def test_a_refusal_of_keskife_is_at_its_field(given, of_round, field, player):
    match = started("keskife", 5)
    with pytest.raises(Rejected) as refusal:
        fill(match, given, **of_round)
    assert wrong_spot(sheet_of(match), refusal.value) == (field, player)


def test_a_path_that_is_of_no_field_has_no_spot():
    assert sheet_of(started("scoresheet")).spot("nonsense") is None


@pytest.mark.parametrize(
    ("slug", "options", "players", "broken"),
    [
        ("monster-trick", {}, of_each("tricks", 3, 3, 4), ["tricks"]),
        ("monster-trick", {}, of_each("tricks", 3, 3, 3), []),
        ("monster-trick", {}, of_each("tricks", 12, 12), []),
        ("scoresheet", {"places_only": True}, of_each("places", 1, 2, 3), []),
        ("scoresheet", {"places_only": True}, of_each("places", 1, 3, 3), ["places"]),
        ("fuzzy-tiger", {"play": "recorded"}, of_each("positions", 6, 6, 0), []),
        ("fuzzy-tiger", {"play": "recorded"}, of_each("positions", 4, 4, 0), ["positions"]),
        ("fuzzy-tiger", {"play": "recorded"}, of_each("positions", 4, 3), ["positions"]),
    ],
)
def test_rules_say_what_is_wrong_before_the_game_does(slug, options, players, broken):
    sheet = sheet_of(started(slug, **options))
    problems = list(sheet.problems(Answers({}, players)))
    assert [problem.field for problem in problems] == broken
    for problem in problems:
        assert problem.text.format(**problem.facts)


def test_exactly_one_monkey():
    sheet = sheet_of(started("keskife", 5))
    for monkeys, broken in ((0, 1), (1, 0), (2, 1)):
        players = {player: {"monkeys": number < monkeys} for number, player in enumerate(sheet.players)}
        assert len(list(sheet.problems(Answers({}, players)))) == broken


def test_a_field_takes_negative_numbers_unless_it_has_a_bound():
    assert Field("scores", "").takes_negatives
    assert Field("scores", "", least="-0.5").takes_negatives
    assert not Field("scores", "", least=0).takes_negatives
