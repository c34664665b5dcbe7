"""How often the database is asked: by Django, and by the log, which has SQL of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection

from league.log.store import vendor


@contextmanager
def counted() -> Iterator[list[str]]:
    """The queries that are sent meanwhile, in a list that grows."""
    asked: list[str] = []
    rows_of_the_log = vendor()._rows  # type: ignore[attr-defined]

    def by_the_log(query: str, values: Any) -> Any:
        asked.append(query)
        return rows_of_the_log(query, values)

    def by_django(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    with patch.object(vendor(), "_rows", by_the_log), connection.execute_wrapper(by_django):
        yield asked
