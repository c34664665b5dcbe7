"""Rounds and their tables as a reader in the hall sees them."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from games.kernel import Json
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.presence import dropped_from
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import entry_state, result_view, table_state
from league.queries.wording import Points, points
from league.web import clock
from league.web.clock import ShownClock

REPORTED = ("reported", "confirmed", "disputed", "ruled")


@dataclass(frozen=True, slots=True)
class Person:
    """An entry in the list of who plays. state: registered, checked_in or dropped."""

    entry: str
    name: str
    state: str

    @property
    def is_here(self) -> bool:
        return self.state == "checked_in"

    @property
    def has_left(self) -> bool:
        return self.state == "dropped"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table. score, place, points: None before a result that the reader may see. dropped: has left.

    absent: did not come to this table. shared: whether others at the table have the same place.
    """

    number: int
    entry: str
    name: str
    score: Points | None = None
    place: int | None = None
    points: Points | None = None
    dropped: bool = False
    absent: bool = False
    shared: bool = False


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a round. state: not_started, playing, reported, confirmed, disputed or ruled.

    clock: its own, where it does not go by the round's. shows_result: whether its seats have what was reported.
    games, played: how many games are played at it, and how many of them are reported.
    """

    id: str
    number: int
    label: str | None
    area: str | None
    seats: tuple[Seat, ...]
    state: str
    clock: ShownClock | None
    shows_result: bool
    games: int = 1
    played: int = 0

    def __hash__(self) -> int:
        return hash((self.id, self.state, self.played))  # of the whole it takes long, and there is one for each table

    @property
    def has_reported(self) -> bool:
        return self.state in REPORTED

    @property
    def winners(self) -> list[Seat]:
        """The seats in first place."""
        return [seat for seat in self.seats if seat.place == 1]

    @property
    def ranked(self) -> list[Seat]:
        """The seats by place, those without one last."""
        return sorted(self.seats, key=lambda seat: (seat.place is None, seat.place or 0, seat.number))


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round that is published, running or closed.

    stage: the number of its final; 0 before any. within, of: its number among the rounds of its stage, and how many
    these are at most; None if that is open. is_hidden: whether its results are hidden from the reader for now.
    """

    id: str
    number: int
    state: str
    game: str
    stage: int
    within: int
    of: int | None
    is_hidden: bool
    tables: Sequence[ShownTable]
    byes: Sequence[Person]

    @property
    def reported(self) -> int:
        """How many of its tables have reported."""
        return sum(table.has_reported for table in self.tables)


KEPT_ROUNDS, KEPT_TABLES = 128, 10_000
"""Most rounds are small; of many large ones, fewer are kept, so that all take some 20 MB at most."""


class KeptTables:
    """The tables of a round as they were shown last, since most are the same in the next version.

    basis: what all of them depend on; with another one, none is the same.
    """

    def __init__(self, basis: Hashable) -> None:
        self.basis = basis
        self._shown: dict[str, tuple[Hashable, ShownTable]] = {}

    def __len__(self) -> int:
        return len(self._shown)

    def get(self, table: str, basis: Hashable, make: Callable[[], ShownTable]) -> ShownTable:
        """The table as it was made from the same basis, or else as it is made now."""
        before, shown = self._shown.get(table, (None, None))
        if shown is None or before != basis:
            shown = make()
            self._shown[table] = basis, shown
        return shown


_kept_rounds: OrderedDict[str, KeptTables] = OrderedDict()
_lock = Lock()


def _kept_tables(round: str, basis: Hashable) -> KeptTables:
    """The tables that are kept of a round, none if the basis is another one."""
    with _lock:
        kept = _kept_rounds.get(round)
        if kept is None or kept.basis != basis:
            kept = _kept_rounds[round] = KeptTables(basis)
        _kept_rounds.move_to_end(round)
        while len(_kept_rounds) > KEPT_ROUNDS or sum(map(len, _kept_rounds.values())) > KEPT_TABLES:
            _kept_rounds.popitem(last=False)
    return kept


@dataclass(frozen=True)
class Rounds:
    """Makes rounds as a reader sees them. seen: the tournament as that reader may see it. called: names by entry."""

    state: Tournament
    seen: Tournament
    called: Mapping[str, str]
    now: datetime

    def known(self, entry: Entry) -> tuple[str, str, str]:
        """The fields of a Person."""
        return entry.id, self.called.get(entry.id, ""), entry_state(self.state, entry)

    def shown(self, round: Round) -> ShownRound:
        """A round of the tournament."""
        seen = next(one for one in self.seen.rounds if one.id == round.id)
        gone = frozenset(dropped_from(self.state, round))
        stage, most = self.state.stage_of(round.number), self.state.settings_in_round(round.number).rounds
        before = stage.from_round - 1 if stage else 0
        return ShownRound(
            id=round.id,
            number=round.number,
            state=round.state,
            game=self.state.game_of(round).game,
            stage=stage.number if stage else 0,
            within=round.number - before,
            of=None if most is None else most - before,
            is_hidden=seen is not round,
            tables=self._tables(round, seen, gone),
            byes=[Person(*self.known(self.state.entries[entry])) for entry in round.byes],
        )

    def _tables(self, round: Round, seen: Round, gone: frozenset[str]) -> list[ShownTable]:
        """Its tables by number. Those of which everybody sees the same are kept for the next version."""
        pairs = self._pairs(round, seen)
        if seen is not round:
            return [self._table(round, *pair, gone) for pair in pairs]
        state, settings = self.state, self.state.settings_in_round(round.number)
        decided = round.version if round.score else None
        kept = _kept_tables(round.id, (state.edition, state.settings, settings, round.state, round.games, decided))

        def shown(table: Table) -> ShownTable:
            if has_clock(table) or _depends_on_others(table):
                return self._table(round, table, table, gone)
            names = tuple(map(self.called.get, table.seats))
            results = tuple(game.result for game in table.games)
            basis = (table.version, table.seats, names, results, gone.intersection(table.seats))
            return kept.get(table.id, basis, lambda: self._table(round, table, table, gone))

        return [shown(table) for table, _ in pairs]

    def _pairs(self, round: Round, seen: Round) -> list[tuple[Table, Table]]:
        """Its tables, as they are and as the reader sees them, by number."""
        pairs = zip(round.tables, seen.tables, strict=True)
        return sorted(pairs, key=lambda pair: pair[0].number)

    def _table(self, round: Round, table: Table, seen: Table, gone: frozenset[str]) -> ShownTable:
        state, result = table_state(table, round), result_view(self.seen, seen)
        return ShownTable(
            id=table.id,
            number=table.number,
            label=self.state.settings.furniture.label(table.number),
            area=table.area,
            seats=self._seats(table, result or {}, gone),
            state="not_started" if state == "waiting" else state,
            clock=clock.of_table(table, self.now) if round.state == "running" else None,
            shows_result=result is not None,
            games=round.games,
            played=sum(game.result is not None for game in table.games),
        )

    def _seats(self, table: Table, result: Json, gone: Collection[str]) -> tuple[Seat, ...]:
        scores, places, paid = (result.get(name) or {} for name in ("scores", "places", "points"))
        holders = Counter(places.values())
        return tuple(
            Seat(
                number=number,
                entry=entry,
                name=self.called.get(entry, ""),
                score=points(scores[entry]) if entry in scores else None,
                place=places.get(entry),
                points=points(paid[entry]) if entry in paid else None,
                dropped=entry in gone,
                absent=entry in result.get("absent", ()),
                shared=holders[places.get(entry)] > 1,
            )
            for number, entry in enumerate(table.seats, 1)
        )


def has_clock(table: Table) -> bool:
    """Whether a clock of its own may run at it."""
    return table.clock is not None or any(game.game_clock is not None for game in table.games)


def _depends_on_others(table: Table) -> bool:
    """Whether its points may depend on other tables, as where nobody has a score because nobody came."""
    claims = [game.result.claim for game in table.games if game.result is not None]
    return any((claim.absent or claim.left) and not (claim.scores or claim.awards) for claim in claims)
