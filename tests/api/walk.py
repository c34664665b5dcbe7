"""Everybody reads every route: the routes are those of the URL conf, so that a new one can't be forgotten."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote
from uuid import UUID

from api import urls
from league.access import links
from league.access.cookies import tag
from league.models import (
    Announcement,
    DirectorCall,
    Entry,
    Event,
    LinkKind,
    Penalty,
    Round,
    SignUp,
    Table,
    TournamentCode,
)
from league.projections import followers, ratings
from league.web import urls as pages
from tests.api.conftest import Site, Visitor

FIRST_SCORE = 918270
MARK = re.compile(r"(?<![\d.])91827\d(?!\d)")
"""A score of a hidden result, and not some digits of a rating."""
RULES = quote(json.dumps({"by_place": [9, 5, 2, 1]}))
SCHEME = quote(json.dumps({"points": {"by_place": [5, 3]}}))
QUERIES: dict[str, Sequence[str]] = {
    "standings": (
        "after_round=1", "after_round=2", "after_round=3", "as_of=round:1", "as_of=round:2", "as_of={head}",
        "as_of=2999-01-01T00:00:00Z", "movement=true", "as=csv", f"points={RULES}", f"points={RULES}&beside=true",
        "tie_breaks=game_points&beside=true", "tie_breaks=wins&after_round=2", "rounds=false&limit=2", "fields=rows",
    ),
    "explain": ("entry={entry}", "entry={entry}&round=1", "entry={entry}&round=2", "entry={entry}&round=3"),
    "needs": ("entry={entry}&goal=win", "entry={entry}&goal=area:A"),  # the others cost more; My page asks for `top:3`
    "entries": ("as=csv", "page_size=2"),
    "tables": ("game=1",),
    "table": ("game=1", "as_of={head}", "as_of=round:1", "as_of=round:2", "as_of=2999-01-01T00:00:00Z"),
    "rounds": ("tables=false",),
    "tournament-paper": ("sheet=seating",),
    "current-round": ("tables=false", "fields=id,tables"),
    "tournament-events": ("limit=1000", "limit=1000&sentences=en"),
    "club-events": ("limit=1000", "after=3", "limit=1000&sentences=en", "limit=1000&types=tournament.*"),
    "season-standings": ("as=csv", "as_of={head}", "from=2026-01-01", f"scheme={SCHEME}&beside=true"),
    "season-head-to-head": ("as=csv",),
    "season-ledger": ("as=csv", "person={person}"),
    "person-record": ("as=csv", "as=csv&table=opponents"),
    "person-ratings": ("game=scoresheet",),
    "ratings": ("club={club}", "club={club}&game=scoresheet", "club={club}&as=csv"),
    "tournaments": ("season={season}", "club={club}&page_size=100"),
    "seasons": ("club={club}",),
    "web:season": ("embed=1", "as_of=2026-01-01", "find=p"),
    "web:public": ("tab=standings", "tab=tables", "tab=rounds&round=2", "tab=league", "part=*"),
}  # fmt: skip
"""What else is asked of a route: its query, besides the one without any."""
NOT_OF_A_TOURNAMENT = ("enter", "script", "old-slip", "link", "sign-up-link")
"""Pages of the hall that are the same for every tournament."""
PARAMETER = re.compile("<[a-z]+:([a-z]+)>")
NOT_READ = ("club-token", "health-ready", "schema", "event-types", "docs", "docs-page", "games", "game")
"""Routes that tell nothing of a club."""
CHANGING = re.compile(
    r'"(?:hash|at|instance|request_id)":\s*(?:"[^"]*"|null)'
    r'|"(?:remaining_seconds|position|version|as_of_position|game_version|next_after|head)":\s*-?[0-9.e]+'
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9:]+)"
    r"|(?:retry|id): [0-9]+"
    r'|name="(?:csrfmiddlewaretoken|key|version|seen)" value="[^"]*"|data-(?:version|position|part)="[^"]*"'
    r"|[0-9]{2}:[0-9]{2}"
)
"""What a repeat of the same evening has otherwise: times, and the numbers of events."""


@dataclass
class House:
    """A club with a tournament of a season, and readers of all kinds.

    Eight people play two rounds at two tables, the second with scores that are MARK. entry: of the links; at
    the first table. before: the code of another tournament, which is over. head: the newest position at the beginning.
    """

    site: Site
    tournament: str
    season: str
    entries: list[str]
    links: dict[str, Visitor] = field(default_factory=dict)
    head: int = 0
    entry: str = ""
    before: str = ""

    @classmethod
    def built(cls, site: Site, **settings: Any) -> House:
        """A tournament whose first round of two is closed, and whose second runs; another one of the season is over."""
        body = {"club": str(site.club.pk), "name": "Winter", "scheme": {"points": {"by_place": [8, 6, 4, 3, 2, 1]}}}
        season = site.director.send("POST", "seasons", body).json()["id"]
        people = site.people(*(f"P{number}" for number in range(8)))
        before = cls.opened(site, season, people)
        before.play()
        before.end()
        house = cls.opened(site, season, people, **settings)
        house.before = before.code
        house.play()
        house.round()
        tables = house.tables()
        entry = house.entry = str(site.director.send("GET", f"tables/{tables[0]}").json()["seats"][0]["entry"])
        positions = Event.objects.filter(club=site.club.pk).values_list("position", flat=True)
        house.head = max(positions)
        house.links = {"table_link": site.table_link(tables[0]), "entry_link": site.entry_link(entry)}
        for name, kind, id in (("table_page", LinkKind.TABLE, tables[0]), ("entry_page", LinkKind.ENTRY, entry)):
            (link,) = links.made(site.club.pk, kind, [UUID(id)]).values()
            house.links[name] = Visitor()
            house.links[name].get(f"/t/-/{link}")
        return house

    @classmethod
    def opened(cls, site: Site, season: str, people: Sequence[str], **settings: Any) -> House:
        """A tournament to which these people have come."""
        fixed: dict[str, Any] = {"game": "scoresheet", "table_size": {"min": 4, "max": 4}, "rounds": 2}
        fixed |= {"points": {"by_place": [4, 2, 1, 0], "raw": {}}, "tie_breaks": ["game_points", "lot"]}
        tournament = site.tournament(**{**fixed, "seasons": [season], **settings})["id"]
        bodies = [{"person": person} for person in people]
        entered = site.director.send("POST", f"tournaments/{tournament}/entries", bodies)
        assert entered.status_code == 201, entered.content
        site.director.send("POST", f"tournaments/{tournament}/check-in", {"entries": "all"})
        return cls(site, tournament, season, [entry["id"] for entry in entered.json()["results"]])

    def round(self) -> None:
        """The next round, seated and started."""
        self.site.round(self.tournament)

    def tables(self) -> list[str]:
        """The tables of the newest round."""
        newest = Round.objects.filter(tournament=UUID(self.tournament)).latest("number")
        return [str(table.pk) for table in Table.objects.filter(round=newest).order_by("number")]

    def report(self, table: str, scores: Sequence[int | None]) -> None:
        """A table reports these scores in the order of its seats; None: the entry never came."""
        seats = self.site.director.send("GET", f"tables/{table}").json()["seats"]
        given = {seat["entry"]: score for seat, score in zip(seats, scores, strict=True)}
        body = {
            "scores": {entry: score for entry, score in given.items() if score is not None},
            "absent": [entry for entry, score in given.items() if score is None],
        }
        answer = self.site.director.send("PUT", f"tables/{table}/result", body)
        assert answer.status_code == 200, answer.content

    def close_round(self) -> None:
        newest = Round.objects.filter(tournament=UUID(self.tournament)).latest("number")
        answer = self.site.director.send("POST", f"rounds/{newest.pk}/close", {})
        assert answer.status_code == 200, answer.content

    def play(self) -> None:
        """A round that nobody hides."""
        self.round()
        for table in self.tables():
            self.report(table, (40, 30, 20, 10))
        self.close_round()

    def end(self) -> None:
        answer = self.site.director.send("POST", f"tournaments/{self.tournament}/close", {})
        assert answer.status_code == 200, answer.content

    def reader(self, name: str) -> Visitor:
        found: Visitor = self.links.get(name) or getattr(self.site, name)
        return found

    def read(self, name: str, only: Callable[[str], bool] = bool) -> dict[str, str]:
        """What somebody reads at every route, by path; without what a repeat of the evening has otherwise.

        only: of these paths alone.
        Who has a link in a cookie reads what looks at cookies, and who sends it in a header reads the API: to the rest
        they are anonymous.
        """
        followers.follow(self.site.club.pk)
        ratings._rated_again.cache_clear()
        paths = [path for path in self.paths() if is_for(name, path) and only(path)]
        return {path: CHANGING.sub("", self.body(name, path)) for path in paths}

    def body(self, name: str, path: str) -> str:
        """The answer of a path as text, with its status; of an answer that goes on, its status alone."""
        answer = self.reader(name).send("GET", path)
        assert answer.status_code < 500, (name, path, answer.content)
        text = "" if getattr(answer, "streaming", False) else answer.content.decode(errors="replace")
        return f"{answer.status_code} {text}"

    def paths(self) -> Iterator[str]:
        """Every route with every query. Raises KeyError for a route of something unknown."""
        words = self.words()
        yield from dict.fromkeys(self.pages())
        for pattern in urls.urlpatterns:
            if pattern.name not in NOT_READ and "get" in methods_of(pattern.callback):
                for path in self.of_route(str(pattern.pattern)):
                    for query in ("", *QUERIES.get(str(pattern.name), ())):
                        yield f"{path}?{query.format_map(words)}".rstrip("?")

    def pages(self) -> Iterator[str]:
        """The pages of the hall. Raises KeyError for an address with something unknown in it."""
        yield f"/t/{self.before}?tab=league"
        for pattern in pages.urlpatterns:
            if pattern.name is not None and pattern.name not in NOT_OF_A_TOURNAMENT:
                for number in ("1", "2"):
                    words = {"round": "2", "number": number, "tag": tag(self.entry), "code": self.code}
                    words |= {"slug": self.site.club.slug, "season": self.season, "when": str(self.version)}
                    words["secret"] = "none"
                    words["id"] = str(Entry.objects.get(pk=self.entries[int(number)]).person_id)
                    address = "/" + PARAMETER.sub(r"{\1}", str(pattern.pattern)).format_map(words)
                    yield from (address, *(f"{address}?{query}" for query in QUERIES.get(f"web:{pattern.name}", ())))

    @property
    def version(self) -> int:
        """Of the tournament."""
        newest = Event.objects.filter(club=self.site.club.pk, stream=UUID(self.tournament)).order_by("-version")
        return newest.values_list("version", flat=True)[0]

    @property
    def code(self) -> str:
        """Of the tournament's page."""
        return TournamentCode.objects.get(pk=UUID(self.tournament)).code

    def words(self) -> dict[str, str]:
        """What queries name."""
        entry = Entry.objects.get(pk=self.entries[0])
        person, club = str(entry.person_id), str(self.site.club.pk)
        return {"head": str(self.head), "entry": str(entry.pk), "person": person, "club": club, "season": self.season}

    def of_route(self, route: str) -> list[str]:
        """A route of each thing that it may be asked about."""
        if "<" not in route:
            return [route]
        if "<slug:" in route:
            return [re.sub("<slug:[a-z]+>", "scoresheet", route)]
        ids = {
            "tournaments": [self.tournament],
            "rounds": _ids(Round.objects.filter(tournament=UUID(self.tournament))),
            "tables": _ids(Table.objects.filter(round__tournament=UUID(self.tournament))),
            "entries": self.entries[:2],
            "penalties": _ids(Penalty.objects.filter(tournament=UUID(self.tournament))),
            "calls": _ids(DirectorCall.objects.filter(tournament=UUID(self.tournament))),
            "announcements": _ids(Announcement.objects.filter(tournament=UUID(self.tournament))),
            "clubs": [str(self.site.club.pk)],
            "people": [str(Entry.objects.get(pk=entry).person_id) for entry in self.entries[:2]],
            "seasons": [self.season],
            "sign-ups": _ids(SignUp.objects.filter(tournament=UUID(self.tournament))),
            "webhooks": [],
            "tokens": [],
        }
        paths = [re.sub("<uuid:id>", id, route, count=1) for id in ids[route.split("/", maxsplit=1)[0]]]
        if "<uuid:event>" not in route:
            return [path.replace("<str:username>", "member") for path in paths]
        events = self.site.director.send("GET", f"seasons/{self.season}/events").json()["results"]
        return [path.replace("<uuid:event>", event["id"]) for path in paths for event in events]

    @property
    def secrets(self) -> list[str]:
        """The ids of the tournament and all that is in it."""
        rounds = Round.objects.filter(tournament=UUID(self.tournament))
        return [self.tournament, *self.entries, *_ids(rounds), *_ids(Table.objects.filter(round__in=rounds))]

    def is_of_tournament(self, path: str) -> bool:
        """Whether a route is that of the tournament, or of something in it."""
        return any(id in path.partition("?")[0] for id in (*self.secrets, self.code))


def is_for(name: str, path: str) -> bool:
    """Whether a path can answer a reader otherwise than somebody anonymous, by the way in which their link comes."""
    is_page = path.startswith("/")
    if name.endswith("_page"):
        return is_page or path.endswith("/live")
    return not (name.endswith("_link") and is_page)


def _ids(rows: Any) -> list[str]:
    return [str(row.pk) for row in rows.order_by("pk")]


def methods_of(callback: Any) -> Sequence[str]:
    """The methods that a route answers."""
    return list(getattr(callback, "actions", None) or dir(callback.cls))
