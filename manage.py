#!/usr/bin/env python3
"""Tablekeeper's commands. `python3 manage.py club` serves a club night, `python3 manage.py test` runs all tests.

Nothing has to be installed before: the first start sets up the environment (deploy/bootstrap.py).
"""

import sys
from pathlib import Path

from deploy import bootstrap, command_line

ROOT = Path(__file__).resolve().parent

if __name__ == "__main__":
    bootstrap.ensure(ROOT, sys.argv[1:])
    command_line.run("manage.py", ROOT / "data", sys.argv[1:])
