"""A table of everything that reads what somebody has sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from uuid import UUID

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import Error
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParser, MultiPartParserError
from django.test import RequestFactory
from django.utils.cache import get_conditional_response
from django.utils.http import parse_header_parameters
from django.utils.translation import get_language_from_request
from msgspec import MsgspecError
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from api import negotiation, parsing
from api.problems import Problem
from deploy import client_address, masking
from games import exact, registry
from games.codec import decode_command
from games.kernel import Rejected
from league.access import cookies, links, sign_ups, tokens
from league.domain.tournament import commands as c
from league.domain.values import faults, likeness, mail, names, numbers
from league.domain.values.faults import BadFields
from league.files import csv_file, csv_table, entry_lines, people_import, plan_file, result_file
from league.play import reading as play
from league.play.problems import PlayProblem
from league.queries import owner
from league.queries.names import Called
from league.services import again, known_people
from league.services.exchange import reading as exchange
from league.webhooks import destinations

MEGABYTE = 1_000_000
HEAD = 65_536
"""The most bytes of a request's line and headers that the server reads."""
FORM = b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nAda\r\n--b--\r\n'
PEOPLE = b"name,born\r\nAda Lovelace,1990\r\n"
RESULTS = b"name,place,points,date\r\nAda Lovelace,1,3.5,2026-11-29\r\n"
PLAY = (
    b'{"format": "tablekeeper-play/1", "tournaments": [{"id": "t", "seed": "two", "tie_breaks": ["buchholz"],'
    b' "entries": ["Ada", "Bea"], "rounds": [{"tables": [{"seats": ["Ada", "Bea"], "result": "1-0"}]}]}]}'
)
EXPORT = (
    b'{"format": "tablekeeper-export/1", "kind": "club", "streams": [{"id": "a", "kind": "tournament", "rows": []}]}'
)
CREATE = (
    b'{"name": "Night", "game": "scoresheet", "club": "c", "table_size": {"min": 3, "max": 4, "prefer": 4},'
    b' "points": {"by_place": [4, 3, "2.5"]}, "format": {"type": "manual"}}'
)


@dataclass(frozen=True)
class Parser:
    """A parser. samples: inputs that it takes. most: the bytes that can reach it. refusals: what it may raise."""

    name: str
    parse: Callable[[bytes], object]
    samples: tuple[bytes, ...]
    most: int = MEGABYTE
    refusals: tuple[type[Exception], ...] = field(default=())


def _text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """A parser of text, whose bytes the server has decoded."""
    return lambda content: read(content.decode("utf-8", "replace"))


def _header(name: str, read: Callable[[Request], object]) -> Callable[[bytes], object]:
    """A parser of a request's header."""

    def parse(content: bytes) -> object:
        request = RequestFactory().get("/", headers={name: content.decode("latin-1")})
        return read(Request(request))

    return parse


def _conditional(request: Request) -> object:
    return get_conditional_response(request._request, etag='"7"')


def _accepted(request: Request) -> object:
    return list(negotiation._ranges(request.headers.get("Accept", "")))


def _languages(request: Request) -> object:
    return get_language_from_request(request._request)


def _cookies(request: Request) -> object:
    django: HttpRequest = request._request
    return [links.id_in(value) for name, value in django.COOKIES.items() if cookies.NAME.fullmatch(name)]


def _multipart(content: bytes) -> object:
    meta = {"CONTENT_TYPE": "multipart/form-data; boundary=b", "CONTENT_LENGTH": str(len(content))}
    return MultiPartParser(meta, BytesIO(content), []).parse()


def _of_game(slug: str) -> Callable[[bytes], object]:
    return lambda content: decode_command(registry.find_game(slug).rules, parsing.json_of(content))


def _sheet(content: bytes) -> object:
    return plan_file.read(content, Called({"1": "Ada"}, {"ada": ["1"]}, {"ada": ["1"]}))


def parsers() -> Iterator[Parser]:
    """All of them."""
    unreadable = (Problem, BadFields, csv_file.Unreadable)
    yield Parser("JSON body", parsing.json_of, (CREATE, b'[1, 2.50, "a", null]'), refusals=(Problem,))
    yield Parser(
        "body as a command", lambda raw: faults.read(c.Create, parsing.json_of(raw)), (CREATE,), refusals=unreadable
    )
    for game in registry.all_games().values():
        tags = (json.dumps({"type": tag, "player": "p", "cards": ["a"]}).encode() for tag in game.rules.command_types)
        yield Parser(f"command of {game.slug}", _of_game(game.slug), tuple(tags), refusals=(Problem, Rejected))
    yield Parser("play file", play.read_file, (PLAY,), refusals=(PlayProblem, Problem))
    yield Parser("exported file", exchange.read, (EXPORT,), refusals=(BadFields, Rejected))
    yield Parser("CSV of people", people_import.read, (PEOPLE, b"sep=;\r\n" + PEOPLE), refusals=unreadable)
    yield Parser("CSV of results", result_file.read, (RESULTS,), refusals=unreadable)
    yield Parser("CSV of a plan", _sheet, (b"round,table,seat,entry\r\n1,1,1,Ada\r\n",), refusals=unreadable)
    typed = (b"1. Ada Lovelace 1500\n2) Bea + Cleo\nTeam: A + B + C\nada@example.org\n", b"name;family\nAda;L\n")
    yield Parser(
        "typed list", _text(lambda text: entry_lines.read_list(UUID(int=1), text)), typed, refusals=(*unreadable, Error)
    )
    yield Parser(
        "rated list",
        _text(lambda text: entry_lines.read_list(UUID(int=1), text, are_rated=True)),
        typed,
        refusals=(*unreadable, Error),
    )
    yield Parser("form", _multipart, (FORM,), refusals=(MultiPartParserError, SuspiciousOperation, BadRequest))
    yield Parser("form in one line", QueryDict, (b"a=b&c=%20d",), refusals=(SuspiciousOperation,))
    yield from _in_heads()
    yield from _values()


def _in_heads() -> Iterator[Parser]:
    """What stands in the head of a request."""
    yield Parser("query", QueryDict, (b"tab=people&name=Ada%20L",), HEAD, (SuspiciousOperation,))
    yield Parser("JSON in a query", _text(lambda text: parsing.json_parameter("q", text)), (CREATE,), HEAD, (Problem,))
    yield Parser(
        "position or time",
        _text(lambda text: parsing.moment_of("at", text, "")),
        (b"2026-11-29T18:00:00+01:00", b"12"),
        HEAD,
        (Problem,),
    )
    yield Parser(
        "whole number", _text(lambda text: parsing.whole_parameter_of("n", text, 0)), (b"12",), HEAD, (Problem,)
    )
    yield Parser("If-Match", _header("If-Match", parsing.versions_of), (b'W/"7.5f3a", "8"', b"*"), HEAD, (Problem,))
    yield Parser("If-None-Match", _header("If-None-Match", _conditional), (b'W/"7", "8"', b"*"), HEAD)
    yield Parser(
        "Accept",
        _header("Accept", _accepted),
        (b"text/html;q=0.9, */*;q=0.1, application/json",),
        HEAD,
        (APIException,),
    )
    yield Parser(
        "Accept-Language", _header("Accept-Language", _languages), (b"de-CH, de;q=0.9, en;q=0.8, *;q=0.5",), HEAD
    )
    yield Parser("Idempotency-Key", _header("Idempotency-Key", parsing.key_of), (b"0f1e2d3c",), HEAD, (Problem,))
    yield Parser(
        "Content-Type",
        _text(parse_header_parameters),
        (b'application/json; charset="utf-8"; a=b',),
        HEAD,
        (ValueError,),
    )
    yield Parser("Cookie", _header("Cookie", _cookies), (b"tk-e0a1b2c=entry.1.0.abc; tk-t0a1b2c=AAAA",), HEAD)
    yield Parser(
        "address",
        _text(lambda text: client_address.client_address(_from(text))),
        (b"2001:db8::1%eth0", b"192.0.2.1"),
        HEAD,
    )
    yield Parser(
        "path",
        _text(owner.named_in),
        (b"/t/ABCD/screen", b"/api/v1/tables/019abc00-0000-7000-8000-000000000000/result"),
        HEAD,
    )
    yield Parser("link", _text(links.id_in), (b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", b"entry.1.0.abc"), HEAD)
    yield Parser("secret of a sign-up", _text(sign_ups.signed), (b"AAAA~1abc~sig",), HEAD)
    yield Parser("token", _text(tokens.is_token), (b"tkp_abcdefabcdefabcdef",), HEAD)


def _from(address: str) -> HttpRequest:
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = address
    return request


def _values() -> Iterator[Parser]:
    """Texts in bodies, forms and files, and what is made of texts that were sent."""
    name = (b"Ada  Lovelace-Byron (1)", "Zoë \u200d Ärmel".encode(), b"Night 12")
    wrong: tuple[type[Exception], ...] = (ValueError, BadFields, names.BadName)
    yield Parser("name", _text(names.stored), name, refusals=wrong)
    yield Parser("name without a limit", _text(lambda text: names.stored(text, most=None)), name, refusals=wrong)
    yield Parser("name to be compared", _text(names.compared), name)
    yield Parser("name to be searched", _text(names.search_key), name)
    yield Parser("line of a list", _text(names.is_row), name)
    yield Parser("name of the next night", _text(again.NUMBERED.fullmatch), name)
    yield Parser("name with brackets", _text(known_people._IN_BRACKETS.fullmatch), name)
    yield Parser("number", _text(csv_table.as_number), (b"1.5", b"-1/3", b"1000"), refusals=(*wrong, MsgspecError))
    yield Parser("score", _text(exact.read), (b"1.5", b"-3", b"1000"), refusals=wrong)
    yield Parser("typed number", _text(numbers.typed), (b"1,5", b"-1.000", b" 12 "), refusals=wrong)
    yield Parser(
        "likeness",
        _text(lambda text: likeness.likeness(likeness._spelled(text), likeness._spelled("Ada B"))),
        name,
        1000,
    )
    yield Parser("mailbox", _text(mail.mailbox), (b"ada+club@example.org",))
    yield Parser(
        "address of a webhook", _text(destinations.fault_of), (b"https://127.0.0.1/x?y=z#a", b"http://[::1]:80/")
    )
    yield Parser(
        "line of the log",
        _text(masking.masked),
        (b'{"path": "/t/-/abc?token=x", "cookie": "tk-e0a1b2c=abc", "s": "whsec_abc"}',),
    )


ALL = tuple(parsers())
