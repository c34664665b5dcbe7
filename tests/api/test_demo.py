"""A demo over the API: made once, like the club, and removed with everything in it."""

from __future__ import annotations

from league.models import Club, Scope
from tests.api.conftest import Site


def test_a_director_gets_one_demo_and_removes_it(site: Site) -> None:
    path = f"clubs/{site.club.id}/demo"
    made = site.director.send("POST", path)
    assert made.status_code == 201
    demo = made.json()
    assert (demo["name"], demo["time_zone"], demo["language"]) == ("Demo club", site.club.time_zone, site.club.language)
    assert site.director.send("POST", path).json()["id"] == demo["id"]
    nights = site.director.send("GET", f"tournaments?club={demo['id']}").json()["results"]
    assert sorted(night["state"] for night in nights) == ["closed", "running"]
    assert demo["id"] not in [club["id"] for club in site.anonymous.send("GET", "clubs").json()["results"]]
    assert site.director.send("DELETE", path).status_code == 204
    assert site.director.send("GET", f"tournaments/{nights[0]['id']}").status_code == 404
    assert site.director.send("DELETE", path).status_code == 204
    assert not Club.objects.filter(is_demo=True).exists()
    assert Club.objects.filter(pk=site.club.pk).exists()


def test_a_program_has_no_demo(site: Site) -> None:
    assert site.program("bot", Scope.DIRECT).send("POST", f"clubs/{site.club.id}/demo").status_code == 403
