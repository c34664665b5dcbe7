"""The composition root: settings, servers and the commands around them."""

import gc

from django.apps import AppConfig

GARBAGE_THRESHOLD = 5_000
"""Folded streams and responses are many objects without cycles. With Python's default of 700 new objects, the garbage
collector takes a third of the time of large standings.
"""


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        """Make Celery's application the default one, to which tasks are sent; prepare what threads share."""
        from deploy import celery, charsets, checks  # noqa: F401  (its checks register themselves)
        from deploy.structs import prepare_structs

        charsets.look_up_known_ones_only()
        gc.set_threshold(GARBAGE_THRESHOLD)
        prepare_structs()
        celery.app.set_default()
