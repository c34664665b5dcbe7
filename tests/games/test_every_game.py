"""What holds in every game, whatever its rules: over the registry, so a new game is tested from its first commit."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from games import Match, Rejected, list_games
from games.registry import all_games
from tests.games.junk import JUNK, mutations
from tests.games.variants import NAMES, SEED, VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_game = pytest.mark.parametrize("slug", list(all_games()))
REASON = "a reason for the staff alone"


def viewers(match: Match) -> list[str | None]:
    return [*match.state.players, "referee", None]


def seen(match: Match) -> list[Any]:
    """All that anybody sees of a position."""
    return [match.outcome(), match.pending(), match.clock(), *(match.view(viewer) for viewer in viewers(match))]


def rewind(to: int) -> dict[str, Any]:
    return {"type": "rewind", "to": to, "reason": REASON}


def texts(value: Any) -> set[str]:
    """Every text and number in a JSON value, as text."""
    if isinstance(value, dict):
        return set(value).union(*map(texts, value.values()))
    if isinstance(value, list):
        return set().union(*map(texts, value))
    return {str(value)}


# the folder


@every_game
def test_the_folder_is_called_as_the_slug(slug):
    assert __import__(f"games.{slug.replace('-', '_')}", fromlist=["GAME"]).GAME is all_games()[slug]


@every_game
def test_types_of_events_carry_the_games_prefix_and_no_field_hides_the_envelope(slug):
    game = all_games()[slug]
    assert game.rules.name == slug
    for event in game.rules.events:
        assert event.type.partition(".")[0] == slug.replace("-", "_")
        assert not {"type", "schema", "command"} & set(event.__struct_fields__)
    assert len({event.type for event in game.rules.events}) == len(game.rules.events)


@every_game
def test_what_the_list_says_of_a_game(slug):
    (listed,) = [game for game in list_games() if game["slug"] == slug]
    assert json.loads(json.dumps(listed)) == listed
    assert 1 <= listed["min_players"] <= listed["max_players"]
    assert {"rewind", "amend"} < set(listed["commands"])
    for tag, schema in listed["commands"].items():
        (form,) = [form for form in schema["$defs"].values() if form["properties"].get("type") == {"enum": [tag]}]
        assert form["additionalProperties"] is False


@every_game
@pytest.mark.parametrize(
    "players",
    [
        *(None, "ab", 5, {"ann": 1, "bob": 2}, [], ["ann"], NAMES * 3),
        *(["ann", other] for other in ("ann", "referee", "", "b" * 101, 1, None, "b\x00", "\ud800", ["b"])),
    ],
)
def test_wrong_players_are_refused(slug, players):
    with pytest.raises(Rejected) as refusal:
        Match.start(slug, players=players)
    assert refusal.value.code == "bad_players"


@every_game
@pytest.mark.parametrize("options", [[], "play", 5, {"no such option": 1}, {1: 2}, {"rounds": {"a": [10**400]}}])
def test_wrong_options_are_refused(slug, options):
    game = all_games()[slug]
    with pytest.raises(Rejected) as refusal:
        Match.start(slug, players=NAMES[: game.min_players], options=options)
    assert refusal.value.code == "bad_options"
    assert refusal.value.field != ""


@pytest.mark.parametrize("slug", ["chess", "", None, 5, [], {}, "monster_trick"])
def test_an_unknown_game_is_refused(slug):
    with pytest.raises(Rejected) as refusal:
        Match.start(slug, players=["ann", "bob"])
    assert refusal.value.code == "unknown_game"


# playing


@every_variant
def test_what_is_awaited_is_accepted_until_the_end(variant: Variant):
    lot = Random(1)
    match = variant.start()
    while match.pending():
        command = match.suggest(lot)
        asked = {(awaited["player"], awaited["type"]) for awaited in match.pending()}
        assert (command.get("player", "referee"), command["type"]) in asked
        assert not match.outcome()["finished"]
        events = match.send(command)
        assert events[0]["command"] == command
        assert all("command" not in event for event in events[1:])
    assert match.outcome()["finished"]


@every_variant
def test_points_are_the_sum_of_their_parts_and_places_are_written_one_one_three(variant: Variant):
    outcome = variant.played(10_000, Random(2)).outcome()
    for scored in outcome["rounds"]:
        assert set(scored["points"]) == set(variant.players)
        for player, points in scored["points"].items():
            assert sum(map(Fraction, scored["breakdown"][player].values())) == Fraction(points)
    for player, total in outcome["totals"].items():
        rounds = sum(Fraction(scored["points"][player]) for scored in outcome["rounds"])
        adjusted = sum(Fraction(extra["points"]) for extra in outcome["adjustments"] if extra["player"] == player)
        assert Fraction(total) == rounds + adjusted
    placings = outcome["placings"]
    assert all(place == 1 + sum(other < place for other in placings.values()) for place in placings.values())
    assert outcome["winners"] == [player for player in variant.players if placings[player] == 1]


@every_variant
def test_a_log_goes_through_json_and_gives_the_same_match(variant: Variant):
    match = variant.played(17, Random(3))
    if match.version > 2:
        match.send(rewind(match.version))
    again = Match.from_log(variant.slug, json.loads(json.dumps(match.log)))
    assert again.state == match.state
    assert again.log == match.log
    assert seen(again) == seen(match)
    assert json.loads(json.dumps(seen(match))) == seen(match) or match.clock() is not None


@every_variant
def test_the_same_seed_plays_alike_and_the_seed_says_nothing_in_recorded_play(variant: Variant):
    match, again = variant.played(30, Random(4)), variant.played(30, Random(4))
    assert again.log == match.log
    other = variant.start(SEED + 1)
    if match.state.options != other.state.options or variant.options.get("play") == "dealt":
        return
    for command in match.commands.values():
        other.send(command)
    assert seen(other) == seen(match)


def test_a_number_and_its_text_are_the_same_seed():
    for variant in VARIANTS:
        assert variant.start(7).log == Match.start(variant.slug, variant.players, variant.options, "7").log


@pytest.mark.parametrize("seed", [None, 1.5, True, [], "\x00", "\ud800", "9" * 201, 10**400])
def test_a_seed_that_is_neither_a_number_nor_a_text_is_refused(seed):
    with pytest.raises(Rejected):
        Match.start(VARIANTS[0].slug, VARIANTS[0].players, None, seed)


# what viewers see


@every_variant
def test_the_seed_and_others_commands_are_shown_to_nobody(variant: Variant):
    match = variant.played(40, Random(5))
    assert str(SEED) in texts(match.log)
    for viewer in viewers(match):
        assert str(SEED) not in texts(match.view(viewer))
        for event in match.log:
            shown = match.show(event, viewer)
            if shown is None:
                continue
            assert str(SEED) not in texts(shown)
            assert shown["type"] == event["type"]
            command = event.get("command")
            may_see = command is not None and viewer in ("referee", command.get("player", "referee"))
            assert shown.get("command") == (command if may_see else None)


@every_variant
def test_reasons_are_shown_to_the_referee_alone(variant: Variant):
    match = variant.played(6, Random(6))
    (event,) = match.send(rewind(match.version))
    assert match.show(event, "referee") == event
    for viewer in [*match.state.players, None]:
        assert match.show(event, viewer) == {"type": "rewound", "to": match.version - 1}


@every_variant
def test_the_public_sees_no_more_than_a_player_and_a_player_no_more_than_the_referee(variant: Variant):
    """Whoever sees less sees a number or nothing where another sees values: no value of their own."""
    lot = Random(7)
    match = variant.start()
    while match.pending():
        match.execute(match.suggest(lot))
        all_of_it = leaves(match.view("referee"))
        for player in match.state.players:
            assert leaves(match.view(player)) <= all_of_it
        assert leaves(match.view(None)) <= all_of_it


def leaves(value: Any, path: str = "") -> set[str]:
    """Paths with their values; an empty list or its length may stand for a list, and null says nothing.

    Nor does "face_down", in the place of a value.
    """
    if value in (None, "face_down"):
        return set()
    if isinstance(value, dict):
        return set().union(*(leaves(below, f"{path}.{key}") for key, below in value.items()))
    if isinstance(value, list):
        own = {f"{path}=0", f"{path}={len(value)}"}
        return own.union(*(leaves(below, f"{path}.{index}") for index, below in enumerate(value)))
    return {f"{path}={value}"}


@every_game
@pytest.mark.parametrize("viewer", ["zoe", "", "Referee", 5, True, [], {}, ("ann",), 1.5, "\ud800", "\x00", "{x}"])
def test_a_stranger_sees_nothing(slug, viewer):
    match = Match.start(slug, players=NAMES[: all_games()[slug].min_players])
    for look in (lambda: match.view(viewer), lambda: match.show(match.log[0], viewer)):
        with pytest.raises(Rejected) as refusal:
            look()
        assert refusal.value.code == "unknown_player"


@every_variant
def test_what_is_given_out_can_be_changed_without_harm(variant: Variant):
    match = variant.played(8, Random(8))
    log, before = match.log, seen(match)
    for given in (*seen(match), *match.log):
        if isinstance(given, dict):
            for inner in given.values():
                if isinstance(inner, dict | list):
                    inner.clear()
            given.clear()
    assert match.log == log
    assert seen(match) == before


# junk


@every_variant
def test_junk_is_refused_or_accepted_and_what_is_refused_changes_nothing(variant: Variant):
    """`Rejected` alone may be raised; its sentence can be said and its facts are JSON."""
    lot = Random(9)
    match = variant.played(lot.randrange(25), lot)
    good = [*match.commands.values(), rewind(match.version), {"type": "amend", "at": 2, "command": {}, "reason": ""}]
    good += [match.suggest(lot)] if match.pending() else []
    junk = [*JUNK, *(wrong for command in good for wrong in mutations(command, lot))]
    named_nothing = False
    for wrong in junk:
        log, before = match.log, seen(match)
        try:
            match.send(wrong)
        except Rejected as refusal:
            assert match.log == log
            assert seen(match) == before
            msgspec.json.encode([refusal.detail, refusal.facts])
            named_nothing |= refusal.field == ""
        else:
            assert Match.from_log(variant.slug, match.log).state == match.state
            match.cut(len(log))
    assert not named_nothing


@every_game
def test_what_was_accepted_is_kept_apart_from_what_the_caller_goes_on_to_change(slug):
    variant = next(variant for variant in VARIANTS if variant.slug == slug)
    match = variant.start()
    command = match.suggest(Random(1))
    match.send(command)
    log = match.log
    command["type"] = "changed"
    command.get("scores", {}).clear()
    assert match.log == log
