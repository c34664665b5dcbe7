"""`manage.py seat TOURNAMENT`: seat the next round, with a progress bar for a long search."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from games.kernel import Rejected
from league.access.audience import CLUB
from league.domain.seating.rotation.tournament_plan import Progress as SearchProgress
from league.domain.tournament.rounds.state import Round
from league.models import Tournament
from league.queries import names
from league.queries.refusals import sentence, why_not_stored
from league.repository.streams import TOURNAMENT, reading
from league.seating.planning import Effort
from league.services import rounds
from league.services.execution import Busy

ACTOR = "terminal"
MOST_STEPS = 1_000_000_000


class Command(BaseCommand):
    """Seats a draft as the desk and the API do. Ctrl-C ends a search early: the best plan so far is seated."""

    help = (
        "Seats the next round of a tournament as a draft. Ctrl-C ends a search early; the best plan so far is seated."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", type=UUID, help="the id of the tournament")
        parser.add_argument(
            "--steps", type=int, help="the most steps of the search for a rotation (by default about 1 s)"
        )

    def handle(self, *args: Any, tournament: UUID, steps: int | None, **options: Any) -> None:
        if steps is not None and not 1 <= steps <= MOST_STEPS:
            raise CommandError(_("The number of steps must be from 1 to %(most)d.") % {"most": MOST_STEPS})
        row = Tournament.objects.filter(pk=tournament).first()
        if row is None:
            raise CommandError(_("There is no tournament %(id)s.") % {"id": tournament})
        try:
            seated = self._seated(row, steps)
        except Rejected as refusal:
            raise CommandError(sentence(refusal.template, refusal.facts, names.of_entries(row.pk, CLUB))) from refusal
        except Busy as busy:
            raise CommandError(_(why_not_stored(busy))) from busy
        if not seated:
            self.stderr.write(
                _("The next round is already a draft, shown below. Delete the draft to search for another one.")
            )
        self._print(row)

    def _seated(self, row: Tournament, steps: int | None) -> bool:
        """Return whether a draft was made; not if there is one already. Raises Rejected and Busy."""
        console = Console(file=self.stderr)  # type: ignore[arg-type]  # it writes text
        with searching(console) as progress:
            effort = Effort(steps, progress=progress)
            done = rounds.seat_next(row, actor=ACTOR, within=lambda write: write(), effort=effort)
        return bool(done.events)

    def _print(self, row: Tournament) -> None:
        """Print the draft, and the result of the search."""
        called = names.of_entries(row.pk, CLUB)
        with reading(row.club_id, TOURNAMENT, row.pk) as stream:
            state = stream.aggregate.state
            draft, plan, hall = state.rounds[-1], state.rotation, state.settings.furniture
            console = Console(file=self.stdout)  # type: ignore[arg-type]  # it writes text
            console.print(as_table(draft, called, hall.label))
            if plan is not None and plan.first == draft.number:
                line = _("{method}, {steps} steps: {repeats} repeated meetings in the plan, at least {bound} needed.")
                text = line.format(method=plan.method, steps=plan.steps, repeats=plan.repeats, bound=plan.bound)
                console.print(text, markup=False, highlight=False)


@contextmanager
def searching(console: Console) -> Iterator[SearchProgress]:
    """Show a bar while a search runs; the search reports its progress to it. Ctrl-C ends the search early."""
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
            best = _("{repeats} repeated meetings").format(repeats=repeats)
            if task is None:
                task = bar.add_task(_("Searching"), total=most, best=best)
            bar.update(task, completed=done, total=most, best=best)
            return not stopped

        yield report


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Put a first Ctrl-C into the list instead of ending the process; a second one ends it."""
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


def as_table(draft: Round, called: dict[str, str], label: Any) -> Table:
    """Return the tables and byes of a draft."""
    table = Table(title=_("Round {number}, draft").format(number=draft.number))
    table.add_column(_("Table"), justify="right")
    table.add_column(_("Seats, from the first on"))
    for seated in draft.tables:
        number = " ".join(filter(None, [str(seated.number), label(seated.number)]))
        table.add_row(escape(number), _names(seated.seats, called))
    if draft.byes:
        table.add_row(_("bye"), _names(draft.byes, called))
    return table


def _names(entries: Iterable[str], called: dict[str, str]) -> str:
    return escape(", ".join(called.get(entry, entry) for entry in entries))
