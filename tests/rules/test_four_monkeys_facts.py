"""Facts of 4 Monkeys that hold in every game, however it is played; and what others can't tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games import Match, Rejected
from games.four_monkeys.parts import figures_of, makes
from tests.games.variants import play_on
from tests.rules.monkeys_table import HAND, START, TIME_UP, act, cards, dealt, grab, hand, started

games = given(
    players=st.integers(2, 8),
    seed=st.integers(0, 2**32),
    variant=st.sampled_from(["standard", "family"]),
    counted=st.booleans(),
)
some = settings(max_examples=20, deadline=None)


def match_of(players: int, seed: int, variant: str, counted: bool, play: str = "dealt") -> Match:
    return started(players, seed, play=play, variant=variant, bananas=True, count_unplayed_bananas=counted)


@some
@games
def test_every_card_and_tile_is_in_one_place_and_none_is_lost(players, seed, variant, counted):
    match, lot = match_of(players, seed, variant, counted), Random(seed)
    gone: list[int] = []
    while match.pending():
        events = match.send(match.suggest(lot))
        view = match.view("referee")
        if events[0]["type"] == "round_started":
            gone = []
        if events[0]["type"] == "hand_replenished":
            gone += events[0]["discarded"]
        if view["phase"] == "play":
            known = [card["id"] for cards in view["hands"].values() for card in cards] + gone
            known += [card["id"] for tiles in view["tiles"].values() for tile in tiles for card in tile["cards"]]
            assert len(known) == len(set(known))
            assert len(known) + sum(view["draw"].values()) == 40 * players
            assert set(known) <= set(range(40 * players))
            assert_tiles_and_skins_stay_in_their_areas(view)


def assert_tiles_and_skins_stay_in_their_areas(view: dict[str, Any]) -> None:
    for area in view["areas"]:
        lying = Counter(combo for stack in area["stacks"] for combo in stack)
        lying.update(tile["combo"] for player in area["players"] for tile in view["tiles"][player])
        assert lying == {f"c{number}": area["sets"] for number in range(1, 11)}
        skins = [view["bananas"][player] for player in area["players"]]
        assert sum(skin["own"] + skin["received"] for skin in skins) == len(skins)


@some
@games
@pytest.mark.parametrize("play", ["dealt", "recorded"])
def test_the_points_of_a_round_are_what_lies_there_when_it_is_scored(play, players, seed, variant, counted):
    """Scored again from the view before the last check, with what the events say was set aside since."""
    match, lot = match_of(players, seed, variant, counted, play), Random(seed)
    while match.pending():
        before = match.view("referee")
        command = match.suggest(lot)
        events = match.send(command)
        types = [event["type"] for event in events]
        if "round_scored" not in types or before["phase"] != "check":
            continue
        scored = events[types.index("round_scored")]
        smartest = next((e["players"] for e in reversed(events) if e["type"] == "smartest_found"), before["smartest"])
        for event in events:
            if event["type"] == "tile_checked":
                before["tiles"][event["player"]][event["tile"]]["aside"] = not event["correct"]
        for player in match.state.players:
            assert scored["points"][player] == points_of(before, player, variant, counted, smartest)


def points_of(view: dict[str, Any], player: str, variant: str, counted: bool, smartest: list[str]) -> Any:
    tiles = view["tiles"][player]
    left = [tile for tile in tiles if not tile["aside"]]
    skin = view["bananas"][player]
    off = 3 * (skin["received"] + (skin["own"] and counted))
    if variant == "standard":
        return sum(t["value"] for t in left) - view["replenished"][player] - 2 * (len(tiles) - len(left)) - off
    orange = sum(tile["burned"] for tile in left)
    return len(left) - orange + orange // 2 - (len(tiles) - len(left)) + (player in smartest) - off


@some
@games
def test_what_is_to_be_checked_is_accepted_and_everything_else_is_refused(players, seed, variant, counted):
    match, lot = match_of(players, seed, variant, counted), Random(seed)
    while match.view(None)["phase"] != "check":
        match.send(match.suggest(lot))
    while match.view(None)["phase"] == "check":
        view, at = match.view("referee"), match.version
        asked = [(tile["player"], tile["tile"]) for tile in view["to_check"]]
        for player, tiles in view["tiles"].items():
            for number, tile in enumerate(tiles):
                command = {"type": "check", "player": player, "tile": number}
                if (player, number) not in asked:
                    with pytest.raises(Rejected) as refusal:
                        match.send(command)
                    assert refusal.value.code == "not_to_be_checked"
                    continue
                (checked, *_) = match.send(command)
                beneath = [figures_of(card["id"]) for card in tile["cards"]]
                assert checked["correct"] is makes(match.state.catalogue[tile["combo"]], beneath)
                match.cut(at)
        values = [view["tiles"][player][tile]["value"] for player, tile in asked]
        assert len(set(values)) == 1
        assert {player for player, _ in asked} <= set(view["smartest"])
        match.send(match.suggest(lot))


@some
@games
@example(players=3, seed=4386, variant="standard", counted=False)  # over before the last command by lot
def test_all_that_is_awaited_while_the_time_runs_is_all_that_is_accepted(players, seed, variant, counted):
    match, lot = match_of(players, seed, variant, counted), Random(seed)
    play_on(match, lot.randrange(2, 60), lot)
    if match.view(None)["phase"] != "play":
        return
    asked = {(awaited["player"], awaited["type"]) for awaited in match.pending()}
    view, at = match.view("referee"), match.version
    for area in view["areas"]:
        for player in area["players"]:
            others = [other for other in area["players"] if other != player]
            tries: dict[str, Iterable[dict[str, Any]]] = {
                "grab": [{"stack": n, "cards": hand(match, player)} for n in range(len(area["stacks"]))],
                "burn": [{"tile": n} for n in range(len(view["tiles"][player]))],
                "replenish": [{"mode": "swap"}, {"mode": "draw"}],
                "reveal": [{"stack": n} for n in range(len(area["stacks"]))],
                "banana": [{"to": other} for other in others],
                "stop": [{}],
            }
            for action, ways in tries.items():
                accepted = [way for way in ways if is_accepted(match, {"type": action, "player": player, **way}, at)]
                assert bool(accepted) is ((player, action) in asked), (player, action)


def is_accepted(match: Match, command: dict[str, Any], at: int) -> bool:
    try:
        match.send(command)
    except Rejected:
        return False
    match.cut(at)
    return True


@some
@games
def test_the_four_highest_totals_sit_in_area_a(players, seed, variant, counted):
    match, lot = match_of(players, seed, variant, counted, "recorded"), Random(seed)
    while match.pending():
        totals, attempt = match.outcome()["totals"], match.state.attempt
        first = not match.outcome()["rounds"]
        (started_now, *_) = match.send(match.suggest(lot))
        if started_now["type"] != "round_started" or attempt > 1:
            continue
        circles = [area["players"] for area in started_now["areas"]]
        assert sorted(player for circle in circles for player in circle) == sorted(match.state.players)
        assert len(circles) == (1 if players <= 6 else 2)
        if players > 6 and not first:
            assert len(circles[0]) == 4
            assert min(totals[p] for p in circles[0]) >= max(totals[p] for p in circles[1])


@some
@games
def test_a_dealt_game_reported_by_sheets_has_the_same_outcome(players, seed, variant, counted):
    """With unplayed skins counted, a sheet names all that a player holds."""
    match, lot = match_of(players, seed, variant, counted), Random(seed)
    reported = match_of(players, seed + 1, variant, counted, "recorded")
    while match.pending():
        before = match.view("referee")
        command = match.suggest(lot)
        if command["type"] in ("stop", "time_up"):
            reported.send(sheet_of(before, counted, command.get("player")))
        events = match.send(command)
        if command["type"] == "start_round":
            reported.send(command)
        for event in events:
            if event["type"] == "tile_checked":
                told = {"player": event["player"], "tile": event["tile"], "correct": event["correct"]}
                reported.send({"type": "check", **told})
        assert reported.view(None)["phase"] == match.view(None)["phase"]
        assert reported.view(None)["seats"] == match.view(None)["seats"]
    assert reported.outcome() == match.outcome()


def sheet_of(view: dict[str, Any], counted: bool, caller: str | None) -> dict[str, Any]:
    reports = {
        player: {
            "tiles": [{"combo": tile["combo"], "burned": tile["burned"]} for tile in tiles],
            "replenished": view["replenished"][player],
            "bananas": view["bananas"][player]["received"] + (counted and view["bananas"][player]["own"]),
        }
        for player, tiles in view["tiles"].items()
    }
    ended_by = {"reason": "time"} if caller is None else {"reason": "stop", "player": caller}
    return {"type": "record_round", "sheet": reports, "ended_by": ended_by}


# what others can't tell


def seen_by(match: Match, viewers: Iterable[str | None]) -> list[Any]:
    feed = [[match.show(event, viewer) for event in match.log] for viewer in viewers]
    return [feed, [match.view(viewer) for viewer in viewers], match.pending(), match.outcome(), match.clock()]


def test_another_hand_and_bluff_change_nothing_for_anybody_else():
    seen = []
    for bobs, laid in (("cc ct cs cp tt", 2), ("pp pp sp sp ss", 2)):
        match = dealt({"ann": HAND, "bob": bobs, "cy": HAND}, [["c5", "c1"], ["c2"]], bananas=True)
        grab(match, "bob", 0, laid)
        act(match, "bob", "banana", to="ann")
        act(match, "bob", "burn", tile=0)
        act(match, "bob", "replenish", mode="swap")
        seen.append(seen_by(match, ["ann", "cy", None]))
    assert seen[0] == seen[1]


def test_what_lies_beneath_stays_hidden_when_nobody_looks():
    """Ann's three points are checked; whether bob's one card is right, nobody learns."""
    seen = []
    for bobs in ("ct cc cs cp tt", "pp cc cs cp tt"):
        match = dealt({"ann": "ct sp cc cc cc", "bob": bobs}, [["c5"], ["c1"]])
        grab(match, "ann", 0, "ct sp")
        grab(match, "bob", 1, 1)
        match.send(TIME_UP)
        match.send({"type": "check_all"})
        seen.append(seen_by(match, ["ann", None]))
    assert seen[0] == seen[1]


def test_tiles_below_a_top_one_and_the_order_of_the_decks_are_hidden():
    seen = []
    for below in (["c2", "c3"], ["c3", "c2"]):
        match = dealt({"ann": HAND, "bob": HAND}, [["c1", *below], ["c4"]])
        seen.append(seen_by(match, ["ann", "bob", None]))
        assert match.view("ann")["areas"][0]["stacks"] == [["c1", None, None], ["c4"]]
        grab(match, "ann", 0)
        assert match.view(None)["areas"][0]["stacks"][0] == [below[0], None]
    assert seen[0] == seen[1]


def test_a_player_sees_the_own_cards_and_of_others_the_number():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1", "c2"]])
    (event,) = grab(match, "ann", 0, 2)
    view = match.view("ann")
    assert [card["id"] for card in view["hands"]["ann"]] == hand(match, "ann")
    assert view["hands"]["bob"] == 5
    assert [card["figures"] for card in view["tiles"]["ann"][0]["cards"]] == [
        ["circle", "circle"],
        ["circle", "triangle"],
    ]
    for viewer in ("bob", None):
        assert match.view(viewer)["tiles"]["ann"][0]["cards"] == 2
        assert match.view(viewer)["hands"]["ann"] == 5
        assert match.show(event, viewer) == {
            "type": "tile_grabbed",
            "player": "ann",
            "stack": 0,
            "combo": "c1",
            "cards": 2,
            "drawn": 2,
        }
    assert match.show(event, "ann") == event
    assert set(match.view(None)) == set(match.view("referee"))


def test_of_a_deal_everybody_sees_the_own_hand_alone():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1", "c2"]])
    (_, event) = match.log
    shown = match.show(event, "ann")
    assert shown is not None
    assert shown["hands"] == {"ann": cards(0, HAND), "bob": 5}
    assert shown["stacks"] == {"A": [["c1", None]]}
    assert "piles" not in shown
    public = match.show(event, None)
    assert public is not None
    assert public["hands"] == {"ann": 5, "bob": 5}


@some
@games
def test_no_card_of_another_and_no_covered_tile_shows_in_any_position(players, seed, variant, counted):
    match, lot = match_of(players, seed, variant, counted), Random(seed)
    for _ in range(80):
        if not match.pending():
            break
        events = match.send(match.suggest(lot))
        for viewer in [*match.state.players, None]:
            view = match.view(viewer)
            for player in match.state.players:
                if player != viewer:
                    assert isinstance(view["hands"][player], int)
                    assert all(isinstance(tile["cards"], int) for tile in view["tiles"][player])
            assert all(set(stack[1:]) <= {None} for area in view["areas"] for stack in area["stacks"])
            for event in events:
                shown = match.show(event, viewer) or {}
                hidden = [shown[name] for name in ("cards", "drawn", "discarded") if name in shown]
                assert all(isinstance(value, int) for value in hidden) or shown["player"] == viewer


# a rule that was read otherwise


def unshuffled(seed: str, label: str, items: Iterable[Any]) -> list[Any]:
    """An old way to draw."""
    return list(items)


def always(*_: object) -> bool:
    """An old reading of what is correct."""
    return True


def test_a_game_played_by_an_old_reading_replays_to_its_old_result(monkeypatch):
    match, lot = started(3, 5, play="dealt", bananas=True), Random(5)
    with monkeypatch.context() as old:
        old.setattr("games.four_monkeys.rules.draw", unshuffled)
        old.setattr("games.four_monkeys.checks.makes", always)
        old.setattr("games.four_monkeys.scoring.PER_SKIN", -7)
        old.setattr("games.four_monkeys.checks.FALSE_STOP_POINTS", -1)
        while match.pending():
            match.send(match.suggest(lot))
        log, views, outcome = match.log, [match.view(viewer) for viewer in ("referee", "p0", None)], match.outcome()
    again = Match.from_log("four-monkeys", log)
    assert again.outcome() == outcome
    assert [again.view(viewer) for viewer in ("referee", "p0", None)] == views
    assert any(event.get("correct") for event in log)


def test_a_round_played_again_after_a_rewind_is_dealt_the_same_cards():
    match = started(4, play="dealt")
    match.send(START)
    first = match.view("referee")
    match.send(TIME_UP)
    match.send({"type": "rewind", "to": 1, "reason": "too early"})
    match.send(START)
    assert match.view("referee") == first
