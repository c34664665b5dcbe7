"""A night over the API with everything that people do in one: its answers are the examples of the document."""

from __future__ import annotations

from typing import Any
from unittest import mock

from league.projections import followers
from league.services import heartbeats
from tests.api.conftest import Site, Visitor

Json = dict[str, Any]
NAMES = ("Ada L.", "Bea", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hedy", "Ivo", "Jana")
SCORES = (21, 17, 12, 8)
SCHEME = {"points": {"by_place": [10, 7, 5, 3]}, "attendance": 1}
SHEET = "name,home_club,born\nAda L.,London,1990\nKurt,Paris,1985\nBea,Rome,\n"
RESULTS = "event,date,name,place\nAway,2026-11-24,Ada L.,1\n,,Bea,2\n"
KEY = {"Idempotency-Key": "8b0e6c7a"}


class Night:
    """A club's evening: ten people, three rounds and a final, with disputes, corrections and a league."""

    def __init__(self, site: Site) -> None:
        self.site, self.club = site, str(site.club.id)

    def does(self, who: Visitor, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Sends a request, which has to be taken; its body as JSON values."""
        answer = who.send(method, path, body, **headers)
        assert answer.status_code < 300, (method, path, body, answer.content)
        return answer.json() if answer.content and answer["Content-Type"].endswith("json") else None

    def runs(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """As `does`, by the director."""
        return self.does(self.site.director, method, path, body, **headers)

    def reads(self, *paths: str, who: Visitor | None = None) -> None:
        """Reads each, by the director if nobody else is named."""
        for path in paths:
            self.does(who or self.site.director, "GET", path)

    def is_refused(self, who: Visitor, method: str, path: str, body: Any = None, **headers: str) -> None:
        """Sends a request that is answered with a problem."""
        answer = who.send(method, path, body, **headers)
        assert answer.status_code >= 400, (method, path, answer.content)
        assert answer["Content-Type"] == "application/problem+json"

    def play(self) -> None:
        """The whole evening."""
        self.people()
        self.tournament()
        self.first_round()
        self.second_round()
        self.third_round()
        self.final()
        self.afterwards()
        self.beside()
        self.programs()
        self.account()
        self.demo()
        self.problems()

    def people(self) -> None:
        """The club, its members and its people."""
        site = self.site
        other = self.does(site.superuser, "POST", "clubs", {"name": "Wednesday Club", "time_zone": "Europe/Berlin"})
        file = self.does(site.superuser, "GET", f"clubs/{other['id']}/export")
        self.does(site.superuser, "POST", "clubs/import", file)
        self.runs("PATCH", f"clubs/{self.club}", {"wifi_name": "Hall"})
        self.runs(
            "POST",
            f"clubs/{self.club}/members",
            {"username": "carla", "role": "member", "password": "seven green combs"},
        )
        self.runs("PATCH", f"clubs/{self.club}/members", {"username": "other", "role": "referee"})
        people = [self.runs("POST", "people", {"club": self.club, "name": name, "born": "1990"}) for name in NAMES]
        self.ids = [person["id"] for person in people]
        self.runs("PATCH", f"people/{self.ids[0]}", {"home_club": "London", "household": "Lane 7"})
        self.runs("POST", f"people/import?club={self.club}", SHEET.encode())
        twice = self.runs("POST", "people", {"club": self.club, "name": "Ada Lee"})["id"]
        self.runs("POST", f"people/{twice}/merge", {"into": self.ids[0]})
        self.runs("POST", f"people/{self.ids[0]}/unmerge", {"person": twice})
        self.reads("", "games", "games/scoresheet", "clubs", f"clubs/{self.club}", f"clubs/{self.club}/members")
        self.reads(f"people?club={self.club}", f"people/{self.ids[0]}")

    def tournament(self) -> None:
        """A season, a tournament in it, and everybody arrives."""
        season = self.runs(
            "POST", "seasons", {"club": self.club, "name": "Winter", "time_zone": "Europe/Berlin", "scheme": SCHEME}
        )
        self.season = season["id"]
        made = self.runs(
            "POST",
            "tournaments",
            {
                "club": self.club,
                "name": "Tuesday",
                "game": "scoresheet",
                "format": {"type": "areas", "k": 4},
                "table_size": {"min": 3, "max": 4, "prefer": 4},
                "points": {"by_place": [4, 2, 1, 0]},
                "tie_breaks": ["wins", "last_round", "count_back", "lot"],
                "clock_seconds": 3000,
                "seasons": [self.season],
                "starts_at": "2026-12-01T19:00:00+01:00",
            },
        )  # fmt: skip
        self.id, self.path = made["id"], f"tournaments/{made['id']}"
        self.runs("PATCH", self.path, {"hall": {"labels": ["Window", "Bar"]}})
        self.runs("POST", f"{self.path}/again", {"starts_at": "2026-12-08T19:00:00+01:00"})
        self.sign_ups()
        self.runs("POST", f"{self.path}/entries/match", {"lines": [*NAMES[:9], "Zoe + Bea Long"]})
        entered = self.runs("POST", f"{self.path}/entries", [{"person": id} for id in self.ids[:9]])
        self.entries = [entry["id"] for entry in entered["results"]]
        self.is_refused(self.site.director, "POST", f"{self.path}/rounds", {})
        self.entries.append(self.runs("POST", f"{self.path}/entries", {"person": self.ids[9]})["id"])
        self.does(self.site.referee, "POST", f"entries/{self.entries[0]}/check-in")
        self.does(self.site.referee, "POST", f"{self.path}/check-in", {"entries": "all"})
        self.does(self.site.referee, "DELETE", f"entries/{self.entries[9]}/check-in")
        self.does(self.site.referee, "POST", f"entries/{self.entries[9]}/check-in")
        self.runs("POST", f"entries/{self.entries[3]}/table", {"table": 2})
        self.runs("POST", f"entries/{self.entries[0]}/link", {})
        announced = self.does(self.site.referee, "POST", f"{self.path}/announcements", {"text": "Pizza at 20:30"})
        self.reads(f"announcements/{announced['id']}", f"{self.path}/announcements")
        self.does(self.site.referee, "DELETE", f"announcements/{announced['id']}")
        self.does(self.site.referee, "PUT", f"{self.path}/screen", {"shows": "welcome"})
        self.reads(f"{self.path}/screen", f"{self.path}/entries", f"entries/{self.entries[0]}")
        self.reads(f"{self.path}/last-time")

    def sign_ups(self) -> None:
        """People sign up for another evening, and are accepted; somebody at the door is on standby."""
        body = {"club": self.club, "name": "Wednesday", "game": "scoresheet", "sign_up": {"limit": 2}}
        path = f"tournaments/{self.runs('POST', 'tournaments', body)['id']}"
        for name in ("Kim", "Lou", "Mia"):
            said = self.does(self.site.anonymous, "POST", f"{path}/sign-ups", {"name": name, "consent": True})
        self.does(self.site.anonymous, "POST", "sign-ups/confirm", {"secret": said["secret"]})
        self.does(self.site.anonymous, "POST", "sign-ups/withdraw", {"secret": said["secret"]})
        self.is_refused(self.site.director, "POST", f"{path}/standby", {})
        at_the_door = self.runs("POST", f"{path}/standby", {"name": "Nia"})["id"]
        self.reads(f"{path}/sign-ups", f"sign-ups/{at_the_door}")
        self.runs("POST", f"{path}/sign-ups/accept", {})
        self.runs("POST", f"sign-ups/{at_the_door}/accept", {"as_new": True})
        self.runs("DELETE", f"sign-ups/{at_the_door}")
        self.runs("POST", f"{path}/cancel", {"reason": "no room"})

    def first_round(self) -> None:
        """Drawn again, changed by hand, paused and extended; one table disputes its result."""
        draft = self.runs("POST", f"{self.path}/rounds?dry_run=true", {})
        draft = self.runs("POST", f"{self.path}/rounds", {}, **KEY)
        self.runs("POST", f"rounds/{draft['id']}/redo", {})
        draft = self.runs("GET", f"rounds/{draft['id']}")
        one, two = (table["seats"][0]["entry"] for table in draft["tables"][:2])
        self.runs("POST", f"rounds/{draft['id']}/swap", {"a": one, "b": two})
        large, small = sorted(draft["tables"], key=lambda table: -len(table["seats"]))[:2]
        self.runs("POST", f"rounds/{draft['id']}/move", {"entry": large["seats"][-1]["entry"], "table": small["id"]})
        round = self.runs("POST", f"rounds/{draft['id']}/publish")
        self.slips(round)
        round = self.runs("POST", f"rounds/{draft['id']}/start")
        for step, body in (
            ("pause", {"reason": "pizza"}),
            ("resume", None),
            ("extend", {"seconds": 300, "reason": "a late start"}),
        ):
            self.does(self.site.referee, "POST", f"rounds/{round['id']}/{step}", body)
        self.calls(round)
        self.reads(f"{self.path}/rounds/current", f"entries/{self.entries[0]}/seat", f"{self.path}/attention")
        self.dispute(round["tables"][0])
        self.is_refused(self.site.director, "POST", f"rounds/{round['id']}/close", {})
        self.reads(f"{self.path}/needs?entry={self.entries[0]}&goal=top:3")
        self.close(round, 1)

    def slips(self, round: Json) -> None:
        """The printed links: revoked once, and printed again."""
        self.does(self.site.referee, "POST", f"rounds/{round['id']}/links", {})
        self.does(self.site.referee, "DELETE", f"rounds/{round['id']}/links")

    def calls(self, round: Json) -> None:
        """A table and an entry call the director."""
        table = round["tables"][0]
        called = self.does(self.site.table_link(table["id"]), "POST", f"tables/{table['id']}/call", {"note": "a rule"})
        self.does(self.site.referee, "POST", f"calls/{called['id']}/answer")
        entry = self.entries[1]
        self.does(self.site.entry_link(entry), "POST", f"entries/{entry}/call", {"note": "lost"})
        self.reads(f"{self.path}/calls", who=self.site.referee)

    def scores(self, table: Json, scores: tuple[int, ...] = SCORES) -> Json:
        """Scores of a table, by seat."""
        return {"scores": {seat["entry"]: score for seat, score in zip(table["seats"], scores, strict=False)}}

    def dispute(self, table: Json) -> None:
        """Reported by the slip and disputed; the referee rules, and a typo is put right."""
        path, slip = f"tables/{table['id']}", self.site.table_link(table["id"])
        first, second, *_ = (seat["entry"] for seat in table["seats"])
        self.does(slip, "PUT", f"{path}/result", {**self.scores(table), "as": first}, **KEY)
        self.does(
            slip, "POST", f"{path}/dispute", {**self.scores(table, (20, 17, 12, 8)), "note": "twenty", "as": second}
        )
        self.reads(path)
        self.does(self.site.referee, "POST", f"{path}/rule", {"uphold": True, "reason": "the sheet says so"})
        correction = {**self.scores(table, (12, 17, 21, 8)), "reason": "two lines were swapped"}
        self.does(self.site.referee, "POST", f"{path}/correct?dry_run=true", correction)
        self.does(self.site.referee, "POST", f"{path}/correct", correction)
        self.reads(path, who=self.site.anonymous)

    def close(self, round: Json, first: int = 0) -> None:
        """The tables report from the first one on; the result of the last one is given with the close."""
        *others, last = round["tables"][first:]
        for table in others:
            slip, (one, two, *_) = self.site.table_link(table["id"]), [seat["entry"] for seat in table["seats"]]
            self.does(slip, "PUT", f"tables/{table['id']}/result", {**self.scores(table), "as": one})
            self.does(slip, "POST", f"tables/{table['id']}/confirm", {"as": two})
        self.runs("POST", f"rounds/{round['id']}/close", {"missing": {last["id"]: self.scores(last)}})

    def second_round(self) -> None:
        """Called off once; somebody leaves and comes back; a table sends its score sheet by commands."""
        round = self.started()
        self.runs("POST", f"rounds/{round['id']}/cancel", {"reason": "a fire alarm"})
        draft = self.runs("POST", f"{self.path}/rounds", {})
        self.runs("DELETE", f"rounds/{draft['id']}")
        self.does(self.site.director, "POST", f"entries/{self.entries[8]}/drop", {"after_round": 2})
        self.does(self.site.referee, "POST", f"entries/{self.entries[8]}/notice")
        self.does(self.site.director, "POST", f"entries/{self.entries[8]}/return")
        draft = self.runs("POST", f"{self.path}/rounds", {})
        self.runs("POST", f"rounds/{draft['id']}/publish")
        seats = [table["seats"][0]["entry"] for table in draft["tables"][:2]]
        self.runs("POST", f"rounds/{draft['id']}/repair", {"swap": seats, "reason": "a draught"})
        round = self.runs("POST", f"rounds/{draft['id']}/start")
        table = round["tables"][0]
        sheet = {"type": "record_round", **self.scores(table)}
        self.does(self.site.table_link(table["id"]), "POST", f"tables/{table['id']}/commands", sheet)
        self.close(round, 1)

    def started(self) -> Json:
        """The next round, seated and started."""
        draft = self.runs("POST", f"{self.path}/rounds", {})
        started: Json = self.runs("POST", f"rounds/{draft['id']}/start")
        return started

    def third_round(self) -> None:
        """The last round before the final; an entry is late."""
        late = {"entry": self.entries[4], "points": 1, "reason": "late"}
        penalty = self.does(self.site.referee, "POST", f"{self.path}/penalties", late)
        self.reads(f"{self.path}/penalties", f"penalties/{penalty['id']}")
        round = self.started()
        results = {table["id"]: self.scores(table) for table in round["tables"]}
        self.does(self.site.referee, "PUT", f"rounds/{round['id']}/results", results)
        self.runs("POST", f"rounds/{round['id']}/close")
        self.does(self.site.referee, "POST", f"penalties/{penalty['id']}/lift")
        everybody = self.site.anonymous
        self.reads(
            self.path, f"{self.path}/rounds", f"{self.path}/standings", f"{self.path}/standings?as=csv", who=everybody
        )
        self.reads(
            f"{self.path}/explain?entry={self.entries[0]}&round=2", f"{self.path}/events?limit=20", who=everybody
        )
        self.reads(f"{self.path}/places", f"{self.path}/live", who=everybody)

    def final(self) -> None:
        """Begun, undone and begun again; then the tournament is closed."""
        self.runs("POST", f"{self.path}/final", {"top": 4, "carry": "none"})
        self.runs("DELETE", f"{self.path}/final")
        self.runs("POST", f"{self.path}/final", {"top": 4, "carry": "none"})
        round = self.started()
        self.reads(f"tables/{round['tables'][0]['id']}/live")
        self.runs(
            "POST",
            f"rounds/{round['id']}/close",
            {"missing": {round["tables"][0]["id"]: self.scores(round["tables"][0])}},
        )
        self.runs("POST", f"{self.path}/close")
        self.runs("POST", f"{self.path}/reopen", {"reason": "a table had reported nonsense"})
        self.runs("POST", f"{self.path}/close")

    def afterwards(self) -> None:
        """The league: its table, meetings, seats, ratings and records."""
        path = f"seasons/{self.season}"
        away = self.runs("POST", f"{path}/events", {"name": "Away", "date": "2026-11-24", "places": {self.ids[0]: 1}})
        self.runs("PATCH", f"{path}/events/{away['id']}", {"places": {self.ids[0]: 2}, "reason": "misread"})
        self.reads(f"{path}/events/{away['id']}", f"{path}/events")
        self.runs("DELETE", f"{path}/events/{away['id']}")
        self.runs("POST", f"{path}/events", RESULTS.encode())
        self.runs("PATCH", path, {"name": "Winter league"})
        followers.follow(self.site.club.id)
        self.reads(
            "seasons", path, f"{path}/standings", f"{path}/head-to-head", f"{path}/ledger", f"ratings?club={self.club}"
        )
        self.reads(f"{path}/race", f"clubs?slug={self.site.club.slug}")
        self.reads(
            f"people/{self.ids[0]}/record", f"people/{self.ids[0]}/ratings", f"clubs/{self.club}/events?limit=20"
        )
        self.reads("tournaments", "schema/events?type=tournament.round_published", f"{path}/places")
        self.reads(f"{self.path}/summary", f"{self.path}/summary?as=text", who=self.site.anonymous)
        other = self.runs("POST", "seasons", {"club": self.club, "name": "Spring", "scheme": SCHEME})
        self.moves("seasons", other["id"])
        self.runs("DELETE", f"seasons/{other['id']}")

    def beside(self) -> None:
        """A planned tournament, which is called off, and a friendly game."""
        made = self.runs("POST", "tournaments", {"club": self.club, "name": "Planned", "game": "scoresheet"})
        path = f"tournaments/{made['id']}"
        entered = self.runs("POST", f"{path}/entries", [{"person": id} for id in self.ids[:4]])
        entries = [entry["id"] for entry in entered["results"]]
        self.runs("POST", f"{path}/plan", {"plan": [{"tables": [entries]}, {"tables": [entries[::-1]]}]})
        self.reads(f"{path}/plan")
        self.runs("POST", f"{path}/cancel", {"reason": "no electricity"})
        self.moves("tournaments", made["id"])
        self.runs("DELETE", path)
        self.cup()
        players = [str(self.site.member.user.pk), str(self.site.director.user.pk)]
        friendly = {"game": "scoresheet", "options": {"rounds": 2}, "players": players}
        self.does(self.site.member, "POST", f"clubs/{self.club}/tables", friendly)

    def cup(self) -> None:
        """A knockout of four whose matches are drawn: one has a play-off, of the other a lot is drawn."""
        rules = {"format": {"type": "knockout"}, "table_size": {"min": 2, "max": 2, "prefer": 2}}
        made = self.runs("POST", "tournaments", {"club": self.club, "name": "Cup", "game": "scoresheet", **rules})
        path = f"tournaments/{made['id']}"
        self.runs("POST", f"{path}/entries", [{"person": id} for id in self.ids[:4]])
        self.runs("POST", f"{path}/check-in", {"entries": "all"})
        draft = self.runs("POST", f"{path}/rounds", {})
        first, second = self.runs("POST", f"rounds/{draft['id']}/start")["tables"]
        for table in (first, second):
            level = {"scores": {seat["entry"]: 12 for seat in table["seats"]}}
            self.does(self.site.referee, "PUT", f"tables/{table['id']}/result", level)
        one, two = (seat["entry"] for seat in first["seats"])
        won = {"decided_by": "play_off", "goes_on": [one], "as": two}
        self.does(self.site.table_link(first["id"]), "POST", f"tables/{first['id']}/goes-on", won)
        self.does(self.site.referee, "POST", f"tables/{second['id']}/goes-on", {"decided_by": "lot"})
        self.runs("POST", f"rounds/{draft['id']}/close")
        self.reads(f"{path}/bracket", who=self.site.anonymous)

    def moves(self, kind: str, id: str) -> None:
        """A tournament or a season is kept as a file, and taken in again where it is there already."""
        file = self.runs("GET", f"{kind}/{id}/export?people=codes")
        self.does(self.site.superuser, "POST", f"{kind}/import?club={self.club}", file)

    def programs(self) -> None:
        """A token for a bot of the club, and a webhook."""
        path = f"clubs/{self.club}"
        token = self.runs("POST", f"{path}/tokens", {"name": "results channel", "scope": "report"})
        self.reads(f"{path}/tokens", f"{path}/tokens/{token['id']}")
        self.runs("DELETE", f"{path}/tokens/{token['id']}")
        self.reads(f"{path}/members/member")
        self.runs("DELETE", f"{path}/members/other")
        hook = self.runs("POST", f"{path}/webhooks", {"url": "https://bot.example/hook", "types": ["tournament.*"]})
        made = self.runs("POST", f"webhooks/{hook['id']}/ping", {})
        deliveries = f"webhooks/{hook['id']}/deliveries"
        self.reads(f"{path}/webhooks", f"webhooks/{hook['id']}", deliveries, f"{deliveries}/{made['id']}")
        self.runs("POST", f"{deliveries}/{made['id']}/again", {})
        self.runs("PATCH", f"webhooks/{hook['id']}", {"types": ["*"]})
        self.runs("DELETE", f"webhooks/{hook['id']}")

    def account(self) -> None:
        """Log-in, tokens, the caller's own account, and the service."""
        member = self.site.member
        login = {"username": "member", "password": "correct horse battery"}
        made = self.does(self.site.anonymous, "POST", "tokens", {**login, "name": "results channel", "scope": "read"})
        self.reads("tokens", f"tokens/{made['id']}", "me", who=member)
        self.does(member, "DELETE", f"tokens/{made['id']}")
        self.runs("POST", f"clubs/{self.club}/members", {"username": "stranger", "role": "member"})
        self.does(self.site.stranger, "POST", "me/invitations", {"club": self.club})
        passwords = {"old": "correct horse battery", "new": "battery staple horse"}
        self.does(member, "PATCH", "me", {"password": passwords})
        self.does(member, "DELETE", "tokens/current")
        with mock.patch.object(heartbeats, "age", return_value=0.5):  # a worker and beat, which the tests do not start
            self.reads("clock", "health/live", "health/ready", who=self.site.anonymous)

    def demo(self) -> None:
        """A club to look around in."""
        self.runs("POST", f"clubs/{self.club}/demo")
        self.runs("DELETE", f"clubs/{self.club}/demo")

    def problems(self) -> None:
        """What goes wrong, of each kind."""
        site, table = self.site, f"tables/{self.runs('GET', f'{self.path}/rounds')['results'][0]['tables'][0]['id']}"
        self.is_refused(site.anonymous, "POST", f"{self.path}/close")
        self.is_refused(Visitor(headers={"Authorization": "Token nonsense"}), "GET", "me")
        self.is_refused(Visitor(headers={"Authorization": "Link nonsense"}), "GET", table)
        self.is_refused(site.referee, "PATCH", self.path, {"name": "Mine"})
        self.is_refused(site.anonymous, "GET", f"entries/{self.ids[0]}")
        self.is_refused(site.director, "POST", "tournaments", {"club": self.club, "name": "", "rounds": 0})
        self.is_refused(site.anonymous, "GET", f"{self.path}?nonsense=1")
        self.is_refused(site.anonymous, "GET", self.path, Accept="image/png")
        self.is_refused(site.director, "PATCH", self.path, {"name": "x" * (1 << 20)})
        self.is_refused(site.director, "PUT", f"{table}/result", {"scores": {}}, **{"If-Match": '"1"'})
        self.is_refused(site.director, "POST", "tournaments", b"name\nTuesday\n")
        for _ in range(20):
            self.is_refused(site.anonymous, "POST", "tokens", {"username": "director", "password": "wrong"})
        self.is_refused(site.director, "POST", f"{self.path}/rounds", {})
        self.is_refused(
            site.director, "POST", f"{self.path}/penalties", {"entry": self.entries[0], "points": 1, "reason": "x"}
        )
        self.is_refused(site.director, "PUT", f"{table}/result", {"scores": {}})
        self.is_refused(site.director, "PATCH", f"clubs/{self.club}", {"name": "Thursday"}, **KEY)
        assert site.director.generic("PATCH", f"clubs/{self.club}", "{", "application/json").status_code == 400
