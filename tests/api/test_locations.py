"""What is created is where `Location` says, for the caller who created it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from api import urls
from tests.api.test_doors import Venue, methods_of


def creating() -> Iterator[str]:
    """The doors behind which something is created; what can be imported here is here already.

    Of a sign-up, who signed up gets a secret and no address: only directors read the list.
    """
    for pattern in urls.urlpatterns:
        view: Any = pattern.callback
        for method in methods_of(view):
            action = getattr(view, "actions", {}).get(method, method)
            if (
                getattr(getattr(view.cls, action), "described", None)
                and getattr(view.cls, action).described.status == 201
                and not str(pattern.name).endswith(("s-import", "signups"))
            ):
                yield f"{pattern.name} {method}"


@pytest.mark.parametrize("door", list(creating()))
def test_a_location_leads_to_what_was_created(venue: Venue, door: str) -> None:
    name, method = door.split()
    site = venue.site
    who = {"clubs": site.superuser, "tokens": site.member}.get(name, site.director)
    if name == "rounds":
        site.director.send("POST", f"rounds/{venue.ids['round']}/cancel", {"reason": "a fire alarm"})
    made = who.send(method.upper(), venue.path(door), venue.body(door))
    assert made.status_code == 201, made.content
    found = who.get(made["Location"])
    assert found.status_code == 200, (made["Location"], found.content)
    same = {field: made.json()[field] for field in ("id", "username") if field in made.json()}
    assert same
    assert found.json().items() >= same.items()
