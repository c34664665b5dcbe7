"""The proxies of deploy/, with their own example configuration, on free ports of this machine."""

from __future__ import annotations

import functools
import os
import re
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy import debian
from tests import servers
from tests.processes import ROOT

NAME = "play.example.org"
PATIENCE_SECONDS = 60
NGINX, CADDYFILE = ROOT / "deploy/nginx/tablekeeper.conf", ROOT / "deploy/Caddyfile"
CERTIFICATE = (
    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2",
    "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
)  # fmt: skip
AROUND_A_SITE = """
{user}
daemon off;
pid {folder}/pid;
error_log stderr warn;
worker_processes 1;
events {{ }}
http {{
    access_log off;
    {temporary}
    include {site};
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@dataclass(frozen=True)
class Proxy:
    """A running proxy: its ports, and the certificates to trust."""

    http: int
    https: int
    trust: ssl.SSLContext

    def protocol(self) -> str | None:
        """What a client that also speaks HTTP/2 and the proxy agree on."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2", "http/1.1"])
        with (
            closing(socket.create_connection(("127.0.0.1", self.https), PATIENCE_SECONDS)) as plain,
            context.wrap_socket(plain, server_hostname=NAME) as encrypted,
        ):
            return encrypted.selected_alpn_protocol()


@contextmanager
def nginx(folder: Path, web: int) -> Iterator[Proxy]:
    """Nginx with the example's site, before the web processes on the port `web`."""
    program = debian.find_or_install(
        "nginx-light", "The tests of the proxies need nginx.", functools.partial(debian.find, "nginx")
    )
    certificate, key = new_certificate(folder)
    http, https = servers.free_port(), servers.free_port()
    site = replaced(
        NGINX.read_text("utf-8"),
        {
            "server 127.0.0.1:8000;": f"server 127.0.0.1:{web};",
            "listen 80;": f"listen 127.0.0.1:{http};",
            "listen [::]:80;": "",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{https} ssl http2;",
            "listen [::]:443 ssl http2;": "",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(certificate),
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
        },
    )
    (folder / "site.conf").write_text(site)
    user = "user root;" if os.getuid() == 0 else ""  # the folder is its own
    temporary = "\n    ".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    around = AROUND_A_SITE.format(user=user, folder=folder, temporary=temporary, site=folder / "site.conf")
    (folder / "nginx.conf").write_text(around)
    with running([program, "-e", "stderr", "-c", str(folder / "nginx.conf")], https, folder / "nginx.log"):
        yield Proxy(http, https, ssl.create_default_context(cafile=str(certificate)))


@contextmanager
def caddy(folder: Path, web: int) -> Iterator[Proxy]:
    """Caddy with the containers' configuration, before the web processes on the port `web`."""
    certificate, key = new_certificate(folder)
    http, https = servers.free_port(), servers.free_port()
    site = replaced(
        CADDYFILE.read_text("utf-8"),
        {
            "{$SITE} {": f"{{$SITE}} {{\n\ttls {certificate} {key}\n\tbind 127.0.0.1",
            "name web": "name localhost\n\t\t\tversions ipv4",
            "port 8000": f"port {web}",
        },
    )
    ports = f"{{\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n}}\n"
    (folder / "Caddyfile").write_text(ports + site)
    command = [str(Path(sys.executable).with_name("caddy")), "run", "--adapter", "caddyfile", "--config"]
    with running([*command, str(folder / "Caddyfile")], https, folder / "caddy.log", SITE=NAME, HOME=str(folder)):
        yield Proxy(http, https, ssl.create_default_context(cafile=str(certificate)))


def replaced(text: str, values: Mapping[str, str]) -> str:
    """The text with other values; each of the old ones is in it once."""
    for old, new in values.items():
        assert len(re.findall(rf"(?<![\w\]]){re.escape(old)}", text)) == 1, old
        text = text.replace(old, new)
    return text


def new_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for NAME that signs itself, and its key."""
    program = debian.find_or_install(
        "openssl", "The tests of the proxies need openssl.", functools.partial(debian.find, "openssl")
    )
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [program, *CERTIFICATE, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return certificate, key


@contextmanager
def running(command: Sequence[str], port: int, log: Path, **variables: str) -> Iterator[None]:
    """A process that listens on the port, until the end of the block."""
    with ExitStack() as stack:
        output = stack.enter_context(log.open("wb"))
        process = subprocess.Popen(
            command, cwd=ROOT, env=variables or None, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
        stack.callback(process.wait, PATIENCE_SECONDS)
        stack.callback(process.terminate)
        end = time.monotonic() + PATIENCE_SECONDS
        while not listens(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        yield


def listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        probe.settimeout(5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def web(folder: Path) -> Iterator[int]:
    """The application that says what reached it, on a port."""
    port = servers.free_port()
    command = [sys.executable, "-m", "uvicorn", "tests.deploy.behind_proxies:application", "--port", str(port)]
    with running([*command, "--lifespan", "off"], port, folder / "web.log"):
        yield port
