"""Problems of a request itself: its log-in, its form, its size, its parameters, and the service's own."""

from __future__ import annotations

from games.kernel import N_

TITLE = N_("Requests, log-in and the service")
TEXTS: dict[str, tuple[str, str]] = {
    "authentication_failed": (
        N_("The token or the log-in of the request is not valid: it is wrong, has ended or was revoked."),
        N_("Get a new token with POST tokens and send it as Authorization: Token …"),
    ),
    "bad_cursor": (
        N_("The cursor is not one that this list gave."),
        N_("Take next or previous of a page as it is, or begin without a cursor."),
    ),
    "bad_date": (
        N_("A day has another form than 2026-12-31, or does not exist."),
        N_("Write the day as year, month and day."),
    ),
    "bad_fields": (
        N_("Fields of the body or parameters of the query are wrong. errors lists each with its path and a code."),
        N_("Correct every field in errors and send the request again."),
    ),
    "bad_flag": (N_("A parameter that is a yes or no has another value."), N_("Send true or false.")),
    "bad_format": (
        N_("A text does not have the form that its field needs."),
        N_("The pattern of the field is in the OpenAPI document."),
    ),
    "bad_id": (N_("A value that should be an id is none."), N_("Send the UUID that another answer gave.")),
    "bad_json": (
        N_("The body, or a parameter that is written as JSON, is not JSON."),
        N_("Let a library write the JSON, and encode it for the address where it is a parameter."),
    ),
    "bad_key": (
        N_("The Idempotency-Key is empty, too long or has signs that are not printable ASCII."),
        N_("Send a random text of 1 to 255 signs, a UUID for example."),
    ),
    "bad_language": (N_("The service does not speak this language."), N_("Choose one that the sentence names.")),
    "bad_length": (
        N_("A text, a list or an object is too short or too long."),
        N_("Keep to the bounds that the sentence names."),
    ),
    "bad_link": (
        N_("The link in the Authorization header is none of this site."),
        N_("Take the link as the service gave it, or ask the director for a new one."),
    ),
    "bad_number": (
        N_("A number has another form or another size than its field allows."),
        N_("Send a number within the bounds that the sentence names."),
    ),
    "bad_ordering": (
        N_("A list can't be ordered by this field."),
        N_("Choose one of those that the sentence names, with - in front for the other way round."),
    ),
    "bad_request": (
        N_("The server can't read the request: its host or its headers are wrong."),
        N_("Use the address of the site, and a library that speaks HTTP."),
    ),
    "bad_secret": (
        N_("The secret of a webhook has another form than whsec_ and base64."),
        N_("Leave the secret out: the service makes one and shows it once."),
    ),
    "bad_tag": (
        N_("If-Match has something that is no tag of this API."),
        N_("Send the ETag of the answer that you read, a version in quotation marks, or *."),
    ),
    "bad_text": (
        N_("A text has NUL or half of a surrogate pair, which no database can keep."),
        N_("Remove these signs before you send the text."),
    ),
    "bad_time": (
        N_("A time is not written as RFC 3339 with its offset, or a moment is neither a position nor a time."),
        N_("Write times as 2026-12-31T19:00:00+01:00, and encode the + in an address as %2B."),
    ),
    "bad_time_zone": (N_("There is no time zone of this name."), N_("Send a name such as Europe/Berlin.")),
    "bad_url": (
        N_("The address of a webhook can't be used, or its name is not known."),
        N_("Send an address such as https://example.org/hook, without a log-in, blanks or a part after #."),
    ),
    "bad_month": (N_("A month has another form than 2026-12."), N_("Write the year and the month.")),
    "bad_week": (N_("A week has another form than 2026-W49."), N_("Write the year and the ISO week.")),
    "beyond_head": (
        N_("A feed was asked for what comes after a position that the log has not reached."),
        N_("Begin again at the head that facts names: the service may have been restored from a backup."),
    ),
    "blank": (N_("A text that is needed is empty."), N_("Send it with at least one sign.")),
    "busy": (
        N_("Other writes to the same tournament came first each time, so that this one was given up."),
        N_("Wait as long as Retry-After says, and send the same request with the same Idempotency-Key."),
    ),
    "csrf_failed": (
        N_("A write by the session of a browser came without its CSRF token, or with a wrong one."),
        N_("Send the cookie csrftoken as the header X-CSRFToken too, or use a token in place of the session."),
    ),
    "disk_full": (
        N_("The disk of the database is full: reading works, writing does not."),
        N_("Tell the operator. Send the request again once there is room; nothing was changed."),
    ),
    "duplicate_key": (
        N_("An object of the body has the same key twice, so that it is unclear which of the values counts."),
        N_("Send each key once."),
    ),
    "forbidden": (
        N_("The caller is known, and has no role that allows this, in the club that it is about."),
        N_("docs/access.md says which roles may do what; a director of the club gives roles."),
    ),
    "insufficient_scope": (
        N_("The person may do this, but the token has a narrower scope."),
        N_("Make a token with the scope that facts names under needed."),
    ),
    "internal_error": (
        N_("Something went wrong in the service itself. It is in the service's log under the request_id."),
        N_("Send the same request again with the same Idempotency-Key; report the request_id if it fails again."),
    ),
    "invalid": (
        N_("A value of the right kind is none of those that its field takes."),
        N_("The sentence names the values that can be used; the OpenAPI document has them too."),
    ),
    "invalid_choice": (
        N_("A value is none of those that can be chosen."),
        N_("The OpenAPI document lists the values of the field."),
    ),
    "key_reused": (
        N_("The Idempotency-Key was sent before with another request: another path, query or body."),
        N_("Use a new key for each request, and the same one only for its repeats."),
    ),
    "link_revoked": (
        N_("The link was withdrawn: a new one was made, or the director has ended it."),
        N_("Ask the director for a new link."),
    ),
    "max_length": (N_("A text is longer than its field allows."), N_("Shorten it as the sentence says.")),
    "method_not_allowed": (
        N_("The path exists, but not for this method."),
        N_("The header Allow names the methods of the path."),
    ),
    "moved_on": (
        N_("The thing has changed since the form was opened."),
        N_("Look at how it is now, and decide again."),
    ),
    "no_beat": (
        N_("The process that sends the regular tasks has sent none for more than a minute."),
        N_("Operators: start celery beat again and look at its log."),
    ),
    "no_broker": (
        N_("The broker of the tasks does not answer."),
        N_("Operators: start Redis again, or correct its address."),
    ),
    "no_database": (
        N_("The database does not answer. Nothing was changed."),
        N_("Send the same request again after the seconds of Retry-After."),
    ),
    "no_dry_run": (
        N_("This request can't be tried: it reads, has an answer of its own, or would show cards of a dealt game."),
        N_("Leave dry_run out."),
    ),
    "no_token": (
        N_("A token should be revoked, but the request was not made with one."),
        N_("Send the token that is to end in the Authorization header."),
    ),
    "no_worker": (
        N_("No worker has done a task for more than a minute: ratings, league tables and webhooks wait."),
        N_("Operators: start the worker again and look at its log."),
    ),
    "not_acceptable": (
        N_("The Accept header allows none of the media types that this path has."),
        N_("Send Accept: application/json, or one of the types that the sentence names."),
    ),
    "not_authenticated": (
        N_("This needs a log-in, and the request has none."),
        N_("Send Authorization: Token … with a token of POST tokens, or the link of a table or entry."),
    ),
    "not_found": (
        N_("There is nothing at this path, or the caller may not know of it."),
        N_("Check the id. Drafts, people and closed clubs exist for their members only: log in."),
    ),
    "not_https": (
        N_("The address of a webhook does not begin with https://."),
        N_("Give the receiver a certificate, or ask the operator to allow plain http."),
    ),
    "not_json": (N_("A value is none that JSON has."), N_("Send text, numbers, true, false, null, lists and objects.")),
    "not_migrated": (
        N_("The database is older than the program."),
        N_("Operators: run the command `migrate`."),
    ),
    "not_utf8": (N_("The body is not UTF-8."), N_("Encode texts as UTF-8.")),
    "number_out_of_range": (
        N_("A number is NaN, infinite, beyond 64 bits or has more digits than can be kept exactly."),
        N_('Send exact decimals as texts, for example "2.5".'),
    ),
    "one_of": (
        N_("The body has several things of which it may have one, or none of them."),
        N_("Send exactly one of those that the sentence names."),
    ),
    "password_entirely_numeric": (N_("A password has digits only."), N_("Choose one with other signs too.")),
    "password_too_common": (N_("A password is one of those that everybody tries first."), N_("Choose another one.")),
    "password_too_short": (N_("A password is too short."), N_("Choose one as long as the sentence says.")),
    "password_too_similar": (N_("A password resembles the user name."), N_("Choose another one.")),
    "personal_link_needed": (
        N_("At this tournament each person reports with their own link; that of the table is not enough."),
        N_("Use the link of the entry, or let staff report."),
    ),
    "pool_exhausted": (
        N_("All connections to the database are in use."),
        N_("Send the same request again after the seconds of Retry-After."),
    ),
    "private_address": (
        N_("The address of a webhook leads into a private network."),
        N_("Use a public address, or ask the operator to allow private ones."),
    ),
    "repeated_parameter": (
        N_("A parameter of the query is there twice, though it takes one value."),
        N_("Send it once; where several values are possible they are parted by commas."),
    ),
    "required": (N_("Something that is needed is missing."), N_("Send the field that errors names.")),
    "round_over": (
        N_("The round of a table's link is closed, so that the link opens nothing any more."),
        N_("Read the table without the link; staff correct results of closed rounds."),
    ),
    "stale": (
        N_("The thing has another version than If-Match names: somebody else has changed it."),
        N_("Read it again, decide again, and send the new ETag. facts has the newest version."),
    ),
    "too_big": (N_("A number is larger than its field allows."), N_("Keep to the bound that the sentence names.")),
    "too_deep": (N_("Lists and objects are nested too deeply."), N_("Send at most 32 levels.")),
    "too_early": (N_("A time is over already."), N_("Send a time in the future.")),
    "too_large": (N_("The body is larger than 1 MiB."), N_("Send less at once: a large file in several parts.")),
    "too_late": (N_("A time is too far in the future."), N_("Send an earlier time, or null for none.")),
    "too_long": (N_("A text has more signs than fit."), N_("Shorten it to the number that the sentence names.")),
    "too_many_attempts": (
        N_("There were too many wrong log-ins or secrets from this address."),
        N_("Wait as long as Retry-After says."),
    ),
    "too_many_requests": (
        N_("This token, link or address has sent too many requests."),
        N_("Wait as long as Retry-After says. The RateLimit headers of each answer say how many are left."),
    ),
    "too_many_streams": (
        N_("The server, or this address, has as many open streams as it may."),
        N_("Close streams that you don't need, and open this one again after the seconds of Retry-After."),
    ),
    "too_many_webhooks": (
        N_("The club has as many webhooks as it may."),
        N_("Delete one, or let one receiver serve several purposes."),
    ),
    "too_small": (N_("A number is smaller than its field allows."), N_("Keep to the bound that the sentence names.")),
    "unknown": (
        N_("The body has a field that nobody knows here."),
        N_("The sentence lists the known fields. Ids and times that the path and the clock say can't be sent."),
    ),
    "unknown_encoding": (N_("Files are Unicode or cp1252."), N_("Send encoding=cp1252, or UTF-8 without it.")),
    "unknown_form": (N_("The answer can't have this form."), N_("The sentence names the values of as.")),
    "unknown_parameter": (
        N_("The query has a parameter that this path does not know, so that it would be without effect."),
        N_("The sentence lists the known parameters; check the spelling."),
    ),
    "unknown_type": (
        N_("There is no event of this type."),
        N_("The types are in schema/events; a part may be *, for example tournament.*."),
    ),
    "unreadable": (N_("The body can't be read at all. errors says why."), N_("Send JSON in UTF-8.")),
    "unsupported_media_type": (
        N_("The body has a media type or an encoding that this path does not read."),
        N_("Send Content-Type: application/json, without a Content-Encoding."),
    ),
    "webhook_off": (
        N_("The webhook is switched off, so that nothing can be sent again."),
        N_("Switch it on with PATCH first."),
    ),
    "wrong_credentials": (
        N_("The user name or the password is wrong."),
        N_("Check both. Too many attempts are stopped."),
    ),
    "wrong_password": (N_("The old password is wrong."), N_("Send the present password of the account.")),
    "wrong_type": (
        N_("A value is of another kind than its field: a text in place of a number, for example."),
        N_("The sentence says which kind is needed."),
    ),
}
