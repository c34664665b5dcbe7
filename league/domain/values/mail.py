"""E-mail addresses that people type: which ones a letter can reach, and which of them are the same mailbox."""

from __future__ import annotations


def mailbox(address: str) -> str:
    """The mailbox of an address, which has many: without what is behind a plus, with the domain as mail servers see it.

    "" for an address that no letter can reach, and for one in quotes, with which programs for mail do what they like.
    """
    local, _, domain = address.rpartition("@")
    if not local or not address.isprintable() or '"' in local:
        return ""
    try:
        return f"{local.partition('+')[0]}@{domain.encode('idna').decode()}".casefold()
    except UnicodeError:
        return ""
