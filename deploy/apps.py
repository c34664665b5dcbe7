"""The composition root: settings, servers and the commands around them."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    """No models of its own."""

    name = "deploy"

    def ready(self) -> None:
        """Makes Celery's application the one that tasks are sent to."""
        from deploy import celery

        celery.app.set_default()
