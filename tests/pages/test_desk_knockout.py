"""A knockout at the desk: a corrected place with its button, what was played remains valid, and a level match asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.commands import Change
from league.domain.tournament.formats import Knockout
from league.domain.tournament.results.commands import CorrectResult, RecordResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import Publish
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import PointScheme, TableSize
from league.models import Tournament
from tests.pages.night import FIRST_NIGHT, Night, Playing, make_people
from tests.pages.test_desk_repair import typed
from tests.pages.test_desk_steps import step


@pytest.fixture
def cup(night: Night) -> Playing:
    """A knockout of four whose first round is running."""
    made = Playing(night.club, night.director, night.season, "Cup", FIRST_NIGHT)
    made.send(
        Change(
            game="scoresheet",
            game_options={},
            format=Knockout(third_place=True),
            table_size=TableSize(2, 2, 2),
            points=PointScheme(win=1, draw="1/2", loss=0),
        )
    )
    made.enter(make_people(night.club, ["Ann", "Bob", "Cid", "Dan"]))
    made.start(made.seat())
    return made


def last(cup: Playing) -> Round:
    return cup.state().rounds[-1]


def report(cup: Playing, places: int) -> None:
    """places: of the second at each table, 1 if it is level."""
    for table in last(cup).tables:
        first, second = table.seats
        cup.send(RecordResult(table=table.id, places={first: 1, second: places}, at=cup.at))


def correct(cup: Playing, table: Table) -> None:
    first, second = table.seats
    said = Report(places={first: 2, second: 1})
    cup.send(CorrectResult(table=table.id, said=said, at=cup.at, by="dir", reason="swapped"))


def by_hand(tables: Sequence[Table]) -> dict[str, Any]:
    """The second of each table goes on, as the director decides."""
    return {
        field: value
        for table in tables
        for field, value in (
            (f"how-{table.id}", "director"),
            (f"level-{table.id}", [table.seats[1]]),
            (f"why-{table.id}", "the better sheet"),
        )
    }


def page(director: Client, cup: Playing) -> Any:
    return director.get(step(cup.id, ""))


@pytest.mark.parametrize("state", ["draft", "published", "running"])
def test_a_button_puts_the_right_one_in(director: Client, cup: Playing, state: str):
    report(cup, 2)
    semi = last(cup)
    cup.send(CloseRound(semi.id))
    seated = cup.seat()
    if state != "draft":
        cup.send(Publish(seated.id))
    if state == "running":
        cup.start(seated)
    assert page(director, cup).context["current"].corrections == []
    correct(cup, semi.tables[0])
    shown = page(director, cup)
    (found,) = shown.context["current"].corrections
    assert "An earlier result was corrected after round 2 was seated" in found.text
    assert "Put the right person in" in shown.text
    sent = typed(found.step)
    for _ in range(2):
        assert director.post(found.step.address, sent).status_code == 302
    assert page(director, cup).context["current"].corrections == []
    final = next(table for table in last(cup).tables if not table.is_small_final)
    assert semi.tables[0].seats[1] in final.seats


def test_what_was_played_remains_valid(director: Client, cup: Playing):
    report(cup, 2)
    semi = last(cup)
    cup.send(CloseRound(semi.id))
    cup.start(cup.seat())
    report(cup, 2)
    cup.send(CloseRound(last(cup).id))
    correct(cup, semi.tables[0])
    shown = page(director, cup)
    (found,) = shown.context["past"][0].corrections
    assert found.step is None
    assert "What was played remains valid: the final decides the first places" in found.text
    assert "corrected after the final was played" in shown.text


def test_a_level_match_asks_who_goes_on_before_the_round_is_closed(director: Client, cup: Playing):
    report(cup, 1)
    semi = last(cup)
    address = step(cup.id, f"close-round/{semi.id}")
    form = director.get(address).context["form"]
    assert "Table 1 is drawn. Who goes on? Choose 1." in director.get(address).text
    names = [name for name in form.fields if name.startswith("level-")]
    assert len(names) == 2
    assert director.post(address, typed(form)).status_code == 422
    assert last(cup).state == "running"
    chosen = by_hand(semi.tables)
    unexplained = {name: value for name, value in chosen.items() if not name.startswith("why-")}
    assert "Say why they go on." in director.post(address, typed(form) | unexplained).text
    assert director.post(address, typed(form) | chosen).status_code == 302
    assert {match.on[0] for match in last(cup).level} == {table.seats[1] for table in semi.tables}
    assert "was level. The director decided who goes on" in page(director, cup).text


def test_a_level_match_that_is_typed_at_the_close_asks_who_goes_on(director: Client, cup: Playing):
    semi = last(cup)
    address = step(cup.id, f"close-round/{semi.id}")
    sent = typed(director.get(address).context["form"])
    for table in semi.tables:
        sent |= {f"table-{table.number}-score_{seat}": "1" for seat in (1, 2)}
    refused = director.post(address, sent)
    assert refused.status_code == 422
    assert "Table 1 is drawn. Who goes on? Choose 1." in refused.text
    assert last(cup).tables[0].result is None
    names = [f"level-{table.id}" for table in semi.tables]
    assert [name for name in refused.context["form"].fields if name.startswith("level-")] == names
    both = {name: list(table.seats) for name, table in zip(names, semi.tables, strict=True)}
    chosen = by_hand(semi.tables)
    assert director.post(address, sent | chosen | both).status_code == 422
    assert director.post(address, sent | chosen).status_code == 302
    assert {match.on[0] for match in last(cup).level} == {table.seats[1] for table in semi.tables}


def test_a_correction_that_makes_a_closed_match_level_asks_who_goes_on(director: Client, cup: Playing):
    report(cup, 2)
    table = last(cup).tables[0]
    cup.send(CloseRound(last(cup).id))
    address = step(cup.id, f"correct/{table.id}")
    sent = typed(director.get(address).context["form"], reason="a draw", score_1="1", score_2="1")
    refused = director.post(address, sent)
    assert refused.status_code == 422
    assert "Table 1 is drawn. Who goes on? Choose 1." in refused.text
    chosen = {name: value for name, value in by_hand([table]).items() if not name.startswith("why-")} | {
        "level-x": ["y"]
    }
    shown = director.post(address, sent | chosen | {"preview": "1"})
    assert (shown.status_code, "Who goes on from table 1?" in shown.text) == (200, True)
    assert not last(cup).level
    assert director.post(address, sent | chosen).status_code == 302
    assert [match.on for match in last(cup).level] == [(table.seats[1],)]


@pytest.mark.parametrize("how", ["lot", "play_off", "director"])
def test_a_drawn_match_is_decided_at_its_table(director: Client, cup: Playing, how: str):
    report(cup, 1)
    first, _second = last(cup).tables
    shown = page(director, cup)
    assert [want.kind for want in shown.context["wants"]] == ["level", "level"]
    assert (shown.context["bar"].next.words, shown.context["bar"].next.address) == (
        "Decide table 1", step(cup.id, f"decide-level/{first.id}")
    )  # fmt: skip
    address = step(cup.id, f"decide-level/{first.id}")
    form = director.get(address).context["form"]
    assert "Table 1 is drawn. Who goes on? Choose 1." in director.get(address).text
    sent = typed(form) | {"decided_by": how, "goes_on": [] if how == "lot" else [first.seats[1]]}
    if how == "director":
        assert director.post(address, sent).status_code == 422
    answer = director.post(address, sent | {"reason": "the better sheet"}, follow=True)
    assert answer.status_code == 200
    decided = last(cup).tables[0].level
    assert decided is not None
    assert (decided.decided_by, len(decided.on)) == (how, 1)
    assert [want.kind for want in answer.context["wants"]] == ["level"]
    assert "Table 1 of round 1 was level." in answer.text


def test_after_the_final_the_next_step_is_to_close_the_tournament(director: Client, cup: Playing):
    for following in ("Seat round 2", "Close the tournament"):
        report(cup, 2)
        cup.send(CloseRound(last(cup).id))
        shown = page(director, cup).context
        assert shown["bar"].next.words == following
        assert ("seat" in shown["steps"]) == (following == "Seat round 2")
        if following == "Seat round 2":
            cup.start(cup.seat())
    text = page(director, cup).text
    assert "The final is played." in text
    for words in ("Begin a final", "Give the tables by hand", "Players of each table"):
        assert words not in text
    code = Tournament.objects.get(pk=cup.id).public_code.code
    assert "All rounds are played. The final standings come soon." in director.get(f"/t/{code}").text


def test_a_seat_in_a_bracket_is_not_in_an_area(director: Client, cup: Playing):
    assert {table.area for table in last(cup).tables} == {"A", "B"}
    assert "area A" not in page(director, cup).text


def test_the_first_round_of_three_is_not_the_final(director: Client, night: Night):
    made = Playing(night.club, night.director, night.season, "Three", FIRST_NIGHT)
    made.send(Change(game="scoresheet", game_options={}, format=Knockout(), table_size=TableSize(2, 2, 2)))
    made.enter(make_people(night.club, ["Ann", "Bob", "Cid"]))
    made.start(made.seat())
    report(made, 2)
    assert page(director, made).context["bar"].next.words == "Close round 1, seat round 2"
