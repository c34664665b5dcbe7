"""Facts of Monster Trick that hold in every game, however it is played; and what others can't tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Match, Rejected
from games.monster_trick.cards import deck
from tests.rules.monster_table import blue, dealt, green, legal, plain, play, play_all, purple, sheet, yellow

games = given(
    players=st.integers(2, 5),
    seed=st.integers(0, 2**32),
    next_starter=st.sampled_from(["left_of_starter", "left_of_round_winner"]),
)


def match_of(players: int, seed: int, next_starter: str) -> Match:
    names = [f"p{seat}" for seat in range(players)]
    return Match.start("monster-trick", names, {"play": "dealt", "next_starter": next_starter}, seed)


def as_counted(cards: list[dict[str, Any]]) -> Counter[tuple[str, int]]:
    return Counter((card["suit"], card["value"]) for card in cards)


@settings(max_examples=25, deadline=None)
@games
def test_in_every_position_each_card_is_in_one_place_and_turns_go_round(players, seed, next_starter):
    match, lot = match_of(players, seed, next_starter), Random(seed)
    whole = as_counted([plain(card) for card in deck(players)])
    discard: list[dict[str, Any]] = []
    while match.pending():
        before = match.view("referee")
        events = match.send(match.suggest(lot))
        view = match.view("referee")
        if events[0]["type"] == "round_dealt":
            discard = []
        if any(event["type"] == "trick_won" for event in events):
            played = events[0]
            (done,) = [trick for trick in before["open_tricks"] if trick["id"] == played["trick"]]
            discard += [*done["cards"], played["card"]]
        if view["phase"] == "play":
            hands = [card for hand in view["hands"].values() for card in hand]
            table = [card for trick in view["open_tricks"] for card in trick["cards"]]
            assert as_counted(hands + table + discard) == whole
            assert len(view["open_tricks"]) <= 4
            assert all(len(trick["cards"]) < 4 for trick in view["open_tricks"])
            assert sum(view["tricks_won"].values()) == len(discard) // 4
            played_so_far = 12 * players - sum(view["turns_left"].values())
            seats = list(view["turns_left"])
            assert seats.index(view["turn"]) == (seats.index(view["starter"]) + played_so_far) % players


@settings(max_examples=25, deadline=None)
@games
def test_what_every_finished_game_has_in_common(players, seed, next_starter):
    match, lot = match_of(players, seed, next_starter), Random(seed)
    while match.pending():
        match.execute(match.suggest(lot))
    outcome = match.outcome()
    tricks = [event for event in match.log if event["type"] == "trick_won"]
    assert 3 * (3 * players - 3) <= len(tricks) <= 3 * 3 * players
    for number, scored in enumerate(outcome["rounds"], 1):
        assert set(scored["points"].values()) <= {0, number, 2 * number, 3 * number}
    assert all(0 <= points <= 18 for points in outcome["totals"].values())
    best = max(outcome["totals"].values())
    assert all(outcome["totals"][winner] == best for winner in outcome["winners"])
    assert len(match.commands) == 3 * (1 + players + 12 * players)


@settings(max_examples=25, deadline=None)
@games
def test_every_place_called_legal_is_accepted_and_every_other_is_refused(players, seed, next_starter):
    match, lot = match_of(players, seed, next_starter), Random(seed)
    for _ in range(lot.randrange(players + 2, 12 * players)):
        match.execute(match.suggest(lot))
    view = match.view("referee")
    at = match.version
    places = [*(trick["id"] for trick in view["open_tricks"]), "new"]
    for choice in view["legal"]:
        for place in places:
            command = {"type": "play", "player": view["turn"], "card": choice["card"], "trick": place}
            if place in choice["tricks"]:
                match.send(command)
                match.cut(at)
            else:
                with pytest.raises(Rejected) as refusal:
                    match.send(command)
                assert refusal.value.code == ("too_many_open_tricks" if place == "new" else "must_match_suit")
    assert match.view("referee") == view


@settings(max_examples=25, deadline=None)
@games
def test_a_dealt_game_reported_by_sheets_has_the_same_outcome(players, seed, next_starter):
    match, lot = match_of(players, seed, next_starter), Random(seed)
    reported = Match.start("monster-trick", list(match.state.players), {"next_starter": next_starter}, seed + 1)
    orders: dict[str, list[int]] = {}
    winners: list[str] = []
    while match.pending():
        for event in match.send(match.suggest(lot)):
            if event["type"] == "point_cards_arranged":
                orders[event["player"]] = event["order"]
            if event["type"] == "trick_won":
                winners.append(event["player"])
            if event["type"] == "round_scored":
                reported.send(sheet(orders, winners))
                orders, winners = {}, []
                assert reported.view(None)["starter"] == match.view(None)["starter"]
    assert reported.outcome() == match.outcome()


# lines of play to a small depth, counted by hand


def lines(match: Match, depth: int) -> int:
    """The number of ways to go on for `depth` cards."""
    if depth == 0:
        return 1
    at, total = match.version, 0
    player = match.view(None)["turn"]
    for card, tricks in legal(match).items():
        for trick in tricks:
            play(match, player, card, trick)
            total += lines(match, depth - 1)
            match.cut(at)
    return total


def test_lines_of_play_from_an_empty_table():
    """Ann: 2 cards, new only: 2. Bob after green 1: green on it or new, yellow new: 3; after yellow 1 likewise; so 6.

    Ann's other card then. Ann green, bob's green on it: yellow new only: 1. Bob's green anew: 1. Bob's yellow anew:
    yellow there or new: 2. So 4; by the same count 4 after ann's yellow: 8.
    """
    match = dealt(ann=[green(1), yellow(1)], bob=[green(2), yellow(2)])
    assert [lines(match, depth) for depth in (1, 2, 3)] == [2, 6, 8]


def test_lines_of_play_with_four_tricks_open():
    """Green, yellow, purple, purple lie open. Blue 1 may go on any of four; green 4 on one: 5.

    Then bob's purple 6 has two to go to, whichever was played, and completes none: 10.
    """
    match = dealt(
        ann=[green(1), purple(1), blue(1), green(4)],
        bob=[yellow(1), purple(2), purple(6)],
    )
    play_all(match, ("ann", green(1), "new"), ("bob", yellow(1), "new"))
    play_all(match, ("ann", purple(1), "new"), ("bob", purple(2), "new"))
    assert [lines(match, depth) for depth in (1, 2)] == [5, 10]


# what others can't tell


def test_another_hidden_order_changes_nothing_for_anybody_else_until_it_is_flipped():
    views = []
    for order in ([1, 2, 3], [1, 3, 2]):
        match = dealt({"ann": order}, ann=[green(4), green(3), blue(1)], bob=[green(1), green(2), blue(2)])
        play_all(match, ("ann", green(4), "new"), ("bob", green(1), 1), ("ann", green(3), 1), ("bob", green(2), 1))
        feed = [[match.show(event, viewer) for event in match.log] for viewer in ("bob", None)]
        views.append((match.view("bob"), match.view(None), match.pending(), match.outcome(), feed))
    assert views[0] == views[1]
    assert views[0][0]["showing"] == {"ann": 1, "bob": None}


def test_another_hand_changes_nothing_for_anybody_else_before_it_is_played():
    views = []
    for bobs, cys in (([green(1), blue(2)], [green(2), blue(3)]), ([green(1), green(2)], [blue(2), blue(3)])):
        match = dealt(ann=[yellow(1)], bob=bobs, cy=cys)
        play_all(match, ("ann", yellow(1), "new"), ("bob", green(1), "new"))
        feed = [[match.show(event, viewer) for event in match.log] for viewer in ("ann", None)]
        views.append((match.view("ann"), match.view(None), match.pending(), match.outcome(), feed))
    assert views[0] == views[1]


def test_a_player_sees_the_own_hand_and_order_and_the_number_of_the_others_cards():
    match = dealt({"ann": [3, 1, 2]}, ann=[green(1), blue(1)], bob=[green(2)])
    view = match.view("ann")
    assert view["hands"] == {"ann": [plain(green(1)), plain(blue(1))], "bob": 1}
    assert view["orders"] == {"ann": [3, 1, 2]}
    assert [choice["card"] for choice in view["legal"]] == [plain(green(1)), plain(blue(1))]
    assert match.view("bob")["legal"] == []
    assert match.view(None)["hands"] == {"ann": 2, "bob": 1}
    assert match.view(None)["orders"] == {}
    assert set(match.view(None)) == set(match.view("referee"))


# a rule that was read otherwise


def always_the_first(order: Sequence[int], tricks_won: int) -> int:
    """An old reading of which point card shows."""
    return order[0]


def counter_clockwise(players: Sequence[str], player: str) -> str:
    """An old reading of who begins the next round."""
    return players[players.index(player) - 1]


def unshuffled(seed: str, label: str, items: Iterable[Any]) -> list[Any]:
    """An old way to draw."""
    return list(items)


@pytest.mark.parametrize("play", ["dealt", "recorded"])
def test_a_game_played_by_an_old_reading_replays_to_its_old_result(play, monkeypatch):
    match, lot = Match.start("monster-trick", ["ann", "bob", "cy"], {"play": play}, 5), Random(5)
    with monkeypatch.context() as old:
        old.setattr("games.monster_trick.rules.showing_after", always_the_first)
        old.setattr("games.monster_trick.sheet.showing_after", always_the_first)
        old.setattr("games.monster_trick.scoring.left_of", counter_clockwise)
        old.setattr("games.monster_trick.rules.draw", unshuffled)
        while match.pending():
            match.send(match.suggest(lot))
        log, views, outcome = match.log, [match.view(viewer) for viewer in ("referee", "ann", None)], match.outcome()
    again = Match.from_log("monster-trick", log)
    assert again.outcome() == outcome
    assert [again.view(viewer) for viewer in ("referee", "ann", None)] == views
    assert [scored["next_starter"] for scored in log if scored["type"] == "round_scored"] == ["cy", "bob", None]
