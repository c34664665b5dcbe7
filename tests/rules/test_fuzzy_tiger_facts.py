"""What holds in every game of Fuzzy Tiger, whoever plays what; and what others can't tell of a choice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Match, Rejected
from games.fuzzy_tiger.cards import CARDS
from games.fuzzy_tiger.sentences import NAMES, SENTENCES
from games.telling import tell
from tests.rules.tiger_table import CHARGE, COURIER, LASSO, SHELTER, THINK, WALK, act, scene, table, turn

card_sets = st.sets(st.integers(1, 8), min_size=3).map(lambda others: sorted({*others, 9}))
games = given(players=st.integers(2, 5), seed=st.integers(0, 2**32), cards=card_sets)
Log = list[dict[str, Any]]


def match_of(players: int, cards: list[int]) -> Match:
    return Match.start("fuzzy-tiger", [f"p{seat}" for seat in range(players)], {"cards": cards})


def positions_of(match: Match, seed: int, limit: int = 250) -> Iterator[Log]:
    """Plays by lot; the events of each command."""
    lot = Random(seed)
    for _ in range(limit):
        if not match.pending():
            return
        yield match.send(match.suggest(lot))


def looks(match: Match, viewer: str | None) -> list[Any]:
    """All that a viewer is told: the view, what is awaited, the outcome, the feed, the transcript."""
    feed = [match.show(event, viewer) for event in match.log]
    told = [tell(shown["type"], shown, SENTENCES) for shown in feed if shown is not None]
    return [match.view(viewer), match.pending(), match.outcome(), feed, told]


# the table


@settings(max_examples=40, deadline=None)
@games
def test_spaces_one_to_four_hold_one_monkey_and_between_turns_nobody_stands_on_zero(players, seed, cards):
    match = match_of(players, cards)
    for _ in positions_of(match, seed):
        view = match.view(None)
        taken = list(view["positions"].values())
        assert all(0 <= space <= 6 for space in taken)
        assert all(taken.count(space) <= 1 for space in (1, 2, 3, 4))
        if view["phase"] != "over":
            assert 0 not in taken
            assert 1 <= view["tiger"] <= 6


@settings(max_examples=40, deadline=None)
@games
def test_each_card_of_a_player_is_in_one_place(players, seed, cards):
    match = match_of(players, cards)
    for _ in positions_of(match, seed):
        view, public = match.view("referee"), match.view(None)
        for player in match.state.players:
            chosen = [view["chosen"][player]] if view["chosen"][player] is not None else []
            assert sorted([*view["in_hand"][player], *view["spent"][player], *chosen]) == cards
            assert sorted([*public["in_hand"][player], *public["spent"][player]]) == cards


@settings(max_examples=40, deadline=None)
@games
def test_whiskers_and_damage_are_what_was_plucked_and_bitten(players, seed, cards):
    """Each whisker steps the tiger on by one; a waking costs at most 2 a bitten monkey and 1 for shame."""
    match = match_of(players, cards)
    whiskers = dict.fromkeys(match.state.players, 0)
    wakings = found = 0
    for events in positions_of(match, seed):
        tiger = 0
        for event in events:
            if event["type"] == "whiskers_plucked":
                whiskers[event["player"]] += event["whiskers"]
                assert event["tiger"] == tiger - event["whiskers"]
            if event["type"] == "tiger_woke":
                wakings += 1
                assert tiger < 1
                shame = event["shamed"] is not None
                assert sum(event["damage"].values()) == 2 * len(event["bitten"]) + shame
                assert len(event["bitten"]) <= 1
            if event["type"] == "next_tiger_found":
                found += 1
                assert event["time"] == 16 - found
            tiger = event.get("tiger", tiger)
    view = match.view(None)
    assert view["whiskers"] == whiskers
    assert sum(view["damage"].values()) <= 3 * wakings
    assert view["time"] == (16 - found if found else None)
    assert found <= wakings <= found + (view["phase"] == "over")


@settings(max_examples=25, deadline=None)
@given(players=st.integers(2, 5), seed=st.integers(0, 2**32))
def test_points_are_whiskers_less_damage_and_the_beaten_stand_last(players, seed):
    match = match_of(players, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    for _ in positions_of(match, seed, limit=5_000):
        pass
    outcome, view = match.outcome(), match.view(None)
    (scored,) = outcome["rounds"]
    for player in match.state.players:
        parts = scored["breakdown"][player]
        assert parts == {"whiskers": view["whiskers"][player], "damage": -view["damage"][player]}
        assert outcome["totals"][player] == scored["points"][player] == sum(parts.values())
    most = max(view["damage"].values())
    beaten = {player for player, taken in view["damage"].items() if taken == most > 0}
    if len(beaten) < players:
        assert not beaten & set(outcome["winners"])
        others = [place for player, place in outcome["placings"].items() if player not in beaten]
        assert all(max(others) < outcome["placings"][player] for player in beaten)
    assert max(view["whiskers"].values()) >= view["time"]


@settings(max_examples=25, deadline=None)
@games
def test_what_the_view_says_may_be_chosen_is_accepted(players, seed, cards):
    match = match_of(players, cards)
    for _ in positions_of(match, seed, limit=60):
        view, at = match.view("referee"), match.version
        if view["phase"] == "act":
            choices = view["to_act"]["choices"]
        else:
            waiting = [awaited["player"] for awaited in match.pending()]
            choices = [
                {"type": "choose", "player": who, "card": card} for who in waiting for card in view["in_hand"][who]
            ]
        for command in choices:
            match.send(command)
            match.cut(at)


@settings(max_examples=25, deadline=None)
@games
def test_a_log_gives_the_same_match_and_a_rewind_is_as_if_never_played_on(players, seed, cards):
    match, lot = match_of(players, cards), Random(seed)
    logs = list(positions_of(match, seed, limit=lot.randrange(1, 60)))
    if not match.pending():
        return
    again = Match.from_log("fuzzy-tiger", match.log)
    assert (again.state, again.log) == (match.state, match.log)
    at, before, state = match.version, looks(match, "referee")[:3], again.state
    for _ in positions_of(match, seed + 1, limit=20):
        pass
    match.send({"type": "rewind", "to": at, "reason": ""})
    assert looks(match, "referee")[:3] == before
    assert match.state == state
    assert len(logs) == len(match.commands_in_force())


# a choice is hidden


@settings(max_examples=25, deadline=None)
@games
def test_another_choice_changes_nothing_for_anybody_else_until_all_have_chosen(players, seed, cards):
    """In every position with a choice open: whichever card it is, the others are told the same."""
    match, lot = match_of(players, cards), Random(seed)
    for _ in positions_of(match, seed, limit=lot.randrange(40)):
        pass
    awaited = match.pending()
    if len(awaited) < 2 or awaited[0]["type"] != "choose":
        return
    player, at = awaited[0]["player"], match.version
    others = [viewer for viewer in (*match.state.players, None) if viewer != player]
    told = []
    for card in match.view(player)["in_hand"][player]:
        match.send({"type": "choose", "player": player, "card": card})
        told.append([looks(match, viewer) for viewer in others])
        assert match.view(player)["chosen"][player] == match.view("referee")["chosen"][player] == card
        assert card not in match.view(player)["in_hand"][player]
        with pytest.raises(Rejected) as refusal:
            match.send({"type": "choose", "player": player, "card": card})
        told[-1].append([refusal.value.code, refusal.value.detail, refusal.value.facts])
        match.cut(at)
    assert all(one == told[0] for one in told)


def test_others_see_that_a_choice_was_made_and_the_card_still_in_the_hand():
    match = table(ann=6, bob=6)
    match.send({"type": "choose", "player": "ann", "card": COURIER})
    for viewer in ("bob", None):
        view = match.view(viewer)
        assert view["chosen"] == {"ann": "face_down", "bob": None}
        assert view["in_hand"]["ann"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
        assert match.show(match.log[-1], viewer) == {"type": "card_chosen", "player": "ann"}
    assert match.view("ann")["chosen"] == {"ann": COURIER, "bob": None}
    assert match.view("ann")["in_hand"]["ann"] == [1, 2, 3, 4, 5, 7, 8, 9]
    assert set(match.view(None)) == set(match.view("referee"))


def test_when_cards_are_turned_up_all_see_all():
    match = table(ann=6, bob=6)
    turn(match, ann=WALK, bob=THINK)
    assert match.view(None) == match.view("ann") == match.view("referee")
    assert match.view(None)["last_turn"][0]["cards"] == {"ann": WALK, "bob": THINK}
    assert match.view(None)["chosen"] == {"ann": None, "bob": None}


# amending


def amend(at: int, command: dict[str, Any]) -> dict[str, Any]:
    return {"type": "amend", "at": at, "command": command, "reason": "misread"}


def test_an_amended_choice_plays_the_turn_anew():
    match = table(ann=6, bob=6)
    turn(match, ann=COURIER, bob=THINK)
    assert match.view(None)["positions"] == {"ann": 3, "bob": 6}
    match.send(amend(2, {"type": "choose", "player": "ann", "card": SHELTER}))
    assert match.view(None)["positions"] == {"ann": 5, "bob": 6}
    assert match.view(None)["spent"] == {"ann": [SHELTER], "bob": []}


def test_an_amend_after_which_a_choice_has_no_card_to_choose_for_is_refused():
    match = table(ann=6, bob=6)
    turn(match, ann=WALK, bob=THINK)
    act(match, "ann", move=2)
    before, view = match.log, match.view("referee")
    with pytest.raises(Rejected) as refusal:
        match.send(amend(2, {"type": "choose", "player": "ann", "card": LASSO}))
    assert refusal.value.code == "would_break"
    assert refusal.value.facts["command"] == {"type": "act", "player": "ann", "move": 2}
    assert (match.log, match.view("referee")) == (before, view)


# telling


def test_a_turn_in_sentences():
    match = scene({"positions": {"ann": 6, "bob": 4}, "tiger": 2})
    turn(match, ann=CHARGE, bob=WALK)
    act(match, "bob", move=1)
    told = [
        sentence.template
        for event in match.log
        for shown in [match.show(event, "bob")]
        if shown is not None
        for sentence in tell(shown["type"], shown, SENTENCES)
    ]
    assert told == [
        "The game begins with {players}.",
        "{player} lays a card face down.",
        "{player} lays {card} face down.",
        "Turn {turn}: the cards are {cards}.",
        "{player} acts with {card}, {choice} forward.",
        "Spaces now: {moved}.",
        "{card} acts, played by {players}.",
        "Spaces now: {moved}.",
        "The tiger's sleep is {tiger} now.",
        "{player} plucks, and has {whiskers} more; the tiger's sleep is {tiger} now.",
        "The tiger wakes!",
        "It bites: {bitten}.",
        "{shamed} is shamed for staying away the farthest.",
        "Damage taken: {damage}.",
        "Another tiger sleeps, and everyone starts again. The time marker is on {time}.",
    ]


def test_every_card_has_a_name_to_translate():
    assert set(NAMES) == {card.name for card in CARDS.values()}


# a rule that was read otherwise


def test_a_game_played_by_an_old_reading_replays_to_its_old_result(monkeypatch):
    match = Match.start("fuzzy-tiger", ["ann", "bob", "cy"])
    with monkeypatch.context() as old:
        old.setattr("games.fuzzy_tiger.turn.bitten", lambda positions, sheltered: tuple(positions))
        old.setattr("games.fuzzy_tiger.turn.BITE", 5)
        old.setattr("games.fuzzy_tiger.scoring.beaten", lambda damage: ())
        for _ in positions_of(match, 5, limit=5_000):
            pass
        log, views, outcome = match.log, [match.view(viewer) for viewer in ("referee", None)], match.outcome()
    again = Match.from_log("fuzzy-tiger", log)
    assert again.outcome() == outcome
    assert [again.view(viewer) for viewer in ("referee", None)] == views
    assert min(outcome["totals"].values()) < 0
