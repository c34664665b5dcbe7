"""`/t/<code>/sign-up`: people put themselves on the list of a tournament, see where they are on it, and withdraw."""
