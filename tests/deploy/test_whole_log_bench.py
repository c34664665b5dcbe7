"""`bench whole_log` measures every line, of a small log."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.processes import ROOT

COMMAND = "import django; django.setup()\nfrom bench import whole_log\nwhole_log.main('--short')"


@pytest.mark.backend("sqlite")
def test_each_line_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "deploy.settings")
    command = [sys.executable, "-c", COMMAND]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("events/s") == 5
    assert done.stdout.count("0 findings") == done.stdout.count("0 rows") == 2
    assert done.stdout.endswith("all levels reached\n")
