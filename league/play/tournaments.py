"""A tournament of a file, run by the commands that an organiser would have sent."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any
from uuid import UUID

from msgspec import UNSET
from msgspec.structs import replace
from uuid6 import uuid7

from games.kernel import N_, Aggregate, Command, Path
from league.domain.seating.formats import SeatingOptions
from league.domain.seating.plan import GivenTable, Plan, given_plan, plan
from league.domain.seating.requested_byes import requested_byes
from league.domain.tournament import rules as domain
from league.domain.tournament.closing.commands import Close, CloseRound
from league.domain.tournament.entries.commands import CheckIn, Drop, NewEntry, Register
from league.domain.tournament.formats import Areas, Bye, Rotation, Swiss
from league.domain.tournament.results.commands import Penalise
from league.domain.tournament.rounds.commands import Start
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.values.names import checked
from league.domain.values.numbers import exact, written
from league.models import Club
from league.models import Entry as EntryRow
from league.play import form
from league.play.checks import AWAY, OVER_ALL, entry_id, games_in, people_of
from league.play.problems import Origins, refused
from league.play.results import numbered_games, report, share_of
from league.play.settings import create_command
from league.repository.streams import TOURNAMENT, Stream
from league.seating import households
from league.seating.planning import new_seat_command
from league.seating.py4swiss import dutch_pair
from league.services.execution import Work

SECRET_BYTES = 16


class FileTournament:
    """A tournament while it is run. given: its part of the file, at `path`. entries: ids of the log by the file's.

    teams: names of teams by ids of the log; they are not in it.
    """

    def __init__(self, work: Work, club: Club, given: form.Tournament, path: Path, origins: Origins) -> None:
        self.work, self.given, self.path, self.origins = work, given, path, origins
        seed = given.id if given.seed is None else given.seed
        self.secret = hashlib.sha256(seed.encode()).digest()[:SECRET_BYTES].hex()
        self.entries = free_ids(f"{self.secret}:{given.id}", list(map(entry_id, given.entries)))
        origins.file_ids.update({id: name for name, id in self.entries.items()})
        self.teams = dict(self._teams())
        self.id = uuid7()
        aggregate = Aggregate(domain.RULES)
        created = create_command(given, club, path, origins, self.entries)
        with origins.at(*path):
            aggregate.begin(domain.start(created, self.secret))
        self.stream: Stream = work.open(TOURNAMENT, self.id, aggregate)

    @property
    def state(self) -> Tournament:
        state: Tournament = self.stream.aggregate.state
        return state

    def run(self, people: Mapping[str, UUID]) -> None:
        """Run all of it, from the list of entries to the close. people: ids of the club by the file's ids."""
        self._register(people)
        self._penalise_and_drop(0)
        for at in range(len(self.given.rounds)):
            self._run_round(at)
            self._penalise_and_drop(at + 1)
        if self.given.close:
            self._send(Close(), "rounds")

    def _teams(self) -> Iterator[tuple[str, str]]:
        """Yield the ids and the stored names of teams. Raises PlayProblem."""
        for at, entry in enumerate(self.given.entries):
            if isinstance(entry, form.Entry) and entry.team is not None:
                with self.origins.at(*self.path, "entries", at):
                    name = checked("team", entry.team)
                yield self.entries[entry_id(entry)], name

    def _register(self, people: Mapping[str, UUID]) -> None:
        if not self.given.entries:
            return
        new = [self._new_entry(entry, people) for entry in self.given.entries]
        self._send(Register(tuple(new)), "entries")
        for at, entry in enumerate(new):
            self._send(CheckIn(entry.id), "entries", at)

    def _new_entry(self, given: str | form.Entry, people: Mapping[str, UUID]) -> NewEntry:
        entry = form.Entry(entry=given) if isinstance(given, str) else given
        ids = tuple(str(people[person]) for person in people_of(entry))
        return NewEntry(
            id=self.entries[entry_id(entry)],
            person=None if entry.members else ids[0],
            members=ids if entry.members else (),
            from_round=entry.from_round,
            rating=entry.rating,
        )

    def _penalise_and_drop(self, number: int) -> None:
        """Send the penalties and drops after that round."""
        last = len(self.given.rounds)
        for at, penalty in enumerate(self.given.penalties):
            if (last if penalty.after_round is None else penalty.after_round) == number:
                command = Penalise(
                    id=str(uuid7()),
                    entry=self.entries[penalty.entry],
                    points=penalty.points,
                    reason=penalty.reason,
                    after_round=number,
                )
                self._send(command, "penalties", at)
        for at, drop in enumerate(self.given.drops):
            if (last if drop.after_round is None else drop.after_round) == number:
                self._send(Drop(self.entries[drop.entry]), "drops", at)

    def _run_round(self, at: int) -> None:
        given, path = self.given.rounds[at], (*self.path, "rounds", at)
        with self.origins.at(*path):
            games = games_in(given)
            changed = UNSET if games == self.state.settings.games_per_round else games
            self.work.send(self.stream, replace(new_seat_command(self._plan(given)), games=changed))
            draft = self.state.rounds[-1]
            self.work.send(self.stream, Start(draft.id, self.work.at))
        for where, table, game, result in self._results(draft, given, path):
            report(self.work, self.stream, table, self._with_ids(table, result), where, self.origins, game)
        self._send(CloseRound(draft.id, self._goes_on(given)), "rounds", at)

    def _goes_on(self, given: form.Round) -> tuple[str, ...]:
        """Return those who go on from level tables. A file can't know who will be in a round that is to be seated."""
        played = self.state.rounds[-1]
        placed = [entry for table in played.tables for entry in table.seats]
        return tuple(self.entries[entry] for entry in given.goes_on if self.entries[entry] in placed)

    def _plan(self, given: form.Round) -> Plan:
        if given.tables is None:
            absent = [self.entries[entry] for entry in absent_of_two(self.state, given)]
            here = [entry for entry in absent if self.state.entries[entry].plays(self.state.next_number)]
            away = requested_byes(self.state, [*here, *map(self._bye, given.byes)])
            groups = households.separation_groups(self.state)
            return plan(self.state, self.secret, apart=groups, options=SeatingOptions(dutch_pair()), away=away)
        tables = [GivenTable([self.entries[entry] for entry in table.seats]) for table in given.tables]
        return given_plan(self.state, tables, [*map(self._bye, given.byes), *self._unnamed(given)])

    def _bye(self, bye: str | form.Bye) -> Bye:
        if isinstance(bye, str):
            return Bye(self.entries[bye])
        return Bye(self.entries[bye.entry], bye.points, bye.kind)

    def _unnamed(self, given: form.Round) -> list[Bye]:
        """Return requested byes for no points of the entries that a given round of win, draw and loss doesn't name."""
        if self.state.settings.points.outcomes is None:
            return []
        seated = [entry for table in given.tables or () for entry in table.seats]
        named = [self.entries[entry] for entry in (*seated, *map(entry_of_bye, given.byes))]
        players = [entry.id for entry in self.state.players(self.state.next_number)]
        return [Bye(entry, 0, "requested") for entry in players if entry not in named]

    def _results(self, draft: Round, given: form.Round, path: Path) -> Iterator[tuple[Path, Table, int, form.Result]]:
        """Yield the path, table, number of the game and result of each game."""
        if given.tables is None:
            whole: form.Round | form.RoundGame = given
            for where, game, over_all in numbered_games(path, whole, given.games):
                for table, result in self._shares(draft, over_all, where):
                    yield where, table, game, result
            return
        for at, (table, given_table) in enumerate(zip(draft.tables, given.tables, strict=True)):
            only: form.Result = given_table
            for where, game, result in numbered_games((*path, "tables", at), only, given_table.games):
                yield where, table, game, result

    def _shares(
        self, draft: Round, given: form.Round | form.RoundGame, path: Path
    ) -> Iterator[tuple[Table, form.Result]]:
        """Yield the part of each table in a result over all entries."""
        file_ids = self.origins.file_ids
        seats = [tuple(file_ids[entry] for entry in table.seats) for table in draft.tables]
        seated = [entry for at_table in seats for entry in at_table]
        self._require_seats(given, [file_ids[entry] for entry in draft.byes], seated, path)
        for table, at_table in zip(draft.tables, seats, strict=True):
            yield table, share_of(given, at_table)

    def _require_seats(
        self, given: form.Round | form.RoundGame, byes: Sequence[str], seated: Sequence[str], path: Path
    ) -> None:
        """Refuse a result over all entries that names somebody without a seat.

        It may give entries with a bye a score or place, and in a knockout also those who are out, since the file
        can't know who that will be. It can't name them as absent or as having left.
        """
        playing = [self.origins.file_ids[entry.id] for entry in self.state.players(len(self.state.rounds))]
        others = byes if self.state.knockout is None else playing
        is_of_two = isinstance(given, form.Round) and bool(absent_of_two(self.state, given))
        for name in (*OVER_ALL, *(("left",) if is_of_two else AWAY)):
            allowed = seated if name in AWAY else [*seated, *others]
            for at, entry in enumerate(getattr(given, name) or ()):
                if entry not in allowed:
                    step, number = at if name in AWAY else entry, len(self.state.rounds)
                    template = N_("{entry} has no seat in round {number}.")
                    raise refused((*path, name, step), "wrong_players", template, entry=entry, number=number)

    def _with_ids(self, table: Table, result: form.Result) -> form.Result:
        """Return the result with the ids of the log."""
        ids = {self.origins.file_ids[entry]: entry for entry in table.seats}
        named: dict[str, Any] = {
            name: {ids[entry]: value for entry, value in values.items()}
            for name in OVER_ALL
            if (values := getattr(result, name)) is not None
        }
        away: dict[str, Any] = {name: tuple(ids[entry] for entry in getattr(result, name)) for name in AWAY}
        if "scores" in named:
            named["scores"] = {entry: written(exact(score)) for entry, score in named["scores"].items()}
        commands = result.commands and tuple(command_with_ids(command, ids) for command in result.commands)
        return form.Result(commands=commands, result=result.result, **named, **away)

    def _send(self, command: Command, *steps: str | int) -> None:
        with self.origins.at(*self.path, *steps):
            self.work.send(self.stream, command)


def absent_of_two(state: Tournament, given: form.Round) -> Sequence[str]:
    """Return those absent from a round of win, draw and loss that is to be seated: they get a requested bye.

    In a round robin or knockout they have an opponent all the same; with other points, a seat that stays empty.
    """
    settings = state.settings
    is_of_two = settings.points.outcomes is not None and isinstance(settings.format, Areas | Rotation | Swiss)
    return given.absent if given.seat and is_of_two else ()


def entry_of_bye(bye: str | form.Bye) -> str:
    return bye if isinstance(bye, str) else bye.entry


def command_with_ids(command: Mapping[str, object], ids: Mapping[str, str]) -> dict[str, object]:
    """Return a game's command with other ids for its players, wherever they are named, but not as its type."""
    replaced: dict[str, object] = {}
    for name, value in command.items():
        if name == "command" and isinstance(value, dict):
            replaced[name] = command_with_ids(value, ids)
        else:
            replaced[name] = value if name == "type" else _with_ids(value, ids)
    return replaced


def _with_ids(value: object, ids: Mapping[str, str]) -> object:
    match value:
        case str():
            return ids.get(value, value)
        case list() | tuple():
            return [_with_ids(part, ids) for part in value]
        case dict() if any(key in ids for key in value):
            return {ids.get(key, key): _with_ids(part, ids) for key, part in value.items()}
        case _:
            return value


def free_ids(secret: str, entries: Sequence[str]) -> dict[str, str]:
    """Return ids for entries that follow from the file, since lots depend on them; others if the club has these."""
    for attempt in count():
        ids = {entry: derived_id(f"{secret}:{attempt}:{entry}", at) for at, entry in enumerate(entries)}
        if not EntryRow.objects.filter(pk__in=ids.values()).exists():
            return ids
    raise AssertionError


def derived_id(text: str, at: int) -> str:
    """Return a UUID of version 7 whose time is `at`, and whose random part is the SHA-256 of `text`."""
    random = int.from_bytes(hashlib.sha256(text.encode()).digest()[:10], "big")
    high, low = random >> 68, random & ((1 << 62) - 1)
    return str(UUID(int=at << 80 | 7 << 76 | high << 64 | 2 << 62 | low))
