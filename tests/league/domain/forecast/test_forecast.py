"""What is needed: by hand, against every outcome played to its end, and where nothing is proved but tried."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Rejected
from league.domain.forecast import Area, Final, Top, context_of, goal_in_words, goal_of, in_words, notes, solver
from league.domain.forecast.context import LEAST_COST
from league.domain.forecast.counting import TooMany
from league.domain.tournament import commands as c
from league.domain.tournament.stages.commands import BeginStage
from league.domain.values.faults import BadFields, read
from tests.league.domain.duels import CHESS, play_pairs
from tests.league.domain.forecast.needing import all_played, asked, counted, tried_out, verdicts
from tests.league.domain.night import EVENING, Night

SIX = tuple("abcdef")
THREES: dict[str, Any] = {"table_size": {"min": 3, "max": 3, "prefer": 3}, "points": {"by_place": [3, 1, 0]}}
OTHERS_CHAINS = (["opponents"], ["head_to_head", "buchholz"], ["rank_average", "opponents", "wins"])


def after_one_round(**more: Any) -> Night:
    """a 3, b 1, c 0 and d 3, e 1, f 0; then a d b at table 1 and c e f at table 2."""
    night = Night(*SIX, **(THREES | more))
    night.play("a b c", "d e f")
    night.give("a d b", "c e f")
    return night


def random_night(seed: int, rounds: int, chain: list[str], **more: Any) -> Night:
    """Six at tables of three, whose places were drawn, before another round."""
    random, people = Random(seed), list(SIX)
    night = Night(*SIX, **(THREES | {"tie_breaks": chain} | more))
    for _ in range(rounds):
        random.shuffle(people)
        night.play(" ".join(people[:3]), " ".join(people[3:]))
    random.shuffle(people)
    night.give(" ".join(people[:3]), " ".join(people[3:]))
    return night


def agree(night: Night, goals: str, entries: str, *, draws: bool = False) -> None:
    """What is counted is what comes out when everything is played."""
    outcomes = all_played(night, draws=draws)
    for goal in goals.split():
        for entry in entries:
            assert counted(asked(night, entry, goal)) == tried_out(outcomes, entry, goal), (goal, entry)


def test_points_alone_by_hand():
    night = after_one_round()
    # First: 6 points. d has 4 at most, e 4, c and f 3. Second: 4; d may have 6, or b 4 and d 3, with e at 4 at most.
    assert counted(asked(night, "a", "win")) == {
        (1, False): ("sure", 12, 12, 0),
        (2, False): ("possible", 12, 6, 0),
        (3, False): ("impossible", 12, 0, 0),
    }
    # c has 0: first 3 points. At table 1 somebody has 6 or 4, and somebody else 4 or 3 and more.
    assert verdicts(night, "c", "top:1") == ["impossible"] * 3
    # b has 1 and may come to 4: a and d have 4 and 3 then. e comes to 4 in two of six.
    assert counted(asked(night, "b", "top:2"))[1, False] == ("sure", 12, 12, 0)


def test_it_is_told_in_sentences():
    night = after_one_round()
    found = asked(night, "a", "win")
    assert [sentence.template.format(**sentence.facts) for sentence in in_words(found)] == [
        "Place 1 at the table is certain to be enough.",
        "Place 2 at the table may be enough: it depends on the other tables.",
        "Place 3 at the table can't be enough.",
    ]
    (unreachable,) = in_words(asked(night, "c", "win"))
    assert unreachable.facts["places"] == ([1, 2], "or", 3)
    assert goal_in_words(Final(4), 2).facts == {"n": 4, "round": 2}
    assert [note.code for note in notes(night.state, Top(1), found)] == ["strict_places"]


@pytest.mark.parametrize("chain", [[], ["wins"], ["last_round", "count_back"], *OTHERS_CHAINS], ids=" ".join)
def test_every_outcome_played_says_the_same(chain: list[str]):
    agree(random_night(1, 2, chain), "top:1 top:2 top:3 final:2 area:A area:B", "ad")


@settings(max_examples=6, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    rounds=st.integers(1, 3),
    chain=st.sampled_from([[], ["wins"], ["progressive", "rank_average"], ["opponents"], ["direct_encounter", "wins"]]),
    ties=st.sampled_from([[3, 1, 0], [2, 2, 0], [1, 0, 0], [0, 1, 5]]),
    goal=st.sampled_from(["top:1", "top:4", "final:3", "area:A", "area:B"]),
)
def test_random_tournaments(seed: int, rounds: int, chain: list[str], ties: list[int], goal: str):
    agree(random_night(seed, rounds, chain, points={"by_place": ties}), goal, "f")


def test_fewest_points_penalties_and_rounds_that_do_not_count():
    scheme = {"by_place": [1, 2, 3], "low_wins": True, "best": {"n": 2, "of": "round"}}
    night = Night(*SIX, **(THREES | {"points": scheme, "tie_breaks": ["count_back"]}))
    night.play("a b c", "d e f")
    night.play("a d b", "c e f")
    night.send(c.Penalise("p1", "a", -1, "kind"))
    night.give("a e c", "b f d")
    agree(night, "top:1 top:2 area:A final:3", "ab")


def test_byes_decide_about_areas():
    night = Night(*"abcdefg", **(THREES | {"tie_breaks": ["wins"]}))
    night.play("a b c", "d e f", byes="g")
    night.give("b g f", "a d e", byes="c")
    agree(night, "area:A area:B top:2", "cag")
    (out,) = asked(night, "c", "area:A").needs
    assert out.place is None
    night.send(c.Drop("b", after_round=2))
    agree(night, "area:A area:B final:2", "a")
    with pytest.raises(Rejected, match="does not play in round 3") as caught:
        asked(night, "b", "final:2")
    assert caught.value.code == "leaves"


def test_whoever_is_alone_without_a_bye_so_far_sits_out_next():
    night = Night(*"abcde", **THREES)
    night.play("a b c", byes="d e")
    night.give("a d e", byes="b c")
    assert verdicts(night, "a", "area:A") == ["impossible"] * 3
    agree(night, "area:A", "abd")


def test_when_all_have_reported_only_a_lot_is_left():
    night = after_one_round()
    night.start()
    night.report(1, a=2, d=3, b=1)
    night.report(2, c=3, e=2, f=1)
    agree(night, "top:1 final:2 area:A", "abf")
    (found,) = asked(night, "a", "top:1").needs
    assert (found.place, found.outcomes) == (2, 1)


def test_two_at_a_table_may_draw():
    night = Night(
        *SIX, table_size={"min": 2, "max": 2}, points=CHESS, format={"type": "swiss"}, tie_breaks=["buchholz"]
    )
    play_pairs(night, "a-b 1-0, c-d ½-½, e-f 0-1")
    play_pairs(night, "a-f 1-0, c-b ½-½, e-d 1-0")
    night.give("a c", "f e", "b d")
    found = asked(night, "c", "top:1")
    assert [(need.place, need.shared) for need in found.needs] == [(1, False), (1, True), (2, False)]
    agree(night, "top:1 top:3 final:2", "ce", draws=True)
    night.start()
    night.report(2, f=1, e=1)
    agree(night, "top:1 top:3 final:2", "ae", draws=True)
    (reported,) = asked(night, "f", "top:3").needs
    assert (reported.place, reported.shared) == (1, True)


def test_a_table_of_five_whose_places_pay_alike():
    night = Night(*"abcde", table_size={"min": 5, "max": 5}, points={"by_place": [3, 2, 2, 1]}, tie_breaks=["wins"])
    night.play("a b c d e")
    night.give("e d c b a")
    agree(night, "top:1 top:2 top:4", "bc")


@pytest.mark.parametrize("carry", ["none", "half", "all"])
def test_in_a_final_only_those_who_are_in_it_are_rivals(carry: str):
    night = Night(*"abcdefgh", table_size={"min": 3, "max": 4}, tie_breaks=["last_round", "wins"])
    night.play("a b c d", "e f g h")
    night.play("a e c h", "b f g d")
    night.send(read(BeginStage, {"top": 6, "carry": carry, "table_size": {"min": 3, "max": 3}}))
    night.play_as_seated()
    night.seat()
    agree(night, "top:1 top:4 final:3 area:A", night.seats()[1][2])


def test_a_knockout_goes_by_how_far_each_has_come():
    format = {"type": "knockout", "advance": 2, "level": "seed"}
    night = Night(*"abcdefgh", table_size={"min": 4, "max": 4}, format=format)
    night.seat()
    night.start()
    one, two, three, four = night.seats()[0]
    night.report(1, **{one: 1, two: 2, three: 2, four: 4})
    agree(night, "top:4 top:2", f"{two}{three}")
    assert verdicts(night, night.seats()[1][0], "top:4") == ["sure", "sure", "impossible", "impossible"]


def test_a_level_table_of_a_knockout_has_to_be_decided_first():
    night = Night(*"abcdefgh", table_size={"min": 4, "max": 4}, format={"type": "knockout", "advance": 2})
    night.seat()
    night.start()
    one, two, three, four = night.seats()[0]
    night.report(1, **{one: 1, two: 2, three: 2, four: 4})
    with pytest.raises(Rejected) as caught:
        asked(night, two, "top:4")
    assert caught.value.code == "level_match"


@pytest.mark.parametrize("chain", [[], ["wins"], ["lot"], *OTHERS_CHAINS], ids=" ".join)
def test_what_is_too_much_to_count_is_bounded_table_by_table(chain: list[str], monkeypatch: pytest.MonkeyPatch):
    def too_many(*_: Any) -> None:
        raise TooMany

    night = random_night(2, 2, chain)
    asked_of = [(entry, goal) for entry in "abcdef" for goal in ("top:1", "top:2", "final:3")]
    exactly = [verdicts(night, *of) for of in asked_of]
    monkeypatch.setattr(solver, "combined", too_many)
    bounded = [asked(night, *of).needs for of in asked_of]
    assert [[need.verdict for need in found] for found in bounded] == exactly
    assert any(need.outcomes is None for found in bounded for need in found)


def test_where_not_one_outcome_can_be_looked_at_that_is_said(monkeypatch: pytest.MonkeyPatch):
    night = after_one_round(tie_breaks=["opponents"])
    look = len(SIX) * (2 + 1) * (1 + 1) + LEAST_COST + len(SIX)
    for looks in (1, 0):
        monkeypatch.setattr(solver, "LOOKED_AT", looks * look)
        found = [asked(night, entry, "top:2") for entry in SIX]
        needs = [need for answer in found for need in answer.needs if need.method == "sampled"]
        assert any(need.verdict == "untried" for need in needs)
        assert {need.verdict for need in needs if not need.outcomes} <= {"untried", "possible"}
        assert any(need.outcomes == 1 for need in needs) == (looks == 1)
    assert any("too large to try" in sentence.template for answer in found for sentence in in_words(answer))


def test_a_large_field_is_decided_exactly_by_points():
    people = [f"p{number:03}" for number in range(200)]
    night = Night(*people, table_size={"min": 4, "max": 4}, tie_breaks=["wins", "lot"])
    night.play(*(" ".join(people[at : at + 4]) for at in range(0, 200, 4)))
    night.give(*(" ".join(people[at : at + 4]) for at in range(0, 200, 4)))
    found = asked(night, "p000", "top:50")
    # 50 winners of round 1, one at each table: who wins again has 8 and at most 49 others do.
    assert found.needs[0].verdict == "sure"
    assert {need.method for need in found.needs} == {"exact"}
    assert found.needs[0].outcomes == 6 * 24**49


def test_no_secret_is_looked_at():
    told = []
    for secret in ("0" * 32, "f" * 32, "0123456789abcdef" * 2):
        night = Night(*SIX, secret=secret, **(THREES | {"tie_breaks": ["wins", "lot"]}))
        night.play("a b c", "d e f")
        night.give("a b c", "d e f")
        told.append([asked(night, entry, goal) for entry in SIX for goal in ("win", "top:3", "final:2", "area:A")])
    assert told[0] == told[1] == told[2]
    # a and d have 6 if they win again: then a lot decides between them, in the two of six in which d does.
    assert counted(told[0][0])[1, False] == ("possible", 12, 8, 4)
    assert told[0][0].undecided_by == "lot"
    # a third has 3, as c, f and d have where c and f are first and d third: once in twelve, one first place each.
    assert counted(told[0][0])[3, False] == ("possible", 12, 0, 1)


def test_by_lot_alone():
    night = Night("a", "b", table_size={"min": 2, "max": 2}, points={"by_place": [1, 1]}, tie_breaks=["lot"])
    night.give("a b")
    found = asked(night, "a", "win")
    assert counted(found) == {(1, False): ("possible", 1, 0, 1), (2, False): ("possible", 1, 0, 1)}
    (sentence,) = in_words(found)
    assert "only by lot" in sentence.template
    assert {note.code for note in notes(night.state, Top(1), found)} == {"strict_places", "lot"}


def test_what_is_tried_proves_nothing():
    people = [f"p{number:02}" for number in range(20)]
    night = Night(*people, table_size={"min": 4, "max": 4}, tie_breaks=["opponents"])
    columns = [people[at::5] for at in range(5)]
    rows = [people[at : at + 4] for at in range(0, 20, 4)]
    night.play(*map(" ".join, rows))
    night.play(*map(" ".join, columns))
    night.give(*map(" ".join, rows))
    found = asked(night, "p05", "top:3")
    assert {need.method for need in found.needs} == {"sampled", "exact"}
    for need in found.needs:
        if need.method == "sampled":
            assert need.verdict in ("possible", "in_all_samples", "in_no_sample")
            assert 0 < (need.outcomes or 0) <= 1000
        else:
            assert need.verdict in ("sure", "possible", "impossible")
            assert need.outcomes == 6 * 24**4
    assert found == asked(night, "p05", "top:3"), "drawn by a public label, the same for everybody"
    assert "sampled" in [note.code for note in notes(night.state, Top(3), found)]


def told_with_scores(**more: Any) -> Night:
    """a 12, b 9, c 3 and d 10, e 5, f 4; then the same tables again."""
    night = Night(*SIX, **(THREES | more))
    night.give("a b c", "d e f")
    night.start()
    told: list[dict[str, int | str]] = [{"a": 12, "b": 9, "c": 3}, {"d": 10, "e": 5, "f": 4}]
    for table, scores in zip(night.last.tables, told, strict=True):
        places = {entry: place for place, entry in enumerate(scores, 1)}
        night.send(c.RecordResult(table.id, places, EVENING, scores))
    night.close_round()
    night.give("a b c", "d e f")
    return night


def test_points_of_scores_are_tried_with_those_that_were_told():
    night = told_with_scores(points={"raw": {}})
    found = asked(night, "a", "win")
    assert {need.method for need in found.needs} == {"sampled"}
    assert found == asked(night, "a", "win")
    first, _, last = found.needs
    assert first.verdict in ("possible", "in_all_samples")
    assert (first.reached or 0) > (last.reached or 0)


def test_places_bound_the_shares_of_a_tables_scores():
    night = Night("a", "b", "c", "d", table_size={"min": 2, "max": 2}, points={"share": True}, format={"type": "swiss"})
    night.give("a b", "c d")
    night.start()
    night.send(c.RecordResult(night.last.tables[0].id, {"a": 1, "b": 2}, EVENING, {"a": 9, "b": 1}))
    night.send(c.RecordResult(night.last.tables[1].id, {"c": 1, "d": 1}, EVENING, {"c": 5, "d": 5}))
    night.close_round()
    night.give("a c", "b d")
    # First is at least a half, second at most that: a 1.4 to 1.9, c at most 1, b at most 1.1, d at most 1.5.
    first, second = asked(night, "a", "top:2").needs
    assert (first.verdict, first.method, second.method) == ("sure", "exact", "sampled")
    assert asked(night, "a", "win").needs[0].method == "sampled", "d may come to 1.5, and a to 1.4 only"
    # b second has 0.6 at most: a has 0.9 at least, and d as first 1.
    assert asked(night, "b", "top:2").needs[1].verdict == "impossible"


def test_before_any_score_is_told_places_decide_nothing():
    night = Night(*SIX, **(THREES | {"points": {"raw": {}}}))
    night.give("a b c", "d e f")
    found = asked(night, "a", "win")
    assert [need.verdict for need in found.needs] == ["open"] * 3
    assert found.undecided_by == "scores"
    assert "scores" in [note.code for note in notes(night.state, Top(1), found)]


def test_scores_that_break_ties_leave_open_what_hangs_on_them():
    night = Night(*SIX, **(THREES | {"tie_breaks": ["game_points"]}))
    night.play("a b c", "d e f")
    night.give("a b c", "d e f")
    # As with a lot: first again is first unless d is too.
    assert counted(asked(night, "a", "win"))[1, False] == ("possible", 12, 8, 4)
    # Third has 3: at best nobody has more but b, and d and f have 3 as well.
    assert verdicts(night, "a", "top:2") == ["sure", "possible", "open"]
    scored = asked(told_with_scores(tie_breaks=["game_points"]), "a", "win")
    assert (scored.needs[0].verdict, scored.needs[0].method) == ("possible", "sampled")
    assert scored.undecided_by is None


def test_goals_are_written_so():
    assert [goal_of(text) for text in ("win", "top:1", "top:2000", "area:AB", "final:2")] == [
        Top(1),
        Top(1),
        Top(2000),
        Area("AB"),
        Final(2),
    ]
    for text in (
        "",
        "top",
        "top:",
        "top:0",
        "top:01",
        "top:-1",
        "top:2001",
        "top:²",
        "final:1",
        "area:",
        "area:b",
        "win:1",
    ):
        with pytest.raises(BadFields) as caught:
            goal_of(text)
        assert caught.value.faults[0].code == "unknown_goal", text


def test_what_is_refused():
    night = after_one_round(rounds=2)
    for entry, goal, code in (
        ("a", "area:A", "last_round"),
        ("a", "final:7", "bad_top"),
        ("nobody", "win", "not_in_round"),
    ):
        with pytest.raises(Rejected) as caught:
            asked(night, entry, goal)
        assert caught.value.code == code
    with pytest.raises(Rejected) as caught:
        asked(after_one_round(), "a", "area:C")
    assert (caught.value.code, caught.value.facts["last"]) == ("no_such_area", "B")
    with pytest.raises(Rejected) as caught:
        asked(after_one_round(format={"type": "swiss"}), "a", "area:A")
    assert caught.value.code == "no_areas"


def test_several_games_at_a_table_are_not_reckoned_with():
    night = Night(*SIX, **(THREES | {"games_per_round": 2}))
    night.seat()
    night.send(c.Change(games_per_round=1))  # of the rounds to come
    with pytest.raises(Rejected) as caught:
        context_of(night.state, night.last)
    assert caught.value.code == "several_games"
