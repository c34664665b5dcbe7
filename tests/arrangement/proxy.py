"""The proxy with TLS: nginx by the example for operators, with a certificate of its own, before the web processes."""

from __future__ import annotations

import re
import shutil
import ssl
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import servers
from tests.arrangement import debian
from tests.processes import ROOT

HOST = "localhost"
CERTIFICATE = (
    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2",
    "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST},IP:127.0.0.1",
)  # fmt: skip
EXAMPLE = ROOT / "deploy/nginx/tablekeeper.conf"
AROUND = """
daemon off;
pid {folder}/pid;
error_log stderr warn;
worker_processes 1;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


@dataclass(frozen=True)
class Proxy:
    """The command that runs the proxy, its address, and what a client trusts."""

    command: Sequence[str]
    address: str
    trust: ssl.SSLContext


def proxy(folder: Path, ports: Sequence[int]) -> Proxy:
    """Writes the configuration of a proxy before the web processes on these ports."""
    nginx, port = debian.path_of("nginx-light"), servers.free_port()
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [debian.path_of("openssl"), *CERTIFICATE, "-keyout", str(key), "-out", str(certificate)],
        stdin=subprocess.DEVNULL, capture_output=True, check=True,
    )  # fmt: skip
    configuration = folder / "nginx.conf"
    configuration.write_text(AROUND.format(folder=folder, site=site(folder, port, ports)))
    servers.give_away(folder)
    if user := servers.user():
        shutil.chown(key, user)
    trust = ssl.create_default_context(cafile=str(certificate))
    return Proxy((nginx, "-e", "stderr", "-c", str(configuration)), f"https://{HOST}:{port}/", trust)


def site(folder: Path, port: int, ports: Sequence[int]) -> str:
    """The example for operators, on this port and before these web processes; without its part for plain http."""
    upstream = " ".join(f"server 127.0.0.1:{each};" for each in ports)
    changes = {
        r"server \{\s+listen 80;.*?\n\}": "",
        r"server 127\.0\.0\.1:8000;": upstream,
        r"listen 443 ": f"listen 127.0.0.1:{port} ",
        r"listen \[::\]:443 .*?;": "",
        r"play\.example\.org;": f"{HOST};",
        r"ssl_certificate /.*?;": f"ssl_certificate {folder}/certificate.pem;",
        r"ssl_certificate_key /.*?;": f"ssl_certificate_key {folder}/key.pem;",
    }
    text = EXAMPLE.read_text("utf-8")
    for old, new in changes.items():
        text, number = re.subn(old, new, text, flags=re.DOTALL)
        assert number == 1, f"the example of nginx has {number} of {old}"
    return text
