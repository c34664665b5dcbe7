"""`/metrics`: what all processes of this machine have counted, and how queues and followers are now, for Prometheus."""

from __future__ import annotations

import os
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from league import metrics
from league.log.file_lock import locked
from league.queries import what_runs

BY_A_PROXY = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
log = structlog.get_logger(__name__)
KEPT = 0
"""Instead of a process's number, in the names of the files that hold what ended processes have counted."""


@require_safe
def view(request: HttpRequest) -> HttpResponse:
    """Answer with all figures; 403 for those who may not read them."""
    if not is_allowed(request):
        return HttpResponse("The metrics are not public.\n", status=403, content_type="text/plain")
    if not settings.METRICS_DIR and not settings.IS_CLUB:
        return HttpResponse("METRICS_DIR is not set.\n", status=404, content_type="text/plain")
    try:
        counted = figures()
    except OSError as error:
        log.warning("METRICS_DIR can't be used", error=str(error))
        return HttpResponse("METRICS_DIR can't be used.\n", status=503, content_type="text/plain")
    return HttpResponse(counted, content_type=metrics.CONTENT_TYPE_LATEST)


def is_allowed(request: HttpRequest) -> bool:
    """Return whether the request has the token METRICS_TOKEN; without one, whether it is of this very machine.

    What a proxy passes on is of nobody knows where.
    """
    if settings.METRICS_TOKEN:
        return constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}")
    try:
        is_here = ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    return is_here and not any(name in request.META for name in BY_A_PROXY)


def count_request(request: HttpRequest, status: int, seconds: float) -> None:
    """Count an answered request by the template of its path, so that ids make no new series."""
    match = request.resolver_match
    path = "unknown" if match is None else f"/{match.route}"
    method = request.method if request.method in METHODS else "other"
    metrics.REQUESTS.labels(method, path, status).inc()
    metrics.REQUEST_SECONDS.labels(path).observe(seconds)


def figures() -> bytes:
    """Return everything in Prometheus's format. Raises OSError where the folder can't be used."""
    state = metrics.CollectorRegistry()
    state.register(State())
    now = metrics.generate_latest(state)
    if not settings.METRICS_DIR:
        return metrics.generate_latest(metrics.REGISTRY) + now
    folder = Path(settings.METRICS_DIR)
    with locked(folder / "lock"):  # one process at a time adds up the files
        keep_of_the_ended(folder)
        counted = metrics.CollectorRegistry()
        counted.register(Counted(folder))
        return metrics.generate_latest(counted) + now


class Counted:
    """What all processes have counted. A file that can't be read is left out."""

    def __init__(self, folder: Path) -> None:
        self.files = sorted(map(str, folder.glob("*.db")))

    def collect(self) -> Iterator[Any]:
        """Yield the sums of the files."""
        try:
            yield from metrics.MultiProcessCollector.merge(self.files)
        except Exception:  # noqa: BLE001  # what is no file of counts may lead to any error
            yield from metrics.MultiProcessCollector.merge(list(filter(metrics.is_readable, self.files)))


def keep_of_the_ended(folder: Path) -> None:
    """Add the files of processes that have ended to those of KEPT, so that no total ever falls, and delete them.

    A file that can't be read is set aside. One for which the disk has no room stays as it is until there is some.
    """
    for left in folder.glob("*.ended"):  # of a process that was killed here
        left.unlink()
    for file in folder.glob("*.db"):
        kind, _, process = file.stem.rpartition("_")
        if not process.isdigit() or (int(process) != KEPT and is_alive(int(process))):
            continue
        if not metrics.is_readable(str(file)):
            log.warning("file of metrics can't be read and is set aside", file=file.name)
            file.replace(file.with_suffix(".unreadable"))
        elif int(process) != KEPT:
            keep(file, folder / f"{kind}_{KEPT}.db")


def is_alive(process: int) -> bool:
    """Return whether a process runs. On Windows, where asking would end it, it is taken to run."""
    if os.name == "nt":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def keep(file: Path, total: Path) -> None:
    """Add the values of one file to those of another, and delete it."""
    found, kept = metrics.counts(str(file)), metrics.CountsFile(str(total))
    try:
        kept.make_room(sum(metrics.room(key) for key, _, _ in found))
        if not kept.is_on_disk:
            return
        ended = file.rename(file.with_suffix(".ended"))
        for key, value, timestamp in found:
            kept.write_value(key, kept.read_value(key)[0] + value, timestamp)
        ended.unlink()
    finally:
        kept.close()


class State:
    """What is asked when the figures are read, since no process counts it."""

    def collect(self) -> Iterator[Any]:
        """Yield the figures that can be had: without the database, those of Redis, and the other way round."""
        yield gauge("tablekeeper_info", "The version that answers.", {(settings.VERSION,): 1}, ["version"])
        known = {(name,): age for name, age in what_runs.ages().items() if age is not None}
        yield gauge("tablekeeper_age_seconds", "Since a worker, beat or the sweep last worked.", known, ["part"])
        lengths = what_runs.queue_lengths() or {}
        queued = {(name,): float(length) for name, length in lengths.items()}
        yield gauge("tablekeeper_queue_length", "Tasks that wait.", queued, ["queue"])
        try:
            lags, webhooks = what_runs.lags(), what_runs.webhooks()
        except Error:
            yield gauge("tablekeeper_database_up", "Whether the database answers.", {(): 0})
            return
        yield gauge("tablekeeper_database_up", "Whether the database answers.", {(): 1})
        seconds = {(lag.follower,): lag.seconds for lag in lags}
        yield gauge("tablekeeper_follower_lag_seconds", "Age of the oldest event not yet read.", seconds, ["follower"])
        clubs = {(lag.follower,): float(lag.clubs) for lag in lags}
        yield gauge("tablekeeper_follower_lag_clubs", "Clubs with events not yet read.", clubs, ["follower"])
        if (lag := what_runs.replica_lag()) is not None:
            is_up = {(): 0.0 if lag.trouble in ("down", "foreign") else 1.0}
            yield gauge("tablekeeper_replica_up", "Whether the replica answers, and is one of this database.", is_up)
            missing = {} if lag.bytes is None else {(): float(lag.bytes)}
            yield gauge("tablekeeper_replica_lag_bytes", "What the replica has not got yet.", missing)
        states = {(state,): float(count) for state, count in webhooks._asdict().items()}
        yield gauge("tablekeeper_webhooks", "Webhooks that are on, off, and on but failing.", states, ["state"])


def gauge(name: str, text: str, values: dict[Any, float], labels: list[str] | None = None) -> Any:
    """Return a figure with its values by the values of its labels."""
    family = metrics.GaugeMetricFamily(name, text, labels=labels or [])
    for of, value in values.items():
        family.add_metric(list(of), value)
    return family
