"""The list of cases in which other tools failed: each has tests that exist, or waits for a named release."""

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
CASES: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests" / "cases.toml").read_text(encoding="utf-8"))

NAMES = {
    "third bye", "every size", "penalty and areas", "repeats first", "squared cost", "swap step", "bye farming",
    "substitute", "shared first", "pot", "best of", "corrected twice", "wrong people", "same instant", "both scores",
    "double click", "same person", "pause", "overtime", "wrong wall clocks", "no such time", "week border",
    "file encoding", "known when", "gone home", "behind its back", "other people's key", "undo", "rules fix",
    "two names alike",
}  # fmt: skip


@cache
def functions_of(path: str) -> frozenset[str]:
    """The names of the test functions of a file."""
    module = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(found.name for found in module.body if isinstance(found, ast.FunctionDef))


def test_every_case_is_listed():
    assert set(CASES) == NAMES


@pytest.mark.parametrize("name", CASES)
def test_a_case_has_tests_or_waits_for_a_release(name: str):
    case = CASES[name]
    assert set(case) <= {"outcome", "tests", "later"}
    assert case["outcome"]
    assert case.get("tests") or "later" in case
    assert case.get("later", "standings") == "standings"
    for node in case.get("tests", []):
        path, _, function = node.partition("::")
        assert function.startswith("test_")
        assert function in functions_of(path), node
