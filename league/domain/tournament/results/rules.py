"""Rules of what tables report, confirm and dispute.

A confirmation comes from another entry or from staff. A table's own link doesn't say which player uses it, so it can
report and dispute, but not confirm.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, NamedTuple

from games.kernel import N_, Event, Rejected
from league.domain.tournament.require import require_running, result_of, table_of
from league.domain.tournament.results.claims import adds, agrees, claim_in, counted_in
from league.domain.tournament.results.commands import ConfirmResult, DisputeResult, RecordResult, WithdrawResult
from league.domain.tournament.results.events import (
    DisputeWithdrawn,
    ResultConfirmed,
    ResultDisputed,
    ResultRecorded,
    ResultWithdrawn,
)
from league.domain.tournament.results.reports import Claim, Report, Source
from league.domain.tournament.results.state import Result
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.state import Tournament

Effect = Literal["recorded", "replaced", "confirmed", "disputed", "withdrawn", "nothing"]


class Decision(NamedTuple):
    """What a report does to its table. claim: the whole result that it says; report: as the game counts it."""

    table: Table
    effect: Effect
    claim: Claim
    report: Report

    @property
    def is_for_the_game(self) -> bool:
        """Whether it becomes the table's result, and no result that was given beside the game stands so far."""
        known = self.table.result
        return self.effect in ("recorded", "replaced") and (known is None or known.source == "game")

    def events(self, command: RecordResult) -> Iterator[Event]:
        """The events of the command that takes the report; none where its effect stands already."""
        table, by = self.table, command.by or ""
        match self.effect:
            case "recorded" | "replaced":
                yield from replace(table, command, self.claim)
            case "confirmed":
                yield ResultConfirmed(table.id, command.at, by, table.event_game)
            case "withdrawn":
                yield DisputeWithdrawn(table.id, command.at, by, table.event_game)
            case "disputed":
                yield ResultDisputed(
                    table=table.id, claim=self.claim, at=command.at, by=by, note=None, game=table.event_game
                )


def decide_report(state: Tournament, table: Table, report: Report, by: str | None) -> Decision:
    """Decides once what a report of a table is: its result, a confirmation, a dispute, or nothing new.

    Raises Rejected for what is no result of the table, also by the rules of its game.
    """
    require_running(state, state.round_with(table))
    report = counted_in(state, table, report)
    return _decided(state, table, report, by)


def _decided(state: Tournament, table: Table, report: Report, by: str | None) -> Decision:
    claim = claim_in(state, table, report)
    return Decision(table, _effect(table, report, claim, by), claim, report)


def _effect(table: Table, report: Report, claim: Claim, by: str | None) -> Effect:
    """The effect of a report by `by`, given the result that stands.

    The same result from somebody else confirms it, a different one disputes it. From the reporter, the same result
    changes nothing and a different one replaces it while nobody has confirmed it. The table's own link withdraws its
    dispute and confirms nothing. A different result after a ruling is refused.
    """
    known = table.result
    if known is None:
        return "recorded"
    own = by == known.by
    if agrees(known.claim, report, claim) and not (own and adds(known.claim, claim)):
        return _agreed(table, known, by)
    if known.ruled:
        raise Rejected("result_ruled", N_("Staff have already decided the result of table {number}."), _facts(table))
    if own and known.confirmed_by is None:
        return "replaced"
    is_repeated = any((dispute.by, dispute.claim) == (by, claim) for dispute in known.disputes)
    return "nothing" if is_repeated else "disputed"


def _agreed(table: Table, known: Result, by: str | None) -> Effect:
    """The effect of `by` repeating the standing result."""
    disputes = any(dispute.by == by for dispute in known.disputes)
    if by == table.actor:
        return "withdrawn" if disputes else "nothing"
    counts = disputes or (by != known.by and not known.ruled and known.confirmed_by is None)
    return "confirmed" if counts else "nothing"


def record(state: Tournament, command: RecordResult) -> Iterator[Event]:
    """Takes a table's report, or the outcome of its game, which replaces what stood."""
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    if command.source == "game":
        decision = Decision(table, "recorded", claim_in(state, table, command.report), command.report)
    else:
        decision = _decided(state, table, command.report, command.by)
    yield from decision.events(command)


def replace(table: Table, command: RecordResult, claim: Claim) -> Iterator[Event]:
    """Replaces the standing result if it differs; disputes that asked for the new one turn into confirmations."""
    known = table.result
    if known is not None and (known.claim, known.source) == (claim, command.source):
        return
    yield recorded(table, claim, command.source, command.at, command.by)
    for dispute in known.disputes if known else ():
        if dispute.claim.places == claim.places and dispute.claim.scores == claim.scores:
            agreed = DisputeWithdrawn if dispute.by == table.actor else ResultConfirmed
            yield agreed(table.id, command.at, dispute.by, table.event_game)


def recorded(table: Table, claim: Claim, source: Source, at: datetime, by: str | None) -> ResultRecorded:
    """The event that the table has this result."""
    return ResultRecorded(
        table=table.id,
        places=claim.places,
        scores=claim.scores,
        source=source,
        at=at,
        by=by,
        awards=claim.awards,
        absent=claim.absent,
        left=claim.left,
        stand_in=claim.stand_in,
        game=table.event_game,
    )


def withdraw(state: Tournament, command: WithdrawResult) -> Iterator[Event]:
    """Takes the result back; nothing if there is none."""
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    if table.result is not None:
        yield ResultWithdrawn(table.id, table.event_game)


def confirm(state: Tournament, command: ConfirmResult) -> Iterator[Event]:
    """Confirms a result; no event if it is confirmed or ruled on already.

    Nobody except staff confirms their own report, and the table's own link confirms nothing.
    """
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    known = result_of(table)
    if known.by == command.by and not command.by_staff:
        raise Rejected("own_result", N_("You can't confirm your own report: somebody else has to."), _facts(table))
    if command.by == table.actor:
        raise Rejected(
            "table_confirms",
            N_("The link of table {number} can't confirm its own report: an entry or staff has to."),
            _facts(table),
        )
    if _is_open(known, command.by):
        yield ResultConfirmed(table.id, command.at, command.by, table.event_game)


def _is_open(known: Result, by: str) -> bool:
    return any(dispute.by == by for dispute in known.disputes) or (known.confirmed_by is None and not known.ruled)


def dispute(state: Tournament, command: DisputeResult) -> Iterator[Event]:
    """Notes what somebody says against a result; nothing if they have said so already."""
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    known = result_of(table)
    claim = claim_in(state, table, command.said)
    if known.ruled:
        raise Rejected("result_ruled", N_("Staff have already decided the result of table {number}."), _facts(table))
    if known.by == command.by and known.confirmed_by is None:
        raise Rejected("own_result", N_("To correct your own report, report again."))
    if agrees(known.claim, command.said, claim):
        raise Rejected("same_result", N_("Table {number} has this result already."), _facts(table))
    known_disputes = [(dispute.by, dispute.claim, dispute.note) for dispute in known.disputes]
    if (command.by, claim, command.note) not in known_disputes:
        yield ResultDisputed(
            table=table.id, claim=claim, at=command.at, by=command.by, note=command.note, game=table.event_game
        )


def _facts(table: Table) -> dict[str, int]:
    return {"number": table.number}
