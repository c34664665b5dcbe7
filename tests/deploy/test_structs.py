"""Threads that use structs for the first time, all at once, in a new process."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from importlib import import_module

import msgspec
import pytest

from tests import processes

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 8


def structs(root: type[msgspec.Struct] = msgspec.Struct) -> Iterator[type[msgspec.Struct]]:
    for struct in root.__subclasses__():
        yield struct
        yield from structs(struct)


def decode_everywhere() -> int:
    """Decodes each field of every struct class in several threads at once; returns how many classes there are."""
    import_module("deploy.asgi")  # what a web process loads
    known, start = list(structs()), threading.Barrier(THREADS)
    sys.setswitchinterval(1e-6)

    def decode() -> None:
        start.wait()
        for struct in known:
            body = msgspec.json.encode(dict.fromkeys(struct.__struct_encode_fields__))
            try:
                msgspec.json.Decoder(struct).decode(body)
            except msgspec.ValidationError:
                continue

    threads = [threading.Thread(target=decode) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(known)


def test_threads_that_decode_for_the_first_time_at_once_do_not_crash_the_process() -> None:
    assert processes.result(processes.start("tests.deploy.test_structs:decode_everywhere")) > 400
