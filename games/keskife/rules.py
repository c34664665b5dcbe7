"""The rules of dealt play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from games.kernel import N_, REFEREE, Command, Event, Json, Rejected, Rules, draw
from games.keskife.cards import NUMBERS, ROLE_SECONDS, Card, deck
from games.keskife.commands import NameLead, Point, RecordRound, StartRound, StopAction, TakeRole, TimeUp
from games.keskife.events import (
    ActionStopped,
    CardsDealt,
    LeadNamed,
    NumberTurned,
    Pointed,
    RoleTaken,
    RoundStarted,
)
from games.keskife.scoring import score_round
from games.keskife.sheet import record_round
from games.keskife.state import EVOLVE, Phase, State
from games.keskife.view import view
from games.requirements import require_player

Item = TypeVar("Item")


def decide(state: State, command: Command) -> Iterator[Event]:
    """The events that `command` causes now."""
    return DECIDE[type(command)](state, command)


def name_lead(state: State, command: NameLead) -> Iterator[Event]:
    """The last lead names somebody who has not led."""
    require_player(state, command.player)
    require_player(state, command.lead, "lead")
    require_phase(state, "lead")
    if not state.awaits_a_name:
        raise Rejected("wrong_phase", N_("The next lead is not to be named now."))
    require_lead(state, command.player)
    if command.lead in state.led:
        raise Rejected("has_led", N_("{player} has led a round already."), {"player": command.lead}, field="lead")
    yield LeadNamed(command.player, command.lead)


def start_round(state: State, command: StartRound) -> Iterator[Event]:
    """Opens a round; where everybody has led, its lead is drawn by lot."""
    require_phase(state, "lead")
    if state.awaits_a_name:
        raise Rejected("wrong_phase", N_("{player} has yet to name the next lead."), {"player": state.lead})
    drawn = state.all_have_led
    lead = _by_lot(state, "lead", state.players)[0] if drawn else state.lead
    yield RoundStarted(state.round, lead, drawn)


def take_role(state: State, command: TakeRole) -> Iterator[Event]:
    """The lead chooses; the others are dealt the rest, and the number is turned up."""
    require_player(state, command.player)
    require_phase(state, "role")
    require_lead(state, command.player)
    yield from dealt(state, command.role, drawn=False)


def dealt(state: State, role: Card, *, drawn: bool) -> Iterator[Event]:
    """The lead has `role`, and the mime begins."""
    yield RoleTaken(state.lead, role, drawn)
    rest = deck(len(state.players))
    rest.remove(role)
    others = [player for player in state.players if player != state.lead]
    cards: dict[str, Card] = dict(zip(others, _by_lot(state, "deal", rest), strict=True))
    yield CardsDealt({player: role if player == state.lead else cards[player] for player in state.players})
    yield number_turned(state)


def number_turned(state: State) -> NumberTurned:
    """Two of the number cards that are not used; all come back when all are."""
    unused = [number for number in NUMBERS if number not in state.numbers_out]
    tens, units = _by_lot(state, "number", unused or NUMBERS)[:2]
    return NumberTurned(tens, units, reshuffled=not unused)


def stop_action(state: State, command: StopAction) -> Iterator[Event]:
    """The lead ends the mime."""
    require_player(state, command.player)
    require_phase(state, "mime")
    require_lead(state, command.player)
    yield ActionStopped(command.player)


def time_up(state: State, command: TimeUp) -> Iterator[Event]:
    """The lead's card is drawn, or the mime ends."""
    require_dealt(state)
    match state.phase:
        case "role":
            (role, *_) = _by_lot(state, "role", deck(len(state.players)))
            yield from dealt(state, role, drawn=True)
        case "mime":
            yield ActionStopped(None)
        case _:
            raise not_now(state)


def point(state: State, command: Point) -> Iterator[Event]:
    """A player points; when all have, the cards are shown and scored."""
    require_player(state, command.player)
    require_player(state, command.at, "at")
    require_phase(state, "point")
    if command.player in state.pointed:
        raise Rejected("already_pointed", N_("{player} has pointed."), {"player": command.player})
    if command.at == command.player:
        raise Rejected("points_at_self", N_("Nobody points at themselves."), field="at")
    yield Pointed(command.player, command.at)
    if len(state.pointed) == len(state.players):
        yield from score_round(state)


def _by_lot(state: State, what: str, items: Iterable[Item]) -> list[Item]:
    return draw(state.seed, f"keskife/{what}/{state.round}", items)


def require_dealt(state: State) -> None:
    if state.options.play != "dealt":
        raise Rejected("wrong_phase", N_("This match is played at a table and reported by rounds."))


def require_phase(state: State, phase: Phase) -> None:
    """Dealt play is in `phase`."""
    require_dealt(state)
    if state.phase != phase:
        raise not_now(state)


def not_now(state: State) -> Rejected:
    """The refusal of what belongs to another phase."""
    return Rejected("wrong_phase", N_("Not now: the match is in the phase {phase}."), {"phase": state.phase})


def require_lead(state: State, player: str) -> None:
    if player != state.lead:
        raise Rejected("not_the_lead", N_("{player} is the lead."), {"player": state.lead})


def pending(state: State) -> list[Json]:
    """What is awaited, and from whom."""
    match state.phase:
        case "lead" if state.options.play == "recorded":
            return [{"player": REFEREE, "type": "record_round"}]
        case "lead" if state.awaits_a_name:
            return [{"player": state.lead, "type": "name_lead"}]
        case "lead":
            return [{"player": REFEREE, "type": "start_round"}]
        case "role":
            return [{"player": state.lead, "type": "take_role"}]
        case "mime":
            return [{"player": state.lead, "type": "stop_action"}]
        case "point":
            return [{"player": player, "type": "point"} for player in state.players if player not in state.pointed]
        case "over":
            return []


def clock(state: State) -> tuple[str, int] | None:
    """For the lead's choice of a card, and for the mime; a key for each of them in each round."""
    if state.phase == "role":
        return f"role {state.round}", ROLE_SECONDS
    return (f"mime {state.round}", state.options.action_seconds) if state.phase == "mime" else None


DECIDE: Mapping[type[Command], Callable[[State, Any], Iterator[Event]]] = {
    NameLead: name_lead,
    StartRound: start_round,
    TakeRole: take_role,
    StopAction: stop_action,
    TimeUp: time_up,
    Point: point,
    RecordRound: record_round,
}

RULES = Rules(
    name="keskife",
    events=tuple(EVOLVE),
    commands=tuple(DECIDE),
    initial=State,
    evolve=EVOLVE,
    decide=decide,
    view=view,
)
