"""The what-if pages: a form with the current values and, once it has been sent, both tables side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel import Rejected
from league.access.audience import CLUB
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

SENT = "asked"
"""The hidden field of the forms."""
REFUSED = 422


@require_safe
def tournament_page(request: HttpRequest, tournament: Tournament, context: dict[str, Any]) -> HttpResponse:
    """The standings of a tournament with other points or tie-breaks."""
    try:
        with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
            state: State = stream.aggregate.state
            form = TournamentWhatIf(state.settings, len(state.begun_rounds), _sent(request))
            shown = _of_tournament(tournament, state, form) if form.is_valid() else None
    except NoSuchStream:
        raise Http404 from None
    return _page(request, form, shown, context, back_title=_("Standings and rounds"))


def _of_tournament(tournament: Tournament, state: State, form: TournamentWhatIf) -> Sequence[Move] | None:
    """The rows side by side; None if the request is refused, which becomes an error of the form."""
    try:
        compared = compare(state, form.wanted(), form.cleaned_data["after_round"])
    except Rejected as refusal:
        add_refusal(form, tournament.club_id, refusal, tournament_form.FAULTS)
        return None
    return moves(compared, names.of_entries(tournament.pk, CLUB))


@require_safe
def season_page(request: HttpRequest, season: Season, context: dict[str, Any]) -> HttpResponse:
    """The league table of a season under another scheme."""
    try:
        with reading(season.club_id, SEASON, season.pk) as stream:
            state: SeasonState = stream.aggregate.state
            form = SeasonWhatIf(state.scheme, _sent(request))
        shown = _of_season(season, form) if form.is_valid() else None
    except NoSuchStream:
        raise Http404 from None
    return _page(request, form, shown, context, back_title=_("League table"))


def _of_season(season: Season, form: SeasonWhatIf) -> Sequence[Move] | None:
    """The rows side by side; None if the request is refused, which becomes an error of the form."""
    try:
        would_be = league_tables.table(season, TableQuery(scheme=form.wanted().scheme)).rows
    except Rejected as refusal:
        add_refusal(form, season.club_id, refusal, scheme_form.FAULTS)
        return None
    compared = side_by_side(league_tables.table(season, TableQuery()).rows, would_be)
    return moves(compared, names.of_people([UUID(one.id) for one in compared], CLUB))


def _sent(request: HttpRequest) -> Any:
    """The query, once the form has been sent."""
    return request.GET if SENT in request.GET else None


def _page(
    request: HttpRequest,
    form: TournamentWhatIf | SeasonWhatIf,
    shown: Sequence[Move] | None,
    context: dict[str, Any],
    back_title: str,
) -> HttpResponse:
    status = REFUSED if form.is_bound and shown is None else 200
    row = context["original"]
    context |= {
        "title": _("What if? {name}").format(name=row.name),
        "back": reverse(f"admin:league_{row._meta.model_name}_change", args=[row.pk]),
        "back_title": back_title,
        "form": form,
        "moves": shown,
    }
    return TemplateResponse(request, "league/admin/what_if.html", context, status=status)
