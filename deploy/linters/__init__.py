"""Checks of the files in deploy/ that need a program of another kind: units of systemd, containers, proxies."""
