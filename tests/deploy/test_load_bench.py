"""The short form of `bench load`: a crowd gets its answers, every report is taken, and nothing is an error."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.deploy.served import variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")


def test_the_benchmark_of_the_crowd_runs_without_an_error() -> None:
    command = [sys.executable, "manage.py", "bench", "load", "--short"]
    done = subprocess.run(command, cwd=ROOT, env=variables(), capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    lines = {line[:67].strip(): line.split()[-1] for line in done.stdout.splitlines() if line[67:].strip()}
    certain = [what for what in lines if "errors" in what or what == "reports taken"]
    assert len(certain) == 4
    assert {lines[what] for what in certain} == {"ok"}, done.stdout
