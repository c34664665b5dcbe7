"""`manage.py lint`: check format, lint rules, types, import contracts, missing migrations, the files of deploy/."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from deploy.steps import Command as StepsCommand
from deploy.steps import run_steps, sum_up

PYTHON = sys.executable
IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
STEPS: dict[str, list[str]] = {
    "format": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "lint": [PYTHON, "-m", "ruff", "check", "."],
    "types": [PYTHON, "-m", "mypy"],
    "imports": [PYTHON, "-c", IMPORTS],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "containers": [PYTHON, "-m", "deploy.linters.containers"],
    "units": [PYTHON, "-m", "deploy.linters.units"],
}


class Command(StepsCommand):
    """Runs every check, even after one has failed."""

    help = f"Runs the checks {', '.join(STEPS)}; with names, only those."

    def run(self, arguments: Sequence[str]) -> int:
        unknown = [name for name in arguments if name not in STEPS]
        if unknown:
            raise SystemExit(f"There is no check {unknown[0]}: {', '.join(STEPS)}.")
        return sum_up(run_steps({name: STEPS[name] for name in arguments or STEPS}))
