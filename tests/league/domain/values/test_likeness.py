"""Names that are almost the same, and names that are not."""

from __future__ import annotations

import pytest

from league.domain.values.likeness import Spelled, is_one_edit_apart, likeness


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("Ines", "Inès", "spelling"),
        ("Muller", "Müller", "spelling"),
        ("Lovelace, Ada", "Ada Lovelace", "spelling"),
        ("O'Connor Sean", "OConnor Seán", "spelling"),
        ("Hans-Peter", "Hans Peter", "spelling"),
        ("HansPeter", "Hans Peter", "spelling"),
        ("Strauss", "Strauß", "spelling"),
        ("Mueller", "Müller", "letter"),
        ("Tim Schmidt", "Tom Schmidt", "letter"),
        ("Jon Smith", "John Smith", "letter"),
        ("Brain Cox", "Brian Cox", "letter"),
        ("Ada", "Ada Lovelace", "part"),
        ("Ada L.", "Ada Lovelace", "part"),
        ("Ann Berg", "Anna Bergmann", "part"),
        ("华罗", "华罗庚", "part"),
        ("Jon", "Jan", None),
        ("Guest 1", "Guest 2", None),
        ("Guest 1", "Guest 10", None),
        ("Ada Yonath", "Ada Lovelace", None),
        ("Kurt Gödel", "Ada Lovelace", None),
        ("🎲", "Ada", None),
    ],
)
def test_how_alike_two_names_are(one: str, other: str, found: str | None) -> None:
    assert likeness(Spelled.of(one), Spelled.of(other)) == likeness(Spelled.of(other), Spelled.of(one)) == found


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        ("tom", "tom", True),
        ("tom", "tim", True),
        ("tom", "to", True),
        ("tom", "otm", True),
        ("tom", "tmo", True),
        ("", "t", True),
        ("tom", "t", False),
        ("tom", "mot", False),
        ("tom", "tim1", False),
        ("abcd", "badc", False),
    ],
)
def test_one_letter_is_added_dropped_changed_or_swapped(one: str, other: str, are: bool) -> None:
    assert is_one_edit_apart(one, other) == is_one_edit_apart(other, one) == are
