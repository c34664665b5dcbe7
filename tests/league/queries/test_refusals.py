"""A refusal is one sentence in the reader's language, with names for ids."""

from __future__ import annotations

from uuid import uuid4

import pytest

from games.kernel import N_, Rejected
from league.access.audience import CLUB
from league.queries.refusals import names_of, sentence
from tests.league.nights import Night, new_club, new_people

CALLED = {"e1": "Ann", "e2": "Bob"}


def test_lists_are_joined_and_ids_are_names():
    template = N_("{entry} can't meet {entries} over cards {cards}.")
    facts = {"entry": "e1", "entries": ["e2", "e3"], "cards": [1, 2]}
    assert sentence(template, facts, CALLED) == "Ann can't meet Bob, e3 over cards 1, 2."


def test_a_template_that_can_not_be_filled_is_shown_as_it_is():
    assert sentence("Table {number} {what}.", {"number": 1}) == "Table {number} {what}."
    assert sentence("A set {1, 2} stays.", {}) == "A set {1, 2} stays."


@pytest.mark.django_db
def test_entries_are_named_unless_the_id_is_unknown_where_it_was_sent():
    here, elsewhere = Night.open(club := new_club()), Night.open(club)
    here.enter(new_people(club, 1))
    elsewhere.enter(new_people(club, 1))
    known = Rejected("apart", N_("{entries}"), {"entries": here.entries})
    unknown = Rejected("unknown_entry", N_("{entry}"), {"entry": elsewhere.entries[0]})
    assert names_of([known, unknown], CLUB) == {here.entries[0]: "P1"}
    assert names_of([Rejected("gone", N_("{id}"), {"id": str(uuid4())})], CLUB) == {}
