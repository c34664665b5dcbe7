"""What runs, what lags, and what to do: each part of the service in a line, for `doctor` and the admin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Literal, NamedTuple

import psycopg
from django.conf import settings
from django.db import Error
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from redis.exceptions import OutOfMemoryError, ResponseError

from league.live.pause import FAILURES
from league.log import outages
from league.models import LastRun
from league.queries import what_runs
from league.repository.schema import Schema
from league.services import heartbeats
from league.services.heartbeats import BEAT, SWEEP, WORKER

State = Literal["ok", "late", "broken"]
LONG_QUEUE = 500
SWEEP_SECONDS = 30.0
BACKUP_AGE, VERIFY_AGE = timedelta(days=2), timedelta(days=31)
Ages = Mapping[str, float | None]


class Line(NamedTuple):
    """A part of the service. what: how it is. advice: what to do; "" where it is ok."""

    part: str
    state: State
    what: str
    advice: str = ""


def lines(ages: Ages | None = None) -> list[Line]:
    """Return every part, those first that the others need. ages: as of `what_runs.ages`, where others know them."""
    database = _database()
    found = [database]
    if database.state == "ok":
        found.append(_migrations())
    redis = list(_redis())
    found += redis
    found += _background(what_runs.ages() if ages is None else ages, is_redis_sound=is_sound(redis))
    found += _queues()
    if all(line.state == "ok" for line in found[:2]):
        with suppress(Error, psycopg.Error):
            found += [*_replica(), *_followers(), *_webhooks(), *_runs()]
    return found


def is_sound(found: list[Line]) -> bool:
    """Return whether nothing is broken."""
    return all(line.state != "broken" for line in found)


def _database() -> Line:
    if outage := outages.present():
        return Line(_("database"), "broken", _(outage.template), _("Start the database, or look at DATABASE_URL."))
    return Line(_("database"), "ok", _("It answers."))


def _migrations() -> Line:
    if Schema().is_migrated():
        return Line(_("migrations"), "ok", _("All are applied."))
    what = _("The database lacks migrations of this version.")
    return Line(_("migrations"), "broken", what, _run("migrate"))


def _run(command: str) -> str:
    return _("Run: {program} {command}").format(program=settings.PROGRAM, command=command)


def _redis() -> Iterator[Line]:
    if not settings.REDIS_URL:
        return
    try:
        with heartbeats.client() as client:
            client.ping()
            client.set(heartbeats.TRIED, "", ex=1)
    except OutOfMemoryError:
        what = _("It is full: it answers, but takes no task and notes no work.")
        yield Line("Redis", "broken", what, _("Give it more memory (maxmemory), or look at what fills it."))
    except ResponseError as error:
        what = _("It answers, but nothing can be written to it: {error}").format(error=error)
        yield Line("Redis", "broken", what, _("Look at its log and at REDIS_URL. Nothing is lost meanwhile."))
    except FAILURES as error:
        what = _("It does not answer: {error}").format(error=error)
        yield Line("Redis", "broken", what, _("Start Redis, or look at REDIS_URL. Nothing is lost meanwhile."))
    else:
        yield Line("Redis", "ok", _("It answers."))


def _background(ages: Ages, *, is_redis_sound: bool) -> Iterator[Line]:
    """The workers of each queue, the sweep of clocks, and beat, by when they last did something."""
    by_club = _("Start the club’s server: {program} club").format(program=settings.PROGRAM)
    worker = _("Start a worker: {celery} -A deploy --quiet worker").format(celery=settings.CELERY)
    beat = _("Start a beat: {celery} -A deploy --quiet beat").format(celery=settings.CELERY)
    parts = (
        *_workers(ages, worker),
        (SWEEP, _("sweep of clocks"), worker, SWEEP_SECONDS),
        (BEAT, _("beat"), beat, heartbeats.LATE_SECONDS),
    )
    for name, shown, advice, most in parts:
        age, todo = ages.get(name), by_club if settings.IS_CLUB and not settings.REDIS_URL else advice
        if not is_redis_sound:
            todo = _("Look at Redis first: without it, this is not known.")
        if age is None:
            yield Line(shown, "broken", _("It was never seen, or that is not known now."), todo)
        else:
            what = _("It last worked {seconds} seconds ago.").format(seconds=round(age))
            yield Line(shown, *(("ok", what) if age <= most else ("broken", what, todo)))


def _workers(ages: Ages, advice: str) -> Iterator[tuple[str, str, str, float]]:
    """The workers of each queue, or all in one where no more is known."""
    if not any(heartbeats.of_queue(queue) in ages for queue in heartbeats.QUEUES):
        yield WORKER, _("worker"), advice, heartbeats.LATE_SECONDS
        return
    for queue in heartbeats.QUEUES:
        shown, alone = _("worker for {queue}").format(queue=queue), f"{advice} --queues {queue} --hostname {queue}@%h"
        yield heartbeats.of_queue(queue), shown, alone, heartbeats.LATE_SECONDS


def _queues() -> Iterator[Line]:
    for name, length in (what_runs.queue_lengths() or {}).items():
        part = _("queue {name}").format(name=name)
        what = _("{count} tasks wait.").format(count=length)
        if length > LONG_QUEUE:
            yield Line(part, "late", what, _("Start more workers for it, or look at the log of those that run."))
        else:
            yield Line(part, "ok", what)


def _replica() -> Iterator[Line]:
    """The replica, without which everything is read from the primary."""
    lag = what_runs.replica_lag()
    if lag is None:
        return
    if lag.trouble == "down":
        what = _("It does not answer; everything is read from the primary.")
        yield Line(_("replica"), "late", what, _("Start it, or look at REPLICA_URL."))
    elif lag.trouble == "foreign":
        what = _("It is no replica of this database; everything is read from the primary.")
        yield Line(_("replica"), "late", what, _("Look at REPLICA_URL, or make the replica again (docs/replica.md)."))
    elif lag.trouble == "behind":
        what = _("It lacks {count} bytes; everything is read from the primary.").format(count=lag.bytes)
        yield Line(_("replica"), "late", what, _("See whether it is paused or too slow."))
    else:
        yield Line(_("replica"), "ok", _("It has everything."))


def _followers() -> Iterator[Line]:
    for lag in what_runs.lags():
        part = _("follower {name}").format(name=lag.follower)
        if not lag.clubs:
            yield Line(part, "ok", _("It has read every event."))
            continue
        what = _("It is {seconds} seconds behind, in {count} clubs.").format(
            seconds=round(lag.seconds), count=lag.clubs
        )
        advice = _("If workers run, look for “follower left to the next time” in their log.")
        yield Line(part, *(("broken", what, advice) if lag.is_late else ("ok", what)))


def _webhooks() -> Iterator[Line]:
    found = what_runs.webhooks()
    what = _("{on} are on, {failing} of these fail, {off} are off.").format(**found._asdict())
    if found.failing:
        yield Line(_("webhooks"), "late", what, _("The club’s directors see at each webhook why it fails."))
    else:
        yield Line(_("webhooks"), "ok", what)


def _runs() -> Iterator[Line]:
    """The last backup and verification, how they ended, and whether they are too long ago."""
    runs = {run.kind: run for run in LastRun.objects.all()}
    wanted = {
        "backup": (_("last backup"), BACKUP_AGE, _run("backup FILE")),
        "verify": (_("last verify"), VERIFY_AGE, _run("verify")),
    }
    for kind, (part, most, advice) in wanted.items():
        run = runs.get(kind)
        if run is None:
            yield Line(part, "late", _("There was none."), advice)
            continue
        what = _("It began {time} ago: {summary}").format(time=timesince(run.began_at), summary=run.summary)
        if not run.is_ok:
            yield Line(part, "broken", what, _("It failed: read docs/repair.md and docs/backups.md."))
        elif timezone.now() - run.began_at > most:
            yield Line(part, "late", what, advice)
        else:
            yield Line(part, "ok", what)
