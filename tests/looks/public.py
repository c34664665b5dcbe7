"""Every kind of page that strangers see: of the site, of clubs and of the hall."""

from __future__ import annotations

from league.models import Club
from tests.web.club import Filled, code_of, filled
from tests.web.cups import Cup
from tests.web.hall import Hall

OF_THE_SITE = (
    "/",
    "/nowhere",
    "/t/",
    "/t/-/",
    "/t/-/abc",
    "/t/-/sign-up/abc",
    "/t/QQQQ",
    "/problems",
    "/problems/not_found",
    "/problems/nothing",
    "/api/v1/docs/access",
    "/api/v1/docs/nothing",
    "/admin/login/",
)
OF_THE_HALL = ("", "?tab=standings", "?tab=rounds", "?tab=rules", "?find=e", "/sign-up", "/screen", "/r1/1", "/at")


def addresses() -> list[str]:
    """Furnishes clubs, and returns the address of every kind of page."""
    full, cup, hall = filled(), Cup.begin(10), Hall(8, clock_seconds=3000, sign_up={"limit": 20})
    cup.whole_round(draw=1)
    cup.begin_round()
    running = code_of(full.running)
    return [
        *OF_THE_SITE,
        *(address for _name, address in full.pages),
        *of_the_club(full.club, full),
        *(f"/t/{hall.code}{page}" for page in OF_THE_HALL),
        f"/t/{running}?me={full.running.entries[0]}",
        hall.slip(),
        hall.personal(hall.night.entries[0]),
        cup.address,
        f"{cup.address}?embed=1",
        f"/t/{cup.code}",
    ]


def of_the_club(club: Club, full: Filled) -> list[str]:
    """Pages of a club that no visitor of its other pages needs."""
    person = club.people.order_by("pk")[0]
    return [f"/c/{club.slug}/league", f"/c/{club.slug}/people/{person.pk}", f"/c/{club.slug}/people?find=e"]
