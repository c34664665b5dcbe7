"""The web application, as a server of ASGI sees it."""

import os

from django.core.asgi import get_asgi_application

from api.body_limit import MOST_BYTES, BoundedBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

application = BoundedBodies(get_asgi_application(), MOST_BYTES)
