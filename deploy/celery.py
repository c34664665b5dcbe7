"""Celery's application and its beat schedule. Without REDIS_URL the broker is in this process's memory."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

SECOND, HOUR = 1.0, 3600.0
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


def configuration(redis_url: str) -> dict[str, object]:
    """Return Celery's settings. A task that waits longer than its period is dropped: the next one does its work."""
    return {
        "broker_url": redis_url or "memory://localhost/",
        "broker_connection_retry_on_startup": True,
        "broker_transport_options": {"polling_interval": 0.1, **SHORT_TIMEOUTS},
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_default_queue": "tablekeeper",
        "worker_prefetch_multiplier": 1,
        "worker_hijack_root_logger": False,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "enable_utc": True,
        "timezone": "UTC",
        "beat_schedule": {
            "sweep clocks": every("league.tasks.sweep_clocks", SECOND),
            "follow": every("league.tasks.follow", SECOND),
            "forget old answers": every("league.tasks.forget_old_answers", HOUR),
            "forget old log-ins": every("league.tasks.forget_old_log_ins", HOUR),
        },
        # The schedule is in this file and each entry may run twice, so no state needs to be stored.
        "beat_scheduler": "celery.beat:Scheduler",
        "beat_max_loop_interval": 1,
    }


def every(task: str, seconds: float) -> dict[str, object]:
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


def make_app() -> Celery:
    """Return the application with the tasks of each Django app's module `tasks`."""
    from django.conf import settings

    application = Celery("tablekeeper")
    application.conf.update(configuration(settings.REDIS_URL))
    application.autodiscover_tasks()
    return application


app = make_app()
