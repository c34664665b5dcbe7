"""The season, an aggregate of the organiser's decisions. `league_table` combines them with the tournaments' results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec import UNSET

from games.kernel import N_, Command, Event, Rejected, Rules
from league.domain.season.commands import (
    COMMANDS,
    AddResult,
    AddTournament,
    Change,
    CorrectEvent,
    Create,
    Remove,
    RemoveEvent,
)
from league.domain.season.corrections import changes_people, corrected, faults_of_correction, is_same, recorded
from league.domain.season.events import (
    EVENTS,
    EventRemoved,
    ResultAdded,
    SeasonChanged,
    SeasonCreated,
    SeasonRemoved,
    TournamentAdded,
)
from league.domain.season.naming import with_stored_names
from league.domain.season.results import (
    faults_of_multiplier,
    faults_of_result,
    faults_of_shared,
    identity_of,
)
from league.domain.season.state import EDITION, EVOLVE, Season, SeasonEvent
from league.domain.season.table.groups import faults_of_groups
from league.domain.season.table.scheme import MOST_EVENTS, Scheme, faults, numbers
from league.domain.season.view import view
from league.domain.values.faults import Fault, refuse
from league.domain.values.numbers import Number, exact, too_fine

__all__ = ["RULES", "decide", "refuse_scheme", "rules_of", "start", "view"]


SAME_RESULT = "same_result"


def start(create: Create) -> Iterator[Event]:
    """Opens a season. Raises BadFields for a scheme that contradicts itself."""
    create = with_stored_names(create)
    refuse([*faults(create.scheme), *faults_of_groups(create.divisions, create.categories)])
    yield SeasonCreated(
        club=create.club,
        name=create.name,
        time_zone=create.time_zone,
        scheme=create.scheme,
        divisions=create.divisions or UNSET,
        categories=create.categories or UNSET,
        after=create.after or UNSET,
    )


def decide(state: Season, command: Command) -> Iterator[Event]:
    """Yield the events that `command` causes now; none if its effect is in place already.

    Raises Rejected only before the first event.
    """
    match command:
        case Remove():
            if not state.is_removed:
                yield SeasonRemoved()
        case _ if state.is_removed:
            raise Rejected("season_removed", N_("The season was removed."))
        case Change():
            yield from _change(state, with_stored_names(command))
        case AddTournament():
            yield from _add_tournament(state, command)
        case AddResult():
            yield from _add_result(state, with_stored_names(command))
        case CorrectEvent():
            yield from _correct(state, with_stored_names(command))
        case RemoveEvent(id) if id in state.events:
            yield EventRemoved(id)


def _change(state: Season, command: Change) -> Iterator[Event]:
    if command.scheme is not None:
        refuse_scheme(state, command.scheme)
    divisions = state.divisions if command.divisions is UNSET else command.divisions
    categories = state.categories if command.categories is UNSET else command.categories
    refuse(faults_of_groups(divisions, categories))
    changed = SeasonChanged(
        name=command.name or state.name,
        time_zone=command.time_zone or state.time_zone,
        scheme=command.scheme or state.scheme,
        divisions=UNSET if divisions == state.divisions else divisions,
        categories=UNSET if categories == state.categories else categories,
    )
    if changed != SeasonChanged(state.name, state.time_zone, state.scheme):
        yield changed


def refuse_scheme(state: Season, scheme: Scheme) -> None:
    """Raises BadFields for a scheme that contradicts itself, or whose points can't be added to those of the events."""
    refuse(faults(scheme))
    if too_fine([*numbers(scheme), *_numbers_of(state.events.values())]):
        refuse([_fault_too_fine("scheme.points")])


def _add_tournament(state: Season, command: AddTournament) -> Iterator[Event]:
    """A tournament counts once in a season. Repeating the command yields no event; other terms are refused."""
    for known in state.events.values():
        if known.tournament == command.tournament:
            if _terms(known) != _terms(command):
                template = N_("The tournament counts in the season already: remove it first to count it differently.")
                raise Rejected("duplicate", template, {"event": known.id}, "tournament")
            return
    _require_room(state, command)
    yield TournamentAdded(
        event=command.id,
        tournament=command.tournament,
        date=command.date,
        multiplier=command.multiplier,
        extra=command.extra,
        shared=command.shared,
        final=command.final or UNSET,
        abandoned=command.abandoned or UNSET,
    )


def _terms(event: SeasonEvent | AddTournament) -> tuple[object, ...]:
    return event.date, exact(event.multiplier), event.extra, event.shared, event.final, event.abandoned


def _add_result(state: Season, command: AddResult) -> Iterator[Event]:
    refuse(faults_of_result(command.places, command.status, command.awards, command.shared, state.scheme.moving_up))
    is_named = command.name is not None or command.date is not None
    if command.again is False or (command.again is UNSET and is_named):
        _refuse_same(state, command)
    _require_room(state, command)
    yield ResultAdded(
        event=command.id,
        name=command.name,
        date=command.date,
        places=command.places,
        status=command.status,
        awards=command.awards,
        awards_only=command.awards_only,
        multiplier=command.multiplier,
        extra=command.extra,
        shared=command.shared,
        final=command.final or UNSET,
        abandoned=command.abandoned or UNSET,
    )


def _refuse_same(state: Season, command: AddResult) -> None:
    """Refuses a result that the season has already: of the same name and day, with the same outcome for everybody."""
    wanted = identity_of(command.name, command.date, command)
    for event in state.events.values():
        if event.result is not None and identity_of(event.result.name, event.date, event.result) == wanted:
            template = N_("The season has this very result already. Confirm that it counts once more.")
            raise Rejected(SAME_RESULT, template, {"event": event.id}, "again")


def _correct(state: Season, command: CorrectEvent) -> Iterator[Event]:
    before = state.events.get(command.id)
    if before is None:
        raise Rejected("unknown_event", N_("The season has no event {event}."), {"event": command.id}, "id")
    refuse(faults_of_correction(before, command))
    after = corrected(before, command)
    if (result := after.result) is not None and changes_people(command):
        refuse(faults_of_result(result.places, result.status, result.awards, after.shared, state.scheme.moving_up))
    _require_sound(state, after)
    if not is_same(before, after):
        yield recorded(after, command.reason)


def _require_room(state: Season, command: AddTournament | AddResult) -> None:
    """Refuses a duplicate id, one event too many, and whatever `_require_sound` refuses."""
    _require_sound(state, command)
    if command.id in state.events:
        raise Rejected("duplicate", N_("The season has an event {event} already."), {"event": command.id}, "id")
    if len(state.events) >= MOST_EVENTS:
        raise Rejected("season_full", N_("A season has at most {most} events."), {"most": MOST_EVENTS})


def _require_sound(state: Season, event: AddTournament | AddResult | SeasonEvent) -> None:
    """Refuses faults in an event's terms, and numbers that can't be added to those of other events."""
    refuse([*faults_of_shared(event.shared), *faults_of_multiplier(event.multiplier)])
    others = [known for id, known in state.events.items() if id != event.id]
    if too_fine([*numbers(state.scheme), *_numbers_of([*others, event])]):
        refuse([_fault_too_fine("multiplier")])


def _fault_too_fine(field: str) -> Fault:
    return Fault(field, "too_fine", N_("The fractions are too fine to be added up exactly: use simpler ones."))


def _numbers_of(events: Iterable[SeasonEvent | AddTournament | AddResult]) -> Iterator[Number]:
    """The numbers that the organiser gave with events."""
    for event in events:
        yield event.multiplier
        yield from (extra.points for extra in event.extra)
        if isinstance(event, AddResult):
            yield from event.awards.values()
        elif isinstance(event, SeasonEvent) and event.result:
            yield from event.result.awards.values()


RULES: Rules[Season] = Rules(
    name="season",
    events=EVENTS,
    commands=COMMANDS,
    initial=Season,
    evolve=EVOLVE,
    decide=decide,
    view=view,
    edition=EDITION,
)


def rules_of(edition: int) -> Rules[Season]:
    """The rules of seasons that were opened in that edition."""
    return RULES.of_edition(edition, partial(Season, edition=edition))
