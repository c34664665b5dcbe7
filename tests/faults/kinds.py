"""The kinds of faults. Each begins, lasts a moment, and is over when its function returns; recovery goes on after it.

None needs root: processes are killed, stopped and continued, files get a limit of size, wires are cut, and a library
gives one worker a wrong clock.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass

import psutil
from celery import Celery

from deploy.celery import configuration
from tests import servers
from tests.arrangement.arrangement import WIRES, Arrangement
from tests.arrangement.service import Service
from tests.arrangement.site import Site

SHIFT_SECONDS = 5
REPEATS = 10
TASKS = ("sweep_clocks", "follow", "send_webhooks", "forget_old_answers")
WAL_SEGMENT = 1024 * 1024


@dataclass
class Bench:
    """What a fault is made in: the site, and the lot that chooses its details."""

    site: Site
    lot: random.Random

    def wait(self, least: float, most: float) -> None:
        """Lets some time go by; what has ended by itself is started again meanwhile."""
        end = time.monotonic() + self.lot.uniform(least, most)
        while (left := end - time.monotonic()) > 0:
            self.site.tend()
            time.sleep(min(left, 0.1))

    def one(self, beginning: str) -> Service:
        """One of the services whose names begin so."""
        return self.lot.choice(self.site.named(beginning))


def arranged_in(bench: Bench) -> Arrangement:
    """The arrangement, for faults of what a club's own server does not have."""
    assert isinstance(bench.site, Arrangement)
    return bench.site


Fault = Callable[[Bench], None]


def killed(beginning: str) -> Fault:
    """A service with all its processes is killed, and started again."""

    def fault(bench: Bench) -> None:
        service = bench.one(beginning)
        service.kill()
        bench.wait(0.1, 1)
        service.start()

    return fault


def child_killed(beginning: str) -> Fault:
    """One process of a service is killed; the service goes on or ends, as it likes."""

    def fault(bench: Bench) -> None:
        children = bench.one(beginning).family()[1:]
        if children:
            with suppress(psutil.NoSuchProcess):
                bench.lot.choice(children).kill()
        bench.wait(0.1, 0.5)

    return fault


def restarted(beginning: str) -> Fault:
    """A service is stopped in its own way, and started again."""

    def fault(bench: Bench) -> None:
        service = bench.one(beginning)
        service.stop()
        service.start()

    return fault


def paused(beginning: str) -> Fault:
    """A service is stopped for a while and continued, as by a machine that is short of everything."""

    def fault(bench: Bench) -> None:
        with bench.one(beginning).paused():
            bench.wait(0.2, 2)

    return fault


def slow_disk(name: str) -> Fault:
    """A service stands still again and again, as if each of its writes took long."""

    def fault(bench: Bench) -> None:
        for _ in range(bench.lot.randint(3, 6)):
            with bench.site.services[name].paused():
                bench.wait(0.1, 0.3)
            bench.wait(0.02, 0.1)

    return fault


def full_disk(name: str) -> Fault:
    """The files of a service can't grow beyond one of two sizes: PostgreSQL at times can't even write ahead."""

    def fault(bench: Bench) -> None:
        _limit(bench.site.services[name], str(bench.lot.choice((WAL_SEGMENT // 8, WAL_SEGMENT))))
        bench.wait(0.5, 1.5)
        _limit(bench.site.services[name], "unlimited")

    return fault


def _limit(service: Service, size: str) -> None:
    for process in service.family():
        servers.limit_files(process.pid, size, service.user)


def parted(side: str, store: str, how: str) -> Fault:
    """A wire is cut, silent or slow; a replica without its primary falls behind."""

    def fault(bench: Bench) -> None:
        wire = arranged_in(bench).wires[side, store]
        states: Mapping[str, Callable[[], AbstractContextManager[None]]] = {
            "cut": wire.cut,
            "silent": wire.silent,
            "slow": lambda: wire.slow(bench.lot.uniform(0.01, 0.1)),
        }
        with states[how]():
            bench.wait(0.2, 2)

    return fault


def tasks(how: str) -> Fault:
    """Tasks come late, or many times with the same id."""

    def fault(bench: Bench) -> None:
        with Celery("faults", set_as_current=False) as sender:
            sender.conf.update(configuration(arranged_in(bench).redis_url()))
            for name in TASKS:
                late = {"countdown": bench.lot.uniform(0.5, 5)} if how == "late" else {}
                for _ in range(1 if how == "late" else REPEATS):
                    with suppress(Exception):  # Redis may be down, by an earlier fault
                        sender.send_task(f"league.tasks.{name}", task_id=f"{how} {bench.lot.random()}", **late)
        bench.wait(0.1, 0.5)

    return fault


def shifted(name: str) -> Fault:
    """A service is started again with a clock that is some seconds wrong, or right again."""

    def fault(bench: Bench) -> None:
        service = bench.site.services[name]
        service.kill()
        service.ahead = 0.0 if service.ahead else bench.lot.choice((-1, 1)) * bench.lot.uniform(1, SHIFT_SECONDS)
        service.start()
        bench.wait(0.5, 2)

    return fault


def second_beat(bench: Bench) -> None:
    """Another beat runs for a while."""
    beat = bench.site.services["beat"]
    other = Service("second-beat", beat.command, beat.folder, beat.environment)
    other.start()
    bench.wait(1, 3)
    other.kill()


Kinds = Mapping[str, tuple[int, Fault]]
"""By name: how often a fault is chosen, relative to the others, and the fault."""
PRODUCTION: Kinds = {
    "kill -9: web": (2, killed("web")),
    "kill -9: a web process": (3, child_killed("web")),
    "kill -9: worker": (3, killed("worker")),
    "kill -9: a worker process": (3, child_killed("worker")),
    "kill -9: beat": (2, killed("beat")),
    "kill -9: redis": (4, killed("redis")),
    "kill -9: postgres": (4, killed("postgres")),
    "kill -9: a postgres process": (3, child_killed("postgres")),
    "kill -9: replica": (2, killed("replica")),
    "kill -9: proxy": (2, killed("proxy")),
    "restart: web": (1, restarted("web")),
    "restart: worker": (1, restarted("worker")),
    "restart: postgres": (2, restarted("postgres")),
    "pause: web": (3, paused("web")),
    "pause: worker": (3, paused("worker")),
    "pause: beat": (2, paused("beat")),
    "pause: redis": (4, paused("redis")),
    "pause: postgres": (4, paused("postgres")),
    "pause: replica": (2, paused("replica")),
    "slow disk: postgres": (4, slow_disk("postgres")),
    "full disk: postgres": (4, full_disk("postgres")),
    **{
        f"{how}: {side} - {store}": (2, parted(side, store, how))
        for side, store in WIRES
        for how in ("cut", "silent", "slow")
    },
    "tasks: late": (3, tasks("late")),
    "tasks: repeated": (3, tasks("repeated")),
    "clock: worker": (4, shifted("worker-2")),
    "beat: a second one": (1, second_beat),
}
CLUB: Kinds = {
    "kill -9: club": (3, killed("club")),
    "restart: club": (1, restarted("club")),
    "pause: club": (2, paused("club")),
    "slow disk: club": (3, slow_disk("club")),
    "full disk: club": (4, full_disk("club")),
    "clock: club": (3, shifted("club")),
}


def chosen(kinds: Kinds, lot: random.Random, number: int) -> list[str]:
    """The names of so many faults, in their order."""
    return lot.choices(list(kinds), [often for often, _ in kinds.values()], k=number)
