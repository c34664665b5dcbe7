"""A run: the load works, faults come one after the other, and then the history is checked."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import inf

import httpx

from tests.arrangement.postgres import Postgres
from tests.arrangement.site import PASSWORD, Site
from tests.faults.checker import Violation, violations
from tests.faults.evidence import history_of, log_of, people_of
from tests.faults.history import OK
from tests.faults.journal import Client, Journal
from tests.faults.kinds import SHIFT_SECONDS, Bench, Kinds, chosen
from tests.faults.load import Load, loaded

CLUBS, TABLES = 2, 2
FINISH_SECONDS = 240.0
CLOCK_SLACK_SECONDS = 0.5
SETTLED = 0.5
"""How often the next fault waits until the site answers; otherwise it may meet what still starts."""
REPEATED_AFTERWARDS = 100
USUAL_SECONDS, MOST_PAUSE_SECONDS = 1.5, 3.0
NO_LIMITS = {"RATE_TOKEN": "0", "RATE_LINK": "0", "RATE_ADDRESS": "0"}


@dataclass
class Outcome:
    """What a run has found.

    restarts: how often each service ended by itself. hung: how often PostgreSQL was started again because it hung.
    quiet: the longest time without any acknowledgement, in seconds.
    """

    seed: int
    journal: Journal
    faults: Counter[str] = field(default_factory=Counter)
    violations: Sequence[Violation] = ()
    restarts: dict[str, int] = field(default_factory=dict)
    hung: int = 0
    events: int = 0
    seconds: float = 0.0
    quiet: float = 0.0

    @property
    def complaints(self) -> list[str]:
        """All that speaks against the product, or against the run."""
        return [*map(str, self.violations), *self.journal.bugs, *self.journal.problems]


def run(
    site: Site,
    kinds: Kinds,
    *,
    seed: int,
    faults: int,
    seconds: float,
    say: Callable[[str], object] = lambda _: None,
) -> Outcome:
    """Makes so many faults, spread over the seconds where there is time, and examines what clients saw."""
    lot = random.Random(seed)
    make = partial(visiting, site, token_of(site))
    load = Load(make, partial(visiting, site), seed)
    outcome = Outcome(seed, load.journal)
    bench, began = Bench(site, lot), time.monotonic()
    with loaded(load, CLUBS, TABLES):
        for name in _paced(bench, chosen(kinds, lot, faults), began + seconds):
            say(f"{outcome.faults.total() + 1:4} {name}")
            kinds[name][1](bench)
            outcome.faults[name] += 1
            if lot.random() < SETTLED:
                site.until_answering()
        site.until_ready()
        load.stop(FINISH_SECONDS)
        _repeat_keys(Client(load.journal, make), lot)
    outcome.seconds = time.monotonic() - began
    _examine(site, load, outcome)
    return outcome


def visiting(site: Site, token: str = "") -> httpx.Client:
    """A way into the arrangement, with a token or as a visitor."""
    http = site.http()
    http.base_url = f"{site.address}api/v1/"
    if token:
        http.headers["Authorization"] = f"Token {token}"
    return http


def token_of(site: Site) -> str:
    """A new token of the director."""
    with site.client() as client:
        token: str = client.post("tokens", {"username": site.director, "password": PASSWORD})["token"]
        return token


def _paced(bench: Bench, names: Sequence[str], end: float) -> Iterator[str]:
    """The names, one by one, with pauses that are shorter where time is short."""
    for number, name in enumerate(names):
        yield name
        left = len(names) - number
        pause = (end - time.monotonic()) / left - USUAL_SECONDS
        bench.wait(0.1, min(max(pause, 0.1), MOST_PAUSE_SECONDS))


def _repeat_keys(client: Client, lot: random.Random) -> None:
    """Sends commands that were acknowledged once more, each with its key: the answers join those that it had."""
    journal = client.journal
    sent = [(request, write) for request, write in journal.sent if write.is_acknowledged]
    for request, write in lot.sample(sent, min(REPEATED_AFTERWARDS, len(sent))):
        again = client.repeat(request)
        known = {answer for answer in write.answers if answer.status in OK}
        if again not in known:
            journal.problems.append(f"{write.what}: another answer to the same key: {again}, not {known}")


def _examine(site: Site, load: Load, outcome: Outcome) -> None:
    """Reads the log past everything, and compares."""
    with site.connection() as connection:
        log, people = log_of(connection), people_of(connection)
    history = history_of(
        load, log, people, shift=SHIFT_SECONDS + CLOCK_SLACK_SECONDS, verify=site.verify(), different=site.rebuild()
    )
    outcome.violations = violations(history)
    outcome.events = len(log)
    outcome.restarts = {name: service.ended for name, service in site.services.items() if service.ended}
    outcome.hung = sum(service.hung for service in site.services.values() if isinstance(service, Postgres))
    ends = sorted(write.ended for write in load.journal.writes if write.is_acknowledged and write.ended < inf)
    outcome.quiet = max((second - first for first, second in pairwise(ends)), default=0.0)
