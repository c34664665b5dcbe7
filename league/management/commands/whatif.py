"""`manage.py whatif TOURNAMENT_OR_SEASON`: the same results under another scheme or chain, beside what is."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from io import StringIO
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from games.kernel import N_, Json, Rejected
from league.domain.preview.what_if import WhatIf, beside
from league.domain.season.table.what_if import WhatIf as SeasonAsked
from league.domain.standings.comparison import Compared, side_by_side
from league.domain.tournament.state import Tournament as State
from league.domain.values.faults import BadFields, Fault, read
from league.domain.values.text import as_uuid, compared
from league.dry_run.effects import placing
from league.models import Season, Tournament
from league.play.screens import WIDEST
from league.projections import league_tables
from league.projections.league_tables import TableQuery
from league.queries import names
from league.queries.refusals import sentence
from league.repository.streams import TOURNAMENT, NoSuchStream, reading

OPTIONS = {Tournament: ("points", "tie_breaks", "after_round"), Season: ("scheme",)}
"""What may be asked of each."""
MOST_NAMED = 20
"""So many of one name are told at most."""


class Command(BaseCommand):
    """Prints both tables side by side; nothing is written."""

    help = (
        "Shows the standings or the league table as they are, beside what another scheme or chain would make of them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Of what, and what if."""
        parser.add_argument("of", metavar="TOURNAMENT_OR_SEASON", help="the id or the name of a tournament or a season")
        parser.add_argument("--points", metavar="JSON", help="of a tournament: its points, as in the API")
        parser.add_argument("--tie-breaks", metavar="a,b,c", help="of a tournament: what decides, names or JSON")
        parser.add_argument("--after-round", type=int, metavar="N", help="of a tournament: after that round")
        parser.add_argument("--scheme", metavar="JSON", help="of a season: how it adds up, as in the API")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, of: str, json: bool, **options: Any) -> None:
        """Compares and prints. What can't be ends with its sentence."""
        row = found(of)
        _require_asked(row, options)
        try:
            told = _of_tournament(row, options) if isinstance(row, Tournament) else _of_season(row, options)
        except BadFields as refusal:
            raise CommandError("\n".join(map(_sentence, refusal.faults))) from refusal
        except Rejected as refusal:
            raise CommandError(sentence(refusal.template, refusal.facts, names.of_entries(row.pk))) from refusal
        except NoSuchStream as missing:
            raise CommandError(_("There is nothing in the log of %(name)s.") % {"name": row.name}) from missing
        called = names.of_entries(row.pk) if isinstance(row, Tournament) else _people(told)
        if json:
            self.stdout.write(msgspec.json.encode(as_json(row, told, called)).decode())
        else:
            self.stdout.write(as_text(drawn(row, told, called)))


def found(of: str) -> Tournament | Season:
    """What has that id or name, in whatever writing of it. Raises CommandError where that is none, or several."""
    kinds: tuple[type[Tournament | Season], ...] = (Tournament, Season)
    if (id := as_uuid(of)) is not None:
        rows = [row for kind in kinds for row in kind.objects.filter(pk=id)]
    else:
        wanted = compared(of)
        listed = [(kind, *row) for kind in kinds for row in kind.objects.values_list("pk", "name")]
        named = [(kind, pk) for kind, pk, name in listed if compared(name) == wanted]
        rows = [kind.objects.get(pk=pk) for kind, pk in named[:MOST_NAMED]]
    if not rows:
        raise CommandError(_("There is no tournament and no season %(name)s.") % {"name": of})
    if len(rows) > 1:
        told = ", ".join(str(row.pk) for row in rows)
        raise CommandError(_("Several are called so; say which by its id: %(ids)s.") % {"ids": told})
    return rows[0]


def _require_asked(row: Tournament | Season, options: Json) -> None:
    """Refuses what is not asked of such a row, and that nothing is asked."""
    may = OPTIONS[type(row)]
    for name in ("points", "tie_breaks", "after_round", "scheme"):
        if options[name] is not None and name not in may:
            option = f"--{name.replace('_', '-')}"
            is_season = isinstance(row, Season)
            sentence = _("%(option)s is for a tournament.") if is_season else _("%(option)s is for a season.")
            raise CommandError(sentence % {"option": option})
    if all(options[name] is None for name in may if name != "after_round"):
        if isinstance(row, Season):
            raise CommandError(_("Say what if: --scheme for a season."))
        raise CommandError(_("Say what if: --points or --tie-breaks for a tournament."))


def _of_tournament(row: Tournament, options: Json) -> list[Compared]:
    asked: Json = {}
    if options["points"] is not None:
        asked["points"] = _json("points", options["points"])
    if options["tie_breaks"] is not None:
        asked["tie_breaks"] = _chain(options["tie_breaks"])
    wanted = read(WhatIf, asked)
    with reading(row.club_id, TOURNAMENT, row.pk) as stream:
        state: State = stream.aggregate.state
        _require_begun(state, options["after_round"])
        return beside(state, wanted, options["after_round"])


def _require_begun(state: State, number: int | None) -> None:
    begun = len(state.begun_rounds)
    if number is not None and not 0 <= number <= begun:
        raise BadFields(
            [Fault("after_round", "unknown_round", N_("Round {number} has not begun."), {"number": number})]
        )


def _of_season(row: Season, options: Json) -> list[Compared]:
    asked = read(SeasonAsked, {"scheme": _json("scheme", options["scheme"])})
    both = [league_tables.table(row, TableQuery(scheme=scheme)).rows for scheme in (None, asked.scheme)]
    return side_by_side(*both)


def _chain(text: str) -> Any:
    """The names between commas; or as in the API, with options."""
    if text.lstrip().startswith("["):
        return _json("tie_breaks", text)
    return [name.strip() for name in text.split(",")] if text.strip() else []


def _json(field: str, text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as fault:
        raise BadFields(
            [Fault(field, "bad_json", N_("This is not JSON: {reason}."), {"reason": str(fault)})]
        ) from fault


def _sentence(fault: Fault) -> str:
    said = _(fault.template).format(**fault.facts)
    return f"{fault.field}: {said}" if fault.field else said


def _people(told: Sequence[Compared]) -> dict[str, str]:
    return names.of_people([UUID(one.who) for one in told])


def as_json(row: Tournament | Season, told: Sequence[Compared], called: dict[str, str]) -> Json:
    """Both tables for programs; null for who is not listed in one."""
    key, who = ("tournament", "entry") if isinstance(row, Tournament) else ("season", "person")
    rows = [
        {
            who: one.who,
            "name": called.get(one.who, ""),
            "before": placing(one.before),
            "after": placing(one.after),
            "movement": one.movement,
        }
        for one in told
    ]
    return {key: str(row.pk), "name": row.name, "rows": rows}


def as_text(table: Table) -> str:
    """A table that is as wide as it needs to be: a name or a number that is cut off says nothing."""
    written = StringIO()
    Console(file=written, width=WIDEST, highlight=False).print(table)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines())


def drawn(row: Tournament | Season, told: Sequence[Compared], called: dict[str, str]) -> Table:
    """Both tables for people, a row for each of them."""
    title = _("{name}: as it is, and what if").format(name=escape(row.name))
    table = Table(title=title, title_justify="left")
    table.add_column(_("Name"))
    for side in (_("As it is"), _("What if")):
        table.add_column(f"{side}\n{_('Place')}", justify="right")
        table.add_column(f"\n{_('Points')}", justify="right")
        table.add_column(f"\n{_('Decided by')}")
    table.add_column(f"\n{_('Moves')}", justify="right")
    for one in told:
        cells = [cell for side in (one.before, one.after) for cell in _cells(side)]
        table.add_row(escape(called.get(one.who, one.who)), *cells, moves(one.movement))
    return table


def _cells(row: Json | None) -> tuple[str, str, str]:
    if row is None:
        return "", "", ""
    return "–" if row["place"] is None else str(row["place"]), str(row["points"]), row["decided_by"]


def moves(movement: int | None) -> str:
    """Places won or lost, as a terminal shows it."""
    if not movement:
        return "" if movement is None else "="
    return f"▲ {movement}" if movement > 0 else f"▼ {-movement}"
