"""The composition root: settings, servers and the commands around them."""

import gc

from django.apps import AppConfig

MADE_BEFORE_CYCLES_ARE_LOOKED_FOR = 5_000
"""Folded streams and answers are a great many objects and no cycles: at Python's own 700, looking through them again
and again takes a third of the time of large standings.
"""


class DeployConfig(AppConfig):
    """No models of its own."""

    name = "deploy"

    def ready(self) -> None:
        """Makes Celery's application the one that tasks are sent to."""
        from deploy import celery

        gc.set_threshold(MADE_BEFORE_CYCLES_ARE_LOOKED_FOR)
        celery.app.set_default()
