"""Programs of Debian that the arrangement needs: found, or installed by root; else the line to run is shown."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Callable

from deploy.chromium import apt


class Missing(Exception):
    """A program is not there; the message has the line that installs it."""


def _on_path(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def _library() -> str | None:
    return next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)


FOUND_BY: dict[str, Callable[[], str | None]] = {
    "nginx-light": lambda: _on_path("nginx"),
    "openssl": lambda: _on_path("openssl"),
    "libfaketime": _library,
}
"""How each package's program or library is found."""


def path_of(package: str) -> str:
    """The path of a package's program or library. Raises Missing."""
    find = FOUND_BY[package]
    if find() is None and os.geteuid() == 0 and shutil.which("apt-get"):
        apt("update")
        apt("install", "-y", "--no-install-recommends", package)
    if (found := find()) is None:
        raise Missing(f"These tests need {package}. Run this once:  sudo apt-get install -y {package}")
    return found
