"""What lets somebody see, confirm and withdraw their sign-up: a signed secret in a letter, then in a cookie.

| cookie | what |
| --- | --- |
| `tk-s` and six hex digits of the sign-up | its secret, for as long as the sign-up is stored |
| `tk-m` and six hex digits of the club | how somebody signed up last, so that they can do it again in one tap |

The second one is set once an address is confirmed, or where the site sends no letters; a signed address in it is
therefore not confirmed again. Both go to the pages of the hall alone, and no script reads them.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.signing import BadSignature, TimestampSigner, b62_decode
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from league.access import attempts
from league.access.cookies import DAY, MOST, PAGES, tags
from league.access.hashing import TooManyAttempts
from league.domain.values.mail import mailbox

SEPARATOR = "."
SIGNER = TimestampSigner(salt="tablekeeper.sign-up", sep=SEPARATOR)
REMEMBERED_SALT = "tablekeeper.sign-up.remembered"
CONFIRMED_WITHIN = timedelta(days=2)
"""So long a link confirms. After it only signing up again does."""
LONGEST = 120
NAME = re.compile(r"tk-s[0-9a-f]{6}")
SECONDS, REMEMBERED_SECONDS = 90 * DAY, 400 * DAY
BY_ADDRESS, BY_ADDRESS_IN_A_DAY, IN_A_TOURNAMENT = 20, 200, 60
LETTERS_IN_A_DAY = 3
"""Letters to a mailbox whose owner has not confirmed that they want them."""


@dataclass(frozen=True)
class Signed:
    """What a secret says. id: of the sign-up. at: when it was signed."""

    id: UUID
    at: datetime

    def confirms(self, now: datetime) -> bool:
        """Whether it may confirm the sign-up."""
        return now - self.at <= CONFIRMED_WITHIN


@dataclass(frozen=True)
class Remembered:
    """How somebody has signed up before. email: confirmed; "" without letters."""

    name: str
    email: str
    is_hidden: bool


def secret_of(id: UUID) -> str:
    """A secret for the sign-up with that id."""
    return SIGNER.sign(urlsafe_b64encode(id.bytes).rstrip(b"=").decode())


def signed(secret: str) -> Signed | None:
    """What a secret says; None for a value that was not made here."""
    if len(secret) > LONGEST:
        return None
    try:
        said = SIGNER.unsign(secret)
    except BadSignature:
        return None
    at = b62_decode(secret.split(SEPARATOR)[1])
    return Signed(UUID(bytes=urlsafe_b64decode(f"{said}==")), datetime.fromtimestamp(at, UTC))


def held(request: HttpRequest) -> Mapping[UUID, Signed]:
    """The sign-ups whose secrets this browser has, by id."""
    values = (value for name, value in request.COOKIES.items() if NAME.fullmatch(name))
    return {one.id: one for value in islice(values, MOST) if (one := signed(value)) is not None}


def hold(response: HttpResponseBase, id: UUID, secret: str = "") -> None:
    """Give the browser the secret of a sign-up. secret: the one it came with; "" for a new one."""
    _set(response, f"tk-s{next(tags(id))}", secret or secret_of(id), SECONDS)


def drop(response: HttpResponseBase, id: UUID) -> None:
    """Take the secret of a sign-up from the browser."""
    for tag in tags(id):
        response.delete_cookie(f"tk-s{tag}", PAGES, samesite="Lax")


def remembered(request: HttpRequest, club: UUID) -> Remembered | None:
    """How this browser's owner has signed up at the club before."""
    for tag in tags(club):
        with suppress(BadSignature, TypeError, ValueError):
            said = signing.loads(request.COOKIES.get(f"tk-m{tag}", ""), salt=REMEMBERED_SALT)
            if said.pop("club", "") == str(club):
                return Remembered(**said)
    return None


def remember(response: HttpResponseBase, club: UUID, who: Remembered) -> None:
    """Let the browser sign up like that again in one tap."""
    value = signing.dumps({**asdict(who), "club": str(club)}, salt=REMEMBERED_SALT, compress=True)
    _set(response, f"tk-m{next(tags(club))}", value, REMEMBERED_SECONDS)


def forget(response: HttpResponseBase, club: UUID) -> None:
    """Let the browser not remember anybody of the club."""
    for tag in tags(club):
        response.delete_cookie(f"tk-m{tag}", PAGES, samesite="Lax")


def require_patience(tournament: UUID) -> None:
    """Count a sign-up, by the request's address and by tournament. Raises TooManyAttempts."""
    network = attempts.network()
    for who, most, seconds in (
        (f"sign-ups:{network}", BY_ADDRESS, attempts.MINUTE),
        (f"sign-ups-in-a-day:{network}", BY_ADDRESS_IN_A_DAY, DAY),
        (f"sign-ups-in:{tournament}", IN_A_TOURNAMENT, attempts.MINUTE),
    ):
        counted = attempts.count(who, seconds)
        if counted.number > most:
            raise TooManyAttempts(counted.seconds_left)


def may_write_to(email: str) -> bool:
    """Count a letter to a mailbox that has not confirmed it; whether it may have another one today."""
    counted = attempts.count(f"letters:{sha256(mailbox(email).encode()).hexdigest()}", DAY)
    return counted.number <= LETTERS_IN_A_DAY


def _set(response: HttpResponseBase, name: str, value: str, seconds: int) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, seconds, path=PAGES, secure=secure, httponly=True, samesite="Lax")
