"""`python -m tests.clients.client_night ADDRESS PASSWORD`: a night by the generated client alone, printed as JSON.

The package `client` is on the path. Its answers are objects of its classes; a problem would be a `ProblemDetails`.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from time import monotonic, sleep
from typing import Any

NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJ"]
SCORES = (21, 17, 12, 8)
PATIENCE = 60


class Client:
    """The generated client with a token. Operations are called by their ids, which its modules have as names."""

    def __init__(self, address: str, password: str) -> None:
        made: Any = import_module("client")
        self.models = import_module("client.models")
        self.tags = [tag.name for tag in _modules("client.api")]
        self.client = made.Client(base_url=address)
        token = self("create_token", body=self.model("Credentials", username="director", password=password)).token
        self.client = made.AuthenticatedClient(base_url=address, token=token, prefix="Token")

    def __call__(self, operation: str, *ids: Any, **more: Any) -> Any:
        """The answer of an operation, which is no problem."""
        name = next(f"client.api.{tag}.{operation}" for tag in self.tags if _has(tag, operation))
        answer = import_module(name).sync(*ids, client=self.client, **more)
        assert type(answer).__name__ != "ProblemDetails", (operation, answer)
        return answer

    def model(self, name: str, /, **fields: Any) -> Any:
        """An object of a class of the client."""
        return getattr(self.models, name).from_dict(fields)


class Follower:
    """Reads a club's feed part by part. seen: the positions so far, with the types."""

    def __init__(self, client: Client, club: Any) -> None:
        self.client, self.club, self.after = client, club, 0
        self.seen: list[tuple[int, str]] = []

    def catch_up(self) -> None:
        """Reads what is new."""
        more = True
        while more:
            part = self.client("list_club_events", self.club, after=self.after, limit=25)
            self.seen += [(event.position, event.type_) for event in part.results]
            self.after, more = part.next_after, part.has_more


def _modules(package: str) -> Any:
    from pkgutil import iter_modules

    return iter_modules(import_module(package).__path__)


def _has(tag: str, operation: str) -> bool:
    return any(module.name == operation for module in _modules(f"client.api.{tag}"))


def results(client: Client, table: Any) -> dict[str, Any]:
    """Scores of a table, by seat."""
    return {"scores": {str(seat.entry): score for seat, score in zip(table.seats, SCORES, strict=False)}}


def play(client: Client) -> dict[str, Any]:
    """Ten people, three rounds, a correction, standings, the league table; a follower sees all of it."""
    club = client("list_clubs").results[0].id
    follower = Follower(client, club)
    scheme = {"points": {"by_place": [10, 7, 5, 3]}}
    season = client("create_season", body=client.model("NewSeason", club=str(club), name="Winter", scheme=scheme))
    settings = {"club": str(club), "name": "Tuesday", "game": "scoresheet", "seasons": [str(season.id)]}
    sizes = {"min": 3, "max": 4, "prefer": 4}
    tournament = client("create_tournament", body=client.model("NewTournament", **settings, table_size=sizes)).id
    people = [client("create_person", body=client.model("NewPerson", club=str(club), name=name)).id for name in NAMES]
    client("add_entries", tournament, body=[client.model("NewEntry", person=str(person)) for person in people])
    client("check_in_entries", tournament, body=client.model("CheckInList", entries="all"))
    follower.catch_up()
    for _ in range(3):
        play_round(client, tournament, follower)
    (first, *_) = client("list_rounds", tournament).results
    table = first.tables[0]
    swapped = dict(zip(results(client, table)["scores"], (*SCORES[1::-1], *SCORES[2:]), strict=False))
    client("correct_result", table.id, body=client.model("Correction", scores=swapped, reason="two lines swapped"))
    client("close_tournament", tournament)
    follower.catch_up()
    standings = client("show_standings", tournament)
    league = league_table(client, season.id)
    return {
        "after_round": standings.after_round,
        "names": sorted(row.name for row in standings.rows),
        "league": [row.points for row in league.rows],
        "corrected": client("show_table", table.id).result.to_dict()["scores"] == swapped,
        "seen": follower.seen,
        "head": client("list_club_events", club, after=follower.after).head,
        "all": [event.position for event in client("list_club_events", club, limit=1000).results],
    }


def league_table(client: Client, season: Any) -> Any:
    """The league table, which follows the log a moment later."""
    until = monotonic() + PATIENCE
    while not (table := client("show_league_table", season)).rows and monotonic() < until:
        sleep(0.1)
    return table


def play_round(client: Client, tournament: Any, follower: Follower) -> None:
    """A round: seated, started, reported at one table by itself, closed with the results of the others."""
    draft = client("seat_round", tournament, body=client.model("NewRound"))
    started = client("start_round", draft.id)
    reporting, *others = started.tables
    client("report_result", reporting.id, body=client.model("ReportedResult", **results(client, reporting)))
    missing = {str(table.id): results(client, table) for table in others}
    closed = client("close_round", started.id, body=client.model("CloseRound", missing=missing))
    assert closed.state == "closed"
    follower.catch_up()


if __name__ == "__main__":
    print(json.dumps(play(Client(*sys.argv[1:]))))
