"""The ways to log in, as the OpenAPI document lists them."""

from __future__ import annotations

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class TokenScheme(OpenApiAuthenticationExtension):
    """The document's entry for tokens."""

    target_class = "api.authentication.Token"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A header: OpenAPI has no other word for this scheme."""
        use = "`Token` and a token from `POST tokens`."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": use}


class LinkScheme(OpenApiAuthenticationExtension):
    """The document's entry for links."""

    target_class = "api.authentication.Link"
    name = "link"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A header: OpenAPI has no other word for this scheme."""
        use = "`Link` and the link of a table or an entry."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": use}


class PageLinkScheme(OpenApiAuthenticationExtension):
    """The document's entry for the cookies of the pages."""

    target_class = "api.authentication.PageLink"
    name = "pageLink"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A cookie, of which there is one for each link."""
        use = "The cookie that a page has set when its link was opened: `tk-`, `t` or `e`, and six digits."
        return {"type": "apiKey", "in": "cookie", "name": "tk-", "description": use}


class BrowserScheme(SessionScheme):
    """The document's entry for the session of a browser."""

    target_class = "api.authentication.Session"
    name = "session"
