"""The pages: a form that is filled with how it is, and both tables side by side once something is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel import Rejected
from league.admin.desk.refusals import add_refusal
from league.admin.formatting.comparison import Move, moves
from league.admin.season import scheme_form
from league.admin.what_if import tournament_form
from league.admin.what_if.season_form import SeasonWhatIf
from league.admin.what_if.tournament_form import TournamentWhatIf
from league.domain.preview.what_if import compare
from league.domain.season.state import Season as SeasonState
from league.domain.standings.comparison import side_by_side
from league.domain.tournament.state import Tournament as State
from league.models import Season, Tournament
from league.projections import league_tables
from league.projections.league_tables import TableQuery
from league.queries import names
from league.repository.streams import SEASON, TOURNAMENT, NoSuchStream, reading

ASKED = "asked"
REFUSED = 422


def tournament_page(request: HttpRequest, row: Tournament, context: dict[str, Any]) -> HttpResponse:
    """The standings of a tournament under other points or another chain."""
    try:
        with reading(row.club_id, TOURNAMENT, row.pk) as stream:
            state: State = stream.aggregate.state
            begun = len(state.begun_rounds)
            form = TournamentWhatIf(state.settings, begun, _sent(request))
            shown = _of_tournament(row, state, form) if form.is_valid() else None
    except NoSuchStream:
        raise Http404 from None
    back = reverse("admin:league_tournament_change", args=[row.pk])
    return _page(request, form, shown, context, name=row.name, back=back, back_title=_("Standings and rounds"))


def _of_tournament(row: Tournament, state: State, form: TournamentWhatIf) -> Sequence[Move] | None:
    """The rows side by side; None where what is asked can't be, which the form says then."""
    try:
        compared = compare(state, form.wanted(), form.cleaned_data["after_round"])
    except Rejected as refusal:
        add_refusal(form, row.club_id, refusal, tournament_form.FAULTS)
        return None
    return moves(compared, names.of_entries(row.pk))


def season_page(request: HttpRequest, season: Season, context: dict[str, Any]) -> HttpResponse:
    """The league table of a season that adds up otherwise."""
    try:
        with reading(season.club_id, SEASON, season.pk) as stream:
            state: SeasonState = stream.aggregate.state
            form = SeasonWhatIf(state.scheme, _sent(request))
        shown = _of_season(season, form) if form.is_valid() else None
    except NoSuchStream:
        raise Http404 from None
    back = reverse("admin:league_season_change", args=[season.pk])
    return _page(request, form, shown, context, name=season.name, back=back, back_title=_("League table"))


def _of_season(season: Season, form: SeasonWhatIf) -> Sequence[Move] | None:
    """The rows side by side; None where what is asked can't be, which the form says then."""
    try:
        would_be = league_tables.table(season, TableQuery(scheme=form.wanted().scheme)).rows
    except Rejected as refusal:
        add_refusal(form, season.club_id, refusal, scheme_form.FAULTS)
        return None
    compared = side_by_side(league_tables.table(season, TableQuery()).rows, would_be)
    return moves(compared, names.of_people([UUID(one.id) for one in compared]))


def _sent(request: HttpRequest) -> Any:
    """What is asked, if anything."""
    return request.GET if ASKED in request.GET else None


def _page(
    request: HttpRequest,
    form: TournamentWhatIf | SeasonWhatIf,
    shown: Sequence[Move] | None,
    context: dict[str, Any],
    **more: str,
) -> HttpResponse:
    status = REFUSED if form.is_bound and shown is None else 200
    told = {**context, **more, "title": _("What if? {name}").format(name=more["name"]), "form": form, "moves": shown}
    return TemplateResponse(request, "league/admin/what_if.html", told, status=status)
