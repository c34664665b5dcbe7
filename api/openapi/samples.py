"""Each operation as a request in curl, Python and JavaScript: the document's `x-codeSamples`, made from its examples.

The samples take two names as given: `API`, the base address, and `TOKEN`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

PREFIX = "/api/v1"
ID = "0198c0de-0000-7000-8000-{:012d}"
COLLECTIONS = ("clubs", "people", "tournaments", "entries", "rounds", "tables", "penalties", "seasons", "events")
GIVEN = {
    "slug": "scoresheet",
    "username": "ada",
    "entry": ID.format(11),
    "club": ID.format(1),
    "goal": "top:3",
    "game": "scoresheet",
    "sheet": "slips",
}
"""Values of parameters that have to be there, where the document has no example of them."""
STREAM, JSON, CSV = "text/event-stream", "application/json", "text/csv"
FILES = {CSV: "people.csv", JSON: "export.json"}
"""Names of the files that are sent, by their media types."""


@dataclass(frozen=True)
class Language:
    """How a language writes values. words: true, false and null. step: blanks by which a line inside is indented."""

    words: tuple[str, str, str]
    step: int


PYTHON, JAVASCRIPT = Language(("True", "False", "None"), 4), Language(("true", "false", "null"), 2)
LONGEST = 60
PYTHON_STREAM = "    for line in stream.iter_lines():\n        print(line)"
JAVASCRIPT_STREAM = """const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
for (let part = await reader.read(); !part.done; part = await reader.read()) console.log(part.value);"""


@dataclass(frozen=True)
class Sample:
    """A request. body: JSON values, or None. file: the media type of a file that is sent. answer: its media type."""

    method: str
    path: str
    needs_token: bool
    body: Any
    file: str | None
    answer: str | None

    def curl(self) -> str:
        """The request as a line of bash."""
        usual = "POST" if self.body is not None or self.file else "GET"
        options = ["curl", *(["-N"] if self.answer == STREAM else [])]
        options += [] if self.method == usual else ["-X", self.method]
        lines = [" ".join([*options, f'"$API{self.path}"'])]
        lines += ['-H "Authorization: Token $TOKEN"'] if self.needs_token else []
        lines += ["--json " + _quoted(json.dumps(self.body, ensure_ascii=False))] if self.body is not None else []
        lines += [f"-H 'Content-Type: {self.file}' --data-binary @{FILES[self.file]}"] if self.file else []
        return " \\\n  ".join(lines)

    def python(self) -> str:
        """The request by httpx."""
        arguments = ['f"{API}' + self.path + '"']
        headers = ['"Authorization": f"Token {TOKEN}"'] if self.needs_token else []
        headers += [f'"Content-Type": "{self.file}"'] if self.file else []
        arguments += ["headers={" + ", ".join(headers) + "}"] if headers else []
        arguments += ["json=" + literal(self.body, PYTHON, 4)] if self.body is not None else []
        arguments += [f'content=open("{FILES[self.file]}", "rb")'] if self.file else []
        if self.answer == STREAM:
            call = _call("httpx.stream", ['"GET"', *arguments])
            return f"import httpx\n\nwith {call} as stream:\n{PYTHON_STREAM}"
        shown = {JSON: "answer.json()", None: "answer.status_code"}.get(self.answer, "answer.text")
        call = _call(f"httpx.{self.method.lower()}", arguments)
        return f"import httpx\n\nanswer = {call}\nanswer.raise_for_status()\nprint({shown})"

    def javascript(self) -> str:
        """The request by fetch."""
        headers = ["Authorization: `Token ${TOKEN}`"] if self.needs_token else []
        headers += [f'"Content-Type": "{self.file or JSON}"'] if self.file or self.body is not None else []
        options = [f'  method: "{self.method}",'] if self.method != "GET" else []
        options += ["  headers: { " + ", ".join(headers) + " },"] if headers else []
        options += (
            ["  body: JSON.stringify(" + literal(self.body, JAVASCRIPT, 2) + "),"] if self.body is not None else []
        )
        options += ["  body: file,"] if self.file else []
        given = ", {\n" + "\n".join(options) + "\n}" if options else ""
        reading = {JSON: "await answer.json()", None: "answer.status"}.get(self.answer, "await answer.text()")
        ends = JAVASCRIPT_STREAM if self.answer == STREAM else f"console.log({reading});"
        return f"const answer = await fetch(`${{API}}{self.path}`{given});\n{ends}"


def with_samples(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Gives each operation of the document its samples."""
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            sample = sample_of(method.upper(), path, operation)
            operation["x-codeSamples"] = [
                {"lang": "Shell", "label": "curl", "source": sample.curl()},
                {"lang": "Python", "label": "Python", "source": sample.python()},
                {"lang": "JavaScript", "label": "JavaScript", "source": sample.javascript()},
            ]
    return result


def sample_of(method: str, path: str, operation: Mapping[str, Any]) -> Sample:
    """The request of an operation: its first example, and the parameters that have to be there."""
    content = operation.get("requestBody", {}).get("content", {})
    file = _file(operation.get("requestBody", {}))
    return Sample(
        method=method,
        path=_address(path, operation.get("parameters", [])),
        needs_token={} not in operation.get("security", [{}]),
        body=_first_example(content[JSON]) if JSON in content and not file else None,
        file=file,
        answer=_answer(operation["responses"]),
    )


def _address(path: str, parameters: Iterable[Mapping[str, Any]]) -> str:
    """The path below the base address, filled in."""
    below = path.removeprefix(PREFIX)
    needed = [parameter for parameter in parameters if parameter.get("required")]
    for parameter in needed:
        if parameter["in"] == "path":
            below = below.replace(f"{{{parameter['name']}}}", _value(parameter, below))
    query = "&".join(f"{one['name']}={quote(_value(one), safe=':,')}" for one in needed if one["in"] == "query")
    return f"{below}?{query}" if query else below


def _value(parameter: Mapping[str, Any], path: str = "") -> str:
    """A value of a parameter: its example, or that of its name; of an id, that of its collection."""
    name = parameter["name"]
    if "example" in parameter:
        return str(parameter["example"])
    if parameter["in"] == "query" or name in ("slug", "username"):
        return GIVEN[name]
    collection = f"{name}s" if name != "id" else path.strip("/").partition("/")[0]
    place = COLLECTIONS.index(collection) + 1 if collection in COLLECTIONS else len(COLLECTIONS) + 1
    return ID.format(place)


def _file(body: Mapping[str, Any]) -> str | None:
    """The media type of the file that is sent: CSV, or a body of JSON that is too large for an example."""
    content = body.get("content", {})
    if JSON not in content:
        return CSV if CSV in content else None
    return JSON if body.get("required") and "examples" not in content[JSON] else None


def _first_example(media: Mapping[str, Any]) -> Any:
    """The first example of a body; {} where it has none, since such a body has no field that must be there."""
    examples = media.get("examples", {})
    return next(iter(examples.values()))["value"] if examples else media.get("example", {})


def _answer(responses: Mapping[str, Any]) -> str | None:
    """The media type of the answer that goes well; None without a body."""
    status = min(status for status in responses if status.startswith("2"))
    if "204" in responses:
        return None
    content = responses[status].get("content", {})
    return JSON if JSON in content else next(iter(content), None)


def literal(value: Any, language: Language, depth: int) -> str:
    """JSON values as a language writes them, on one line where it is short. depth: the blanks before the last line."""
    if value is None or isinstance(value, bool):
        return language.words[(True, False, None).index(value)]
    if not isinstance(value, dict | list) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = depth + language.step
    parts = (
        [f"{json.dumps(key, ensure_ascii=False)}: {literal(part, language, inner)}" for key, part in value.items()]
        if isinstance(value, dict)
        else [literal(part, language, inner) for part in value]
    )
    start, end = "{}" if isinstance(value, dict) else "[]"
    line = start + ", ".join(parts) + end
    if len(line) <= LONGEST and "\n" not in line:
        return line
    return start + "".join(f"\n{' ' * inner}{part}," for part in parts) + f"\n{' ' * depth}{end}"


def _quoted(text: str) -> str:
    """A text between the single quotes of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _call(function: str, arguments: list[str]) -> str:
    """A call in Python, with each argument on a line of its own where there are several."""
    if len(arguments) == 1:
        return f"{function}({arguments[0]})"
    return f"{function}(" + "".join(f"\n    {argument}," for argument in arguments) + "\n)"
