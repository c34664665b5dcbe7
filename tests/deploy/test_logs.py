"""What stands on the terminal of a club's server."""

import subprocess
import sys

import pytest

from deploy import modes
from tests.deploy.served import variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
LINES = """
import logging
import django
django.setup()
logging.getLogger("django.request").warning("Not Found: /nothing")
logging.getLogger("django.request").error("Internal Server Error: /something")
logging.getLogger("league").warning("the disk is nearly full")
"""


def test_refusals_are_not_on_it_faults_are_and_a_file_gets_no_colours():
    environ = variables(DJANGO_SETTINGS_MODULE="deploy.settings")
    modes.prepare(ROOT, ["help"], environ)
    said = subprocess.run(
        [sys.executable, "-c", LINES],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    assert "Internal Server Error: /something" in said
    assert "the disk is nearly full" in said
    assert "/nothing" not in said
    assert "\x1b" not in said
