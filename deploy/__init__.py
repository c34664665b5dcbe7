"""What puts Tablekeeper together and runs it; nothing of ours imports it."""

__version__ = "0.5.0"
