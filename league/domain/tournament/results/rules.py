"""What the tables report, confirm and dispute.

A confirmation comes from another entry or from staff. The link of the table itself tells nobody who holds it:
it reports and disputes, and confirms nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from games.kernel import N_, Event, Rejected
from league.domain.tournament.require import require_running, result_of, table_of
from league.domain.tournament.results.claims import adds, agrees, claim_in
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


def effect_of(state: Tournament, table: Table, said: Report, by: str | None) -> Effect:
    """What a report of the table by `by` comes to, beside the result that stands.

    The same by somebody else confirms, another one disputes. The same by the same changes nothing; another one by
    the same replaces what nobody has confirmed yet. The table's own link withdraws what it disputed and confirms
    nothing. Refuses another one after staff have ruled.
    """
    claim, known = claim_in(state, table, said), table.result
    if known is None:
        return "recorded"
    own = by == known.by
    if agrees(known.claim, said, claim) and not (own and adds(known.claim, claim)):
        return _agreed(table, known, by)
    if known.ruled:
        raise Rejected("result_ruled", N_("Staff have already decided the result of table {number}."), _facts(table))
    if own and known.confirmed_by is None:
        return "replaced"
    says_so = any((dispute.by, dispute.claim) == (by, claim) for dispute in known.disputes)
    return "nothing" if says_so else "disputed"


def _agreed(table: Table, known: Result, by: str | None) -> Effect:
    """What it comes to that `by` says the same."""
    disputes = any(dispute.by == by for dispute in known.disputes)
    if by == table.actor:
        return "withdrawn" if disputes else "nothing"
    counts = disputes or (by != known.by and not known.ruled and known.confirmed_by is None)
    return "confirmed" if counts else "nothing"


def record(state: Tournament, command: RecordResult) -> Iterator[Event]:
    """Takes what a table reports, or what its game has come to; the game's word replaces what stood."""
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    claim = claim_in(state, table, command.said)
    if command.source == "game":
        effect: Effect = "recorded"
    else:
        effect = effect_of(state, table, command.said, command.by)
    by = command.by or ""
    if effect in ("recorded", "replaced"):
        yield from replace(table, command, claim)
    elif effect == "confirmed":
        yield ResultConfirmed(table.id, command.at, by, table.event_game)
    elif effect == "withdrawn":
        yield DisputeWithdrawn(table.id, command.at, by, table.event_game)
    elif effect == "disputed":
        yield ResultDisputed(table=table.id, claim=claim, at=command.at, by=by, note=None, game=table.event_game)


def replace(table: Table, command: RecordResult, claim: Claim) -> Iterator[Event]:
    """Puts a result in the place of the one that stood, if it is another; who disputed that for this one agrees."""
    known = table.result
    if known is not None and (known.claim, known.source) == (claim, command.source):
        return
    yield recorded(table, claim, command.source, command.at, command.by)
    for dispute in known.disputes if known else ():
        if dispute.claim.places == claim.places and dispute.claim.scores == claim.scores:
            agreed = DisputeWithdrawn if dispute.by == table.actor else ResultConfirmed
            yield agreed(table.id, command.at, dispute.by, table.event_game)


def recorded(table: Table, claim: Claim, source: Source, at: datetime, by: str | None) -> ResultRecorded:
    """The fact that the table has this result."""
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
    """Marks a result as right; nothing where it is confirmed or ruled already.

    Not one's own, but by staff; not by the table's own link.
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
    told = [(found.by, found.claim, found.note) for found in known.disputes]
    if (command.by, claim, command.note) not in told:
        yield ResultDisputed(
            table=table.id, claim=claim, at=command.at, by=command.by, note=command.note, game=table.event_game
        )


def _facts(table: Table) -> dict[str, int]:
    return {"number": table.number}
