"""The papers of a night. Each takes what it shows out of the night, and returns what draws it.

So a tournament waits for no drawing: its stream is free again as soon as the data are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel import N_, Json, Rejected
from league.access import links
from league.domain.tournament.rounds.state import Round
from league.files import file_names
from league.files.paper import brackets as bracket_sheet
from league.files.paper import cards as card_sheets
from league.files.paper import certificates as certificate_sheets
from league.files.paper import codes, lists
from league.files.paper import standings as standings_sheet
from league.files.paper.lists import Heading, TableSeats
from league.files.paper.night import Night, address_of_link, by_number
from league.models import LinkKind
from league.queries import brackets
from league.queries.ending import Ending
from league.queries.names import as_listed


class File(NamedTuple):
    """A PDF file. name: without its ending."""

    name: str
    content: bytes


def door_list(night: Night) -> Callable[[], File]:
    """The names of a round for the door. Raises Rejected before there is one, as do all about a round."""
    round = night.newest_round()
    seats, heading, language = night.seats(round), _heading(night, _("Where do I sit?"), round), night.language
    name = night.file_name(_("names"), round)
    return lambda: File(name, lists.door_list(seats, heading, language))


def seating(night: Night) -> Callable[[], File]:
    """Each table with its names."""
    round = night.newest_round()
    tables = [
        TableSeats(table.number, night.title(table.number), [night.names.get(entry, "") for entry in table.seats])
        for table in by_number(round)
    ]
    outside = sorted((night.names.get(entry, "") for entry in round.byes), key=as_listed)
    heading, language = _heading(night, _("Seating"), round), night.language
    name = night.file_name(_("seating"), round)
    return lambda: File(name, lists.seating(tables, outside, heading, language))


def cards(night: Night) -> Callable[[], File]:
    """A card for each place at a table."""
    round = night.newest_round()
    made = [
        card_sheets.Card(
            night.names.get(entry, ""),
            _("Table {number}, seat {seat}").format(number=table.number, seat=seat),
            night.label(table.number),
        )
        for table in by_number(round)
        for seat, entry in enumerate(table.seats, 1)
    ]
    name, language = night.file_name(_("cards"), round), night.language
    return lambda: File(name, card_sheets.written(made, name, language))


def poster(night: Night) -> Callable[[], File]:
    """The code of the tournament's page. Raises Rejected where no phone would reach it."""
    address = night.origin + reverse("web:public", args=[night.row.public_code.code])
    _require_reachable(night)
    name, tournament, club, language = night.file_name(_("poster")), night.row.name, night.row.club, night.language
    wifi = codes.Wifi(club.wifi_name, club.wifi_password) if club.wifi_name else None
    return lambda: File(name, codes.poster(tournament, club.name, address, wifi, language))


def personal(night: Night) -> Callable[[], File]:
    """Everybody's own link. Raises Rejected where no phone would reach it, and without entries."""
    _require_reachable(night)
    here = [UUID(entry.id) for entry in night.state.entries.values() if not entry.left]
    if not here:
        raise Rejected("no_entry", N_("Nobody is entered yet."))
    made = links.made(night.row.club_id, LinkKind.ENTRY, here)
    owners = [
        codes.Own(night.names.get(str(entry), ""), address_of_link(night.origin, link)) for entry, link in made.items()
    ]
    owners.sort(key=lambda own: as_listed(own.name))
    words, name, language = _night(night), night.file_name(_("personal-codes")), night.language
    return lambda: File(name, codes.personal(owners, words, name, language))


def standings(night: Night, found: Sequence[Json], after_round: int) -> Callable[[], File]:
    """The standings after a round. found: their rows, as in the API."""
    rows = standings_sheet.rows_of(found, night.names)
    heading, language = Heading(_("Standings"), _as_of(night, after_round), _night(night)), night.language
    name = night.file_name(_("standings"))
    return lambda: File(name, standings_sheet.written(rows, heading, language))


def _as_of(night: Night, after_round: int) -> str:
    if night.state.state == "closed" and after_round == len(night.state.begun_rounds):
        return _("final")
    return _("after round {number}").format(number=after_round) if after_round else _("before round 1")


def certificates(found: Ending, places: int | None = None, entries: Collection[str] = ()) -> File:
    """A certificate for each entry that is in the first `places` and one of `entries`; without these, for all.

    Entries that withdrew get none, nor do those that were absent in every round. Raises Rejected where none is left.
    """
    rows = [
        row
        for row in found.placed
        if not row.has_withdrawn
        and (places is None or (row.place or 0) <= places)
        and (not entries or row.entry in entries)
    ]
    if not rows:
        raise Rejected("no_certificate", N_("Nobody of these gets a certificate: they have withdrawn, or never came."))
    name = file_names.name(found.row.name, found.day, found.row.club, _("certificates"))
    return File(name, certificate_sheets.written(found, rows, found.row.club.written_in))


def bracket(night: Night) -> Callable[[], File]:
    """The bracket of a knockout, as everybody may see it. Raises Rejected where there is none."""
    found = brackets.bracket_of(night.state, None, night.names)
    if found is None or not found.columns:
        raise Rejected("no_bracket", N_("There is no bracket: no round of a knockout is published yet."))
    heading, language = Heading(_("Bracket"), found.title_now, _night(night)), night.language
    name = night.file_name(_("bracket"))
    return lambda: File(name, bracket_sheet.written(found, heading, language))


def _heading(night: Night, title: str, round: Round) -> Heading:
    return Heading(title, night.round_words(round), _night(night))


def _night(night: Night) -> str:
    return _("{date}, {tournament}, {club}").format(
        date=night.date, tournament=night.row.name, club=night.row.club.name
    )


def _require_reachable(night: Night) -> None:
    if not night.origin:
        raise Rejected("not_reachable", N_("Phones can’t reach this address. Start the server with --lan."))
