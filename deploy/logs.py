"""Structured logging: each line has the id of its request."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any

import structlog

from deploy.masking import mask_line

EventDict = MutableMapping[str, Any]
OF_EACH_TASK = ("celery.app.trace", "celery.beat", "celery.worker.strategy", "celery.worker.request")


def of_the_request(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Add the id of the request that a line of Django's is about: some are written when the request is over."""
    request = getattr(event.get("_record"), "request", None)
    if "request_id" not in event and (request_id := getattr(request, "META", {}).get("REQUEST_ID")):
        event["request_id"] = request_id
    return event


def refused_quietly(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Leave the traceback out where a request was refused as suspicious, such as one with a wrong Host."""
    if str(event.get("logger", "")).startswith("django.security"):
        event.pop("exc_info", None)
    return event


class TellsOnce(logging.Filter):
    """Leaves out Django's line for an answer 503: the line of the request is a warning then and has the reason."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != HTTPStatus.SERVICE_UNAVAILABLE


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def configure() -> None:
    """Route structlog and Python's warnings through the standard library's logging."""
    logging.captureWarnings(True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def config(level: str, *, as_json: bool) -> dict[str, Any]:
    """Return a LOGGING setting: everything to standard error, as JSON for machines or as lines for a terminal."""
    renderer: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        # The default formatter would print local variables, which may hold secrets.
        else [
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
        ]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": [*SHARED, of_the_request, refused_quietly],
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer, mask_line],
            }
        },
        "filters": {"tells_once": {"()": TellsOnce}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers write a second copy.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # A refusal is explained in its response; an organiser needs no line on the terminal.
            "django.request": {"filters": ["tells_once"], "level": "NOTSET" if as_json else "ERROR"},
            **({} if as_json else {"django.security": {"level": "CRITICAL"}}),
            # A line for each task, several times a second.
            **{name: {"level": "WARNING"} for name in OF_EACH_TASK},
        },
    }
