"""A tournament as its papers show it: the words at the top, the names, the slips of its round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games.kernel import N_, Rejected
from league.access import links
from league.access.audience import Audience
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament as State
from league.files import file_names
from league.files.paper.boxes import boxes
from league.files.paper.fonts import OWN, line
from league.files.paper.slips import Slip
from league.models import LinkKind, Tournament
from league.queries import dates, names
from league.queries.names import as_listed
from league.repository import streams
from league.repository.streams import TOURNAMENT

Reading = AbstractContextManager["Night"]
SEEN = ("published", "running", "closed")


class Seat(NamedTuple):
    """Where somebody sits in a round. table: None for one who sits out. team: of a member, "" for the entry itself."""

    name: str
    team: str
    table: int | None
    label: str
    seat: int


@dataclass(frozen=True)
class Night:
    """What papers show of a tournament. names: of its entries, by id. members: of teams, by the person's id.

    day: its start, or today where it has none, in the club's time zone. origin: of the site, as phones reach it, or ""
    where they can't: then there are no codes.
    """

    row: Tournament
    state: State
    names: Mapping[str, str]
    members: Mapping[str, str]
    day: datetime
    origin: str

    @property
    def language(self) -> str:
        return str(self.row.club.written_in)

    @property
    def date(self) -> str:
        return dates.day(self.day)

    def file_name(self, paper: str, round: Round | None = None) -> str:
        """The name of a file without its ending: by night, date, paper and round."""
        of_round = [f"round-{round.number}"] if round is not None else []
        return file_names.name(self.row.name, self.day, self.row.club, paper, *of_round)

    # ---- Rounds ----

    def newest_round(self) -> Round:
        """The newest round that everybody may see. Raises Rejected before there is one."""
        found = next((round for round in reversed(self.state.rounds) if round.state in SEEN), None)
        if found is None:
            raise Rejected("no_round", N_("No round has been published yet. Publish one, then print it."))
        return found

    def open_round(self) -> Round:
        """The round for whose tables there are slips. Raises Rejected where none is published or running."""
        found = self.state.open_round
        if found is None or self.state.state in links.OVER:
            raise Rejected("no_round", N_("There are no slips now. Publish a round, then print its slips."))
        return found

    def round_words(self, round: Round) -> str:
        """“Round 2 of 3”; in a final, its name too."""
        stage, most = self.state.stage_of(round.number), self.state.settings.rounds
        if stage is not None:
            final = _("Final") if stage.number == 1 else _("Final {number}").format(number=stage.number)
            return _("{final}, round {number}").format(final=final, number=round.number)
        if most is not None and round.number <= most:
            return _("Round {number} of {most}").format(number=round.number, most=most)
        return _("Round {number}").format(number=round.number)

    def label(self, number: int) -> str:
        return self.state.settings.furniture.label(number) or ""

    def title(self, number: int) -> str:
        """“Table 7, Window”."""
        label = self.label(number)
        if not label:
            return _("Table {number}").format(number=number)
        return _("Table {number}, {label}").format(number=number, label=label)

    def seats(self, round: Round) -> list[Seat]:
        """Everybody of a round in the order of names, members of teams too; last in the list of others who sits out."""
        found = [
            seat
            for table in round.tables
            for at, entry in enumerate(table.seats, 1)
            for seat in self._seats_of(entry, table.number, at)
        ]
        found += [seat for entry in round.byes for seat in self._seats_of(entry, None, 0)]
        return sorted(found, key=lambda seat: as_listed(seat.name))

    def _seats_of(self, entry: str, table: int | None, seat: int) -> list[Seat]:
        label = "" if table is None else self.label(table)
        team = self.names.get(entry, "")
        members = [self.members.get(member, "") for member in self.state.entries[entry].members]
        return [Seat(team, "", table, label, seat), *(Seat(name, team, table, label, seat) for name in members if name)]

    # ---- Slips ----

    def slips(self) -> dict[int, list[Slip]]:
        """The slips of the open round by the number of their table, in that order. Raises Rejected."""
        round = self.open_round()
        addresses = self._addresses(round.tables)
        return {table.number: self._slips_of(table, round, addresses[table.id]) for table in by_number(round)}

    def _slips_of(self, table: Table, round: Round, link: str) -> list[Slip]:
        game = self.state.game_of(round)
        return [
            Slip(
                table=UUID(table.id),
                number=table.number,
                title=self.title(table.number),
                round=self._with_game(self.round_words(round), grid.game, round.games),
                night=(self.date, _("{tournament}, {club}").format(tournament=self.row.name, club=self.row.club.name)),
                seats=tuple(self.names.get(entry, "") for entry in table.seats),
                boxes=grid,
                link=link,
                only_shows=self.state.settings.needs_personal_links,
            )
            for grid in boxes(game.game, game.options, len(table.seats), round.games)
        ]

    def _with_game(self, words: str, game: int, games: int) -> str:
        """The words of a round, with those of one of its games at the table, or with their number."""
        if games == 1:
            return words
        if game:
            return _("{round}, game {game} of {games}").format(round=words, game=game, games=games)
        return _("{round}, {games} games").format(round=words, games=games)

    def _addresses(self, tables: Sequence[Table]) -> dict[str, str]:
        """The address of each table's link, by its id; "" where no phone would reach it."""
        if not self.origin:
            return dict.fromkeys((table.id for table in tables), "")
        made = links.made(self.row.club_id, LinkKind.TABLE, [UUID(table.id) for table in tables])
        return {str(table): address_of_link(self.origin, link) for table, link in made.items()}

    @property
    def has_east_asian(self) -> bool:
        """Whether a name is drawn in a font that is not in the file."""
        names = (*self.names.values(), *self.members.values())
        return any(run.font not in OWN for name in names for run in line(name).runs)

    def not_drawable(self) -> list[str]:
        """Names with signs that no font of the paper has."""
        return sorted({name for name in (*self.names.values(), *self.members.values()) if line(name).missing})


def by_number(round: Round) -> list[Table]:
    return sorted(round.tables, key=lambda table: table.number)


def address_of_link(origin: str, link: str) -> str:
    """The address that a code leads to: the only one with a secret in it."""
    return f"{origin}/t/-/{link}"


@contextmanager
def reading(row: Tournament, origin: str, at: datetime, audience: Audience) -> Iterator[Night]:
    """A tournament's night, by a fixed number of queries; nothing of it is drawn before the end of the context, since
    no result can be reported until then. row: with its club. at: now. audience: who reads it. Raises NoSuchStream."""
    called = names.of_entries(row.pk, audience)
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        state: State = stream.aggregate.state
        people = {UUID(member) for entry in state.entries.values() for member in entry.members}
        yield Night(
            row=row,
            state=state,
            names=called,
            members=names.of_people(people, audience) if people else {},
            day=(state.settings.starts_at or at).astimezone(ZoneInfo(row.club.time_zone)),
            origin=origin,
        )
