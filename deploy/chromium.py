"""Find or install Chromium for the page tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from deploy.bootstrap import is_root

NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGE = "chromium"


class Missing(Exception):
    """There is no browser; the message has the command that installs one."""


def find() -> str | None:
    """Return the path in the variable CHROMIUM, or of a browser on the PATH."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def find_or_install() -> str:
    """Return the browser's path; as root, install one if needed. Raises Missing."""
    found = find()
    if found is None and is_root() and shutil.which("apt-get"):
        sys.stdout.write("Installing Chromium for the page tests: once, about a minute.\n")
        sys.stdout.flush()
        apt("update")
        apt("install", "-y", "--no-install-recommends", PACKAGE)
        found = find()
    if found is None:
        raise Missing(f"The page tests need Chromium. Run this once:  sudo apt-get install -y {PACKAGE}")
    return found


def apt(*arguments: str) -> None:
    """Run apt-get quietly. A failure shows when the browser is looked for again."""
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "DEBCONF_NOWARNINGS": "yes"}
    nothing = subprocess.DEVNULL
    subprocess.run(["apt-get", "-qq", *arguments], env=variables, stdin=nothing, stdout=nothing, check=False)
