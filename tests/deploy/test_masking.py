"""What a log line never shows: the secret of a link or a token."""

from __future__ import annotations

import pytest

from deploy.masking import masked

SHORT = "AZ6rc2Vjcm-0Tm90QVNlY3JldEFuZEFf0123ab_-"
LONG = f"table.{'0a' * 16}.0.T8Zr-q_bTh7nJg2oH3b1sP0Lm4kVx9YcW5uD6eFa1Bc"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"Not Found: /t/-/{SHORT}", "Not Found: /t/-/***"),
        (f'{{"path": "/t/-/{SHORT}", "status": 303}}', '{"path": "/t/-/***", "status": 303}'),
        (f"GET /t/%2D/{SHORT}?a=b HTTP/1.1", "GET /t/%2D/*** HTTP/1.1"),
        (f"GET /T/-//{SHORT}/", "GET /T/-//***"),
        (f"Not Found: /t//-/{SHORT}", "Not Found: /t//-/***"),
        (
            f"GET /t/?code=http%3A%2F%2Fa.b%2Ft%2F-%2F{SHORT} HTTP/1.1",
            "GET /t/?code=http%3A%2F%2Fa.b%2Ft%2F-%2F*** HTTP/1.1",
        ),
        (f"Authorization: Link {SHORT}", "Authorization: Link ***"),
        (f"{{'HTTP_AUTHORIZATION': 'Link {LONG}'}}", "{'HTTP_AUTHORIZATION': 'Link ***'}"),
        (f"b'Token {'7f' * 32}' and more", "b'Token ***' and more"),
        (f"Authorization: Token tkp_{'7f' * 32}", "Authorization: Token ***"),
        (f"token='tkc_{'7f' * 32}', name='bot'", "token='***', name='bot'"),
        (f"Not Found: /api/v1/tkp_{'7f' * 32}", "Not Found: /api/v1/***"),
        (f"Cookie: tk-e0a1b2c={SHORT}; tk-tffffff={SHORT}; a=b", "Cookie: tk-e0a1b2c=***; tk-tffffff=***; a=b"),
        (f"/api/v1/tables/0a%23{LONG}", "/api/v1/tables/0a%23***"),
        (f"path=/t/{SHORT} status=404", "path=/t/*** status=404"),
        (f"<ASGIRequest: GET '/t/?code={SHORT}'>", "<ASGIRequest: GET '/t/?code=***'>"),
        (
            "/api/v1/tables/01a224ed-8239-7426-85af-eb508adb3ae1/live",
            "/api/v1/tables/01a224ed-8239-7426-85af-eb508adb3ae1/live",
        ),
        ("This link was withdrawn. Ask for a new one.", "This link was withdrawn. Ask for a new one."),
        ("/t/K7P4/r2/7 and /t/K7P4/me/0a1b2c", "/t/K7P4/r2/7 and /t/K7P4/me/0a1b2c"),
    ],
)
def test_a_secret_is_masked_and_the_rest_of_the_line_is_not(line: str, shown: str) -> None:
    assert masked(line) == shown
