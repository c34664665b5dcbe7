"""Tournaments, seasons and clubs as one JSON file, and back: `tablekeeper-export/1` (docs/exchange.md)."""
