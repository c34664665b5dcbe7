"""The styles of a page: joined, minified, and written into the page itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rcssmin import cssmin

FOLDER = Path(__file__).parent / "styles"
COMMON = ("tokens", "base", "components", "clock")
PAGES: dict[str, tuple[str, ...]] = {
    "bracket": ("public", "bracket"),
    "club": ("public", "club"),
    "past": ("public", "club", "past"),
    "places": ("public", "club", "plot"),
    "code": ("public",),
    "docs": ("docs",),
    "link": ("notice",),
    "me": ("notice", "head", "me"),
    "slip": ("notice",),
    "person": ("public", "club", "person"),
    "problem": ("docs",),
    "public": ("public",),
    "screen": ("screen",),
    "sign-up": ("notice", "sign_up"),
    "table": ("notice", "head", "sheet", "table"),
}
"""The style sheets of a page in addition to those of all pages, by its name."""


@cache
def styles_of(page: str) -> str:
    """The style sheet of a page. Raises KeyError for an unknown page."""
    names = (*COMMON, *PAGES[page])
    return str(cssmin("\n".join((FOLDER / f"{name}.css").read_text("utf-8") for name in names)))
