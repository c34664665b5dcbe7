"""`python -m deploy.linters.units`: systemd reads the units without a complaint and finds them well closed."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from deploy import debian

FOLDER = Path(__file__).resolve().parent.parent / "systemd"
PROGRAMS = "/opt/tablekeeper/.venv/bin/"
MOST_EXPOSED = 15
"""In tenths: `systemd-analyze security` rates a service from 0 (closed) to 10; these have 1.2."""


def main() -> int:
    """Return the exit status; 1 if there is a complaint or no systemd."""
    find = functools.partial(debian.find, "systemd-analyze")
    try:
        program = debian.find_or_install("systemd", "The units of deploy/systemd are checked by systemd-analyze.", find)
    except debian.Missing as missing:
        sys.stdout.write(f"{missing}\n")
        return 1
    complaints = list(complaints_of(program, FOLDER))
    sys.stdout.writelines(complaints)
    return 1 if complaints else 0


def complaints_of(program: str, units: Path) -> Iterator[str]:
    """Yield what systemd says against the units of a folder. Their programs are looked for in this environment."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(shutil.copytree(units, Path(temporary, "units")))
        for unit in folder.glob("*.service"):
            unit.write_text(unit.read_text("utf-8").replace(PROGRAMS, f"{Path(sys.executable).parent}/"))
        services = sorted(unit.name for unit in folder.glob("*.service"))
        names = [*services, *(unit.name for unit in folder.glob("*.target"))]
        yield from _said([program, "verify", "--man=no", *names], folder)
        for service in services:
            rated = [program, "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}", service]
            if said := "".join(_said(rated, folder, is_quiet=False)):
                yield f"{service} is more open than {MOST_EXPOSED / 10}:\n{said}"


def _said(command: list[str], folder: Path, *, is_quiet: bool = True) -> Iterator[str]:
    """Yield the output of a program that failed, or that is quiet unless something is wrong."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or (is_quiet and done.stderr):
        yield done.stdout + done.stderr or f"{' '.join(command)} failed.\n"


if __name__ == "__main__":
    raise SystemExit(main())
