"""`club --lan` leads phones to the tournament of tonight."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import UUID

import pytest
from django.conf import LazySettings

from deploy import club
from deploy.management.commands import club as command
from league.models import Club, Tournament
from league.models.codes import TournamentCode

NOW = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
pytestmark = [pytest.mark.django_db, pytest.mark.backend("sqlite")]


def opened(name: str, state: str = "open", hours: float | None = None) -> None:
    """A tournament whose code is its name. hours: when it begins, from now; None: it has no date."""
    owner, _ = Club.objects.get_or_create(name="Club")
    starts_at = None if hours is None else NOW + timedelta(hours=hours)
    id = UUID(int=Tournament.objects.count() + 1)
    row = Tournament.objects.create(id=id, club=owner, name=name, state=state, starts_at=starts_at)
    TournamentCode.objects.create(tournament=row, club=owner, code=name)


def test_without_a_tournament_it_is_the_start_page():
    assert club.night_page(NOW) == ("", "/t/")
    opened("OVER", "closed")
    opened("OFF", "cancelled", hours=1)
    opened("LASTWEEK", hours=-170)
    assert club.night_page(NOW) == ("", "/t/")


@pytest.mark.parametrize(("others", "expected"), [
    ([("NEXT", "open", 2), ("LATER", "open", 200)], "NEXT"),
    ([("LATER", "open", 200), ("NEXT", "open", 2)], "NEXT"),
    ([("LATE", "open", -1), ("NEXT", "open", 2)], "LATE"),
    ([("UNDATED", "open", None), ("NEXT", "open", 30)], "NEXT"),
    ([("OLDER", "open", None), ("NEWER", "open", None)], "NEWER"),
    ([("RUNS", "running", -3), ("NEXT", "open", 0)], "RUNS"),
    ([("RUNS", "running", -3), ("RUNS2", "running", -3), ("NEXT", "open", 0)], "RUNS2"),
])  # fmt: skip
def test_it_is_the_one_that_runs_or_is_next(others: list[tuple[str, str, float | None]], expected: str):
    for name, state, hours in others:
        opened(name, state, hours)
    assert club.night_page(NOW) == (expected, f"/t/{expected}")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What the command prints for phones, where the machine has these addresses."""

    def shown(*found: str) -> str:
        monkeypatch.setattr(command, "addresses", lambda: list(found))
        out = StringIO()
        command.Command(stdout=out).show_lan(8000)
        return out.getvalue() + capsys.readouterr().out

    return shown


def test_the_address_of_each_network_is_shown_and_the_first_is_in_the_code(said):
    opened("FRIDAY", "running")
    text = said("192.168.1.7", "10.0.0.2")
    assert "In this network it is at http://192.168.1.7:8000/\n" in text
    assert "In another network of this machine it is at http://10.0.0.2:8000/\n" in text
    assert "The page of FRIDAY for everybody's phones: http://192.168.1.7:8000/t/FRIDAY\n" in text
    assert "█" in text


def test_without_a_tournament_phones_get_the_start_page(said):
    assert "The page of the night for everybody's phones: http://192.168.1.7:8000/t/\n" in said("192.168.1.7")


def test_without_a_network_a_sentence_says_so(said):
    assert said() == "This machine isn't in a network now.\n"


def test_a_public_origin_is_what_phones_get(said, settings: LazySettings):
    settings.PUBLIC_ORIGIN = "https://play.example.org"
    assert "https://play.example.org/t/\n" in said("192.168.1.7")
    assert "192.168" not in said("192.168.1.7")
