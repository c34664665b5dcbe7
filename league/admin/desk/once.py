"""A form that is sent twice has its effect once."""

from __future__ import annotations

from collections.abc import Callable

from django.forms import Form
from django.http import HttpRequest

from league.services import idempotency
from league.services.idempotency import StoredResponse


def once(request: HttpRequest, form: Form, actor: str, run: Callable[[], str]) -> str:
    """Does it once for each time that the form was made; what is said of it. Raises what `run` does, and KeyReused."""
    token = form.cleaned_data.get("once")
    if not token and "seen" not in form.fields:
        return run()
    sent = sorted((key, values) for key, values in request.POST.lists() if key != "csrfmiddlewaretoken")
    print_ = idempotency.fingerprint(request.path.encode(), repr(sent).encode())
    key = f"desk:{token}" if token else None
    return idempotency.run_once(actor, key, print_, lambda: StoredResponse(200, run())).body
