"""Every event version ever shipped loads. Rows are added to golden.jsonl, never edited."""

import json
from importlib.resources import files

import msgspec
import pytest

from games.codec import Codec, canonical
from games.kernel import Command
from league.domain.club import events as club
from league.domain.season import rules as season
from league.domain.tournament import commands
from league.domain.tournament import rules as tournament

EVENTS = [*tournament.RULES.events, *season.RULES.events, *club.EVENTS]
ROWS = [json.loads(line) for line in (files("league.domain") / "golden.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['type']}-{row['schema']}")
def test_a_golden_row_loads_and_is_written_again_as_it_was(row):
    event = Codec(EVENTS).decode(row["type"], row["schema"], json.dumps(row["data"]))
    assert event.type == row["type"]
    if row["schema"] == event.schema:
        assert msgspec.json.decode(canonical(event)) == row["data"]


def test_every_event_has_a_row_of_each_of_its_versions():
    rows = {(row["type"], row["schema"]) for row in ROWS}
    assert {(event.type, schema) for event in EVENTS for schema in range(1, event.schema + 1)} == rows


@pytest.mark.parametrize("rules", [tournament.RULES, season.RULES], ids=lambda rules: rules.name)
def test_every_event_is_folded_and_named_for_its_kind(rules):
    assert list(rules.evolve) == list(rules.events)
    assert all(event.type.startswith(f"{rules.name}.") for event in rules.events)


def test_every_command_is_decided():
    gathered = [getattr(commands, name) for name in commands.__all__]
    assert {each for each in gathered if issubclass(each, Command)} == set(tournament.DECIDE)
