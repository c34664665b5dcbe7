"""Programs of Debian that the arrangement needs."""

from __future__ import annotations

import glob
from collections.abc import Callable
from functools import partial

from deploy import debian


def _library() -> str | None:
    return next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)


FOUND_BY: dict[str, Callable[[], str | None]] = {
    "nginx-light": partial(debian.find, "nginx"),
    "openssl": partial(debian.find, "openssl"),
    "libfaketime": _library,
}
"""How each package's program or library is found."""


def path_of(package: str) -> str:
    """The path of a package's program or library. Raises deploy.debian.Missing."""
    return debian.find_or_install(package, f"These tests need {package}.", FOUND_BY[package])
