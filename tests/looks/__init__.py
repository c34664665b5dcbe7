"""Every kind of page in a real browser: how it looks, what it weighs, whether everybody can use it."""
