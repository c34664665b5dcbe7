"""Celery: the application and its plain beat schedule. Without REDIS_URL the broker is this process's memory."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

SECOND, HOUR = 1.0, 3600.0
GIVE_UP_SOON = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
}
"""Of publishing: a broker that is out of reach, or is there and says nothing, holds up no request for long.

Followers and the sweep also look by themselves. A worker waits 1 s at a time for a task: less than the timeout.
"""


def configuration(redis_url: str) -> dict[str, object]:
    """Celery's settings. A task that waits longer than its period is dropped: the next one does its work."""
    return {
        "broker_url": redis_url or "memory://localhost/",
        "broker_connection_retry_on_startup": True,
        "broker_transport_options": {"polling_interval": 0.1, **GIVE_UP_SOON},
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
        },
        # The schedule is in this file and each entry may run twice: there is nothing to remember.
        "beat_scheduler": "celery.beat:Scheduler",
        "beat_max_loop_interval": 1,
    }


def every(task: str, seconds: float) -> dict[str, object]:
    """An entry of the beat schedule."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


def make_app() -> Celery:
    """The application; its tasks are in each Django app's `tasks`."""
    from django.conf import settings

    made = Celery("tablekeeper")
    made.conf.update(configuration(settings.REDIS_URL))
    made.autodiscover_tasks()
    return made


app = make_app()
