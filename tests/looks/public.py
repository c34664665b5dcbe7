"""Every kind of page that strangers see: of the site, of clubs and of the hall."""

from __future__ import annotations

from league.models import Tournament
from tests.web.club import code_of, filled, night_on
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
OF_THE_HALL = ("", "?tab=standings", "?tab=rounds", "?tab=rules", "?find=e", "/screen", "/r1/1", "/at")


def addresses() -> list[str]:
    """Furnishes clubs, and returns the address of every kind of page."""
    full, cup, hall = filled(), Cup.begin(10), Hall(8, clock_seconds=3000)
    cup.whole_round(draw=1)
    cup.begin_round()
    running, club = code_of(full.running), f"/c/{full.club.slug}"
    coming = code_of(night_on(full.club, 5, "Christmas cup", sign_up={"limit": 20}))
    past = Tournament.objects.filter(club=full.club, state="closed").order_by("pk")[0].public_code.code
    person = full.club.people.order_by("pk")[0].pk
    return [
        *OF_THE_SITE,
        *(address for _name, address in full.pages),
        *(f"{club}/{page}" for page in ("league", f"people/{person}", "people?find=e")),
        *(f"/t/{hall.code}{page}" for page in OF_THE_HALL),
        *(f"/t/{coming}{page}" for page in ("", "/sign-up")),
        *(f"/t/{past}{page}" for page in ("", "?tab=standings", "/sign-up", "/at")),
        f"/t/{running}?me={full.running.entries[0]}",
        hall.slip(),
        hall.personal(hall.night.entries[0]),
        *(f"/t/{cup.code}{page}" for page in ("", "/bracket", "/bracket?embed=1")),
    ]
