"""Play files for the tests, and what they come to."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from games.kernel import Json
from league.play import running
from league.play.problems import PlayProblem

EVENING = datetime(2026, 12, 1, 19, 0, tzinfo=UTC)


def file_of(*tournaments: Json, **more: Any) -> Json:
    """A file with these tournaments."""
    return {"format": "tablekeeper-play/1", "tournaments": list(tournaments), **more}


def night(entries: list[Any], rounds: list[Json], **more: Any) -> Json:
    """A tournament "t"."""
    return {"id": "t", "entries": entries, "rounds": rounds, **more}


def as_bytes(file: Json) -> bytes:
    return json.dumps(file).encode()


def played(file: Json) -> Json:
    """What the file comes to; nothing is kept."""
    return running.run_and_discard(as_bytes(file), EVENING)


def refusal(file: Json | bytes) -> Json:
    """The problem that a file is."""
    with pytest.raises(PlayProblem) as found:
        running.run_and_discard(file if isinstance(file, bytes) else as_bytes(file), EVENING)
    return found.value.body()


def points_of(rows: list[Json]) -> dict[str, int | str]:
    return {row["entry"]: row["points"] for row in rows}


def column(rows: list[Json], name: str) -> dict[str, Any]:
    """A value of each row by entry, in the order of the rows."""
    return {row["entry"]: row[name] for row in rows}


def tie_breaks(rows: list[Json], name: str) -> dict[str, Any]:
    return {row["entry"]: row["tie_breaks"][name] for row in rows}
