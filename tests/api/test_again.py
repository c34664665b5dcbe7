"""`tournaments/{id}/again`: another tournament like an earlier one, with its next name and tonight's day."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from msgspec.structs import replace

from league.domain.tournament.settings import Settings
from league.models import Club, Tournament
from league.services import again
from tests.api.conftest import Site
from tests.api.test_tournaments import FROM_THE_CONTRACT

COPIED = FROM_THE_CONTRACT.keys() - {"name", "starts_at"}
DECEMBER = datetime(2026, 12, 8, 20, 30, tzinfo=UTC)


def opened(site: Site, **more: object) -> dict[str, object]:
    body = {"club": str(site.club.id), **FROM_THE_CONTRACT, **more}
    made: dict[str, object] = site.director.send("POST", "tournaments", body).json()
    return made


def test_it_has_all_settings_and_the_seasons_but_no_entries(site: Site) -> None:
    season = site.director.send(
        "POST", "seasons", {"club": str(site.club.id), "name": "Winter", "scheme": {"points": {"by_place": [3, 2]}}}
    ).json()["id"]
    first = opened(site, seasons=[season])
    (person,) = site.people("Ada")
    site.director.send("POST", f"tournaments/{first['id']}/entries", {"person": person})
    answer = site.director.send("POST", f"tournaments/{first['id']}/again", {})
    made = answer.json()
    assert answer.status_code == 201, made
    assert answer["Location"] == f"/api/v1/tournaments/{made['id']}"
    assert {name: made[name] for name in COPIED} == {name: first[name] for name in COPIED}
    assert (made["entries"], made["state"], made["seasons"]) == (0, "open", [season])
    zone = ZoneInfo(site.club.time_zone)
    starts = datetime.fromisoformat(made["starts_at"]).astimezone(zone)
    assert (starts.date(), starts.hour) == (timezone.now().astimezone(zone).date(), 19)
    assert made["name"].startswith("Tuesday, ")


def test_a_name_and_a_day_of_its_own(site: Site) -> None:
    first = opened(site, name="Tuesday 12")
    wanted = {"name": "Final", "starts_at": None}
    made = site.director.send("POST", f"tournaments/{first['id']}/again", wanted).json()
    assert (made["name"], made["starts_at"]) == ("Final", None)
    next_one = site.director.send("POST", f"tournaments/{first['id']}/again", {}).json()
    assert next_one["name"] == "Tuesday 13"


def test_it_is_opened_once_for_a_key_and_never_by_a_dry_run(site: Site) -> None:
    first = opened(site)
    at = f"tournaments/{first['id']}/again"
    assert site.director.send("POST", f"{at}?dry_run=true", {}).status_code == 200
    assert Tournament.objects.count() == 1
    ids = {site.director.send("POST", at, {}, **{"Idempotency-Key": "k"}).json()["id"] for _ in range(2)}
    assert (len(ids), Tournament.objects.count()) == (1, 2)


@pytest.mark.parametrize("body", [{"name": ""}, {"starts_at": "soon"}, {"club": "x"}, {"name": "x" * 121}])
def test_what_can_not_be_is_refused(site: Site, body: dict[str, str]) -> None:
    first = opened(site)
    assert site.director.send("POST", f"tournaments/{first['id']}/again", body).status_code == 400
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Club night 12", "Club night 13"),
        ("Round 099", "Round 100"),
        ("7", "8"),
        ("Club night of 1 December 2026", "Club night of 8 December 2026"),
        ("Tuesday, December 1", "Tuesday, December 8"),
        ("2026-12-01 Tuesday", "2026-12-08 Tuesday"),
        ("Dienstag 1.12.2026", "Dienstag 8.12.2026"),
        ("Cup 2026", "Cup 2026, 8 December 2026"),
        ("Tuesday", "Tuesday, 8 December 2026"),
        ("x" * 120, "x" * 103 + ", 8 December 2026"),
    ],
)
def test_the_next_name(name: str, following: str) -> None:
    club = Club(name="Tuesday Club", time_zone="Europe/Berlin", language="en")
    before = replace(Settings("x", "scoresheet"), name=name, starts_at=datetime(2026, 12, 1, 18, tzinfo=UTC))
    assert again.next_name(club, before, DECEMBER) == following
    assert len(following) <= 120


def test_the_page_to_sign_up_is_open_again_and_closes_as_long_before(site: Site) -> None:
    page = {"open": False, "limit": 30, "closes_at": "2026-12-01T12:00:00+01:00"}
    first = opened(site, sign_up=page)
    wanted = {"starts_at": "2026-12-08T20:00:00+01:00"}
    made = site.director.send("POST", f"tournaments/{first['id']}/again", wanted).json()["sign_up"]
    closes = datetime.fromisoformat(made.pop("closes_at"))
    assert (made, closes) == ({"open": True, "limit": 30}, datetime(2026, 12, 8, 12, tzinfo=UTC))
    assert opened(site)["sign_up"] is None


def test_a_second_one_on_the_same_day_has_a_number() -> None:
    club = Club(name="Tuesday Club", time_zone="Europe/Berlin", language="en")
    for start in (None, DECEMBER):
        before = replace(Settings("x", "scoresheet"), name="Cup, 8 December 2026", starts_at=start)
        second = again.next_name(club, before, DECEMBER)
        third = again.next_name(club, replace(before, name=second), DECEMBER)
        assert (second, third) == ("Cup, 8 December 2026 2", "Cup, 8 December 2026 3")
