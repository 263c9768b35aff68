"""nginx and Caddy with the configurations of `deploy/`, in front of a local server."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from tests.patience import patience

DEPLOY = Path(__file__).parents[2] / "deploy"
SITE = "dice.example.org"
# An address that no other test uses, so that its ports are free.
HERE = "127.0.0.9"


def program(name: str) -> str:
    """Return the path of a program of the machine."""
    found = shutil.which(name)
    assert found, f"the long tests want {name}; on Debian and Ubuntu: apt install nginx-light caddy openssl"
    return found


def free_port() -> int:
    """Return an unused port of this address."""
    with socket.create_server((HERE, 0)) as probe:
        return int(probe.getsockname()[1])


def trusting() -> ssl.SSLContext:
    """Return a TLS context that accepts any certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Proxied:
    """A site behind a proxy, as seen by a client on another address of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[str, bytes]:
        """Return the content type and the body of an https response under the name of the site."""
        plain = socket.create_connection((HERE, self.port), patience(), ("127.0.0.7", 0))
        connection = HTTPConnection(SITE, self.port)
        with trusting().wrap_socket(plain, server_hostname=SITE) as connection.sock:
            connection.request("GET", path, headers=headers or {})
            with connection.getresponse() as answer:
                return answer.headers.get_content_type(), answer.read()

    def wait(self) -> None:
        """Wait until something answers."""
        deadline = time.monotonic() + patience()
        while True:
            try:
                self.get("/health")
                return
            except OSError:
                assert time.monotonic() < deadline, "the proxy does not answer"
                time.sleep(0.05)


@contextmanager
def nginx(folder: Path, upstream: int) -> Iterator[Proxied]:
    """Run the committed nginx.conf with free ports and a fresh certificate."""
    port, key, certificate = free_port(), folder / "privkey.pem", folder / "fullchain.pem"
    wish = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={SITE}"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([program("openssl"), *wish, *files], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text("utf-8").replace("/etc/ssl/paperdice", str(folder))
    text = re.sub(r"\n *listen \[::\].*", "", text).replace("127.0.0.1:8021", f"127.0.0.1:{upstream}")
    text = text.replace("listen 80;", f"listen {HERE}:{free_port()};").replace("listen 443", f"listen {HERE}:{port}")
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{name}_temp_path {folder}/{name};" for name in parts)
    own = f"daemon off; pid {folder}/pid; error_log {folder}/error; events {{}}"
    whole = f"{own} http {{ access_log off; {places} {text} }}"
    (folder / "whole.conf").write_text(whole)
    with running([program("nginx"), "-p", str(folder), "-c", str(folder / "whole.conf")], {}):
        yield Proxied(port)


@contextmanager
def caddy(folder: Path, upstream: int) -> Iterator[Proxied]:
    """Run the committed Caddyfile with a free port, without redirects and without its admin endpoint."""
    port = free_port()
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    text = text.replace("{\n", "{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
    (folder / "Caddyfile").write_text(text.replace("\ttls", f"\tbind {HERE}\n\ttls"))
    settings = {"PAPERDICE_SITE": f"https://{SITE}:{port}", "PAPERDICE_SERVER": f"127.0.0.1:{upstream}"}
    homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with running(command, {**settings, **homes}):
        yield Proxied(port)


@contextmanager
def running(command: list[str], settings: dict[str, str]) -> Iterator[None]:
    """Run a program that is stopped at the end."""
    with subprocess.Popen(command, env={**os.environ, **settings}, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


class Echo(BaseHTTPRequestHandler):
    """A handler that returns the headers of a request."""

    def do_GET(self) -> None:
        """Return the headers as JSON."""
        body = json.dumps({name.lower(): self.headers.get_all(name) for name in self.headers}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        """Suppress the log."""


@contextmanager
def echo() -> Iterator[int]:
    """Run a server that returns the headers of requests, and yield its port."""
    with HTTPServer(("127.0.0.1", 0), Echo) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
