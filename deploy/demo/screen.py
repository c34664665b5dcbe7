"""The demo's output: lines and, on a terminal, a status line with the current step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console, RenderableType
from rich.status import Status

PLAIN_WIDTH = 100


class Screen:
    """A terminal, or a file that gets plain lines."""

    def __init__(self, out: TextIO) -> None:
        self.console = Console(file=out, highlight=False, markup=False, emoji=False)
        if not self.console.is_terminal:
            self.console.width = PLAIN_WIDTH
        self.status: Status | None = None

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Show the status line, if this is a terminal."""
        if not self.console.is_terminal:
            yield
            return
        with self.console.status("") as self.status:
            yield
        self.status = None

    def doing(self, what: str) -> None:
        """Update the status line; a file has none."""
        if self.status is not None:
            self.status.update(what)

    def say(self, line: RenderableType = "") -> None:
        self.console.print(line, soft_wrap=isinstance(line, str))

    def head(self, title: str) -> None:
        self.console.print(f"\n{title}", style="bold")
