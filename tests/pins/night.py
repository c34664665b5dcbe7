"""`python -m tests.pins.night VERSION` plays seasons of a club over the API and in files, and keeps what came of it.

For the fixtures of a later version: nothing here compares anything.
"""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import sys
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment

from tests.pins.answers import answers, questions, rows

HERE = Path(__file__).parent
PLAY, PRINTED = HERE / "play", HERE / "play" / "printed"
NAMES = ("Ada", "Bea", "Cleo", "Dora", "Émilie", "Fritz", "Gábor", "Hedy", "Ίων", "Jan", "Kurt", "Lise")
FOURS = {"min": 3, "max": 4, "prefer": 4}
PAY = {"by_place": [4, 2, 1, 0]}
Json = dict[str, Any]


class Director:
    """Whoever directs the club, and what the club has."""

    def __init__(self) -> None:
        self.client = Client(headers={"Accept": "application/json"})
        self.client.force_login(rows("User").model.objects.create_superuser("director", password=None))
        self.club = self.send("POST", "clubs", {"name": "Tuesday Club", "time_zone": "Europe/Berlin"})["id"]
        self.people = [self._person(at, name) for at, name in enumerate(NAMES)]

    def _person(self, at: int, name: str) -> str:
        more = {"household": "Window Lane" if at < 2 else "", "home_club": "Elsewhere" if at % 3 == 0 else ""}
        body = {"club": self.club, "name": name, "born": str(1980 + 3 * at), **more}
        id: str = self.send("POST", "people", body)["id"]
        return id

    def send(self, method: str, path: str, body: Any = None, link: str = "") -> Any:
        """Sends a request, which has to be taken."""
        headers = {"Authorization": f"Link {link}"} if link else {}
        sent = None if body is None else json.dumps(body)
        call = self.client.generic
        answer = call(method, f"/api/v1/{path}", sent or "", "application/json", headers=headers)
        assert answer.status_code < 300, (method, path, body, answer.content)
        return answer.json() if answer.content else None

    def post(self, path: str, body: Any = None) -> Any:
        """The same with POST."""
        return self.send("POST", path, body or {})

    def tournament(self, name: str, people: int = 8, **more: Any) -> tuple[str, list[str]]:
        """A tournament with the first people of the club, who are all here: its id and the entries."""
        said = {"club": self.club, "name": name, "game": "scoresheet", "table_size": FOURS, "points": PAY, **more}
        id = self.post("tournaments", said)["id"]
        entered = self.post(f"tournaments/{id}/entries", [{"person": person} for person in self.people[:people]])
        entries = [entry["id"] for entry in entered["results"]]
        for entry in entries:
            self.post(f"entries/{entry}/check-in")
        return id, entries

    def round(self, id: str, body: Any = None) -> Json:
        """The next round, seated, published and started."""
        seated = self.post(f"tournaments/{id}/rounds", body)
        self.post(f"rounds/{seated['id']}/publish")
        started: Json = self.post(f"rounds/{seated['id']}/start")
        return started

    def report(self, table: Json, scores: tuple[int, ...] = (9, 7, 7, 2)) -> None:
        """A table's scores, by seat."""
        told = {seat["entry"]: score for seat, score in zip(table["seats"], scores, strict=False)}
        self.send("PUT", f"tables/{table['id']}/result", {"scores": told})

    def played(self, id: str, body: Any = None) -> Json:
        """A round from its seating to its close."""
        started = self.round(id, body)
        for table in started["tables"]:
            self.report(table)
        closed: Json = self.post(f"rounds/{started['id']}/close")
        return closed


def play(director: Director) -> None:
    """All of it."""
    for file in sorted(PLAY.glob("*.json")):
        (PRINTED / file.name).write_text(printed(file), "utf-8")
        call_command("play", str(file), "--into", "club", "--json", stdout=StringIO())
    season = director.post("seasons", season_body(director))["id"]
    recorded(director, season)
    disputed(director, season)
    with_a_final(director, season)
    reopened(director)
    planned(director)
    running(director)
    corrected(director, season)
    director.post("seasons", {"club": director.club, "name": "Spring", "after": season})
    director.send("PATCH", f"people/{director.people[7]}", {"name": "Somebody", "born": "", "home_club": ""})


def season_body(director: Director) -> Json:
    """A season with divisions and a category."""
    first, second = director.people[:4], director.people[4:8]
    return {
        "club": director.club,
        "name": "Autumn",
        "scheme": {"points": {"by_place": [10, 7, 5, 3, 2, 1]}, "attendance": 1, "ties": ["count_back"], "final": 2},
        "divisions": [{"name": "First", "people": first, "down": 1}, {"name": "Second", "people": second, "up": 1}],
        "categories": [{"type": "juniors", "name": "Juniors", "age": 30, "on": "2026-12-31"}],
    }


def recorded(director: Director, season: str) -> None:
    """Monster Trick by sheets: an amend of a game, a penalty that is lifted, one who is late, one who returns."""
    rules = {"game": "monster-trick", "game_options": {"play": "recorded"}, "tie_breaks": ["wins", "last_round", "lot"]}
    id, entries = director.tournament("Monsters", 6, seasons=[season], balance="season", **rules)
    late = director.post(f"tournaments/{id}/entries", {"person": director.people[9], "from_round": 2})["id"]
    director.post(f"entries/{late}/check-in")
    first = director.round(id)
    for table in first["tables"]:
        sheets(director, table)
    table = first["tables"][0]
    seats = [seat["entry"] for seat in table["seats"]]
    amend = {"at": 2, "command": sheet(seats[::-1], 1), "reason": "two lines were exchanged"}
    director.post(f"tables/{table['id']}/correct", amend)
    director.post(f"rounds/{first['id']}/close")
    penalties = f"tournaments/{id}/penalties"
    lifted = director.post(penalties, {"entry": entries[0], "points": 2, "reason": "late", "after_round": 1})["id"]
    director.post(penalties, {"entry": entries[1], "points": "1/2", "reason": "noise", "after_round": 1})
    director.post(f"penalties/{lifted}/lift")
    director.post(f"entries/{entries[2]}/drop")
    second = director.round(id)
    for table in second["tables"]:
        sheets(director, table)
    director.post(f"rounds/{second['id']}/close")
    director.post(f"entries/{entries[2]}/return")
    director.post(f"tournaments/{id}/close")


def sheets(director: Director, table: Json) -> None:
    """The three sheets of a table."""
    seats = [seat["entry"] for seat in table["seats"]]
    for number in (1, 2, 3):
        director.post(f"tables/{table['id']}/commands", sheet(seats, number))


def sheet(players: list[str], number: int) -> Json:
    """A round of Monster Trick in which the first wins a trick or two more."""
    tricks = dict.fromkeys(players, 3)
    tricks[players[0]] += 1
    tricks[players[-1]] -= 1
    orders = {player: [number * value for value in (1, 2, 3)] for player in players}
    return {"type": "record_round", "orders": orders, "tricks": tricks}


def disputed(director: Director, season: str) -> None:
    """Pairs: a draft that is changed, a dispute and a ruling, forfeits, a bye by wish, a correction after the close."""
    won = {"win": 1, "draw": "1/2", "loss": 0}
    more = {"tie_breaks": ["buchholz", "sonneborn_berger", "lot"], "table_size": {"min": 2, "max": 2, "prefer": 2}}
    id, entries = director.tournament("Pairs", 6, format={"type": "swiss"}, seasons=[season], **{**more, "points": won})
    draft = director.post(f"tournaments/{id}/rounds")
    director.post(f"rounds/{draft['id']}/redo")
    director.send("DELETE", f"rounds/{draft['id']}")
    draft = director.post(f"tournaments/{id}/rounds")
    one, two = (table["seats"][0]["entry"] for table in director.send("GET", f"rounds/{draft['id']}")["tables"][:2])
    director.post(f"rounds/{draft['id']}/swap", {"a": one, "b": two})
    started = director.post(f"rounds/{draft['id']}/start")
    for table, result in zip(started["tables"], ("1-0", "½-½", "+/-"), strict=True):
        director.send("PUT", f"tables/{table['id']}/result", {"result": result})
    first, second = started["tables"][:2]
    link = director.post(f"entries/{first['seats'][1]['entry']}/link")["link"]
    director.send("POST", f"tables/{first['id']}/dispute", {"result": "0-1", "note": "it was mine"}, link)
    director.post(f"tables/{first['id']}/rule", {"uphold": True, "reason": "the sheet says so"})
    director.post(f"rounds/{started['id']}/close")
    plan = {"tables": [[entries[0], entries[1]], [entries[2], entries[3]]]}
    byes = [{"entry": entries[4], "points": "1/2", "kind": "requested"}, entries[5]]
    third = director.round(id, {"plan": {**plan, "byes": byes}})
    missing = {table["id"]: {"result": "0-1"} for table in third["tables"]}
    director.post(f"rounds/{third['id']}/close", {"missing": missing})
    director.post(f"tournaments/{id}/close")
    director.post(f"tables/{second['id']}/correct", {"result": "0-1", "reason": "we looked again"})


def with_a_final(director: Director, season: str) -> None:
    """Two rounds in areas, then the best four with half of their points; somebody is absent."""
    id, _ = director.tournament("Finals", 8, rounds=2, seasons=[season], format={"type": "areas", "k": 4})
    director.played(id)
    second = director.round(id)
    one, two = second["tables"]
    seats = [seat["entry"] for seat in one["seats"]]
    places = {entry: place for place, entry in enumerate(seats[:3], 1)}
    director.send("PUT", f"tables/{one['id']}/result", {"places": places, "absent": seats[3:]})
    director.report(two)
    director.post(f"rounds/{second['id']}/close")
    final = {"top": 4, "carry": "half", "points": {"by_place": [7, 5, 3, 1]}}
    director.post(f"tournaments/{id}/final", final)
    director.send("DELETE", f"tournaments/{id}/final")
    director.post(f"tournaments/{id}/final", final)
    turned = {seat["entry"]: seat["seat"] for seat in two["seats"]}
    director.post(f"tables/{two['id']}/correct", {"scores": turned, "reason": "the sheet was upside down"})
    director.played(id)
    director.post(f"tournaments/{id}/close")


def reopened(director: Director) -> None:
    """Two games a round; closed, opened again and closed: a second edition. The lowest score wins."""
    points = {"raw": {}, "low_wins": True, "best": {"n": 3, "of": "game"}}
    more = {"game_options": {"win": "low"}, "games_per_round": 2, "points": points, "tie_breaks": ["best_game", "lot"]}
    id, _ = director.tournament("Strokes", 6, **more)
    for reason in ("a round was missing", ""):
        started = director.round(id)
        for table in started["tables"]:
            games = [{"scores": scores_of(table, at)} for at in (1, 4)]
            director.send("PUT", f"tables/{table['id']}/result", {"games": games})
        director.post(f"rounds/{started['id']}/close")
        director.post(f"tournaments/{id}/close")
        if reason:
            director.post(f"tournaments/{id}/reopen", {"reason": reason})


def scores_of(table: Json, at: int) -> dict[str, int]:
    """Scores that differ by seat and by table."""
    return {seat["entry"]: (seat["seat"] * at + table["number"]) % 7 for seat in table["seats"]}


def planned(director: Director) -> None:
    """A plan by places; then a rotation with labels on the tables and a fixed one."""
    plan = {"plan": [{"tables": [[1, 4, 5], [2, 3, 6]]}, {"tables": [[1, 2, 3], [4, 5, 6]]}]}
    id, _ = director.tournament("Planned", 6)
    director.post(f"tournaments/{id}/plan", plan)
    for _ in plan["plan"]:
        director.played(id)
    hall = {"labels": ["Window", "Bar"], "rotate": True}
    id, entries = director.tournament("Turns", 8, format={"type": "rotation"}, rounds=3, hall=hall)
    director.post(f"entries/{entries[0]}/table", {"table": 2})
    for _ in range(3):
        director.played(id)


def running(director: Director) -> None:
    """One that is called off, and a round that is repaired and running: its clock is paused, one table has reported."""
    off, _ = director.tournament("Called off", 4)
    director.post(f"tournaments/{off}/cancel", {"reason": "no electricity"})
    id, entries = director.tournament("Tonight", 8, clock_seconds=2400, table_size=FOURS)
    seated = director.post(f"tournaments/{id}/rounds")
    director.post(f"rounds/{seated['id']}/publish")
    one, two = seated["tables"][:2]
    swap = [one["seats"][0]["entry"], two["seats"][0]["entry"]]
    director.post(f"rounds/{seated['id']}/repair", {"swap": swap, "reason": "they came together"})
    started = director.post(f"rounds/{seated['id']}/start")
    director.post(f"rounds/{seated['id']}/extend", {"seconds": 300, "reason": "a late start"})
    director.post(f"rounds/{seated['id']}/pause", {"reason": "pizza"})
    first, second = started["tables"]
    director.report(first)
    director.post(f"tables/{first['id']}/confirm")
    by_hand = {"places": {seat["entry"]: seat["seat"] for seat in second["seats"]}}
    director.send("PUT", f"tables/{second['id']}/result", by_hand)
    director.post(f"tables/{second['id']}/correct", {"withdraw": True, "reason": "they play on"})
    director.post(f"entries/{entries[5]}/drop", {"after_round": 1})


def corrected(director: Director, season: str) -> None:
    """The season's name, and bare results: one is corrected, one taken out."""
    director.send("PATCH", f"seasons/{season}", {"name": "Autumn league"})
    a, b, c, d = director.people[:4]
    events = f"seasons/{season}/events"
    away = {"name": "Away", "date": "2026-11-08", "places": {a: 1, b: 2, c: 2}, "status": {d: "DNF"}}
    first = director.post(events, away)["id"]
    director.send("PATCH", f"{events}/{first}", {"places": {a: 2, b: 1}, "reason": "the list was upside down"})
    other = {"awards": {d: "7/2"}, "awards_only": True, "extra": [{"person": c, "points": 1, "for": "cake"}]}
    director.post(events, {**other, "final": True})
    wrong = director.post(events, {"name": "Wrong", "places": {c: 1}})["id"]
    director.send("DELETE", f"{events}/{wrong}")


def printed(file: Path) -> str:
    """What a play file comes to, as it is printed."""
    out = StringIO()
    call_command("play", str(file), "--json", stdout=out)
    return out.getvalue()


def answered() -> dict[str, str]:
    """What the database answers a process that has not been there, so that all comes from the log."""
    django.setup()
    setup_test_environment()
    return answers(questions())


def set_up(file: Path) -> None:
    """Makes the database, and gets Django ready for it."""
    os.environ |= {"TABLEKEEPER_MODE": "club", "TABLEKEEPER_DATA": "", "SECRET_KEY": "k" * 64, "REDIS_URL": ""}
    os.environ |= {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)


def follow() -> None:
    """Brings league tables and ratings up to the newest event."""
    from deploy.celery import app

    app.loader.import_default_modules()
    app.tasks["league.tasks.follow"]()


def main(version: str) -> None:
    """Keeps a new database with all that has happened in it, what it answers, and what each play file comes to."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "night.sqlite3"
        set_up(file)
        director = Director()
        play(director)
        follow()
        director.client.logout()
        told = get_context("spawn").Pool(1).apply(answered)
        with sqlite3.connect(file) as database:
            dump = "\n".join(database.iterdump())
    (HERE / f"night-{version}.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
    (HERE / f"night-{version}.json.gz").write_bytes(gzip.compress(json.dumps(told, indent=0).encode(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
