"""What is left of old log-ins is deleted, and nothing that still counts."""

from __future__ import annotations

from datetime import timedelta

from axes.models import AccessAttempt, AccessLog
from django.contrib.sessions.models import Session
from django.utils import timezone
from knox.models import AuthToken

from league import tasks
from league.models import User


def test_what_has_expired_is_deleted_once_and_the_rest_stays(db: None) -> None:
    now, ada = timezone.now(), User.objects.create_user("ada")
    for ago in (timedelta(days=31), timedelta(minutes=-1)):
        token, _ = AuthToken.objects.create(user=ada, expiry=None)
        AuthToken.objects.filter(pk=token.pk).update(expiry=now - ago)
        Session.objects.create(session_key=f"s{ago}", session_data="", expire_date=now - ago)
        for kind, more in ((AccessAttempt, {"failures_since_start": 5}), (AccessLog, {})):
            row = kind.objects.create(username="ada", user_agent=str(ago), **more)
            kind.objects.filter(pk=row.pk).update(attempt_time=now - ago)
    AuthToken.objects.create(user=ada, expiry=None)
    assert tasks.forget_old_log_ins() == 4
    assert tasks.forget_old_log_ins() == 0
    left = [model.objects.count() for model in (AuthToken, Session, AccessAttempt, AccessLog)]
    assert left == [2, 1, 1, 1]
