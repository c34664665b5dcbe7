"""README.md and the guides of docs/, and the blocks of code in them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.processes import ROOT

GUIDES = ("README.md", "docs/organisers.md", "docs/api.md", "docs/operators.md", "docs/engineers.md")
PAGES = sorted({*GUIDES, *(str(page.relative_to(ROOT)) for page in (ROOT / "docs").glob("*.md"))})


def text_of(page: str) -> str:
    """A page, by its path."""
    return (ROOT / page).read_text("utf-8")


def blocks(page: str, language: str = "") -> list[str]:
    """The blocks of code in a language, in their order."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)
    return found


def block(page: str, language: str, begins: str = "") -> str:
    """The one block of code that begins so."""
    (found,) = (one for one in blocks(page, language) if one.startswith(begins))
    return found


def anchors(page: Path) -> set[str]:
    """The names of a page's headings in addresses, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
