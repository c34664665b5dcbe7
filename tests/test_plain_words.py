"""Words that a new organiser did not understand are in no template and in no message.

Every text that is marked for translation is read: what a person meets at the desk, in the admin, on pages, phones,
screens and paper, and in refusals.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("api", "deploy", "games", "league")
MARKS = {"_", "N_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
IN_TEMPLATES = re.compile(
    r"\{%\s*trans(?:late)?\s+(\"[^\"]*\"|'[^']*')|\{%\s*blocktrans(?:late)?\b[^%]*%\}(.*?)\{%\s*endblocktrans",
    re.DOTALL,
)
WORDS = {
    "this one, and that one": r"^(this one|and that one)$",
    "a draft is deleted": r"\bthrow(n)? away\b",
    "absent, and not there": r"^there\?$",
    "a fixed table": r"^own table$",
    "leaves now": r"\bdrop(ped)? now\b",
    "weight": r"\bcounts times\b",
    "points for DNF": r"\blow points: codes\b",
    "games per round, rounds, usual table size": r"\b(games of a round|rounds at most|preferred table)\b",
    "points carried into the final": r"\bbring along\b",
    "updating": r"\bevents up to number\b",
    "ahead, behind, tied": r"^(better|worse|level)$",
    "somebody else changed this first": r"\bsomebody was faster\b|\bchanged meanwhile\b",
    "two at a table is offered as a choice": r"\bwrite 2 for all\b",
    "why somebody is in the final": r"\bone of those who are left\b",
    "seat again, since a draw is a tie": r"\b(draw|drawn) (it )?again\b|\bnew draw\b|\bround’s draws\b",
    "largest gap at a table": r"\bfrom first to last\b|\bgaps in points\b",
    "who is in the usual seat": r"\bis had more often\b|\brarest seats?\b",
    "who is at a smaller table again": r"\bat smaller tables have been\b|\bsmaller table has been\b",
    "what speaks against a table": r"\bcosts? of table\b|\bwhat table .* costs\b|\bcosts nothing\b",
    "nobody has sat there yet": r"\bhas had it \{?\w+\}? times\b|\bfewer than \{?\w+\}? times\b",
    "who reported, who says": r"\bdisputed version\b|\btold by\b|\bagainst it\b",
    "everybody by the tournament's visibility": r"\beveryone (who )?can see\b|\beverybody sees it\b",
    "names, and no fields": r"\bthe (field|option) \{",
    "fractions": r"\bcommon denominator\b",
    "what has changed": r"\bbecomes stale\b|\bis stale\b",
    "the right person": r"\bright one\b",
    "plain English": r"\b(whoever|anew|in the stead|of all that|is told|stands there|rather apart|throw off)\b",
}
ALLOWED = {
    "plain English": {"{card} can go elsewhere: it can't be thrown off on trick {trick}."},
}


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text with its file."""
    return tuple(sorted({*_of_code(), *_of_templates()}))


def _of_code() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) in MARKS:
                    yield from ((str(file.relative_to(ROOT)), text) for text in _texts(node))


def _texts(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _of_templates() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for file in (ROOT / package).rglob("templates/**/*.html"):
            for short, block in IN_TEMPLATES.findall(file.read_text("utf-8")):
                yield str(file.relative_to(ROOT)), short[1:-1] or block


def test_all_kinds_of_texts_are_read():
    found = {text for _file, text in texts()}
    assert len(found) > 2500
    assert {"Seat again", "Nobody meets anybody again.", "Check the seating", "{player} is named twice."} <= found


@pytest.mark.parametrize("meant", WORDS)
def test_no_text_has_words_that_were_not_understood(meant: str):
    wrong = [
        f"{file}: {text}"
        for file, text in texts()
        if re.search(WORDS[meant], text.strip(), re.IGNORECASE) and text not in ALLOWED.get(meant, ())
    ]
    assert not wrong, "\n".join([f"Say it in other words ({meant}):", *wrong])
