"""`/problems` and `/problems/<code>`: what each code means, where the `type` of a problem leads. Pages, or JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from api import negotiation
from api.problem_pages.catalogue import CATALOGUE, SECTIONS, Explanation
from league.web import pages
from league.web.languages import language_of

HTML, JSON = "text/html", "application/json"
KEPT = "public, max-age=300"


class ExplainedProblem(msgspec.Struct):
    """What a code means. operations: the ids of those that answer it; empty where any may. facts: their names."""

    code: str
    type: str
    title: str
    meaning: str
    advice: str
    facts: list[str]
    operations: list[str]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All codes by subject."""
    with translation.override(language_of(request)):
        if _wants_json(request):
            return _json([_explained(one) for _, listed in SECTIONS for one in listed])
        sections = [(gettext(title), [_explained(one) for one in listed]) for title, listed in SECTIONS]
    return _page(request, "api/problems.html", {"sections": sections})


@require_safe
def explained(request: HttpRequest, code: str) -> HttpResponse:
    """One code."""
    if code not in CATALOGUE:
        raise Http404
    with translation.override(language_of(request)):
        problem = _explained(CATALOGUE[code])
    if _wants_json(request):
        return _json(problem)
    return _page(request, "api/problem.html", {"problem": problem})


def _explained(one: Explanation) -> ExplainedProblem:
    """The explanation in the active language."""
    return ExplainedProblem(
        code=one.code,
        type=one.address,
        title=one.title,
        meaning=gettext(one.meaning),
        advice=gettext(one.advice),
        facts=list(one.facts),
        operations=one.operations,
    )


def _wants_json(request: HttpRequest) -> bool:
    return negotiation.prefers(request, JSON, HTML)


def _json(answer: Any) -> HttpResponse:
    response = HttpResponse(msgspec.json.encode(answer), content_type=JSON, headers={"Cache-Control": KEPT})
    patch_vary_headers(response, ["Accept", "Accept-Language", "Cookie"])
    return response


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    answer = pages.page(request, "problem", template, {**context, "docs": reverse("api:docs")})
    patch_vary_headers(answer, ["Accept"])
    return answer
