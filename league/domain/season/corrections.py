"""Corrections of an event of a season."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from msgspec import UNSET

from games.kernel import N_
from league.domain.season.commands import CorrectEvent
from league.domain.season.events import ResultCorrected, TournamentRecounted
from league.domain.season.state import BareResult, SeasonEvent
from league.domain.values.faults import Fault
from league.domain.values.numbers import exact

OF_A_RESULT = ("name", "places", "status", "awards", "awards_only")
OF_ITS_PEOPLE = ("places", "status", "awards", "shared")
OF_ANY = ("date", "multiplier", "extra", "shared", "final", "abandoned")


def corrected(event: SeasonEvent, command: CorrectEvent) -> SeasonEvent:
    """The event with the fields that the command gives."""
    result = event.result and replace(event.result, **_given(command, OF_A_RESULT))
    return replace(event, result=result, **_given(command, OF_ANY))


def faults_of_correction(event: SeasonEvent, command: CorrectEvent) -> Iterator[Fault]:
    """Refuses the fields of a result in the correction of a tournament."""
    if event.result is None:
        for name in _given(command, OF_A_RESULT):
            yield Fault(name, "invalid", N_("The results of a tournament are corrected in the tournament."))


def changes_people(command: CorrectEvent) -> bool:
    """Whether the correction gives places, a status, points or shared seats."""
    return bool(_given(command, OF_ITS_PEOPLE))


def is_same(event: SeasonEvent, other: SeasonEvent) -> bool:
    """Whether two events are equal, however their numbers are written."""
    return _normalised(event) == _normalised(other)


def recorded(event: SeasonEvent, reason: str | None) -> ResultCorrected | TournamentRecounted:
    """The event to store: all fields as they are after the correction."""
    if (result := event.result) is None:
        return TournamentRecounted(
            event=event.id,
            date=event.date,
            multiplier=event.multiplier,
            extra=event.extra,
            shared=event.shared,
            reason=reason,
            final=event.final or UNSET,
            abandoned=event.abandoned or UNSET,
        )
    return ResultCorrected(
        event=event.id,
        name=result.name,
        date=event.date,
        places=dict(result.places),
        status=dict(result.status),
        awards=dict(result.awards),
        awards_only=result.awards_only,
        multiplier=event.multiplier,
        extra=event.extra,
        shared=event.shared,
        reason=reason,
        final=event.final or UNSET,
        abandoned=event.abandoned or UNSET,
    )


def _given(command: CorrectEvent, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(command, name)) is not UNSET}


def _normalised(event: SeasonEvent) -> tuple[Any, ...]:
    extra = [(more.person, exact(more.points), more.for_) for more in event.extra]
    marks = event.shared, event.final, event.abandoned
    return event.date, exact(event.multiplier), extra, marks, event.result and _result(event.result)


def _result(result: BareResult) -> dict[str, Any]:
    return {**asdict(result), "awards": {person: exact(points) for person, points in result.awards.items()}}
