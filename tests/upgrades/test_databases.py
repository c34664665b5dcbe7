"""A database of every release, migrated: the log is clean, a rebuild changes nothing, and the night reads as it did."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.upgrades.kept import VERSIONS, answered, call, known, restored


def places(standings: Any) -> list[tuple[Any, ...]]:
    """What decides: place, entry and points of each row."""
    return [(row["place"], row["entry"], row["points"]) for row in standings["rows"]]


def tables(rounds: Any) -> list[tuple[Any, ...]]:
    """Who sat where in each round, and with which result."""
    return [
        (found["number"], table["number"], [seat["entry"] for seat in table["seats"]], result(table["result"]))
        for found in rounds["results"]
        for table in found["tables"]
    ]


def result(reported: Any) -> Any:
    return {name: reported[name] for name in ("places", "scores")}


@pytest.mark.django_db
@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_an_older_release_is_migrated_and_reads_as_it_did(version: str, tmp_path: Path) -> None:
    before = answered(version)
    with restored(version, tmp_path) as url:
        now = call(url, "tests.upgrades.now:upgraded", before["tournament"])
    assert now["findings"] == []
    assert now["different"][1] == []
    assert not now["different"][0] or version != VERSIONS[-1], "the newest release needs no rebuild"
    assert set(now["pages"].values()) == {200}, now["pages"]
    assert now["failed"] == []
    assert places(now["answers"]["standings"]) == places(before["standings"])
    assert tables(now["answers"]["rounds"]) == tables(before["rounds"])
    names = [{"id": entry["id"], "name": entry["name"]} for entry in before["entries"]["results"]]
    assert known(now["answers"]["entries"]["results"], names) == names
    if version == VERSIONS[-1]:
        assert now["needed"] == [], "a process of that release can't insert rows: give these columns a db_default"
