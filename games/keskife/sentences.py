"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel import N_, Json
from games.telling import Sentence, Telling

CARDS = (N_("monkey"), N_("action"))


def _round_started(shown: Json) -> Iterable[Sentence]:
    if shown["drawn"]:
        yield Sentence(N_("Round {round}: all have led, and {lead} is drawn to lead again."), shown)
    else:
        yield Sentence(N_("Round {round}: {lead} leads."), shown)


def _role_taken(shown: Json) -> Iterable[Sentence]:
    if shown["drawn"]:
        yield Sentence(N_("The time is up: {player}'s card is drawn by lot."), shown)
    else:
        yield Sentence(N_("{player} chooses a card."), shown)
    if "role" in shown:
        yield Sentence(N_("{player}'s card: {role}."), shown)


def _dealt(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("The other cards are dealt."), shown)
    for player, card in shown["cards"].items():
        yield Sentence(N_("{player} holds: {card}."), {"player": player, "card": card})


def _number_turned(shown: Json) -> Iterable[Sentence]:
    if shown["reshuffled"]:
        yield Sentence(N_("All number cards are used and come back."), shown)
    yield Sentence(N_("The number is {number}."), {"number": 10 * shown["tens"] + shown["units"]})


def _stopped(shown: Json) -> Iterable[Sentence]:
    if shown["player"] is None:
        yield Sentence(N_("The time is up: the mime ends."), shown)
    else:
        yield Sentence(N_("{player} stops the mime."), shown)


def _pointed(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("{player} points at {at}.") if "at" in shown else N_("{player} points at somebody."), shown)


def _recorded(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("Round {round} was reported: {lead} led."), shown)


def _scored(shown: Json) -> Iterable[Sentence]:
    monkeys = [player for player, card in shown["cards"].items() if card == "monkey"]
    pointed = {player: at for player, at in shown["pointed"].items() if at is not None}
    yield Sentence(N_("Monkeys: {monkeys}."), {"monkeys": monkeys})
    yield Sentence(N_("Who pointed at whom: {pointed}."), {"pointed": pointed})
    yield Sentence(N_("Points of round {round}: {points}."), shown)


SENTENCES: Mapping[str, Telling] = {
    "lead_named": N_("{player} names {lead} to lead next."),
    "round_started": _round_started,
    "role_taken": _role_taken,
    "cards_dealt": _dealt,
    "number_turned": _number_turned,
    "action_stopped": _stopped,
    "pointed": _pointed,
    "round_recorded": _recorded,
    "round_scored": _scored,
}
