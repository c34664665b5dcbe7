"""What the tests of a module look at, made once in a transaction that their own lie in; each takes back what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

T = TypeVar("T")
_open: list[ExitStack] = []


@contextmanager
def made_once(blocker: DjangoDbBlocker, make: Callable[[], T]) -> Iterator[T]:
    """What `make` makes in the database, until the end or until `end` is called."""
    with ExitStack() as stack:
        stack.enter_context(blocker.unblock())
        stack.enter_context(_taken_back())
        _open.append(stack)
        yield make()


def end() -> None:
    """Takes back all that stands: before a test that commits, which comes after all that don't."""
    while _open:
        _open.pop().close()


@contextmanager
def _taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
