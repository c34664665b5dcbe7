"""Letters to people who sign up: put with their sign-up in one transaction, sent by a task, tried again for a day.

A letter has fixed sentences and the names of club and tournament; nothing that a stranger wrote goes to an address
before its owner has confirmed it. A sender claims a letter by a conditional update, so that two of them don't send it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from league.access import sign_ups
from league.access.origin import origin_in_letters
from league.models import Letter, SignUp
from league.projections.waking import wake_letters

AT_ONCE = 100
CLAIMED_FOR = timedelta(minutes=5)
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 480, 720))
"""Before each further try, if the server takes nothing."""
log = structlog.get_logger(__name__)


def are_sent() -> bool:
    """Whether this site sends letters: it has a mail server, and an address for links."""
    return bool(settings.SENDS_MAIL and origin_in_letters())


def put(sign_up: SignUp, letter: Letter, at: datetime) -> None:
    """Lets a letter be sent once the sign-up is stored."""
    if are_sent():
        sign_up.letter, sign_up.letter_at, sign_up.letter_tries = letter, at, 0
        wake_letters()


def send_due(now: datetime) -> int:
    """Sends the letters that are due; returns how many were sent."""
    if not are_sent():
        return 0
    due = SignUp.objects.exclude(letter=Letter.NONE).filter(letter_at__lte=now).order_by("letter_at")
    return sum(_sent(row, now) for row in due.select_related("club", "tournament__public_code")[:AT_ONCE])


def _sent(row: SignUp, now: datetime) -> bool:
    if not _as_read(row).update(letter_at=now + CLAIMED_FOR):
        return False
    row.letter_at = now + CLAIMED_FOR
    try:
        message(row).send()
    except (SMTPException, OSError, ValueError) as error:
        _try_again(row, error, now)
        return False
    _as_read(row).update(letter=Letter.NONE, letter_at=None)
    return True


def _as_read(row: SignUp) -> QuerySet[SignUp]:
    """The row, if its letter is still the one that was read."""
    return SignUp.objects.filter(pk=row.pk, letter=row.letter, letter_at=row.letter_at)


def _try_again(row: SignUp, error: Exception, now: datetime) -> None:
    """Waits longer after each failure; gives up after the last, and where no letter can reach the address."""
    log.warning("letter_not_sent", sign_up=str(row.pk), letter=row.letter, error=type(error).__name__)
    if isinstance(error, (SMTPRecipientsRefused, ValueError)) or row.letter_tries >= len(WAITS):
        _as_read(row).update(letter=Letter.NONE, letter_at=None)
    else:
        _as_read(row).update(letter_at=now + WAITS[row.letter_tries], letter_tries=row.letter_tries + 1)


def message(row: SignUp) -> EmailMessage:
    """The letter of a sign-up that is due, in the language of its page."""
    with translation.override(row.language), timezone.override(ZoneInfo(row.club.time_zone)):
        link = origin_in_letters() + reverse("web:sign-up-link", args=[sign_ups.secret_of(row.pk)])
        names = {"tournament": row.tournament.name, "club": row.club.name}
        subject = gettext("{tournament}, {club}: your sign-up").format(**names)
        body = render_to_string(f"league/letters/{row.letter}.txt", {"sign_up": row, "link": link})
        answers = [settings.EMAIL_REPLY_TO] if settings.EMAIL_REPLY_TO else []
        automatic = {"Auto-Submitted": "auto-generated"}
        return EmailMessage(subject, body, to=[row.email], reply_to=answers, headers=automatic)
