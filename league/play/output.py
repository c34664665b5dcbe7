"""The output of a file as one JSON object: the rows of the API, with the file's own ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from games.kernel import Json
from league.domain.explanations.knockout import level_sentence
from league.domain.ratings import OVERALL, Ladder, Ladders, ladders_of, ranked
from league.domain.season.duplicates import possible_duplicates
from league.domain.seating.knockout.level import BY_SEED
from league.domain.standings.standings import standings
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.domain.tournament.warnings import warnings
from league.play import form
from league.play.checks import entry_id
from league.play.people import people_in
from league.play.seasons import FileSeason
from league.play.tournaments import FileTournament, entry_of_bye
from league.queries.refusals import sentence


def as_json(
    file: form.File,
    tournaments: Mapping[str, FileTournament],
    seasons: Mapping[str, FileSeason],
    file_ids: Mapping[str, str],
    verified: str,
) -> Json:
    """Return all tournaments and seasons, and the ratings from the file alone, without what the club has played.

    file_ids: the file's own ids by those of the log. verified: the result of the check of the log.
    """
    names = {person.id: person.name or person.id for _, person in people_in(file)}
    return {
        "tournaments": {id: _tournament(one, file_ids, names) for id, one in tournaments.items()},
        "seasons": {id: _season(one, tournaments, file_ids, names) for id, one in seasons.items()},
        "ratings": dict(_ratings(ladders_of(one.state for one in tournaments.values()), file_ids, names)),
        "verify": verified,
    }


def _tournament(tournament: FileTournament, file_ids: Mapping[str, str], people: Mapping[str, str]) -> Json:
    state = tournament.state
    entries = tournament.given.entries
    teams = {entry_id(entry): entry.team for entry in entries if isinstance(entry, form.Entry) and entry.team}
    names = {**people, **teams}
    called = {id: names[own] for own, id in tournament.entries.items()}
    rows = [_named(row, "entry", file_ids, names) for row in standings(state)]
    rounds = zip(state.rounds, tournament.given.rounds, strict=True)
    return {
        "standings": list(_in_order(rows, "entry", list(map(entry_id, entries)))),
        "rounds": [_round(state, played, given, file_ids) for played, given in rounds],
        "seed": state.secret if state.state == "closed" else None,
        **({"warnings": found} if (found := list(_warnings(state, called))) else {}),
    }


def _warnings(state: Tournament, names: Mapping[str, str]) -> Iterator[Json]:
    """Yield the warnings of the settings, then the level matches of a knockout that the seeding decided.

    names: by the ids of the log.
    """
    yield from (warning.as_json() for warning in warnings(state))
    for at, round in enumerate(state.rounds):
        for match in round.level:
            if match.decided_by == BY_SEED:
                told = level_sentence(round, match)
                detail = sentence(told.template, told.facts, names)
                yield {"field": f"rounds.{at}", "code": "level_match", "detail": detail}


def _named(row: Json, who: str, file_ids: Mapping[str, str], names: Mapping[str, str]) -> Json:
    """Return the row with the file's id, followed by the name."""
    own = file_ids[row[who]]
    return {
        "place": row["place"],
        who: own,
        "name": names[own],
        **{k: v for k, v in row.items() if k not in ("place", who)},
    }


def _in_order(rows: Sequence[Json], who: str, order: Sequence[str]) -> Iterator[Json]:
    """Yield the rows; those that share a place in the order of the file."""
    number = {id: at for at, id in enumerate(order)}
    for place, group in groupby(rows, key=lambda row: row["place"]):
        sharing = list(group)
        yield from sharing if place is None and who == "person" else sorted(sharing, key=lambda row: number[row[who]])


def _round(state: Tournament, played: Round, given: form.Round, file_ids: Mapping[str, str]) -> Json:
    named = None if given.tables is None else list(map(entry_of_bye, given.byes))
    byes = [
        entry
        for entry in played.byes
        if file_ids[entry] not in given.absent and (named is None or file_ids[entry] in named)
    ]
    placed = [entry for table in played.tables for entry in table.seats] + byes
    named_absent = () if given.tables is None else given.absent
    absent = [
        file_ids[entry]
        for entry in state.entries
        if entry not in placed and (_should_play(state, entry, played.number) or file_ids[entry] in named_absent)
    ]
    return {
        "number": played.number,
        "tables": [
            {"number": table.number, "area": table.area, "seats": [file_ids[entry] for entry in table.seats]}
            for table in played.tables
        ],
        "byes": [file_ids[entry] for entry in byes],
        "absent": absent,
    }


def _should_play(state: Tournament, entry_id: str, number: int) -> bool:
    """Return whether the entry had come by that round and not left before; in a knockout, nobody after round 1."""
    if state.knockout and number > 1:
        return False
    entry = state.entries[entry_id]
    return entry.from_round <= number and (entry.dropped_after is None or number <= entry.dropped_after)


def _season(
    season: FileSeason, tournaments: Mapping[str, FileTournament], file_ids: Mapping[str, str], names: Mapping[str, str]
) -> Json:
    """The league table, and the events with the very same results as an earlier one, by id, with the earlier one's."""
    alike = {file_ids[id]: file_ids[earlier] for id, earlier in possible_duplicates(season.events).items()}
    table = _league_table(season.table(tournaments), file_ids, names)
    return {"standings": table, **({"possible_duplicates": alike} if alike else {})}


def _league_table(rows: Sequence[Json], file_ids: Mapping[str, str], names: Mapping[str, str]) -> list[Json]:
    named = [_named(row, "person", file_ids, names) for row in rows]
    for row in named:
        for part in ("counted", "dropped"):
            row[part] = [{**event, "event": file_ids[event["event"]]} for event in row[part]]
    return list(_in_order(named, "person", list(names)))


def _ratings(ladders: Ladders, file_ids: Mapping[str, str], names: Mapping[str, str]) -> Iterator[tuple[str, Json]]:
    """Yield the ladder over all games, then the one of each game, by slug."""
    yield "overall", {"game": None, "rows": _ladder(ladders[OVERALL], file_ids, names)}
    for game in sorted(ladders.ladders):
        if game != OVERALL:
            yield game, {"game": game, "rows": _ladder(ladders[game], file_ids, names)}


def _ladder(ladder: Ladder, file_ids: Mapping[str, str], names: Mapping[str, str]) -> list[Json]:
    """Return the best first; those with equal ratings in the order of the file."""
    number = {id: at for at, id in enumerate(names)}
    rows = [(file_ids[person], strength) for person, strength in ranked(ladder)]
    return [
        {
            "person": own,
            "name": names[own],
            "mu": strength.mu,
            "sigma": strength.sigma,
            "shown": strength.shown,
            "games": strength.games,
        }
        for own, strength in sorted(rows, key=lambda row: (-row[1].shown, number[row[0]]))
    ]
