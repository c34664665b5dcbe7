"""Django's settings, from the environment; the defaults are those of production (deploy/environment.py)."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import django_stubs_ext
from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

import deploy
from deploy import environment, logs
from deploy.databases import as_replica, with_options

# Allow generic classes such as `ModelAdmin[Club]`, which the type checker needs.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = deploy.__version__
# What people type for a command, and for Celery's: in the project's folder, or where the wheel is installed.
IS_INSTALLED = not (BASE_DIR / "manage.py").is_file()
PROGRAM = "tablekeeper" if IS_INSTALLED else "python3 manage.py"
CELERY = str(Path(sys.prefix, "bin", "celery")) if IS_INSTALLED else ".venv/bin/celery"
ENVIRONMENT = environment.read()
IS_CLUB = ENVIRONMENT.is_club

# The site
SECRET_KEY = ENVIRONMENT.secret_key
SECRET_KEY_FALLBACKS = ENVIRONMENT.secret_key_fallbacks
DEBUG = False
ALLOWED_HOSTS = ENVIRONMENT.allowed_hosts
PUBLIC_ORIGIN = ENVIRONMENT.public_origin
IS_ON_LAN = ENVIRONMENT.is_on_lan
FORGOTTEN_FILE = ENVIRONMENT.forgotten_file
METRICS_DIR = ENVIRONMENT.metrics_dir
METRICS_TOKEN = ENVIRONMENT.metrics_token
ROOT_URLCONF = "deploy.urls"
FORM_RENDERER = "deploy.widgets.Renderer"
ASGI_APPLICATION = "deploy.asgi.application"
INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "django_filters",
    "knox",
    "drf_spectacular",
    "axes",
    "corsheaders",
    "league",
    "api",
    "deploy",
]
MIDDLEWARE = [
    "deploy.middleware.request_id_middleware",
    "deploy.compression.CompressionMiddleware",
    "deploy.content_security.content_security_middleware",
    "api.cors.OtherOrigins",
    "deploy.client_address.client_address_middleware",
    "api.throttling.RateMiddleware",
    "api.middleware.ApiMiddleware",
    "deploy.middleware.charset_middleware",
    "deploy.log_ins.LogInMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "deploy.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "deploy.middleware.OutageMiddleware",
    "deploy.replica.ReplicaMiddleware",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "league" / "templates"],  # they replace some of the admin theme's
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["league.queries.dates"],
            "libraries": {"hall": "league.web.tags", "printing": "league.admin.desk.print_tags"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database and cache
DATABASES = {"default": with_options(ENVIRONMENT.database, pool_size=ENVIRONMENT.database_pool_size)}
if ENVIRONMENT.replica_url:
    DATABASES["replica"] = as_replica(ENVIRONMENT.replica_url, pool_size=ENVIRONMENT.database_pool_size)
    DATABASE_ROUTERS = ["league.log.replica.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = ENVIRONMENT.redis_url
CACHES = {
    "default": {
        "BACKEND": "deploy.caches.RedisCache",
        "LOCATION": REDIS_URL,
        # A request does not wait for it. Once: where Redis has closed an idle connection, another one is opened.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": Retry(NoBackoff(), 1)},
    }
    if REDIS_URL
    else {"BACKEND": "deploy.caches.LocMemCache"}
}

# Accounts and log-in
AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "league.access.hashing.Argon2PasswordHasher",
    "league.access.hashing.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "league.access.passwords.EndsTokens"},
]
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "/admin/"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "deploy.log_ins.locked_out"
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "deploy.client_address.client_address"

# Encryption: everywhere but in club mode
IS_HTTPS = not IS_CLUB
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^api/v1/health/", r"^metrics$"]  # called from inside the network by plain http
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SECURE = IS_HTTPS
SECURE_HSTS_SECONDS = ENVIRONMENT.hsts_seconds if IS_HTTPS else 0
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.csrf_trusted_origins
CSRF_FAILURE_VIEW = "league.web.errors.no_token"
# Only the domain's owner can decide whether all its hosts will always speak https.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Webhooks: public addresses by https, and what the operator allows
WEBHOOK_PRIVATE_ADDRESSES = ENVIRONMENT.webhook_private_addresses
WEBHOOK_PLAIN_HTTP = ENVIRONMENT.webhook_plain_http
WEBHOOK_REDIRECTS = ENVIRONMENT.webhook_redirects

# Mail: only where the operator has named a server. The names are Django's own, EMAIL_HOST and the like.
SENDS_MAIL = bool(ENVIRONMENT.email_url)
globals().update(ENVIRONMENT.email_url)
EMAIL_REPLY_TO = ENVIRONMENT.email_reply_to

# Language and time
LANGUAGE_CODE = "en"
KNOWN_LANGUAGES = [
    ("en", _("English")),
    ("de", _("German")),
    ("fr", _("French")),
    ("it", _("Italian")),
    ("es", _("Spanish")),
    ("nl", _("Dutch")),
    ("pt", _("Portuguese")),
]
"""What a club's language may be. Those with a catalogue are offered; the others are answered in English."""
LANGUAGES = [
    (code, name)
    for code, name in KNOWN_LANGUAGES
    if code == LANGUAGE_CODE or (BASE_DIR / "league" / "locale" / code / "LC_MESSAGES" / "django.mo").exists()
]
USE_I18N = True
USE_TZ = True
TIME_ZONE = ENVIRONMENT.time_zone
FORMAT_MODULE_PATH = "deploy.formats"

# Static files: served from the apps' folders, unless they were collected (deploy/static_files.py)
STATIC_URL = "/static/"
STATIC_ROOT = ENVIRONMENT.static_root or None
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_ROOT = BASE_DIR / "league" / "root"  # what browsers ask for by themselves: /favicon.ico
COLLECTED = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": COLLECTED if STATIC_ROOT else "deploy.static_files.InApps"},
}

# Logs
LOGGING = logs.config(ENVIRONMENT.log_level, as_json=not IS_CLUB)
logs.configure()

# ---- The API ----
API_RATES = ENVIRONMENT.api_rates
REST_FRAMEWORK: dict[str, Any] = {"URL_FORMAT_OVERRIDE": None}  # `Accept` and `?as=` choose the form of an answer
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "cache-control",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "Allow",
    "Content-Disposition",
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Location",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
    "Sunset",
    "X-Request-Id",
]
CORS_PREFLIGHT_MAX_AGE = 86400
REST_KNOX: dict[str, Any] = {"TOKEN_TTL": timedelta(days=30)}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Tablekeeper",
    "DESCRIPTION": "Event-sourced tournaments and leagues for board-game clubs.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVERS": [{"url": "/", "description": "This service."}],
    "POSTPROCESSING_HOOKS": [
        "api.openapi.schema.with_components",
        "api.openapi.tags.with_tags",
        "api.openapi.samples.with_samples",
    ],
    "SERVE_INCLUDE_SCHEMA": False,
}

# ---- The admin ----
UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Tablekeeper",
    "SITE_HEADER": "Tablekeeper",
    "SITE_URL": None,
    "SITE_SYMBOL": "table_restaurant",
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {"navigation": "league.admin.navigation.sidebar"},
    "COLORS": {
        "base": {  # the greys of the hall's pages: 500 and 400 are muted text, 200 and 800 lines, 50 and 900 grounds
            "50": "#f4f7f6",
            "100": "#e9eeed",
            "200": "#d3dcda",
            "300": "#bccac6",
            "400": "#a9b8b4",
            "500": "#4a5a57",
            "600": "#3a4a47",
            "700": "#3a4a47",
            "800": "#2d3b38",
            "900": "#16201e",
            "950": "#0d1413",
        },
        "primary": {
            "50": "oklch(98.4% .014 180.72)",
            "100": "oklch(95.3% .051 180.801)",
            "200": "oklch(91% .096 180.426)",
            "300": "oklch(85.5% .138 181.071)",
            "400": "oklch(77.7% .152 181.912)",
            "500": "oklch(70.4% .14 182.503)",
            "600": "oklch(51.1% .096 186.391)",
            "700": "oklch(43.7% .078 188.216)",
            "800": "oklch(38.6% .063 188.416)",
            "900": "oklch(33% .055 189)",
            "950": "oklch(27.7% .046 192.524)",
        },
    },
}
