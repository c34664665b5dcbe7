"""What the types of the file can't say: ids named once, names that are known, one way to tell a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import N_
from league.play import form
from league.play import settings as offered
from league.play.pointers import Path
from league.play.problems import PlayProblem, refused

WAYS = ("scores", "places", "awards", "commands", "result")
OVER_ALL = ("scores", "places", "awards")
AWAY = ("absent", "left")
PAIR = 2
ONE_RESULT = N_("A round that is seated has one result (scores, places or awards), no byes.")


def check(file: form.File) -> None:
    """Raises PlayProblem for the first thing in the file that makes no sense, or that this release can't do."""
    for problem in problems(file):
        raise problem


def problems(file: form.File) -> Iterator[PlayProblem]:
    """What is wrong with a file, in its order."""
    people = None if file.people is None else [one if isinstance(one, str) else one.id for one in file.people]
    yield from _once((("people", at), id) for at, id in enumerate(people or ()))
    yield from _once((("tournaments", at, "id"), one.id) for at, one in enumerate(file.tournaments))
    yield from _once((("seasons", at, "id"), one.id) for at, one in enumerate(file.seasons))
    known = None if people is None else dict.fromkeys(people)
    for at, tournament in enumerate(file.tournaments):
        yield from offered.in_tournament(tournament, ("tournaments", at))
        yield from _tournament(tournament, ("tournaments", at), known)
    played = dict.fromkeys(one.id for one in file.tournaments)
    for at, season in enumerate(file.seasons):
        yield from _season(season, ("seasons", at), played, known)


def entry_id(entry: str | form.Entry) -> str:
    """The file's id of an entry: a person's, or a team's own."""
    return entry if isinstance(entry, str) else entry.entry or entry.id or ""


def people_of(entry: str | form.Entry) -> tuple[str, ...]:
    """The people of an entry."""
    return entry.members if isinstance(entry, form.Entry) and entry.entry is None else (entry_id(entry),)


def event_id(event: str | form.Event) -> str:
    """The file's id of an event of a season: the tournament's, or its own."""
    return event if isinstance(event, str) else event.id or event.tournament or ""


def tournament_of(event: str | form.Event) -> str | None:
    """The tournament of the file that an event is; None for a bare result."""
    return event if isinstance(event, str) else event.tournament


def _once(named: Iterable[tuple[Path, str]]) -> Iterator[PlayProblem]:
    seen: dict[str, None] = {}
    for path, id in named:
        if id in seen:
            yield refused(path, "duplicate", N_("{id} is there already."), id=id)
        seen[id] = None


def _known(path: Path, id: str, known: dict[str, None] | None, code: str) -> Iterator[PlayProblem]:
    if known is not None and id not in known:
        yield refused(path, code, N_("{id} is not known in this file."), id=id)


def _tournament(tournament: form.Tournament, path: Path, people: dict[str, None] | None) -> Iterator[PlayProblem]:
    for at, entry in enumerate(tournament.entries):
        yield from _entry(entry, (*path, "entries", at), people)
    yield from _once(((*path, "entries", at), entry_id(entry)) for at, entry in enumerate(tournament.entries))
    yield from _once(
        ((*path, "entries", at), person) for at, entry in enumerate(tournament.entries) for person in people_of(entry)
    )
    entries = dict.fromkeys(map(entry_id, tournament.entries))
    for at, played in enumerate(tournament.rounds):
        yield from _round(played, (*path, "rounds", at), entries)
    for at, penalty in enumerate(tournament.penalties):
        yield from _later(penalty, (*path, "penalties", at), entries, len(tournament.rounds))
    for at, drop in enumerate(tournament.drops):
        yield from _later(drop, (*path, "drops", at), entries, len(tournament.rounds))


def _later(said: form.Penalty | form.Drop, path: Path, entries: dict[str, None], rounds: int) -> Iterator[PlayProblem]:
    """Something that happens after a round."""
    yield from _known((*path, "entry"), said.entry, entries, "unknown_entry")
    if said.after_round is not None and said.after_round > rounds:
        template = N_("There is no round {number} here.")
        yield refused((*path, "after_round"), "unknown_round", template, number=said.after_round)


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
    if played.seat == (played.tables is not None):
        yield refused(path, "bad_round", N_("A round either gives its tables or asks to be seated."))
    elif played.tables is None:
        yield from _seated(played, path, entries)
    else:
        yield from _given(played, played.tables, path, entries)


def _seated(played: form.Round, path: Path, entries: dict[str, None]) -> Iterator[PlayProblem]:
    if played.byes:
        yield refused(path, "bad_round", ONE_RESULT)
    if played.games is None:
        yield from _over_all(played, path, entries)
        return
    if any(getattr(played, name) for name in (*OVER_ALL, *AWAY)):
        yield refused(path, "bad_round", N_("A round has either one result or a list of games."))
    for at, game in enumerate(played.games):
        yield from _over_all(game, (*path, "games", at), entries)


def _over_all(said: form.Round | form.RoundGame, path: Path, entries: dict[str, None]) -> Iterator[PlayProblem]:
    """One result over all entries."""
    told = [name for name in OVER_ALL if getattr(said, name) is not None]
    if len(told) != 1:
        yield refused(path, "bad_round", ONE_RESULT)
    for name in told:
        for entry in getattr(said, name):
            yield from _known((*path, name, entry), entry, entries, "unknown_entry")
    for name in AWAY:
        for at, entry in enumerate(getattr(said, name)):
            yield from _known((*path, name, at), entry, entries, "unknown_entry")


def _given(
    played: form.Round, tables: tuple[form.Table, ...], path: Path, entries: dict[str, None]
) -> Iterator[PlayProblem]:
    """Tables, byes and who is absent name everybody at most once; results stand at the tables."""
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


def games_at(told: form.Table | form.Round) -> int:
    """How many games a table, or a round that is seated, tells results of."""
    return 1 if told.games is None else len(told.games)


def games_in(played: form.Round) -> int:
    """How many games a round has."""
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
    """Either the table itself has a result, or it has a list of games."""
    if table.games is None:
        yield from _result(table, path, table.seats)
        return
    if any(getattr(table, name) for name in (*WAYS, *AWAY)):
        yield refused(path, "bad_result", N_("A table has either one result or a list of games."))
    for at, game in enumerate(table.games):
        yield from _result(game, (*path, "games", at), table.seats)


def _result(result: form.Result, path: Path, seats: tuple[str, ...]) -> Iterator[PlayProblem]:
    """One way to tell it, and nobody named who has no seat; who is missing the tournament finds."""
    told = [name for name in WAYS if getattr(result, name) is not None]
    if len(told) != 1:
        yield refused(path, "bad_result", N_("A result is told in one way: {ways}."), ways=", ".join(WAYS))
    elif told[0] in ("commands", "result") and (result.absent or result.left):
        yield refused(path, "bad_result", N_("Who is absent or left goes with scores, places or awards."))
    elif told[0] == "result" and len(seats) != PAIR:
        yield refused((*path, "result"), "bad_result", N_("Such a result is one of two at a table."))
    named = [(name, entry, entry) for name in OVER_ALL for entry in getattr(result, name) or ()]
    away = [(name, at, entry) for name in AWAY for at, entry in enumerate(getattr(result, name))]
    for name, step, entry in (*named, *away):
        if entry not in seats:
            yield refused((*path, name, step), "wrong_players", N_("{entry} has no seat here."), entry=entry)


def _season(
    season: form.Season, path: Path, played: dict[str, None], people: dict[str, None] | None
) -> Iterator[PlayProblem]:
    yield from _once(((*path, "events", at), event_id(event)) for at, event in enumerate(season.events))
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
