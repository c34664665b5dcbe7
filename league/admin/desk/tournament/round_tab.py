"""The first page of the desk: the open round with its tables, or an earlier one."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils import timezone

from league.access.actions import Action
from league.admin.desk.tournament import attention, bar, hall, repair, settings_fields, steps
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.round_cards import RoundCard, round_card
from league.admin.desk.tournament.steps import OPEN, is_expected
from league.admin.formatting.stages import stage_sentences
from league.domain.seating import course
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.warnings import warnings
from league.log.time import steady
from league.queries.refusals import sentence

ROUND = "round"
"""The query's name for the number of an earlier round."""


def common(desk: TournamentDesk) -> dict[str, Any]:
    """What every page of the desk shows: the bar and what wants the director, and the steps that make sense."""
    at = steady(timezone.now())
    offered = steps.offered(desk, at)
    wants = attention.wants(desk, at)
    shown = bar.bar(desk, offered, at)
    return {
        "at": at,
        "now": at,
        "version": desk.state.version,
        "frame": frame(desk.state),
        "bar": shown,
        "wants": wants,
        "open_count": len(shown.missing) + len(wants),
        "steps": offered,
        "screen": hall.screen_menu(desk),
        "is_going": desk.state.state in OPEN,
    }


def frame(state: State) -> str:
    """Changes when the desk's pages have to be shown as a whole: the steps that they offer, or the podium."""
    if not state.rounds:
        return f"{state.state}.0"
    last, edition = state.rounds[-1], state.revised.number if state.revised else 1
    draft = last.version if last.state == "draft" else last.repairs
    return f"{state.state}.{last.number}.{last.state}.{last.attempt}.{draft}.{len(state.rounds)}.{edition}"


def context(desk: TournamentDesk, query: QueryDict) -> dict[str, Any]:
    state, shared = desk.state, common(desk)
    last = state.rounds[-1] if state.rounds else None
    current = last if last is not None and last.state != "closed" else None
    past = state.closed_rounds[-1:] if current is None else []
    earlier = [round for round in state.closed_rounds if str(round.number) == query.get(ROUND)] or past
    players = state.players(state.next_number)
    return {
        **shared,
        "may_seat": desk.who.may(Action.SEATING),
        "current": round_card(desk, current, shared["at"]) if current else None,
        "counts": counts(current) if current else {},
        "past": [round_card(desk, round, shared["at"]) for round in earlier],
        "corrections": [card for card in _past_cards(desk, shared["at"]) if card.corrections or card.level],
        "numbers": [round.number for round in state.rounds],
        "here": len(players),
        "people": sum(len(entry.people) for entry in players),
        "plays_on": bool(state.stages),
        "expected": sum(map(is_expected, state.entries.values())),
        "warnings": [sentence(warning.template, warning.facts) for warning in warnings(state)],
        "repairs": [step for step in shared["steps"].values() if isinstance(step, repair.RepairStep)],
        "round_now": len(state.closed_rounds) + 1,
        "is_won": current is None and last is not None and state.knockout is not None and course.is_over(state, last),
        "how_seated": settings_fields.format_in_words(state.effective_settings.format),
        "stages": stage_sentences(state, desk.names),
    }


def counts(round: Round) -> dict[str, int]:
    """How many games of a round are open, reported, and in all."""
    games = bar.games_of(round)
    done = sum(game.result is not None for game in games)
    return {"open": len(games) - done, "done": done, "all": len(games)}


def _past_cards(desk: TournamentDesk, at: Any) -> list[RoundCard]:
    """The closed rounds, as far as they say something about later ones."""
    return [RoundCard(desk, round, (), None) for round in reversed(desk.state.closed_rounds)]
