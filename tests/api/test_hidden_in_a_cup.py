"""No route names who may not be named, in a knockout with a list for sign-ups: at any time of the night, and after it.

One who does not want to be named is in the final, a child lost a drawn match, and one was forgotten after the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest
from django.core.cache import cache
from django.utils import timezone

from league.models import Entry, Event, SignUp, Tournament
from tests.api.conftest import Site
from tests.api.test_consent import MINOR, REFUSED, SECRETS, changed, child
from tests.api.walk import House

FORGOTTEN = "Ottoline Vanished"
WAITING = "Xanthippe Waitinglist"
CONCLAVE = "Quiet Conclave"
NEVER = (*SECRETS, "ottoline", "vanished", "xanthippe", "waitinglist", "conclave")
CUP = {
    "game": "scoresheet",
    "format": {"type": "knockout", "third_place": True},
    "table_size": {"min": 2, "max": 2, "prefer": 2},
    "sign_up": {"limit": 4},
}


class Cup(House):
    """A knockout of four that is over: the first two entries are in the final, the third is the child's opponent."""

    @classmethod
    def played(cls, site: Site) -> Cup:
        body = {"club": str(site.club.pk), "name": "Winter", "scheme": {"points": {"by_place": [8, 6, 4, 3]}}}
        season = site.director.send("POST", "seasons", body).json()["id"]
        people = site.people("Zoltana Quixworth", "Yevgenia Plumfield", FORGOTTEN, "Wilhelmina Agreed")
        cup = cls(site, site.tournament(**CUP, seasons=[season])["id"], season, [])
        SignUp.objects.create(
            club=site.club,
            tournament=Tournament.objects.get(pk=cup.tournament),
            name=WAITING,
            email="xanthippe@example.org",
            state="waiting",
            made_at=timezone.now(),
        )
        entered = site.director.send(
            "POST", f"tournaments/{cup.tournament}/entries", [{"person": person} for person in people]
        )
        cup.entries = [entry["id"] for entry in entered.json()["results"]]
        cup.before, cup.entry = cup.code, cup.entries[0]
        site.director.send("POST", f"tournaments/{cup.tournament}/check-in", {"entries": "all"})
        cup.round()
        for table in cup.tables():
            cup.draw(table)
        cup.close_round()
        cup.round()
        for table in cup.tables():
            cup.report(table, (20, 10))
            body = {"scores": cup.scores(table, 10, 30), "reason": "The sheet of Zed was read upside down."}
            assert site.director.send("POST", f"tables/{table}/correct", body).status_code == 200
        cup.close_round()
        cup.end()
        site.tournament(name=CONCLAVE, visibility="members", seasons=[season], starts_at=cup.tomorrow)
        changed(site, people[0], {**REFUSED})
        changed(site, people[1], {**MINOR, "born": child()})
        assert site.director.send("DELETE", f"people/{people[2]}").status_code == 204
        return cup

    @property
    def tomorrow(self) -> str:
        return (timezone.now() + timedelta(days=1)).isoformat()

    def scores(self, table: str, *scores: int) -> dict[str, int]:
        seats = self.site.director.send("GET", f"tables/{table}").json()["seats"]
        return {seat["entry"]: score for seat, score in zip(seats, scores, strict=True)}

    def draw(self, table: str) -> None:
        """A drawn match in which the earlier entry goes on."""
        self.report(table, (10, 10))
        seated = [entry for entry in self.entries if entry in self.scores(table, 0, 0)]
        body = {"decided_by": "director", "goes_on": seated[:1], "reason": "They came first."}
        answer = self.site.director.send("POST", f"tables/{table}/goes-on", body)
        assert answer.status_code == 200, answer.content

    def paths(self) -> Iterator[str]:
        """Every route; the night after each of its events; what is asked for by a name; all forms of the summary."""
        yield from super().paths()
        versions = Event.objects.filter(stream=UUID(self.tournament)).values_list("version", flat=True)
        yield from (f"/t/{self.code}/at/{version}" for version in sorted(versions))
        of_club = f"/c/{self.site.club.slug}"
        for page in ("people", f"league/{self.season}", f"league/{self.season}/places"):
            yield from (f"{of_club}/{page}?find={name}" for name in ("quixwort", "o", "a"))
        yield from (f"tournaments/{self.tournament}/summary?as=text", f"/t/{self.code}/bracket?embed=1")
        yield from (f"tournaments/{self.tournament}/bracket?stage=0", f"tournaments?club={self.site.club.pk}&q=c")
        for person in Entry.objects.filter(tournament=UUID(self.tournament)).values_list("person", flat=True):
            yield from (f"{of_club}/people/{person}", f"people/{person}/record", f"people/{person}/ratings")
            yield f"/c/{self.site.club.slug}/people/{person}?page=2"


@pytest.fixture
def cup(site: Site) -> Cup:
    cache.clear()
    return Cup.played(site)


def test_no_route_names_them(cup: Cup) -> None:
    answers = cup.read("stranger")
    assert len(answers) > 100
    named = {path: [word for word in NEVER if word in text.lower()] for path, text in answers.items()}
    assert {path: words for path, words in named.items() if words} == {}
    for path in (f"tournaments/{cup.tournament}/summary", f"/t/{cup.code}/bracket"):
        assert "Wilhelmina" in answers[path], path
