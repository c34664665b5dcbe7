"""Secrets of webhooks, as the Standard Webhooks scheme has them, and the signatures that they make.

A secret is stored sealed with the site's SECRET_KEY: who has a dump of the database alone can't read it. It is XORed
with HMAC-SHA512 of a nonce that is used once, which is as long as the longest secret, and signed. Secrets that were
sealed with one of SECRET_KEY_FALLBACKS can be read, too.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256, sha512
from hmac import digest

from django.core.signing import BadSignature, Signer
from django.utils.crypto import salted_hmac

from league.access.keys import keys

PREFIX = "whsec_"
FEWEST_BYTES, MADE_BYTES, MOST_BYTES = 24, 32, 64
NONCE_BYTES = 16
SALT = "tablekeeper.webhook.secret"


class Unreadable(Exception):
    """A sealed secret was sealed with a key that the site no longer knows."""


def new_secret() -> str:
    """A secret drawn by chance, as it is shown."""
    return PREFIX + base64.b64encode(secrets.token_bytes(MADE_BYTES)).decode()


def is_secret(text: str) -> bool:
    """Whether the text is a secret: `whsec_` and the base64 of 24 to 64 bytes."""
    try:
        return text.startswith(PREFIX) and FEWEST_BYTES <= len(_key(text)) <= MOST_BYTES
    except (binascii.Error, ValueError):
        return False


def sealed(secret: str) -> str:
    """The secret as it is stored."""
    nonce, own = secrets.token_bytes(NONCE_BYTES), next(keys())
    return _signer(own).sign(base64.b64encode(nonce + _mixed(_key(secret), nonce, own)).decode())


def unsealed(stored: str) -> str:
    """The secret as it was before it was sealed. Raises Unreadable."""
    for own in keys():
        with suppress(BadSignature):
            content = base64.b64decode(_signer(own).unsign(stored))
            return PREFIX + base64.b64encode(_mixed(content[NONCE_BYTES:], content[:NONCE_BYTES], own)).decode()
    raise Unreadable


def is_sealed_now(stored: str) -> bool:
    """Whether a secret was sealed with the present SECRET_KEY."""
    with suppress(BadSignature):
        return bool(_signer(next(keys())).unsign(stored))
    return False


def signatures(keys: Iterable[str], id: str, timestamp: int, body: bytes) -> str:
    """The header `Webhook-Signature`: one signature by each secret, parted by blanks."""
    content = f"{id}.{timestamp}.".encode() + body
    return " ".join(f"v1,{base64.b64encode(digest(_key(key), content, sha256)).decode()}" for key in keys)


def _key(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix(PREFIX), validate=True)


def _mixed(content: bytes, nonce: bytes, own: str) -> bytes:
    stream = salted_hmac(SALT, nonce, secret=own, algorithm=sha512().name).digest()
    return bytes(one ^ other for one, other in zip(content, stream, strict=False))


def _signer(own: str) -> Signer:
    return Signer(key=own, salt=SALT, fallback_keys=[])
