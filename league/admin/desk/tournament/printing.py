"""Papers of a night, as PDF: what the *Print* menu offers, and the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.kernel import N_, Rejected
from league.access import roles
from league.access.actions import Action
from league.access.audience import CLUB
from league.access.origin import phones_reach, public_origin
from league.access.roles import Caller
from league.admin.desk.tournament.hall import has_knockout
from league.files.file_names import disposition
from league.files.paper import night, papers, slips
from league.files.paper.night import Night
from league.files.paper.papers import File
from league.log.time import steady
from league.models import Tournament, User
from league.projections.standings import current_of
from league.queries import ending
from league.queries.ending import ON_THE_PODIUM
from league.queries.refusals import sentence
from league.repository.streams import TOURNAMENT, reading
from league.services import printed_slips

PDF = "application/pdf"
FIRST_PLACES = tuple(map(str, range(1, ON_THE_PODIUM + 1)))
NUMBERS = 400
"""The longest list of numbers of tables that is read."""


@dataclass(frozen=True)
class Choice:
    """A line of the menu. address: "" for one that can't be chosen now. hint: what it is about, or why it can't."""

    label: str
    address: str
    hint: str = ""


@dataclass(frozen=True)
class Menu:
    """What the *Print* menu shows. warnings: what should be known before anything is printed."""

    choices: Sequence[Choice]
    warnings: Sequence[str]


# ---- The files ----

Draw = Callable[[Night], Callable[[], File]]
"""What takes its data out of a night, and returns what draws them once the tournament may change again."""


@dataclass(frozen=True)
class Paper:
    """A paper. action: who may print it."""

    label: str | Promise
    action: Action
    draw: Draw


BRACKET = "bracket"
PAPERS: Mapping[str, Paper] = {
    "names": Paper(gettext_lazy("List of names for the door"), Action.READING, papers.door_list),
    "seating": Paper(gettext_lazy("Seating by table"), Action.READING, papers.seating),
    "cards": Paper(gettext_lazy("Place cards"), Action.READING, papers.cards),
    "poster": Paper(gettext_lazy("Poster with the code of the night’s page"), Action.READING, papers.poster),
    BRACKET: Paper(gettext_lazy("Bracket"), Action.READING, papers.bracket),
    "personal": Paper(gettext_lazy("Personal codes"), Action.ENTRY_LINKS, papers.personal),
}
SLIPS, CHANGED, STANDINGS, CERTIFICATES = "slips", "changed", "standings", "certificates"


def pdf(request: HttpRequest, tournament: Tournament, what: str) -> HttpResponse:
    """A paper as a file; back to the desk with a sentence where there is none now."""
    who = _caller(request, tournament)
    try:
        if what in (SLIPS, CHANGED):
            _require(who, Action.TABLE_LINKS)
            return _changed(request, tournament) if what == CHANGED else _slips(request, tournament)
        if what == STANDINGS:
            return _answer(_standings(request, tournament))
        if what == CERTIFICATES:
            _require(who, Action.READING)
            return _answer(_certificates(request, tournament))
        if what not in PAPERS:
            raise Http404
        _require(who, PAPERS[what].action)
        with translation.override(tournament.club.written_in):
            with _night(request, tournament) as found:
                draw = PAPERS[what].draw(found)
            return _answer(draw())
    except Rejected as refusal:
        messages.error(request, sentence(refusal.template, refusal.facts))
        return HttpResponseRedirect(reverse("admin:league_tournament_desk", args=[tournament.pk]))


def _slips(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The slips of all tables, or of those whose numbers the query has; they are remembered as printed."""
    with translation.override(tournament.club.written_in):
        with _night(request, tournament) as found:
            by_table = _chosen(found.slips(), request.GET.get("tables", ""))
            name, language = found.file_name(_("slips"), found.open_round()), found.language
        chosen = [slip for of_table in by_table.values() for slip in of_table]
        content = slips.written(chosen, name, language)
    if request.method == "GET":
        printed_slips.remember(tournament.club_id, _digests(by_table))
    return _answer(File(name, content))


def _chosen(by_table: Mapping[int, list[slips.Slip]], numbers: str) -> Mapping[int, list[slips.Slip]]:
    """The slips of the tables with these numbers, as 4,7; of all for "". Raises Rejected for none."""
    wanted = {int(number) for number in numbers[:NUMBERS].split(",") if number.isdecimal()}
    found = {number: of_table for number, of_table in by_table.items() if not numbers or number in wanted}
    if not found:
        raise Rejected("no_table", N_("None of these tables is in the round."))
    return found


def _changed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Leads to the slips of the tables that have changed since theirs were printed."""
    with _night(request, tournament) as found:
        numbers = _changed_tables(found)
    if not numbers:
        raise Rejected("nothing_changed", N_("Nothing has changed since the slips were printed."))
    tables = urlencode({"tables": ",".join(map(str, numbers))})
    return HttpResponseRedirect(f"{print_address(tournament, SLIPS)}?{tables}")


def _changed_tables(found: Night) -> list[int]:
    """The numbers of the tables of the open round whose slips differ from what was printed. Raises Rejected."""
    by_table = found.slips()
    digests = _digests(by_table)
    printed = printed_slips.printed(digests.keys())
    return [number for number, (slip, *_more) in by_table.items() if printed.get(slip.table) != digests[slip.table]]


def _digests(by_table: Mapping[int, Sequence[slips.Slip]]) -> dict[UUID, str]:
    return {of_table[0].table: slips.digest(of_table) for of_table in by_table.values()}


def _standings(request: HttpRequest, tournament: Tournament) -> File:
    with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        rows, begun = current_of(stream).rows, len(stream.aggregate.state.begun_rounds)
    with translation.override(tournament.club.written_in):
        with _night(request, tournament) as found:
            draw = papers.standings(found, rows, begun)
        return draw()


def _certificates(request: HttpRequest, tournament: Tournament) -> File:
    """The certificates of all, or of those whom the query names: `places` the first so many, `entry` some ids."""
    places, entries = request.GET.get("places", ""), request.GET.getlist("entry")
    with translation.override(tournament.club.written_in):
        found = ending.read(tournament, CLUB)
        return papers.certificates(found, int(places) if places in FIRST_PLACES else None, entries)


def _answer(file: File) -> HttpResponse:
    """The file, shown by the browser, which prints it."""
    answer = HttpResponse(file.content, content_type=PDF)
    answer["Content-Disposition"] = disposition(f"{file.name}.pdf", is_attachment=False)
    answer["Cache-Control"] = "private, no-store"
    return answer


# ---- The menu ----


def menu(request: HttpRequest, tournament: Tournament) -> Menu:
    """What the caller may print of a tournament now."""
    who, origin = _caller(request, tournament), public_origin(request)
    with night.reading(tournament, _reachable(origin), steady(timezone.now()), CLUB) as found:
        choices = _slip_choices(found) if who.may(Action.TABLE_LINKS) else []
        warnings = list(_warnings(found, origin))
        has_bracket = has_knockout(found.state)
    choices += [
        Choice(str(paper.label), print_address(tournament, name))
        for name, paper in PAPERS.items()
        if who.may(paper.action) and (name != BRACKET or has_bracket)
    ]
    choices.append(Choice(_("Standings"), print_address(tournament, STANDINGS)))
    return Menu([*choices, *_certificate_choices(tournament)], warnings)


def _certificate_choices(tournament: Tournament) -> list[Choice]:
    """None of a cancelled tournament; before the close they can't be chosen yet."""
    if tournament.state == "cancelled":
        return []
    if tournament.state != "closed":
        return [Choice(_("Certificates"), "", _("when the tournament is closed"))]
    return [
        Choice(_("Certificates for the first three"), certificates_address(tournament, ON_THE_PODIUM)),
        Choice(_("Certificates for everybody"), certificates_address(tournament)),
    ]


def certificates_address(tournament: Tournament, places: int | None = None) -> str:
    """The file with the certificates of the first so many places, or of all."""
    address = print_address(tournament, CERTIFICATES)
    return address if places is None else f"{address}?{urlencode({'places': places})}"


def _slip_choices(found: Night) -> list[Choice]:
    try:
        round, changed = found.open_round(), _changed_tables(found)
    except Rejected as refusal:
        return [Choice(_("Slips"), "", sentence(refusal.template, refusal.facts))]
    all_slips = Choice(_("Slips"), print_address(found.row, SLIPS), _("round {number}").format(number=round.number))
    if len(changed) == len(round.tables):
        return [all_slips]
    label = _("Slips that have changed")
    if not changed:
        return [all_slips, Choice(label, "", _("Nothing has changed."))]
    tables = ", ".join(map(str, changed))
    hint = ngettext("Table {tables}", "Tables {tables}", len(changed)).format(tables=tables)
    return [all_slips, Choice(label, print_address(found.row, CHANGED), hint)]


def _warnings(found: Night, origin: str) -> list[str]:
    warnings = []
    if not phones_reach(origin):
        warnings.append(
            _("Phones can’t reach {address}, so the slips have no codes. Start the server with --lan.").format(
                address=origin
            )
        )
    if found.has_east_asian:
        said = _("Chinese, Japanese and Korean names need fonts on the computer that prints: look at the file first.")
        warnings.append(said)
    if names := found.not_drawable():
        said = _(
            "Some letters of these names can’t be printed: {names}. Give these people another name under *Shown as*."
        )
        warnings.append(said.format(names=", ".join(names)))
    return warnings


def print_address(tournament: Tournament, what: str) -> str:
    return reverse("admin:league_tournament_print", args=[tournament.pk, what])


def _night(request: HttpRequest, tournament: Tournament) -> night.Reading:
    return night.reading(tournament, _reachable(public_origin(request)), steady(timezone.now()), CLUB)


def _reachable(origin: str) -> str:
    """The origin, or "" where codes would lead phones nowhere."""
    return origin if phones_reach(origin) else ""


def _caller(request: HttpRequest, tournament: Tournament) -> Caller:
    assert isinstance(request.user, User)
    return roles.caller(request.user, tournament.club_id)


def _require(who: Caller, action: Action) -> None:
    if not who.may(action):
        raise PermissionDenied
