"""What the steps at a tournament's desk share."""

from __future__ import annotations

from typing import ClassVar

from league.admin.desk.step import Step
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.preview import Preview, preview_of
from league.dry_run.trial import DryRunDone, dry_run


class TournamentStep(Step):
    """A step at a tournament's desk."""

    desk: TournamentDesk
    stays_visible: ClassVar[bool] = False
    """Whether readers of the tournament see that the step was taken."""

    @property
    def readers(self) -> str:
        """Who sees that it was taken, as a sentence; "" where nobody does."""
        return self.desk.readers if self.stays_visible else ""

    def preview(self) -> Preview | None:
        try:
            with dry_run(self.desk.row.pk):
                self.run()
        except DryRunDone as done:
            return preview_of(self.desk, done)
        return None
