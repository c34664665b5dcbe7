"""The proxy with TLS: nginx with a certificate of its own, before the web processes."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import servers
from tests.arrangement import debian

HOST = "localhost"
CERTIFICATE = (
    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2",
    "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST},IP:127.0.0.1",
)  # fmt: skip
CONFIGURATION = """
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
    client_max_body_size 65m;
    upstream web {{
        {upstream}
        keepalive 16;
    }}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/certificate.pem;
        ssl_certificate_key {folder}/key.pem;
        location / {{
            proxy_pass http://web;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_connect_timeout 5s;
            proxy_read_timeout 60s;
        }}
    }}
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
    upstream = " ".join(f"server 127.0.0.1:{each} max_fails=0;" for each in ports)
    configuration = folder / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, port=port, upstream=upstream))
    servers.give_away(folder)
    if user := servers.user():
        shutil.chown(key, user)
    trust = ssl.create_default_context(cafile=str(certificate))
    return Proxy((nginx, "-e", "stderr", "-c", str(configuration)), f"https://{HOST}:{port}/", trust)
