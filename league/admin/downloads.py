"""The tables of the admin's pages as files for a spreadsheet. Every view raises Http404 for an unknown format."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.access.audience import CLUB
from league.admin.season import league_table_filters
from league.admin.tournament import standings_filters
from league.domain.standings.standings import standings as standings_of
from league.files import entries_sheet, league_table_sheet, ledger_sheet, people_sheets, tournament_sheets
from league.files.file_names import disposition, of_club, of_person, of_season, of_tournament
from league.files.spreadsheet import MEDIA_TYPES, Rows, written
from league.models import Club, Entry, Person, Rating, Season, Tournament
from league.projections import league_tables
from league.projections.league_tables import NoSuchGroup
from league.queries import names, records
from league.repository.streams import TOURNAMENT, NoSuchStream, reading
from league.seating import season_ledger


def spreadsheet(form: str, name: str, rows: Callable[[], Rows]) -> HttpResponse:
    """The rows as a file. form: its format, one of MEDIA_TYPES. name: of the file, without the format."""
    if form not in MEDIA_TYPES:
        raise Http404
    try:
        content = written(form, rows())
    except (NoSuchStream, NoSuchGroup):
        raise Http404 from None
    answer = HttpResponse(content, content_type=MEDIA_TYPES[form])
    answer["Content-Disposition"] = disposition(f"{name}.{form}")
    return answer


def league_table(request: HttpRequest, season: Season, form: str) -> HttpResponse:
    """The league table, or the part of it that the query names."""
    part = league_table_filters.table_query(request.GET.dict())
    return spreadsheet(
        form,
        of_season(season, _("league table")),
        lambda: league_table_sheet.rows_of(league_tables.table(season, part), CLUB),
    )


def fairness(_request: HttpRequest, season: Season, form: str) -> HttpResponse:
    return spreadsheet(
        form, of_season(season, _("fairness")), lambda: ledger_sheet.rows_of(season_ledger.of_season(season).rows, CLUB)
    )


def head_to_head(_request: HttpRequest, season: Season, form: str) -> HttpResponse:
    def rows() -> Rows:
        meetings = records.season_meetings(season)
        return people_sheets.meetings_sheet(meetings, names.of_people([UUID(person) for person in meetings], CLUB))

    return spreadsheet(form, of_season(season, _("head to head")), rows)


def record(_request: HttpRequest, person: Person, table: str, form: str) -> HttpResponse:
    """A person's results, or their opponents. table: one of people_sheets.TABLES; Http404 for others."""
    if table not in people_sheets.TABLES:
        raise Http404

    def rows() -> Rows:
        history = records.history(person)
        opponents = names.of_people({UUID(other) for other in history.all_time.opponents}, CLUB)
        return people_sheets.history_sheet(table, history, opponents)

    what = _("opponents") if table == people_sheets.OPPONENTS else _("results")
    return spreadsheet(form, of_person(person, names.of_people([person.pk], CLUB).get(str(person.pk), ""), what), rows)


def standings(request: HttpRequest, tournament: Tournament, form: str) -> HttpResponse:
    """The standings after the round that the query names, by default the last."""
    after_round = standings_filters.parse(request.GET.dict()).after_round

    def rows() -> Rows:
        with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
            state = stream.aggregate.state
            found, chain = standings_of(state, after_round), state.settings.chain
        return tournament_sheets.standings_sheet(found, chain, names.of_entries(tournament.pk, CLUB))

    of_round = [] if after_round is None else [_("round {number}").format(number=after_round)]
    return spreadsheet(form, of_tournament(tournament, _("standings"), *of_round), rows)


def entries(_request: HttpRequest, tournament: Tournament, form: str) -> HttpResponse:
    found = Entry.objects.filter(tournament=tournament).select_related("person").order_by("id")
    return spreadsheet(
        form, of_tournament(tournament, _("entries")), lambda: entries_sheet.sheet(tournament, list(found), CLUB)
    )


def ratings(club: Club, game: str, form: str) -> HttpResponse:
    """A club's ratings. game: a slug, or ratings.OVERALL for all games together."""

    def rows() -> Rows:
        found = list(Rating.objects.filter(club=club, game=game).order_by("-shown", "person"))
        return people_sheets.ratings_sheet(found, names.of_people([row.person_id for row in found], CLUB))

    return spreadsheet(form, of_club(club, _("ratings")), rows)
