"""`manage.py test [--fresh-seeds] [pytest's arguments]`: run all tests on SQLite, and on PostgreSQL and Redis.

Property tests use the same examples each time. With `--fresh-seeds` only they run, with new examples.
"""

from __future__ import annotations

import os
import secrets
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence

from django.conf import settings

from deploy import chromium
from deploy.steps import Command as StepsCommand
from deploy.steps import Step, sum_up

LEGS = ("sqlite", "postgres")
PROCESSES = "2"
NOTHING_COLLECTED = 5
FRESH_SEEDS = "--fresh-seeds"
FRESH = "fresh"
"""The Hypothesis profile that uses a seed (tests/conftest.py)."""
SEED = "--hypothesis-seed"
SECOND_TRIES = ("-p", "tests.second_tries", "--reruns", "1", "-rfER")
"""What fails is tried once more and named at the end (tests/second_tries.py)."""


def run_leg(leg: str, arguments: Sequence[str], browser: str) -> int:
    """Runs pytest on one backend; its exit status."""
    command = [sys.executable, "-m", "pytest", f"--backend={leg}", "-n", PROCESSES, "--dist=worksteal", *SECOND_TRIES]
    command += arguments
    variables = {**os.environ, "CHROMIUM": browser}
    for name in ("TABLEKEEPER_MODE", "TABLEKEEPER_DATA", "DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        variables.pop(name, None)
    return subprocess.run(
        command, cwd=settings.BASE_DIR, env=variables, stdin=subprocess.DEVNULL, check=False
    ).returncode


def judge(statuses: Mapping[str, int], *, is_part: bool) -> list[Step]:
    """Return the outcome of pytest's exit statuses. is_part: one backend may have no tests."""
    if set(statuses.values()) == {NOTHING_COLLECTED}:
        return [Step("tests: none found", passed=False)]
    good = (0, NOTHING_COLLECTED) if is_part else (0,)
    return [Step(f"tests on {leg}", passed=status in good) for leg, status in statuses.items()]


def seeded(arguments: Sequence[str], seed: int) -> list[str]:
    """Return the arguments, with `seed` added if they ask for fresh seeds and give none."""
    has_seed = any(argument.startswith(SEED) for argument in arguments)
    return [*arguments, f"{SEED}={seed}"] if FRESH_SEEDS in arguments and not has_seed else list(arguments)


def pytest_arguments(arguments: Sequence[str]) -> list[str]:
    """Return the arguments for pytest and Hypothesis."""
    if FRESH_SEEDS not in arguments:
        return list(arguments)
    given = [argument for argument in arguments if argument != FRESH_SEEDS]
    return ["-m", "hypothesis", f"--hypothesis-profile={FRESH}", *given]


class Command(StepsCommand):
    """Passes its arguments to pytest, once for each backend; the second runs even if the first fails."""

    help = (
        "Runs all tests on both databases; arguments are pytest's, such as -k NAME or a path. "
        f"With {FRESH_SEEDS} only the property tests, on new examples; {SEED}=N repeats those of a run."
    )

    def run(self, arguments: Sequence[str]) -> int:
        arguments = seeded(arguments, secrets.randbelow(2**32))
        if FRESH_SEEDS in arguments:
            sys.stdout.write(f"To repeat this run: python3 manage.py test {shlex.join(arguments)}\n")
            sys.stdout.flush()
        try:
            browser = chromium.find_or_install()
        except chromium.Missing as missing:
            raise SystemExit(str(missing)) from None
        return sum_up(
            judge({leg: run_leg(leg, pytest_arguments(arguments), browser) for leg in LEGS}, is_part=bool(arguments))
        )
