"""The slip grid: the results of a round typed in rows, by the keyboard alone."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from league.admin.desk.tournament import round_tab
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.round_cards import round_card


def context(desk: TournamentDesk, _query: QueryDict) -> dict[str, Any]:
    shared = round_tab.common(desk)
    round = desk.state.rounds[-1] if desk.state.rounds else None
    is_running = round is not None and round.state == "running"
    card = round_card(desk, round, shared["at"]) if round is not None and is_running else None
    return {**shared, "current": card}
