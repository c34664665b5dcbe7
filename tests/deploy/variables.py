"""The variables of the environment: those in the table of docs/operators.md, and those that programs read."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from deploy import environment
from tests.deploy import guides
from tests.processes import ROOT

PACKAGES = ("api", "deploy", "games", "league", "tests")
NAMES_OF_ENVIRON = ("os.environ", "environ")
OTHER_FILES = ("systemd/*.service", "systemd/*.env", "compose.yaml", "env.example", "Caddyfile")
IN_OTHER_FILES = re.compile(r"\{\$?([A-Z_]+)[:}]|^#?([A-Z_]+)=", re.MULTILINE)
DEFAULTS = re.compile(r"`(.*)`")


class Row(NamedTuple):
    """A row of the table."""

    name: str
    production: str
    club: str


class Recorded(dict[str, str]):
    """Variables that remember which of them were asked for."""

    def __init__(self, *given: dict[str, str]) -> None:
        super().__init__(*given)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)


def table() -> dict[str, Row]:
    """The rows of the guide for operators, by name."""
    (found,) = re.findall(r"^\| variable .*?\n\n", guides.text_of("docs/operators.md"), re.DOTALL | re.MULTILINE)
    cells = (line.strip("| ").split(" | ") for line in found.strip().splitlines()[2:])
    rows = [Row(name.strip("`"), production, club) for name, production, club, _ in cells]
    assert len({row.name for row in rows}) == len(rows)
    return {row.name: row for row in rows}


def names_in_code() -> set[str]:
    """The names by which Python files look into the environment; os.environ or a mapping called environ."""
    files = [ROOT / "manage.py", *(file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py")))]
    return {name for file in files for name in _names_in(file)}


def names_in_other_files() -> set[str]:
    """The variables that files of deploy/ set or put into command lines."""
    texts = [file.read_text("utf-8") for pattern in OTHER_FILES for file in (ROOT / "deploy").glob(pattern)]
    return {name for text in texts for found in IN_OTHER_FILES.findall(text) for name in found if name}


def _names_in(file: Path) -> Iterator[str]:
    text = file.read_text("utf-8")
    if "environ" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if (key := _key_of(node)) is not None:
            yield _text_of(key, file)


def _key_of(node: ast.AST) -> ast.expr | None:
    """The key where something is read or removed; None elsewhere."""
    match node:
        case ast.Subscript(value=of, slice=key, ctx=ast.Load()) if ast.unparse(of) in NAMES_OF_ENVIRON:
            return key
        case ast.Call(func=ast.Attribute(value=of, attr="get" | "pop" | "setdefault"), args=[key, *_]) if (
            ast.unparse(of) in NAMES_OF_ENVIRON
        ):
            return key
        case ast.Call(func=ast.Attribute(attr="getenv"), args=[key, *_]):
            return key
    return None


def _text_of(key: ast.expr, file: Path) -> str:
    """A name that is written there, or the value of a constant of the module."""
    if isinstance(key, ast.Constant):
        return str(key.value)
    module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    return str(getattr(module, ast.unparse(key)))


def asked_for(given: dict[str, str], patch: pytest.MonkeyPatch) -> set[str]:
    """The names that the settings ask for when these variables are set."""
    recorded = Recorded(given)
    patch.setattr(os, "environ", recorded)
    environment.read()
    return recorded.asked
