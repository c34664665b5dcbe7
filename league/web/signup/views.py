"""Answers of the page for sign-ups. By GET it changes nothing; without script each thing to do is a form.

| form (`do`) | what |
| --- | --- |
| `send` | a name, and an address where the site sends letters |
| `come` | somebody who can do it by one button: by a personal link, or as before with this browser |
| `confirm`, `withdraw` | a sign-up whose secret this browser has |
| `forget` | the browser no longer remembers who signed up with it |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.kernel import Rejected
from league.access import links
from league.access import sign_ups as access
from league.access.hashing import TooManyAttempts
from league.access.sign_ups import Remembered
from league.domain.values.faults import BadFields, Fault
from league.models import SignUp, SignUpState
from league.queries import refusals
from league.services import sign_ups
from league.services.execution import Busy
from league.services.sign_up_fields import LONGEST_EMAIL, LONGEST_NAME, Asked
from league.web import addresses, pages, public
from league.web.languages import language_of
from league.web.links import private, said, unknown_link
from league.web.signup.reading import SignUpPage, read

REFUSED, NOT_FOUND, TOO_MANY = 422, 404, 429
LONGEST_KEY = 64
DONE = "done"
"""The query's name for what has just been done: `sent` a letter, or `gone`."""


@require_http_methods(["GET", "HEAD", "POST"])
@pages.in_its_language
def sign_up(request: HttpRequest, code: str) -> HttpResponse:
    """The page."""
    try:
        page = read(request, code)
    except Http404:
        return public.unknown(request, code)
    if page is None:
        return _no_page(request, code)
    if request.method != "POST":
        return _shown(request, page)
    do = ACTIONS.get(request.POST.get("do", ""))
    if do is None or (do in FOR_READERS and not page.is_reader):
        return _back(page)
    try:
        return do(request, page)
    except TooManyAttempts as many:
        return _too_many(request, page, many)
    except BadFields as wrong:
        return _shown(request, page, faults=wrong.faults)
    except (Rejected, Busy) as refusal:
        return _shown(request, page, refused=_sentence(refusal))


@require_safe
@pages.in_its_language
def opened(request: HttpRequest, secret: str) -> HttpResponse:
    """The link in a letter: its secret goes into a cookie, and the browser on to the page. Nothing else happens."""
    signed = access.signed(secret.rstrip("/"))
    if signed is None:
        return private(unknown_link(request, links.no_link()))
    row = SignUp.objects.filter(pk=signed.id).select_related("tournament__public_code").first()
    if row is None:
        text = _("The sign-up was withdrawn, or its night is over. Nothing of it is stored any more.")
        return private(said(request, _("This link is over"), text))
    code = row.tournament.public_code.code
    if row.state == SignUpState.UNCONFIRMED and not signed.confirms(pages.present()):
        text = _("It was for two days. Sign up again, and open the newer link.")
        return private(said(request, _("This link is over"), text, _address(code), _("Sign up again")))
    answer = HttpResponseRedirect(_address(code), status=303)
    access.hold(answer, row.pk, secret.rstrip("/"))
    return private(answer)


def _address(code: str) -> str:
    return reverse("web:sign-up", args=[code])


def _back(page: SignUpPage, done: str = "") -> HttpResponse:
    """To the page by GET, so that loading it again sends nothing."""
    return HttpResponseRedirect(_address(page.night.code) + (f"?{DONE}={done}" if done else ""), status=303)


def _no_page(request: HttpRequest, code: str) -> HttpResponse:
    heading, text = _("There is no list here"), _("Nobody signs up for this tournament. Ask at the desk.")
    to = addresses.of_tournament(code.upper())
    return said(request, heading, text, to, _("Go to the tournament"), NOT_FOUND)


def _too_many(request: HttpRequest, page: SignUpPage, many: TooManyAttempts) -> HttpResponse:
    heading = _("Too many sign-ups at once")
    text = _("Nothing was stored. Wait a few minutes and try again, or ask at the desk.")
    answer = said(request, heading, text, _address(page.night.code), _("Back to the list"), TOO_MANY)
    answer.headers["Retry-After"] = str(many.wait)
    return answer


def _sentence(refusal: Rejected | Busy) -> str:
    if isinstance(refusal, Busy):
        return refusals.sentence(refusals.why_not_stored(refusal), {})
    return refusals.sentence(refusal.template, refusal.facts)


def _shown(request: HttpRequest, page: SignUpPage, *, refused: str = "", faults: Sequence[Fault] = ()) -> HttpResponse:
    wrong = {fault.field: refusals.sentence(fault.template, fault.facts) for fault in faults}
    context: dict[str, Any] = {
        "night": page.night,
        "now": page.at,
        "page_of": page,
        "refused": refused,
        "wrong": wrong,
        "typed": request.POST if refused or wrong else {},
        "key": uuid4().hex,
        "done": request.GET.get(DONE, ""),
        "longest_name": LONGEST_NAME,
        "longest_email": LONGEST_EMAIL,
    }
    status = REFUSED if refused or wrong else 200
    return pages.page(request, "sign-up", "league/web/sign_up/page.html", context, status)


def _send(request: HttpRequest, page: SignUpPage) -> HttpResponse:
    data = request.POST
    asked = Asked(
        name=data.get("name", ""),
        email=data.get("email", ""),
        consents=bool(data.get("consent")),
        is_hidden=bool(data.get("hidden")),
        language=language_of(request),
        key=_key(request),
    )
    return _put(request, page, asked.checked(by_letter=page.by_letter))


def _key(request: HttpRequest) -> str:
    return request.POST.get("key", "").replace("\0", "")[:LONGEST_KEY]


def _put(request: HttpRequest, page: SignUpPage, asked: Asked) -> HttpResponse:
    """Puts somebody on the list. The answer to who gives an address is the same whether it was given before."""
    made = sign_ups.sign_up(page.row, asked, at=page.at)
    if page.by_letter and not asked.is_proven:
        return _back(page, "sent")
    answer = _back(page)
    if made is not None:
        access.hold(answer, made.pk)
        access.remember(answer, page.row.club_id, Remembered(asked.name, asked.email, asked.is_hidden))
    return answer


def _come(request: HttpRequest, page: SignUpPage) -> HttpResponse:
    offer = page.offer_by(request.POST.get("who", ""))
    if offer is None:
        return _back(page)
    language = language_of(request)
    if offer.person is not None:
        answer = _back(page)
        access.hold(answer, sign_ups.come(page.row, offer.person, language=language, at=page.at).pk)
        return answer
    known = offer.remembered
    assert known is not None
    asked = Asked(
        name=known.name,
        email=known.email,
        consents=True,
        is_hidden=known.is_hidden,
        language=language,
        is_proven=bool(known.email),
        key=_key(request),
    )
    return _put(request, page, asked)


def _confirm(request: HttpRequest, page: SignUpPage) -> HttpResponse:
    own = page.own_by(request.POST.get("about", ""))
    answer = _back(page)
    if own is not None and own.may_confirm and (row := sign_ups.confirm(own.row, at=page.at)) is not None:
        access.remember(answer, page.row.club_id, Remembered(row.name, row.email, row.is_hidden))
    return answer


def _withdraw(request: HttpRequest, page: SignUpPage) -> HttpResponse:
    own = page.own_by(request.POST.get("about", ""))
    answer = _back(page, "gone")
    if own is not None:
        sign_ups.withdraw(own.row, at=page.at)
        access.drop(answer, own.row.pk)
    return answer


def _forget(request: HttpRequest, page: SignUpPage) -> HttpResponse:
    answer = _back(page)
    access.forget(answer, page.row.club_id)
    return answer


ACTIONS: Mapping[str, Callable[[HttpRequest, SignUpPage], HttpResponse]] = {
    "send": _send,
    "come": _come,
    "confirm": _confirm,
    "withdraw": _withdraw,
    "forget": _forget,
}
FOR_READERS = (_send, _come)
"""What only those may do who may open the tournament."""
