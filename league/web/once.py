"""A form of a page has its effect once, however often a phone sends it: by the key in its hidden field."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.db import transaction
from django.http import QueryDict

from games.kernel import N_, Rejected
from league.access.roles import Forbidden
from league.log.store import Key
from league.queries.refusals import why_not_stored
from league.services import idempotency
from league.services.execution import Busy
from league.services.idempotency import KeyReused, StoredResponse

DONE, REFUSED = 200, 422
LONGEST_KEY = 64
KEY, TOKEN = "key", "csrfmiddlewaretoken"
SENT_BEFORE = N_("This was sent before, with other contents. Look at it and send it again.")
NOT_YOURS = N_("You can’t do this with this link. Ask the director.")


def run(actor: str, data: QueryDict, do: Callable[[], object], *, waits_for: Key) -> None:
    """Does it, unless this form has been sent by that actor. Raises Rejected for what is refused, also if repeated."""
    key = data.get(KEY, "").replace("\0", "")[:LONGEST_KEY] or None
    said = sorted((name, values) for name, values in data.lists() if name != TOKEN)
    prints = idempotency.fingerprints(repr(said).encode("utf-8", "surrogatepass"))
    try:
        answer = idempotency.run_once(actor, key, prints, lambda: _answer(do), waits_for=waits_for)
    except KeyReused:
        raise Rejected("key_reused", SENT_BEFORE) from None
    except Busy as busy:
        raise Rejected("busy", why_not_stored(busy)) from busy
    if answer.status == REFUSED:
        raise Rejected(**json.loads(answer.body))


def _answer(do: Callable[[], object]) -> StoredResponse:
    """The answer that is kept: done, or a refusal."""
    try:
        with transaction.atomic():
            do()
    except Rejected as refusal:
        said = {"code": refusal.code, "template": refusal.template, "facts": refusal.facts, "field": refusal.field}
        return StoredResponse(REFUSED, json.dumps(said, default=str))
    except Forbidden:
        return StoredResponse(REFUSED, json.dumps({"code": "forbidden", "template": NOT_YOURS}))
    return StoredResponse(DONE, "")
