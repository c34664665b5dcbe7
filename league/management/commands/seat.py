"""`manage.py seat TOURNAMENT`: the next round seated from a terminal, with an eye on a long search."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from games.kernel import Rejected
from league.domain.seating.rotation.tournament_plan import Progress as SearchProgress
from league.domain.tournament.rounds.state import Round
from league.models import Tournament
from league.queries import names
from league.queries.refusals import BUSY, sentence
from league.repository.streams import TOURNAMENT, reading
from league.seating.planning import Effort
from league.services import rounds
from league.services.execution import Busy

ACTOR = "terminal"
MOST_STEPS = 1_000_000_000


class Command(BaseCommand):
    """Seats a draft as the desk and the API do. Ctrl-C cuts a search short: the best so far stands, and is seated."""

    help = "Seats the next round of a tournament: a draft. Ctrl-C cuts a long search short; the best so far stands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The tournament, and how long a rotation is searched for."""
        parser.add_argument("tournament", type=UUID, help="the id of the tournament")
        parser.add_argument("--steps", type=int, help="steps of the search for a rotation at most; usual is about 1 s")

    def handle(self, *args: Any, tournament: UUID, steps: int | None, **options: Any) -> None:
        """Seats and prints. A refusal ends with its sentence."""
        if steps is not None and not 1 <= steps <= MOST_STEPS:
            raise CommandError(_("Steps are 1 to %(most)d.") % {"most": MOST_STEPS})
        row = Tournament.objects.filter(pk=tournament).first()
        if row is None:
            raise CommandError(_("There is no tournament %(id)s.") % {"id": tournament})
        try:
            seated = self._seated(row, steps)
        except Rejected as refusal:
            raise CommandError(sentence(refusal.template, refusal.facts, names.of_entries(row.pk))) from refusal
        except Busy as busy:
            raise CommandError(_(BUSY)) from busy
        if not seated:
            self.stderr.write(
                _("A draft of the next round stands already: this is it. Throw it away to have another searched for.")
            )
        self._print(row)

    def _seated(self, row: Tournament, steps: int | None) -> bool:
        """Whether a draft was made: none is where one stands already. Raises Rejected and Busy."""
        console = Console(file=self.stderr)  # type: ignore[arg-type]  # it writes text
        with searching(console) as progress:
            effort = Effort(steps, progress=progress)
            done = rounds.seat_next(row, actor=ACTOR, within=lambda write: write(), effort=effort)
        return bool(done.events)

    def _print(self, row: Tournament) -> None:
        """The draft, and what the search came to."""
        called = names.of_entries(row.pk)
        with reading(row.club_id, TOURNAMENT, row.pk) as stream:
            state = stream.aggregate.state
            found, plan, hall = state.rounds[-1], state.rotation, state.settings.furniture
            console = Console(file=self.stdout)  # type: ignore[arg-type]  # it writes text
            console.print(drawn(found, called, hall.label))
            if plan is not None and plan.first == found.number:
                line = _("{method}, {steps} steps: {repeats} meetings again in the rounds planned; {bound} have to be.")
                told = line.format(method=plan.method, steps=plan.steps, repeats=plan.repeats, bound=plan.bound)
                console.print(told, markup=False, highlight=False)


@contextmanager
def searching(console: Console) -> Iterator[SearchProgress]:
    """A bar while a search runs: what the search reports its progress to. Ctrl-C cuts the search short."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[best]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar, interruptible() as stopped:
        task: TaskID | None = None

        def report(done: int, most: int, repeats: int) -> bool:
            nonlocal task
            best = _("{repeats} meetings again").format(repeats=repeats)
            if task is None:
                task = bar.add_task(_("Searching"), total=most, best=best)
            bar.update(task, completed=done, total=most, best=best)
            return not stopped

        yield report


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Ctrl-C is put into the list instead of ending the process; a second one ends it."""
    caught: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if caught:
            raise KeyboardInterrupt
        caught.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield caught
    finally:
        signal.signal(signal.SIGINT, before)


def drawn(found: Round, called: dict[str, str], label: Any) -> Table:
    """The tables of a draft and who sits out."""
    table = Table(title=_("Round {number}, a draft").format(number=found.number))
    table.add_column(_("Table"), justify="right")
    table.add_column(_("Seats, from the first on"))
    for seated in found.tables:
        number = " ".join(filter(None, [str(seated.number), label(seated.number)]))
        table.add_row(number, ", ".join(called.get(entry, entry) for entry in seated.seats))
    if found.byes:
        table.add_row(_("bye"), ", ".join(called.get(entry, entry) for entry in found.byes))
    return table
