"""What `manage.py check` says of this installation, beside Django's own checks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from league.access.origin import origin_in_letters

NO_ADDRESS = Error(
    "EMAIL_URL names a mail server, but nothing says where the links in e-mails lead: none is sent.",
    hint="Set PUBLIC_ORIGIN, such as https://play.example.org.",
    id="tablekeeper.E001",
)


@register(Tags.security)
def links_in_letters(**_: Any) -> list[CheckMessage]:
    """A mail server needs an address for links."""
    return [NO_ADDRESS] if settings.SENDS_MAIL and not origin_in_letters() else []
