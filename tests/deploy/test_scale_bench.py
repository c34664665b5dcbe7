"""`bench scale` measures every line, with the smallest cases."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.processes import ROOT

SMALL = """
from bench import scale
scale.ENTRIES, scale.STREAM, scale.CLUBS, scale.LOG = (12, 16), (60, 90), (1, 2), (600, 900)
scale.TURNS, scale.REPORTS = 1, 1
scale.main()
"""
SET_UP = "import django; django.setup()"


@pytest.mark.backend("sqlite")
def test_each_line_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "deploy.settings")
    command = [sys.executable, "-c", f"{SET_UP}\n{SMALL}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert sum(" <= 1.30 " in line for line in lines) == 4
    assert sum("us CPU" in line for line in lines) == 4
