"""Which database the log stands in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol
from uuid import UUID

from league.log import postgres, sqlite
from league.log.envelope import Chained, Head, Row, Stored
from league.log.raw import database


class Vendor(Protocol):
    """The log's SQL of one database; `league.log.store` and `league.log.verify` say what each of these does."""

    BEGIN_READING: str

    def insert(self, club: UUID, actor: str, correlation: UUID, parts: Sequence[Chained]) -> list[int]: ...

    def load(self, club: UUID, stream: UUID, after: int) -> list[Stored]: ...

    def load_all(self, club: UUID, streams: Sequence[UUID]) -> list[Stored]: ...

    def feed(self, club: UUID, after: int, limit: int, stream: UUID | None, kind: str | None) -> list[Stored]: ...

    def head(self, club: UUID, stream: UUID) -> Head | None: ...

    def lock(self, stream: UUID) -> None: ...

    def scan(self, club: UUID | None) -> Iterator[Row]: ...

    def vanished(self, club: UUID | None) -> list[tuple[str, str, int]]: ...

    def damage(self) -> list[str]: ...


def vendor() -> Vendor:
    """The module with the log's SQL for this database."""
    return postgres if database().vendor == "postgresql" else sqlite
