"""Who sends a report, and for whom they speak.

All phones at a table share its link, so who uses it may say as which entry. That entry then speaks, exactly as if
it used its own link: nobody confirms or disputes their own report by taking the other link.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET, UnsetType

from games.kernel import N_, Rejected
from league.domain.tournament.results.state import voice_of
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.state import Tournament


class Sender(NamedTuple):
    """The actor that sends something about a table, and the entry as which it uses the table's link."""

    by: str | None
    as_entry: str | UnsetType = UNSET

    @property
    def voice(self) -> str | None:
        """The actor who speaks."""
        return voice_of(self.by, self.as_entry or None)


def require_sender(state: Tournament, table: Table, sender: Sender) -> None:
    """Refuses a table's link where only personal links report, and what `require_seated_sender` refuses."""
    if sender.by == table.actor and state.settings.needs_personal_links:
        template = N_("In this tournament the link of a table only shows it: use your own link, or ask the director.")
        raise Rejected("personal_link_needed", template, {"number": table.number})
    require_seated_sender(table, sender)


def require_seated_sender(table: Table, sender: Sender) -> None:
    """Refuses an `as` without the table's link, or of an entry that does not sit there."""
    if sender.as_entry is UNSET:
        return
    facts = {"number": table.number}
    if sender.by != table.actor:
        template = N_("Only with the link of table {number} you say as whom you answer: leave `as` out.")
        raise Rejected("no_table_link", template, facts, "as")
    if sender.as_entry not in table.seats:
        template = N_("{entry} does not sit at table {number}.")
        raise Rejected("not_at_table", template, {"entry": sender.as_entry, **facts}, "as")
