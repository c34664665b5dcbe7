"""Affen Raffen, dealt: tiles, looking, taking, bonus tiles, and how a round ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games import Match, Rejected
from games.affen_raffen.parts import BONUS_TILES, TASKS, bonus_tile
from tests.games.variants import NAMES, play_on
from tests.rules.raffen_table import PLAYERS, Search

# what lies on the table


def test_sixty_animal_tiles_four_of_each_kind_and_six_bonus_tiles_lie_face_down():
    table = Search()
    kinds = Counter(tile for tile in table.state.tiles if not tile.is_bonus)
    assert len(table.state.tiles) == 66
    assert len(kinds) == 15
    assert set(kinds.values()) == {4}
    bonus = Counter(tile for tile in table.state.tiles if tile.is_bonus)
    assert bonus == Counter(map(bonus_tile, BONUS_TILES))
    assert table.state.face_down() == list(range(66))


def test_the_same_seed_lays_the_same_tiles_and_each_round_lies_otherwise():
    assert Search(seed=3).state.tiles == Search(seed=3).state.tiles != Search(seed=4).state.tiles
    table = Search(seed=3)
    first = table.state.tiles
    table.send("end_round")
    table.send("start_round")
    assert table.state.tiles != first


def test_three_of_the_four_tasks_are_played_each_once():
    for seed in range(10):
        table, tasks = Search(seed=seed), []
        for number in (1, 2, 3):
            tasks.append(table.state.task)
            table.send("end_round")
            if number < 3:
                table.send("start_round")
        assert len(set(tasks)) == 3
        assert set(tasks) < set(TASKS)
        assert table.match.outcome()["finished"]


def test_two_to_six_play():
    for number in (1, 7):
        with pytest.raises(Rejected, match="bad_players"):
            Match.start("affen-raffen", NAMES[:number])


@pytest.mark.parametrize(
    "tiles",
    [
        [{"kind": "first"}] * 5,
        [{"kind": "first"}] * 7,
        [{"kind": "first", "animal": "lion"}] * 6,
        [{"kind": "pair"}] * 6,
        [{"kind": "forced", "animal": "tiger"}] * 6,
    ],
)
def test_other_bonus_tiles_are_six_and_name_an_animal_where_they_ask_for_one(tiles):
    with pytest.raises(Rejected) as refusal:
        Match.start("affen-raffen", PLAYERS, {"bonus_tiles": tiles})
    assert refusal.value.code == "bad_options"


def test_a_set_of_bonus_tiles_of_ones_own_lies_on_the_table():
    table = Search(bonus_tiles=[{"kind": "pair", "animal": "lion"}] * 6)
    assert [tile.animal for tile in table.state.tiles if tile.is_bonus] == ["lion"] * 6


# looking


def test_a_player_looks_at_one_tile_at_a_time():
    table = Search()
    place = table.down("animal")
    (event,) = table.send("flip", "ann", place=place)
    assert event["tile"]["kind"] == "animal"
    assert table.refused("flip", "ann", place=table.down("animal")) == "has_turned_tile"
    assert table.refused("take", "ann", places=table.alike()) == "has_turned_tile"
    table.send("unflip", "ann")
    assert table.state.face_down() == list(range(66))
    table.send("flip", "ann", place=place)


def test_what_somebody_looks_at_nobody_else_looks_at_or_takes():
    table = Search()
    one, other = table.alike()
    table.send("flip", "ann", place=one)
    assert table.refused("flip", "bob", place=one) == "turned_by_other"
    assert table.refused("take", "bob", places=[one, other]) == "turned_by_other"


def test_there_are_only_the_places_that_there_are():
    table = Search()
    for place in (-1, 66, 10**9):
        assert table.refused("flip", "ann", place=place) == "no_such_place"
        assert table.refused("take", "ann", places=[0, place]) == "no_such_place"


def test_who_looks_at_nothing_has_nothing_to_lay_back_keep_or_give():
    table = Search()
    assert table.refused("unflip", "ann") == "nothing_turned"
    assert table.refused("keep", "ann") == "nothing_turned"
    assert table.refused("give", "ann", to="bob") == "nothing_turned"


# taking


def test_a_pair_is_taken_blind_and_stays_where_it_is():
    table = Search()
    places = table.unlike()
    (event,) = table.send("take", "ann", places=places)
    assert event["places"] == places
    assert "tile" not in str(event)
    assert table.refused("flip", "bob", place=places[0]) == "not_face_down"
    assert table.refused("take", "ann", places=places) == "not_face_down"


def test_a_pair_is_two_tiles():
    table = Search()
    assert table.refused("take", "ann", places=[5, 5]) == "not_face_down"
    assert table.refused("take", "ann", places=[5]) == "bad_command"


# bonus tiles


@pytest.mark.parametrize("kind", ["first", "pair"])
def test_who_finds_such_a_bonus_tile_may_keep_it_open(kind):
    table = Search()
    place = table.down(kind)
    table.send("flip", "ann", place=place)
    assert table.refused("give", "ann", to="bob") == "not_givable"
    table.send("keep", "ann")
    assert [tile.kind for tile in table.state.bonus["ann"]] == [kind]
    for viewer in ("bob", None):
        assert table.match.view(viewer)["places"][place]["tile"]["kind"] == kind
    assert table.refused("flip", "bob", place=place) == "not_face_down"


def test_an_unknown_player_is_refused_before_the_phase_is_looked_at():
    match = Match.start("affen-raffen", ["ann", "bob"], {"play": "dealt"}, 1)
    with pytest.raises(Rejected) as refusal:
        match.send({"type": "give", "player": "ann", "to": "zoe"})
    assert (refusal.value.code, refusal.value.field) == ("unknown_player", "to")


def test_a_forced_bonus_tile_goes_to_another_who_cannot_refuse():
    table = Search()
    table.send("flip", "ann", place=table.down("forced"))
    assert table.refused("keep", "ann") == "not_keepable"
    assert table.refused("give", "ann", to="ann") == "not_givable"
    assert table.refused("give", "ann", to="zoe") == "unknown_player"
    table.send("give", "ann", to="bob")
    assert [tile.kind for tile in table.state.bonus["bob"]] == ["forced"]
    assert table.state.turned["ann"] is None


def test_a_stranger_is_unknown_before_the_phase_is_looked_at():
    match = Match.start("affen-raffen", ["ann", "bob"], {"play": "dealt"})
    with pytest.raises(Rejected) as refusal:
        match.send({"type": "give", "player": "ann", "to": "zoe"})
    assert (refusal.value.code, refusal.value.field) == ("unknown_player", "to")


def test_an_animal_is_neither_kept_nor_given():
    table = Search()
    table.send("flip", "ann", place=table.down("animal"))
    assert table.refused("keep", "ann") == "not_keepable"
    assert table.refused("give", "ann", to="bob") == "not_givable"


def test_a_bonus_tile_may_be_laid_back():
    table = Search()
    place = table.down("forced")
    table.send("flip", "ann", place=place)
    table.send("unflip", "ann")
    assert place in table.state.face_down()


# the end of a round


def test_the_second_who_has_all_pairs_ends_the_round_at_once():
    table = Search()
    events = table.take_all("bob")
    assert [event["type"] for event in events] == ["pair_taken", "player_finished"]
    assert events[1]["order"] == 1
    events = table.take_all("ann")
    assert [event["type"] for event in events] == ["pair_taken", "player_finished", "round_scored"]
    assert table.match.view(None)["phase"] == "ready"


def test_who_has_all_pairs_does_nothing_more_and_is_given_nothing():
    table = Search()
    table.take_all("bob")
    assert table.refused("flip", "bob", place=table.down("animal")) == "finished_already"
    assert table.refused("take", "bob", places=table.alike()) == "finished_already"
    table.send("flip", "ann", place=table.down("forced"))
    assert table.refused("give", "ann", to="bob") == "finished_already"


def test_the_engine_notes_the_finish_whether_the_pairs_are_right_or_not():
    table = Search()
    events = table.take_all("bob", false=3)
    assert [event["type"] for event in events][:2] == ["pair_taken", "player_finished"]
    assert table.refused("finish", "ann") == "bad_command"


@pytest.mark.parametrize(("end", "takers"), [("first", ["ann"]), ("both", ["ann", "bob"])])
def test_a_round_of_two_ends_with_the_first_or_with_both_as_agreed(end, takers):
    table = Search(["ann", "bob"], two_player_end=end)
    for number, player in enumerate(takers, 1):
        events = table.take_all(player)
        assert (events[-1]["type"] == "round_scored") == (number == len(takers))


def test_the_referee_may_end_a_stuck_round():
    table = Search()
    table.send("take", "ann", places=table.unlike())
    (event,) = table.send("end_round")
    assert event["points"] == {"ann": -1, "bob": 0, "cy": 0}


def test_phases_are_kept_and_a_recorded_match_is_not_dealt():
    table = Search()
    assert table.refused("start_round") == "wrong_phase"
    table.send("end_round")
    assert table.refused("flip", "ann", place=0) == "wrong_phase"
    assert table.refused("end_round") == "wrong_phase"
    assert table.refused("record_round", pairs={}) == "wrong_phase"
    recorded = Match.start("affen-raffen", PLAYERS)
    with pytest.raises(Rejected, match="wrong_phase"):
        recorded.send({"type": "start_round"})


# what is hidden


def test_nobody_sees_a_face_down_tile_or_a_pair_that_was_taken():
    table = Search()
    taken = table.alike()
    table.send("take", "ann", places=taken)
    table.send("flip", "ann", place=table.state.face_down()[0])
    place = table.state.turned["ann"]
    for viewer in ("ann", "bob", None):
        view = table.match.view(viewer)
        shown = [number for number, found in enumerate(view["places"]) if found["tile"] is not None]
        assert shown == ([place] if viewer == "ann" else [])
        assert view["pairs"] == {"ann": 1, "bob": 0, "cy": 0}
    assert table.match.view("referee")["pairs"]["ann"] == [taken]


def test_what_is_awaited_says_nothing_of_the_tile_that_is_turned():
    awaited = []
    for kind in ("animal", "first", "pair", "forced"):
        table = Search()
        table.send("flip", "ann", place=table.down(kind))
        awaited.append(table.match.pending())
    assert awaited[0] == awaited[1] == awaited[2] == awaited[3]


def test_tiles_of_other_places_change_nothing_that_others_see():
    """The tile that a player looks at is known to that player alone."""
    logs = []
    for kind in ("animal", "pair"):
        table = Search()
        place = table.down(kind)
        events = table.send("flip", "ann", place=place)
        shown = table.match.show(events[0], "bob") or {}
        logs.append({key: value for key, value in shown.items() if key != "place"})
    assert logs[0] == logs[1]


# facts


@pytest.mark.parametrize("seed", range(25))
def test_tiles_are_conserved_and_points_are_the_sum_of_their_parts(seed):
    lot = Random(seed)
    players = NAMES[: 2 + seed % 5]
    variant = "junior" if seed % 4 == 0 else "standard"
    match = Match.start("affen-raffen", players, {"play": "dealt", "variant": variant}, seed)
    while match.pending():
        play_on(match, 1, lot)
        state = match.state
        taken = [place for mine in state.pairs.values() for places in mine for place in places]
        turned = [place for place in state.turned.values() if place is not None]
        held = [*taken, *turned, *state.open_places]
        assert len(held) == len(set(held)) == len(state.holder)
        assert len(state.open_places) == sum(map(len, state.bonus.values()))
    outcome = match.outcome()
    for scored in outcome["rounds"]:
        for player in players:
            assert sum(scored["breakdown"][player].values()) == scored["points"][player]
    assert outcome["totals"] == {
        player: sum(scored["points"][player] for scored in outcome["rounds"]) for player in players
    }
