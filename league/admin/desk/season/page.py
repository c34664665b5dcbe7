"""The desk of a season, and what its page shows: links to its steps, and its events."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from league.admin.desk.news import Tab
from league.admin.desk.season import corrections, events, groups, results_file, settings
from league.admin.desk.season.desk import SeasonDesk, SeasonStep
from league.admin.desk.views import DeskPages
from league.domain.season.duplicates import possible_duplicates

LINKED = (
    settings.ChangeSettings,
    groups.ChangeGroups,
    events.AddTournament,
    events.AddResult,
    results_file.ReadResults,
    events.RemoveEvent,
)
"""Steps about the season as a whole."""
STEPS = {
    step.name: step
    for step in (*LINKED, results_file.ImportResults, corrections.CorrectResult, corrections.CorrectTournament)
}


def _context(desk: SeasonDesk, _query: QueryDict) -> dict[str, Any]:
    words = dict(events.event_choices(desk))
    alike = possible_duplicates(desk.state.events.values())
    offered: list[type[SeasonStep]] = [step for step in LINKED if step is not events.RemoveEvent or desk.state.events]
    return {
        "title": desk.row.name,
        "steps": [(step.title, desk.address(step.name)) for step in offered],
        "events": [(text, _correction(desk, id)) for id, text in words.items()],
        "alike": [(words[id], words[earlier]) for id, earlier in alike.items()],
    }


def _correction(desk: SeasonDesk, event: str) -> str:
    """The address of the page that corrects an event."""
    step = corrections.CorrectTournament if desk.state.events[event].tournament else corrections.CorrectResult
    return f"{desk.address(step.name)}?{urlencode({'which': event})}"


PAGES = DeskPages(SeasonDesk, STEPS, {"": Tab("league/admin/season_desk/desk.html", _context)})
