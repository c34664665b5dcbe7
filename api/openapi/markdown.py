"""Markdown as HTML for the page of the API: the guide, and the descriptions of the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

Target = Callable[[str], str | None]
"""Where a link leads on the page; None for a link that leads to nothing there."""
PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
WIDE = '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n'
"""A table scrolls by itself where the window is narrower, also by keys."""
PARSER.add_render_rule("table_open", lambda *_: WIDE)
PARSER.add_render_rule("table_close", lambda *_: "</table></div>\n")


def block(text: str, target: Target) -> SafeString:
    """A text with headings, lists, tables and blocks of code; each heading has an id as GitHub makes it."""
    tokens = PARSER.parse(text)
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", slug(inside.content))
    for token in tokens:
        token.children = _linked(token.children, target) if token.children else token.children
    return SafeString(PARSER.renderer.render(tokens, PARSER.options, {}))


@cache
def line(text: str) -> SafeString:
    """A sentence or a few, with code and emphasis."""
    return SafeString(PARSER.renderInline(" ".join(text.split())))


def headings(text: str) -> list[tuple[str, str]]:
    """The id and the words of each heading of the second level."""
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [(slug(found), found) for found in re.findall(r"^## (.+)$", outside, re.MULTILINE)]


def slug(heading: str) -> str:
    """The id of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _linked(parts: Sequence[Token], target: Target) -> list[Token]:
    """The parts of a line with each link's new address; the words alone of a link that leads to nothing."""
    found, is_dropped = [], False
    for part in parts:
        if part.type == "link_open":
            to = target(str(part.attrGet("href")))
            is_dropped = to is None
            if to is not None:
                part.attrSet("href", to)
        if not (is_dropped and part.type in ("link_open", "link_close")):
            found.append(part)
    return found
