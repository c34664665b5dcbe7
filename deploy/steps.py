"""Commands that run other programs one after the other and print a summary."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core.management.base import BaseCommand


@dataclass(frozen=True)
class Step:
    name: str
    passed: bool


def run_step(name: str, command: Sequence[str]) -> Step:
    """Run a program in the root folder, without input."""
    sys.stdout.write(f"== {name}\n")
    sys.stdout.flush()
    done = subprocess.run(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, check=False)
    return Step(name, done.returncode == 0)


def sum_up(steps: Sequence[Step]) -> int:
    """Print a line for each step, and return the exit status: 1 if any failed."""
    for step in steps:
        sys.stdout.write(f"{'ok    ' if step.passed else 'FAILED'} {step.name}\n")
    return 0 if all(step.passed for step in steps) else 1


class Command(BaseCommand):
    """A command that gets its arguments unparsed, since they may be options of other programs."""

    def run_from_argv(self, argv: list[str]) -> None:
        """End the process with the status of `run`."""
        if argv[2:] == ["--help"]:
            sys.stdout.write(f"{argv[0]} {argv[1]}: {self.help}\n")
            return
        raise SystemExit(self.run(argv[2:]))

    def run(self, arguments: Sequence[str]) -> int:
        """Return the exit status."""
        raise NotImplementedError
