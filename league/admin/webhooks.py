"""Webhooks of clubs: whether they work, what was sent to them, and buttons to try, resend and switch on."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games.kernel import Rejected
from league.access.actions import Action
from league.access.roles import caller
from league.admin.scope import ClubScoped
from league.admin.site import site
from league.models import User, Webhook, WebhookDelivery, WebhookState
from league.queries import dates
from league.queries.refusals import sentence
from league.services import webhooks

SHOWN = 50
FAULTS = {
    "refused": gettext_lazy("The receiver did not take it."),
    "redirect": gettext_lazy("The receiver sent it elsewhere, which is not followed."),
    "too_many_redirects": gettext_lazy("The receiver sent it elsewhere too often."),
    "timeout": gettext_lazy("The receiver did not answer in time."),
    "no_answer": gettext_lazy("The receiver ended the connection without an answer."),
    "no_connection": gettext_lazy("Nothing can be reached at this address."),
    "unknown_host": gettext_lazy("The name in the address is not known."),
    "bad_certificate": gettext_lazy("The receiver’s certificate is not valid."),
    "private_address": gettext_lazy("The address leads into a private network."),
    "not_https": gettext_lazy("The address does not begin with https://."),
    "bad_url": gettext_lazy("The receiver sent it to an address that is none."),
}


@admin.register(Webhook, site=site)
class WebhookAdmin(ClubScoped):
    """The webhooks of the caller's clubs. They are made by the API, whose answer shows the secret."""

    action = Action.WEBHOOKS
    list_display = ("url", "condition", "club")
    list_filter = ("state",)
    list_select_related = ("club",)
    empty_sentence = gettext_lazy("There is no webhook yet. Programs make them: POST clubs/{id}/webhooks.")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    @admin.display(description=gettext_lazy("state"))
    def condition(self, webhook: Webhook) -> str:
        return condition_of(webhook)

    def get_urls(self) -> list[URLPattern]:
        act = self.admin_site.admin_view(require_POST(self.act))
        return [path("<uuid:id>/act/", act, name="webhook_act"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of a webhook, with its newest deliveries."""
        webhook = self._found(request, object_id)
        deliveries = webhook.deliveries.order_by("-id").defer("body")[:SHOWN]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": webhook,
            "title": webhook.url,
            "condition": condition_of(webhook),
            "is_on": webhook.state == WebhookState.ON,
            "deliveries": [(delivery, fault_of(delivery)) for delivery in deliveries],
        }
        return TemplateResponse(request, "league/admin/webhook.html", context)

    def act(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """Tries the webhook, sends a delivery again, or switches it on or off."""
        webhook = self._found(request, str(id))
        try:
            messages.success(request, self._acted(request, webhook))
        except Rejected as rejected:
            messages.error(request, sentence(rejected.template, rejected.facts))
        return HttpResponseRedirect(reverse("admin:league_webhook_change", args=[webhook.pk]))

    def _acted(self, request: HttpRequest, webhook: Webhook) -> str:
        """What was done, as a sentence. Raises Rejected and Http404."""
        assert isinstance(request.user, User)
        state, again, at = request.POST.get("state"), request.POST.get("again"), timezone.now()
        if state in WebhookState.values:
            actor = caller(request.user, webhook.club_id).actor
            webhooks.change(webhook, {"state": state}, actor=actor, at=at)
            return _("The webhook is on.") if state == WebhookState.ON else _("The webhook is off.")
        if again:
            webhooks.send_again(self._delivery(webhook, again), at=at)
            return _("The delivery is sent again now.")
        webhooks.ping(webhook, at=at)
        return _("A delivery without events is sent now.")

    def _delivery(self, webhook: Webhook, id: str) -> WebhookDelivery:
        try:
            found = webhook.deliveries.select_related("webhook").filter(pk=id).first()
        except (ValidationError, ValueError):
            found = None
        if found is None:
            raise Http404
        return found

    def _found(self, request: HttpRequest, id: str) -> Webhook:
        webhook = self.get_object(request, id)
        if not isinstance(webhook, Webhook):
            raise Http404
        return webhook


def condition_of(webhook: Webhook) -> str:
    """Whether the webhook works, as a sentence."""
    if webhook.state == WebhookState.OFF:
        return _("Off. {reason}").format(reason=webhook.get_off_because_display())
    if webhook.failing_since is None:
        return _("On.")
    since = dates.when(dates.local(webhook.failing_since, webhook.club.time_zone))
    return _("Its receiver has taken nothing since {time}.").format(time=since)


def fault_of(delivery: WebhookDelivery) -> str:
    """Why a delivery was not taken, as a sentence; "" if it was."""
    return str(FAULTS.get(delivery.fault, delivery.fault))
