"""What people at a table send: a sheet, "right", "wrong", the start of a game's round. Each has its effect once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.http import QueryDict

from games import Rejected
from games.kernel import N_
from league.domain.tournament.results.commands import LevelDecision
from league.services import calls, game_commands, results
from league.sheets import asking, looking, sending
from league.sheets.asking import Asked
from league.sheets.form import SheetForm
from league.sheets.looking import Look
from league.sheets.sending import Seen
from league.web import once
from league.web.table.shown import AtTable
from league.web.tags import moment

LONGEST_NOTE = 500
OF_THE_PAGE = ("csrfmiddlewaretoken", "do", "key", "seen", "plain", "game", "result")
SAY_WHAT = N_("Say in a few words what is wrong.")


class Draft:
    """A sheet as a page sent it: for the game as the page had seen it."""

    def __init__(self, at: AtTable, data: QueryDict) -> None:
        self.at, self.data = at, data
        self.seen = _seen(data.get("seen", ""), at.seen)
        self.match = asking.before(looking.match_of(at.row, at.game), self.seen.game + 1)
        self.is_plain = "plain" in data
        self.asked: Asked | None = asking.asked_of(self.match, plainly=self.is_plain)
        self.form = None if self.asked is None else SheetForm(self.asked.sheet, at.names, data)

    @property
    def is_known(self) -> bool:
        """Whether the game has a sheet to fill in as the page had seen it."""
        return self.form is not None

    def look(self) -> Look | None:
        """What it leads to; None where something is refused, which the form then says."""
        assert self.asked is not None
        assert self.form is not None
        if not self.form.is_valid():
            return None
        try:
            return looking.look(self.at.row, self.asked, self.form.answers, game=self.at.game, match=self.match)
        except Rejected as refusal:
            self.form.add_refusal(refusal)
            return None

    @property
    def items(self) -> list[tuple[str, str]]:
        """The fields as they were typed, to be sent again."""
        return [(name, value) for name, values in self.data.lists() if name not in OF_THE_PAGE for value in values]

    def send(self, now: datetime) -> None:
        """Sends it. Raises Rejected."""
        assert self.asked is not None
        assert self.form is not None
        asked, answers, at = self.asked, self.form.answers, self.at

        def run() -> None:
            sending.send(at.row, asked, answers, at.reader.sender(now), game=at.game, seen=self.seen)

        _once(at, self.data, run)


def _seen(text: str, newest: Seen) -> Seen:
    """The versions that a page had seen; the newest where it says none that can be."""
    table, _, game = text.partition(".")
    if not (table.isdecimal() and game.isdecimal() and len(text) < 20):
        return newest
    return Seen(min(int(table), newest.table), max(1, min(int(game), newest.game)))


def right(at: AtTable, data: QueryDict, now: datetime) -> None:
    """Says that the result is right which the page showed; nothing where somebody else just has. Raises Rejected."""
    if at.view == "confirmed" and at.result and data.get("result") == moment(at.result.at):
        return
    sender, seen = at.reader.sender(now), _seen(data.get("seen", ""), at.seen)

    def run() -> None:
        sending.confirm(at.row, sender, game=at.game, seen=seen)

    _once(at, data, run)


def wrong(at: AtTable, data: QueryDict, now: datetime) -> None:
    """Says in a sentence what is wrong with the result. Raises Rejected."""
    note, sender = data.get("note", "").strip()[:LONGEST_NOTE], at.reader.sender(now)
    if not note:
        raise Rejected("note_needed", SAY_WHAT, field="note")

    def run() -> None:
        results.dispute(at.row, None, note, actor=sender.actor, at=now, game=at.game, as_entry=sender.as_entry)

    _once(at, data, run)


def goes_on(at: AtTable, data: QueryDict, now: datetime) -> None:
    """Says who won the play-off at a drawn table of a knockout. Raises Rejected."""
    sender, decision = at.reader.sender(now), LevelDecision(decided_by="play_off", goes_on=tuple(data.getlist("entry")))

    def run() -> None:
        results.decide_level(at.row, decision, actor=sender.actor, at=now, as_entry=sender.as_entry)

    _once(at, data, run)


def call(at: AtTable, data: QueryDict, now: datetime) -> None:
    """Calls the director to the table; nothing while the last call is open. Raises Rejected."""
    sender = at.reader.sender(now)
    _once(at, data, lambda: calls.from_table(at.row, None, actor=sender.actor, at=now, as_entry=sender.as_entry))


def start(at: AtTable, data: QueryDict, now: datetime) -> None:
    """Begins the game's round, where that is a command of its own; nothing where somebody has begun it."""
    sender = at.reader.sender(now)
    opening = at.asked.sheet.opening if at.asked else None
    if opening is None:
        return

    def run() -> None:
        game_commands.send(at.row, [opening], actor=sender.actor, at=now, game=at.game, as_entry=sender.as_entry)

    _once(at, data, run)


def _once(at: AtTable, data: QueryDict, run: Callable[[], object]) -> None:
    """Does something once, however often a phone sends it. Raises Rejected."""
    assert at.row.round is not None
    once.run(at.reader.actor, data, run, waits_for=at.row.round.tournament_id)
