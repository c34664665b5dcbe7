"""Who may be named in public."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from league.domain.values.consent import begun_everywhere, may_be_named

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("born", "is_named"),
    [
        ("", True),
        ("1980", True),
        ("2008-12-01", True),
        ("2008-12-02", False),
        ("2007", True),
        ("2008", False),
        ("2020-02-29", False),
    ],
)
def test_without_an_agreement_age_decides(born: str, is_named: bool) -> None:
    assert may_be_named(None, born, TODAY) is is_named
    assert may_be_named(True, born, TODAY)
    assert not may_be_named(False, born, TODAY)


def test_who_was_born_on_a_leap_day_is_of_age_on_the_day_after_the_28th_of_february() -> None:
    assert [may_be_named(None, "2008-02-29", date(2026, *day)) for day in ((2, 28), (3, 1))] == [False, True]


def test_a_day_counts_when_it_has_begun_everywhere() -> None:
    assert begun_everywhere(datetime(2026, 12, 1, 11, 59, tzinfo=UTC)) == date(2026, 11, 30)
    assert begun_everywhere(datetime(2026, 12, 1, 12, 0, tzinfo=UTC)) == date(2026, 12, 1)
