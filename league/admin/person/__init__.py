"""The pages of a person: what they have played, and how they are merged, separated and forgotten."""
