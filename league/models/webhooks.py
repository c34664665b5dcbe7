"""Webhooks of clubs, and what was sent to them."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from league.models.people import Club

LONGEST_URL = 2000


class WebhookState(models.TextChoices):
    """Whether a webhook gets events."""

    ON = "on", _("on")
    OFF = "off", _("off")


class OffBecause(models.TextChoices):
    """Why a webhook is off."""

    SWITCHED_OFF = "switched_off", _("A director switched it off.")
    FAILING = "failing", _("Its receiver took nothing for three days.")
    GONE = "gone", _("Its receiver answered that it is gone (410).")
    NO_SECRET = "no_secret", _("Its secret can’t be read on this site: set a new one.")


class Webhook(models.Model):
    """An address to which a club's events are sent.

    position: up to which its receiver has taken the log. types: patterns as in `league.repository.event_types`.
    secret, old_secret: sealed (`league.webhooks.secrets`); the old one signs too until `old_secret_until`. tries,
    failing_since: of the delivery that waits; next_at: nothing is sent before. claim, claimed_until: of who sends now.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks", verbose_name=_("club"))
    version = models.PositiveIntegerField(default=1)
    url = models.CharField(_("address"), max_length=LONGEST_URL)
    types = models.JSONField(_("types"))
    state = models.CharField(_("state"), max_length=3, choices=WebhookState.choices, default=WebhookState.ON)
    off_because = models.CharField(_("reason"), max_length=12, choices=OffBecause.choices, blank=True)
    made_at = models.DateTimeField(_("made at"))
    position = models.BigIntegerField(_("position"))
    secret = models.TextField()
    old_secret = models.TextField(blank=True)
    old_secret_until = models.DateTimeField(null=True)
    tries = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(_("failing since"), null=True)
    next_at = models.DateTimeField()
    claim = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["id"]
        indexes = [models.Index(fields=["state", "next_at"], name="webhooks_to_send")]

    def __str__(self) -> str:
        return self.url


class DeliveryState(models.TextChoices):
    """What has become of a delivery."""

    WAITING = "waiting", _("waiting")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("failed")


class WebhookDelivery(models.Model):
    """Events that are sent to a webhook in one request: its body stays the same, however often it is sent.

    events: their number. position: up to which the log is taken with it. once: sent for one try, out of the order.
    code: of the last answer. fault: why there was none. answer: the beginning of its body.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=9, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    once = models.BooleanField(default=False)
    events = models.PositiveIntegerField()
    position = models.BigIntegerField()
    body = models.TextField()
    made_at = models.DateTimeField(db_index=True)
    tries = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    code = models.PositiveSmallIntegerField(null=True)
    fault = models.CharField(max_length=20, blank=True)
    answer = models.TextField(blank=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["webhook", "state"], name="deliveries_to_send")]

    def __str__(self) -> str:
        return f"{self.id} {self.state}"
