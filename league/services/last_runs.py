"""Notes when a backup, `verify` or `rebuild` last ran, and how that ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Literal

import structlog
from django.utils import timezone

from league.log.store import writing
from league.models import LastRun

Kind = Literal["backup", "verify", "rebuild"]
log = structlog.get_logger(__name__)


@dataclass
class Outcome:
    """The end of a run, set by the run itself. summary: a sentence for the operator."""

    is_ok: bool = True
    summary: str = ""


@contextmanager
def note_run(kind: Kind) -> Iterator[Outcome]:
    """Stores how the run of the block ended; a block that raises has failed.

    A note that can't be stored is only logged, since the database may be what is broken.
    """
    began_at, began, outcome = timezone.now(), monotonic(), Outcome()
    try:
        yield outcome
    except BaseException as error:
        outcome.is_ok, outcome.summary = False, str(error) or type(error).__name__
        raise
    finally:
        row = {"began_at": began_at, "seconds": monotonic() - began, "is_ok": outcome.is_ok, "summary": outcome.summary}
        if outcome.is_ok:
            row["succeeded_at"] = timezone.now()
        try:
            with writing():
                LastRun.objects.update_or_create(kind=kind, defaults=row)
        except Exception:
            log.exception("run not noted", kind=kind)
