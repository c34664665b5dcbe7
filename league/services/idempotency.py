"""Idempotency: a request repeated with the same key has its effect once, and gets the stored response again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from league.access.keys import digests
from league.log.store import Key, writing
from league.models import KeptAnswer

KEPT_FOR = timedelta(days=30)


class KeyReused(Exception):
    """The actor has used this key for another request."""


@dataclass(frozen=True)
class StoredResponse:
    """A response.

    body: JSON text. replayed: whether it was stored by an earlier request. stored_body: what is stored of the body, if
    it has a secret.
    """

    status: int
    body: str
    location: str = ""
    replayed: bool = False
    stored_body: str | None = None

    @property
    def keep(self) -> bool:
        """Whether it is stored for repeated requests."""
        return 200 <= self.status < 300 or self.status == 422


class _RolledBack(Exception):
    def __init__(self, answer: StoredResponse) -> None:
        self.answer = answer


Prints = Sequence[str]
"""A request's fingerprints: the one that is stored, and those that were stored by earlier keys of the site."""


def fingerprints(*parts: bytes) -> Prints:
    """Digests that differ between requests and reveal nothing of their contents."""
    return [digest.hex() for digest in digests("league.kept", b"\x00".join(parts))]


def run_once(
    actor: str, key: str | None, prints: Prints, do: Callable[[], StoredResponse], *, waits_for: Key | None = None
) -> StoredResponse:
    """Runs `do` and stores its response in one transaction; returns the stored response if the key has one.

    Of two simultaneous requests the second waits for the first and gets its response. A response that is not to be
    kept rolls everything back. prints: the request's fingerprints. waits_for: as the key of `writing`. Raises KeyReused
    and Busy.
    """
    try:
        with writing(waits_for):
            return _answer(actor, key, prints, do)
    except _RolledBack as rolled_back:
        return rolled_back.answer


def _answer(actor: str, key: str | None, prints: Prints, do: Callable[[], StoredResponse]) -> StoredResponse:
    row = None
    if key:
        row, made = KeptAnswer.objects.get_or_create(actor=actor, key=key, defaults={"fingerprint": prints[0]})
        if not made:
            if row.fingerprint not in prints:
                raise KeyReused
            return StoredResponse(row.status, row.body, row.location, replayed=True)
    answer = do()
    if not answer.keep:
        raise _RolledBack(answer)
    if row:
        row.status, row.location = answer.status, answer.location
        row.body = answer.body if answer.stored_body is None else answer.stored_body
        row.save()
    return answer


def delete_expired(now: datetime) -> int:
    """Deletes responses older than 30 days; returns their number."""
    return KeptAnswer.objects.filter(at__lt=now - KEPT_FOR).delete()[0]
