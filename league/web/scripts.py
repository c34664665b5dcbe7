"""The script of a page: its parts joined and minified, under an address that changes with its content."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from rjsmin import jsmin

FOLDER = Path(__file__).parent / "scripts"
COMMON = ("core", "clock", "live")
PAGES: dict[str, tuple[str, ...]] = {
    "club": ("club",),
    "bracket": ("bracket",),
    "desk": (),
    "docs": (),
    "me": (),
    "public": ("public",),
    "screen": ("screen",),
    "slip": ("slip",),
    "table": ("sheet", "table"),
}
"""The parts of a page's script in addition to those of all pages, by its name. A page that is not here has none."""
ALONE = {"desk": ("live",), "docs": ("docs",)}
"""The parts of pages outside of the hall, which have scripts of their own."""
HASH_DIGITS = 12


@cache
def script_of(page: str) -> str:
    """The minified script of a page. Raises KeyError for a page without one."""
    names = ALONE.get(page) or (*COMMON, *PAGES[page])
    parts = ((FOLDER / f"{name}.js").read_text("utf-8") for name in names)
    return str(jsmin("\n".join(f"{{\n{part}\n}}" for part in parts)))


@cache
def hash_of(page: str) -> str:
    """The hash in the address of a page's script."""
    return hashlib.sha256(script_of(page).encode()).hexdigest()[:HASH_DIGITS]
