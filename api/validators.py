"""Validators of answers to GET: an `ETag` is `"<version>.<digest>"`, and `If-None-Match` with it is answered 304.

The digest is of the body as this caller gets it, so it covers all that the body depends on: names, role, language, the
state of a clock. Left out is what only the hour changes. `If-Match` compares the version alone (`api.base.writes`).
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Hashable
from hashlib import blake2b
from threading import Lock
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.http import parse_etags

DIGEST_BYTES = 12
PASSING = re.compile(rb'"(?:now|remaining_seconds)":(?:"[^"]*"|[^,}]*)')
"""The fields that follow from the deadline and the hour. In a JSON text only a name has a quote before a colon."""
PASSING_NAMES = (b'"now":', b'"remaining_seconds":')
MOST_BYTES, KEY_BYTES = 16 * 1024 * 1024, 1024


def tag_of(version: int, body: bytes) -> str:
    """The ETag of a body."""
    if any(name in body for name in PASSING_NAMES):
        body = PASSING.sub(b"", body)
    return f'"{version}.{blake2b(body, digest_size=DIGEST_BYTES).hexdigest()}"'


def is_known(request: HttpRequest, tag: str) -> bool:
    """Whether the client has the answer with that tag. Compared weakly: who compresses an answer weakens its tag."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or tag in [one.removeprefix("W/") for one in known]


class Made(NamedTuple):
    """An encoded answer and its tag."""

    tag: str
    body: bytes

    @property
    def size(self) -> int:
        """The memory that it takes, with its key."""
        return len(self.body) + KEY_BYTES


class Answers:
    """The last answers of this process, by all that they follow from; at most `most` bytes of them."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most, self.size, self._lock = most, 0, Lock()
        self._made: OrderedDict[Hashable, Made] = OrderedDict()

    def get(self, key: Hashable) -> Made | None:
        """The answer that was made of the same."""
        with self._lock:
            found = self._made.get(key)
            if found is not None:
                self._made.move_to_end(key)
            return found

    def put(self, key: Hashable, made: Made) -> None:
        """Keeps an answer, and gives up the ones that were not asked for longest."""
        with self._lock:
            if key in self._made:
                self.size -= self._made.pop(key).size
            self._made[key] = made
            self.size += made.size
            while self.size > self.most:
                _, gone = self._made.popitem(last=False)
                self.size -= gone.size


answers = Answers()
