"""The short form of `bench live`: its own figures, and that nothing is lost or recorded twice."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.deploy.served import variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")


def test_the_benchmark_of_the_hall_runs_and_nothing_is_lost() -> None:
    command = [sys.executable, "manage.py", "bench", "live", "--short"]
    done = subprocess.run(command, cwd=ROOT, env=variables(), capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    lines = {line[:67].strip(): line.split()[-1] for line in done.stdout.splitlines() if line[67:].strip()}
    certain = [what for what in lines if "recorded once" in what or "equal a rebuild" in what]
    assert len(certain) == 4
    assert {lines[what] for what in certain} == {"ok"}
