"""Names of people, teams, clubs, tournaments and seasons: how they are stored, compared and searched.

| form | of a name | example |
| --- | --- | --- |
| stored | NFC, one space between words, nothing invisible | "Zoë  K\\u200b." becomes "Zoë K." |
| compared | the stored form without case, U+200C and U+200D; equal for two names that look alike | "zoë k." |
| search key | lower case without marks, ligatures as two letters | "zoe k." |

U+200C and U+200D stay in the stored form between letters, where Persian and Indian scripts need them, and after a
virama. A variation selector stays after an ideograph, whose form it chooses. Names that were stored before this rule
stay as they are; they are compared and found by the same functions.
"""

from __future__ import annotations

import re
import unicodedata

from games.kernel import N_, Json
from league.domain.values.faults import BadFields, Fault

LONGEST = 120
_SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000"
"""White space, and the blank of Braille, for a class of a regular expression."""
_SPACE_RUN = re.compile(f"[{_SPACES}]+")
_INSIDE = re.compile(f"[^{_SPACES}](?s:.*[^{_SPACES}])?")
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_INVISIBLE = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    "|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_HIDDEN = re.compile("[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef\u202a-\u202e\u2066-\u2069]")
_JOINERS = re.compile("([\u200c\u200d]+)")
_VIRAMA = 9
_ROW = re.compile(r';|\t|\||,.*,|,\s*[\d"]|,\S|^".*"$|\S@\S')
_UNMARKED = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"})
"""Letters that Unicode does not decompose into a letter and a mark; casefold already turns ß into ss."""


class BadName(ValueError):
    """A text that can't be a name. template: the sentence, with `{fact}` places."""

    def __init__(self, code: str, template: str, **facts: int | str) -> None:
        super().__init__(template.format(**facts))
        self.code, self.template = code, template
        self.facts: Json = facts


def stored(text: str, *, most: int | None = LONGEST, needs_letter: bool = True) -> str:
    """The form in which a name is stored; "" for a text without a visible sign if it needs no letter.

    most: characters; None for no limit. needs_letter: refuse a name without a letter or digit. Raises BadName.
    """
    inside = _INSIDE.search(text)
    if inside and (wrong := _FORBIDDEN.search(text, *inside.span())):
        template = N_("Character {position} of this name, {character}, can't be in a name.")
        raise BadName("bad_character", template, character=f"U+{ord(wrong[0]):04X}", position=wrong.start() + 1)
    name = _tidy(text)
    if needs_letter and not name:
        raise BadName("required", N_("A name is missing."))
    if needs_letter and not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise BadName("no_letter", N_("A name needs a letter or a digit that can be seen."))
    if most is not None and len(name) > most:
        raise BadName("too_long", N_("A name has at most {most} characters."), most=most)
    return name


def checked(field: str, text: str, *, most: int = LONGEST, needs_letter: bool = True) -> str:
    """As `stored`, for a field of a command or body. Raises BadFields."""
    try:
        return stored(text, most=most, needs_letter=needs_letter)
    except BadName as wrong:
        raise BadFields([Fault(field, wrong.code, wrong.template, wrong.facts)]) from wrong


def compared(text: str) -> str:
    """The form that is equal for two names that look alike, also of names that could no longer be stored."""
    if text.isascii():
        return " ".join(text.split()).casefold()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", _HIDDEN.sub("", _tidy(text))).casefold())


def search_key(text: str) -> str:
    """The form in which names and the words that are looked for are compared: without case and marks."""
    signs = unicodedata.normalize("NFKD", compared(text))
    return "".join(sign for sign in signs if not unicodedata.combining(sign)).translate(_UNMARKED)


def is_row(line: str) -> bool:
    """Whether a pasted line is a row of a table rather than a name: with separators, an e-mail or quotes around it."""
    return _ROW.search(line) is not None


def _tidy(text: str) -> str:
    visible = _INVISIBLE.sub("", _SPACE_RUN.sub(" ", text))
    return unicodedata.normalize("NFC", _SPACE_RUN.sub(" ", _joined(visible)).strip(" "))


def _joined(text: str) -> str:
    """The text with U+200C and U+200D only where they join letters, or follow a virama, and one of a run."""
    parts = _JOINERS.split(text)
    for at in range(1, len(parts), 2):
        before, after = parts[at - 1][-1:], parts[at + 1][:1]
        is_kept = before and (unicodedata.combining(before) == _VIRAMA or (_is_letter(before) and _is_letter(after)))
        parts[at] = parts[at][0] if is_kept else ""
    return "".join(parts)


def _is_letter(sign: str) -> bool:
    """Whether it is a letter, or a mark of one."""
    return sign != "" and unicodedata.category(sign)[0] in "LM"
