"""Commands that run other programs, all of them, and sum up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings
from django.core.management.base import BaseCommand

AT_ONCE = 2


@dataclass(frozen=True)
class Step:
    name: str
    passed: bool


def run_steps(commands: Mapping[str, Sequence[str]]) -> list[Step]:
    """Runs programs in the root folder, two at a time, with nothing to read. Prints their output in order."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = {name: pool.submit(_run, command) for name, command in commands.items()}
        return [_shown(name, future.result()) for name, future in running.items()]


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


def _shown(name: str, done: subprocess.CompletedProcess[bytes]) -> Step:
    sys.stdout.write(f"== {name}\n{done.stdout.decode(errors='replace')}")
    sys.stdout.flush()
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
