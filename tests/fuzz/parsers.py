"""A table of everything that reads what somebody has sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.files.uploadhandler import load_handler
from django.db import Error
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParser, MultiPartParserError
from msgspec import MsgspecError

from api import parsing
from api.problems import Problem
from deploy import masking
from deploy.backups.archive import NoBackup, Writer, reading
from games import exact, registry
from games.codec import decode_command
from games.kernel import Rejected, Rules
from league.domain.season import rules as season
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.values import faults, likeness, mail, names, numbers
from league.domain.values.faults import BadFields
from league.files import csv_file, csv_table, entry_lines, people_import, plan_file, result_file
from league.play import reading as play
from league.play.problems import PlayProblem
from league.queries.names import Called
from league.services import again, known_people
from league.services.exchange import reading as exchange
from league.services.sign_up_fields import LONGEST_EMAIL
from league.webhooks import destinations
from tests.fuzz.in_heads import in_heads
from tests.fuzz.parser import HEAD, Parser, of_text
from tests.fuzz.samples import CREATE, EXPORT, FORM, FORM_WITH_FILE, PEOPLE, PLAY, RESULTS


def _multipart(content: bytes) -> object:
    """A form with fields and files, which are read as CSV."""
    meta = {"CONTENT_TYPE": "multipart/form-data; boundary=b", "CONTENT_LENGTH": str(len(content))}
    handlers = [load_handler(name, HttpRequest()) for name in settings.FILE_UPLOAD_HANDLERS]
    fields, files = MultiPartParser(meta, BytesIO(content), handlers).parse()
    return fields, [people_import.read(file.read()) for _, found in files.lists() for file in found]


def _backup(content: bytes) -> object:
    """All of a backup but for writing it into a database."""
    with reading(BytesIO(content)) as backup:
        backup.check()
        return sum(1 for part in backup.manifest.parts for _ in backup.rows(part))


def _a_backup() -> bytes:
    """A backup of a table with some rows."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        writer = Writer(archive)
        writer.write("league_club", ["id", "name"], [[number, "Ada"] for number in range(20)], 0)
        writer.finish("0.5.0", "2026-11-29T18:00:00+00:00", "sqlite", [("league", "0001_initial")])
    return file.getvalue()


def _of(rules: Rules[Any]) -> Callable[[bytes], object]:
    """A command of any type of an aggregate."""
    return lambda content: decode_command(rules, parsing.json_of(content))


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
    for rules in (tournament.RULES, season.RULES):
        samples = (json.dumps({"type": tag, "reason": "a", "name": "b"}).encode() for tag in rules.command_types)
        yield Parser(f"command of a {rules.name}", _of(rules), tuple(samples), refusals=(Problem, Rejected))
    yield Parser("play file", play.read_file, (PLAY,), refusals=(PlayProblem, Problem))
    yield Parser("exported file", exchange.read, (EXPORT,), refusals=(BadFields, Rejected))
    yield Parser("CSV of people", people_import.read, (PEOPLE, b"sep=;\r\n" + PEOPLE), refusals=unreadable)
    yield Parser("CSV of results", result_file.read, (RESULTS,), refusals=unreadable)
    yield Parser("CSV of a plan", _sheet, (b"round,table,seat,entry\r\n1,1,1,Ada\r\n",), refusals=unreadable)
    typed = (b"1. Ada Lovelace 1500\n2) Bea + Cleo\nTeam: A + B + C\nada@example.org\n", b"name;family\nAda;L\n")
    yield Parser(
        "typed list",
        of_text(lambda text: entry_lines.read_list(UUID(int=1), text)),
        typed,
        refusals=(*unreadable, Error),
    )
    yield Parser(
        "rated list",
        of_text(lambda text: entry_lines.read_list(UUID(int=1), text, are_rated=True)),
        typed,
        refusals=(*unreadable, Error),
    )
    yield Parser(
        "form",
        _multipart,
        (FORM, FORM_WITH_FILE),
        refusals=(MultiPartParserError, SuspiciousOperation, BadRequest, *unreadable),
    )
    yield Parser("backup", _backup, (_a_backup(),), refusals=(NoBackup,))
    yield Parser(
        "members of a team",
        of_text(lambda text: entry_lines.read_team(UUID(int=1), "", text)),
        (b"Ada\r\nBea\r\n", b"Ada + Bea"),
        refusals=unreadable,
    )
    yield Parser("form in one line", QueryDict, (b"a=b&c=%20d",), refusals=(SuspiciousOperation,))
    yield from in_heads()
    yield from _values()


def _values() -> Iterator[Parser]:
    """Texts in bodies, forms and files, and what is made of texts that were sent."""
    name = (b"Ada  Lovelace-Byron (1)", "Zoë \u200d Ärmel".encode(), b"Night 12")
    wrong: tuple[type[Exception], ...] = (ValueError, BadFields, names.BadName)
    yield Parser("name", of_text(names.stored), name, refusals=wrong)
    yield Parser("name without a limit", of_text(lambda text: names.stored(text, most=None)), name, refusals=wrong)
    yield Parser("name to be compared", of_text(names.compared), name)
    yield Parser("name to be searched", of_text(names.search_key), name, HEAD)
    yield Parser("line of a list", of_text(names.is_row), name)
    yield Parser("name of the next night", of_text(again.NUMBERED.fullmatch), name)
    yield Parser("name with brackets", of_text(known_people._IN_BRACKETS.fullmatch), name)
    yield Parser("number", of_text(csv_table.as_number), (b"1.5", b"-1/3", b"1000"), refusals=(*wrong, MsgspecError))
    yield Parser("score", of_text(exact.read), (b"1.5", b"-3", b"1000"), refusals=wrong)
    yield Parser("typed number", of_text(numbers.typed), (b"1,5", b"-1.000", b" 12 "), refusals=wrong)
    yield Parser(
        "likeness",
        of_text(lambda text: likeness.likeness(likeness._spelled(text), likeness._spelled("Ada B"))),
        name,
        1000,
    )
    yield Parser("mailbox", of_text(mail.mailbox), (b"ada+club@example.org",), LONGEST_EMAIL)
    yield Parser(
        "address of a webhook", of_text(destinations.fault_of), (b"https://127.0.0.1/x?y=z#a", b"http://[::1]:80/")
    )
    yield Parser(
        "line of the log",
        of_text(masking.masked),
        (b'{"path": "/t/-/abc?token=x", "cookie": "tk-e0a1b2c=abc", "s": "whsec_abc"}',),
    )


ALL = tuple(parsers())
