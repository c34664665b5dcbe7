"""The short form of `bench clock`: no clock is lost, and none is noted twice."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.deploy.served import variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")


def test_the_clocks_of_the_benchmark_end_once() -> None:
    command = [sys.executable, "manage.py", "bench", "clock", "--short"]
    done = subprocess.run(command, cwd=ROOT, env=variables(), capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    counts = [line for line in done.stdout.splitlines() if line.startswith("lost or twice")]
    assert len(counts) == 2
    assert all("0 lost, 0 twice" in line for line in counts)
