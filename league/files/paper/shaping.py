"""Texts as they are drawn from left to right: Arabic letters joined, scripts from right to left reversed. Pure.

Source: the Unicode Standard, chapter 9.2 (joining), and annex 9 (order) without its control characters, which no name
has. Not covered: the marks of vowels over Arabic and Hebrew letters, which are left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

RIGHT_TO_LEFT = frozenset({"R", "AL"})
NUMBERS = frozenset({"EN", "AN"})
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
TATWEEL = "\N{ARABIC TATWEEL}"
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def visual(text: str) -> str:
    """Return the text as it is drawn from left to right."""
    if not any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in text):
        return unicodedata.normalize("NFC", text)
    joined = _joined(_without_marks(text))
    levels = _levels(joined)
    line = [
        (level, sign.translate(MIRRORED) if level % 2 else sign) for level, sign in zip(levels, joined, strict=True)
    ]
    for turned in range(max(levels), 0, -1):
        line = list(_reversed_from(turned, line))
    return "".join(sign for _, sign in line)


def _without_marks(text: str) -> str:
    """The text without the marks that belong to letters from right to left."""
    signs, script = [], ""
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.bidirectional(sign)
        script = script if kind == "NSM" else kind
        if not (kind == "NSM" and script in RIGHT_TO_LEFT):
            signs.append(sign)
    return "".join(signs)


# ---- Joining ----


def _presentation_forms() -> dict[tuple[str, str], str]:
    """(letters, form) -> the sign with that form: of one letter, or of lam and alef."""
    found: dict[tuple[str, str], str] = {}
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        form, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        plain = "".join(chr(int(letter, 16)) for letter in letters)
        if form in ("<isolated>", "<final>", "<initial>", "<medial>") and (len(plain) == 1 or plain[:1] == "ل"):
            found.setdefault((plain, form.strip("<>")), chr(code))
    return found


FORMS = _presentation_forms()
LIGATURES = frozenset(letters for letters, _ in FORMS if len(letters) == 2 and letters[1] in "آأإا")


def _joined(text: str) -> str:
    """The text with each Arabic letter in the form that its neighbours give it."""
    letters = list(_letters(text))
    padded = ["", *letters, ""]
    signs = [_form(*padded[at : at + 3]) for at in range(len(letters))]
    return "".join(sign for sign in signs if sign not in JOINERS)


def _letters(text: str) -> Iterator[str]:
    """The letters of a text, lam and alef as one."""
    at = 0
    while at < len(text):
        size = 2 if text[at : at + 2] in LIGATURES else 1
        yield text[at : at + size]
        at += size


def _form(before: str, letter: str, after: str) -> str:
    from_before = _joins_next(before) and _joins_previous(letter)
    to_after = _joins_next(letter) and _joins_previous(after)
    form = {(True, True): "medial", (True, False): "final", (False, True): "initial"}.get((from_before, to_after))
    return FORMS.get((letter, form or "isolated"), letter)


def _joins_previous(letter: str) -> bool:
    return letter == TATWEEL or (letter, "final") in FORMS


def _joins_next(letter: str) -> bool:
    return letter == TATWEEL or (letter, "initial") in FORMS


# ---- Order ----


def _levels(text: str) -> list[int]:
    """The level of each sign: odd ones are read from right to left."""
    kinds = _strong_kinds(text)
    base = next((1 if kind == "R" else 0 for kind in kinds if kind in "LR"), 0)
    kinds = _without_neutral("LR"[base], kinds)
    return [{"R": 1, "N": 2, "L": 2 * base}[kind] for kind in kinds]


def _strong_kinds(text: str) -> list[str]:
    """L, R, N (a number) or " " for each sign; a number after Latin letters is part of them."""
    kinds, strong = [], ""
    for sign in text:
        kind = unicodedata.bidirectional(sign)
        if kind == "L" or kind in RIGHT_TO_LEFT:
            strong = "L" if kind == "L" else "R"
            kinds.append(strong)
        elif kind in NUMBERS:
            kinds.append("L" if strong == "L" else "N")
        else:
            kinds.append(kinds[-1] if kind == "NSM" and kinds else " ")
    return kinds


def _without_neutral(base: str, kinds: Sequence[str]) -> list[str]:
    """The kinds, with that of equal neighbours, else `base`, for spaces and punctuation; numbers count as R."""
    runs = [(kind, len(list(signs))) for kind, signs in groupby(kinds)]
    sides = [base, *("R" if kind == "N" else kind for kind, _ in runs), base]
    resolved = []
    for at, (kind, length) in enumerate(runs, 1):
        between = sides[at - 1] if sides[at - 1] == sides[at + 1] else base
        resolved += [between if kind == " " else kind] * length
    return resolved


def _reversed_from(level: int, line: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The line with each run of signs of at least that level turned round."""
    for is_turned, run in groupby(line, key=lambda sign: sign[0] >= level):
        signs = list(run)
        yield from reversed(signs) if is_turned else signs
