"""The short addresses of the hall's pages. None of them holds a secret."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse

from league.access import cookies


def of_tournament(code: str) -> str:
    """The public page."""
    return reverse("web:public", args=[code])


def of_table(code: str, round: int, number: int) -> str:
    """The page of a table in a round."""
    return f"{of_tournament(code)}/r{round}/{number}"


def of_entry(code: str, entry: UUID | str) -> str:
    """The page of a person or a team."""
    return f"{of_tournament(code)}/me/{cookies.tag(entry)}"
