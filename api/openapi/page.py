"""The page of the API: the guide for its clients, then each operation and each schema of the OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString

from api.openapi import markdown
from api.openapi.kinds import NEEDED, Field, fields_of, kind_of
from api.openapi.samples import JAVASCRIPT, literal

PACKED = Path(__file__).with_name("guides")
FOLDER = PACKED if PACKED.exists() else settings.BASE_DIR / "docs"
"""The pages of SHOWN: an installed Tablekeeper has them here, the project's folder has them in `docs/`."""
GUIDE = "api"
PAGES = ("access", "api-conditions", "exchange", "glossary", "webhooks", "what-readers-see", "who-was-not-there")
"""The other pages of `docs/` to which the guide leads; each is a page of the API too."""
SOURCES = {"bot.py": "python", "scoreboard.html": "html"}
"""Programs of `docs/` that the page shows as they are, with their languages."""
SHOWN = (GUIDE, *PAGES, *SOURCES)
JSON, PROBLEM = "application/json", "application/problem+json"
REFERENCE = re.compile(r"#/components/schemas/(\w+)")
TOKEN, LINK = "token", "link"
Json = Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """An answer. kind: what its body is. fields: those of a schema that has no name."""

    status: str
    text: SafeString
    media_type: str
    kind: SafeString


@dataclass(frozen=True)
class Operation:
    """An operation as the page shows it."""

    id: str
    method: str
    path: str
    summary: SafeString
    text: SafeString
    access: str
    is_deprecated: bool
    parameters: list[Field]
    bodies: list[tuple[str, SafeString]]
    answers: list[Answer]
    problems: list[Answer]
    samples: list[tuple[str, str]]
    examples: list[tuple[str, str]]


@dataclass(frozen=True)
class Section:
    """A tag with its operations."""

    id: str
    title: str
    text: str
    operations: list[Operation]


@dataclass(frozen=True)
class Component:
    """A schema with a name. kind: what it is, where it is no object with fields."""

    name: str
    text: SafeString
    kind: SafeString
    fields: list[Field]


def guide(name: str = GUIDE) -> str:
    """A page of `docs/` without its first heading; of a program, its source."""
    if name in SOURCES:
        return f"```{SOURCES[name]}\n{(FOLDER / name).read_text('utf-8')}```\n"
    return (FOLDER / f"{name}.md").read_text("utf-8").partition("\n")[2]


def title(name: str) -> str:
    """The first heading of a page of `docs/`; of a program, its name."""
    if name in SOURCES:
        return name
    return (FOLDER / f"{name}.md").read_text("utf-8").partition("\n")[0].removeprefix("# ")


def html_of(name: str = GUIDE) -> SafeString:
    """A page of `docs/` without its first heading, as HTML. Its links lead to pages of the API alone."""
    return markdown.block(guide(name), lambda href: _target(name, href))


def _target(name: str, href: str) -> str | None:
    file, _, heading = href.partition("#")
    other = file.removesuffix(".md") or name
    to = f"#{heading}" if heading else ""
    if href.startswith("https://"):
        return href
    if other == name:
        return to
    if other == GUIDE:
        return f"../docs{to}"
    return f"{'docs/' if name == GUIDE else ''}{other}{to}" if other in SHOWN else None


def sections_of(document: Json) -> list[Section]:
    """The operations of the document by tag, in its order."""
    found: dict[str, list[Operation]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            found.setdefault(operation["tags"][0], []).append(_operation(document, path, method, operation))
    return [
        Section(f"tag-{tag['name']}", tag["x-displayName"], tag["description"], found[tag["name"]])
        for tag in document["tags"]
    ]


def components_of(document: Json) -> list[Component]:
    """The named schemas of the document, from A to Z."""
    schemas = document["components"]["schemas"]
    bodies = _sent(document)
    return [
        Component(name, markdown.line(_prose(schema)), kind_of(schema), fields_of(schema, is_sent=name in bodies))
        for name, schema in sorted(schemas.items(), key=lambda item: item[0].lower())
    ]


def _sent(document: Json) -> set[str]:
    """The names of the schemas that bodies of requests are made of."""
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    found: set[str] = set()
    left = set(REFERENCE.findall(json.dumps([one.get("requestBody") for one in operations])))
    while left:
        found |= left
        left = set(REFERENCE.findall(json.dumps([document["components"]["schemas"][name] for name in left]))) - found
    return found


def _prose(schema: Json) -> str:
    """The description of a schema without the texts of its fields, which stand at the fields."""
    text = " ".join(schema.get("description", "").split())
    names = "|".join(map(re.escape, schema.get("properties", {})))
    return re.split(rf"(?:^|(?<=\. ))(?:{names})(?:, \w+)*: ", text)[0] if names else text


def _operation(document: Json, path: str, method: str, operation: Json) -> Operation:
    responses = {status: resolve(document, response) for status, response in operation["responses"].items()}
    answers = list(_answers(responses))
    summary = operation["summary"]
    text = " ".join(operation.get("description", "").split()).removeprefix(summary).lstrip(". ")
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=markdown.line(summary),
        text=markdown.line(text),
        access=_access(operation.get("security", [{}])),
        is_deprecated=operation.get("deprecated", False),
        parameters=[_parameter(resolve(document, one)) for one in operation.get("parameters", [])],
        bodies=list(_bodies(operation)),
        answers=[answer for answer in answers if answer.media_type != PROBLEM],
        problems=[answer for answer in answers if answer.media_type == PROBLEM],
        samples=[(sample["label"], sample["source"]) for sample in operation["x-codeSamples"]],
        examples=list(_examples(operation.get("requestBody", {}), responses)),
    )


def resolve(document: Json, part: Json) -> Json:
    """The part that a reference names, or the part itself."""
    while "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part


def _access(security: Iterable[Json]) -> str:
    """Who may call an operation, as far as the document says it."""
    ways = [name for way in security for name in way]
    by_link = " or a link" if LINK in ways else ""
    if {} in security:
        return f"Without a log-in, where the tournament shows it; with a token{by_link} also what else you may see."
    return f"With a token{by_link}."


def _parameter(parameter: Json) -> Field:
    return Field(
        parameter["name"],
        kind_of(parameter.get("schema", {})),
        NEEDED if parameter.get("required") else "",
        markdown.line(parameter.get("description", "")),
        place=parameter["in"],
    )


def _bodies(operation: Json) -> Iterator[tuple[str, SafeString]]:
    for media_type, media in operation.get("requestBody", {}).get("content", {}).items():
        yield media_type, kind_of(media.get("schema", {}))


def _examples(body: Json, responses: Json) -> Iterator[tuple[str, str]]:
    """Bodies beside the one of the samples, then the answer that goes well: a name, and JSON."""
    bodies = list(body.get("content", {}).get(JSON, {}).get("examples", {}).items())
    yield from ((f"Body: {name}", _pretty(example["value"])) for name, example in bodies[1:])
    for status, response in responses.items():
        media = response.get("content", {}).get(JSON, {})
        if "example" in media:
            yield f"Answer {status}", _pretty(media["example"])


def _pretty(value: Any) -> str:
    return literal(value, JAVASCRIPT, 0)


def _answers(responses: Json) -> Iterator[Answer]:
    """The answers of all statuses; of several media types, each that has a schema of its own."""
    for status, response in responses.items():
        text = markdown.line(response.get("description", ""))
        content = response.get("content", {})
        kinds: dict[str, list[str]] = {}
        for media_type, media in content.items():
            kinds.setdefault(kind_of(media.get("schema", {})), []).append(media_type)
        for kind, media_types in kinds.items():
            yield Answer(status, text, _media(media_types), SafeString(kind))
        if not content:
            yield Answer(status, text, "", SafeString())


def _media(media_types: list[str]) -> str:
    return PROBLEM if PROBLEM in media_types else ", ".join(media_types)


def count(sections: Iterable[Section]) -> int:
    """How many operations there are."""
    return sum(len(section.operations) for section in sections)
