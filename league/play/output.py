"""What a file came to, as one JSON object: the rows of the API, with the file's own ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from games.kernel import Json
from league.domain.ratings import OVERALL, Ladder, Ladders, ladders_of, ranked
from league.domain.standings.standings import standings
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.play import form
from league.play.checks import entry_id
from league.play.people import listed
from league.play.problems import Places
from league.play.seasons import League
from league.play.tournaments import Night, entry_of


def whole(
    file: form.File, nights: Mapping[str, Night], leagues: Mapping[str, League], places: Places, verified: str
) -> Json:
    """All tournaments and seasons of the file, and the ratings that it leads to by itself, as if nobody had played."""
    names = {person.id: person.name or person.id for _, person in listed(file)}
    return {
        "tournaments": {id: _tournament(night, places, names) for id, night in nights.items()},
        "seasons": {id: {"standings": _league_table(one.table(nights), places, names)} for id, one in leagues.items()},
        "ratings": dict(_ratings(ladders_of(night.state for night in nights.values()), places, names)),
        "verify": verified,
    }


def _tournament(night: Night, places: Places, people: Mapping[str, str]) -> Json:
    state = night.state
    teams = {
        entry_id(entry): entry.team for entry in night.said.entries if isinstance(entry, form.Entry) and entry.team
    }
    names = {**people, **teams}
    order = list(map(entry_id, night.said.entries))
    rows = [_named(row, "entry", places, names) for row in standings(state)]
    return {
        "standings": list(_in_order(rows, "entry", order)),
        "rounds": [
            _round(state, played, said, places) for played, said in zip(state.rounds, night.said.rounds, strict=True)
        ],
        "seed": state.secret if state.state == "closed" else None,
    }


def _named(row: Json, who: str, places: Places, names: Mapping[str, str]) -> Json:
    """A row with the file's id and the name after it."""
    own = places.known[row[who]]
    return {
        "place": row["place"],
        who: own,
        "name": names[own],
        **{k: v for k, v in row.items() if k not in ("place", who)},
    }


def _in_order(rows: Sequence[Json], who: str, order: Sequence[str]) -> Iterator[Json]:
    """The rows; those that share a place in the order of the file."""
    number = {id: at for at, id in enumerate(order)}
    for place, group in groupby(rows, key=lambda row: row["place"]):
        sharing = list(group)
        yield from sharing if place is None else sorted(sharing, key=lambda row: number[row[who]])


def _round(state: Tournament, played: Round, said: form.Round, places: Places) -> Json:
    known = places.known
    given = None if said.tables is None else list(map(entry_of, said.byes))
    byes = [
        entry for entry in played.byes if known[entry] not in said.absent and (given is None or known[entry] in given)
    ]
    placed = [entry for table in played.tables for entry in table.seats] + byes
    missed = [
        known[entry.id]
        for entry in state.entries.values()
        if entry.id not in placed and (_was_to_play(state, entry.id, played.number) or _is_named(said, known[entry.id]))
    ]
    return {
        "number": played.number,
        "tables": [
            {"number": table.number, "area": table.area, "seats": [known[entry] for entry in table.seats]}
            for table in played.tables
        ],
        "byes": [known[entry] for entry in byes],
        "absent": missed,
    }


def _was_to_play(state: Tournament, entry_id: str, number: int) -> bool:
    """Whether the entry had come by that round and not left before it. In a knockout whoever is out was not to."""
    if state.knockout and number > 1:
        return False
    entry = state.entries[entry_id]
    return entry.from_round <= number and (entry.dropped_after is None or number <= entry.dropped_after)


def _is_named(said: form.Round, entry: str) -> bool:
    return said.tables is not None and entry in said.absent


def _league_table(rows: Sequence[Json], places: Places, names: Mapping[str, str]) -> list[Json]:
    shown = [_named(row, "person", places, names) for row in rows]
    for row in shown:
        for part in ("counted", "dropped"):
            row[part] = [{**event, "event": places.known[event["event"]]} for event in row[part]]
    return list(_in_order(shown, "person", list(names)))


def _ratings(ladders: Ladders, places: Places, names: Mapping[str, str]) -> Iterator[tuple[str, Json]]:
    """The ladder over all games, then that of each game, by slug."""
    yield "overall", {"game": None, "rows": _ladder(ladders[OVERALL], places, names)}
    for game in sorted(ladders.ladders):
        if game != OVERALL:
            yield game, {"game": game, "rows": _ladder(ladders[game], places, names)}


def _ladder(ladder: Ladder, places: Places, names: Mapping[str, str]) -> list[Json]:
    """The best first; those who are rated alike in the order of the file."""
    number = {id: at for at, id in enumerate(names)}
    rows = [(places.known[person], strength) for person, strength in ranked(ladder)]
    return [
        {
            "person": own,
            "name": names[own],
            "mu": now.mu,
            "sigma": now.sigma,
            "shown": now.shown,
            "games": now.games,
        }
        for own, now in sorted(rows, key=lambda row: (-row[1].shown, number[row[0]]))
    ]
