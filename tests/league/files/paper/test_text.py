"""Names of any script and length are drawn whole: each sign has a glyph, no line is wider than its box."""

from __future__ import annotations

import unicodedata

import pytest
from reportlab.pdfbase import pdfmetrics

from league.files.paper.fonts import BOX, EAST_ASIAN, REGULAR, line
from league.files.paper.page import Paper
from league.files.paper.shaping import visual
from league.files.paper.text import SMALLEST, fitted, wrapped

pytestmark = pytest.mark.backend("sqlite")
NAMES = (
    "Eero Virtanen",
    "Łukasz Żółć",
    "Nguyễn Thị Minh Khai",
    "Þórður Ægisson",
    "Ἀρχιμήδης",
    "Зоя Космодемьянская",
    "Արամ Խաչատրյան",
    "ზვიად გამსახურდია",
    "שרה לוי",
    "محمد بن موسى الخوارزمي",
    "علی‌رضا بیرانوند",
    'O\'Connor Seán "Shay"',
)


def forms(text: str) -> list[str]:
    """The names of the signs as drawn from left to right, without that of the script."""
    return [unicodedata.name(sign).removeprefix("ARABIC ").removeprefix("HEBREW ") for sign in visual(text)]


def test_arabic_letters_are_joined_and_read_from_right_to_left():
    assert forms("محمد") == [
        "LETTER DAL FINAL FORM",
        "LETTER MEEM MEDIAL FORM",
        "LETTER HAH MEDIAL FORM",
        "LETTER MEEM INITIAL FORM",
    ]


def test_a_letter_that_does_not_join_the_next_ends_a_part_and_lam_and_alef_are_one_sign():
    assert forms("دار") == ["LETTER REH ISOLATED FORM", "LETTER ALEF ISOLATED FORM", "LETTER DAL ISOLATED FORM"]
    assert forms("سلام") == [
        "LETTER MEEM ISOLATED FORM",
        "LIGATURE LAM WITH ALEF FINAL FORM",
        "LETTER SEEN INITIAL FORM",
    ]


def test_a_non_joiner_keeps_letters_apart_and_is_not_drawn():
    assert forms("یر") == ["LETTER REH FINAL FORM", "LETTER FARSI YEH INITIAL FORM"]
    assert forms("ی‌ر") == ["LETTER REH ISOLATED FORM", "LETTER FARSI YEH ISOLATED FORM"]


def test_vowel_marks_are_left_out():
    assert visual("مُحَمَّد") == visual("محمد")
    assert visual("שָׂרָה") == visual("שרה")


@pytest.mark.parametrize(("text", "drawn"), [
    ("אבג", "גבא"),
    ("אבג 12", "12 גבא"),
    ("אבג (דה)", "(הד) גבא"),
    ("Ada אבג", "Ada גבא"),
    ("Ada אבג 2 Bea", "Ada 2 גבא Bea"),
    ("אבג Ada 2", "Ada 2 גבא"),
    ("Ada 2", "Ada 2"),
])  # fmt: skip
def test_words_from_right_to_left_stand_in_order_between_others(text: str, drawn: str):
    assert visual(text) == drawn


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("is_bold", [False, True])
def test_each_sign_of_a_name_has_a_glyph_in_its_font(name: str, is_bold: bool):
    found = line(name, is_bold=is_bold)
    assert not found.missing
    for run in found.runs:
        glyphs = pdfmetrics.getFont(run.font).face.charToGlyph
        assert all(glyphs.get(ord(sign)) for sign in run.signs), run


@pytest.mark.parametrize(("name", "font"), [
    ("华罗庚", "STSong-Light"),
    ("陳大文", "HeiseiKakuGo-W5"),
    ("はなこ", "HeiseiKakuGo-W5"),
    ("김철수", "HYGothic-Medium"),
])  # fmt: skip
def test_an_east_asian_name_is_in_one_font_that_has_all_its_signs(name: str, font: str):
    (run,) = line(name).runs
    assert run == (font, name)
    assert run.signs.encode(dict(EAST_ASIAN)[font])


def test_signs_that_no_font_has_are_boxes_and_are_known():
    found = line("Ada ชาย")
    assert found.runs == [(REGULAR, f"Ada {BOX * 3}")]
    assert found.missing == set("ชาย")


def test_signs_that_are_not_seen_leave_no_box():
    assert line("Ada\u200d \u2764\ufe0f葛\U000e0100").missing == set()
    assert "".join(run.signs for run in line("Ada\u200d \u2764\ufe0f葛\U000e0100").runs) == "Ada \u2764葛"


@pytest.mark.parametrize("text", ["\ud800", "\x00\x1f", "😀🎲", "𝕏", "e\u0301\u0302\u0303", "\u202e", ""])
def test_any_text_can_be_drawn(text: str):
    paper = Paper("Any", "en")
    paper.box_of_text(10, 10, 50, 10, text, 12)
    paper.text(10, 30, text, 12)
    paper.end_page()
    assert paper.written().startswith(b"%PDF")


@pytest.mark.parametrize("name", [*NAMES, "W" * 120, "Maximiliane-Alexandrowna von und zu Hohenlohe " * 2, "华" * 120])
def test_a_name_gets_smaller_and_takes_more_lines_until_it_fits(name: str):
    found = fitted(name, 120, 17, 12.5, is_bold=True)
    assert found.height <= 17
    assert all(part.width(found.size) <= 120 for part in found.lines)
    assert found.size >= SMALLEST
    drawn = "".join(run.signs for part in found.lines for run in part.runs)
    assert sorted(drawn.replace(" ", "")) == sorted(visual(name).replace(" ", "")), "nothing is cut off"


def test_lines_end_between_words_and_after_hyphens():
    found = wrapped("Anna-Maria van den Berg", line("Maria van").width(10) + 1, 10)
    assert ["".join(run.signs for run in part.runs) for part in found] == ["Anna-", "Maria van", "den Berg"]
