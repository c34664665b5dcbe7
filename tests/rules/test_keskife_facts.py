"""Facts of Keskifé that hold in every game, however it is played; and what others can't tell."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games import Match
from tests.rules.keskife_table import LETTERS, miming, play_round, play_until, point, pointing, sheet, started

games = given(
    players=st.integers(4, 8),
    seed=st.integers(0, 2**32),
    pot=st.sampled_from(["all", "half", "only_if_unfound"]),
)
HIDDEN = ("role", "at", "cards", "pointed")


def random_command(match: Match, lot: Random) -> dict[str, Any]:
    """As the robot has it; sometimes the clock runs out."""
    return {"type": "time_up"} if match.clock() and lot.random() < 1 / 3 else match.suggest(lot)


def feed(match: Match, viewer: str | None) -> list[Any]:
    return [match.show(event, viewer) for event in match.log]


@settings(max_examples=25, deadline=None)
@games
def test_in_every_position_each_card_is_in_one_place(players, seed, pot):
    match, lot = started(players, seed, pot=pot), Random(seed)
    gone = Counter({"action": 0, "monkey": 0})
    monkeys = 2 if players >= 7 else 1
    whole = Counter({"monkey": monkeys, "action": players - monkeys})
    while match.pending():
        *_, last = match.send(random_command(match, lot))
        view = match.view("referee")
        if view["phase"] in ("mime", "point"):
            assert Counter(view["cards"].values()) == whole
        rounds = match.outcome()["rounds"]
        if last["type"] in ("round_scored", "finished"):
            scored = next(event for event in reversed(match.log) if event["type"] == "round_scored")
            assert sum(scored["points"].values()) + scored["discarded"] == players
            gone["cards"] += scored["discarded"]
        held = [sum(cards.values()) for cards in view["held"].values()]
        assert sum(held) + gone["cards"] == players * len(rounds)
        assert held == list(match.outcome()["totals"].values())
        assert sum(cards["monkey"] for cards in view["held"].values()) <= monkeys * len(rounds)


@settings(max_examples=25, deadline=None)
@games
def test_what_every_finished_game_has_in_common(players, seed, pot):
    match, lot = started(players, seed, pot=pot), Random(seed)
    while match.pending():
        match.send(random_command(match, lot))
    outcome = match.outcome()
    for scored, event in zip(
        outcome["rounds"], (event for event in match.log if event["type"] == "round_scored"), strict=True
    ):
        for player, parts in scored["breakdown"].items():
            assert sum(parts.values()) == scored["points"][player]
            assert set(parts) <= {"guess", "own_card", "monkey_card", "pot"}
            assert ("guess" in parts) == (event["cards"][player] == "action")
    best = max(outcome["totals"].values())
    assert all(outcome["totals"][winner] == best for winner in outcome["winners"])
    led = match.view(None)["led"]
    assert len(set(led)) == len(led) == min(players, 6)
    assert Match.from_log("keskife", match.log).state == match.state


@settings(max_examples=25, deadline=None)
@games
def test_a_dealt_game_reported_by_sheets_has_the_same_outcome(players, seed, pot):
    match, lot = started(players, seed, pot=pot), Random(seed)
    reported = Match.start("keskife", list(match.state.players), {"pot": pot}, seed + 1)
    while match.pending():
        play_round(match, lot)
        view = match.view(None)
        monkeys = [player for player, card in view["cards"].items() if card == "monkey"]
        fingers = " ".join(f"{player}{at}" for player, at in view["pointed"].items())
        reported.send(sheet(view["lead"], monkeys, fingers))
        assert {**reported.view(None), "number": view["number"]} == view
    assert reported.outcome() == match.outcome()


@settings(max_examples=25, deadline=None)
@games
def test_going_back_deals_the_same_and_is_as_if_never_played_on(players, seed, pot):
    match, lot = started(players, seed, pot=pot), Random(seed)
    for _ in range(lot.randrange(40)):
        match.send(match.suggest(lot))
    at, before = match.version, match.view("referee")
    commands: list[dict[str, Any]] = []
    while match.pending() and len(commands) < 20:
        commands.append(random_command(match, lot))
        match.send(commands[-1])
    after = match.view("referee")
    match.send({"type": "rewind", "to": at, "reason": "again"})
    assert match.view("referee") == before
    for command in commands:
        match.send(command)
    assert match.view("referee") == after


# what others can't tell


def test_a_player_sees_the_own_card_and_finger_and_the_public_neither():
    match = pointing(5, "E")
    point(match, "AE EB")
    nothing = dict.fromkeys("ABCDE")
    assert match.view("A")["cards"] == {"A": "action"}
    assert match.view("E")["cards"] == {"E": "monkey"}
    assert match.view("A")["pointed"] == {**nothing, "A": "E"}
    assert match.view(None)["cards"] == {}
    assert match.view(None)["pointed"] == nothing
    assert match.view("referee")["pointed"] == {**nothing, "A": "E", "E": "B"}
    assert match.view("B")["number"] == match.view(None)["number"] == [1, 2]
    keys = {"round", "phase", "lead", "led", "cards", "number", "pointed", "held"}
    assert set(match.view(None)) == set(match.view("referee")) == keys


def test_a_scored_rounds_cards_and_fingers_are_public_until_the_next_is_opened():
    match = pointing(5, "E")
    point(match, "AE BE CD DC EA")
    assert match.view(None) == match.view("B") == match.view("referee")
    assert match.view(None)["pointed"] == {"A": "E", "B": "E", "C": "D", "D": "C", "E": "A"}
    assert match.view(None)["cards"]["E"] == "monkey"
    match.send({"type": "name_lead", "player": "A", "lead": "B"})
    assert match.view(None)["cards"]["E"] == "monkey"
    match.send({"type": "start_round"})
    view = match.view("referee")
    assert (view["cards"], view["number"], view["pointed"]) == ({}, None, dict.fromkeys("ABCDE"))


def test_anothers_finger_changes_nothing_for_anybody_else_until_all_have_pointed():
    seen = []
    for finger in ("AB", "AE"):
        match = pointing(5, "E")
        point(match, f"{finger} BE")
        others = [(match.view(viewer), feed(match, viewer)) for viewer in ("B", "E", None)]
        seen.append((others, match.pending(), match.outcome(), match.clock()))
    assert seen[0] == seen[1]


def test_others_cards_change_nothing_for_who_holds_the_same():
    """Whoever holds an action card can't tell who holds what; not even the lead's choice shows."""
    for players, count in ((5, 1), (8, 2)):
        seen: dict[str | None, set[str]] = {}
        for monkeys in combinations(LETTERS[:players], count):
            match = miming(players, "".join(monkeys))
            match.send({"type": "stop_action", "player": "A"})
            point(match, "BC CB")
            for viewer in (None, *(player for player in LETTERS[:players] if player not in monkeys)):
                told = (match.view(viewer), feed(match, viewer), match.pending(), match.outcome())
                seen.setdefault(viewer, set()).add(repr(told))
        assert all(len(told) == 1 for told in seen.values())


@settings(max_examples=10, deadline=None)
@games
def test_nothing_hidden_is_told_in_an_event_before_its_time(players, seed, pot):
    match, lot = started(players, seed, pot=pot), Random(seed)
    while match.pending():
        play_until(match, "point", lot)
        for _ in range(players - 1):
            match.send(match.suggest(lot))
        opened = max(number for number, event in enumerate(match.log) if event["type"] == "round_started")
        for event in match.log[opened:]:
            shown = match.show(event, None)
            assert shown is not None
            assert not any(shown.get(field) for field in HIDDEN)
            assert "command" not in shown
            for viewer in match.state.players:
                theirs = match.show(event, viewer) or {}
                assert set(theirs.get("cards", {})) <= {viewer}
                assert event.get("player") == viewer or not {"role", "at"} & set(theirs)
        play_until(match, "lead", lot) if match.view(None)["round"] < 6 else play_round(match, lot)
