"""Pasted lists: what a line is read as."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from uuid import uuid4

import pytest

from league.domain.values.faults import BadFields
from league.files.csv_file import Unreadable
from league.files.entry_lines import read_list, read_team

CLUB = uuid4()
Read = tuple[list[str], str, int | None]


def read(text: str, *, are_rated: bool = False) -> list[Read]:
    lines = read_list(CLUB, text, are_rated=are_rated)
    return [([person.name for person in line.people], line.team, line.rating) for line in lines]


def person(name: str, rating: int | None = None) -> Read:
    return [name], "", rating


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("  Ada \u00a0 Lovelace ", "Ada Lovelace"),
        ("1. Ada Lovelace", "Ada Lovelace"),
        ("12) Ada Lovelace", "Ada Lovelace"),
        ("- Ada Lovelace", "Ada Lovelace"),
        ("• Ada Lovelace", "Ada Lovelace"),
        ("1. [x] Ada Lovelace", "Ada Lovelace"),
        ("✓ Ada Lovelace", "Ada Lovelace"),
        ("Ada Lovelace <ada@example.org>", "Ada Lovelace"),
        ("ada@example.org; Ada Lovelace", "Ada Lovelace"),
        ("3\tAda Lovelace\t34\tLondon", "Ada Lovelace"),
        ("3\tAda\tLovelace\t1710", "Ada Lovelace"),
        ("Ada;Lovelace", "Ada Lovelace"),
        ("Lovelace,Ada", "Lovelace Ada"),
        ("Hypatia;370;Alexandria", "Hypatia"),
        ("Hypatia,370,Alexandria", "Hypatia"),
        ('"Lovelace, Ada"', "Lovelace, Ada"),
        ("Gauss, Carl Friedrich", "Gauss, Carl Friedrich"),
        ("Player 7", "Player 7"),
        ("7", "7"),
        ("3rd Earl", "3rd Earl"),
        ("华罗庚", "华罗庚"),
        ("Anna-Lena", "Anna-Lena"),
        ("Ann +", "Ann"),
        ("Ada Lovelace (+1)", "Ada Lovelace"),
        ("Ada Lovelace, +49 151 123-456", "Ada Lovelace"),
        ("Ada Lovelace\t+49 151 123456\tLondon", "Ada Lovelace"),
    ],
)
def test_a_line_is_a_person(line: str, name: str) -> None:
    assert read(line) == [person(name)]


@pytest.mark.parametrize(
    ("line", "members", "team"),
    [
        ("Ann + Ben", ["Ann", "Ben"], "Ann + Ben"),
        ("2. Ann+Ben + Cy", ["Ann", "Ben", "Cy"], "Ann + Ben + Cy"),
        ("The Owls: Ann + Ben", ["Ann", "Ben"], "The Owls"),
        ("Ann + 3 of Ben", ["Ann", "3 of Ben"], "Ann + 3 of Ben"),
    ],
)
def test_a_line_is_a_team(line: str, members: list[str], team: str) -> None:
    assert read(line) == [(members, team, None)]


def test_numbers_are_ratings_where_somebody_says_so() -> None:
    text = "Ada Lovelace 1710\nBea\t1650\n3. Cleo; 1600\nDan 99999\nAnn + Ben: 1500\nEva"
    assert read(text, are_rated=True) == [
        person("Ada Lovelace", 1710),
        person("Bea", 1650),
        person("Cleo", 1600),
        person("Dan 99999"),
        (["Ann", "Ben"], "Ann + Ben", 1500),
        person("Eva"),
    ]


def test_a_first_line_with_heads_makes_it_a_table() -> None:
    rows = "1\tAda\tLovelace\tOwls\t1700", "2\tBea\tLong\t\t", "3\tCy\tDay\towls\t"
    text = "\n".join(["Rank\tFirst name\tLast name\tTeam\tRating", *rows])
    assert read(text) == [(["Ada Lovelace", "Cy Day"], "Owls", 1700), person("Bea Long")]
    assert read("Name\nAda\nGauss, Carl") == [person("Ada"), person("Gauss, Carl")]
    assert read("\r\n\r\nname;club\r\nAda;Paris\r\n") == [person("Ada")]


def test_an_empty_list_and_a_list_of_wrong_lines() -> None:
    assert read(" \n\n") == []
    with pytest.raises(BadFields) as refused:
        read("Ada\n🎲\nBea\u202e x\nada@example.org")
    assert [fault.field for fault in refused.value.faults] == ["2", "3", "4"]


@pytest.mark.parametrize("sign", ["a", "<", ",", "a,", "1. ", "[ ] "])
def test_a_line_that_is_too_long_is_refused_at_once(sign: str) -> None:
    """Text that was pasted by mistake, such as a page without line breaks, stops nothing."""
    text, begun = sign * (600_000 // len(sign)), time.process_time()
    for refused in (partial(read_list, CLUB, text, are_rated=True), partial(read_team, CLUB, "", text)):
        with pytest.raises(BadFields) as wrong:
            refused()
        assert [fault.code for fault in wrong.value.faults] == ["too_long"]
        assert "A line has at most 1000 characters." in wrong.value.faults[0].facts["reason"]
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("sign", ["a", "(", "+ 1", "a+", ":", '"', ". "])
def test_many_long_lines_take_no_longer_than_short_ones(sign: str) -> None:
    """Each of these took 3 to 19 seconds."""
    text, begun = "\n".join(1000 * [(sign * 999)[:999]]), time.process_time()
    with suppress(BadFields):
        read_list(CLUB, text, are_rated=sign == ":")
    with pytest.raises(BadFields):
        read_team(CLUB, "", text)
    assert time.process_time() - begun < 2


def test_a_list_with_too_many_lines_is_refused() -> None:
    for text in ("name\n" * 200_000, "\n".join(f"Ada {number}" for number in range(2001))):
        with pytest.raises(Unreadable):
            read(text)
    with pytest.raises(BadFields) as refused:
        read("🎲\n" * 300 + "Ada\n" * 3000)
    assert len(refused.value.faults) == 200


def test_a_team_has_its_members_on_lines_or_after_plus_signs() -> None:
    (line,) = read_team(CLUB, "", "1. Ann\nBen + Cy\n\n")
    assert ([one.name for one in line.people], line.team) == (["Ann", "Ben", "Cy"], "Ann + Ben + Cy")
    assert read_team(CLUB, "Owls", " \n") == []
    with pytest.raises(BadFields):
        read_team(CLUB, "Owls", "\n".join(f"Member {number}" for number in range(51)))
