"""What stands in the head of a request: its path, its query and each of its headers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from uuid import UUID

from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.middleware.csrf import CsrfViewMiddleware
from django.test import RequestFactory, override_settings
from django.urls import resolve
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language_from_request
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from whitenoise.responders import StaticFile

from api import negotiation, parsing, validators
from api.cors import OtherOrigins
from api.csv_upload import CsvInForm, NoCsv
from api.middleware import _refused_body
from api.problems import Problem
from api.v1 import past
from api.v1.live import _last_position
from deploy import client_address, metrics, replica
from deploy.compression import CompressionMiddleware
from deploy.handler import Request as ASGIRequest
from deploy.middleware import charset_middleware, request_id_middleware
from deploy.static_files import StaticFilesMiddleware
from league.access import cookies, links, sign_ups, tokens
from league.admin.desk import news
from league.queries import owner
from tests.fuzz.parser import HEAD, Parser, of_text
from tests.fuzz.samples import CREATE

COOKIES = b'tk-e0a1b2c=entry.1.0.abc; tk-t0a1b2c=AAAA; tk-s0a1b2c=AAAA.1abc.sig; tk-m000000=a:b:c; messages="[1]:a:b"'


def _header(name: str, read: Callable[[Request], object]) -> Callable[[bytes], object]:
    """A parser of a request's header."""

    def parse(content: bytes) -> object:
        request = RequestFactory().get("/", headers={name: content.decode("latin-1")})
        return read(Request(request))

    return parse


def _conditional(request: Request) -> object:
    return validators.is_known(request._request, '"7"'), get_conditional_response(request._request, etag='"7"')


def _accepted(request: Request) -> object:
    return negotiation.prefers(request._request, "text/html", "application/json")


def _authorized(request: Request) -> object:
    """By token or by link, but for looking it up."""
    given = get_authorization_header(request)
    texts = [part.decode("ascii", "replace") for part in (*given.split(), given.partition(b" ")[2].strip())]
    return [(tokens.is_token(text), links.id_in(text)) for text in texts[:3]]


def _static(request: Request) -> object:
    with override_settings(WHITENOISE_AUTOREFRESH=False):
        return StaticFilesMiddleware.serve(StaticFile(__file__, [("Content-Type", "text/plain")]), request._request)


def _compressed(request: Request) -> object:
    return CompressionMiddleware(lambda _: HttpResponse("a" * 1000)).process_response(
        request._request, HttpResponse("a" * 1000)
    )


def _other_origin(request: Request) -> object:
    request._request.method = "OPTIONS"
    return OtherOrigins(lambda _: HttpResponse())(request._request)


def _from_form(request: Request) -> object:
    """Whether a form may be sent: by `Origin`, or else by `Referer` and the cookie."""
    django: HttpRequest = request._request
    django.method, django.META["wsgi.url_scheme"] = "POST", "https"
    django.META["HTTP_COOKIE"] = "csrftoken=" + "a" * 32
    middleware = CsrfViewMiddleware(lambda _: HttpResponse())
    middleware.process_request(django)
    return middleware.process_view(django, lambda _: HttpResponse(), (), {})


def _sized(request: Request) -> object:
    return _refused_body(request._request)


def _noted(request: Request) -> object:
    return request_id_middleware(lambda _: HttpResponse())(request._request)


def _measured(request: Request) -> object:
    with override_settings(METRICS_TOKEN="a" * 32):
        return metrics.is_allowed(request._request)


def _proxied(request: Request) -> object:
    """As uvicorn reads it, of a proxy that is trusted."""
    return ProxyHeadersMiddleware(None, "127.0.0.1,10.0.0.0/8").trusted_hosts.get_trusted_client_address(  # type: ignore[arg-type]
        request.headers["X-Forwarded-For"]
    )


def _typed(content: bytes) -> object:
    """The Content-Type, by all who read it."""
    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", content)]}
    request = ASGIRequest(scope, BytesIO(b"a=b"))
    answer = charset_middleware(lambda _: HttpResponse())(request)
    return answer, CsvInForm, Request(request, parsers=[parsing.StrictJson(), CsvInForm(), NoCsv()]).data


def _languages(request: Request) -> object:
    return get_language_from_request(request._request)


def _cookies(request: Request) -> object:
    django: HttpRequest = request._request
    of_links = [links.id_in(value) for name, value in django.COOKIES.items() if cookies.NAME.fullmatch(name)]
    return of_links, sign_ups.held(django), sign_ups.remembered(django, UUID(int=1)), list(CookieStorage(django))


def in_heads() -> Iterator[Parser]:
    """What stands in the head of a request."""
    yield Parser("query", QueryDict, (b"tab=people&name=Ada%20L",), HEAD, (SuspiciousOperation,))
    yield Parser(
        "JSON in a query", of_text(lambda text: parsing.json_parameter("q", text)), (CREATE,), HEAD, (Problem,)
    )
    yield Parser(
        "position or time",
        of_text(lambda text: parsing.moment_of("at", text, "")),
        (b"2026-11-29T18:00:00+01:00", b"12"),
        HEAD,
        (Problem,),
    )
    yield Parser(
        "whole number", of_text(lambda text: parsing.whole_parameter_of("n", text, 0)), (b"12",), HEAD, (Problem,)
    )
    yield Parser("If-Match", _header("If-Match", parsing.versions_of), (b'W/"7.5f3a", "8"', b"*"), HEAD, (Problem,))
    yield Parser(
        "Authorization", _header("Authorization", _authorized), (b"Token tkp_abcdef", b"Link AAAA", b"a b c"), HEAD
    )
    yield Parser("Authorization of metrics", _header("Authorization", _measured), (b"Bearer abc",), HEAD)
    yield Parser("Last-Event-ID", _header("Last-Event-ID", _last_position), (b"12",), HEAD)
    yield Parser("Range", _header("Range", _static), (b"bytes=2-5, 7-9", b"bytes=-5"), HEAD)
    yield Parser("If-Modified-Since", _header("If-Modified-Since", _static), (b"Sun, 29 Nov 2026 18:00:00 GMT",), HEAD)
    yield Parser("Accept-Encoding of files", _header("Accept-Encoding", _static), (b"gzip, deflate;q=0.5, br",), HEAD)
    yield Parser("Accept-Encoding", _header("Accept-Encoding", _compressed), (b"gzip, deflate;q=0.5, br",), HEAD)
    yield Parser("Content-Encoding", _header("Content-Encoding", _sized), (b"gzip", b"identity"), HEAD)
    yield Parser("Content-Length", _header("Content-Length", _sized), (b"12",), HEAD)
    yield Parser("Transfer-Encoding", _header("Transfer-Encoding", _sized), (b"chunked",), HEAD)
    yield Parser("X-Request-ID", _header("X-Request-ID", _noted), (b"0f1e-2d3c",), HEAD)
    yield Parser(
        "X-Forwarded-For", _header("X-Forwarded-For", _proxied), (b"192.0.2.1, 10.0.0.1", b"[::1]:80, a"), HEAD
    )
    yield Parser(
        "Host",
        _header("Host", lambda request: request._request.get_host()),
        (b"play.example.org:8000", b"[::1]:80"),
        HEAD,
        (SuspiciousOperation,),
    )
    yield Parser("Origin", _header("Origin", _from_form), (b"https://play.example.org",), HEAD)
    yield Parser("Origin of the API", _header("Origin", _other_origin), (b"https://play.example.org",), HEAD)
    yield Parser("Referer", _header("Referer", _from_form), (b"https://play.example.org/t/ABCD?a=b#c",), HEAD)
    yield Parser("X-CSRFToken", _header("X-CSRFToken", _from_form), (b"a" * 32, b"b" * 64), HEAD)
    for name in ("Access-Control-Request-Method", "Access-Control-Request-Headers"):
        yield Parser(name, _header(name, _other_origin), (b"POST", b"accept, content-type"), HEAD)
    for name in news.HEADERS.values():
        yield Parser(
            name, _header(name, lambda request: news.Asked.by_post(request._request)), (b"12", b"people"), HEAD
        )
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
        _typed,
        (b'application/json; charset="utf-8"; a=b', b"text/csv; a*0*=utf-8''b", b"multipart/form-data; boundary=b"),
        HEAD,
        (Problem, APIException, MultiPartParserError),
    )
    yield Parser("Cookie", _header("Cookie", _cookies), (COOKIES,), HEAD)
    yield Parser(
        "address",
        of_text(lambda text: client_address.client_address(_from(text))),
        (b"2001:db8::1%eth0", b"192.0.2.1"),
        HEAD,
    )
    yield Parser(
        "path",
        of_text(lambda text: (owner.named_in(text), replica.PUBLIC.match(text), resolve(text))),
        (b"/t/ABCD/screen", b"/api/v1/tables/019abc00-0000-7000-8000-000000000000/result", b"/admin/league/club/1/"),
        HEAD,
        (Http404,),
    )
    yield Parser("text in a query", of_text(past.CLOSE.fullmatch), (b"round:3",), HEAD)
    yield Parser("link", of_text(links.id_in), (b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", b"entry.1.0.abc"), HEAD)
    yield Parser("secret of a sign-up", of_text(sign_ups.signed), (b"AAAA~1abc~sig",), HEAD)
    yield Parser("token", of_text(tokens.is_token), (b"tkp_abcdefabcdefabcdef",), HEAD)


def _from(address: str) -> HttpRequest:
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = address
    return request
