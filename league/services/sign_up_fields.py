"""What somebody writes who signs up, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.kernel import N_
from league.domain.values.faults import Fault, refuse
from league.domain.values.mail import mailbox
from league.domain.values.names import BadName, is_row, stored

LONGEST_NAME, LONGEST_EMAIL = 60, 254


@dataclass(frozen=True)
class Asked:
    """What somebody gives who signs up.

    consents: to what is stored. is_proven: the address was confirmed before. key: of the form, which is sent once
    however often it is sent; "" for none.
    """

    name: str
    email: str = ""
    consents: bool = False
    is_hidden: bool = False
    language: str = "en"
    is_proven: bool = False
    key: str = ""

    def form_in(self, tournament: UUID) -> UUID | None:
        """The same for the same form with the same contents; None for what came without a key."""
        return uuid5(tournament, f"{self.key}\n{self.name}\n{self.email}") if self.key else None

    def checked(self, *, by_letter: bool) -> Asked:
        """With the name and the address as they are stored. Raises BadFields."""
        faults = [*self._faults(by_letter=by_letter)]
        refuse(faults)
        return replace(self, name=stored(self.name), email=self.email.strip() if by_letter else "")

    def _faults(self, *, by_letter: bool) -> Iterator[Fault]:
        try:
            name = stored(self.name, most=LONGEST_NAME)
        except BadName as wrong:
            yield Fault("name", wrong.code, wrong.template, wrong.facts)
        else:
            if is_row(name) or "://" in name or "www." in name.casefold():
                yield Fault("name", "invalid", N_("Write a name, and nothing else."))
        if by_letter and not _is_address(self.email.strip()):
            yield Fault("email", "invalid", N_("Write an e-mail address, like ada@example.org."))
        if not self.consents:
            yield Fault("consent", "required", N_("Without your consent we can’t put you on the list."))


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= LONGEST_EMAIL and mailbox(text) != ""
