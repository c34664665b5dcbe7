"""The languages of the hall's pages: English, and those into which the texts of this app are translated."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import get_language_info


@cache
def languages() -> dict[str, str]:
    """The languages by code, each by its own name."""
    return {code: get_language_info(code)["name_local"] for code, _name in settings.LANGUAGES}


def language_of(request: HttpRequest) -> str:
    """The language of the answer: the one that was chosen or that the browser asks for, where the hall has it."""
    return translation.get_language_from_request(request)
