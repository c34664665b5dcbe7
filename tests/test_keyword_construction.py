"""Events and commands of many fields are constructed with keyword arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from games.kernel import Command, Event

ROOT = Path(__file__).parents[1]
FOLDERS = ("games", "league", "api", "deploy", "tests", "bench")
MOST_POSITIONAL = 4


def is_wide(found: object) -> bool:
    """Whether it is an event or a command with more fields than may be passed by position."""
    if not (isinstance(found, type) and issubclass(found, Event | Command)):
        return False
    return len(found.__struct_fields__) > MOST_POSITIONAL


def imported(tree: ast.AST) -> dict[str, object]:
    """What the names that a file imports from the games and the domain stand for."""
    found: dict[str, object] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("games", "league.domain")):
            for name in node.names:
                found[name.asname or name.name] = _member(node.module or "", name.name)
    return found


def _member(module: str, name: str) -> object:
    """A module's attribute, or its submodule of that name."""
    found = getattr(import_module(module), name, None)
    return found if found is not None or find_spec(f"{module}.{name}") is None else import_module(f"{module}.{name}")


def positional(source: str) -> Iterator[int]:
    """The lines on which a wide event or command is constructed by position."""
    tree = ast.parse(source)
    names = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and is_wide(_called(node.func, names)):
            is_starred = any(isinstance(argument, ast.Starred) for argument in node.args)
            if is_starred or len(node.args) > MOST_POSITIONAL:
                yield node.lineno


def _called(function: ast.expr, names: dict[str, Any]) -> object:
    if isinstance(function, ast.Attribute):
        return getattr(_called(function.value, names), function.attr, None)
    return names.get(function.id) if isinstance(function, ast.Name) else None


@pytest.mark.parametrize("folder", FOLDERS)
def test_wide_events_and_commands_are_constructed_by_name(folder):
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in positional(path.read_text())
    ]
    assert found == []


def test_the_check_finds_positions_and_stars():
    start = "from league.domain.tournament import commands as c\nfrom league.domain.tournament.commands import Seat\n"
    assert list(positional(start + "Seat('r', 1, 1, 0, ())")) == [3]
    assert list(positional(start + "c.Seat(*planned)")) == [3]
    assert list(positional(start + "Seat('r', 1, 1, 0, tables=())\nc.Start(*parts)")) == []
