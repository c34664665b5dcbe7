"""What is counted for Prometheus. The only module that imports its client.

All processes of a machine write into the folder METRICS_DIR, where `deploy/metrics.py` sums up what they have written.
The client looks for the folder's variable when it is first imported; so it is set here, and nowhere else imported.
"""

from __future__ import annotations

import os

from django.conf import settings

if settings.METRICS_DIR:
    try:
        os.makedirs(settings.METRICS_DIR, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"Tablekeeper can't start: METRICS_DIR can't be used ({error}).") from None
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = settings.METRICS_DIR

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = [
    "APPENDS",
    "COMMANDS",
    "CONTENT_TYPE_LATEST",
    "DELIVERIES",
    "EVENTS",
    "LATENESS",
    "REDIS_FAILURES",
    "REFUSALS",
    "REGISTRY",
    "REQUESTS",
    "REQUEST_SECONDS",
    "TASKS",
    "TASK_SECONDS",
    "CollectorRegistry",
    "GaugeMetricFamily",
    "MmapedDict",
    "MultiProcessCollector",
    "generate_latest",
]

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, which nobody asks for
QUICK = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
SLOW = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)

REQUESTS = Counter(
    "tablekeeper_requests", "Requests by method, template of the path, and status.", ["method", "path", "status"]
)
REQUEST_SECONDS = Histogram(
    "tablekeeper_request_seconds", "Time of a request until its answer begins.", ["path"], buckets=SLOW
)
COMMANDS = Counter("tablekeeper_commands", "Commands that were accepted and stored, by kind.", ["kind"])
REFUSALS = Counter("tablekeeper_refusals", "Commands that the rules refused, by code.", ["code"])
EVENTS = Counter("tablekeeper_events", "Events appended to the log, by the kind of their stream.", ["kind"])
APPENDS = Histogram("tablekeeper_append_seconds", "Time of an append, without its commit.", buckets=QUICK)
LATENESS = Histogram(
    "tablekeeper_clock_lateness_seconds",
    "Time from the deadline of a clock until its end was stored.",
    buckets=(0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 5.0, 10.0, 60.0),
)
TASKS = Counter("tablekeeper_tasks", "Tasks that a worker has run, by name and state.", ["task", "state"])
TASK_SECONDS = Histogram("tablekeeper_task_seconds", "Time of a task.", ["task"], buckets=SLOW)
DELIVERIES = Counter("tablekeeper_webhook_deliveries", "Requests to webhooks, by outcome.", ["outcome"])
REDIS_FAILURES = Counter("tablekeeper_redis_failures", "How often Redis could not be reached.")
