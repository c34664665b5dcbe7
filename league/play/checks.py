"""Checks of a file beyond its types: ids are unique, names are known, each table has one result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from games.kernel import N_, Path
from league.domain.tournament.settings import TieBreakName
from league.play import form
from league.play.problems import PlayProblem, refused

WAYS = ("scores", "places", "awards", "commands", "result")
OVER_ALL = ("scores", "places", "awards")
AWAY = ("absent", "left")
PAIR = 2
ONE_RESULT = N_("A round that is seated has one result (scores, places or awards).")


def check(file: form.File) -> None:
    """Raise PlayProblem for the first problem in the file."""
    for problem in problems(file):
        raise problem


def problems(file: form.File) -> Iterator[PlayProblem]:
    """Yield the problems of a file, in its order."""
    people = None if file.people is None else [one if isinstance(one, str) else one.id for one in file.people]
    yield from _unique((("people", at), id) for at, id in enumerate(people or ()))
    yield from _unique((("tournaments", at, "id"), one.id) for at, one in enumerate(file.tournaments))
    yield from _unique((("seasons", at, "id"), one.id) for at, one in enumerate(file.seasons))
    known = None if people is None else dict.fromkeys(people)
    for at, tournament in enumerate(file.tournaments):
        yield from _tournament(tournament, ("tournaments", at), known)
    played = dict.fromkeys(one.id for one in file.tournaments)
    for at, season in enumerate(file.seasons):
        yield from _season(season, ("seasons", at), played, known)


def entry_id(entry: str | form.Entry) -> str:
    """Return the file's id of an entry: the person's, or the team's own."""
    return entry if isinstance(entry, str) else entry.entry or entry.id or ""


def people_of(entry: str | form.Entry) -> tuple[str, ...]:
    return entry.members if isinstance(entry, form.Entry) and entry.entry is None else (entry_id(entry),)


def event_id(event: str | form.Event) -> str:
    """Return the file's id of an event of a season: the tournament's, or its own."""
    return event if isinstance(event, str) else event.id or event.tournament or ""


def tournament_of(event: str | form.Event) -> str | None:
    """Return the file's id of an event's tournament; None for a bare result."""
    return event if isinstance(event, str) else event.tournament


def _unique(named: Iterable[tuple[Path, str]]) -> Iterator[PlayProblem]:
    seen: dict[str, None] = {}
    for path, id in named:
        if id in seen:
            yield refused(path, "duplicate", N_("{id} is there already."), id=id)
        seen[id] = None


def _known(path: Path, id: str, known: dict[str, None] | None, code: str) -> Iterator[PlayProblem]:
    if known is not None and id not in known:
        yield refused(path, code, N_("{id} is not known in this file."), id=id)


def _tournament(tournament: form.Tournament, path: Path, people: dict[str, None] | None) -> Iterator[PlayProblem]:
    for at, name in enumerate(tournament.tie_breaks):
        if isinstance(name, str) and name not in get_args(TieBreakName):
            template = N_("There is no tie-break {name}.")
            yield refused((*path, "tie_breaks", at), "unknown_tie_break", template, name=name)
    for at, entry in enumerate(tournament.entries):
        yield from _entry(entry, (*path, "entries", at), people)
    yield from _unique(((*path, "entries", at), entry_id(entry)) for at, entry in enumerate(tournament.entries))
    yield from _unique(
        ((*path, "entries", at), person) for at, entry in enumerate(tournament.entries) for person in people_of(entry)
    )
    entries = dict.fromkeys(map(entry_id, tournament.entries))
    for at, played in enumerate(tournament.rounds):
        yield from _round(played, (*path, "rounds", at), entries)
    for at, penalty in enumerate(tournament.penalties):
        yield from _after_round(penalty, (*path, "penalties", at), entries, len(tournament.rounds))
    for at, drop in enumerate(tournament.drops):
        yield from _after_round(drop, (*path, "drops", at), entries, len(tournament.rounds))


def _after_round(
    given: form.Penalty | form.Drop, path: Path, entries: dict[str, None], rounds: int
) -> Iterator[PlayProblem]:
    yield from _known((*path, "entry"), given.entry, entries, "unknown_entry")
    if given.after_round is not None and given.after_round > rounds:
        template = N_("There is no round {number} here.")
        yield refused((*path, "after_round"), "unknown_round", template, number=given.after_round)


def _entry(entry: str | form.Entry, path: Path, people: dict[str, None] | None) -> Iterator[PlayProblem]:
    if isinstance(entry, form.Entry):
        is_team = entry.id is not None and entry.team is not None and bool(entry.members)
        if is_team == (entry.entry is not None) or (not is_team and (entry.id or entry.team or entry.members)):
            template = N_("An entry is either a person (entry) or a team (id, team, members).")
            yield refused(path, "bad_entry", template)
            return
    for person in people_of(entry):
        yield from _known(path, person, people, "unknown_person")


def _round(played: form.Round, path: Path, entries: dict[str, None]) -> Iterator[PlayProblem]:
    for at, entry in enumerate(played.goes_on):
        yield from _known((*path, "goes_on", at), entry, entries, "unknown_entry")
    if played.seat == (played.tables is not None):
        yield refused(path, "bad_round", N_("A round either gives its tables or asks to be seated."))
    elif played.tables is None:
        yield from _seated(played, path, entries)
    else:
        yield from _given(played, played.tables, path, entries)


def _seated(played: form.Round, path: Path, entries: dict[str, None]) -> Iterator[PlayProblem]:
    for at, bye in enumerate(played.byes):
        entry = bye if isinstance(bye, str) else bye.entry
        yield from _known((*path, "byes", at), entry, entries, "unknown_entry")
    if played.games is None:
        yield from _over_all(played, path, entries)
        return
    if any(getattr(played, name) for name in (*OVER_ALL, *AWAY)):
        yield refused(path, "bad_round", N_("A round has either one result or a list of games."))
    for at, game in enumerate(played.games):
        yield from _over_all(game, (*path, "games", at), entries)


def _over_all(given: form.Round | form.RoundGame, path: Path, entries: dict[str, None]) -> Iterator[PlayProblem]:
    """Check one result over all entries."""
    ways = [name for name in OVER_ALL if getattr(given, name) is not None]
    if len(ways) != 1:
        yield refused(path, "bad_round", ONE_RESULT)
    for name in ways:
        for entry in getattr(given, name):
            yield from _known((*path, name, entry), entry, entries, "unknown_entry")
    for name in AWAY:
        for at, entry in enumerate(getattr(given, name)):
            yield from _known((*path, name, at), entry, entries, "unknown_entry")


def _given(
    played: form.Round, tables: tuple[form.Table, ...], path: Path, entries: dict[str, None]
) -> Iterator[PlayProblem]:
    """Check that tables, byes and the absent name nobody twice, and that only the tables have results."""
    for name in (*OVER_ALL, "left", "games"):
        if getattr(played, name):
            yield refused((*path, name), "bad_round", N_("Where tables are given, each has its own result."))
    seen: dict[str, None] = {}
    for where, entry in _placed(played, tables, path):
        yield from _known(where, entry, entries, "unknown_entry")
        if entry in seen:
            yield refused(where, "bad_plan", N_("{entry} has more than one seat."), entry=entry)
        seen[entry] = None
    for at, table in enumerate(tables):
        if games_at(table) != games_at(tables[0]):
            template = N_("All tables of a round play as many games: the first has {games}.")
            yield refused((*path, "tables", at), "bad_result", template, games=games_at(tables[0]))
        yield from _results(table, (*path, "tables", at))


def games_at(given: form.Table | form.Round) -> int:
    """Return for how many games a table, or a round to be seated, has results."""
    return 1 if given.games is None else len(given.games)


def games_in(played: form.Round) -> int:
    return games_at(played) if played.tables is None else max(map(games_at, played.tables), default=1)


def _placed(played: form.Round, tables: tuple[form.Table, ...], path: Path) -> Iterator[tuple[Path, str]]:
    for at, table in enumerate(tables):
        for seat, entry in enumerate(table.seats):
            yield (*path, "tables", at, "seats", seat), entry
    for at, bye in enumerate(played.byes):
        yield (*path, "byes", at), bye if isinstance(bye, str) else bye.entry
    for at, entry in enumerate(played.absent):
        yield (*path, "absent", at), entry


def _results(table: form.Table, path: Path) -> Iterator[PlayProblem]:
    if table.games is None:
        yield from _result(table, path, table.seats)
        return
    if any(getattr(table, name) for name in (*WAYS, *AWAY)):
        yield refused(path, "bad_result", N_("A table has either one result or a list of games."))
    for at, game in enumerate(table.games):
        yield from _result(game, (*path, "games", at), table.seats)


def _result(result: form.Result, path: Path, seats: tuple[str, ...]) -> Iterator[PlayProblem]:
    """Check that a result is given in one way and names nobody without a seat. The tournament finds who is missing."""
    ways = [name for name in WAYS if getattr(result, name) is not None]
    if len(ways) != 1:
        yield refused(path, "bad_result", N_("A result is given in one way: {ways}."), ways=", ".join(WAYS))
    elif ways[0] in ("commands", "result") and (result.absent or result.left):
        yield refused(path, "bad_result", N_("Who is absent or left goes with scores, places or awards."))
    elif ways[0] == "result" and len(seats) != PAIR:
        yield refused((*path, "result"), "bad_result", N_("Such a result is one of two at a table."))
    named = [(name, entry, entry) for name in OVER_ALL for entry in getattr(result, name) or ()]
    away = [(name, at, entry) for name in AWAY for at, entry in enumerate(getattr(result, name))]
    for name, step, entry in (*named, *away):
        if entry not in seats:
            yield refused((*path, name, step), "wrong_players", N_("{entry} has no seat here."), entry=entry)


def _season(
    season: form.Season, path: Path, played: dict[str, None], people: dict[str, None] | None
) -> Iterator[PlayProblem]:
    yield from _unique(((*path, "events", at), event_id(event)) for at, event in enumerate(season.events))
    for at, event in enumerate(season.events):
        where = (*path, "events", at)
        tournament = tournament_of(event)
        if tournament is not None:
            inner = where if isinstance(event, str) else (*where, "tournament")
            yield from _known(inner, tournament, played, "unknown_tournament")
        if isinstance(event, form.Event):
            yield from _event(event, where, people)


def _event(event: form.Event, path: Path, people: dict[str, None] | None) -> Iterator[PlayProblem]:
    if event.tournament is None and event.id is None:
        yield refused(path, "bad_event", N_("An event is a tournament of the file, or a result with an id of its own."))
    own = [name for name in ("places", "status", "awards", "awards_only") if getattr(event, name)]
    if event.tournament is not None and own:
        yield refused((*path, own[0]), "bad_event", N_("A tournament of the file has its own result."))
    for name in ("places", "status", "awards"):
        for person in getattr(event, name):
            yield from _known((*path, name, person), person, people, "unknown_person")
    for at, extra in enumerate(event.extra):
        yield from _known((*path, "extra", at, "person"), extra.person, people, "unknown_person")
    for at, group in enumerate(event.shared):
        for seat, person in enumerate(group):
            yield from _known((*path, "shared", at, seat), person, people, "unknown_person")
