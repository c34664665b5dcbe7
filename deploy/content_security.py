"""The Content-Security-Policy of every answer: from where a page may load what, and who may embed it.

Nothing comes from elsewhere, and no script is written into a page. Nothing may embed a page but those that are made for
it, whose answers have Django's `xframe_options_exempt`. The admin alone may compute scripts from text, since Alpine, by
which its menus open, does so with what stands in the page's attributes.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADER = "Content-Security-Policy"
SECRETS = "/t/-/"
"""Below it an address holds a secret, so no site gets it. Everywhere else browsers tell this site alone: with
`no-referrer` they would send a form's POST without its origin, and the check against forged requests would refuse it.
"""
PAGE = (
    "default-src 'self'; script-src 'self'{}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors {}"
)
NOWHERE, ANYWHERE = "'none'", "*"
DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def content_security_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add the policy that suits the answer."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path_info.startswith(SECRETS):
            response.headers["Referrer-Policy"] = "no-referrer"
        frames = ANYWHERE if getattr(response, "xframe_options_exempt", False) else NOWHERE
        response.headers[HEADER] = policy(request.path_info, response.headers.get("Content-Type", ""), frames)
        return response

    return middleware


def policy(path: str, media_type: str, frames: str = NOWHERE) -> str:
    """Return the policy of an answer: of a page, if it is one, else of data, which loads nothing.

    frames: what may embed a page.
    """
    if not media_type.startswith("text/html"):
        return DATA
    return PAGE.format(" 'unsafe-eval'" if path.startswith("/admin/") else "", frames)
