"""`manage.py fuzz`: try inputs that grow on every parser, until the time is over."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from random import Random, SystemRandom
from typing import Any

from django.core.management.base import BaseCommand, CommandError

MOST_SECONDS = 1.0
"""Of CPU for any input under 1 MB."""


class Command(BaseCommand):
    """Says how to repeat a run, and fails with what was found."""

    help = "Searches for inputs on which a parser takes more than a second of CPU, or fails with no refusal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, help="what the inputs are drawn by (chance)")
        parser.add_argument("--seconds", type=float, default=120.0, help="how long to search (120)")
        parser.add_argument("-k", dest="name", default="", help="only parsers whose name has this in it")

    def handle(self, *args: Any, **options: Any) -> None:
        from tests.fuzz import growth
        from tests.fuzz.parsers import ALL

        seed = SystemRandom().randrange(10**9) if options["seed"] is None else options["seed"]
        chosen = [parser for parser in ALL if options["name"] in parser.name]
        if not chosen:
            raise CommandError("There is no such parser.")
        self.stdout.write(f"manage.py fuzz --seed {seed}: {len(chosen)} parsers for {options['seconds']:g} s")
        chance = Random(seed)  # noqa: S311 - a run can be repeated
        end, tried, found = time.monotonic() + options["seconds"], 0, dict[str, growth.Finding]()
        while time.monotonic() < end:
            for parser in chosen:
                wrong = growth.finding(parser, growth.Shape.drawn(chance, parser.samples), MOST_SECONDS)
                tried += 1
                if wrong and found.setdefault(parser.name, wrong) is wrong:
                    self.stdout.write(f"{wrong.parser}: {wrong.what}, {wrong.size} bytes: {wrong.shape}")
        self.stdout.write(f"{tried} inputs, {len(found)} parsers with findings")
        if found:
            raise CommandError(f"Found something in: {', '.join(sorted(found))}.")
