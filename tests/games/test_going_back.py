"""Rewind and amend, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import Match, Rejected
from tests.games.test_every_game import every_variant, rewind, seen
from tests.games.variants import VARIANTS, Variant, play_on


def refusal_of(match: Match, command: Any) -> Rejected:
    """The refusal; nothing has changed."""
    log, before = match.log, seen(match)
    state = Match.from_log(match.game.slug, log).state
    with pytest.raises(Rejected) as refusal:
        match.send(command)
    assert (match.log, seen(match), match.state) == (log, before, state)
    return refusal.value


def amend(at: int, command: Any) -> dict[str, Any]:
    return {"type": "amend", "at": at, "command": command, "reason": "misread"}


def three_rounds() -> Match:
    """Ann and bob (the rest 0): 1 and 2, 3 and 4, 5 and 6. The start is event 1, the rounds 2 to 4, the end 5."""
    match = Match.start("scoresheet", ["ann", "bob"], {"rounds": 3})
    for low in (1, 3, 5):
        match.send(sheet(low, low + 1))
    return match


def sheet(ann: int, bob: int) -> dict[str, Any]:
    return {"type": "record_round", "scores": {"ann": ann, "bob": bob}}


# rewind


@every_variant
def test_a_rewind_is_as_if_the_rest_had_never_been_played(variant: Variant):
    lot = Random(1)
    match = variant.played(9, lot)
    at, before, state = match.version, seen(match), variant.played(9, Random(1)).state
    later = []
    for _ in range(7):
        if match.pending():
            later.append(match.suggest(lot))
            match.send(later[-1])
    once = match.state
    match.send(rewind(at))
    assert seen(match) == before
    assert match.state == state
    for command in later:
        match.send(command)
    assert match.state == once


@every_variant
def test_as_many_undos_as_commands_and_as_many_redos(variant: Variant):
    """Each undo goes back by a command, each redo to before the undo: the log only grows."""
    match = variant.start()
    positions, versions = [seen(match)], [match.version]
    for _ in range(12):
        play_on(match, 1, Random(2))
        positions.append(seen(match))
        versions.append(match.version)
    undone = []
    for step in range(11, -1, -1):
        undone.append(match.version)
        match.send(rewind(versions[step]))
        assert seen(match) == positions[step]
    for step, version in enumerate(reversed(undone), 1):
        match.send(rewind(version))
        assert seen(match) == positions[step]
    assert match.version == versions[-1] + 24
    again = Match.from_log(variant.slug, match.log)
    assert (again.state, seen(again)) == (match.state, seen(match))
    play_on(again, 3, Random(3))
    play_on(match, 3, Random(3))
    assert again.log == match.log


def test_a_rewind_appends_one_event_and_the_log_keeps_all():
    match = three_rounds()
    before = match.log
    events = match.send(rewind(2))
    assert events == [{"type": "rewound", "to": 2, "reason": rewind(2)["reason"], "command": rewind(2)}]
    assert match.log == before + events
    assert match.outcome()["totals"] == {"ann": 1, "bob": 2}


def test_a_finished_game_can_be_rewound_and_ended_again():
    match = three_rounds()
    assert match.outcome()["winners"] == ["bob"]
    match.send(rewind(3))
    assert match.outcome()["winners"] == []
    assert match.pending() == [{"player": "referee", "type": "record_round"}]
    match.send(sheet(50, 0))
    assert match.outcome()["winners"] == ["ann"]


def test_a_rewind_goes_to_the_start_or_to_the_end_of_a_command():
    """Round 3 is events 4 and 5: nobody goes between them."""
    for to in (1, 2, 3, 5):
        three_rounds().send(rewind(to))
    for to in (0, -1, 4, 6, 2**62):
        refusal = refusal_of(three_rounds(), rewind(to))
        assert (refusal.code, refusal.field) == ("bad_rewind", "to")


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "rewind"},
        {"type": "rewind", "to": 1},
        {"type": "rewind", "to": True, "reason": ""},
        {"type": "rewind", "to": 1.0, "reason": ""},
        {"type": "rewind", "to": "1", "reason": ""},
        {"type": "rewind", "to": 10**400, "reason": ""},
        {"type": "rewind", "to": 1, "reason": None},
        {"type": "rewind", "to": 1, "reason": "", "player": "ann"},
        {"type": "amend", "at": 2, "command": 5, "reason": ""},
        {"type": "amend", "at": 2, "command": {}, "reason": ""},
        {"type": "amend", "at": 2, "command": {"type": "chess"}, "reason": ""},
        {"type": "amend", "at": 2, "command": {"type": "rewind", "to": 1, "reason": ""}, "reason": ""},
        {"type": "amend", "at": 2, "command": {"type": "amend", "at": 2, "command": {}, "reason": ""}, "reason": ""},
    ],
)
def test_going_back_in_a_wrong_form_is_a_bad_command(wrong):
    assert refusal_of(three_rounds(), wrong).code == "bad_command"


# amend


def test_an_amend_puts_another_command_in_the_place_and_sends_the_later_ones_again():
    match = three_rounds()
    before = match.log
    asked = amend(3, sheet(30, 4))
    events = match.send(asked)
    assert match.log == before + events
    assert [(event["type"], event.get("command")) for event in events] == [
        ("rewound", asked),
        ("round_recorded", sheet(30, 4)),
        ("round_recorded", sheet(5, 6)),
        ("finished", None),
    ]
    assert events[0]["to"] == 2
    assert match.outcome()["totals"] == {"ann": 36, "bob": 12}
    assert match.outcome()["winners"] == ["ann"]


def test_what_was_amended_can_be_amended_again_under_its_new_number():
    match = three_rounds()
    match.send(amend(3, sheet(30, 4)))
    assert refusal_of(match, amend(3, sheet(0, 0))).code == "bad_rewind"
    match.send(amend(7, sheet(31, 4)))
    assert match.outcome()["totals"] == {"ann": 37, "bob": 12}
    assert match.outcome()["rounds"][1]["points"] == {"ann": 31, "bob": 4}


def test_an_amend_can_be_rewound():
    match = three_rounds()
    before, at = seen(match), match.version
    match.send(amend(2, sheet(30, 4)))
    match.send(rewind(at))
    assert seen(match) == before
    match.send(amend(2, sheet(7, 7)))
    assert match.outcome()["totals"] == {"ann": 15, "bob": 17}


@pytest.mark.parametrize("at", [0, 1, 5, 6, 7, -1, 2**62])
def test_only_the_first_event_of_a_command_is_amended(at):
    """The start is 1, the last event of round 3 is 5, the rewind 6."""
    match = three_rounds()
    match.send(rewind(5))
    refusal = refusal_of(match, amend(at, sheet(1, 1)))
    assert (refusal.code, refusal.field) == ("bad_rewind", "at")


def test_a_command_that_was_rewound_is_not_amended():
    match = three_rounds()
    match.send(rewind(2))
    assert refusal_of(match, amend(3, sheet(1, 1))).code == "bad_rewind"
    match.send(amend(2, sheet(1, 1)))


def test_a_new_command_that_is_refused_changes_nothing():
    refusal = refusal_of(three_rounds(), amend(2, {"type": "record_round", "scores": {"ann": 1}}))
    assert (refusal.code, refusal.field) == ("bad_sheet", "command.scores.bob")


def test_an_amend_that_a_later_command_does_not_fit_is_refused_as_a_whole():
    """The first player's second card is put in the place of the first one, and then is not there to be played."""
    dealt = (variant for variant in VARIANTS if variant.options.get("play") == "dealt")
    match = next(variant for variant in dealt if variant.slug == "monster-trick").start()
    play_on(match, 1 + len(match.state.players), Random(4))
    first, mine = match.version + 1, match.view("referee")["legal"]
    ann = match.view("referee")["turn"]
    for _ in match.state.players:
        turn = match.view("referee")["turn"]
        card = match.view("referee")["legal"][0]["card"]
        match.send({"type": "play", "player": turn, "card": card, "trick": "new"})
    later = {"type": "play", "player": ann, "card": mine[1]["card"], "trick": "new"}
    match.send(later)
    refusal = refusal_of(match, amend(first, later))
    assert refusal.code == "would_break"
    assert (refusal.facts["command"], refusal.facts["code"]) == (later, "not_in_hand")
    assert refusal.facts["number"] == match.version


@every_variant
def test_an_amend_by_the_same_command_changes_nothing_but_the_log(variant: Variant):
    match = variant.played(14, Random(5))
    before, state = seen(match), match.state
    for index, command in list(match.commands.items()):
        at = variant.played(14, Random(5))
        events = at.send(amend(index + 1, command))
        assert seen(at) == before
        assert at.state == state
        assert [event.get("command") for event in events if "command" in event][1:] == [
            later for number, later in match.commands.items() if number >= index
        ]
        again = Match.from_log(variant.slug, at.log)
        assert again.state == at.state
        assert again.log == at.log


@every_variant
def test_an_amended_game_is_dealt_the_same_cards(variant: Variant):
    if variant.options.get("play") != "dealt":
        return
    match = variant.played(4, Random(6))
    (_, dealt, *_) = match.log
    events = match.send(amend(2, dealt["command"]))
    again = next(event for event in events if event["type"] == dealt["type"])
    assert again == dealt
