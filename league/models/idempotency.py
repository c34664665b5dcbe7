"""Stored responses, so that a repeated request has its effect once."""

from django.db import models


class KeptAnswer(models.Model):
    """The response to an actor's key, written in the transaction of its effect."""

    actor = models.CharField(max_length=100)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    location = models.TextField(default="")
    body = models.TextField(default="")
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="one_answer_for_a_key")]

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"
