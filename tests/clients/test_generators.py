"""Tools of other people read the OpenAPI document without a complaint: two generators of clients, and a linter."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.clients import tools
from tests.clients.tools import HERE, document, node, run

pytestmark = pytest.mark.backend("sqlite")
IMPORTS = """
import importlib, pkgutil, client
for module in pkgutil.walk_packages(client.__path__, "client."):
    importlib.import_module(module.name)
"""


def test_each_module_of_the_python_client_can_be_imported(generated: Path) -> None:
    run([tools.PYTHON, "-W", "error", "-c", IMPORTS], generated)


def test_typescript_takes_the_generated_types_in_strict_mode(tmp_path: Path) -> None:
    node(
        "openapi-typescript/bin/cli.js",
        document(tmp_path),
        "-o",
        "api.ts",
        "--default-non-nullable=false",
        folder=tmp_path,
    )
    shutil.copy(HERE / "sample.ts", tmp_path)
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"]
    node("typescript/bin/tsc", *options, "sample.ts", folder=tmp_path)


def test_the_linter_finds_nothing(tmp_path: Path) -> None:
    rules = ["--ruleset", HERE / ".spectral.yaml", "--fail-severity", "hint"]
    said = node("@stoplight/spectral-cli/dist/index.js", "lint", document(tmp_path), *rules, folder=tmp_path)
    assert "No results" in said
