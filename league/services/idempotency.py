"""The same request twice has its effect once: answers are kept for an actor's key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from league.log.store import writing
from league.models import KeptAnswer

KEPT_FOR = timedelta(days=30)


class KeyReused(Exception):
    """The key was used by the same actor for another request."""


@dataclass(frozen=True)
class StoredResponse:
    """What is said to a request. body: JSON text. keep: whether a repeat gets it again (2xx and 422)."""

    status: int
    body: str
    location: str = ""
    replayed: bool = False

    @property
    def keep(self) -> bool:
        return 200 <= self.status < 300 or self.status == 422


class _NotKept(Exception):
    def __init__(self, answer: StoredResponse) -> None:
        self.answer = answer


def fingerprint(*parts: bytes) -> str:
    """Tells requests apart without giving away what was in them."""
    return salted_hmac("league.kept", b"\x00".join(parts), algorithm="sha256").hexdigest()


def run_once(actor: str, key: str | None, print_: str, do: Callable[[], StoredResponse]) -> StoredResponse:
    """Does `do` in one transaction with the note of its answer, unless the actor's key has an answer already.

    Two at once: the second waits for the first and gets its answer. An answer that is not kept takes
    everything back. Raises KeyReused.
    """
    try:
        with writing():
            return _answer(actor, key, print_, do)
    except _NotKept as nothing:
        return nothing.answer


def _answer(actor: str, key: str | None, print_: str, do: Callable[[], StoredResponse]) -> StoredResponse:
    kept = None
    if key:
        kept, made = KeptAnswer.objects.get_or_create(actor=actor, key=key, defaults={"fingerprint": print_})
        if not made:
            if kept.fingerprint != print_:
                raise KeyReused
            return StoredResponse(kept.status, kept.body, kept.location, replayed=True)
    answer = do()
    if not answer.keep:
        raise _NotKept(answer)
    if kept:
        kept.status, kept.body, kept.location = answer.status, answer.body, answer.location
        kept.save()
    return answer


def delete_expired(now: datetime) -> int:
    """Drops answers older than 30 days; how many."""
    return KeptAnswer.objects.filter(at__lt=now - KEPT_FOR).delete()[0]
