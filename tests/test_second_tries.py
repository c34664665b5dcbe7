"""What becomes of a test that fails once, always, or with many others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from deploy.management.commands.test import SECOND_TRIES
from tests.second_tries import MOST

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.backend("sqlite")

TESTS = """
import pytest

tried = set()

@pytest.mark.parametrize("number", range({once}))
def test_once(number):
    first = number not in tried
    tried.add(number)
    assert not first

def test_always():
    assert not {always}
"""


@pytest.mark.parametrize(
    ("once", "always", "status"), [(0, False, 0), (MOST, False, 0), (MOST + 1, False, 1), (0, True, 1)]
)
def test_a_few_may_pass_at_the_second_try(tmp_path: Path, once: int, always: bool, status: int):
    (tmp_path / "pytest.ini").touch()
    (tmp_path / "test_these.py").write_text(TESTS.format(once=once, always=always))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SECOND_TRIES, "-c", "pytest.ini"]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert done.stdout.count("RERUN test_these.py") == once + always
    assert done.stdout.count("first try of test_these.py::test_") == once + always
    assert done.stdout.count("test_these.py:10: assert not True") == once
