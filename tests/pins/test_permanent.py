"""What programs, links and stored events hang on is as `permanent.json` lists it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pins.permanent import permanent

Pins = dict[str, dict[str, dict[str, str]]]
PINNED: Pins = json.loads(Path(__file__).with_name("permanent.json").read_text("utf-8"))
HOW = "If this is meant: `python -m tests.pins` rewrites permanent.json; read the difference before you commit it."


@pytest.fixture(scope="module")
def now() -> Pins:
    return permanent()


@pytest.mark.parametrize("section", sorted(PINNED))
def test_nothing_permanent_has_changed(now: Pins, section: str) -> None:
    found = differences(PINNED[section], now[section])
    assert not found, "\n".join([f"{section}:", *found, HOW])


def test_each_section_is_pinned(now: Pins) -> None:
    assert list(now) == list(PINNED)
    assert all(len(things) > 1 for groups in PINNED.values() for things in groups.values())


def differences(pinned: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> list[str]:
    """What vanished, appeared or changed, one a line."""
    then, today = flat(pinned), flat(now)
    return [
        *(f"vanished: {name}" for name in then if name not in today),
        *(f"appeared: {name}" for name in today if name not in then),
        *(f"changed: {name}: {was} -> {today[name]}" for name, was in then.items() if today.get(name, was) != was),
    ]


def flat(groups: dict[str, dict[str, str]]) -> dict[str, str]:
    """Each part under the name of its group."""
    return {f"{group}: {name}": kind for group, things in groups.items() for name, kind in things.items()}
