"""`python -m deploy.linters.containers`: hadolint, the schema of compose files and Caddy find no fault with deploy/.

The three programs are in the development lock.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
SCHEMA = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]


def main() -> int:
    """Return the exit status; 1 if there is a complaint."""
    complaints = list(complaints_of(FOLDER))
    sys.stdout.writelines(complaints)
    return 1 if complaints else 0


def complaints_of(folder: Path) -> Iterator[str]:
    """Yield what the programs say against the files of a folder."""
    caddyfile = str(folder / "Caddyfile")
    yield from _said([str(PROGRAMS / "hadolint"), "--no-color", str(folder / "Dockerfile")])
    yield from _said([*SCHEMA, str(folder / "compose.yaml")])
    yield from _said([str(PROGRAMS / "caddy"), "validate", "--adapter", "caddyfile", "--config", caddyfile])
    yield from _said([str(PROGRAMS / "caddy"), "fmt", "--diff", caddyfile])


def _said(command: list[str]) -> Iterator[str]:
    """Yield the output of a program that failed. Caddy writes to the home folder, so it gets one that is removed."""
    with tempfile.TemporaryDirectory() as home:
        variables = {**os.environ, "SITE": "play.example.org", "HOME": home}
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        yield done.stdout + done.stderr


if __name__ == "__main__":
    raise SystemExit(main())
