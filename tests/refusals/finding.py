"""Which refusals an operation may answer: the codes in all functions that its method may call.

Names in the code of a function are looked up in its module; a command leads to the function that decides it. What is
called by other ways (policies that react, handlers kept in fields) is not followed.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from drf_spectacular.generators import EndpointEnumerator

from api.openapi.operations import OPERATIONS
from api.openapi.schema import PREFIX
from api.problem_pages.catalogue import CATALOGUE
from api.problem_pages.texts import games, notes, requests
from games.kernel import Command
from league.domain.season import rules as season
from league.domain.tournament import rules as tournament
from tests.pins.source import PACKAGES

RAISERS = {
    *("Rejected", "Problem", "FieldError", "Fault", "bad_field", "refused", "refusal", "BadLink"),
    *("Unreadable", "BadName", "cell_fault", "add_fault", "Column"),
}
DECIDERS: Mapping[Any, Any] = {**tournament.DECIDE, **dict.fromkeys(season.RULES.command_types.values(), season.decide)}
NOT_FOLLOWED = ("league.repository", "league.projections", "league.log", "api.problems", "games")
"""Modules that refuse nothing that a caller has sent; and the games, whose codes belong to them all."""
OF_A_GAME = {"bad_command", "bad_sheet", "bad_rewind", "would_break", "wrong_phase"}
OF_GAMES = ("send_commands", "report_result", "correct_result", "rule_result", "close_round")
"""Operations that send commands to the game at a table, or its round sheet."""
OF_ANY = {*requests.TEXTS, *notes.TEXTS}
"""Codes of requests themselves: the document has them once for all operations, by status. Notes are no refusals."""


class Refusals:
    """The codes of one operation. view: the class of its method."""

    def __init__(self, view: type[Any]) -> None:
        self.view = view
        self.seen: set[int] = set()
        self.codes: set[str] = set()

    def follow(self, thing: Any) -> None:
        """Looks into a function, a decorated method or the decider of a command."""
        if isinstance(thing, type):
            if issubclass(thing, Command) and thing in DECIDERS:
                self.follow(DECIDERS[thing])
            return
        thing = getattr(thing, "__func__", thing)
        if thing is None or id(thing) in self.seen:
            return
        self.seen.add(id(thing))
        if callable(thing):
            self._follow_closure(thing)
        if hasattr(thing, "__wrapped__"):
            self.follow(thing.__wrapped__)
        elif isinstance(thing, FunctionType) and _is_ours(thing):
            self._read(thing.__code__, thing.__globals__)

    def _follow_closure(self, function: Any) -> None:
        for cell in getattr(function, "__closure__", None) or ():
            found = cell.cell_contents
            self.follow(getattr(found, "command", found))

    def _read(self, code: CodeType, names: Mapping[str, Any]) -> None:
        if RAISERS & {*code.co_names}:
            self.codes |= {text for text in _texts(code) if text in CATALOGUE}
        for thing in self._named(code, names):
            self.follow(thing)
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                self._read(inner, names)

    def _named(self, code: CodeType, names: Mapping[str, Any]) -> Iterator[Any]:
        """What the code names: functions, attributes of modules and classes, methods of the view."""
        holder: Any = None
        for operation, name in _steps(code):
            if operation in ("LOAD_GLOBAL", "LOAD_NAME"):
                holder = names.get(name)
                yield holder
            elif operation in ("LOAD_ATTR", "LOAD_METHOD"):
                found = None
                if isinstance(holder, ModuleType | type):
                    found = getattr(holder, name, None)
                elif holder is self:
                    found = getattr(self.view, name, None)
                yield found
                holder = found
            else:
                holder = self if (operation, name) == ("LOAD_FAST", "self") else None


@cache
def _steps(code: CodeType) -> list[tuple[str, str]]:
    """The instructions of a function, each with what it is about; cached, since operations share most functions."""
    return [(step.opname, str(step.argval)) for step in dis.get_instructions(code)]


def _texts(code: CodeType) -> set[str]:
    return {text for text in code.co_consts if isinstance(text, str)}


def _is_ours(function: FunctionType) -> bool:
    module = function.__module__
    return module.split(".")[0] in PACKAGES and not module.startswith(NOT_FOLLOWED)


def operations() -> Iterator[tuple[str, type[Any], Any]]:
    """Each operation: its id, the class of its view, its method."""
    for path, _, method, callback in EndpointEnumerator().get_api_endpoints():
        name = getattr(callback, "actions", {}).get(method.lower(), method.lower())
        function = getattr(callback.cls, name, None)
        if function is not None and path.startswith(PREFIX):
            known = OPERATIONS.get(f"{method} {path.removeprefix(PREFIX)}", function.__name__)
            yield known, callback.cls, function


def codes_by_operation() -> dict[str, tuple[str, ...]]:
    """The codes of each operation, without those that any request may get."""
    found = {}
    for name, view, function in operations():
        refusals = Refusals(view)
        refusals.follow(function)
        codes = refusals.codes - OF_ANY
        if name in OF_GAMES:
            codes = (codes - {*games.TEXTS}) | OF_A_GAME
        if codes:
            found[name] = tuple(sorted(codes))
    return dict(sorted(found.items()))
