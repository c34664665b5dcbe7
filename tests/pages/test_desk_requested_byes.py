"""The desk seats a round without those who ask to sit it out, and says how many rounds of a round robin are left."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from league.domain.tournament import commands
from league.domain.tournament.formats import ByeTerms, Format, Knockout, Manual, RoundRobin
from league.domain.tournament.settings import TableSize
from tests.pages.night import Night, Playing
from tests.pages.test_desk_plan import seven_in
from tests.pages.test_desk_steps import asked, state_of, step

AT = "seat-with-byes"


@pytest.fixture
def small(night: Night) -> Playing:
    return seven_in(night)


def test_whoever_is_ticked_sits_out(director: Client, night: Night, small: Playing):
    at = step(small.id, AT)
    one, other = list(state_of(night, small.id).entries)[:2]
    sent = asked(director, at)
    for _ in range(2):
        assert director.post(at, sent | {"out": [one, other], "points": "1,5"}).status_code == 302
    draft = state_of(night, small.id).draft
    assert draft is not None
    assert draft.byes == (one, other)
    assert set(draft.bye_terms.values()) == {ByeTerms("1.5", "requested")}
    assert sum(len(table.seats) for table in draft.tables) == 5
    assert "Not seated, because they asked to sit out: " in director.get(step(small.id, "")).text


@pytest.mark.parametrize("sent", [{}, {"out": ["x"]}, {"points": "many"}])
def test_what_is_not_offered_is_refused(director: Client, night: Night, small: Playing, sent: dict[str, str]):
    at = step(small.id, AT)
    assert director.post(at, asked(director, at) | sent).status_code == 422
    assert state_of(night, small.id).draft is None


def test_where_too_few_are_left_the_reason_is_said(director: Client, night: Night, small: Playing):
    at, entries = step(small.id, AT), list(state_of(night, small.id).entries)
    answer = director.post(at, asked(director, at) | {"out": entries[:5]})
    assert answer.status_code == 422
    assert "a table needs 3" in answer.text


@pytest.mark.parametrize("format", [Knockout(), Manual()])
def test_it_is_not_offered_where_nobody_can_sit_out(director: Client, small: Playing, format: Format):
    assert "Seat without some people" in director.get(step(small.id, "")).text
    small.send(commands.Change(format=format))
    assert "Seat without some people" not in director.get(step(small.id, "")).text


def test_a_draft_of_a_round_robin_says_how_many_rounds_follow(director: Client, night: Night, small: Playing):
    small.send(commands.Change(format=RoundRobin(), table_size=TableSize(2, 2, 2)))
    small.seat()
    told = "After this round 6 more are needed until everybody who is here has met."
    assert told in unescape(director.get(step(small.id, "")).text)
    draft = state_of(night, small.id).draft
    assert draft is not None
    small.send(commands.Swap(draft.id, draft.tables[0].seats[0], draft.tables[1].seats[0]))
    assert "until everybody who is here has met" not in director.get(step(small.id, "")).text
