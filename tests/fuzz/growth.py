"""Searches for inputs that cost too much: a part of a sample, repeated until the input is as large as it can be."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from types import FrameType
from typing import NoReturn

from tests.fuzz.parser import Parser

SIGNS = b"""( ) [ ] { } < > " ' \\ \\u0041 , ; : . - + * = & % %41 / | # @ 0 9 1e1 a A ab \xc3\xa9""".split()
ATOMS = (
    *SIGNS,
    b" ",
    b"\t",
    b"\n",
    b"\r\n",
    b"\x00",
    b"[{",
    b'{"a":',
    b"a=b&",
    b'"a",',
    b'"0.1",',
    b"a b ",
    b"-1.5,",
    b" (a",
    b"\xf0\x9f\x91\xa8\xe2\x80\x8d",
)
RUNS, ENDS = (10, 100, 900), (b"\n", b"\r\n", b",", b";", b" ", b"&", b"\t")
"""A part may be a run of a smaller one, such as a long line: what bounds a line does not bound many."""
PARTS = (16, 4, 1)
"""The sizes that are tried: such a part of the largest, so that what grows fast ends soon."""


SHOWN = 200


class TooSlow(BaseException):
    """The time is over; no parser catches this."""


@dataclass(frozen=True)
class Shape:
    """An input of any size: `unit` again and again between a beginning and an end.

    more: again and again after that, such as rows after many heads; then both are half of the input.
    """

    prefix: bytes
    unit: bytes
    suffix: bytes
    more: bytes = b""

    def of(self, size: int) -> bytes:
        """The input with so many bytes, or a few less."""
        room = max(size - len(self.prefix) - len(self.suffix), 0)
        half = room // 2 if self.more else room
        more = self.more * (half // len(self.more)) if self.more else b""
        return self.prefix + self.unit * (half // len(self.unit)) + self.suffix + more

    def __str__(self) -> str:
        """It with no more of it than somebody has to read."""
        parts = (self.prefix, self.unit, self.suffix, self.more)
        return " ... ".join(repr(part if len(part) < SHOWN else part[:SHOWN]) for part in parts)

    @classmethod
    def drawn(cls, chance: Random, samples: tuple[bytes, ...]) -> Shape:
        """A shape from a sample, one of whose parts is repeated, or an atom in its place."""
        sample = chance.choice(samples)
        first, last = sorted(chance.randrange(len(sample) + 1) for _ in range(2))
        own = sample[first:last][: chance.choice((1, 2, 4, 16, 64))]
        unit = chance.choice(ATOMS) if not own or chance.random() < 0.5 else own
        if chance.random() < 0.3:
            unit = unit * chance.choice(RUNS) + chance.choice(ENDS)
        last = first if chance.random() < 0.5 else last
        whole = chance.random()
        more = chance.choice(
            (b"", b"", b"", chance.choice(ATOMS) + chance.choice(ENDS), sample[-chance.randrange(1, 32) :])
        )
        return cls(sample[:first] if whole < 0.8 else b"", unit, sample[last:] if whole < 0.6 else b"", more)


@dataclass(frozen=True)
class Finding:
    """An input that a parser does not take well."""

    parser: str
    size: int
    what: str
    shape: Shape


def finding(parser: Parser, shape: Shape, most_seconds: float) -> Finding | None:
    """Return what is wrong with an input of a shape, of which the largest size is tried last."""
    for part in PARTS:
        content = shape.of(parser.most // part)
        try:
            _parse(parser, content, most_seconds)
        except TooSlow:
            return Finding(parser.name, len(content), f"more than {most_seconds:g} s of CPU", shape)
        except Exception as error:  # noqa: BLE001 - whatever is no refusal is a finding
            return Finding(parser.name, len(content), repr(error)[:300], shape)
    return None


def _parse(parser: Parser, content: bytes, most: float) -> None:
    """Have an input parsed. Raises TooSlow, and what the parser raises but its refusals."""
    with _limited(most), suppress(*parser.refusals):
        parser.parse(content)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raises TooSlow in the main thread after so much CPU."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
