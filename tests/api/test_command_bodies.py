"""Bodies that are commands: what the service fills in is no field of them, and their ids are UUIDs."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.command_bodies import body_of, decode
from league.domain.season.commands import AddTournament, Change, CorrectEvent
from league.domain.values.faults import BadFields

TOURNAMENT = "0198c0de-0000-7000-8000-000000000001"


def test_the_command_has_what_was_sent_and_what_was_filled_in() -> None:
    body = {"tournament": TOURNAMENT.upper(), "multiplier": "1/2"}
    assert decode(AddTournament, body, id="e1") == AddTournament("e1", TOURNAMENT, multiplier="1/2")


def test_what_is_left_out_stays_unset() -> None:
    assert decode(Change, {"time_zone": "Europe/Berlin"}) == Change(time_zone="Europe/Berlin")
    assert decode(CorrectEvent, {"date": None}, id="e1") == CorrectEvent("e1", date=None)


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"tournament": TOURNAMENT, "id": "e2"}, "id", "unknown"),
        ({"tournament": TOURNAMENT, "type": "add_tournament"}, "type", "unknown"),
        ({"tournament": "t1"}, "tournament", "invalid"),
        ({}, "tournament", "required"),
        ([], "", "wrong_type"),
    ],
)
def test_bodies_that_are_refused(body: Any, field: str, code: str) -> None:
    with pytest.raises(BadFields) as refused:
        decode(AddTournament, body, id="e1")
    assert [(fault.field, fault.code) for fault in refused.value.faults] == [(field, code)]


def test_the_document_calls_it_by_its_name_and_lists_no_injected_field() -> None:
    _, components = msgspec.json.schema_components([body_of(CorrectEvent, ("id",), "CorrectSeasonEvent")])
    fields = set(components["CorrectSeasonEvent"]["properties"])
    assert fields == {field.encode_name for field in msgspec.structs.fields(CorrectEvent)} - {"id"}
