"""Every parser gets inputs that grow: none of them may cost more than a second of CPU, or fail as no refusal."""
