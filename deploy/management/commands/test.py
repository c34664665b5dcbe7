"""`manage.py test [pytest's arguments]`: the whole suite, on SQLite and on a real PostgreSQL and Redis."""

from __future__ import annotations

import os
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


def run_leg(leg: str, arguments: Sequence[str], browser: str) -> int:
    """Runs pytest on one backend; its exit status."""
    command = [sys.executable, "-m", "pytest", f"--backend={leg}", "-n", PROCESSES, *arguments]
    variables = {**os.environ, "CHROMIUM": browser}
    for name in ("TABLEKEEPER_MODE", "TABLEKEEPER_DATA", "DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        variables.pop(name, None)
    return subprocess.run(
        command, cwd=settings.BASE_DIR, env=variables, stdin=subprocess.DEVNULL, check=False
    ).returncode


def judge(statuses: Mapping[str, int], *, is_part: bool) -> list[Step]:
    """What pytest's exit statuses of both legs mean; a part of the suite may have nothing for one of them."""
    if set(statuses.values()) == {NOTHING_COLLECTED}:
        return [Step("tests: none found", passed=False)]
    good = (0, NOTHING_COLLECTED) if is_part else (0,)
    return [Step(f"tests on {leg}", passed=status in good) for leg, status in statuses.items()]


class Command(StepsCommand):
    """Hands what is given on to pytest, once for each backend; the second leg runs whatever the first says."""

    help = "Runs all tests on both databases; arguments are pytest's, such as -k NAME or a path."

    def run(self, arguments: Sequence[str]) -> int:
        try:
            browser = chromium.find_or_install()
        except chromium.Missing as missing:
            raise SystemExit(str(missing)) from None
        return sum_up(judge({leg: run_leg(leg, arguments, browser) for leg in LEGS}, is_part=bool(arguments)))
