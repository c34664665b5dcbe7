"""Every rule in a game's README is linked to a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.registry import all_games

ROOT = Path(__file__).parents[2]


def rules(slug: str) -> list[str]:
    """The numbered rules, each with its continuation lines."""
    text = (ROOT / "games" / slug.replace("-", "_") / "README.md").read_text("utf-8")
    return re.findall(r"^\d+\. .*(?:\n   .*)*", text, re.MULTILINE)


@pytest.mark.parametrize("slug", list(all_games()))
def test_rules_are_numbered_and_each_names_its_tests(slug):
    known = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    numbered = rules(slug)
    assert [int(rule.partition(".")[0]) for rule in numbered] == list(range(1, len(numbered) + 1))
    for rule in numbered:
        tests = re.findall(r"`(test_\w+)`", rule)
        assert tests, rule
        assert all(f"def {test}(" in known for test in tests), rule
