"""Steps of aggregates: no body names what the path, the time or the service fills in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from api import urls
from api.command_bodies import TIME, body_of, decode
from api.steps import Step, Steps
from games.kernel import Command
from league.domain.tournament.commands import BeginStage, Change, Penalise, RepairSeat
from league.domain.values.faults import BadFields
from tests.api.test_doors import Venue

OTHERS: dict[type[Command], tuple[str, ...]] = {
    BeginStage: (),
    Change: (),
    Penalise: ("id",),
    RepairSeat: ("round", "fewest", "most", "fresh"),
}
"""Commands that bodies become outside of the tables, with the fields that are filled in."""


def steps() -> Iterator[tuple[type[Steps], str, Step]]:
    """Every row of every table, with its view set and the name of its items."""
    for _, resource, basename in urls.router.registry:
        if issubclass(resource, Steps):
            yield from ((resource, basename, step) for step in resource.steps)


def filled_in() -> dict[type[Command], tuple[str, ...]]:
    """Every command that is a body, with its fields that are filled in."""
    listed = {step.command: (resource.item_field, *step.filled) for resource, _, step in steps()}
    return {command: tuple(filter(None, filled)) for command, filled in {**OTHERS, **listed}.items()}


def test_the_tables_have_the_steps_of_tournaments_entries_rounds_and_penalties() -> None:
    found = {f"{basename}-{step.path}" for _, basename, step in steps()}
    assert {"tournament-close", "entry-check-in", "round-publish", "penalty-lift"} <= found


@pytest.mark.parametrize("command", filled_in())
def test_a_body_that_names_what_is_filled_in_is_refused_as_for_an_unknown_field(command: type[Command]) -> None:
    filled = filled_in()[command]
    values: dict[str, Any] = dict.fromkeys(filled, "x")
    for name in {*filled, TIME, "type", "actor"} & {*command.__struct_fields__, "type", "actor"}:
        with pytest.raises(BadFields) as refused:
            decode(command, {name: "x"}, **values)
        unknown, *missing = refused.value.faults  # the body lacks all that it needs
        assert (unknown.code, unknown.field) == ("unknown", name)
        assert {fault.code for fault in missing} <= {"required"}, name
    assert not {*filled, TIME} & set(body_of(command, filled).__struct_fields__)


@pytest.mark.parametrize(("name", "field"), [(f"{row[1]}-{row[2].path}", row[0].item_field or TIME) for row in steps()])
def test_each_step_refuses_them_over_http(venue: Venue, name: str, field: str) -> None:
    body = {**(venue.body(f"{name} post") or {}), field: "x"}
    answer = venue.site.superuser.send("POST", venue.path(name), body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_fields")
    assert [error["code"] for error in answer.json()["errors"]] == ["unknown"]


def test_an_id_in_a_body_is_a_uuid() -> None:
    assert msgspec.json.schema(body_of(Penalise, ("id",)))["$defs"]["Penalise"]["properties"]["entry"] == {
        "type": "string",
        "format": "uuid",
    }
