"""Celery's application and its beat schedule. Without REDIS_URL the broker is in this process's memory."""

from __future__ import annotations

from time import monotonic

import celery.schedules
import structlog
from celery import Celery, Task
from celery.signals import before_task_publish, setup_logging, task_postrun, task_prerun, worker_init
from celery.states import SUCCESS
from django.db import close_old_connections
from django.utils import timezone
from kombu import Exchange, Queue

from league import metrics
from league.log.time import steady
from league.services import heartbeats

SECOND, MINUTE, HOUR = 1.0, 60.0, 3600.0
SWEEP = "league.tasks.sweep_clocks"
"""The task that only beat sends."""
DEFAULT, CLOCKS = heartbeats.QUEUES
"""The queues. A worker takes from both unless it has `-Q`; one for `clocks` alone is held up by no other task."""
log = structlog.get_logger(__name__)
REQUEST_ID = "request_id"
SHORT_TIMEOUTS = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
}
"""So that a broker that can't be reached, or doesn't answer, delays no request for long.

Nothing is lost: beat runs followers and the sweep anyway. A worker polls for 1 s, which is less than the timeout.
"""


LONGEST_SILENCE_SECONDS = 5
"""A worker whose Redis says nothing for so long connects again."""
NEVER = 2**62
"""After so many tasks Celery itself would close connections, and in a forked worker their pool with them."""


def configuration(redis_url: str) -> dict[str, object]:
    """Return Celery's settings.

    No task is repeated by Celery: beat sends each again in its next period, and one that waits longer than its period
    is dropped. So what a killed worker has left does not come back as a crowd, and a task that always fails takes no
    worker for itself. What is to be repeated for longer, webhooks and letters, counts its attempts in its rows.
    """
    return {
        "broker_url": redis_url or "memory://localhost/",
        "broker_connection_retry_on_startup": True,
        "broker_channel_error_retry": True,  # a Redis that is full or read-only for a while ends no worker
        "broker_transport_options": {
            "polling_interval": 0.1,
            "health_check_interval": LONGEST_SILENCE_SECONDS,
            **SHORT_TIMEOUTS,
        },
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_default_queue": DEFAULT,
        "task_queues": [Queue(name, Exchange(name), routing_key=name) for name in (DEFAULT, CLOCKS)],
        "task_routes": {SWEEP: {"queue": CLOCKS}},
        "worker_prefetch_multiplier": 1,
        "worker_consumer": "deploy.worker:Consumer",
        "worker_hijack_root_logger": False,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "CELERY_DB_REUSE_MAX": NEVER,
        "enable_utc": True,
        "timezone": "UTC",
        "beat_schedule": {
            "sweep clocks": every(SWEEP, SECOND),
            "follow": every("league.tasks.follow", SECOND),
            "send webhooks": every("league.tasks.send_webhooks", SECOND),
            "send letters": every("league.tasks.send_letters", MINUTE),
            "delete old sign-ups": every("league.tasks.delete_old_sign_ups", HOUR),
            "forget old deliveries": every("league.tasks.forget_old_deliveries", HOUR),
            "forget old answers": every("league.tasks.forget_old_answers", HOUR),
            "forget old log-ins": every("league.tasks.forget_old_log_ins", HOUR),
        },
        # The schedule is in this file and each entry may run twice, so no state needs to be stored.
        "beat_scheduler": "deploy.beat:LeadingScheduler" if redis_url else "celery.beat:Scheduler",
        "beat_max_loop_interval": 1,
    }


def every(task: str, seconds: float) -> dict[str, object]:
    """Return an entry of the schedule. It goes on where the wall clock was set back, by which Celery would wait."""
    schedule = celery.schedules.schedule(seconds, nowfun=lambda: steady(timezone.now()))
    return {"task": task, "schedule": schedule, "options": {"expires": seconds}}


@worker_init.connect
def give_connections_back(**_: object) -> None:
    """Before and after each task of this worker, return the thread's connection to the pool, which stays open."""
    task_prerun.connect(close_old_connections)
    task_postrun.connect(close_old_connections)


@worker_init.connect
def log_what_celery_prints(**_: object) -> None:
    """Put what a worker says of its own stop into the log, whose lines all have one format."""
    from celery.apps import worker

    worker.safe_say = lambda message, *_: log.info(message)


@worker_init.connect
def outlive_messages_and_losses(**_: object) -> None:
    """Let no message and no lost connection end this worker."""
    from deploy import worker

    worker.use_own_channels()


def make_app() -> Celery:
    """Return the application with the tasks of each Django app's module `tasks`."""
    from django.conf import settings

    application = Celery("tablekeeper")
    application.conf.update(configuration(settings.REDIS_URL))
    application.autodiscover_tasks()
    return application


app = make_app()
began: dict[str, float] = {}
"""When the running tasks of this process began, by their ids."""


@setup_logging.connect(weak=False)
def _keep_our_logging(**_: object) -> None:
    """Celery sets up no logging of its own where this signal has a receiver."""


@before_task_publish.connect(weak=False)
def _send_request_id(headers: dict[str, object], **_: object) -> None:
    headers[REQUEST_ID] = structlog.contextvars.get_contextvars().get(REQUEST_ID)


@task_prerun.connect(weak=False)
def _begin_task(task_id: str, task: Task, **_: object) -> None:
    """Name the task in its log lines, and the request that sent it."""
    of_request = {REQUEST_ID: sent} if (sent := task.request.get(REQUEST_ID)) else {}
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id, **of_request)
    began[task_id] = monotonic()


@before_task_publish.connect(sender=SWEEP, weak=False)
def _beat_works(**_: object) -> None:
    heartbeats.note(heartbeats.BEAT)


@task_postrun.connect(weak=False)
def _end_task(task_id: str, task: Task, state: str | None = None, **_: object) -> None:
    structlog.contextvars.unbind_contextvars("task", "task_id", REQUEST_ID)
    metrics.TASKS.labels(task.name, state).inc()
    metrics.TASK_SECONDS.labels(task.name).observe(monotonic() - began.pop(task_id, monotonic()))
    if state == SUCCESS:
        queue = (task.request.get("delivery_info") or {}).get("routing_key", "")
        heartbeats.note_work(queue)
        if task.name == SWEEP:
            heartbeats.note(heartbeats.SWEEP)
        heartbeats.note_worker(task.request.get("hostname") or "", queue)
