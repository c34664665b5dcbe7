"""A tournament of a file, as the commands that a night would have sent."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time
from itertools import count
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET
from uuid6 import uuid7

from games.kernel import N_, Aggregate, Command
from league.domain.seating.formats import SeatingOptions
from league.domain.seating.plan import GivenTable, Plan, given_plan, plan
from league.domain.tournament import rules as domain
from league.domain.tournament.closing.commands import Close, CloseRound
from league.domain.tournament.commands import Create
from league.domain.tournament.entries.commands import CheckIn, Drop, NewEntry, Register
from league.domain.tournament.formats import Bye, Chosen, Format, Manual, Prescribed, Rotation, RoundPlan, Swiss
from league.domain.tournament.results.commands import Penalise
from league.domain.tournament.rounds.commands import Start
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact, written
from league.models import Club
from league.models import Entry as EntryRow
from league.play import form
from league.play import settings as offered
from league.play.absences import unpaired
from league.play.checks import entry_id, games_in, people_of
from league.play.pointers import Path
from league.play.problems import Places, refused
from league.play.results import one_by_one, share, tell
from league.play.sizes import as_given
from league.repository.streams import TOURNAMENT, Stream
from league.seating import households
from league.seating.planning import new_seat_command
from league.seating.py4swiss import dutch_pair
from league.services.execution import Work
from league.services.tournaments import for_its_game

SECRET_BYTES = 16
NOON = time(12)
ROUND_ROBIN = "round_robin"


class Night:
    """A tournament on its way. path: where it stands in the file. entries: ids of the log by the file's own."""

    def __init__(self, work: Work, club: Club, said: form.Tournament, path: Path, places: Places) -> None:
        self.work, self.club, self.said, self.path, self.places = work, club, said, path, places
        self.seed = said.id if said.seed is None else said.seed
        self.secret = hashlib.sha256(self.seed.encode()).digest()[:SECRET_BYTES].hex()
        self.entries = free_ids(f"{self.secret}:{said.id}", list(map(entry_id, said.entries)))
        places.known.update({id: name for name, id in self.entries.items()})
        self.id = uuid7()
        self.stream: Stream = self._opened()

    @property
    def state(self) -> Tournament:
        """The tournament as it stands."""
        state: Tournament = self.stream.aggregate.state
        return state

    def play(self, people: Mapping[str, UUID]) -> None:
        """All of it, from the list of entries to the close. people: ids of the club by the file's own."""
        self._register(people)
        self._after(0)
        for at in range(len(self.said.rounds)):
            self._play_round(at)
            self._after(at + 1)
        if self.said.close:
            self._send(Close(), "rounds")

    def _opened(self) -> Stream:
        aggregate = Aggregate(domain.RULES)
        with self.places.at(*self.path):
            settings = as_given(for_its_game(self._settings()), self.said)
            aggregate.begin(domain.start(settings, self.secret))
        return self.work.open(TOURNAMENT, self.id, aggregate)

    def _settings(self) -> Create:
        said = self.said
        is_seated = any(played.seat for played in said.rounds)
        counts = is_seated or said.format.type == ROUND_ROBIN  # a forfeit is another thing to its tie-breaks
        zone = ZoneInfo(self.club.time_zone)
        with self.places.at(*self.path, "format"):
            seating = self._with_ids(offered.format_of(said.format)) if counts else Manual()
        return Create(
            club=str(self.club.pk),
            name=said.name or said.id,
            game=said.game,
            game_options=said.game_options,
            format=seating,
            table_size=said.table_size,
            points=said.points,
            games_per_round=max(map(games_in, said.rounds), default=1),
            rounds=len(said.rounds) if looks_ahead(seating) else None,
            tie_breaks=said.tie_breaks,  # type: ignore[arg-type]  # `offered` has looked at them
            starts_at=datetime.combine(said.date, NOON, zone) if said.date else None,
        )

    def _with_ids(self, format: Format) -> Format:
        """The format with the ids of the log for the entries that its plan names."""
        if not isinstance(format, Prescribed):
            return format
        own = self.entries

        def logged(named: Chosen) -> Chosen:
            return own.get(named, named) if isinstance(named, str) else named

        return Prescribed(
            tuple(
                RoundPlan(
                    tuple(tuple(map(logged, seats)) for seats in part.tables),
                    tuple(
                        Bye(logged(bye.entry), bye.points, bye.kind) if isinstance(bye, Bye) else logged(bye)
                        for bye in part.byes
                    ),
                )
                for part in format.plan
            )
        )

    def _register(self, people: Mapping[str, UUID]) -> None:
        if not self.said.entries:
            return
        listed = [self._new_entry(entry, people) for entry in self.said.entries]
        self._send(Register(tuple(listed)), "entries")
        for at, new in enumerate(listed):
            self._send(CheckIn(new.id), "entries", at)

    def _new_entry(self, entry: str | form.Entry, people: Mapping[str, UUID]) -> NewEntry:
        id, round_number = self.entries[entry_id(entry)], 1 if isinstance(entry, str) else entry.from_round
        ids = tuple(str(people[person]) for person in people_of(entry))
        if isinstance(entry, form.Entry) and entry.members:
            return NewEntry(id, None, ids, round_number, entry.rating)
        return NewEntry(id, ids[0], (), round_number, entry.rating if isinstance(entry, form.Entry) else None)

    def teams(self) -> Iterator[tuple[str, str]]:
        """The entries that are teams, with the names that live beside the log."""
        for entry in self.said.entries:
            if isinstance(entry, form.Entry) and entry.team is not None:
                yield self.entries[entry_id(entry)], entry.team

    def _play_round(self, at: int) -> None:
        played, path = self.said.rounds[at], (*self.path, "rounds", at)
        with self.places.at(*path):
            games = games_in(played)
            usual = UNSET if games == self.state.settings.games_per_round else games
            self.work.send(self.stream, msgspec.structs.replace(new_seat_command(self._plan(played)), games=usual))
            drafted = self.state.rounds[-1]
            self.work.send(self.stream, Start(drafted.id, self.work.at))
        for where, table, game, result in self._results(drafted, played, path):
            tell(self.work, self.stream, table, self._told(table, result), where, self.places, game)
        self._send(CloseRound(drafted.id), "rounds", at)

    def _plan(self, played: form.Round) -> Plan:
        if played.tables is None:
            named = [self.entries[entry] for entry in unpaired(self.state, played)]
            away = [entry for entry in named if self.state.entries[entry].plays(self.state.next_number)]
            return plan(
                self.state,
                self.secret,
                None,
                households.separation_groups(self.state),
                SeatingOptions(dutch_pair()),
                away,
            )
        tables = [GivenTable([self.entries[entry] for entry in table.seats]) for table in played.tables]
        return given_plan(self.state, tables, [*map(self._bye, played.byes), *self._away(played)])

    def _bye(self, bye: str | form.Bye) -> Bye:
        if isinstance(bye, str):
            return Bye(self.entries[bye])
        return Bye(self.entries[bye.entry], bye.points, bye.kind)

    def _away(self, played: form.Round) -> list[Bye]:
        """With win, draw and loss an entry that a given round does not name has a bye of its own wish, for nothing."""
        if self.state.settings.points.outcomes is None:
            return []
        seated = [entry for table in played.tables or () for entry in table.seats]
        named = [self.entries[entry] for entry in (*seated, *map(entry_of, played.byes))]
        players = [entry.id for entry in self.state.players(self.state.next_number)]
        return [Bye(entry, 0, "requested") for entry in players if entry not in named]

    def _results(
        self, drafted: Round, played: form.Round, path: Path
    ) -> Iterator[tuple[Path, Table, int, form.Result]]:
        """The result of each table and game, and where in the file it stands."""
        if played.tables is None:
            whole: form.Round | form.RoundGame = played
            for where, game, told in one_by_one(path, whole, played.games):
                yield from ((where, table, game, result) for table, result in self._shared(drafted, told, where))
            return
        for at, (table, given) in enumerate(zip(drafted.tables, played.tables, strict=True)):
            result: form.Result = given
            for where, game, said in one_by_one((*path, "tables", at), result, given.games):
                yield where, table, game, said

    def _shared(
        self, drafted: Round, said: form.Round | form.RoundGame, path: Path
    ) -> Iterator[tuple[Table, form.Result]]:
        """A result over all entries, table by table."""
        names = self.places.known
        seats = [tuple(names[entry] for entry in table.seats) for table in drafted.tables]
        self._require_all(said, [names[entry] for entry in drafted.byes], seats, path)
        yield from ((table, share(said, mine)) for table, mine in zip(drafted.tables, seats, strict=True))

    def _require_all(
        self,
        played: form.Round | form.RoundGame,
        byes: Sequence[str],
        seats: Sequence[Sequence[str]],
        path: Path,
    ) -> None:
        """One result over all entries names everybody with a seat; with a bye one may stand in it, and in a knockout
        whoever is out, for it was not known who that would be, but not among the absent.
        """
        seated = [entry for table in seats for entry in table]
        playing = [self.places.known[entry.id] for entry in self.state.players(len(self.state.rounds))]
        unseated = byes if self.state.knockout is None else playing
        is_paired = not (isinstance(played, form.Round) and unpaired(self.state, played))
        seats_that_are_told = ("absent", "left") if is_paired else ("left",)
        for name in ("scores", "places", "awards", *seats_that_are_told):
            may_be = seated if name in seats_that_are_told else [*seated, *unseated]
            for at, entry in enumerate(getattr(played, name) or ()):
                if entry not in may_be:
                    step = at if name in ("absent", "left") else entry
                    template = N_("{entry} has no seat in round {number}.")
                    number = len(self.state.rounds)
                    raise refused((*path, name, step), "wrong_players", template, entry=entry, number=number)

    def _told(self, table: Table, result: form.Result) -> form.Result:
        """The result with the ids of the log."""
        ids = {self.places.known[entry]: entry for entry in table.seats}
        named: dict[str, Any] = {
            name: {ids[entry]: value for entry, value in told.items()}
            for name in ("scores", "places", "awards")
            if (told := getattr(result, name)) is not None
        }
        away: dict[str, Any] = {
            name: tuple(ids[entry] for entry in getattr(result, name)) for name in ("absent", "left")
        }
        if "scores" in named:
            named["scores"] = {entry: written(exact(score)) for entry, score in named["scores"].items()}
        commands = result.commands and tuple(command_with(command, ids) for command in result.commands)
        return form.Result(commands=commands, result=result.result, **named, **away)

    def _after(self, number: int) -> None:
        """The penalties and drops after that round."""
        last = len(self.said.rounds)
        for at, off in enumerate(self.said.penalties):
            if (last if off.after_round is None else off.after_round) == number:
                penalty = Penalise(str(uuid7()), self.entries[off.entry], off.points, off.reason, number)
                self._send(penalty, "penalties", at)
        for at, drop in enumerate(self.said.drops):
            if (last if drop.after_round is None else drop.after_round) == number:
                self._send(Drop(self.entries[drop.entry]), "drops", at)

    def _send(self, command: Command, *steps: str | int) -> None:
        with self.places.at(*self.path, *steps):
            self.work.send(self.stream, command)


def looks_ahead(format: Format) -> bool:
    """Whether a round is seated otherwise where it is known how many there will be."""
    return isinstance(format, Rotation) or (isinstance(format, Swiss) and format.is_dutch)


def entry_of(bye: str | form.Bye) -> str:
    """Who has the bye."""
    return bye if isinstance(bye, str) else bye.entry


def command_with(command: Mapping[str, object], ids: Mapping[str, str]) -> dict[str, object]:
    """A game's command with other ids for its players, wherever they are named; its own words stay."""
    made: dict[str, object] = {}
    for name, value in command.items():
        if name == "command" and isinstance(value, dict):
            made[name] = command_with(value, ids)
        else:
            made[name] = value if name == "type" else _with_ids(value, ids)
    return made


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
    """Ids of entries that follow from the file, in its order: the lots hang on them. In a club that has them others."""
    for attempt in count():
        made = {entry: drawn_id(f"{secret}:{attempt}:{entry}", at) for at, entry in enumerate(entries)}
        if not EntryRow.objects.filter(pk__in=made.values()).exists():
            return made
    raise AssertionError


def drawn_id(text: str, at: int) -> str:
    """A UUID of version 7 whose time says `at`, and whose chance is the SHA-256 of `text`."""
    chance = int.from_bytes(hashlib.sha256(text.encode()).digest()[:10], "big")
    high, low = chance >> 68, chance & ((1 << 62) - 1)
    return str(UUID(int=at << 80 | 7 << 76 | high << 64 | 2 << 62 | low))
