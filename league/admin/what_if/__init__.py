"""What if: the same results under another scheme or other tie-breaks, next to the real ones. Nothing is stored."""
