"""Tricks: which card may go where, who wins one, which point card then shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from games.monster_trick.cards import OPEN_TRICKS, TRICK, Card
from games.monster_trick.state import Trick

NEW: Literal["new"] = "new"


def has_free_slot(tricks: Collection[Trick]) -> bool:
    """While fewer than four tricks are open, any card may open another."""
    return len(tricks) < OPEN_TRICKS


def may_throw_off(tricks: Collection[Trick], card: Card) -> bool:
    """A card of another suit goes on a trick only if it fits nowhere: no free slot, no open trick led in its suit."""
    return not has_free_slot(tricks) and all(trick.suit != card.suit for trick in tricks)


def fits(tricks: Collection[Trick], trick: Trick, card: Card) -> bool:
    """Whether `card` may be put on `trick`, one of the open `tricks`."""
    return card.suit == trick.suit or may_throw_off(tricks, card)


def places_for(tricks: Collection[Trick], card: Card) -> list[int | str]:
    """Where `card` may go: ids of open tricks, and "new"."""
    places: list[int | str] = [trick.id for trick in tricks if fits(tricks, trick, card)]
    return [*places, NEW] if has_free_slot(tricks) else places


def owner(trick: Trick) -> str:
    """Whose marker lies at the trick: who played the highest card of the suit led, and wins it when it is complete."""
    followed = [played for played in trick.played if played.card.suit == trick.suit]
    return max(followed, key=lambda played: played.card.value).player


def is_complete(trick: Trick) -> bool:
    """The fourth card completes a trick."""
    return len(trick.played) == TRICK


def showing_after(order: Sequence[int], tricks_won: int) -> int:
    """The point card that shows after so many tricks won (from 1): each turns up the next, then the first again."""
    return order[(tricks_won - 1) % len(order)]
