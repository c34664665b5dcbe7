"""Programs of Debian's packages that tests and checks need: found, or installed by root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable

from deploy.bootstrap import is_root


class Missing(Exception):
    """A program is not there; the message has the line that installs it."""


def find(program: str) -> str | None:
    """Return a program's path. Those of system services are often not on a user's PATH."""
    return shutil.which(program, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin")))


def find_or_install(package: str, reason: str, find: Callable[[], str | None]) -> str:
    """Return what `find` gives; as root, install the package if it gives nothing. Raises Missing.

    reason: a sentence that says what needs the package.
    """
    found = find()
    if found is None and is_root() and shutil.which("apt-get"):
        sys.stderr.write(f"Installing Debian's package {package}, once.\n")
        apt("update")
        apt("install", "-y", "--no-install-recommends", package)
        found = find()
    if found is None:
        raise Missing(f"{reason} Run this once:  sudo apt-get install -y {package}")
    return found


def apt(*arguments: str) -> None:
    """Run apt-get quietly. A failure shows when the program is looked for again."""
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "DEBCONF_NOWARNINGS": "yes"}
    nothing = subprocess.DEVNULL
    subprocess.run(["apt-get", "-qq", *arguments], env=variables, stdin=nothing, stdout=nothing, check=False)
