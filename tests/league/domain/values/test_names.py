"""Names as they are stored, compared and searched."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.domain.values.names import BadName, compared, is_row, search_key, stored

PERSIAN, HINDI = "می\u200cخواهم", "क्\u200dष"
SCRIPTS = ("محمد بن موسى الخوارزمي", "华罗庚", "Ἀρχιμήδης", "Łukasz", "Nguyễn Thị Minh Khai", "דניאל", "രാമന്\u200d")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Ada\u00a0\u3000Lovelace\u2003", "Ada Lovelace"),
        ("Jose\u0301", "José"),
        ("A\u00add\u200ba\u2060\ufeff", "Ada"),
        ("\u200eAda\u200f \u061cL.", "Ada L."),
        ("Ada\u3164\u115f", "Ada"),
        ("\u2800Ada\u2800L.", "Ada L."),
        ("A\ufe0fda \u2764\ufe0f", "Ada \u2764"),
        ("Ada\U000e0041\U000e007f", "Ada"),
        ("e\u200b\u0301va", "éva"),
        ("\tAda\r\n", "Ada"),
        (PERSIAN, PERSIAN),
        (HINDI, HINDI),
        ("Ada\u200d", "Ada"),
        ("\u200cAda \u200d Bea", "Ada Bea"),
        ("A\u200d\u200b\u200dda", "A\u200dda"),
        ("葛\U000e0100城", "葛\U000e0100城"),
        ("007", "007"),
        ("Ada 🎲", "Ada 🎲"),
        *((name, name) for name in SCRIPTS),
    ],
)
def test_the_stored_form(given: str, kept: str) -> None:
    assert stored(given) == kept == stored(kept)


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("Ada\u202eLovelace", "bad_character", {"character": "U+202E", "position": 4}),
        ("\u2066Ada", "bad_character", {"character": "U+2066", "position": 1}),
        (" A\x07da", "bad_character", {"character": "U+0007", "position": 3}),
        ("Ada\tLovelace", "bad_character", {"character": "U+0009", "position": 4}),
        ("Ada\nLovelace", "bad_character", {"character": "U+000A", "position": 4}),
        ("Ada\x1f", "bad_character", {"character": "U+001F", "position": 4}),
        ("Ada\x85b", "bad_character", {"character": "U+0085", "position": 4}),
        ("", "required", {}),
        (" \u200b\u3164\u2800", "required", {}),
        ("🎲", "no_letter", {}),
        ("--", "no_letter", {}),
        ("a" * 121, "too_long", {"most": 120}),
        ("\u0958" * 61, "too_long", {"most": 120}),
    ],
)
def test_what_is_no_name(text: str, code: str, facts: dict[str, object]) -> None:
    with pytest.raises(BadName) as refused:
        stored(text)
    assert (refused.value.code, refused.value.facts) == (code, facts)


def test_a_sign_is_enough_where_no_letter_is_needed_and_there_may_be_no_limit() -> None:
    assert stored(" ♠\ufe0f ", needs_letter=False) == "♠"
    assert stored("\u200b", needs_letter=False) == ""
    assert stored("a" * 200, most=None) == "a" * 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ADA  Lovelace", "ada lovelace"),
        ("José", "JOSE\u0301"),
        (PERSIAN, PERSIAN.replace("\u200c", "")),
        (HINDI, HINDI.replace("\u200d", "")),
        ("Straße", "STRASSE"),
        ("Ada\u202e\u200b", "Ada"),
        ("葛\U000e0100城", "葛城"),
    ],
)
def test_names_that_look_alike_are_equal_when_compared(one: str, other: str) -> None:
    assert compared(one) == compared(other)


def test_different_names_are_not_equal_when_compared() -> None:
    assert len({compared(name) for name in ("Jose", "José", "Josè", "Jo se", *SCRIPTS)}) == 4 + len(SCRIPTS)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_any_text_is_stored_in_one_form_or_refused(text: str) -> None:
    try:
        name = stored(text, most=None)
    except BadName:
        return
    assert stored(name, most=None) == name == unicodedata.normalize("NFC", name) == " ".join(name.split())
    assert compared(name) == compared(text) == compared(compared(text))


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("jerome", "Jérôme"),
        ("JÉRÔME", "Jérôme"),
        ("jérome", "JEROME"),
        ("lukasz", "Łukasz"),
        ("oddbjorn", "Oddbjørn"),
        ("strasse", "Straße"),
        ("aegir", "Ægir"),
        ("dordevic", "Đorđević"),
        ("isik", "Işık"),
        ("thor", "Þór"),
    ],
)
def test_the_search_key_has_neither_case_nor_marks(words: str, name: str) -> None:
    assert search_key(words) in search_key(name)


def test_a_pasted_row_of_a_table_is_no_name() -> None:
    rows = ("Ada;1990;Club", "Ada\t1990", "Ada,1990,Club", "Ada,1990", '"Ada","Club"', '"Ada"', "Ada, ada@example.org")
    assert all(map(is_row, rows))
    assert all(map(is_row, ("Ada,Club", "name,club", "Ada | Club", "Ada <ada@example.org>")))
    names = ("Ada Lovelace", "Gauss, Carl Friedrich", 'O\'Connor Seán "Shay"', "Sammy Davis, Jr.", "Ada 2")
    assert not any(map(is_row, names))
