"""The one refusal of the log."""


class Conflict(Exception):
    """Another writer took the version: the stream does not end where the caller thought."""
