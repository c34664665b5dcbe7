"""Every code of the service with its explanation, and the operations that answer it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from api.problem_pages.facts import FACTS
from api.problem_pages.operations import CODES_OF
from api.problem_pages.texts import clubs, exchange, files, games, notes, requests, results, tournaments

GROUPS: Sequence[ModuleType] = (requests, clubs, exchange, tournaments, results, games, files, notes)


@dataclass(frozen=True)
class Explanation:
    """An explained code. meaning, advice: sentences to be translated. facts: the names in the problem's `facts`."""

    code: str
    meaning: str
    advice: str
    facts: Sequence[str]

    @property
    def title(self) -> str:
        """The title of its problem."""
        return title(self.code)

    @property
    def address(self) -> str:
        """The path of its page, as problems have it in `type`."""
        return path_of(self.code)

    @property
    def operations(self) -> list[str]:
        """The ids of the operations that answer it; none where any may, or a game."""
        return [operation for operation, codes in CODES_OF.items() if self.code in codes]


def path_of(code: str) -> str:
    """The path of the page about a code."""
    return f"/problems/{code}"


def title(code: str) -> str:
    """The code in words."""
    return code.replace("_", " ").capitalize()


def _explanations(group: ModuleType) -> Iterator[Explanation]:
    for code, (meaning, advice) in sorted(group.TEXTS.items()):
        yield Explanation(code, meaning, advice, FACTS.get(code, ()))


SECTIONS: Sequence[tuple[str, Sequence[Explanation]]] = [(group.TITLE, [*_explanations(group)]) for group in GROUPS]
"""The explanations by subject."""
CATALOGUE = {one.code: one for _, explanations in SECTIONS for one in explanations}
