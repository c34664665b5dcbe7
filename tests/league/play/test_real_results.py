"""Other people's published counts. Data: acodcha/catan-leaderboard, MIT (tests/data/README.md)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from games.kernel import Json
from tests.league.play.files import file_of, played

pytestmark = pytest.mark.django_db

MOST_ROUNDS = 100


def told() -> Json:
    data: Json = json.loads((Path(__file__).parents[2] / "data" / "tables-catan-league.json").read_text())
    return data


def places_of(players: list[list[object]]) -> dict[str, int]:
    """Places as the file wants them, 1, 1, 3; a mark makes the winner of those who share the most points."""
    worth = {str(name): (points, *marks) for name, points, *marks in players}
    return {name: 1 + sum(other > mine for other in worth.values()) for name, mine in worth.items()}


def league() -> Json:
    """The games in the order of the list, a round each, a tournament for each hundred."""
    games = [players for _, _, players in told()["games"]]
    tournaments = []
    for start in range(0, len(games), MOST_ROUNDS):
        rounds = [
            {"tables": [{"seats": [name for name, *_ in players], "places": places_of(players)}]}
            for players in games[start : start + MOST_ROUNDS]
        ]
        entries = list(dict.fromkeys(name for one in rounds for name in one["tables"][0]["seats"]))
        tournaments.append({"id": f"from {start}", "entries": entries, "rounds": rounds})
    return file_of(*tournaments)


def test_242_games_give_the_published_counts_of_first_second_and_third_places():
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for tournament in played(league())["tournaments"].values():
        by_round: defaultdict[int, dict[str, int]] = defaultdict(dict)
        for row in tournament["standings"]:
            for line in row["rounds"]:
                if line["kind"] == "played":
                    by_round[line["number"]][row["entry"]] = line["place"]
        for places in by_round.values():
            dense = {place: number for number, place in enumerate(sorted(set(places.values())), 1)}
            for player, place in places.items():
                counts[player].update(["games", {1: "first", 2: "second", 3: "third"}.get(dense[place], "later")])
    found = {
        player: {name: count[name] for name in ("games", "first", "second", "third")}
        for player, count in counts.items()
    }
    assert found == told()["official"]
