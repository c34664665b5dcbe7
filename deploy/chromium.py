"""Find or install Chromium for the page tests."""

from __future__ import annotations

import os
import shutil

from deploy import debian
from deploy.debian import Missing

NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGE = "chromium"

__all__ = ["Missing", "find", "find_or_install"]


def find() -> str | None:
    """Return the path in the variable CHROMIUM, or of a browser on the PATH."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def find_or_install() -> str:
    """Return the browser's path; as root, install one if needed. Raises Missing."""
    return debian.find_or_install(PACKAGE, "The page tests need Chromium.", find)
