"""Commands that run other programs one after the other, all of them, and sum up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core.management.base import BaseCommand


@dataclass(frozen=True)
class Step:
    """What was run, and whether it went well."""

    name: str
    passed: bool


def run_step(name: str, command: Sequence[str]) -> Step:
    """Runs a program in the root folder, with nothing to read."""
    sys.stdout.write(f"== {name}\n")
    sys.stdout.flush()
    done = subprocess.run(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, check=False)
    return Step(name, done.returncode == 0)


def sum_up(steps: Sequence[Step]) -> int:
    """Prints a line a step; the exit status, 1 if any went wrong."""
    for step in steps:
        sys.stdout.write(f"{'ok    ' if step.passed else 'FAILED'} {step.name}\n")
    return 0 if all(step.passed for step in steps) else 1


class Command(BaseCommand):
    """A command that takes its arguments as they are, options of other programs among them."""

    def run_from_argv(self, argv: list[str]) -> None:
        """Ends the process with the status of `run`."""
        if argv[2:] == ["--help"]:
            sys.stdout.write(f"{argv[0]} {argv[1]}: {self.help}\n")
            return
        raise SystemExit(self.run(argv[2:]))

    def run(self, arguments: Sequence[str]) -> int:
        """The exit status."""
        raise NotImplementedError
