"""Rules of what tables report, confirm and dispute.

A confirmation comes from another entry or from staff. A table's own link doesn't say which player uses it, unless its
user does (`senders`): without that it can report and dispute, but not confirm.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, NamedTuple

from msgspec import UNSET

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
from league.domain.tournament.results.senders import Sender, require_sender
from league.domain.tournament.results.state import Dispute, Result
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.state import Tournament
from league.domain.values.faults import Fault, refuse

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
                yield _confirmed(table, command.at, Sender(by, command.as_entry))
            case "withdrawn":
                yield _withdrawn(table, command.at, Sender(by, command.as_entry))
            case "disputed":
                yield ResultDisputed(
                    table=table.id,
                    claim=self.claim,
                    at=command.at,
                    by=by,
                    note=None,
                    game=table.event_game,
                    as_entry=command.as_entry,
                )


def _confirmed(table: Table, at: datetime, sender: Sender) -> ResultConfirmed:
    return ResultConfirmed(table=table.id, at=at, by=sender.by or "", game=table.event_game, as_entry=sender.as_entry)


def _withdrawn(table: Table, at: datetime, sender: Sender) -> DisputeWithdrawn:
    return DisputeWithdrawn(table=table.id, at=at, by=sender.by or "", game=table.event_game, as_entry=sender.as_entry)


def decide_report(state: Tournament, table: Table, report: Report, sender: Sender) -> Decision:
    """Decides once what a report of a table is: its result, a confirmation, a dispute, or nothing new.

    Raises Rejected for what is no result of the table, also by the rules of its game.
    """
    require_running(state, state.round_with(table))
    require_sender(state, table, sender)
    report = counted_in(state, table, report)
    return _decided(state, table, report, sender)


def _decided(state: Tournament, table: Table, report: Report, sender: Sender) -> Decision:
    claim = claim_in(state, table, report)
    return Decision(table, _effect(table, report, claim, sender.voice), claim, report)


def _effect(table: Table, report: Report, claim: Claim, voice: str | None) -> Effect:
    """The effect of a report by `voice`, given the result that stands.

    The same result from somebody else confirms it, a different one disputes it. From the reporter, the same result
    changes nothing and a different one replaces it while nobody has confirmed it. The table's own link withdraws its
    dispute and confirms nothing. A different result after a ruling is refused.
    """
    known = table.result
    if known is None:
        return "recorded"
    own = voice == known.voice
    if agrees(known.claim, report, claim) and not (own and adds(known.claim, claim)):
        return _agreed(table, known, voice)
    if known.ruled:
        raise Rejected("result_ruled", N_("Staff have already decided the result of table {number}."), _facts(table))
    if own and known.confirmed_by is None:
        return "replaced"
    is_repeated = any((dispute.voice, dispute.claim) == (voice, claim) for dispute in known.disputes)
    return "nothing" if is_repeated else "disputed"


def _agreed(table: Table, known: Result, voice: str | None) -> Effect:
    """The effect of `voice` repeating the standing result."""
    disputes = any(dispute.voice == voice for dispute in known.disputes)
    if voice == table.actor:
        return "withdrawn" if disputes else "nothing"
    counts = disputes or (voice != known.voice and not known.ruled and known.confirmed_by is None)
    return "confirmed" if counts else "nothing"


def record(state: Tournament, command: RecordResult) -> Iterator[Event]:
    """Takes a table's report, or the outcome of its game, which replaces what stood."""
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    sender = Sender(command.by, command.as_entry)
    require_sender(state, table, sender)
    if command.source == "game":
        decision = Decision(table, "recorded", claim_in(state, table, command.report), command.report)
    else:
        decision = _decided(state, table, command.report, sender)
    yield from decision.events(command)


def replace(table: Table, command: RecordResult, claim: Claim) -> Iterator[Event]:
    """Replaces the standing result if it differs; disputes that asked for the new one turn into confirmations."""
    known = table.result
    if known is not None and (known.claim, known.source) == (claim, command.source):
        return
    yield recorded(table, claim, command.source, command.at, Sender(command.by, command.as_entry))
    for dispute in known.disputes if known else ():
        if dispute.claim and (dispute.claim.places, dispute.claim.scores) == (claim.places, claim.scores):
            agreed = _withdrawn if dispute.voice == table.actor else _confirmed
            yield agreed(table, command.at, Sender(dispute.by, dispute.as_entry or UNSET))


def recorded(table: Table, claim: Claim, source: Source, at: datetime, sender: Sender) -> ResultRecorded:
    """The event that the table has this result."""
    return ResultRecorded(
        table=table.id,
        places=claim.places,
        scores=claim.scores,
        source=source,
        at=at,
        by=sender.by,
        awards=claim.awards,
        absent=claim.absent,
        left=claim.left,
        stand_in=claim.stand_in,
        game=table.event_game,
        as_entry=sender.as_entry,
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
    sender = Sender(command.by, command.as_entry)
    require_sender(state, table, sender)
    known = result_of(table)
    if known.voice == sender.voice and not command.by_staff:
        raise Rejected("own_result", N_("You can't confirm your own report: somebody else has to."), _facts(table))
    if sender.voice == table.actor:
        raise Rejected(
            "table_confirms",
            N_("The link of table {number} can't confirm its own report: an entry or staff has to."),
            _facts(table),
        )
    if _is_open(known, sender.voice):
        yield _confirmed(table, command.at, sender)


def _is_open(known: Result, voice: str | None) -> bool:
    disputes = any(dispute.voice == voice for dispute in known.disputes)
    return disputes or (known.confirmed_by is None and not known.ruled)


def dispute(state: Tournament, command: DisputeResult) -> Iterator[Event]:
    """Notes what somebody says against a result; nothing if they have said so already."""
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    sender = Sender(command.by, command.as_entry)
    require_sender(state, table, sender)
    known, claim = result_of(table), _objection(state, table, command)
    if known.ruled:
        raise Rejected("result_ruled", N_("Staff have already decided the result of table {number}."), _facts(table))
    if known.voice == sender.voice and known.confirmed_by is None:
        raise Rejected("own_result", N_("To correct your own report, report again."))
    if command.said and claim and agrees(known.claim, command.said, claim):
        raise Rejected("same_result", N_("Table {number} has this result already."), _facts(table))
    if not any(_repeats(dispute, sender, claim, command.note) for dispute in known.disputes):
        yield ResultDisputed(
            table=table.id,
            claim=claim or UNSET,
            at=command.at,
            by=command.by,
            note=command.note,
            game=table.event_game,
            as_entry=command.as_entry,
        )


def _objection(state: Tournament, table: Table, command: DisputeResult) -> Claim | None:
    """The result that a dispute gives; None where its note says what is wrong. Raises Rejected if neither does."""
    if command.said is not None:
        return claim_in(state, table, command.said)
    if not (command.note or "").strip():
        refuse([Fault("note", "required", N_("Say what is wrong, or what the result should be."))])
    return None


def _repeats(known: Dispute, sender: Sender, claim: Claim | None, note: str | None) -> bool:
    return (known.voice, known.claim, known.note) == (sender.voice, claim, note)


def _facts(table: Table) -> dict[str, int]:
    return {"number": table.number}
