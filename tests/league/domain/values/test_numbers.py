"""Exact numbers: written, read, displayed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.domain.values.numbers import TwoWays, added, as_typed, display, exact, typed, written


@pytest.mark.parametrize(
    ("number", "text", "shown"),
    [
        (Fraction(4), 4, "4.00"),
        (Fraction(0), 0, "0.00"),
        (Fraction(-3), -3, "-3.00"),
        (Fraction(5, 2), "2.5", "2.50"),
        (Fraction(7, 3), "7/3", "2.33"),
        (Fraction(-7, 3), "-7/3", "-2.33"),
        (Fraction(-1, 2), "-0.5", "-0.50"),
        (Fraction(1, 8), "0.125", "0.13"),
        (Fraction(1, 3000), "1/3000", "0.00"),
        (Fraction(-1, 3000), "-1/3000", "0.00"),
        (Fraction(1999, 1000), "1.999", "2.00"),
        (Fraction(1, 20), "0.05", "0.05"),
    ],
)
def test_written_and_displayed(number, text, shown):
    assert written(number) == text
    assert type(written(number)) is type(text)
    assert display(number) == shown


@given(st.fractions())
def test_what_is_written_is_read_again(number):
    assert exact(written(number)) == number


@pytest.mark.parametrize(
    "number",
    [
        Fraction(10**9000 + 7, 3**20000),
        Fraction(-(10**8000), 3**9000),
        Fraction(-7, 10**4100),
        Fraction(1, 2**15000),
        Fraction(10**4000 - 1, 7**4800),
    ],
)
def test_a_sum_of_any_length_is_written_and_read_again(number):
    """Python itself turns no number of more than 4,300 digits into a text."""
    assert exact(written(number)) == number


@given(st.fractions(min_value=-(10**6), max_value=10**6))
def test_the_display_is_within_half_a_hundredth(number):
    assert abs(Fraction(display(number)) - number) <= Fraction(1, 200)


@pytest.mark.parametrize(
    ("text", "whole", "decimal"),
    [
        ("32,000", "32000", "32"),
        ("32.000", "32000", "32"),
        ("-1,500", "-1500", "-1,5"),
        ("−1.125", "-1125", "-1.1250"),
        ("12345,670", "12345670", "12345,67"),
    ],
)
def test_a_comma_or_point_before_three_digits_is_asked_about(text: str, whole: str, decimal: str) -> None:
    with pytest.raises(TwoWays) as asked:
        typed(text)
    assert asked.value.facts == {"text": text, "whole": whole, "decimal": decimal}
    assert Fraction(typed(decimal)) == Fraction(text.replace(",", ".").replace("−", "-"))
    assert typed(whole) == whole


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2,5", "2.5"),
        ("32,0", "32.0"),
        ("0,125", "0.125"),
        ("1,1250", "1.1250"),
        ("−3", "-3"),
        ("7/3", "7/3"),
        ("", ""),
    ],
)
def test_other_numbers_are_read_as_they_are_typed(text: str, read: str) -> None:
    assert typed(text) == read


@pytest.mark.parametrize("number", [3, 32000, "1.125", "-12.375", "0.125", "2.5", "7/3"])
def test_a_shown_number_is_read_as_the_same(number: int | str) -> None:
    assert exact(typed(as_typed(number))) == exact(number)


@given(st.lists(st.one_of(st.integers(-9, 9), st.fractions(-9, 9, max_denominator=12))))
def test_a_sum_is_the_sum(numbers):
    found = added(numbers)
    assert found == sum(numbers)
    assert isinstance(found, int) == (Fraction(found).denominator == 1)
