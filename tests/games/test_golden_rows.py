"""One stored row of every event version ever shipped. Rows are added, never edited."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import pytest

from games.codec import canonical
from games.registry import all_games


def rows(slug: str) -> list[dict[str, Any]]:
    file = files(f"games.{slug.replace('-', '_')}") / "golden.jsonl"
    return [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_version_of_every_event_has_a_row(slug):
    wanted = {(event.type, schema) for event in all_games()[slug].rules.events for schema in range(1, event.schema + 1)}
    assert {(row["type"], row["schema"]) for row in rows(slug)} == wanted


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_row_loads_and_todays_are_stored_as_they_were(slug):
    codec = all_games()[slug].codec
    for row in rows(slug):
        data = canonical(row["data"])
        event = codec.decode(row["type"], row["schema"], data)
        assert event == codec.from_plain(row["type"], row["schema"], row["data"])
        if row["schema"] == event.schema:
            assert canonical(event) == data
