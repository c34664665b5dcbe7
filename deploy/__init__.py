"""What puts Tablekeeper together and runs it; nothing of ours imports it."""
