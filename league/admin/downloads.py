"""The tables of the admin's pages as files for a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.http import Http404, HttpResponse

from league.admin.season import league_table_filters
from league.domain.standings import standings
from league.files import entries_sheet, league_table_sheet, people_sheets, tournament_sheets
from league.files.spreadsheet import MEDIA_TYPES, Rows, written
from league.models import Entry, Person, Rating, Season, Tournament
from league.projections import league_tables
from league.projections.league_tables import NoSuchGroup
from league.queries import names, records
from league.repository.streams import TOURNAMENT, NoSuchStream, reading


def file(form: str, name: str, rows: Rows) -> HttpResponse:
    """The rows as a file of that name."""
    answer = HttpResponse(written(form, rows), content_type=MEDIA_TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return answer


def require_form(form: str) -> None:
    """Raises Http404 for what is no form of a file."""
    if form not in MEDIA_TYPES:
        raise Http404


def of_season(season: Season, form: str, told: Mapping[str, str]) -> HttpResponse:
    """The league table, of the part that a query asks for. Raises Http404."""
    require_form(form)
    try:
        table = league_tables.table(season, league_table_filters.asked(told))
    except (NoSuchStream, NoSuchGroup):
        raise Http404 from None
    return file(form, f"season-{season.pk}", league_table_sheet.rows_of(table))


def of_meetings(season: Season, form: str) -> HttpResponse:
    """Who met whom in a season. Raises Http404."""
    require_form(form)
    meetings = records.season_meetings(season)
    called = names.of_people([UUID(person) for person in meetings])
    return file(form, f"head-to-head-{season.pk}", people_sheets.meetings_sheet(meetings, called))


def of_person(person: Person, table: str, form: str) -> HttpResponse:
    """What somebody has come to, or whom they have met. Raises Http404."""
    require_form(form)
    if table not in people_sheets.TABLES:
        raise Http404
    found = records.history(person)
    called = names.of_people({UUID(other) for other in found.all_time.opponents})
    return file(form, f"{table}-{person.pk}", people_sheets.history_sheet(table, found, called))


def of_standings(tournament: Tournament, form: str, after_round: int | None) -> HttpResponse:
    """The standings of a tournament. Raises Http404."""
    require_form(form)
    try:
        with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
            state = stream.aggregate.state
            rows, chain = standings.standings(state, after_round), state.settings.chain
    except NoSuchStream:
        raise Http404 from None
    called = names.of_entries(tournament.pk)
    return file(form, f"standings-{tournament.pk}", tournament_sheets.standings_sheet(rows, chain, called))


def of_entries(tournament: Tournament, form: str) -> HttpResponse:
    """The entries of a tournament. Raises Http404."""
    require_form(form)
    rows = list(Entry.objects.filter(tournament=tournament).select_related("person").order_by("id"))
    try:
        return file(form, f"entries-{tournament.pk}", entries_sheet.sheet(tournament, rows))
    except NoSuchStream:
        raise Http404 from None


def of_ratings(club: UUID, game: str, form: str) -> HttpResponse:
    """The ratings of a club in a ladder. Raises Http404."""
    require_form(form)
    found = list(Rating.objects.filter(club=club, game=game).order_by("-shown", "person"))
    called = names.of_people([row.person_id for row in found])
    return file(form, f"ratings-{club}", people_sheets.ratings_sheet(found, called))
