"""The face that the service uses: events as structs, batches, what others appended, what could not be stored."""

from __future__ import annotations

from random import Random

import pytest

from games import Match, Rejected
from games.codec import canonical, json_copy
from games.kernel import Event, Json
from tests.games.test_every_game import every_variant, rewind, seen
from tests.games.variants import Variant, play_on


def pairs(match: Match, after: int = 0) -> list[tuple[Event, Json | None]]:
    """As the store would give them back."""
    codec = match.game.codec
    return [
        (codec.decode(event.type, event.schema, canonical(event)), match.commands.get(index))
        for index, event in enumerate(match.events[after:], after)
    ]


@every_variant
def test_what_another_process_appended_is_folded_rewinds_and_all(variant: Variant):
    match, lot = variant.played(5, Random(1)), Random(2)
    other = Match.load(variant.slug, pairs(match))
    assert (other.state, other.commands) == (match.state, match.commands)
    known, back_to = match.version, match.version
    play_on(match, 4, lot)
    match.send(rewind(back_to))
    play_on(match, 3, lot)
    other.extend(pairs(match, known))
    assert (other.state, other.log, seen(other)) == (match.state, match.log, seen(match))
    assert other.execute(rewind(known)) == match.execute(rewind(known))


@every_variant
def test_execute_answers_the_events_and_keeps_the_command(variant: Variant):
    match = variant.start()
    command = match.suggest(Random(3))
    at = match.version
    events = match.execute(command)
    assert match.events[at:] == events
    assert match.commands == {at: command}


@every_variant
def test_a_batch_is_done_as_a_whole_or_not_at_all(variant: Variant):
    played = variant.played(3, Random(4))
    batch = list(played.commands.values())
    match = variant.start()
    before, state = seen(match), variant.start().state
    with pytest.raises(Rejected):
        match.execute_all([*batch[:2], {"type": "nonsense"}])
    assert (seen(match), match.state, match.commands, match.version) == (before, state, {}, len(variant.start().log))
    assert match.execute_all(batch) == played.events[len(variant.start().events) :]
    assert match.state == played.state


@every_variant
def test_events_that_could_not_be_stored_are_cut_off(variant: Variant):
    match = variant.played(6, Random(5))
    at, before = match.version, seen(match)
    lot = Random(6)
    play_on(match, 3, lot)
    match.send(rewind(at))
    play_on(match, 2, lot)
    match.cut(at)
    assert (seen(match), match.version) == (before, at)
    assert match.state == variant.played(6, Random(5)).state
    play_on(match, 12, Random(7))
    match.send(rewind(match.version))
    assert match.state == Match.from_log(variant.slug, match.log).state


def broken(state: object, event: Event) -> None:
    raise ZeroDivisionError


@every_variant
def test_a_fold_that_fails_half_way_leaves_no_half_state(variant: Variant, monkeypatch: pytest.MonkeyPatch):
    whole = variant.played(10_000, Random(8))
    rest = pairs(whole, after=2)
    match = Match.load(variant.slug, pairs(whole)[:2])
    before, state = seen(match), Match.load(variant.slug, pairs(whole)[:2]).state
    last = type(whole.events[-1])
    monkeypatch.setitem(match.rules.evolve, last, broken)
    with pytest.raises(ZeroDivisionError):
        match.extend(rest)
    assert (match.version, seen(match)) == (2, before)
    assert match.state == state


@every_variant
def test_a_command_whose_fold_fails_leaves_no_half_state(variant: Variant, monkeypatch: pytest.MonkeyPatch):
    whole = variant.played(10_000, Random(9))
    *earlier, (_, last_command) = whole.commands.items()
    match = variant.start()
    match.execute_all([command for _, command in earlier])
    before, at = seen(match), match.version
    monkeypatch.setitem(match.rules.evolve, type(whole.events[-1]), broken)
    with pytest.raises(ZeroDivisionError):
        match.send(last_command)
    assert (match.version, seen(match)) == (at, before)
    monkeypatch.undo()
    match.send(last_command)
    assert match.state == whole.state


def test_a_second_look_at_the_log_costs_nothing_and_an_earlier_one_stays_as_it_was():
    match = Match.start("scoresheet", ["ann", "bob"], {"rounds": 3})
    before = match.log
    assert match.log is before
    match.send({"type": "record_round", "scores": {"ann": 1, "bob": 2}})
    after = match.log
    assert (len(before), match.log is after, after[:1] == before) == (1, True, True)
    match.cut(1)
    assert match.log == before
    match.send({"type": "record_round", "scores": {"ann": 5, "bob": 2}})
    assert match.log == Match.from_log("scoresheet", match.log).log != after


# logs and events from elsewhere


@every_variant
def test_a_log_that_is_changed_afterwards_changes_no_match(variant: Variant):
    log = variant.played(6, Random(10)).log
    match = Match.from_log(variant.slug, log)
    before = json_copy(log)
    for event in log:
        for given in (event.get("command", {}), event):
            for inner in given.values():
                if isinstance(inner, dict | list):
                    inner.clear()
    assert match.log == before


@pytest.mark.parametrize("wrong", [None, 5, "text", [], {}, {"type": 5}, {"type": "chess"}, {"type": "rewound"}])
def test_what_is_no_event_of_the_game_is_a_value_error(wrong):
    match = Match.start("scoresheet", ["ann", "bob"])
    with pytest.raises(ValueError):  # noqa: PT011  # whatever it says, it is no KeyError
        match.show(wrong, "referee")
    with pytest.raises(ValueError):  # noqa: PT011
        Match.from_log("scoresheet", [*match.log, wrong])


@pytest.mark.parametrize("spoilt", [{"schema": 0}, {"schema": "1"}, {"schema": 2}, {"command": 5}, {"to": "1"}])
def test_an_event_with_one_thing_wrong_is_a_value_error(spoilt):
    match = Match.start("scoresheet", ["ann", "bob"])
    (event,) = match.send(rewind(1))
    for look in (lambda: match.show({**event, **spoilt}, None), lambda: Match.from_log("scoresheet", [spoilt])):
        with pytest.raises(ValueError):  # noqa: PT011
            look()


@pytest.mark.parametrize("to", [-1, 0, 2, 3, 4, 99])
def test_a_log_that_goes_back_to_what_was_not_yet_there_is_refused(to):
    """Event 2 went back to the end of event 3, and that to event 2: such a chain has no end."""
    match = Match.start("scoresheet", ["ann", "bob"], {"rounds": 3})
    match.send(rewind(1))
    match.send(match.suggest(Random(1)))
    log = match.log
    log[1]["to"] = to
    with pytest.raises(ValueError, match="which was not before it"):
        Match.from_log("scoresheet", log)


def test_a_log_whose_events_do_not_follow_from_each_other_is_a_value_error():
    log = Match.start("monster-trick", ["ann", "bob"], {"play": "dealt"}).log
    lost = {"type": "card_played", "player": "zoe", "card": {"suit": "green", "value": 1}, "trick": 1}
    with pytest.raises(ValueError, match="follow from each other"):
        Match.from_log("monster-trick", [*log, lost])


class Lazy(str):
    """Text of a type of its own, as frameworks give it."""

    __slots__ = ()


def test_text_of_a_type_derived_from_str_is_kept_as_text():
    match = Match.start(
        "monster-trick", [Lazy("ann"), "bob"], {"play": Lazy("dealt"), "starter": Lazy("bob")}, Lazy("7")
    )
    match.send({"type": "start_round"})
    (event,) = match.send({"type": Lazy("arrange"), "player": Lazy("ann"), "order": [1, 2, 3]})
    assert type(event["player"]) is str
    same = Match.start("monster-trick", ["ann", "bob"], {"play": "dealt", "starter": "bob"}, "7")
    assert same.log == match.log[:1]


def test_a_game_that_was_recorded_under_an_old_reading_replays_to_its_old_result():
    """Points and places are facts of the log: today's rules decide nothing about what is over."""
    match = Match.start("monster-trick", ["ann", "bob"], {"play": "recorded"}, seed=1)
    play_on(match, 3, Random(1))
    old = match.log
    scored = [event for event in old if event["type"] == "round_scored"]
    for event in scored:
        event["points"] = {"ann": 40, "bob": 41}
        event["breakdown"] = {player: {"point_card": points} for player, points in event["points"].items()}
    (finished,) = [event for event in old if event["type"] == "finished"]
    finished.update(placings={"ann": 1, "bob": 2}, winners=["ann"], tie_break="the_old_rule")
    outcome = Match.from_log("monster-trick", old).outcome()
    assert outcome["totals"] == {"ann": 120, "bob": 123}
    assert (outcome["placings"], outcome["winners"]) == ({"ann": 1, "bob": 2}, ["ann"])
    assert outcome["tie_break"] == "the_old_rule"
