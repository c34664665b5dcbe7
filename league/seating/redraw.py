"""Redraw: a round's seating computed again from the log and its secret, and compared with the one in the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.kernel import N_, Rejected
from games.telling import Sentence
from league.domain.seating.attempts import Attempt, ManualChange, attempts_at, changes_after, state_at
from league.domain.seating.formats import SeatingOptions
from league.domain.seating.plan import Plan, plan
from league.domain.seating.redraw import difference, equal, explained_by_rules, incomparable
from league.domain.tournament.closing.rules import seed_hash
from league.domain.tournament.state import Tournament
from league.log import store
from league.models import Round
from league.repository import streams
from league.seating import table_sizes
from league.seating.py4swiss import dutch_pair

NO_DUTCH = "dutch_not_installed"
Outcome = Literal["equal", "different", "not_compared"]


@dataclass(frozen=True)
class Redrawn:
    """The result of a redraw. attempts: how often the round was drawn so far. sentence: of the outcome.

    secret: of the attempt, where it is revealed. seed_hash: its public hash. changes: later changes by hand, with their
    positions in the log.
    """

    tournament: str
    drawing: Attempt
    attempts: int
    outcome: Outcome
    sentence: Sentence
    seed_hash: str
    secret: str | None
    position: int
    changes: Sequence[tuple[int, ManualChange]]


class NoSuchAttempt(LookupError):
    """The round has no attempt of that number."""


def redraw(row: Round, attempt: int | None = None) -> Redrawn:
    """Draws a round again: the last attempt at it, or another at its number. Raises NoSuchAttempt."""
    rows = store.load(row.club_id, row.tournament_id)
    events = [streams.decode(stored) for stored in rows]
    found = attempts_at(events, row.number)
    wanted = [
        drawing
        for drawing in found
        if (drawing.event.round == str(row.pk) if attempt is None else drawing.event.attempt == attempt)
    ]
    if not wanted:
        raise NoSuchAttempt
    drawing = wanted[-1]
    edition = streams.edition_of(rows[0].rules)
    before, now = state_at(events, drawing.first - 1, edition), state_at(events, len(events), edition)
    outcome, sentence = _outcome(drawing, before)
    changes = [(rows[change.version - 1].position, change) for change in changes_after(events, drawing)]
    return Redrawn(
        tournament=str(row.tournament_id),
        drawing=drawing,
        attempts=now.attempts.get(row.number, 0),
        outcome=outcome,
        sentence=sentence,
        seed_hash=before.seed_hash,
        secret=before.secret if _is_revealed(now, before.secret) else None,
        position=rows[drawing.seated - 1].position,
        changes=changes,
    )


def _outcome(drawing: Attempt, before: Tournament) -> tuple[Outcome, Sentence]:
    """The outcome of drawing again on the tournament before the attempt, with its sentence."""
    if seed_hash(before.secret) != before.seed_hash:
        return "different", Sentence(N_("The secret in the log is not the one whose hash was published."), {})
    if (why := incomparable(drawing)) is not None:
        return "not_compared", why
    try:
        found = difference(drawing, _made_again(drawing, before))
    except Rejected as refusal:
        found = Sentence(refusal.template, refusal.facts)
        if refusal.code == NO_DUTCH:
            return "not_compared", found
    if found is None:
        return "equal", equal(drawing, before)
    older = explained_by_rules(drawing, before)
    return ("different", found) if older is None else ("not_compared", older)


def _made_again(drawing: Attempt, before: Tournament) -> Plan:
    """The plan of the tournament before the attempt. Raises Rejected."""
    size = table_sizes.sizes(before, table_sizes.chosen(before, drawing.event.game))
    steps = drawing.rotation.plan.steps if drawing.rotation else None
    apart = drawing.apart.groups if drawing.apart else None
    counted = drawing.counted.counts if drawing.counted else None
    return plan(before, before.secret, size, apart, SeatingOptions(dutch_pair(), steps=steps), drawing.away, counted)


def _is_revealed(now: Tournament, secret: str) -> bool:
    """Whether the secret is public."""
    return secret in [past.secret for past in now.past_seeds] or (now.state == "closed" and now.secret == secret)
